"""What a phone does by itself, without a network: the same pages from the same templates, page models and rules.

MicroPython runs this folder in the browser, so it is written in the part of Python that `scorekeeper/games/` uses. It
is handed JSON and answers JSON (`dispatch`). Scripts store the matches and send them when there is a network
(static/js/phone).
"""
