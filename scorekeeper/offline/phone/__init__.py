"""The offline app on the phone: the server's pages, from the same templates, page models and rules.

MicroPython runs this folder in the browser, so it uses only the subset of Python that `scorekeeper/games/` uses.
Scripts (static/js/phone) call `dispatch` with JSON, store the matches, and send them to the server once online.
"""
