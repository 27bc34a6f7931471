"""What templates ask of a game: the game itself, and whether it has a script of its own."""

from flask import Flask, url_for

from scorekeeper.config import folder
from scorekeeper.games import find_game


def init_app(app: Flask) -> None:
    """Give templates `find_game` and `game_script`."""
    app.jinja_env.globals.update(find_game=find_game, game_script=game_script)


def game_script(slug: str) -> str:
    """The address of the script for a game's entry form; empty where it has none."""
    return url_for("static", filename=script_of(slug)) if (folder("static") / script_of(slug)).is_file() else ""


def script_of(slug: str) -> str:
    """Where in the static folder a game's script would stand."""
    return f"games/{slug}/entry.js"
