"""Changes by another phone that do not make a write stale, and those that do."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.ledger.log import HARMLESS
from scorekeeper.store.models import Change, Match, db
from scorekeeper.web import links
from tests.offline.test_phone import engine, started
from tests.support.fuzzing import shared_out
from tests.support.matches import BURACO, TRUCO, keys, start, won, write
from tests.support.offline_phone import LonePhone, statuses

__all__ = ["engine", "started"]  # starts the engine in a browser

AS_JSON = {"Accept": "application/json"}
HAND = {"way": "quick", "winner,stake": "1,1"}
THEIRS = ledger.Write("Bruno's phone", device="theirs")
Elsewhere = Callable[[Match], object]


def sit(match: Match) -> Change:
    return ledger.sit(match, 1, THEIRS._replace(key=next(keys)))


def confirm(match: Match) -> Change:
    return ledger.confirm(match, 1, 1, THEIRS._replace(key=next(keys), seen=match.version))


def contest(match: Match) -> Change:
    return ledger.contest(match, 1, 1, won(1), THEIRS._replace(key=next(keys), seen=match.version))


def decline(match: Match) -> None:
    ledger.decline(match, "record", 2, {"winner,stake": "1,6"}, actor="Bruno's phone", key=next(keys))


MEANWHILE: dict[str, Elsewhere] = {
    "a side was chosen": sit,
    "a hand was confirmed": confirm,
    "a hand was contested": contest,
    "a hand was confirmed on a phone that sits": lambda match: [sit(match), confirm(match)],
    "a note was written": lambda match: write(ledger.annotate, match, 1, "misdeal"),
    "a clock was started": lambda match: write(ledger.set_clock, match, 40),
    "a clock was changed": lambda match: [write(ledger.set_clock, match, minutes) for minutes in (40, 60, 0)],
    "confirming was turned off": lambda match: write(ledger.set_confirming, match, ""),
    "a hand was discarded": decline,
}
CONFLICTS: dict[str, Elsewhere] = {
    "a hand was recorded": lambda match: write(ledger.record, match, won(0)),
    "a hand was corrected": lambda match: write(ledger.correct, match, 1, won(0)),
    "a hand was struck out": lambda match: write(ledger.strike, match, 1),
    "a hand was undone": lambda match: write(ledger.undo, match),
    "a hand was undone and redone": lambda match: [write(ledger.undo, match), write(ledger.redo, match)],
    "the match was ended": lambda match: write(ledger.finish, match),
    "a seat was renamed": lambda match: write(ledger.seat, match, 0, "Elsa"),
    "a hand was recorded before a note": lambda match: [
        write(ledger.record, match, won(0)), write(ledger.annotate, match, 1, "misdeal"),
    ],
}  # fmt: skip
WRITES = {
    "record": ("/hands", HAND),
    "correct": ("/hands/1", {**HAND, "hand": "1"}),
    "strike": ("/hands/1/strike", {}),
    "finish": ("/finish", {}),
    "rename": ("/names", {"seats.0": "Elsa"}),
}


def begin(app: Flask, head: dict[str, Any] = TRUCO, *entries: dict[str, Any]) -> str:
    """The URL of a match whose sides confirm every hand."""
    with app.test_request_context():
        match = start({**head, "about": {"confirm": "hands"}}, *(entries or [won(0, 3)]))
        base = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
        db.session.commit()
    return base


def elsewhere(app: Flask, act: Elsewhere) -> None:
    with app.app_context():
        act(db.session.scalars(select(Match)).one())
        db.session.commit()


def kinds(app: Flask) -> list[str]:
    with app.app_context():
        return list(db.session.scalars(select(Change.kind).order_by(Change.number)))


def send(client: FlaskClient, address: str, seen: int, **fields: str) -> Any:
    return client.post(address, data={**fields, "seen": seen, "key": next(keys)}, headers=AS_JSON)


def seen_by(client: FlaskClient, base: str) -> int:
    version: int = client.get(f"{base}/state.json").get_json()["version"]
    return version


def test_the_cases_are_all_harmless_kinds(app: Flask) -> None:
    begin(app)
    for act in MEANWHILE.values():
        elsewhere(app, act)
    assert set(kinds(app)[2:]) == HARMLESS


@pytest.mark.parametrize("meanwhile, kind", shared_out(product(MEANWHILE, WRITES), 0, 2))
def test_a_harmless_change_refuses_nothing_that_was_begun_before(
    app: Flask, client: FlaskClient, meanwhile: str, kind: str
) -> None:
    base = begin(app)
    seen = seen_by(client, base)
    elsewhere(app, MEANWHILE[meanwhile])
    path, fields = WRITES[kind]
    answer = send(client, f"{base}{path}", seen, **fields)
    assert answer.status_code == 200
    assert answer.json["state"]["version"] == seen_by(client, base)
    assert kinds(app)[-1] == {"rename": "seat"}.get(kind, kind)


@pytest.mark.parametrize("meanwhile, kind", shared_out(product(CONFLICTS, WRITES), 0, 2))
def test_a_change_of_hands_names_or_the_end_refuses_it_and_is_told(
    app: Flask, client: FlaskClient, meanwhile: str, kind: str
) -> None:
    base = begin(app)
    seen = seen_by(client, base)
    elsewhere(app, CONFLICTS[meanwhile])
    before = kinds(app)
    path, fields = WRITES[kind]
    answer = send(client, f"{base}{path}", seen, **fields)
    assert (answer.status_code, len(answer.json["changes"])) == (409, len(before) - seen)
    assert kinds(app) == before


def test_the_answer_has_the_hands_that_others_noted_meanwhile(app: Flask, client: FlaskClient) -> None:
    base = begin(app)
    seen = seen_by(client, base)
    elsewhere(app, MEANWHILE["a note was written"])
    hands = send(client, f"{base}/hands", seen, **HAND).json["state"]["hands"]
    assert [(hand["number"], hand["note"]) for hand in hands] == [(1, "misdeal"), (2, "")]


@pytest.mark.parametrize(
    "meanwhile, path, fields, status",
    [
        ("a note was written", "/undo", {}, 409),
        ("a clock was started", "/undo", {}, 409),
        ("a hand was confirmed", "/undo", {}, 200),
        ("a side was chosen", "/undo", {}, 200),
        ("a note was written", "/hands/1/note", {"note": "mine"}, 409),
        ("a note was written", "/hands/2/note", {"note": "mine"}, 200),
        ("a note was written", "/hands/1", {**HAND, "note": "mine"}, 409),
        ("a note was written", "/hands/2", {**HAND, "note": "mine"}, 200),
        ("a clock was started", "/clock", {"minutes": "20"}, 409),
        ("a note was written", "/clock", {"minutes": "20"}, 200),
        ("confirming was turned off", "/confirming", {"what": "result"}, 409),
        ("a clock was started", "/confirm", {"side": "0", "hand": "1"}, 200),
    ],
)
def test_nothing_is_undone_or_replaced_that_its_sender_has_not_seen(
    app: Flask, client: FlaskClient, meanwhile: str, path: str, fields: dict[str, str], status: int
) -> None:
    base = begin(app, TRUCO, won(0, 3), won(0, 1))
    seen = seen_by(client, base)
    elsewhere(app, MEANWHILE[meanwhile])
    assert send(client, f"{base}{path}", seen, **fields).status_code == status


@pytest.mark.parametrize("act", [ledger.approve, ledger.reopen])
def test_an_arbiter_decides_on_what_was_on_the_screen(app: Flask, act: Callable[..., Change]) -> None:
    with app.app_context():
        match = start(TRUCO, won(0, 12))
        if act is ledger.reopen:
            write(ledger.approve, match)
        with ledger.ruled(match, "miscounted"):
            write(ledger.annotate, match, 1, "misdeal")
            with pytest.raises(ledger.Stale):
                act(match, ledger.Write("Olga", next(keys), match.version - 1))


def test_a_question_of_the_form_is_still_asked_after_a_harmless_change(app: Flask, client: FlaskClient) -> None:
    """A stale page is checked like a current one."""
    part = {"melds": 100, "hand": 20, "clean": 0, "dirty": 0, "pot": "none"}
    base = begin(app, BURACO, {"sides": [part, part], "went_out": None})
    seen = seen_by(client, base)
    elsewhere(app, sit)
    parts = {f"sides.{side}.{name}": str(value) for side in (0, 1) for name, value in part.items()}
    sent = {"way": "hand", "asks": "went_out", **parts}
    late = send(client, f"{base}/hands", seen, **sent)
    assert (late.status_code, [problem["field"] for problem in late.json["problems"]]) == (422, ["went_out"])


@pytest.mark.parametrize("meanwhile", MEANWHILE)
def test_hands_of_a_phone_without_a_network_arrive_after_a_harmless_change(
    app: Flask, client: FlaskClient, meanwhile: str
) -> None:
    phone = LonePhone(client, begin(app))
    phone.record(1, 1)
    phone.record(0, 1)
    elsewhere(app, MEANWHILE[meanwhile])
    assert statuses(phone.send()) == [200, 200]
    assert kinds(app)[-2:] == ["record", "record"]
    phone.take()
    assert len(phone.kept["hands"]) == 3
