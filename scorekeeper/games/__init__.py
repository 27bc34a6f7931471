"""The games that Scorekeeper knows, and what is asked of them: `score` and `claim`, also on the phone.

A game's folder and its name in the list below are all that a game consists of; see CONTRIBUTING.
"""

from .engine.checks import Refusal
from .engine.match import claim, score
from .engine.registry import GAMES, find_game, register

__all__ = ["GAMES", "Refusal", "claim", "find_game", "score"]

for _name in ("tresette", "truco", "albastini", "buraco", "truco_argentino"):
    register(__import__(__name__ + "." + _name, None, None, ["GAME"]).GAME)
