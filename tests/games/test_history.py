"""What commands do to a match: only what was entered is stored, and every change can be undone and redone."""

from random import Random
from typing import Any

import pytest

from scorekeeper.games.engine import history
from scorekeeper.games.engine import offline_match as phone
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.play import Excerpt, input_of, play_all, rewrite
from tests.support.matches import ALBASTINI, TRESETTE, TRUCO, points, won

AT = "2026-11-21T20:15:00+00:00"


def begun(head: dict[str, Any], *entries: dict[str, Any]) -> phone.MatchDocument:
    """A match with these hands."""
    kept = phone.begun(rules.begin(head))
    for number, entry in enumerate(entries, 1):
        kept = phone.record(kept, entry, key=f"hand-{number}", at=AT)
    return kept


def shown(kept: phone.MatchDocument) -> dict[str, Any]:
    """All that a page shows, but for its version and what can be taken back."""
    return {name: value for name, value in phone.state(kept).items() if name not in {"version", "can"}}


def points_of(kept: phone.MatchDocument) -> list[list[int]]:
    return [hand["points"] for hand in phone.state(kept)["hands"]]


def some_step(rng: Random, kept: phone.MatchDocument, entry: Any) -> phone.MatchDocument:
    """One thing or another that somebody may do, sensible or not."""
    number = rng.randint(1, len(kept["hands"]) + 1)
    rest = rng.random() < 0.5
    acts = [
        lambda: phone.record(kept, entry(rng), key="k", at=AT),
        lambda: phone.correct(kept, number, entry(rng), key="k", strike_rest=rest),
        lambda: phone.strike(kept, number, key="k", strike_rest=rest),
        lambda: phone.annotate(kept, number, rng.choice(["", "Dino was late", "x" * 201]), key="k"),
        lambda: phone.undo(kept, key="k"),
        lambda: phone.redo(kept, key="k"),
        lambda: phone.finish(kept, key="k", at=AT),
    ]
    return rng.choices(acts, weights=[6, 2, 2, 1, 2, 1, 1])[0]()


def of_truco(rng: Random) -> dict[str, Any]:
    return won(rng.choice([0, 1]), rng.choice([1, 3, 6, 2]))


def of_tresette(rng: Random) -> dict[str, Any]:
    ours = rng.randint(0, 11)
    return points(ours, 11 - ours)


@pytest.mark.parametrize("head, entry", [(TRUCO, of_truco), (TRESETTE, of_tresette)], ids=["truco", "tresette"])
@pytest.mark.parametrize("seed", range(12))
def test_whatever_was_done_is_undone_and_redone_step_by_step(head: Any, entry: Any, seed: int) -> None:
    rng = Random(seed)
    kept = begun(head)
    for _step in range(30):
        before = kept
        try:
            kept = some_step(rng, kept, entry)
        except Refusal:
            assert kept is before
            continue
        assert kept["version"] == before["version"] + 1
        assert points_of(kept) == [hand["points"] for hand in play_all(kept["setup"], kept["hands"])]
        if len(kept["done"]) > len(before["done"]):
            assert shown(phone.undo(kept, key="k")) == shown(before)
    while kept["undone"]:
        kept = phone.redo(kept, key="k")
    end, steps = shown(kept), len(kept["done"])
    for _step in range(steps):
        kept = phone.undo(kept, key="k")
    assert shown(kept) == shown(begun(head))
    for _step in range(steps):
        kept = phone.redo(kept, key="k")
    assert shown(kept) == end


def test_there_is_nothing_to_undo_or_redo_in_a_match_that_has_just_begun() -> None:
    for act in (phone.undo, phone.redo):
        with pytest.raises(history.CannotUndo, match="There is nothing to"):
            act(begun(TRUCO), key="k")


def excerpt(kept: phone.MatchDocument, first: int = 1) -> Excerpt:
    """The match as a command gets it, with the hands from one on and the one before it."""
    hands = {hand["number"]: hand for hand in play_all(kept["setup"], kept["hands"])}
    table = hands[len(hands)]["table"] if hands else rules.first_table(kept["setup"])
    needed = {number: hand for number, hand in hands.items() if number >= first - 1}
    return Excerpt(kept["setup"], table, len(hands), kept["stopped"], needed)


def test_a_correction_plays_no_more_hands_than_it_must() -> None:
    kept = begun(TRESETTE, points(8, 3), points(5, 6), points(4, 7))
    note = history.annotate(excerpt(kept, 1), 1, "by candle light")
    assert sorted(note["hands"]) == [1]
    assert note["match"] == {"table": excerpt(kept).table, "hand_count": 3}
    correction = history.correct(excerpt(kept, 2), 2, points(6, 5))
    assert sorted(correction["hands"]) == [2, 3]
    assert correction["before"] == {"hands": {"2": kept["hands"][1]}}
    assert correction["match"]["table"]["totals"] == [18, 15]
    assert not correction["winner_changed"]


def test_later_hands_that_no_longer_fit_are_named_or_struck() -> None:
    kept = begun(TRUCO, won(0, 3), won(0, 6), won(1, 1))
    with pytest.raises(Refusal) as refused:
        history.correct(excerpt(kept, 1), 1, won(0, 6))
    (problem,) = refused.value.problems
    assert (problem["hand"], problem["field"], problem["params"]) == (3, None, {"last": 2, "hand": 3})
    change = history.correct(excerpt(kept, 1), 1, won(0, 6), strike_rest=True)
    assert sorted(change["after"]["hands"]) == ["1", "3"]
    assert change["after"]["hands"]["3"]["struck"]
    assert change["winner_changed"]


