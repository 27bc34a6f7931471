"""The games of a phone: lists show all of them, and a game's rules are compiled when something first asks for them."""

from typing import Any

from scorekeeper.games.engine.game import GAMES, find_game


class NotHere(Exception):
    """The rules of a game have to be brought first. `slug` is the game's."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        self.slug = slug


class Cover:
    """What lists show of a game that has not been opened: `slug`, `title`, `blurb`, `rules`. All else opens it."""

    def __init__(self, shown: "dict[str, Any]") -> None:
        self.slug = str(shown["slug"])
        self.title = str(shown["title"])
        self.blurb = str(shown["blurb"])
        self.rules = tuple(shown["rules"])

    def __getattr__(self, name: str) -> Any:
        """What only the game itself has. Raises NotHere before its files have been brought."""
        game = find_game(self.slug)
        if game is None or isinstance(game, Cover):
            raise NotHere(self.slug)
        return getattr(game, name)


def put_up(shown: "dict[str, Any]") -> None:
    """Add a game to the list, unless it is there already."""
    if find_game(shown["slug"]) is None:
        GAMES.append(Cover(shown))  # type: ignore[arg-type]  # it stands for the game, and becomes it


def open_game(slug: str) -> None:
    """Put a game, whose files are there now, in the place of its cover."""
    module = __import__("scorekeeper.games." + slug.replace("-", "_"), None, None, ["GAME"])
    for place, game in enumerate(GAMES):
        if game.slug == slug:
            GAMES[place] = module.GAME
