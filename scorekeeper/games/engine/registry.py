"""The games that there are, found by their slugs. `scorekeeper.games` lists them; nothing here knows one."""

from .checks import _, refuse
from .game import Game
from .shapes import Setup

GAMES: "list[Game]" = []


def register(*games: Game) -> None:
    """Add games, in the order in which they are offered. Raises ValueError where a slug is taken already."""
    for game in games:
        if find_game(game.slug) is not None:
            raise ValueError("There is a game of this slug already: " + game.slug)
        GAMES.append(game)


def find_game(slug: object) -> "Game | None":
    """The game of that slug, or None."""
    for game in GAMES:
        if game.slug == slug:
            return game
    return None


def game_of_rule(rule: str) -> "Game | None":
    """The game that has a rule of that number, or None."""
    for game in GAMES:
        if rule in game.rules:
            return game
    return None


def game_of(setup: Setup) -> Game:
    """The game that is played."""
    game = find_game(setup["game"])
    if game is None:
        raise refuse("game", None, _("Unknown game; choose one from the list"))
    return game
