"""What a phone fetches once to work without a network: code and templates as JSON files, and a language's texts.

The engine is what MicroPython runs on the phone, in files named after their content: one for all, one a game. The one
for all: `{"files": {path: source}, "templates": {name: code}, "passing": [filter…], "root": prefix,
"routes": {endpoint: path}, "rules": digest, "static": address, "scripts" and "styles": {game: address},
"games": [what lists show of each, and its "address"]}`.
As it names the games' files, whatever starts with it stays one version. A game's: `{"slug", "files", "templates"}`.
The Python files are those of the server, unchanged, but for `scorekeeper.i18n`, with the few functions that pages
import from it, and `scorekeeper/games/__init__.py`, which imports no game.

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
from scorekeeper.games.engine.game import Game, folder_of
from scorekeeper.i18n import catalogue
from scorekeeper.offline.phone.texts import INTERFACE

COUNTS = 200  # beyond, every language takes the form of the last one

TextsOfGames = tuple[tuple[str, frozenset[str]], ...]  # by slug; under an empty one those that all games share


def texts_in(sources: Iterable[str]) -> frozenset[str]:
    """Every text in Python code, rules and compiled templates, and so every text that a phone translates.

    Those of a game's `RULES` are left out: only rules pages and sheets, which a server makes, show them.
    """
    trees = [rules_version.without_titles(ast.parse(source)) for source in sources]
    return frozenset(text for tree in trees for text in _texts_of(compile(tree, "", "exec")))


def _texts_of(constant: object) -> Iterator[str]:
    """The texts among the constants of compiled code, and of what it defines."""
    if isinstance(constant, str):
        yield constant
    elif isinstance(constant, CodeType):
        yield from _texts_of(constant.co_consts)
    elif isinstance(constant, tuple | frozenset):
        for each in constant:
            yield from _texts_of(each)


@lru_cache
def messages_of(locale: str, texts: TextsOfGames) -> str:
    """`{"messages": {text: [forms]}, "games": {slug: {text: [forms]}}, "plural": [the form for 0, for 1, …]}`.

    What all games share stands in `messages`, what a game has beyond that among `games`.
    """
    words = catalogue(locale)
    by_game = dict(texts)
    shared = by_game.pop("")
    told = {
        "messages": _some(words.messages, shared),
        "games": {slug: _some(words.messages, own - shared) for slug, own in by_game.items()},
        "plural": [words.form(count) for count in range(COUNTS)],
    }
    return json.dumps(told, ensure_ascii=False, sort_keys=True)


def _some(messages: Mapping[str, object], texts: frozenset[str]) -> dict[str, object]:
    return {text: forms for text, forms in messages.items() if text in texts}


def stamp(text: str) -> str:
    """A short digest: equal texts have equal ones."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


TEMPLATE_FOLDERS = ("claims", "games", "home", "macros", "matches", "offline")
ALSO = ("base.html", "preferences/_languages.html", "rules/_cards.html")
RUNTIME = re.compile(r"^from jinja2\.runtime import .*\n", re.MULTILINE)
HINT = re.compile(r"""cond_expr_undefined\("(?:[^"\\]|\\.)*"\)|cond_expr_undefined\('(?:[^'\\]|\\.)*'\)""")


class OrderedCode(CodeGenerator):
    """Writes dicts as OrderedDict: MicroPython's own forget their order, and a template may count on it."""

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
    """The code of every template that the phone shows, by the template's name."""
    return {name: compile_one(environment, name) for name in sorted(environment.list_templates(filter_func=_is_shown))}


def passing(environment: Environment) -> list[str]:
    """The filters to which the compiled code passes Jinja's environment or context first."""
    return sorted(name for name, one in environment.filters.items() if getattr(one, "jinja_pass_arg", None))


def _is_shown(name: str) -> bool:
    return (name.split("/")[0] in TEMPLATE_FOLDERS and not name.endswith("/rules.html")) or name in ALSO


def compile_one(environment: Environment, name: str) -> str:
    """The code of one template, as the phone runs it."""
    own = environment.overlay()
    own.code_generator_class = OrderedCode
    source = own.loader.get_source(own, name)[0] if own.loader else ""
    code = own.compile(source, name=name, filename=None, raw=True)
    # MicroPython drops the `if 0`, and what is left without a yield would be no generator.
    code = code.replace("if 0: yield None", "if missing is None: yield None")
    return HINT.sub("cond_expr_undefined()", RUNTIME.sub("", code))


PACKAGE = Path(__file__).parent.parent
FOLDERS = ("pages", "offline/phone")  # besides the rules; all of it is written in the Python that MicroPython runs
I18N = f"from scorekeeper.offline.phone.texts import {', '.join(INTERFACE)}\n"
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
    files = _taken(sources, f"scorekeeper/games/{folder_of(slug)}/")
    pages = _taken(templates, f"games/{slug}/", unless=ICON)
    text = _json({"slug": slug, "files": files, "templates": pages})
    return GameFile(text, stamp(text), texts_in([*files.values(), *pages.values()]))


def _cover(game: Game, address: str) -> dict[str, Any]:
    """What lists show of a game (`scorekeeper.offline.phone.engine_parts`), and where the rest of it is."""
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
