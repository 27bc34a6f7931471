"""Work without a network: the file that a phone fetches for it (`bundle`), and what runs on the phone (`phone`)."""