def test_hand_facts_without_the_hand_before_them_are_refused() -> None:
    kept = begun(TRESETTE, points(8, 3))
    said = input_of({"entry": points(5, 6), "struck": False, "corrected": False, "at": AT})
    with pytest.raises(Refusal, match="This hand doesn’t exist"):
        rewrite(excerpt(kept), {5: said})


@pytest.mark.parametrize(
    "act",
    [
        lambda kept: phone.correct(kept, 2, won(0), key="k"),
        lambda kept: phone.strike(kept, 2, key="k"),
        lambda kept: phone.annotate(kept, 2, "x", key="k"),
    ],
)
def test_a_hand_that_is_not_there_cannot_be_changed(act: Any) -> None:
    with pytest.raises(Refusal, match="This hand doesn’t exist"):
        act(begun(TRUCO, won(0)))


def test_a_struck_hand_is_not_struck_twice_and_counts_again_once_it_is_corrected() -> None:
    kept = phone.strike(begun(TRUCO, won(0, 3)), 1, key="k")
    assert points_of(kept) == [[0, 0]]
    with pytest.raises(Refusal, match="already struck out"):
        phone.strike(kept, 1, key="k")
    assert points_of(phone.correct(kept, 1, won(0, 3), key="k")) == [[3, 0]]


def test_a_note_stays_with_a_corrected_hand() -> None:
    kept = phone.annotate(begun(TRUCO, won(0, 3)), 1, " after a quarrel ", key="k")
    kept = phone.correct(kept, 1, won(1, 3), key="k")
    assert kept["hands"][0]["entry"] == {**won(1, 3), "note": "after a quarrel"}
    assert kept["hands"][0]["corrected"]


def test_a_preview_is_what_the_hand_comes_to_and_changes_nothing() -> None:
    kept = begun(TRUCO, won(0, 3), won(1))
    for number, hand, after in (
        (None, 3, phone.record(kept, won(1, 6), key="k", at=AT)),
        (1, 1, phone.correct(kept, 1, won(1, 6), key="k")),
    ):
        shown_first = phone.preview(kept, won(1, 6), number)
        stored = phone.state(after)["hands"][hand - 1]
        assert (shown_first["points"], shown_first["table"]["totals"]) == (stored["points"], stored["totals"])
    assert points_of(kept) == [[3, 0], [0, 1]]


def test_a_document_holds_the_hands_that_count() -> None:
    kept = phone.strike(begun(TRUCO, won(0, 3), won(1, 6)), 1, key="k")
    assert phone.document(kept)["hands"] == [won(1, 6)]
    assert rules.score(phone.document(kept))["totals"] == [0, 6]


def test_a_match_is_stopped_with_a_result_where_it_is_open_and_without_where_it_has_a_target() -> None:
    with_target = phone.finish(begun(TRUCO, won(0, 3)), key="k", at=AT)
    assert phone.state(with_target)["status"] == "stopped"
    with pytest.raises(Refusal, match="stopped: undo that"):
        phone.record(with_target, won(0), key="k", at=AT)
    with pytest.raises(Refusal, match="over already"):
        phone.finish(with_target, key="k", at=AT)
    assert phone.state(phone.undo(with_target, key="k"))["status"] == "in_progress"
    still_open = phone.finish(begun(ALBASTINI, {"points": [70, 50]}), key="k", at=AT)
    assert phone.state(still_open)["winner"] == 0


def test_the_score_of_an_open_match_stands_only_where_its_players_say_so() -> None:
    open_match = begun(ALBASTINI, {"points": [70, 50]})
    stopped = phone.finish(open_match, key="k", at=AT, stands=False)
    assert (phone.state(stopped)["status"], phone.state(stopped)["winner"]) == ("stopped", None)
    assert phone.state(phone.undo(stopped, key="k"))["status"] == "in_progress"
    assert rules.may_stand(open_match["setup"])
    assert not rules.may_stand(begun(TRUCO, won(0))["setup"])


def test_names_that_changed_are_undone_as_other_lines_are() -> None:
    kept = begun(TRUCO, won(0))
    names = {"seats": ["Zoe", *kept["setup"]["seats"][1:]]}
    line = {"hand": None, "before": {"setup": {"seats": kept["setup"]["seats"]}}, "after": {"setup": names}}
    part = excerpt({**kept, "setup": {**kept["setup"], **names}})
    assert history.undo(part, line)["match"]["setup"] == kept["setup"]
    assert history.redo(excerpt(kept), line)["match"]["setup"]["seats"][0] == "Zoe"


def linked(number: int) -> tuple[int | None, int | None]:
    """Lines 2 and 3 were done; 4 undid 3."""
    return {2: (None, None), 3: (None, 2), 4: (3, None)}[number]


@pytest.mark.parametrize(
    "kind, tops, expected",
    [
        ("record", (3, None), {"target": None, "under": 3, "undo_top": 5, "redo_top": None}),
        ("record", (2, 4), {"target": None, "under": 2, "undo_top": 5, "redo_top": None}),
        ("undo", (3, None), {"target": 3, "under": None, "undo_top": 2, "redo_top": 5}),
        ("undo", (2, 4), {"target": 2, "under": 4, "undo_top": None, "redo_top": 5}),
        ("redo", (2, 4), {"target": 3, "under": None, "undo_top": 3, "redo_top": None}),
        ("confirm", (2, 4), {"target": None, "under": None, "undo_top": 2, "redo_top": 4}),
    ],
)
def test_lines_lie_on_the_piles_of_undo_and_redo(
    kind: str, tops: tuple[int, int | None], expected: dict[str, int | None]
) -> None:
    assert history.stacked(kind, 5, *tops, linked) == expected
