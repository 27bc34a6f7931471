"""What templates ask of a game: the game itself, what a match of it is called, whether it has a script of its own."""

from flask import Flask, url_for

from scorekeeper.config import folder
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Setup
from scorekeeper.games.engine.match import game_of
from scorekeeper.i18n import say


def init_app(app: Flask) -> None:
    """Give templates `find_game`, `match_title`, `game_script` and `game_style`."""
    app.jinja_env.globals.update(
        find_game=find_game, match_title=match_title, game_script=game_script, game_style=game_style
    )


def match_title(setup: Setup) -> str:
    """What a match's game is called: as its players called it, else by its title."""
    return game_of(setup).title_of(setup["options"], say)


def game_script(slug: str) -> str:
    """The address of the script for a game's entry form; empty where it has none."""
    return _address(script_of(slug))


def game_style(slug: str) -> str:
    """The address of the style sheet for a game's match page; empty where it has none."""
    return _address(f"games/{slug}/match.css")


def _address(filename: str) -> str:
    return url_for("static", filename=filename) if (folder("static") / filename).is_file() else ""


def script_of(slug: str) -> str:
    """Where in the static folder a game's script would stand."""
    return f"games/{slug}/entry.js"
