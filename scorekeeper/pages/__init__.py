"""Pages that the server and the phone both render: forms, and the contexts of their templates.

Plain functions from plain data (the setup, the state of the match, the texts of a form) to the context of a template.
A view or the phone's `dispatch` loads the data and a template renders it; the decisions about a page are made here.
Everything here runs in MicroPython too, so it is written in the Python of `scorekeeper/games/` (see the README there)
and imports only the games and the translations (see `scorekeeper.offline.phone.texts`).
"""
