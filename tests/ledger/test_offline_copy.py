"""The copy of a match that a phone takes along: what it can undo and redo, and confirmations; discarded changes."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import insert
from sqlalchemy.orm import Session

from scorekeeper import ledger
from scorekeeper.games.engine import history
from scorekeeper.ledger.log import line_row
from scorekeeper.store.models import Change, Match, db, now
from scorekeeper.web import links
from tests.support.matches import TRESETTE, TRUCO, points, start, won, write

pytestmark = pytest.mark.usefixtures("in_app")

CONFIRMED = {**TRUCO, "about": {"confirm": "hands"}}
HONOURS = {**points(8, 3), "honours": [{"player": "Anna", "kind": "napoletana", "suit": "coins"}]}


def add_lines(match: Match, times: int, kind: str, after: dict[str, Any]) -> None:
    """Adds so many lines to the log; each stands on the one before in the undo stack."""
    numbers = range(match.version + 1, match.version + times + 1)
    line = history.change_of(kind, {"hands": {}}, after)
    about = {"match_id": match.id, "at": now()}
    rows = [line_row(number, f"line {number}", "", line, under=number - 1, **about) for number in numbers]
    db.session.execute(insert(Change), rows)
    match.version = numbers[-1]


def lines_of(copy: Any, stack: str) -> list[tuple[str, int | None]]:
    return [(line["kind"], line["hand"]) for line in copy[stack]]


def test_a_phone_undoes_what_came_after_the_last_change_of_the_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    start(TRUCO, *[won(0)] * 6)  # another match
    match = start(TRUCO, won(0))
    write(ledger.set_clock, match, 90)
    for hand in (2, 3, 4):
        write(ledger.record, match, won(hand % 2))
    write(ledger.finish, match)
    write(ledger.undo, match)
    write(ledger.undo, match)
    db.session.commit()
    db.session.refresh(match)
    monkeypatch.setattr(Session, "get_one", None)  # all lines are read with one query for each stack
    copy = ledger.offline_copy_of(match)
    assert lines_of(copy, "done") == [("record", 2), ("record", 3)]
    assert lines_of(copy, "undone") == [("finish", None), ("record", 4)]


def test_a_phone_undoes_the_newest_hundred_changes() -> None:
    match = start(TRUCO)
    add_lines(match, 102, "record", {"hands": {}})
    match.undo_top = match.version
    keys = [line["key"] for line in ledger.offline_copy_of(match)["done"]]
    assert keys == [f"line {number}" for number in range(4, 104)]


def test_a_match_logs_a_hundred_discarded_changes() -> None:
    match = start(TRUCO)
    add_lines(match, 99, "decline", {"declined": {"kind": "record", "entry": {}}})
    logged = [ledger.decline(match, "record", 1, won(0), actor="", key=key) for key in ("one", "two")]
    assert [change and change.number for change in logged] == [101, None]


def test_a_phone_without_a_side_has_only_its_own_entries_to_confirm() -> None:
    match = start(CONFIRMED)
    ledger.record(match, won(0), ledger.Write("Anna", "k", match.version, "phone-a"))
    for device, hands in (("phone-a", [1]), ("phone-b", []), ("", [])):
        confirming = ledger.offline_copy_of(match, device=device)["confirming"]
        assert confirming is not None
        assert [voice["hand"] for voice in confirming["voices"]] == hands, device


def test_what_was_confirmed_or_can_be_undone_has_the_current_names_on_phones() -> None:
    match = start({**TRESETTE, "options": {"honours": True}, "about": {"confirm": "hands"}}, HONOURS)
    write(ledger.confirm, match, 1, 1)
    write(ledger.seat, match, 0, "Zoe")
    write(ledger.annotate, match, 1, "late")
    copy: Any = ledger.offline_copy_of(match)
    confirmed = [voice["content"]["said"]["entry"] for voice in copy["confirming"]["voices"]]
    undone = [line[when]["hands"]["1"]["entry"] for line in copy["done"] for when in ("before", "after")]
    assert [entry["honours"][0]["player"] for entry in (*confirmed, *undone)] == ["Zoe"] * 3


@pytest.mark.parametrize("kind", ["record", "correct", "strike", "note", "undo", "redo", "finish"])
def test_every_change_that_a_phone_makes_without_a_network_can_be_discarded(client: FlaskClient, kind: str) -> None:
    match = start(TRUCO, won(0))
    token = links.token(links.make_link(match.sitting, "score"))
    db.session.commit()
    answer = client.post(f"/s/{token}/m/1/declined", data={"kind": kind, "hand": "1", "entry": "{}"})
    assert answer.status_code == 200
    assert ledger.changes(match)[-1].after["declined"]["kind"] == kind
