"""An arbiter's lock in the ledger: every write to an approved match needs an arbiter's reason."""

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.games.engine import offline_match
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger.rescoring import differences
from scorekeeper.paper.stored_match_sheet import sheet_of_recorded
from scorekeeper.store.models import Change, Match, db
from tests.paper.papers import texts
from tests.support.matches import TRESETTE, TRUCO, keys, points, start, totals, won, write

pytestmark = [pytest.mark.shares, pytest.mark.usefixtures("in_app")]

WON = (won(0, 6), won(0, 6))
WRITES: dict[str, Callable[[Match], Change]] = {
    "record": lambda match: write(ledger.record, match, won(1)),
    "correct": lambda match: write(ledger.correct, match, 1, won(1, 6)),
    "strike": lambda match: write(ledger.strike, match, 1),
    "annotate": lambda match: write(ledger.annotate, match, 1, "late"),
    "undo": lambda match: write(ledger.undo, match),
    "redo": lambda match: write(ledger.redo, match),
    "finish": lambda match: write(ledger.finish, match),
    "seat": lambda match: write(ledger.seat, match, 0, "Zoe"),
    "clock": lambda match: write(ledger.set_clock, match, 30),
    "confirming": lambda match: write(ledger.set_confirming, match, "result"),
    "confirm": lambda match: write(ledger.confirm, match, 0, None),
    "reopen": lambda match: write(ledger.reopen, match),
}


def approved(*entries: dict[str, Any], head: dict[str, Any] = TRUCO) -> Match:
    match = start(head, *(entries or WON))
    write(ledger.approve, match)
    db.session.commit()
    return match


def stored(match: Match) -> tuple[object, ...]:
    db.session.expire_all()
    return match.version, match.table, [hand.entry for hand in ledger.hands(match)], match.setup


@pytest.mark.parametrize("name", WRITES)
def test_nobody_writes_to_an_approved_match(name: str) -> None:
    match = approved()
    before = stored(match)
    with pytest.raises(Refusal, match="only an arbiter") as refused:
        WRITES[name](match)
    assert refused.value.problems[0]["field"] == "reason"
    db.session.rollback()
    assert stored(match) == before


@pytest.mark.parametrize("name", ["correct", "strike", "annotate", "undo", "seat", "reopen"])
def test_an_arbiter_does_with_a_reason_which_the_log_keeps(name: str) -> None:
    match = approved()
    with ledger.ruled(match, "  the aces were\nmiscounted "):
        change = WRITES[name](match)
    assert change.reason == "the aces were miscounted"
    assert ledger.changes(match)[-1].reason == "the aces were miscounted"
    assert (match.locked is None) == (name == "reopen")
    db.session.commit()
    assert differences(db.session, match) == []


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 201])
def test_without_a_reason_an_arbiter_does_nothing_either(reason: str) -> None:
    match = approved()
    with pytest.raises(Refusal) as refused, ledger.ruled(match, reason):
        pytest.fail("nothing is written here")
    assert refused.value.problems[0]["field"] == "reason"


def test_a_reason_of_two_hundred_characters_is_kept_whole() -> None:
    match = approved()
    with ledger.ruled(match, "x" * 200):
        assert write(ledger.strike, match, 1).reason == "x" * 200


def test_the_log_says_what_approving_and_reopening_changed() -> None:
    match = approved()
    with ledger.ruled(match, "wrong table"):
        write(ledger.reopen, match)
    facts = [(line.kind, line.before, line.after) for line in ledger.changes(match)[-2:]]
    assert facts == [
        ("approve", {"locked": False}, {"locked": True}),
        ("reopen", {"locked": True}, {"locked": False}),
    ]


def test_one_approved_match_of_an_evening_is_enough_to_need_an_arbiter() -> None:
    match = approved()
    ledger.rematch(match, actor="", key=next(keys))
    assert ledger.has_approved(match.sitting)


def test_the_word_of_an_arbiter_counts_for_what_is_written_with_it_and_no_longer() -> None:
    match = approved()
    with ledger.ruled(match, "miscounted"):
        write(ledger.strike, match, 1)
    with pytest.raises(Refusal, match="only an arbiter"):
        write(ledger.undo, match)


def test_only_a_match_that_is_over_is_approved_and_only_once() -> None:
    match = start(TRUCO, won(0))
    with pytest.raises(Refusal, match="not over yet"):
        write(ledger.approve, match)
    write(ledger.finish, match)
    write(ledger.approve, match)
    with pytest.raises(Refusal, match="already approved"):
        write(ledger.approve, match)


