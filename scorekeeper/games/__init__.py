"""The games that Scorekeeper knows."""

from . import albastini, buraco, tresette, truco
from .base import Game

GAMES = (tresette.GAME, truco.GAME, albastini.GAME, buraco.GAME)


def find_game(slug: object) -> "Game | None":
    """The game of that slug, or None."""
    for game in GAMES:
        if game.slug == slug:
            return game
    return None
