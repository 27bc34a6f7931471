"""Fixtures of many tests: an application with an empty database of its own.

The application is imported in the fixtures only: tests of the rules neither need it nor fail with it.

Tests with an application run on SQLite. Tests of things that differ between databases run on PostgreSQL too: they are
marked `each_engine` or have the fixture `new_database`. By day every third one does in a module that is marked so as a
whole, or of those in a module that have the fixture `any_app`.
`--engines all` runs every test on both, as `make test-all` does at night; `--engines sqlite` and `--engines postgresql`
run only on that one.
"""

import gc
import shutil
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from sqlalchemy import create_engine

from tests.support.databases import Server, server
from tests.support.fuzzing import FUZZING

# Caches for all applications, the tests that this machine cannot run, papers that are not fitted.
pytest_plugins = [f"tests.support.{name}" for name in ("caches", "machine", "unfinished", "usual_size")]
MakeApp = Callable[..., Flask]
USUAL = {
    "TESTING": True,
    "SECRET_KEY": "a key for tests",
    "SQLITE_SYNCHRONOUS": "OFF",  # no test cuts the power, and each would wait for the disk
    "WTF_CSRF_ENABLED": False,
}
ENGINES = ("sqlite", "postgresql")
# Names that modules import which try more at night: of tests.support.fuzzing, and of tests.browser.
AT_NIGHT = {"FUZZING", "in_turn", "scheme_in_turn", "shared_out", "tries", "violations_in_turn"}
TURNS = 3  # by day, of tests that take turns to run on PostgreSQL
TAKES_TURNS: Counter[str] = Counter()  # by module: how many of its tests do


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option for the databases to test on."""
    parser.addoption(
        "--engines", choices=("usual", "all", *ENGINES), default="usual", help="which databases tests run on"
    )


def pytest_configure() -> None:
    """The same random examples every time, or many new ones."""
    settings.load_profile("fuzz" if FUZZING else "usual")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collects tests, in each process other modules first.

    Without garbage collection, which would look at the thousands of tests again and again.
    """
    gc.disable()
    try:
        if session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            _import_own_share(**getattr(session.config, "workerinput", {}))
        return (yield)
    finally:
        gc.enable()


def _import_own_share(workerid: str = "gw0", workercount: int = 1, **_others: object) -> None:
    """Imports other test modules first in each process, so that on a new machine each module is compiled once.

    Otherwise all processes import, and so compile, the same modules at the same time.
    """
    if workercount == 1:
        return
    root = Path(__file__).parents[1]
    names = sorted(".".join(path.relative_to(root).with_suffix("").parts) for path in root.glob("tests/**/test_*.py"))
    for name in names[int(workerid.removeprefix("gw")) :: workercount]:
        with suppress(Exception):  # collecting it shows what is wrong
            import_module(name)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Runs tests of a minute first, so that the other processes do not wait for them at the end.

    Tests of modules that try more examples at night are marked `fuzz`. Tests marked `night` run only then, those
    marked `release` with `-m release` only.
    """
    nightly = {item for item in items if item.get_closest_marker("night")}
    left_out = set() if FUZZING or config.getoption("engines") == "all" else nightly
    if config.getoption("markexpr") != "release":
        left_out = left_out | {item for item in items if item.get_closest_marker("release")}
    for item in items:
        if item in nightly or (isinstance(item, pytest.Function) and AT_NIGHT & vars(item.module).keys()):
            item.add_marker(pytest.mark.fuzz)
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=list(left_out))
    items.sort(key=lambda item: "trust" not in item.path.parts)


def pytest_collection_finish() -> None:
    """Exempts all that is loaded by now from garbage collection; looks for the rest less often, which saves a tenth.

    Laying out a page makes a million objects, among which a collection would find nothing to free.
    """
    gc.freeze()
    gc.set_threshold(1_000_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Exempts what is left at the end from pytest's second garbage collection, which would take a second."""
    gc.freeze()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs each test with a database on the engines that it needs."""
    if "engine_name" not in metafunc.fixturenames:
        return
    marks = {"postgresql": [pytest.mark.postgresql]}
    engines = [pytest.param(each, marks=marks.get(each, [])) for each in _engines_of(metafunc)]
    metafunc.parametrize("engine_name", engines)


def _engines_of(metafunc: pytest.Metafunc) -> tuple[str, ...]:
    chosen: str = metafunc.config.getoption("engines")
    for engine, other in (ENGINES, ENGINES[::-1]):
        if metafunc.definition.get_closest_marker(engine) is not None:
            return () if chosen == other else (engine,)
    if chosen in ENGINES:
        return (chosen,)
    marked = any(mark.name == "each_engine" for mark in metafunc.definition.own_markers)
    if chosen == "all" or marked or "new_database" in metafunc.fixturenames or _has_its_turn(metafunc):
        return ENGINES
    return ("sqlite",)


def _has_its_turn(metafunc: pytest.Metafunc) -> bool:
    """True if the test takes turns to run on PostgreSQL, and this is one: by day the first, fourth, … of its module."""
    of_module = metafunc.definition.get_closest_marker("each_engine") is not None
    if not of_module and "any_app" not in metafunc.fixturenames:
        return False
    TAKES_TURNS[metafunc.module.__name__] += 1
    return FUZZING or TAKES_TURNS[metafunc.module.__name__] % TURNS == 1


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL server; without one, the tests that need it are skipped with the reason."""
    with server() as found:
        if isinstance(found, str):
            pytest.skip(found)
        yield found


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with all tables and nothing in them, made by the migrations once a run."""
    from scorekeeper.store import upgrade

    folder = tmp_path_factory.mktemp("database")
    engine = create_engine(f"sqlite:///{folder / 'empty.sqlite3'}")
    upgrade.upgrade(engine, folder)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode = WAL")  # a file's first connection waits for the disk for it
    engine.dispose()
    return folder / "empty.sqlite3"


@pytest.fixture
def database_url(engine_name: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with all tables and nothing in them."""
    if engine_name == "postgresql":
        found: Server = request.getfixturevalue("postgresql")
        return found.emptied(tmp_path)
    shutil.copyfile(request.getfixturevalue("empty_database"), tmp_path / "scorekeeper.sqlite3")
    return f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"


