"""The games that Scorekeeper knows, and what is asked of them: `score` and `claim`, also on the phone.

A game's folder and its name in the list below are all that a game consists of; see CONTRIBUTING.
"""

from .engine.checks import Refusal
from .engine.game import GAMES, find_game, register
from .engine.play import claim, score

__all__ = ["GAMES", "Refusal", "claim", "find_game", "score"]

# The folders of the games, in the order in which they are offered: a line each, all that a new game adds here.
FOLDERS = (
    "tresette",
    "truco",
    "buraco",
    "scopa",
    "truco_argentino",
    "scala40",
    "briscola",
    "canasta",
    "sueca",
    "albastini",
    "own",
)

for _name in FOLDERS:
    register(__import__(__name__ + "." + _name, None, None, ["GAME"]).GAME)
