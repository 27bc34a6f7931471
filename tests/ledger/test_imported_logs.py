"""Imported logs: facts must have the right types, and lines must agree with the rules."""

from datetime import datetime
from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger.log import are_good_facts
from scorekeeper.ledger.names import Names
from scorekeeper.ledger.seating import renamed
from scorekeeper.store.models import Change
from tests.support.matches import TRESETTE, TRUCO, points, won

pytestmark = pytest.mark.shares

AT = "2026-11-21T20:15:00+00:00"
SAID = {"entry": won(0), "struck": False, "corrected": False, "at": AT}
PROBLEM = {"message": "This would make hand {hand} impossible", "params": {"hand": 2}, "hand": 2}
SETUP = rules.begin(TRUCO)
NAMES = {"sides": SETUP["sides"], "seats": SETUP["seats"]}
OTHER_NAMES = {**NAMES, "seats": [*SETUP["seats"][:3], "Zoe"]}  # which are not those of the sides
GIVEN_UP = {"kind": "record", "entry": won(0)}
POINTS = {"was": [1, 0], "now": [3, 0]}


@pytest.mark.parametrize(
    "facts, good",
    [
        ({"hands": {"1": SAID, "2": None}}, True),
        ({"hands": {"1": {**SAID, "at": "one evening"}}}, False),
        ({"hands": {"1": {**SAID, "at": None}}}, False),
        ({"hands": {"1": {**SAID, "at": "2026-11-21T20:15:00"}}}, False),
        ({"hands": {"1": {**SAID, "at": "1901-01-01T00:00:00+00:00"}}}, True),
        ({"hands": {"1": {**SAID, "at": "1900-12-31T23:59:59+00:00"}}}, False),
        ({"hands": {"1": {**SAID, "at": "2199-12-31T23:59:59+00:00"}}}, True),
        ({"hands": {"1": {**SAID, "at": "2200-01-01T00:00:00+00:00"}}}, False),
        ({"hands": {}}, False),
        ({"hands": {"1": SAID, "2": "lost"}}, False),
        ({"hands": {"01": SAID}}, False),
        ({"hands": {"99999": SAID}}, True),
        ({"hands": {"100000": SAID}}, False),
        ({"declined": {**GIVEN_UP, "kind": "k" * 16}}, True),
        ({"declined": {**GIVEN_UP, "kind": "k" * 17}}, False),
        ({"declined": {**GIVEN_UP, "entry": 7}}, False),
        ({"status": "finished"}, True),
        ({"status": "stopped"}, True),
        ({"status": "in_progress"}, False),
        ({"said": {"entry": won(0), "struck": 0}}, False),
        ({"totals": [1, 0]}, True),
        ({"totals": [1]}, False),
        ({"totals": [1, "0"]}, False),
        ({"totals": POINTS}, True),
        ({"totals": {"was": [1, 0]}}, False),
        ({"totals": {**POINTS, "now": [3]}}, False),
        ({"scores": {"1": POINTS, "2": POINTS}}, True),
        ({"scores": {"1": POINTS, "2": {**POINTS, "now": [3]}}}, False),
        ({"scores": {"1": [1, 0]}}, False),
        ({"scores": {"01": POINTS}}, False),
        ({"scores": []}, False),
        ({"setup": {**NAMES, "until": 0, "former": [], "about": {}}}, True),
        ({"setup": {**NAMES, "until": 99_999}}, True),
        ({"setup": {**NAMES, "until": 100_000}}, False),
        ({"setup": {**NAMES, "until": -1}}, False),
        ({"setup": {**NAMES, "until": True}}, False),
        ({"setup": {"until": 1}}, False),
        ({"setup": {"former": [{**NAMES, "until": 1}]}}, True),
        ({"setup": {"former": [{**NAMES, "until": 0}]}}, False),
        ({"setup": {"former": [{**NAMES, "from": 1}]}}, False),
        ({"setup": {"former": [OTHER_NAMES]}}, False),
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
    assert are_good_facts(facts, SETUP) is good


START = {"kind": "start", "at": AT}
RECORD = {"kind": "record", "at": AT, "hand": 1, "after": {"hands": {"1": SAID}}}
UNDO = {"kind": "undo", "at": AT, "hand": 1, "after": {"hands": {"1": None}}}
REDO = {"kind": "redo", "at": AT, "hand": 1, "after": {"hands": {"1": SAID}}}


CHANGED = {**NAMES, "sides": [{**SETUP["sides"][0], "name": "We"}, SETUP["sides"][1]]}
EARLIER = {**NAMES, "until": 0}
# A line with every member, each as long or as large as it may be.
WHOLE = {
    "kind": "decline",
    "at": AT,
    "actor": "A" * 80,
    "device": "d" * 16,
    "hand": 99_999,
    "before": {"setup": EARLIER},
    "after": {"declined": GIVEN_UP},
    "winner_changed": True,
    "reason": "r" * 200,
}


def test_a_line_with_all_that_it_may_have_is_kept_as_it_is() -> None:
    line = ledger.rows_from_log(TRUCO, [], [START, WHOLE], key="k").changes[-1]
    assert {name: line[name] for name in WHOLE} == {**WHOLE, "at": datetime.fromisoformat(AT)}


def seated(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Returns the line of a renaming with these parts of the setup."""
    return {"kind": "seat", "at": AT, "before": {"setup": before}, "after": {"setup": after}}


@pytest.mark.parametrize(
    "line",
    [
        {**WHOLE, "actor": "A" * 81},
        {**WHOLE, "device": "d" * 17},
        {**WHOLE, "hand": 0},
        {**WHOLE, "hand": 100_000},
        {**WHOLE, "hand": True},
        {**WHOLE, "before": {"weather": "fine"}},
        {**WHOLE, "winner_changed": 1},
        {**WHOLE, "reason": "r" * 201},
        {"kind": "clock", "at": AT, "after": {"setup": {}}},
        {"kind": "rescore", "at": AT},
        seated({"about": {}}, {"about": {}}),
        seated({}, EARLIER),
        seated(NAMES, CHANGED),
    ],
)
def test_a_line_with_more_or_less_than_it_may_have_is_refused(line: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="cannot be a line"):
        ledger.rows_from_log(TRUCO, [], [START, line], key="k")


@pytest.mark.parametrize("extra", [{"until": 0}, {"former": []}], ids=["now", "before version 0.4"])
def test_a_log_that_renames_leads_to_the_new_names_only(extra: dict[str, Any]) -> None:
    log = [START, seated({**NAMES, **extra}, {**CHANGED, **extra})]
    renamed_match = ledger.rows_from_log({**TRUCO, "sides": CHANGED["sides"]}, [], log, key="k").match
    assert [side["name"] for side in renamed_match.setup["sides"]] == ["We", "Them"]
    with pytest.raises(Refusal, match="leads to other hands"):
        ledger.rows_from_log(TRUCO, [], log, key="k")


@pytest.mark.parametrize("log", [[], None, {}])
def test_a_log_without_lines_is_none(log: Any) -> None:
    with pytest.raises(Refusal, match="must be a list of changes"):
        ledger.rows_from_log(TRUCO, [], log, key="k")


def test_an_exported_line_has_no_empty_values_and_of_what_was_before_only_the_setup() -> None:
    at = datetime.fromisoformat(AT)
    about = {"at": at, "actor": "", "device": None, "hand": None, "winner_changed": False, "reason": None}
    record = Change(kind="record", before={"hands": {"1": None}}, after={"hands": {"1": SAID}}, **(about | {"hand": 1}))
    seat = Change(kind="seat", before={"setup": EARLIER}, after={"setup": CHANGED}, **about)
    assert ledger.log_lines([record, seat]) == [RECORD, seated(EARLIER, CHANGED)]


@pytest.mark.parametrize(
    "text, utc",
    [
        ("2026-11-21T20:15:00", AT),
        ("2026-11-21T22:15:00+02:00", AT),
        ("1901-01-01T00:00:00", "1901-01-01T00:00:00+00:00"),
        ("1900-12-31T23:59:59", None),
        ("2199-12-31T23:59:59", "2199-12-31T23:59:59+00:00"),
        ("2200-01-01T00:00:00", None),
    ],
)
def test_a_time_without_a_zone_is_in_utc(text: str, utc: str | None) -> None:
    moment = ledger.moment_of(text)
    assert (moment and moment.isoformat()) == utc


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


def test_a_struck_hand_of_a_log_is_none_of_the_document() -> None:
    strike = {**RECORD, "kind": "strike", "after": {"hands": {"1": {**SAID, "struck": True}}}}
    struck = ledger.rows_from_log(TRUCO, [], [START, RECORD, strike], key="k")
    assert [(row["number"], row["struck"]) for row in struck.hands] == [(1, True)]


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


def test_a_name_is_erased_from_notes_that_are_called_like_parts_of_a_message() -> None:
    notes = {"message": "Anna was late", "params": "Anna", "rule": "Anna's"}
    erased = {"message": "N. N. 1 was late", "params": "N. N. 1", "rule": "N. N. 1's"}
    assert Names(["Anna"], "N. N. 1").texts(notes) == erased


def test_a_longer_name_than_one_of_two_is_another_persons() -> None:
    assert Names(["Anna", "Zoe"], "N. N. 1", ["Anna Maria"]).text("Anna Maria, Zoe") == "Anna Maria, N. N. 1"


def test_an_erased_key_fits_where_a_phones_id_is_stored() -> None:
    assert len(Names(["Anna"], "N. N. 1").mark("anna \ud800")) == 16  # which cannot be encoded
