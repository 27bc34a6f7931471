"""Contested hands: both versions are kept, play goes on, and the result waits until the sides agree."""

import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper import ledger
from scorekeeper.games.engine.base import Refusal, english
from scorekeeper.paper.stored_match_sheet import sheet_of_recorded
from scorekeeper.store.models import Change, Match, db
from scorekeeper.web import links
from scorekeeper.web.page_parts import signed_sentence
from tests.ledger.test_confirming import OURS, THEIRS, THEM, US, agreed, confirming, do, plain
from tests.support.matches import TRESETTE, keys, points, start, totals, won, write

pytestmark = [pytest.mark.shares, pytest.mark.usefixtures("in_app")]


def contested(match: Match) -> list[tuple[int, list[tuple[list[int], list[int]]], list[int]]]:
    """Returns the contested hands: number, each version's sides and points, and the sides that are asked."""
    state: Any = ledger.state(match)["agreed"]
    return [
        (each["hand"], [(one["sides"], one["points"]) for one in each["versions"]], each["asked"])
        for each in state["contested"]
    ]


def contested_match() -> Match:
    """We recorded a hand, and they say that they won it."""
    match = confirming()
    do(ledger.record, match, won(0, 3))
    do(ledger.contest, match, THEM, 1, won(1, 3), by=THEIRS)
    return match


BOTH = [([US], [3, 0]), ([THEM], [0, 3])]


def test_a_contest_changes_no_score_and_shows_both_versions() -> None:
    match = contested_match()
    assert totals(match) == [3, 0]
    assert contested(match) == [(1, BOTH, [US])]
    assert agreed(match) == {"hands": {"1": [US]}, "next": {}}
    assert signed_sentence(match.setup, ledger.changes(match)[-1]) == "Them contested hand 1"


def test_the_next_hand_is_recorded_and_confirmed_meanwhile_by_who_has_not_seen_the_contest() -> None:
    match = confirming()
    do(ledger.record, match, won(0, 3))
    seen = match.version
    do(ledger.contest, match, THEM, 1, won(1, 3), by=THEIRS)
    ledger.record(match, won(0, 1), OURS._replace(key=next(keys), seen=seen))
    assert agreed(match)["next"] == {"1": 2}
    do(ledger.confirm, match, THEM, 2, by=THEIRS)
    assert agreed(match)["next"] == {}
    assert contested(match) == [(1, BOTH, [US])]


def test_a_hand_is_contested_by_who_has_not_seen_the_next_one_but_not_after_a_correction() -> None:
    match = confirming()
    do(ledger.record, match, won(0, 3))
    late = THEIRS._replace(seen=match.version)
    do(ledger.record, match, won(0, 1))
    ledger.contest(match, THEM, 1, won(1, 3), late._replace(key=next(keys)))
    assert contested(match) == [(1, BOTH, [US])]
    do(ledger.correct, match, 1, won(0, 1))
    with pytest.raises(ledger.Stale):
        ledger.contest(match, THEM, 1, won(1, 6), late._replace(key=next(keys)))
    db.session.rollback()


def test_correcting_the_hand_to_their_version_settles_it_until_that_is_undone() -> None:
    match = contested_match()
    do(ledger.correct, match, 1, won(1, 3))
    assert (contested(match), agreed(match)) == ([], {"hands": {"1": [US, THEM]}, "next": {}})
    do(ledger.undo, match)
    assert contested(match) == [(1, BOTH, [US])]
    do(ledger.redo, match)
    assert contested(match) == []


def test_each_side_may_insist_until_one_gives_in() -> None:
    match = contested_match()
    do(ledger.confirm, match, US, 1)
    assert contested(match) == [(1, BOTH, [THEM])]
    do(ledger.contest, match, THEM, 1, won(1, 3), by=THEIRS)
    assert contested(match) == [(1, BOTH, [US])]
    do(ledger.correct, match, 1, won(0, 1))  # counted again
    assert contested(match) == [(1, [([US], [1, 0]), ([THEM], [0, 3])], [THEM])]
    do(ledger.confirm, match, THEM, 1, by=THEIRS)
    assert (contested(match), agreed(match)) == ([], {"hands": {"1": [US, THEM]}, "next": {}})
    do(ledger.undo, match)  # what they contested first is not their last word
    assert (contested(match), agreed(match)) == ([], {"hands": {"1": [US]}, "next": {"1": 1}})


