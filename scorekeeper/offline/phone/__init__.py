"""What a phone does by itself, without a network: the same pages from the same templates, forms and rules.

MicroPython runs this folder in the browser, so it is written in the part of Python that `scorekeeper/games/` uses. It
is handed JSON and answers JSON (`desk`); to keep matches, and to send them when there is a network, is not its work.
"""
