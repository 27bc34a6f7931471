"""Caches shared by all applications of a test run: templates, URL rules, SQL, static files, password checks."""

from collections import defaultdict
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from flask import Flask
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from sqlalchemy import Dialect, Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule


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


@pytest.fixture(scope="session", autouse=True)
def _templates_are_compiled_once(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> None:
    """All applications have the same templates; compiling one takes some milliseconds."""
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "templates"
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
def _engine_is_made_once() -> None:
    """Applications with the same addresses build the same engine files; building them takes half a second."""
    from scorekeeper.web.views import pwa

    make_engine = pwa.make_engine
    made: dict[tuple[object, ...], Any] = {}

    def once(environment: Any, stand_ins: Path, urls: Any) -> Any:
        key = (urls.static, *sorted(urls.routes.items()), *sorted(urls.scripts.items()))
        if key not in made:
            made[key] = make_engine(environment, stand_ins, urls)
        return made[key]

    pwa.make_engine = once


@pytest.fixture(scope="session")
def _passwords_are_looked_at_once() -> None:
    """Estimating a password's strength takes milliseconds, and tests use few passwords."""
    from scorekeeper.clubs import accounts

    guesses = cache(accounts._guesses)
    accounts._guesses = lambda password, own_words: guesses(password, tuple(own_words))


@pytest.fixture(scope="session", autouse=True)
def _addresses_are_compiled_once() -> None:
    """Werkzeug parses each URL rule and compiles two functions for it, for every application again.

    That is most of the time for creating an application.
    """
    compiled: dict[tuple[object, ...], dict[str, Any]] = {}
    compile_rule = Rule.compile
    made = ("_parts", "_trace", "_converters", "arguments")
    builders = ("_build", "_build_unknown")

    def once(self: Rule) -> None:
        assert self.map is not None
        converters = tuple(self.map.converters.values())
        key = (self.rule, self.subdomain, self.host, self.merge_slashes, repr(self.defaults), converters)
        if key not in compiled:
            compile_rule(self)
            functions = {name: getattr(self, name).__func__ for name in builders}
            compiled[key] = {name: getattr(self, name) for name in made} | functions
        known = compiled[key]
        vars(self).update({name: known[name] for name in made})
        vars(self).update({name: known[name].__get__(self) for name in builders})

    Rule.compile = once  # type: ignore[method-assign]


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
