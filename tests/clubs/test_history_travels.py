"""A match is exported and imported with its whole log; a log that does not lead to its hands is refused."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import exporting, importing
from scorekeeper.clubs.standings import Period
from scorekeeper.games.engine import history
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger.log_exchange import KINDS
from scorekeeper.ledger.rescoring import differences
from scorekeeper.ledger.writing import save
from scorekeeper.store.club_models import Club, ClubSitting
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Match, db
from tests.clubs.evenings import a_club, begin
from tests.support.matches import points, shown, won, write

FOUR = ("Anna", "Bruno", "Carla", "Dino")
Document = dict[str, Any]


def exported(club: Club) -> list[bytes]:
    db.session.flush()
    return [line.encode() for line in exporting.match_lines(club, Period())]


def an_eventful_match(club: Club) -> Match:
    """A match with every kind of change except rescoring."""
    match = begin(club, *FOUR, game="tresette")
    write(ledger.record, match, points(8, 3))
    write(ledger.record, match, points(2, 9))
    write(ledger.correct, match, 1, points(7, 4))
    write(ledger.strike, match, 2)
    write(ledger.undo, match)
    write(ledger.undo, match)
    write(ledger.redo, match)
    write(ledger.annotate, match, 1, "after a long talk")
    write(ledger.set_clock, match, 90)
    write(ledger.set_confirming, match, "hands")
    for side, phone in enumerate(("phone-1", "phone-2")):
        key = f"sit-{side}"
        ledger.sit(match, side, ledger.Write("Anna", key, match.version, phone))
    ledger.confirm(match, 1, 1, ledger.Write("Carla", "agreed", match.version, "phone-2"))
    ledger.contest(match, 1, 2, points(4, 7), ledger.Write("Carla", "contested", match.version, "phone-2"))
    write(ledger.seat, match, 3, "Dora")
    write(ledger.undo, match)
    write(ledger.redo, match)
    write(ledger.record, match, points(11, 0))
    write(ledger.finish, match)
    ledger.decline(match, "record", 4, points(6, 5), actor="Bruno", key="given up")
    write(ledger.approve, match)
    with ledger.ruled(match, "The others protested"):
        write(ledger.correct, match, 3, points(10, 1))
        write(ledger.reopen, match)
    write(ledger.undo, match)
    return match


def a_match_that_newer_rules_scored(club: Club) -> Match:
    """A match rescored after a change of the rules."""
    match = begin(club, *FOUR)
    write(ledger.record, match, won(0, 3))
    after = {"scores": {"1": {"was": [1, 0], "now": [3, 0]}}, "totals": {"was": [1, 0], "now": [3, 0]}}
    rescored = history.change_of("rescore", {}, after, rescored=match.version + 1)
    save(match, ledger.Write("", "newer"), lambda _match: rescored)
    save(match, ledger.Write("", "erased"), lambda _match: history.change_of("erase", {}, {}))
    return match


def matches_of(club: Club) -> list[Match]:
    ours = select(Match).join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
    return list(db.session.scalars(ours.where(ClubSitting.club_id == club.id).order_by(Match.id)))


def log_of(match: Match) -> list[dict[str, Any]]:
    names = [column.name for column in Change.__table__.columns if column.name not in ("match_id", "key")]
    return [{name: getattr(change, name) for name in names} for change in ledger.changes(match)]


@pytest.mark.parametrize("played", [an_eventful_match, a_match_that_newer_rules_scored])
def test_a_match_goes_elsewhere_with_its_whole_history(any_app: Flask, played: Callable[[Club], Match]) -> None:
    with any_app.app_context():
        here, there = a_club(*FOUR), a_club(*FOUR)
        ours = played(here)
        lines = exported(here)
        assert importing.import_matches(there, lines, actor="Olga") == 1
        (theirs,) = matches_of(there)
        assert [json.loads(line) for line in exported(there)] == [json.loads(line) for line in lines]
        assert log_of(theirs) == log_of(ours)
        assert shown(theirs) == shown(ours)
        for name in (
            "version",
            "undo_top",
            "redo_top",
            "locked",
            "rescored",
            "stopped",
            "hand_count",
            "started_at",
            "setup",
        ):
            assert getattr(theirs, name) == getattr(ours, name), name
        assert differences(session_of(theirs), theirs) == []


def test_every_kind_of_change_has_gone_elsewhere(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club()
        done = [*log_of(an_eventful_match(club)), *log_of(a_match_that_newer_rules_scored(club))]
        assert {line["kind"] for line in done} == set(KINDS)


def test_undo_goes_on_elsewhere(any_app: Flask) -> None:
    with any_app.app_context():
        here, there = a_club(), a_club()
        ours = an_eventful_match(here)
        importing.import_matches(there, exported(here), actor="")
        (theirs,) = matches_of(there)
        while ours.undo_top is not None:
            write(ledger.undo, ours)
            write(ledger.undo, theirs)
            assert shown(theirs) == shown(ours)
        write(ledger.redo, ours)
        write(ledger.redo, theirs)
        assert shown(theirs) == shown(ours)


def test_matches_of_an_evening_stay_together(any_app: Flask) -> None:
    with any_app.app_context():
        here, there = a_club(), a_club()
        first = begin(here, *FOUR)
        second = ledger.rematch(first, actor="", key="again")
        write(ledger.record, second, won(1))
        assert importing.import_matches(there, exported(here), actor="") == 2
        assert len({match.sitting_id for match in matches_of(there)}) == 1
        assert exported(there) == exported(here)


def test_an_older_state_of_a_match_is_the_same_match(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club()
        match = begin(club, *FOUR)
        write(ledger.record, match, won(0))
        before = exported(club)
        write(ledger.record, match, won(1))
        write(ledger.seat, match, 0, "Zoe")
        db.session.flush()
        assert importing.preview(club, before).known == 1
        other_club = a_club()
        assert importing.import_matches(other_club, [*before, *exported(club)], actor="") == 1


def test_an_exported_line_is_scored_like_any_match_document(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club()
        match = an_eventful_match(club)
        (line,) = exported(club)
        assert rules.score(json.loads(line))["totals"] == match.table["totals"]


def line(log: list[Any], kind: str) -> dict[str, Any]:
    """The first log line of this kind."""
    found: dict[str, Any] = next(each for each in log if each["kind"] == kind)
    return found


def said_in(log: list[Any]) -> dict[str, Any]:
    """The facts of the first log line about a hand."""
    found: dict[str, Any] = line(log, "record")["after"]["hands"]["1"]
    return found


def rescored(log: list[Any], refused: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "rescore", "at": log[0]["at"], "after": {"refused": refused}}


# Invalid contents of a log, and functions that put them there.
BROKEN: list[tuple[str, Callable[[list[Any]], object]]] = [
    ("no start", lambda log: log.pop(0)),
    ("a hand is missing", lambda log: log.remove(line(log, "record"))),
    ("a correction is missing", lambda log: log.pop(log.index(line(log, "record")) + 2)),
    ("no line", lambda log: log.append("record")),
    ("an unknown kind", lambda log: log[1].update(kind="steal")),
    ("an unknown field", lambda log: log[1].update(mood="sour")),
    ("no moment", lambda log: log[1].update(at="yesterday")),
    ("an actor that is none", lambda log: log[1].update(actor=["Anna"])),
    ("a reason with control signs", lambda log: log[1].update(reason="\x00")),
    ("unknown facts", lambda log: log[1]["after"].update(weather="fine")),
    ("other points", lambda log: said_in(log).update(entry={"points": [6, 5]})),
    ("impossible points", lambda log: said_in(log).update(entry={"points": [9, 9]})),
    ("half of what is said", lambda log: said_in(log).pop("struck")),
    ("no entry", lambda log: said_in(log).update(entry=7)),
    ("hand 5 first", lambda log: line(log, "record").update(after={"hands": {"5": said_in(log)}})),
    ("hand 9 gone", lambda log: line(log, "record")["after"]["hands"].update({"9": None})),
    ("a hand that is no number", lambda log: line(log, "record").update(after={"hands": {"one": said_in(log)}})),
    ("one redo too many", lambda log: log.append({"kind": "redo", "at": log[0]["at"]})),
    ("a seat without names", lambda log: line(log, "seat").update(after={})),
    ("too few names", lambda log: line(log, "seat")["after"]["setup"].update(seats=["Anna"])),
    ("names of before that are none", lambda log: line(log, "seat")["after"]["setup"].update(former=[1])),
    ("a side that is not there", lambda log: log.append({"kind": "sit", "at": log[0]["at"], "after": {"side": 2}})),
    ("no lock", lambda log: log.append({"kind": "approve", "at": log[0]["at"]})),
    ("a lock that is none", lambda log: log.append({"kind": "approve", "at": log[0]["at"], "after": {"locked": 1}})),
    ("a problem of nothing", lambda log: log.append(rescored(log, {"message": "{x}", "params": {}, "hand": 1}))),
    ("nothing", list.clear),
]


def broken(document: Document) -> list[tuple[str, Document]]:
    """The document with an invalid log, and the name of the case."""
    found = []
    for what, change in BROKEN:
        other = deepcopy(document)
        change(other["log"])
        found.append((what, other))
    return [*found, ("no list", document | {"log": {"kind": "start"}}), ("no hands", document | {"hands": []})]


@pytest.mark.parametrize(
    "sentence, shown_as",
    [
        ("Anna cheated, says the program", "This would make hand {hand} impossible"),
        ("Wrong current password", "Wrong current password"),
    ],
    ids=["somebody else's", "one of the program's"],
)
def test_an_imported_log_says_only_sentences_of_the_program(app: Flask, sentence: str, shown_as: str) -> None:
    with app.app_context():
        here, there = a_club(*FOUR), a_club(*FOUR)
        a_match_that_newer_rules_scored(here)
        document = json.loads(exported(here)[0])
        document["log"].append(rescored(document["log"], {"message": sentence, "params": {}, "hand": 1}))
        importing.import_matches(there, [json.dumps(document).encode()], actor="Olga")
        (match,) = matches_of(there)
        assert ledger.changes(match)[-1].after["refused"]["message"] == shown_as


def test_a_log_that_cannot_be_is_named_and_nothing_is_taken(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*FOUR)
        an_eventful_match(club)
        (line,) = exported(club)
        other_club = a_club()
        for what, document in broken(json.loads(line)):
            lines = [b"\n", json.dumps(document).encode()]
            preview = importing.preview(other_club, lines)
            assert [each.number for each in preview.bad] == [2], what
            db.session.commit()
            with pytest.raises(Refusal):
                importing.import_matches(other_club, lines, actor="")
            db.session.rollback()
        assert exported(other_club) == []
