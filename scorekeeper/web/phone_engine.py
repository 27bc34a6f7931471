"""The offline engine’s files for phones, built once and kept for later starts."""

import hashlib
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from flask import current_app, request, url_for

from scorekeeper import game_folders
from scorekeeper.config import folder
from scorekeeper.game_folders import FROM_PACKAGES
from scorekeeper.games import GAMES
from scorekeeper.i18n import LOCALES
from scorekeeper.offline.bundle import Engine, EngineUrls, GameFile, make_engine, messages_of
from scorekeeper.offline.phone.pages import ENDPOINTS
from scorekeeper.signatures import keys_of
from scorekeeper.web import assets
from scorekeeper.web.guide import help_url
from scorekeeper.web.page_parts import game_script, game_style

SUFFIXES = (".py", ".html", ".mo", ".po", ".json")  # of what the engine is made of, and of the cards of the library
building = Lock()  # held while the engine is built: the first phones of an evening ask for it at the same time


class Prepared(NamedTuple):
    """The engine's files for addresses below `root`, and the translations by language, built before the start."""

    root: str
    engine: Engine
    messages: dict[str, str]


prepared: list[Prepared] = []  # at most one
KEPT = "phones.json"  # in the cache of the instance folder


def kept_before(config: Mapping[str, Any]) -> Prepared | None:
    """Returns the engine and its translations as an earlier start has stored them; None if any of their files changed.

    `config` are the settings of the application, which need not have been created.
    """
    kept = assets.read_signed(_file(config), _purpose(config["PREFIX"]), keys_of(config))
    return None if kept is None else _read(json.loads(kept))


def prepare() -> Prepared:
    """Builds the engine and its translations, and stores them in a file; takes some seconds and tens of megabytes."""
    made = Prepared(request.script_root, engine(), {locale: translations(locale) for locale in LOCALES})
    config, content = current_app.config, json.dumps(made, default=sorted).encode()
    assets.write_signed(_file(config), _purpose(made.root), content, config["SECRET_KEY"])
    return made


def _file(config: Mapping[str, Any]) -> Path:
    return Path(config["INSTANCE_PATH"]) / "cache" / KEPT


def _read(kept: Any) -> Prepared:
    """Returns the values of the stored JSON, in which named tuples and sets are lists."""
    root, (text, digest, rules, games, texts, cards), messages = kept
    files = {slug: GameFile(code, name, frozenset(said)) for slug, (code, name, said) in games.items()}
    said_in = tuple((slug, frozenset(said)) for slug, said in texts)
    return Prepared(root, Engine(text, digest, rules, files, said_in, cards), messages)


def _purpose(root: str) -> str:
    """Returns the purpose of the kept file's signature: a digest of all that the engine is made of, below `root`.

    That is code, templates, translations and static files.
    """
    digest = hashlib.sha256(f"{root} {assets.version_of(folder('static'))} {sys.version}".encode())
    own = (Path(game_folders.__file__).parent, folder("templates"))
    for top in (*own, *(place.folder for _slug, place in sorted(FROM_PACKAGES.items()))):
        for file in sorted(path for path in top.rglob("*") if path.suffix in SUFFIXES):
            digest.update(f"{file.relative_to(top)} ".encode() + file.read_bytes())
    return f"engine {digest.hexdigest()}"


def engine() -> Engine:
    """Returns the offline engine's files for the running version; built by one thread, unless they were prepared."""
    with building:
        bundle: Engine | None = current_app.extensions.get("scorekeeper-engine")
        if bundle is None or current_app.debug:
            ready = [each.engine for each in prepared if each.root == request.script_root and not current_app.debug]
            bundle = current_app.extensions["scorekeeper-engine"] = ready[0] if ready else _build()
    return bundle


def translations(locale: str) -> str:
    """Returns the translations of a language as JSON (`bundle.messages_of`)."""
    ready = [each.messages[locale] for each in prepared if each.engine is engine()]
    return ready[0] if ready else messages_of(locale, engine().texts)


def _build() -> Engine:
    """Builds the engine's files, which takes about a second."""
    routes = {rule.endpoint: _plain(rule.rule) for rule in current_app.url_map.iter_rules()}
    scripts, styles = ({game.slug: part(game.slug) for game in GAMES} for part in (game_script, game_style))
    static = url_for("static", filename="")
    helped = {endpoint: help_url(endpoint) for endpoint in ENDPOINTS.values()}
    urls = EngineUrls(request.script_root, routes, helped, static, scripts, styles, address_of_game, address_of_card)
    return make_engine(current_app.jinja_env, folder("static") / "engine", urls)


def address_of_game(slug: str, digest: str) -> str:
    return url_for("engine.game_file", slug=slug, name=digest)


def address_of_card(slug: str, digest: str) -> str:
    return url_for("engine.card_file", slug=slug, name=digest)


def _plain(rule: str) -> str:
    """Returns a URL rule without converters: `/m/<int:number>` becomes `/m/<number>`."""
    return re.sub(r"<[^<>:]+:", "<", rule)