@pytest.fixture
def make_app(
    database_url: str,
    tmp_path: Path,
    _static_files_are_read_once: None,
    _addresses_are_mapped_once: None,
    _engine_is_made_once: None,
    _passwords_are_looked_at_once: None,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[MakeApp]:
    """Makes applications on one new database; settings by name. Forms need no CSRF token by default.

    Hashing of passwords takes no time here; real hashes are tested with the command line.
    """
    from scorekeeper.app import create_app
    from scorekeeper.clubs import accounts
    from scorekeeper.store.models import db

    monkeypatch.setattr(accounts, "STRENGTH", "pbkdf2:sha1:1")
    made: list[Flask] = []

    def make(**settings: object) -> Flask:
        made.append(create_app({**USUAL, "INSTANCE_PATH": str(tmp_path), "DATABASE_URL": database_url, **settings}))
        return made[-1]

    yield make
    for app in made:
        with app.app_context():
            db.engine.dispose()


@pytest.fixture(scope="session")
def shared_app(
    empty_database: Path, tmp_path_factory: pytest.TempPathFactory, _addresses_are_mapped_once: None
) -> Iterator[Flask]:
    """The application of all tests that are marked `shares`, with one SQLite database and without rate limits."""
    from scorekeeper.app import create_app
    from scorekeeper.store.models import db

    folder = tmp_path_factory.mktemp("shared")
    file = shutil.copyfile(empty_database, folder / "scorekeeper.sqlite3")
    where = {"INSTANCE_PATH": str(folder), "DATABASE_URL": f"sqlite:///{file}", "RATELIMIT_ENABLED": False}
    app = create_app(USUAL | where)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def app(make_app: MakeApp, engine_name: str, request: pytest.FixtureRequest) -> Flask:
    """An application with an empty database, or for tests marked `shares` one that others have used before."""
    if engine_name != "sqlite" or request.node.get_closest_marker("shares") is None:
        return make_app()
    shared: Flask = request.getfixturevalue("shared_app")
    return shared


@pytest.fixture
def in_app(app: Flask) -> Iterator[None]:
    """The test runs in the application's context."""
    with app.app_context():
        yield


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a history."""
    return app.test_client()


@pytest.fixture
def public(app: Flask, monkeypatch: pytest.MonkeyPatch) -> str:
    """The public address of the application: without one there are no codes."""
    monkeypatch.setitem(app.config, "PUBLIC_URL", "https://cards.example.org")
    return str(app.config["PUBLIC_URL"])


@pytest.fixture
def any_app(app: Flask) -> Flask:
    """An application on each kind of database, by day in turn: for tests of the database itself."""
    return app


@pytest.fixture
def new_database(engine_name: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables."""
    if engine_name == "postgresql":
        found: Server = request.getfixturevalue("postgresql")
        return found.new()
    return f"sqlite:///{tmp_path / 'new.sqlite3'}"
