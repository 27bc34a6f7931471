"""The files that a phone downloads for offline use: code and templates as JSON, and the texts of a language.

The engine is the code that MicroPython runs on the phone. Its files are named after their digest: a shared one, and
one per game. The shared one is `{"files": {path: source}, "templates": {name: code}, "passing": [filter…],
"root": prefix, "routes": {endpoint: path}, "help": {endpoint: address}, "rules": digest, "static": address,
"scripts" and "styles": {game: address}, "games": [what lists show of each, and its "address"], "cards": address}`.
Because it has the addresses of the games' files, all files that a page loads are of one version. A game's file is
`{"slug", "files", "templates"}`; a card of the library has a file of its own, `{"slug", "card", "files": {}}`, at the
address `cards` with its slug in place of `*`. The Python files are the server's, except for `scorekeeper.i18n`, reduced
to the functions that pages import, and `scorekeeper/games/__init__.py`, which imports no game.

Templates are compiled to Python by Jinja itself. That uses private parts of Jinja (docs/private-parts.md): the code
generator's methods, the shape of its code, and the names that this code imports from `jinja2.runtime`.
"""

import ast
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst

from scorekeeper import rules_version
from scorekeeper.games import GAMES
from scorekeeper.games.card import CardGame, library
from scorekeeper.games.card.rules import without_examples
from scorekeeper.games.card.server import texts_of_library
from scorekeeper.games.engine.game import Game, folder_of
from scorekeeper.i18n import catalogue
from scorekeeper.offline.phone.texts import INTERFACE

COUNTS = 200  # counts above this take the plural form of the last one

TextsOfGames = tuple[tuple[str, frozenset[str]], ...]  # by slug; the empty slug has the texts that all games share


def texts_in(sources: Iterable[str]) -> frozenset[str]:
    """Returns all string constants in Python code and compiled templates, which include every text to translate.

    Texts of a game's `RULES` are left out: they occur only on rules pages and sheets, which the server makes.
    """
    trees = [rules_version.without_titles(ast.parse(source)) for source in sources]
    return frozenset(text for tree in trees for text in _texts_of(compile(tree, "", "exec")))


def _texts_of(constant: object) -> Iterator[str]:
    """Yields the strings among the constants of compiled code, recursively."""
    if isinstance(constant, str):
        yield constant
    elif isinstance(constant, CodeType):
        yield from _texts_of(constant.co_consts)
    elif isinstance(constant, tuple | frozenset):
        for item in constant:
            yield from _texts_of(item)


@lru_cache
def messages_of(locale: str, texts: TextsOfGames) -> str:
    """Returns a catalogue as JSON, `{"messages": {text: [form…]}, "games": {slug: {text: [form…]}}, "plural": [index]}`

    `messages` has the shared texts, `games` the others; `plural` is the index of the plural form for 0, 1, 2, …
    """
    words = catalogue(locale)
    by_game = dict(texts)
    shared = by_game.pop("")
    content = {
        "messages": _some(words.messages, shared),
        "games": {slug: _some(words.messages, game_texts - shared) for slug, game_texts in by_game.items()},
        "plural": [words.form(count) for count in range(COUNTS)],
    }
    return json.dumps(content, ensure_ascii=False, sort_keys=True)


def _some(messages: Mapping[str, object], texts: frozenset[str]) -> dict[str, object]:
    return {text: forms for text, forms in messages.items() if text in texts}


def stamp(text: str) -> str:
    """Returns a short digest of a text, used as a version and a file name."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


TEMPLATE_FOLDERS = ("claims", "games", "home", "macros", "matches", "offline")
ALSO = ("base.html", "preferences/_languages.html", "rules/_cards.html")
RUNTIME = re.compile(r"^from jinja2\.runtime import .*\n", re.MULTILINE)
HINT = re.compile(r"""cond_expr_undefined\("(?:[^"\\]|\\.)*"\)|cond_expr_undefined\('(?:[^'\\]|\\.)*'\)""")


class OrderedCode(CodeGenerator):
    """A code generator that writes dict literals as OrderedDict, since MicroPython's dicts are unordered."""

    @optimizeconst
    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:
        self.write("OrderedDict((")
        for item in node.items:
            self.write("(")
            self.visit(item.key, frame)
            self.write(", ")
            self.visit(item.value, frame)
            self.write("), ")
        self.write("))")


def compiled(environment: Environment) -> dict[str, str]:
    """Returns the compiled code of every template that the phone uses, by name."""
    return {
        name: compile_template(environment, name) for name in sorted(environment.list_templates(filter_func=_is_shown))
    }


def passing(environment: Environment) -> list[str]:
    """Returns the names of filters that take Jinja's environment or context as first argument."""
    return sorted(name for name, filter_ in environment.filters.items() if getattr(filter_, "jinja_pass_arg", None))


def _is_shown(name: str) -> bool:
    return (name.split("/")[0] in TEMPLATE_FOLDERS and not name.endswith("/rules.html")) or name in ALSO


