"""The engine: what MicroPython runs on the phone, in JSON files named after their content: one for all, one a game.

The first: `{"files": {path: source}, "templates": {name: code}, "passing": [filter…], "root": prefix,
"routes": {endpoint: path}, "rules": digest, "static": address, "scripts" and "styles": {game: address},
"games": [what lists show of each, and its "address"]}`.
As it names the games' files, whatever starts with it stays one version. A game's: `{"slug", "files", "templates"}`.
The Python files are those of the server, unchanged, but for `scorekeeper.i18n`, with the few functions that pages
import from it, and `scorekeeper/games/__init__.py`, which imports no game.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment

from scorekeeper import rules_version
from scorekeeper.games import GAMES
from scorekeeper.games.engine.game import Game
from scorekeeper.offline.bundle.messages import TextsOfGames, stamp, texts_in
from scorekeeper.offline.bundle.templates import compiled, passing
from scorekeeper.offline.phone.words import INTERFACE

PACKAGE = Path(__file__).parent.parent.parent
FOLDERS = ("pages", "offline/phone")  # besides the rules; all of it is written in the Python that MicroPython runs
I18N = f"from scorekeeper.offline.phone.words import {', '.join(INTERFACE)}\n"
LIST_OF_GAMES = "from .engine.game import GAMES, find_game\n"
ICON = "/icon.html"  # lists show it, so it does not wait for its game

Texts = dict[str, str]


class GameFile(NamedTuple):
    """The file of one game: its rules, words and templates. `texts` are those in its code."""

    text: str
    digest: str
    texts: frozenset[str]


class Engine(NamedTuple):
    """`text` is the first file, `digest` its name; `rules` is that of the rules alone, by which hands are scored."""

    text: str
    digest: str
    rules: str
    games: dict[str, GameFile]
    texts: TextsOfGames


class Where(NamedTuple):
    """Addresses: what all begin with (empty: no prefix); without that, pages by their endpoints; with it, static files,
    each game's own script and style sheet (empty: none), and its file.
    """

    root: str
    routes: Texts
    static: str
    scripts: Texts
    styles: Texts
    game_file: Callable[[str, str], str]


def make_engine(environment: Environment, stand_ins: Path, where: Where) -> Engine:
    """The engine of this version. `stand_ins` has modules that MicroPython lacks."""
    sources, templates = rules_version.sources().copy(), compiled(environment)
    games = {game.slug: _game_file(game.slug, sources, templates) for game in GAMES}
    files = _files(sources, stand_ins)
    text = _json(
        {
            "files": files,
            "templates": templates,
            "passing": passing(environment),
            "root": where.root,
            "routes": where.routes,
            "rules": rules_version.digest_of_all(),
            "static": where.static,
            "scripts": where.scripts,
            "styles": where.styles,
            "games": [_cover(game, where.game_file(game.slug, games[game.slug].digest)) for game in GAMES],
        }
    )
    shown = [each for game in GAMES for each in (game.title, game.blurb)]
    shared = texts_in([*files.values(), *templates.values()]).union(shown)
    texts = (("", shared), *((slug, each.texts) for slug, each in games.items()))
    return Engine(text, stamp(text), rules_version.digest_of_all(), games, texts)


def _game_file(slug: str, sources: Texts, templates: Texts) -> GameFile:
    """One game's file; what goes into it is taken out of all sources and templates."""
    files = _taken(sources, f"scorekeeper/games/{slug.replace('-', '_')}/")
    pages = _taken(templates, f"games/{slug}/", unless=ICON)
    text = _json({"slug": slug, "files": files, "templates": pages})
    return GameFile(text, stamp(text), texts_in([*files.values(), *pages.values()]))


def _cover(game: Game, address: str) -> dict[str, Any]:
    """What lists show of a game (`scorekeeper.offline.phone.games_here`), and where the rest of it is."""
    return {"slug": game.slug, "title": game.title, "blurb": game.blurb, "rules": game.rules, "address": address}


def _taken(texts: Texts, folder: str, unless: str = "/") -> Texts:
    """The texts in a folder, taken out of all, but for those that end so."""
    names = [name for name in texts if name.startswith(folder) and not name.endswith(unless)]
    return {name: texts.pop(name) for name in names}


def _files(sources: Texts, stand_ins: Path) -> Texts:
    """The Python files that all games share."""
    return {
        **{path.name: path.read_text("utf-8") for path in sorted(stand_ins.glob("*.py"))},
        "scorekeeper/__init__.py": "",
        **sources,
        "scorekeeper/games/__init__.py": LIST_OF_GAMES,
        "scorekeeper/i18n.py": I18N,
        "scorekeeper/offline/__init__.py": "",
        **{name: text for folder in FOLDERS for name, text in _sources(folder).items()},
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _sources(folder: str) -> Texts:
    found = sorted((PACKAGE / folder).glob("*.py"))
    return {f"scorekeeper/{folder}/{path.name}": path.read_text("utf-8") for path in found}
