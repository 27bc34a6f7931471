"""Commands on a match: only entries are stored, and every change can be undone and redone."""

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
    """Returns a match with these hands."""
    match = phone.begun(rules.begin(head))
    for number, entry in enumerate(entries, 1):
        match = phone.record(match, entry, key=f"hand-{number}", at=AT)
    return match


def shown(match: phone.MatchDocument) -> dict[str, Any]:
    """Returns the state on a page, without the version, and without undo and redo."""
    return {name: value for name, value in phone.state(match).items() if name not in {"version", "can"}}


def points_of(match: phone.MatchDocument) -> list[list[int]]:
    return [hand["points"] for hand in phone.state(match)["hands"]]


def some_step(rng: Random, match: phone.MatchDocument, entry: Any) -> phone.MatchDocument:
    """Returns the match after a random command, which may be refused."""
    number = rng.randint(1, len(match["hands"]) + 1)
    rest = rng.random() < 0.5
    acts = [
        lambda: phone.record(match, entry(rng), key="k", at=AT),
        lambda: phone.correct(match, number, entry(rng), key="k", strike_rest=rest),
        lambda: phone.strike(match, number, key="k", strike_rest=rest),
        lambda: phone.annotate(match, number, rng.choice(["", "Dino was late", "x" * 201]), key="k"),
        lambda: phone.undo(match, key="k"),
        lambda: phone.redo(match, key="k"),
        lambda: phone.finish(match, key="k", at=AT),
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
    match = begun(head)
    for _step in range(30):
        before = match
        try:
            match = some_step(rng, match, entry)
        except Refusal:
            assert match is before
            continue
        assert match["version"] == before["version"] + 1
        assert points_of(match) == [hand["points"] for hand in play_all(match["setup"], match["hands"])]
        if len(match["done"]) > len(before["done"]):
            assert shown(phone.undo(match, key="k")) == shown(before)
    while match["undone"]:
        match = phone.redo(match, key="k")
    end, steps = shown(match), len(match["done"])
    for _step in range(steps):
        match = phone.undo(match, key="k")
    assert shown(match) == shown(begun(head))
    for _step in range(steps):
        match = phone.redo(match, key="k")
    assert shown(match) == end


def test_a_match_begins_as_the_first_of_its_evening_in_its_first_version() -> None:
    state = phone.state(begun(TRUCO))
    assert (state["number"], state["version"], state["hand"]) == (1, 1, 1)


def test_there_is_nothing_to_undo_or_redo_in_a_match_that_has_just_begun() -> None:
    for act in (phone.undo, phone.redo):
        with pytest.raises(history.CannotUndo, match="There is nothing to"):
            act(begun(TRUCO), key="k")


def test_redo_takes_up_one_change_at_a_time_in_their_old_order() -> None:
    match = begun(TRUCO, won(0), won(1), won(0))
    for _step in range(3):
        match = phone.undo(match, key="k")
    for number in (1, 2, 3):
        match = phone.redo(match, key="k")
        keys = [line["key"] for line in match["done"] + match["undone"][::-1]]
        assert (len(match["done"]), keys) == (number, ["hand-1", "hand-2", "hand-3"])


def excerpt(match: phone.MatchDocument, first: int = 1) -> Excerpt:
    """Returns the match as a command gets it, with the hands from `first` on and the one before it."""
    hands = {hand["number"]: hand for hand in play_all(match["setup"], match["hands"])}
    table = hands[len(hands)]["table"] if hands else rules.first_table(match["setup"])
    needed = {number: hand for number, hand in hands.items() if number >= first - 1}
    return Excerpt(match["setup"], table, len(hands), match["stopped"], needed)


def test_a_correction_plays_no_more_hands_than_it_must() -> None:
    match = begun(TRESETTE, points(8, 3), points(5, 6), points(4, 7))
    note = history.annotate(excerpt(match, 1), 1, "by candle light")
    assert sorted(note["hands"]) == [1]
    assert note["match"] == {"table": excerpt(match).table, "hand_count": 3}
    correction = history.correct(excerpt(match, 2), 2, points(6, 5), False)
    assert sorted(correction["hands"]) == [2, 3]
    assert correction["before"] == {"hands": {"2": match["hands"][1]}}
    assert correction["match"]["table"]["totals"] == [18, 15]
    assert not correction["winner_changed"]


def test_later_hands_that_no_longer_fit_are_named_or_struck() -> None:
    match = begun(TRUCO, won(0, 3), won(0, 6), won(1, 1))
    with pytest.raises(Refusal) as refused:
        history.correct(excerpt(match, 1), 1, won(0, 6), False)
    (problem,) = refused.value.problems
    assert (problem["hand"], problem["field"], problem["params"]) == (3, None, {"last": 2, "hand": 3})
    change = history.correct(excerpt(match, 1), 1, won(0, 6), True)
    assert sorted(change["after"]["hands"]) == ["1", "3"]
    assert change["after"]["hands"]["3"]["struck"]
    assert change["winner_changed"]


@pytest.mark.parametrize(
    "act",
    [lambda match: phone.correct(match, 1, won(0), key="k"), lambda match: phone.strike(match, 1, key="k")],
    ids=["correct", "strike"],
)
def test_a_change_strikes_no_later_hand_unless_it_is_wanted(act: Any) -> None:
    with pytest.raises(Refusal, match="This would make hand 4 impossible"):
        act(given_up())


def given_up() -> phone.MatchDocument:
    """Returns a match whose last hand was given up at match point."""
    return begun({**TRUCO, "options": {"match_point_fold": True}}, won(0, 9), won(0), won(0), {"fold": True})


def test_a_hand_that_could_not_be_the_first_takes_a_note() -> None:
    match = phone.annotate(given_up(), 4, "bad cards", key="k")
    assert phone.state(match)["hands"][3]["note"] == "bad cards"


def test_a_note_strikes_no_hand_that_newer_rules_refuse() -> None:
    part = excerpt(begun(TRUCO, won(0, 3), won(0, 6), won(1)))
    part.hands[1]["entry"] = won(0, 6)  # for which older rules gave three points
    with pytest.raises(Refusal) as refused:
        history.annotate(part, 1, "by candle light")
    assert refused.value.problems[0]["hand"] == 3


def test_hand_facts_without_the_hand_before_them_are_refused() -> None:
    match = begun(TRESETTE, points(8, 3))
    hand_input = input_of({"entry": points(5, 6), "struck": False, "corrected": False, "at": AT})
    with pytest.raises(Refusal, match="This hand doesn’t exist"):
        rewrite(excerpt(match), {5: hand_input})


def test_a_struck_hand_after_the_end_does_not_hide_the_hand_that_ended_the_match() -> None:
    match = phone.strike(begun(TRUCO, won(0, 3), won(0, 6), won(1), won(1)), 3, key="k")
    with pytest.raises(Refusal) as refused:
        history.correct(excerpt(match), 1, won(0, 6), strike_rest=False)
    assert refused.value.problems[0]["params"] == {"last": 2, "hand": 4}


def test_several_hands_are_rewritten_at_once() -> None:
    match = begun(TRUCO, won(0), won(1), won(0, 3), won(1))
    same, changed = match["hands"][0], {**match["hands"][2], "entry": won(1, 3)}
    hands, standing, before, _after = rewrite(excerpt(match), {1: same, 3: changed})
    assert [hands[number]["points"] for number in (3, 4)] == [[0, 3], [0, 1]]
    assert (standing["table"]["totals"], standing["hand_count"], before[3]) == ([1, 5], 4, match["hands"][2])
    hands, standing, _before, _after = rewrite(excerpt(match), {3: None, 4: None})
    assert (hands, standing["hand_count"], standing["table"]["totals"]) == ({3: None, 4: None}, 2, [1, 1])


def test_what_makes_a_later_hand_impossible_is_refused_unless_the_rest_is_struck() -> None:
    match = begun(TRUCO, won(0, 3), won(0, 6), won(1))
    facts = {1: {**match["hands"][0], "entry": won(0, 6)}}
    with pytest.raises(Refusal, match="This ends the match with hand 2"):
        rewrite(excerpt(match), facts)
    assert rewrite(excerpt(match), facts, strike_rest=True)[1]["table"]["totals"] == [12, 0]


def test_all_hands_after_one_that_is_struck_are_struck_too() -> None:
    match = begun(TRUCO, won(0), won(0), won(0), won(1), won(1, 3))  # the fourth is not possible at 11, the fifth is
    hands, standing, _before, after = rewrite(
        excerpt(match), {1: {**match["hands"][0], "entry": won(0, 9)}}, strike_rest=True
    )
    assert standing["table"]["totals"] == [11, 0]
    assert [number for number in hands if (after.get(number) or {}).get("struck")] == [4, 5]


def test_a_match_goes_on_unless_it_was_stopped() -> None:
    setup = rules.begin(TRESETTE)
    assert history.record(Excerpt(setup, rules.first_table(setup), 0), points(8, 3), AT)["hands"].keys() == {1}


@pytest.mark.parametrize(
    "act",
    [
        lambda match: phone.correct(match, 2, won(0), key="k"),
        lambda match: phone.strike(match, 2, key="k"),
        lambda match: phone.annotate(match, 2, "x", key="k"),
    ],
)
def test_a_hand_that_is_not_there_cannot_be_changed(act: Any) -> None:
    with pytest.raises(Refusal, match="This hand doesn’t exist"):
        act(begun(TRUCO, won(0)))


def test_a_struck_hand_is_not_struck_twice_and_counts_again_once_it_is_corrected() -> None:
    match = phone.strike(begun(TRUCO, won(0, 3)), 1, key="k")
    assert points_of(match) == [[0, 0]]
    with pytest.raises(Refusal, match="already struck out"):
        phone.strike(match, 1, key="k")
    assert points_of(phone.correct(match, 1, won(0, 3), key="k")) == [[3, 0]]


def test_a_note_stays_with_a_corrected_hand() -> None:
    match = phone.annotate(begun(TRUCO, won(0, 3)), 1, " after a quarrel ", key="k")
    match = phone.correct(match, 1, won(1, 3), key="k")
    assert match["hands"][0]["entry"] == {**won(1, 3), "note": "after a quarrel"}
    assert match["hands"][0]["corrected"]


def test_a_preview_is_what_the_hand_comes_to_and_changes_nothing() -> None:
    match = begun(TRUCO, won(0, 3), won(1))
    for number, hand, after in (
        (None, 3, phone.record(match, won(1, 6), key="k", at=AT)),
        (1, 1, phone.correct(match, 1, won(1, 6), key="k")),
    ):
        shown_first = phone.preview(match, won(1, 6), number)
        stored = phone.state(after)["hands"][hand - 1]
        assert (shown_first["points"], shown_first["table"]["totals"]) == (stored["points"], stored["totals"])
    assert points_of(match) == [[3, 0], [0, 1]]
    with pytest.raises(Refusal) as refused:
        phone.preview(match, won(1, 2))
    assert refused.value.problems[0]["hand"] == 3


def test_a_document_holds_the_hands_that_count() -> None:
    match = phone.strike(begun(TRUCO, won(0, 3), won(1, 6)), 1, key="k")
    assert phone.document(match)["hands"] == [won(1, 6)]
    assert rules.score(phone.document(match))["totals"] == [0, 6]


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


def test_final_points_are_an_entry_that_ends_the_match() -> None:
    change = history.enter_final(excerpt(begun(TRUCO, won(0, 3))), [9, 12], AT)
    hand = change["hands"][2]
    assert hand is not None
    assert (change["kind"], hand["points"], hand["table"]["winner"]) == ("finish", [6, 12], 1)


def test_the_result_changes_when_an_end_is_undone_and_not_with_a_hand_before_it() -> None:
    stopped = phone.finish(begun(TRUCO), key="k", at=AT)
    assert history.undo(excerpt(stopped), stopped["done"][-1])["winner_changed"]
    assert not history.record(excerpt(begun(TRUCO)), won(0), AT)["winner_changed"]


def test_a_table_records_a_thousand_hands_and_no_more() -> None:
    setup = rules.begin(ALBASTINI)
    table, entry = rules.first_table(setup), {"points": [70, 50]}
    assert sorted(history.record_at_table(Excerpt(setup, table, 999), entry, AT)["hands"]) == [1000]
    with pytest.raises(Refusal, match="at most 1000 hands"):
        history.record_at_table(Excerpt(setup, table, 1000), entry, AT)


def test_on_a_phone_hands_before_a_new_name_have_that_name_too() -> None:
    match = begun(TRUCO, won(0))
    setup = match["setup"]
    match["setup"] = rules.with_facts(setup, {"seats": ["Zoe", *setup["seats"][1:]], "until": 1})
    assert match["setup"]["former"][0]["seats"] == setup["seats"]
    assert phone.state(match)["hands"][0]["dealer"] == "Zoe"


def test_names_that_changed_are_undone_as_other_lines_are() -> None:
    match = begun(TRUCO, won(0))
    names = {"seats": ["Zoe", *match["setup"]["seats"][1:]]}
    line = {"hand": None, "before": {"setup": {"seats": match["setup"]["seats"]}}, "after": {"setup": names}}
    part = excerpt({**match, "setup": {**match["setup"], **names}})
    assert history.undo(part, line)["match"]["setup"] == match["setup"]
    assert history.redo(excerpt(match), line)["match"]["setup"]["seats"][0] == "Zoe"


def linked(number: int) -> tuple[int | None, int | None]:
    """Lines 2 and 3 were done, line 4 undid 3."""
    return {2: (None, None), 3: (None, 2), 4: (3, None)}[number]


@pytest.mark.parametrize(
    "kind, tops, expected",
    [
        ("record", (3, None), {"target": None, "under": 3, "undo_top": 5, "redo_top": None}),
        ("record", (2, 4), {"target": None, "under": 2, "undo_top": 5, "redo_top": None}),
        ("undo", (3, None), {"target": 3, "under": None, "undo_top": 2, "redo_top": 5}),
        ("undo", (2, 4), {"target": 2, "under": 4, "undo_top": None, "redo_top": 5}),
        ("redo", (2, 4), {"target": 3, "under": None, "undo_top": 3, "redo_top": None}),
        *[
            (kind, (2, 4), {"target": None, "under": None, "undo_top": 2, "redo_top": 4})
            for kind in ("start", "decline", "sit", "confirm", "approve", "reopen", "rescore", "erase")
        ],
    ],
)
def test_lines_lie_on_the_piles_of_undo_and_redo(
    kind: str, tops: tuple[int, int | None], expected: dict[str, int | None]
) -> None:
    assert history.stacked(kind, 5, *tops, linked) == expected
