"""Offline use: the files that a phone downloads (`bundle`), and the code that runs on the phone (`phone`)."""
