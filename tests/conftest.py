"""What many tests start from: an application with an empty database of its own.

The application is loaded where it is asked for: tests of the rules neither need it nor fail with it.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import create_engine

MakeApp = Callable[..., Flask]
# One server for the whole run, so one worker has all of its tests: two at once would both make its tables.
POSTGRESQL = pytest.param("postgresql", marks=[pytest.mark.postgresql, pytest.mark.xdist_group("postgresql")])


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
def make_app(empty_database: Path, tmp_path: Path) -> Iterator[MakeApp]:
    """Makes applications on one new database; settings by name. Forms need no CSRF token unless it is asked for."""
    from scorekeeper.app import create_app
    from scorekeeper.models import db

    made: list[Flask] = []
    shutil.copyfile(empty_database, tmp_path / "scorekeeper.sqlite3")

    def make(**settings: object) -> Flask:
        usual = {
            "TESTING": True,
            "INSTANCE_PATH": str(tmp_path),
            "DATABASE_URL": f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}",
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
    """An application with an empty SQLite database."""
    return make_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a history."""
    return app.test_client()


@pytest.fixture(params=["sqlite", POSTGRESQL])
def any_app(request: pytest.FixtureRequest, make_app: MakeApp) -> Flask:
    """An application on each kind of database; PostgreSQL's is shared by the whole run, so never count its rows."""
    if request.param == "sqlite":
        return make_app()
    url = os.environ.get("SCOREKEEPER_TEST_POSTGRESQL")
    if not url:
        pytest.skip("SCOREKEEPER_TEST_POSTGRESQL names no database")
    from scorekeeper import schema
    from scorekeeper.models import db

    made = make_app(DATABASE_URL=url.replace("postgresql://", "postgresql+psycopg://"))
    with made.app_context():
        schema.upgrade(db.engine, Path(made.instance_path))
    return made