def test_an_arbiter_approves_what_was_on_the_screen() -> None:
    match = start(TRUCO, *WON)
    seen = match.version
    write(ledger.correct, match, 2, won(0, 12))
    with pytest.raises(ledger.Stale):
        ledger.approve(match, ledger.Write("Olga", next(keys), seen))


def test_a_match_that_is_re_opened_is_played_on_as_before() -> None:
    match = approved()
    with ledger.ruled(match, "wrong table"):
        write(ledger.reopen, match)
    write(ledger.undo, match)
    assert totals(match) == [6, 0]  # undo skips the lock and the unlock, and undoes the hand
    assert match.status == "in_progress"


def test_what_is_not_approved_is_not_re_opened() -> None:
    with pytest.raises(Refusal, match="anyone who scores"):
        write(ledger.reopen, start(TRUCO, *WON))


def test_a_save_that_was_done_before_the_lock_is_answered_as_it_was() -> None:
    match = start(TRUCO, won(0, 6))
    first = ledger.record(match, won(0, 6), ledger.Write("Anna", "late", match.version))
    write(ledger.approve, match)
    again = ledger.record(match, won(0, 6), ledger.Write("Anna", "late", first.number - 1))
    assert again.number == first.number


def test_a_late_hand_is_refused_for_the_lock_and_not_for_what_it_had_not_seen() -> None:
    match = approved()
    with pytest.raises(Refusal, match="only an arbiter"):
        ledger.record(match, won(1, 3), ledger.Write("Carla's phone", next(keys), 2))
    db.session.rollback()
    change = ledger.decline(match, "record", 3, won(1, 3), actor="Carla's phone", key=next(keys))
    assert change is not None
    assert change.after == {"declined": {"kind": "record", "entry": won(1, 3)}}  # discarded, but still logged


def test_pages_and_phones_know_that_it_is_locked() -> None:
    match = approved()
    state = ledger.state(match)
    assert state["locked"]["said"].startswith("Approved by Anna: ")
    assert not state["locked"]["said"].endswith("from a file")
    assert state["can"] == {"undo": "", "redo": ""}
    copy = ledger.offline_copy_of(match)
    assert offline_match.state(copy)["locked"] == state["locked"]
    assert offline_match.state(copy)["can"] == {"undo": "", "redo": ""}
    with pytest.raises(Refusal, match="only an arbiter"):
        offline_match.strike(copy, 1, key="offline")
    with ledger.ruled(match, "why"):
        write(ledger.reopen, match)
    assert ledger.state(match)["locked"] is None


def test_a_lock_that_the_log_does_not_know_is_found() -> None:
    match = start(TRUCO, *WON)
    match.locked = 2
    db.session.flush()
    assert differences(db.session, match) == ["locked: stored 2, the log says None"]


def test_the_sheet_prints_the_approval_and_every_ruling_after_it() -> None:
    match = approved(points(8, 3), points(8, 3), points(8, 3), head=TRESETTE)
    with ledger.ruled(match, "the aces were miscounted"):
        write(ledger.correct, match, 1, points(9, 2))
    with ledger.ruled(match, "they were not"):
        write(ledger.undo, match)
    with ledger.ruled(match, "played at the wrong table"):
        write(ledger.reopen, match)
    db.session.commit()
    (page,) = texts(sheet_of_recorded(match, paper="A4", language="en"))
    for sentence in (
        "Result approved: ",
        "Hand 1 corrected: ",
        "Reason: the aces were miscounted.",
        "Undone: hand 1 corrected: ",
        "Reason: they were not.",
        "Match reopened: ",
        "Reason: played at the wrong table.",
    ):
        assert sentence in page
    assert "It was: " not in page  # the correction was undone


def test_a_correction_that_stands_is_in_its_footnote_and_among_the_rulings() -> None:
    match = approved(points(8, 3), points(8, 3), points(8, 3), head=TRESETTE)
    with ledger.ruled(match, "miscounted"):
        write(ledger.correct, match, 1, points(9, 2))
    (page,) = texts(sheet_of_recorded(match, paper="A4", language="en"))
    assert "It was: points 8–3." in page
    assert "Reason: miscounted." in page


def test_a_sheet_without_an_arbiter_says_nothing_of_one() -> None:
    match = start(TRESETTE, points(8, 3))
    assert sheet_of_recorded(match, paper="A4", language="en").rulings == ()
