"""The games that Scorekeeper knows, and their two entry points `score` and `claim`, also used on the phone.

A game consists of its folder and its name listed below (docs/adding-a-game.md). Those of installed packages follow.
"""

from scorekeeper.game_folders import card_of_the_library, may_have_packages

from .card import library
from .engine.checks import Refusal
from .engine.game import GAMES, find_game, register
from .engine.play import claim, score

__all__ = ["GAMES", "Refusal", "claim", "find_game", "score"]

# The folders of the games, in the order in which they are offered. A new game adds one line.
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
    "king",
    "terziglio",
    "chinchon",
    "belote",
    "card",
    "own",
)

for _name in FOLDERS:
    register(__import__(__name__ + "." + _name, None, None, ["GAME"]).GAME)

library.fetch_with(card_of_the_library)

if may_have_packages():
    from .packages import load

    for _game in load():
        register(_game)
