"""Sittings: what they are called, how many matches decide them, and keys that open them once."""

import pytest
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import Change, Sitting, db
from tests.support.matches import TRUCO, keys, start

pytestmark = [pytest.mark.shares, pytest.mark.usefixtures("in_app")]


def test_a_sitting_has_no_name_and_place_unless_they_are_given() -> None:
    sitting = ledger.open_sitting()
    assert (sitting.name, sitting.place, sitting.best_of) == ("", "", 0)


def test_a_key_opens_one_sitting_and_an_empty_one_any_number() -> None:
    assert not ledger.has_opened("k")
    first = ledger.open_sitting("First", key="k")
    assert ledger.open_sitting("Second", key="k") is first
    assert [ledger.has_opened(key) for key in ("k", "other", "")] == [True, False, False]
    assert ledger.open_sitting() is not ledger.open_sitting()


@pytest.mark.parametrize("best_of", range(10))
def test_three_five_or_seven_matches_decide_an_evening(best_of: int) -> None:
    (sitting,) = ledger.open_sittings(["Table 1"], "Bar Sport", best_of)
    assert sitting.best_of == (best_of if best_of in (3, 5, 7) else 0)
    ledger.describe_sitting(sitting, "Table 1", "", 7 - best_of)
    assert sitting.best_of == (7 - best_of if best_of in (0, 2, 4) else 0)


def test_several_tables_are_stored_in_order_with_tidy_names() -> None:
    sittings = ledger.open_sittings([" Table\n1 ", "x" * 81], "Bar  Sport", 0)
    assert [db.session.get(Sitting, sitting.id) for sitting in sittings] == sittings
    assert [(sitting.name, sitting.place) for sitting in sittings] == [
        ("Table 1", "Bar Sport"), ("x" * 80, "Bar Sport"),
    ]  # fmt: skip


def test_only_a_sitting_without_matches_is_removed() -> None:
    match = start(TRUCO)
    with pytest.raises(ValueError, match="matches were played"):
        ledger.remove_empty_sitting(match.sitting)
    empty = ledger.open_sitting("Empty")
    ledger.play_for(empty, "5", "")
    number = empty.id
    ledger.remove_empty_sitting(empty)
    assert empty not in db.session
    assert db.session.get(Sitting, number) is None


def test_a_bad_head_starts_no_match_at_any_table() -> None:
    sittings = ledger.open_sittings(["1", "2"], "", 0)
    starts = [(sittings[0], TRUCO, "a"), (sittings[1], {**TRUCO, "game": "chess"}, "b")]
    with pytest.raises(Refusal, match="Unknown game"):
        ledger.start_matches(starts, actor="Anna")
    assert [list(sitting.matches) for sitting in sittings] == [[], []]


def test_matches_of_several_tables_have_the_writer_and_key_of_each() -> None:
    sittings = ledger.open_sittings(["1", "2"], "", 0)
    key = next(keys)
    head = {**TRUCO, "about": {"confirm": "hands"}}
    matches = ledger.start_matches([(sitting, head, key) for sitting in sittings], actor=f" {'Anna' * 21} ")
    assert {match.setup["about"]["confirm"] for match in matches} == {"hands"}
    assert [(match.sitting_id, match.key, match.imported) for match in matches] == [
        (sitting.id, key, 0) for sitting in sittings
    ]
    actors = select(Change.actor).where(Change.match_id.in_([match.id for match in matches]))
    assert set(db.session.scalars(actors)) == {("Anna" * 21)[:80]}