def compile_template(environment: Environment, name: str) -> str:
    """Returns the Python code of a template, adapted to the phone's runtime."""
    overlay = environment.overlay()
    overlay.code_generator_class = OrderedCode
    source = overlay.loader.get_source(overlay, name)[0] if overlay.loader else ""
    code = overlay.compile(source, name=name, filename=None, raw=True)
    # MicroPython removes `if 0`, and a function left without a yield would not be a generator.
    code = code.replace("if 0: yield None", "if missing is None: yield None")
    return HINT.sub("cond_expr_undefined()", RUNTIME.sub("", code))


PACKAGE = Path(__file__).parent.parent
FOLDERS = ("pages", "offline/phone")  # besides the rules; all of it runs in MicroPython
I18N = f"from scorekeeper.offline.phone.texts import {', '.join(INTERFACE)}\n"
LIST_OF_GAMES = "from .engine.game import GAMES, find_game\n"
ICON = "/icon.html"  # shown in lists, so it is in the shared file

Texts = dict[str, str]


class GameFile(NamedTuple):
    """The file of a game: `text` is its content, `digest` its name; `texts` are the strings in its code."""

    text: str
    digest: str
    texts: frozenset[str]


class Engine(NamedTuple):
    """The engine's files: `text` and `digest` (name) of the shared one, `games`; `rules` is the rules' digest.

    `cards` is the name of the files of all library cards.
    """

    text: str
    digest: str
    rules: str
    games: dict[str, GameFile]
    texts: TextsOfGames
    cards: str


class EngineUrls(NamedTuple):
    """URLs that the engine needs: `root` is the prefix of all, `routes` are by endpoint, without the prefix.

    `help` has the guide's paragraph for each page that the phone renders, by endpoint.
    `scripts` and `styles` are by game, empty for a game without one; `game_file(slug, digest)` returns a file's URL,
    `card_file(slug, digest)` that of a card of the library.
    """

    root: str
    routes: Texts
    help: Texts
    static: str
    scripts: Texts
    styles: Texts
    game_file: Callable[[str, str], str]
    card_file: Callable[[str, str], str]


def make_engine(environment: Environment, stand_ins: Path, urls: EngineUrls) -> Engine:
    """Builds the engine. `stand_ins` is a folder with replacements for modules that MicroPython lacks."""
    sources, templates = rules_version.sources().copy(), compiled(environment)
    games = {game.slug: _game_file(game.slug, sources, templates) for game in GAMES}
    files = _files(sources, stand_ins)
    cards = stamp("".join(card_file(slug) for slug in library.SLUGS))
    text = _json(
        {
            "files": files,
            "templates": templates,
            "passing": passing(environment),
            "root": urls.root,
            "routes": urls.routes,
            "help": urls.help,
            "rules": rules_version.digest_of_all(),
            "static": urls.static,
            "scripts": urls.scripts,
            "styles": urls.styles,
            "games": [_cover(game, urls.game_file(game.slug, games[game.slug].digest)) for game in GAMES],
            "cards": urls.card_file("*", cards),
        }
    )
    shown = [text for game in GAMES for text in (game.title, game.blurb)]
    shared = texts_in([*files.values(), *templates.values()]).union(shown)
    own = {slug: game_file.texts for slug, game_file in games.items()}
    own[CardGame.slug] |= texts_of_library()
    texts = (("", shared), *own.items())
    return Engine(text, stamp(text), rules_version.digest_of_all(), games, texts, cards)


def card_file(slug: str) -> str:
    """Returns the file of a card of the library, without what a match does not need."""
    card = library.card_named(slug)
    return _json({"slug": slug, "card": without_examples(card), "files": {}})


def _game_file(slug: str, sources: Texts, templates: Texts) -> GameFile:
    """Builds the file of a game; removes its code and templates from `sources` and `templates`."""
    files = _pop_folder(sources, f"scorekeeper/games/{folder_of(slug)}/")
    pages = _pop_folder(templates, f"games/{slug}/", unless=ICON)
    text = _json({"slug": slug, "files": files, "templates": pages})
    return GameFile(text, stamp(text), texts_in([*files.values(), *pages.values()]))


def _cover(game: Game, address: str) -> dict[str, Any]:
    """Returns the data of a game for lists (see `phone.engine_parts.Cover`), and the URL of its file."""
    shown = ("slug", "title", "blurb", "tint", "named_by", "rules", "shelf")
    return {**{name: getattr(game, name) for name in shown}, "address": address}


def _pop_folder(texts: Texts, folder: str, unless: str = "/") -> Texts:
    """Removes and returns the texts in a folder, except those with names ending in `unless`."""
    names = [name for name in texts if name.startswith(folder) and not name.endswith(unless)]
    return {name: texts.pop(name) for name in names}


def _files(sources: Texts, stand_ins: Path) -> Texts:
    """Returns the Python files that all games share."""
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
    paths = sorted((PACKAGE / folder).glob("*.py"))
    return {f"scorekeeper/{folder}/{path.name}": path.read_text("utf-8") for path in paths}
