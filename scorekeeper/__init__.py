"""Scorekeeper keeps score at the card table.

Importing the package loads nothing: the rules in `scorekeeper.games` are used without the web application.
"""

__version__ = "0.5.0"
