"""Imported logs: facts must have the right types, and lines must agree with the rules."""

from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger.log import are_good_facts
from scorekeeper.ledger.seating import renamed
from tests.support.matches import TRESETTE, TRUCO, points, won

pytestmark = pytest.mark.shares

AT = "2026-11-21T20:15:00+00:00"
SAID = {"entry": won(0), "struck": False, "corrected": False, "at": AT}
PROBLEM = {"message": "This would make hand {hand} impossible", "params": {"hand": 2}, "hand": 2}


@pytest.mark.parametrize(
    "facts, good",
    [
        ({"hands": {"1": SAID, "2": None}}, True),
        ({"hands": {"1": {**SAID, "at": "one evening"}}}, False),
        ({"hands": {"1": {**SAID, "at": None}}}, False),
        ({"hands": {"1": {**SAID, "at": "2026-11-21T20:15:00"}}}, False),
        ({"hands": {"01": SAID}}, False),
        ({"setup": {"about": {"minutes": "90"}}}, True),
        ({"setup": {"about": {"minutes": 90}}}, False),
        ({"setup": {"options": {}}}, False),
        ({"setup": {"former": "nobody"}}, False),
        ({"setup": "nobody"}, False),
        ({"refused": PROBLEM}, True),
        ({"refused": {**PROBLEM, "message": "{hand.number}"}}, False),
        ({"refused": {**PROBLEM, "message": "{hand:>2000000000}"}}, False),
        ({"refused": {**PROBLEM, "message": "{hand!r}"}}, False),
        ({"refused": {**PROBLEM, "message": "{hand[0]}"}}, False),
        ({"refused": {**PROBLEM, "message": "{}"}}, False),
        ({"refused": {**PROBLEM, "message": "hand {hand"}}, False),
        ({"refused": {**PROBLEM, "message": "{unknown}"}}, False),
        ({"refused": {**PROBLEM, "message": "x" * 2_000}}, False),
        ({"refused": {**PROBLEM, "message": 5}}, False),
        ({"refused": {"message": "no"}}, False),
        ({"weather": "fine"}, False),
    ],
)
def test_facts_have_the_shape_that_the_ledger_gives_them(facts: Any, good: bool) -> None:
    assert are_good_facts(facts, rules.begin(TRUCO)) is good


START = {"kind": "start", "at": AT}
RECORD = {"kind": "record", "at": AT, "hand": 1, "after": {"hands": {"1": SAID}}}
UNDO = {"kind": "undo", "at": AT, "hand": 1, "after": {"hands": {"1": None}}}
REDO = {"kind": "redo", "at": AT, "hand": 1, "after": {"hands": {"1": SAID}}}


@pytest.mark.parametrize(
    "log",
    [
        [START, UNDO],
        [START, {**UNDO, "after": {"stopped": False}}],
        [START, REDO],
        [START, RECORD, {**UNDO, "after": {"hands": {"1": SAID}}}],
    ],
)
def test_a_log_takes_back_only_what_was_done(log: Any) -> None:
    with pytest.raises(Refusal, match="cannot be a line"):
        ledger.rows_from_log(TRUCO, [], log, key="k")


def test_a_log_with_a_hand_undone_and_made_again_leads_to_its_rows() -> None:
    undone = ledger.rows_from_log(TRUCO, [], [START, RECORD, UNDO], key="k")
    assert (undone.hands, undone.match.hand_count, undone.match.undo_top, undone.match.redo_top) == ([], 0, None, 3)
    again = ledger.rows_from_log(TRUCO, [won(0)], [START, RECORD, UNDO, REDO], key="k")
    assert [(row["number"], row["version"], row["points"]) for row in again.hands] == [(1, 4, [1, 0])]
    assert (again.match.hand_count, again.match.undo_top, again.match.redo_top) == (1, 2, None)


def test_a_correction_gives_a_new_version_only_to_the_hands_that_it_changes() -> None:
    second = {**RECORD, "hand": 2, "after": {"hands": {"2": SAID}}}
    note = {**RECORD, "kind": "annotate", "after": {"hands": {"1": {**SAID, "entry": {**won(0), "note": "late"}}}}}
    log = [START, RECORD, second, note, {**note, "kind": "correct"}]
    whole = ledger.rows_from_log(TRUCO, [{**won(0), "note": "late"}, won(0)], log, key="k")
    assert [row["version"] for row in whole.hands] == [4, 3]


def test_names_inside_groups_of_an_entry_are_replaced() -> None:
    setup = rules.begin(TRESETTE)
    entry = {**points(11, 0), "solo": {"player": "Anna"}}
    assert renamed(setup, entry, {"Anna": "Zoe"})["solo"]["player"] == "Zoe"