def test_undo_skips_a_contest_and_nothing_is_left_of_it_without_its_hand() -> None:
    match = contested_match()
    do(ledger.undo, match)
    assert (totals(match), contested(match)) == ([0, 0], [])


def test_a_result_is_confirmed_after_its_hands_are_agreed_on() -> None:
    match = contested_match()
    do(ledger.record, match, won(0, 12))
    do(ledger.confirm, match, THEM, 1, by=THEIRS)
    do(ledger.confirm, match, US, None)
    do(ledger.contest, match, THEM, 2, won(0, 9), by=THEIRS)
    assert ledger.state(match)["agreed"]["result"] == []
    do(ledger.confirm, match, THEM, 2, by=THEIRS)
    assert ledger.state(match)["agreed"]["result"] == [US]
    do(ledger.contest, match, THEM, 1, won(1, 3), by=THEIRS)
    assert refused(lambda: do(ledger.confirm, match, US, None)) == "Hand 1 is contested: settle that first"


@pytest.mark.parametrize(
    "side, hand, entry, said",
    [
        (THEM, 1, won(0, 3), "Change what is wrong"),
        (THEM, 2, won(1, 3), "This hand doesn’t exist"),
        (THEM, 1, {"winner": 1}, "Fill this in"),
        (US, 1, won(1, 3), "Us have their own phone at the table: confirm there"),
    ],
)
def test_what_cannot_be_contested(side: int, hand: int, entry: Any, said: str) -> None:
    match = confirming()
    do(ledger.record, match, won(0, 3))
    assert said in refused(lambda: do(ledger.contest, match, side, hand, entry, by=THEIRS))


def refused(act: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        act()
    db.session.rollback()
    return english(refusal.value.problems[0]["message"], refusal.value.problems[0]["params"])


def test_a_version_has_the_present_names_and_is_settled_after_a_renaming() -> None:
    match = start({**TRESETTE, "about": {"confirm": "hands"}}, {"decima": "Anna"})
    write(ledger.sit, match, US)
    do(ledger.sit, match, THEM, by=THEIRS)
    write(ledger.seat, match, 0, "Zoe")
    do(ledger.contest, match, THEM, 1, {"decima": match.setup["seats"][1]}, by=THEIRS)
    write(ledger.seat, match, 1, "Ugo")
    (each,) = ledger.state(match)["agreed"]["contested"]
    assert [one["entry"] for one in each["versions"]] == [{"decima": "Zoe"}, {"decima": "Ugo"}]
    write(ledger.correct, match, 1, {"decima": "Ugo"})
    assert contested(match) == []


def test_an_imported_contest_that_the_rules_refuse_is_a_version_without_points() -> None:
    match = start({**TRESETTE, "about": {"confirm": "hands"}}, points(8, 3))
    do(ledger.sit, match, THEM, by=THEIRS)
    do(ledger.contest, match, THEM, 1, points(9, 2), by=THEIRS)
    line = db.session.get_one(Change, (match.id, match.version))
    line.after = {"side": THEM, "said": {"entry": {"aces": {"x": [None]}, "points": "many"}, "struck": False}}
    db.session.flush()
    (each,) = ledger.state(match)["agreed"]["contested"]
    assert [(one["points"], one["short"]) for one in each["versions"]] == [([8, 3], ["points 8–3"]), ([], [])]


def test_the_sheet_says_that_a_hand_is_contested() -> None:
    (note,) = sheet_of_recorded(contested_match(), paper="A4", language="en").footnotes
    assert plain(note.text) == "Them contested it, …."


def test_the_end_asks_to_settle_a_contested_hand_and_then_for_the_result_as_it_shows_it(app: Flask) -> None:
    match = contested_match()
    do(ledger.record, match, won(1, 12))
    page = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
    db.session.commit()
    phone = app.test_client()
    phone.post(f"{page}/side", data={"side": THEM})
    assert "Yes, 3\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}0" in phone.get(page).text
    assert not asks_for_result(phone.get(page).text)
    seen = phone.get(f"{page}/state.json").get_json()["version"]
    phone.post(f"{page}/confirm", data={"side": THEM, "hand": 1, "seen": seen})
    assert asks_for_result(phone.get(page).text)


def asks_for_result(page: str) -> bool:
    """True if a visible key confirms the result, the winner's points first."""
    (side,) = re.findall(r'<div class="agreed-side side-1 own"[^>]*>.*?</div>\s*</form>', page, re.DOTALL)
    return "Yes, 12 – 3 is right" in side and " hidden" not in side.partition(">")[0]
