"""`writing.save`: conflicts are detected, and nothing is written twice or in part."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert, select, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.inspection import inspect
from sqlalchemy.orm import Session

from scorekeeper import ledger
from scorekeeper.games.engine import history
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger import writing
from scorekeeper.ledger.commands import excerpt
from scorekeeper.ledger.erasing import erase
from scorekeeper.ledger.log import line_row, tidy_key
from scorekeeper.ledger.names import Names
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Hand, Match, db, now
from scorekeeper.web import links
from tests.store.test_faults import broken, read_only
from tests.support.matches import ALBASTINI, TRESETTE, TRUCO, keys, points, start, write
from tests.support.statements import counted_statements

ENTRY = {"points": [70, 50]}
# Columns that differ between two equal matches.
OF_ITS_OWN = {"id", "match_id", "sitting_id", "key", "at", "started_at", "changed_at"}


def told(row: Any) -> dict[str, Any]:
    """The columns of a row, without those in OWN."""
    values = {column.key: getattr(row, column.key) for column in inspect(type(row)).columns}
    return {name: value for name, value in values.items() if name not in OF_ITS_OWN}


def everything(match: Match) -> list[dict[str, Any]]:
    """The stored rows of the match, its hands and its log."""
    db.session.expire_all()
    hands = db.session.scalars(select(Hand).where(Hand.match_id == match.id).order_by(Hand.number))
    log = db.session.scalars(select(Change).where(Change.match_id == match.id).order_by(Change.number))
    return [told(row) for row in (match, *hands, *log)]


def committed(head: dict[str, Any] = ALBASTINI, *entries: dict[str, Any]) -> Match:
    match = start(head, *entries)
    db.session.commit()
    return match


def elsewhere(act: Callable[[Match], Change], match: Match) -> Change:
    """Runs a command in another session, as another request would."""
    with Session(db.engine, expire_on_commit=False) as session:
        change = act(session.get_one(Match, match.id))
        session.commit()
    return change


def test_what_a_command_answers_is_what_is_stored(any_app: Flask) -> None:
    with any_app.app_context():
        match = committed()
        change = ledger.record(match, ENTRY, ledger.Write(" Anna ", "k", match.version, "phone"))
        answered, (hand,) = told(change), [told(row) for row in change.touched or []]
        moved = told(match)
        db.session.commit()
        assert everything(match)[0] == moved
        assert everything(match)[1] == hand
        assert everything(match)[-1] == answered
        assert (change.actor, change.device, change.key, change.number) == ("Anna", "phone", "k", 2)


@pytest.mark.each_engine
def test_a_write_that_was_overtaken_is_stale_and_told_of(any_app: Flask) -> None:
    with any_app.app_context():
        match = committed()
        elsewhere(lambda theirs: write(ledger.record, theirs, {"points": [60, 60]}), match)
        before = match.version
        with pytest.raises(ledger.Stale) as stale:
            ledger.record(match, ENTRY, ledger.Write("Anna", "k", before))
        assert [change.hand for change in stale.value.changes] == [1]
        assert stale.value.version == match.version == before + 1
        db.session.rollback()
        assert len(ledger.hands(match)) == 1


def test_who_has_seen_more_than_was_loaded_here_may_write(any_app: Flask) -> None:
    with any_app.app_context():
        match = committed()
        theirs = elsewhere(lambda other: write(ledger.record, other, {"points": [60, 60]}), match)
        change = ledger.record(match, ENTRY, ledger.Write("Anna", "k", theirs.number))
        assert (change.number, match.hand_count) == (theirs.number + 1, 2)


def test_what_needs_to_have_seen_nothing_is_written_though_it_was_overtaken(any_app: Flask) -> None:
    with any_app.app_context():
        match = committed()
        theirs = elsewhere(lambda other: write(ledger.record, other, {"points": [60, 60]}), match)
        change = ledger.decline(match, "record", 1, ENTRY, actor="Anna", key="given up")
        assert change is not None
        assert change.number == theirs.number + 1
        again = ledger.decline(match, "record", 1, ENTRY, actor="Anna", key="given up")
        assert again is not None
        assert again.number == change.number


@pytest.mark.each_engine
def test_a_lock_set_meanwhile_is_found_out(any_app: Flask) -> None:
    with any_app.app_context():
        match = committed(ALBASTINI, ENTRY)
        seen = match.version
        elsewhere(lambda theirs: write(ledger.finish, theirs), match)
        elsewhere(lambda theirs: write(ledger.approve, theirs), match)
        with pytest.raises(Refusal, match="only an arbiter"):
            ledger.record(match, ENTRY, ledger.Write("Anna", "k", seen))


REFUSED = {"points": [70, 51]}


def test_what_the_rules_refuse_is_first_looked_for_by_its_key(any_app: Flask) -> None:
    with any_app.app_context():
        match = committed()
        first = ledger.record(match, ENTRY, ledger.Write("Anna", "k", match.version))
        assert ledger.record(match, REFUSED, ledger.Write("Anna", "k", match.version)).number == first.number
        with pytest.raises(Refusal):
            ledger.record(match, REFUSED, ledger.Write("Anna", "another", match.version))
        db.session.commit()
        assert (match.hand_count, len(everything(match))) == (1, 4)


def test_what_was_refused_for_what_is_no_longer_there_is_stale(any_app: Flask) -> None:
    with any_app.app_context():
        match = committed(ALBASTINI, ENTRY, ENTRY)
        seen = match.version
        for _hand in range(2):
            elsewhere(lambda theirs: write(ledger.undo, theirs), match)
        acts: list[tuple[Callable[..., Change], list[Any]]] = [
            (ledger.correct, [2, ENTRY]),
            (ledger.undo, []),
            (ledger.strike, [1]),
        ]
        for act, about in acts:
            loaded = db.session.get_one(Match, match.id, populate_existing=True)
            assert loaded.version == seen + 2  # reloaded, because the session had cached it
            loaded.version = seen
            db.session.expire(loaded)
            with pytest.raises(ledger.Stale):
                act(match, *about, ledger.Write("Anna", next(keys), seen))
            db.session.rollback()


def test_what_is_not_committed_is_not_there(any_app: Flask) -> None:
    with any_app.app_context():
        match = committed()
        before = everything(match)
        write(ledger.record, match, ENTRY)
        db.session.rollback()
        assert everything(match) == before


def test_a_database_that_cannot_be_written_to_says_so_and_keeps_the_match(any_app: Flask) -> None:
    with any_app.app_context():
        match = committed()
        number, before = match.id, everything(match)
        db.session.close()
    with broken(any_app, read_only), any_app.app_context():
        with pytest.raises(DBAPIError):
            write(ledger.record, db.session.get_one(Match, number), ENTRY)
        db.session.rollback()
    with any_app.app_context():
        assert everything(db.session.get_one(Match, number)) == before


def test_whoever_listens_is_told_once_of_every_change_of_a_result(
    any_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[int, str]] = []
    monkeypatch.setattr(writing, "_listeners", [])

    def note(match: Match) -> None:
        heard.append((match.version, match.status))

    for _time in range(2):
        writing.listen(note)
    with any_app.app_context():
        match = committed({**ALBASTINI, "options": {"target": 2}}, ENTRY)
        assert heard == []
        write(ledger.record, match, {"points": [120, 0]})
        assert heard == [(3, "finished")]
        write(ledger.approve, match)
        with ledger.ruled(match, "why"):
            write(ledger.reopen, match)
        erase(db.session, [match.sitting_id], Names({"Anna"}, "N. N. 1"))
        assert len(heard) == 1  # neither locking nor a name changes a result
        match = db.session.get_one(Match, match.id)
        write(ledger.undo, match)
        assert heard[1:] == [(7, "in_progress")]


def test_a_row_without_a_session_has_none() -> None:
    with pytest.raises(ValueError, match="no session"):
        session_of(Match())


def test_keys_are_made_to_fit() -> None:
    assert tidy_key("k" * 64) == "k" * 64
    assert tidy_key("") != tidy_key("")
    for too_long in ("k" * 65, "k" * 500, "\ud800" * 65):  # the last one cannot be encoded
        assert len(tidy_key(too_long)) == 64
        assert tidy_key(too_long) == tidy_key(too_long) != tidy_key(f"{too_long}k")


def test_a_write_that_its_phone_has_discarded_does_not_arrive_late(app: Flask) -> None:
    with app.app_context():
        match = committed()
        long = "k" * 64
        for key, declined in (("early", "early-declined"), (long, f"{long[:54]}-declined")):
            ledger.decline(match, "record", 1, ENTRY, actor="Anna", key=declined)
            with pytest.raises(ledger.Stale) as stale:
                ledger.record(match, ENTRY, ledger.Write("Anna", key, match.version))
            assert stale.value.changes == []


def test_a_write_without_a_key_is_no_retry_and_of_no_phone(app: Flask) -> None:
    with app.app_context():
        match = committed()
        changes = [ledger.record(match, ENTRY, ledger.Write("Anna")) for _time in range(2)]
        assert [(change.number, change.device) for change in changes] == [(2, None), (3, None)]


def test_only_lines_of_an_imported_log_are_marked_as_imported(app: Flask) -> None:
    with app.app_context():
        match = committed(ALBASTINI, ENTRY)
        for imported, marks in ((None, [False, False]), (1, [True, False]), (2, [True, True])):
            match.imported = imported
            assert [change.imported for change in ledger.changes(match)] == marks


def test_a_stale_write_is_told_of_the_fifty_newest_changes(app: Flask) -> None:
    with app.app_context():
        match = committed(ALBASTINI)
        row = {"match_id": match.id, "at": now()}
        line = history.change_of("record", {}, {}, 1)
        lines = [{**line_row(number, f"line {number}", "Carla", line), **row} for number in range(2, 54)]
        db.session.execute(insert(Change), lines)
        match.version = 53
        with pytest.raises(ledger.Stale) as stale:
            ledger.record(match, ENTRY, ledger.Write("Anna", "k", 1))
        assert [change.number for change in stale.value.changes] == list(range(4, 54))


def a_link(app: Flask, may: str, head: dict[str, Any], *entries: dict[str, Any]) -> tuple[str, int]:
    """The URL of a new match with these hands, and its version."""
    with app.app_context():
        match = committed(head, *entries)
        token = links.token(links.make_link(match.sitting, may))
        db.session.commit()
        return f"/s/{token}/m/{match.number}", match.version


FORM = {"way": "points", "points.0": "70", "points.1": "50", "key": "one"}
CONFIRMED = {**ALBASTINI, "about": {"confirm": "hands"}}
SHORT = {**ALBASTINI, "options": {"target": 1}}


@pytest.mark.parametrize(
    "head, form",
    [(ALBASTINI, {}), (CONFIRMED, {}), (SHORT, {"points.0": "120", "points.1": "0"})],
    ids=["the usual hand", "sides confirm", "the last hand"],
)
@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_the_same_form_twice_is_one_hand(
    app: Flask, client: FlaskClient, head: dict[str, Any], form: dict[str, str], accept: str
) -> None:
    address, seen = a_link(app, "score", head)
    sent = {**FORM, "seen": str(seen), **form}
    first, again = (client.post(f"{address}/hands", data=sent, headers={"Accept": accept}) for _ in range(2))
    assert first.status_code == again.status_code == (200 if accept == "application/json" else 303)
    assert len(client.get(f"{address}/state.json").get_json()["hands"]) == 1


@pytest.mark.parametrize("lost", ["before", "after"])
def test_a_commit_of_which_nothing_is_heard_is_made_up_for_by_the_next_attempt(
    any_app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    any_app.config["PROPAGATE_EXCEPTIONS"] = False
    address, seen = a_link(any_app, "score", ALBASTINI)
    sent = {"data": {**FORM, "seen": str(seen)}, "headers": {"Accept": "application/json"}}
    commit = Session.commit

    def failing(session: Session) -> None:
        if lost == "after":
            commit(session)
        raise OperationalError(None, None, Exception("connection lost"))

    with monkeypatch.context() as breaking:
        breaking.setattr(Session, "commit", failing)
        assert client.post(f"{address}/hands", **sent).status_code == 503  # type: ignore[arg-type]
    assert client.post(f"{address}/hands", **sent).status_code == 200  # type: ignore[arg-type]
    assert [hand["points"] for hand in client.get(f"{address}/state.json").get_json()["hands"]] == [[1, 0]]


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "act",
    [
        lambda match: ledger.call(match, "propose", 0, 0),
        lambda match: ledger.check_open(match.sitting),
        lambda match: erase(db.session, [match.sitting_id], Names(["Zoe"], "N. N. 1")),
    ],
    ids=["a call", "a change around the match", "erasing"],
)
def test_nothing_that_a_change_depends_on_is_read_before_its_turn(app: Flask, act: Callable[[Match], object]) -> None:
    with app.app_context():
        match = committed(TRUCO)
        with counted_statements() as sent:
            act(match)
        assert sent[0] == "BEGIN IMMEDIATE"


def test_a_command_reads_no_hands_before_the_one_that_the_changed_hand_follows(app: Flask) -> None:
    with app.app_context():
        match = committed(ALBASTINI, *[ENTRY] * 4)
        assert [sorted(excerpt(match, first).hands) for first in (None, 3)] == [[], [2, 3, 4]]


def test_errors_of_the_driver_are_those_of_sqlalchemy(any_app: Flask) -> None:
    with any_app.app_context():
        match = committed()
        db.session.execute(text("ALTER TABLE hand RENAME TO elsewhere"))
        with pytest.raises(DBAPIError, match="hand"):
            write(ledger.record, match, ENTRY)


def test_one_loader_finds_the_match_and_nothing_by_a_wrong_link(any_app: Flask) -> None:
    with any_app.app_context():
        match = committed(TRESETTE, points(6, 5))
        link = links.make_link(match.sitting, "score", "Anna")
        db.session.commit()
        number, token = match.number, links.token(link)
        stored = told(match)
        db.session.expunge_all()
        access, found = links.open_match(token, number) or (None, None)
        assert access is not None
        assert found is not None
        assert told(found) == stored
        assert (access.may, access.link.label, access.link.id) == ("score", "Anna", link.id)
        assert access.sitting is found.sitting
        stolen = token.partition("-")[2]
        for wrong in (f"{token}x", token.replace("-", "-x"), "1-", "", "0-x", f"{link.id + 1}-{stolen}"):
            assert links.open_match(wrong, number) is None
        assert links.open_match(token, number + 1) == (access, None)
