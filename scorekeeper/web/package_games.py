"""Games of installed packages in the web application: their templates, and the checks before they are listed."""

import logging
import re

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from scorekeeper.game_folders import FROM_PACKAGES, LEFT_OUT
from scorekeeper.games import GAMES, rulebook
from scorekeeper.games.completeness import failures
from scorekeeper.games.engine.game import Game
from scorekeeper.games.packages import leave_out
from scorekeeper.i18n import ENGLISH, Catalogue, speaking

FIELDS = re.compile(r"%\((\w+)\)s")
logger = logging.getLogger("scorekeeper.games")


def init_app(app: Flask) -> None:
    """Serves the templates of packages after ours; leaves out games that fail, and logs why."""
    folders = {slug: FileSystemLoader(place.folder / "templates") for slug, place in FROM_PACKAGES.items()}
    if folders:
        app.jinja_loader = ChoiceLoader(
            [*filter(None, [app.jinja_loader]), PrefixLoader({"games": PrefixLoader(folders)})]
        )
    for game in [game for game in GAMES if game.slug in FROM_PACKAGES]:
        try:
            reasons = _check(app, game)
        except Exception as error:
            reasons = [f"{type(error).__name__}: {error}"]
        if reasons:
            leave_out(game.slug, "; ".join(reasons), GAMES)
            del folders[game.slug]
    for left_out in LEFT_OUT:
        logger.error("A game is not listed: %s", left_out)


def _check(app: Flask, game: Game) -> list[str]:
    """Loads a game's server-only files, plays some matches; returns the failures as sentences. May raise any error."""
    folder = FROM_PACKAGES[game.slug].folder
    for template in sorted((folder / "templates").glob("*.html")):
        app.jinja_env.get_template(f"games/{game.slug}/{template.name}")
    for texts in sorted((folder / "translations").rglob("*.po")):
        for text, forms in Catalogue(texts).messages.items():
            if not {*FIELDS.findall("".join(forms))} <= {*FIELDS.findall(text), "num"}:
                return [f"{texts.relative_to(folder)}: “{text}” has other fields in its translation"]
    with speaking(ENGLISH):
        for read in (rulebook.sections_of, rulebook.tables_of, rulebook.numbers_of, rulebook.presets_of):
            read(game)
        for example in rulebook.examples_of(game):
            rulebook.worked(example)
    return failures(game)
