"""The games that Scorekeeper knows."""

from . import albastini, buraco, tresette, truco
from .engine.registry import GAMES, find_game, register

__all__ = ["GAMES", "find_game"]

register(tresette.GAME, truco.GAME, albastini.GAME, buraco.GAME)
