"""A full or read-only database: a plain sentence, nothing half-written, and recovery without a restart."""

import errno
import io
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Request
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session
from werkzeug.routing import BuildError

from scorekeeper.store import database
from scorekeeper.store.models import Base, db
from scorekeeper.web.views import about
from tests.support.fuzzing import shared_out
from tests.support.visitors import ENTRY, SENT, World, a_world
from tests.web.test_access import ROUTES

Fault = Callable[[Any, Any], None]  # done to every new connection of the database


def read_only(connection: Any, _record: Any) -> None:
    """Makes a connection read-only, as on a read-only disk, or on a standby server or a full tablespace."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA query_only = ON")
    else:
        connection.execute("SET default_transaction_read_only = on")
        connection.commit()


def full(connection: Any, _record: Any) -> None:
    """As of a full disk: the file cannot become any larger. PostgreSQL stops as a whole then; nothing to see here."""
    if not isinstance(connection, sqlite3.Connection):
        pytest.skip("PostgreSQL has no such limit")
    connection.execute("PRAGMA max_page_count = 1")  # SQLite makes of it: as many as there are


@contextmanager
def broken(app: Flask, fault: Fault) -> Iterator[None]:
    """A context in which every connection has the fault."""
    with app.app_context():
        engine = db.engine
    faulty = True

    def break_it(connection: Any, record: Any) -> None:
        if faulty:
            fault(connection, record)

    event.listen(engine, "connect", break_it)  # and stays: a server may be connecting while it would be removed
    engine.dispose()
    try:
        yield
    finally:
        faulty = False
        engine.dispose()


@pytest.fixture
def world(any_app: Flask) -> World:
    """The filled database, and a browser for every kind of visitor."""
    return a_world(any_app)


def everything(app: Flask) -> dict[str, list[Any]]:
    """All rows of all tables."""
    with app.app_context(), db.engine.connect() as connection:
        tables = Base.metadata.sorted_tables
        return {table.name: sorted(map(repr, connection.execute(table.select()))) for table in tables}


def calls(world: World, method: str) -> Iterator[tuple[str, str, str]]:
    """Every route of that method with the visitor who may do most there, and its address."""
    for name, rule in ROUTES.items():
        visitor = "owner" if "club" in rule.arguments else "scorer"
        if name.startswith(method) and not rule.rule.endswith(".pdf"):
            with suppress(BuildError):  # a route without values in `tests.support.visitors`; `test_access` fails for it
                yield name, visitor, world.address(rule, visitor)


@pytest.mark.parametrize("turn, fault", list(enumerate([read_only, full])))
def test_pages_can_be_read_as_ever(world: World, turn: int, fault: Fault) -> None:
    with world.app.app_context():
        turn += 2 * (db.engine.dialect.name == "postgresql")  # which is never full here
    with broken(world.app, fault):
        for name, visitor, address in shared_out(calls(world, "GET"), turn, 3):
            with world.browser(visitor).get(address) as answer:
                assert answer.status_code < 500 or name == "GET health.healthz", name


def test_what_cannot_be_written_is_told_so_and_nothing_is_half_written(world: World) -> None:
    before, refused = everything(world.app), set()
    with broken(world.app, read_only):
        for name, visitor, address in calls(world, "POST"):
            data = SENT.get(ROUTES[name].endpoint)
            with world.browser(visitor).post(address, data=data, headers={"Accept": "text/html"}) as answer:
                assert answer.status_code < 500 or answer.status_code == 503, name
                if answer.status_code == 503:
                    refused.add(name)
                    assert "Nothing was changed" in answer.text, (name, answer.text)
                    assert answer.headers["Retry-After"] == "60", name
    assert everything(world.app) == before
    assert {"POST hands.record", "POST hands.undo", "POST sittings.describe", "POST players.add"} <= refused


def test_a_load_balancer_is_told_that_nothing_can_be_written(any_app: Flask) -> None:
    client = any_app.test_client()
    assert client.get("/healthz").status_code == 200
    with broken(any_app, read_only):
        told = client.get("/healthz")
        assert (told.status_code, told.json["status"]) == (503, "cannot write")
    assert client.get("/healthz").status_code == 200


def test_a_full_disk_is_seen_by_writing_to_it_now_and_then(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    probes: list[Path] = []

    def no_room(dir: Path) -> None:
        probes.append(dir)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(database.tempfile, "TemporaryFile", no_room)
    client = app.test_client()
    assert [client.get("/healthz").status_code for _ in range(3)] == [503] * 3
    assert len(probes) == 1
    monkeypatch.undo()
    monkeypatch.setattr(about, "PROBE_HOLDS", 0)
    assert client.get("/healthz").status_code == 200


def test_it_is_well_again_by_itself(world: World) -> None:
    client, address = world.browser("scorer"), world.address(ROUTES["POST hands.record"], "scorer")
    with broken(world.app, read_only):
        told = client.post(address, data=ENTRY, headers={"Accept": "application/json"})
        assert (told.status_code, told.get_json()["error"]["hand"]) == (503, None)
        assert "Nothing was changed" in told.get_json()["error"]["message"]
    first, again = (client.post(address, data=ENTRY, headers={"Accept": "application/json"}) for _ in range(2))
    assert (first.status_code, first.get_json()["state"]["version"]) == (200, 3)
    assert again.get_json()["state"]["version"] == 3  # the same key: the same hand


@pytest.mark.sqlite
def test_a_full_disk_stops_at_a_whole_hand(world: World) -> None:
    """Hands are recorded until no page is left: those that were confirmed are there, and no other."""
    client, address = world.browser("scorer"), world.address(ROUTES["POST hands.note"], "scorer")
    state = f"{address.rsplit('/', 3)[0]}/state.json"
    confirmed, told = 2, None
    with broken(world.app, full):
        for number in range(1_000):
            note = {"note": f"{number} " + "x" * 150, "key": f"k{number}", "seen": str(confirmed)}
            told = client.post(address, data=note, headers={"Accept": "application/json"})
            if told.status_code != 200:
                break
            confirmed = told.get_json()["state"]["version"]
        assert told is not None
        assert told.status_code == 503
        assert client.get(state).get_json()["version"] == confirmed > 2
    assert client.get(state).get_json()["version"] == confirmed
    assert client.post(address, data=note, headers={"Accept": "application/json"}).status_code == 200
    with closing(sqlite3.connect(Path(world.app.instance_path) / "scorekeeper.sqlite3")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.sqlite
def test_a_file_that_has_become_read_only_is_told_of(world: World) -> None:
    """The file itself is opened read-only; the other tests only set a pragma."""
    file = Path(world.app.instance_path) / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with world.app.app_context():
        engine = db.engine
    engine.dispose()

    def open_for_reading(_dialect: Any, _record: Any, arguments: list[Any], options: dict[str, Any]) -> Any:
        return sqlite3.connect(f"file:{arguments[0]}?mode=ro", uri=True, check_same_thread=False, **{
            name: value for name, value in options.items() if name != "check_same_thread"
        })  # fmt: skip

    event.listen(engine, "do_connect", open_for_reading)
    try:
        client, address = world.browser("scorer"), world.address(ROUTES["POST hands.record"], "scorer")
        assert client.get(address.removesuffix("/hands")).status_code == 200
        told = client.post(address, data=ENTRY)
        assert (told.status_code, "Saving is not possible right now" in told.text) == (503, True)
    finally:
        event.remove(engine, "do_connect", open_for_reading)
        engine.dispose()
    assert client.post(address, data=ENTRY).status_code == 303


def test_a_hand_that_was_committed_is_confirmed_if_the_database_goes_away_then(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_session: Session) -> None:
        raise OperationalError("ROLLBACK", None, Exception("server closed the connection"))

    monkeypatch.setattr(Session, "close", gone)
    address = world.address(ROUTES["POST hands.record"], "scorer")
    assert world.browser("scorer").post(address, data=ENTRY).status_code == 303


def test_no_room_for_an_imported_file_is_told_of(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_about: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Request, "_get_file_stream", no_room)
    answer = world.browser("owner").post(
        world.address(ROUTES["POST import_export.preview"], "owner"), data={"file": (io.BytesIO(b"{}"), "a.jsonl")}
    )
    assert (answer.status_code, "The disk is full" in answer.text) == (503, True)
