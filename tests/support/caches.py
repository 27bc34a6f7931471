"""Caches shared by all applications of a test run: templates, URL rules, SQL, static files, password checks."""

import os
import pickle
import threading
from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

import pytest
from flask import Blueprint, Flask
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from limits.storage import memory
from sqlalchemy import Dialect, Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache
from werkzeug.routing import Map, Rule


class Compiled(FileSystemBytecodeCache):
    """A Jinja bytecode cache shared by all applications and processes of the run."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self._known: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Loads the template's code if it was compiled before."""
        key = (bucket.key, bucket.checksum)
        if self._known.get(key) is None:
            super().load_bytecode(bucket)
            self._known[key] = bucket.code
        bucket.code = self._known[key]


@pytest.fixture(scope="session")
def folder_of_the_run(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that all processes of the run share."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


@pytest.fixture(scope="session", autouse=True)
def _templates_are_compiled_once(folder_of_the_run: Path) -> None:
    """All applications have the same templates; compiling one takes some milliseconds."""
    folder = folder_of_the_run / "templates"
    folder.mkdir(exist_ok=True)
    Flask.jinja_options = {"bytecode_cache": Compiled(folder)}


@pytest.fixture(scope="session")
def _static_files_are_read_once() -> None:
    """The version is a digest of all static files, which do not change during the run."""
    from scorekeeper.config import folder
    from scorekeeper.web import assets

    version_of = assets.version_of
    kept = {folder("static"): version_of(folder("static"))}
    assets.version_of = lambda static: kept.get(static) or version_of(static)


@pytest.fixture(scope="session")
def _engine_is_made_once(folder_of_the_run: Path) -> None:
    """Applications with the same addresses, in whichever process, build the same engine files, which takes seconds.

    Those with other addresses, as under a prefix, compile the same templates.
    """
    from scorekeeper.offline import bundle
    from scorekeeper.web import phone_engine

    make_engine, compiled = phone_engine.make_engine, bundle.compiled
    templates = folder_of_the_run / "engine-templates"
    made: dict[str, Any] = {}

    def build(*parts: Any) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bundle, "compiled", lambda environment: _kept(templates, partial(compiled, environment)))
            return make_engine(*parts)

    def once(environment: Any, stand_ins: Path, urls: Any) -> Any:
        parts = (urls.static, *sorted(urls.routes.items()), *sorted(urls.scripts.items()))
        key = sha256(repr(parts).encode()).hexdigest()
        if key not in made:
            made[key] = _kept(folder_of_the_run / f"engine-{key}", partial(build, environment, stand_ins, urls))
        return made[key]

    phone_engine.make_engine = once


def _kept(file: Path, make: Callable[[], Any]) -> Any:
    """Returns what another process of the run has kept in the file; if none has, makes it and keeps it there."""
    if not file.exists():
        whole = file.with_name(f"{file.name}-{os.getpid()}")
        whole.write_bytes(pickle.dumps(make()))
        whole.rename(file)
    return pickle.loads(file.read_bytes())


@pytest.fixture(scope="session")
def _passwords_are_looked_at_once() -> None:
    """Estimating a password's strength takes milliseconds, and tests use few passwords."""
    from scorekeeper.clubs import accounts

    guesses = cache(accounts._guesses)
    accounts._guesses = lambda password, own_words: guesses(password, tuple(own_words))


def _adds_an_address(deferred: Any) -> bool:
    """True for a function that a blueprint keeps to register one of its addresses with an application."""
    return bool(deferred.__qualname__.startswith(f"{Blueprint.add_url_rule.__qualname__}."))


class AllAtOnce:
    """All blueprints in one, whose three hundred addresses are put into a map once: that is most of an application."""

    def __init__(self, blueprints: tuple[Blueprint, ...]) -> None:
        self._blueprints = blueprints
        self._others = [[each for each in of.deferred_functions if not _adds_an_address(each)] for of in blueprints]
        self._kept: dict[tuple[str, ...], tuple[Map, dict[str, Any]]] = {}

    def register(self, app: Flask, options: dict[str, Any]) -> None:
        """Registers the blueprints; gives the application the map of one that had the same addresses before them."""
        had = tuple(map(repr, app.url_map.iter_rules()))
        for blueprint, others in zip(self._blueprints, self._others, strict=True):
            whole = blueprint.deferred_functions
            blueprint.deferred_functions = others if had in self._kept else whole
            blueprint.register(app, options)
            blueprint.deferred_functions = whole
        of_blueprints = {name: view for name, view in app.view_functions.items() if "." in name}
        app.url_map, views = self._kept.setdefault(had, (app.url_map, of_blueprints))
        app.view_functions |= views
        app.add_url_rule = partial(_add_to_own_map, app)  # type: ignore[method-assign]


def _add_to_own_map(app: Flask, *rule: Any, **options: Any) -> None:
    """Adds an address of a test to a map that no other application has."""
    shared, app.url_map = app.url_map, app.url_map_class()
    app.url_map.converters = shared.converters
    for each in shared.iter_rules():
        app.url_map.add(each.empty())
    del app.add_url_rule  # type: ignore[method-assign]
    app.add_url_rule(*rule, **options)


@pytest.fixture(scope="session")
def _addresses_are_mapped_once() -> None:
    """All applications have the same addresses."""
    from scorekeeper import app

    app.BLUEPRINTS = (AllAtOnce(app.BLUEPRINTS),)  # type: ignore[assignment,attr-defined]


@pytest.fixture(scope="session", autouse=True)
def _addresses_are_compiled_once() -> None:
    """Werkzeug writes a function for each rule; the address of static files is a new rule in each application."""
    compile_builder = Rule._compile_builder
    made: dict[tuple[object, ...], Any] = {}

    def once(rule: Rule, append_unknown: bool = True) -> Any:
        if rule.defaults:  # converters make texts of these
            return compile_builder(rule, append_unknown)
        key = (*rule._trace, append_unknown)
        if key not in made:
            made[key] = compile_builder(rule, append_unknown)
        return made[key]

    Rule._compile_builder = once  # type: ignore[assignment,method-assign]


class NoTimer:
    """A timer that never ends."""

    def __init__(self, *_given: object) -> None:
        pass

    def start(self) -> None:
        """Starts no thread."""

    def is_alive(self) -> bool:
        """True, so that nobody starts another one."""
        return True


@pytest.fixture(scope="session", autouse=True)
def _no_thread_forgets_counts() -> None:
    """No thread is started with each application, and with each request, to delete counts of rate limits that expired.

    Those are not counted anyway. `test_counts_never_fill_the_memory` has the threads back.
    """
    memory.threading = SimpleNamespace(**{**vars(threading), "Timer": NoTimer})  # type: ignore[assignment]


@pytest.fixture(scope="session", autouse=True)
def _statements_are_compiled_once() -> None:
    """All engines of a kind of database compile a statement to the same SQL.

    SQLAlchemy caches compiled statements by dialect object, and each engine has another one.
    """
    kept: defaultdict[type[Dialect], LRUCache[Any, Any]] = defaultdict(lambda: LRUCache(10_000))
    shared = property(lambda engine: kept[type(engine.dialect)], lambda _engine, _own: None)
    Engine._compiled_cache = shared  # type: ignore[assignment]
    DefaultDialect.__eq__ = lambda self, other: type(self) is type(other)  # type: ignore[method-assign]
    DefaultDialect.__hash__ = lambda self: hash(type(self))  # type: ignore[method-assign]
