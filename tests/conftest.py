"""What many tests start from: an application with an empty database of its own.

The application is loaded where it is asked for: tests of the rules neither need it nor fail with it.

Whatever asks for an application runs on SQLite and on PostgreSQL, but for the folders and modules of ONE_ENGINE, which
usually leave PostgreSQL out. `--engines postgresql` runs those on it too, and nothing on SQLite; `--engines sqlite` the
other way round.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import create_engine
from werkzeug.routing import Rule

from tests.databases import Server, server

pytest_plugins = ["tests.machine"]  # skips what this machine cannot run
MakeApp = Callable[..., Flask]
ENGINES = ("sqlite", "postgresql")
# What these ask is not the database's business: they draw pages, write papers, read forms, or knock at doors.
ONE_ENGINE = (
    "browser", "documents", "games", "micropython", "sheets", "test_access.py", "test_assets.py", "test_claims.py",
    "test_comfort.py", "test_engine_bundle.py", "test_entry_forms.py", "test_fuzz.py", "test_fuzz_files.py",
    "test_fuzz_forms.py", "test_i18n.py", "test_languages.py", "test_logo.py", "test_look.py", "test_night_papers.py",
    "test_nothing_is_left_in_english.py", "test_over.py", "test_pages.py", "test_proofs.py", "test_rules_pages.py",
    "test_start.py", "test_still.py", "test_translations.py", "test_without_pango.py",
)  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    """On which databases."""
    parser.addoption("--engines", choices=("usual", *ENGINES), default="usual", help="which databases tests run on")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test that asks for a database once on each kind."""
    if "engine_name" not in metafunc.fixturenames:
        return
    marks = {"postgresql": [pytest.mark.postgresql]}
    engines = [pytest.param(each, marks=marks.get(each, [])) for each in _engines_of(metafunc)]
    metafunc.parametrize("engine_name", engines)


def _engines_of(metafunc: pytest.Metafunc) -> tuple[str, ...]:
    chosen: str = metafunc.config.getoption("engines")
    if metafunc.definition.get_closest_marker("sqlite") is not None:
        return () if chosen == "postgresql" else ("sqlite",)
    if chosen != "usual":
        return (chosen,)
    place = metafunc.definition.path.relative_to(Path(__file__).parent)
    once = {place.parts[0], place.name} & set(ONE_ENGINE) and "any_app" not in metafunc.fixturenames
    return ENGINES[:1] if once else ENGINES


@pytest.fixture(scope="session", autouse=True)
def _addresses_are_compiled_once() -> None:
    """Werkzeug compiles two functions for every address of an application, for nearly every test the same ones again.

    That is most of what making an application takes.
    """
    compiled: dict[tuple[object, ...], Any] = {}
    compile_builder = Rule._compile_builder

    def once(self: Rule, append_unknown: bool = True) -> Any:
        key = (self.rule, tuple(self._trace), repr(self.defaults), append_unknown)
        if key not in compiled:
            compiled[key] = compile_builder(self, append_unknown)
        return compiled[key]

    Rule._compile_builder = once  # type: ignore[method-assign]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL server; where there is none, the tests that need one are skipped and say so."""
    with server() as found:
        if isinstance(found, str):
            pytest.skip(found)
        yield found


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with all tables and nothing in them, made by the migrations once a run."""
    from scorekeeper import schema

    folder = tmp_path_factory.mktemp("database")
    engine = create_engine(f"sqlite:///{folder / 'empty.sqlite3'}")
    schema.upgrade(engine, folder)
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
def make_app(database_url: str, tmp_path: Path) -> Iterator[MakeApp]:
    """Makes applications on one new database; settings by name. Forms need no CSRF token unless it is asked for."""
    from scorekeeper.app import create_app
    from scorekeeper.models import db

    made: list[Flask] = []

    def make(**settings: object) -> Flask:
        usual = {
            "TESTING": True,
            "INSTANCE_PATH": str(tmp_path),
            "DATABASE_URL": database_url,
            "SECRET_KEY": "a key for tests",
            "SQLITE_SYNCHRONOUS": "NORMAL",
            "WTF_CSRF_ENABLED": False,
        }
        made.append(create_app(usual | settings))
        return made[-1]

    yield make
    for app in made:
        with app.app_context():
            db.engine.dispose()


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """An application with an empty database."""
    return make_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a history."""
    return app.test_client()


@pytest.fixture
def any_app(app: Flask) -> Flask:
    """An application on each kind of database, in every module: for what is asked of the database itself."""
    return app


@pytest.fixture
def new_database(engine_name: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables."""
    if engine_name == "postgresql":
        found: Server = request.getfixturevalue("postgresql")
        return found.new()
    return f"sqlite:///{tmp_path / 'new.sqlite3'}"
