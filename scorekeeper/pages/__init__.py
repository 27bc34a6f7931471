"""Pages that a server and a phone both draw: forms, and the values that their templates are filled with.

Plain functions from plain data (what was agreed, how the match stands, the texts that were typed) to the context of a
template. A view or the phone's `dispatch` finds the data, a template draws; neither decides anything of a page.
Everything here runs in MicroPython too, so it keeps to the Python of `scorekeeper/games/` (see the README there), and
of the rest of Scorekeeper it knows only the games and the languages (see `scorekeeper.offline.phone.texts`).
"""
