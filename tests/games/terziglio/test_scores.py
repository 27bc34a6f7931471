"""Terziglio by its numbered rules: payments of a hand, ways of entering it, and ends of a match."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games.engine import play
from scorekeeper.games.terziglio.fields import LAST_TRICK
from scorekeeper.pages.entry_form import blank_form, posted_form
from tests.games.table import document, last_hand, messages, refused, rules_of, scored, singly
from tests.support.fuzzing import tries

OPEN: dict[str, Any] = {"variant": "difference"}
BIDS = {"chiamo": 1, "solo": 2, "solissimo": 3, "dividete": 6, "scegliete": 12}


def hand(soloist: int = 0, **counted: Any) -> dict[str, Any]:
    """Returns a hand with this soloist."""
    return {"soloist": soloist, **counted}


@pytest.mark.parametrize("bid, stake", BIDS.items())
def test_each_of_the_others_pays_the_stake_of_the_bid_or_gets_it(bid: str, stake: int) -> None:
    assert last_hand("terziglio", hand(1, bid=bid, made=True))["points"] == [-stake, 2 * stake, -stake]
    assert last_hand("terziglio", hand(2, bid=bid, points=[5, 6]))["points"] == [stake, stake, -2 * stake]


def test_a_solissimo_may_count_four_times() -> None:
    for bid, stake in {**BIDS, "solissimo": 4, "dividete": 8, "scegliete": 16}.items():
        assert last_hand("terziglio", hand(bid=bid, made=True), options={"solissimo": 4})["points"][1] == -stake


@pytest.mark.parametrize(
    "counted, made",
    [
        ({"points": [6, 5]}, True),
        ({"points": [5, 6]}, False),
        ({"points": [0, 11]}, False),
        ({"thirds": [18, 17]}, True),
        ({"thirds": [17, 18]}, False),
        ({"aces": [2, 2], "figures": [9, 11], "last_trick": 0}, True),
        ({"aces": [2, 2], "figures": [9, 11], "last_trick": 1}, False),
    ],
)
def test_six_whole_points_make_the_bid(counted: Any, made: bool) -> None:
    assert last_hand("terziglio", hand(**counted))["points"] == ([2, -1, -1] if made else [-2, 1, 1])


@pytest.mark.parametrize(
    "head, entry, told",
    [
        ({}, hand(bid="solo", thirds=[20, 15]), [
            (0, "TER-4", 0, "In all 6⅔: made with 6"), (0, "TER-5", 0, "Solo: stake 2"),
            (0, "TER-6", 4, "Gets 2 from each"), (1, "TER-6", -2, "Pays 2"), (2, "TER-6", -2, "Pays 2"),
        ]),
        (OPEN, hand(1, bid="solo", thirds=[17, 18]), [
            (1, "TER-4", 0, "In all 5⅔: lost, 6 are needed"), (1, "TER-5", 0, "Solo: stake 2"),
            (1, "TER-7", 0, "17 thirds against 18, times the stake: 2"),
            (0, "TER-7", 2, "Gets 2"), (1, "TER-7", -4, "Pays 2 to each"), (2, "TER-7", 2, "Gets 2"),
        ]),
        ({}, {"passed": True}, [(side, "TER-8", 0, "All passed: nothing is scored") for side in (0, 1, 2)]),
    ],
)  # fmt: skip
def test_the_lines_name_what_was_counted_the_stake_and_who_pays(head: Any, entry: Any, told: Any) -> None:
    lines = last_hand("terziglio", entry, **head)["lines"]
    assert [(line["side"], line["rule"], line["points"], line["text"]) for line in lines] == told


@pytest.mark.parametrize(
    "counted, said",
    [
        ({"points": [6, 5]}, "Points: 6, made with 6"),
        ({"points": [5, 6]}, "Points: 5, lost: 6 are needed"),
        ({"made": True}, "The bid is made"),
        ({"made": False}, "The bid is lost"),
    ],
)
def test_the_first_line_says_whether_the_bid_was_made(counted: Any, said: str) -> None:
    first, *_others = last_hand("terziglio", hand(**counted))["lines"]
    assert (first["rule"], first["text"]) == ("TER-4", said)


def test_the_end_of_a_match_names_its_rule() -> None:
    for options, hands in (({"hands": 1}, [hand(made=True)]), ({"target": None}, [hand(made=True), {"stop": True}])):
        assert rules_of("terziglio", *hands, options=options)[-1][1] == "TER-9"


@given(soloist=st.integers(0, 2), bid=st.sampled_from(list(BIDS)), aces=st.integers(0, 4), figures=st.integers(0, 20),
       last=st.integers(0, 1))  # fmt: skip
@settings(max_examples=tries(60))
def test_cards_thirds_and_result_agree_and_payments_add_up_to_nothing(
    soloist: int, bid: str, aces: int, figures: int, last: int
) -> None:
    thirds = 3 * aces + figures + 3 * (last == 0)
    cards = hand(soloist, bid=bid, aces=[aces, 4 - aces], figures=[figures, 20 - figures], last_trick=last)
    in_thirds = hand(soloist, bid=bid, thirds=[thirds, 35 - thirds])
    for rules in ({}, OPEN):
        points = last_hand("terziglio", cards, **rules)["points"]
        assert points == last_hand("terziglio", in_thirds, **rules)["points"]
        assert sum(points) == 0
    assert last_hand("terziglio", in_thirds, **OPEN)["points"][soloist] == 2 * BIDS[bid] * (2 * thirds - 35)
    in_points = hand(soloist, bid=bid, points=[thirds // 3, (35 - thirds) // 3])
    assert last_hand("terziglio", in_points)["points"] == last_hand("terziglio", in_thirds)["points"]


REFUSED: list[Any] = [
    ({}, {}, [("soloist", "TER-2"), ("made", "TER-4")]),
    ({}, hand(), [("aces", "TER-1"), ("figures", "TER-1"), ("last_trick", "TER-1")]),
    ({}, {"made": True}, [("soloist", "TER-2")]),
    ({}, hand(3, made=True), [("soloist", "TER-2")]),
    ({}, hand(made=1), [("made", "TER-4")]),
    ({}, hand(made=None), [("made", "TER-4")]),
    ({}, hand(bid="passo", made=True), [("bid", "TER-3")]),
    ({}, hand(bid=None, made=True), [("bid", "TER-3")]),
    ({}, hand(points=[6, 6]), [("points", "TER-1")]),
    ({}, hand(points=[12, -1]), [("points.1", "TER-1")]),
    ({}, hand(thirds=[17, 17]), [("thirds", "TER-1")]),
    ({}, hand(aces=[2, 3], figures=[9, 10], last_trick=2),
     [("aces", "TER-1"), ("figures", "TER-1"), ("last_trick", "TER-1")]),
    ({}, hand(aces=[2, 2], figures=[9, 11], last_trick=True), [("last_trick", "TER-1")]),
    ({}, hand(made=True, points=[6, 5]), [("made", "TER-4")]),
    ({}, hand(points=[6, 5], thirds=[18, 17]), [("points", "TER-1")]),
    ({}, hand(aces=[2, 2], points=[6, 5]), [("aces", "TER-1")]),
    ({}, hand(passed=True), [("soloist", "TER-2")]),
    ({}, {"passed": False}, [("passed", "TER-8")]),
    ({}, {"passed": 1}, [("passed", "TER-8")]),
    (OPEN, hand(), [("aces", "TER-1"), ("figures", "TER-1"), ("last_trick", "TER-1")]),
    (OPEN, hand(made=True), [("made", "TER-7")]),
    (OPEN, hand(points=[6, 5]), [("points", "TER-7")]),
    (OPEN, hand(made=True, thirds=[18, 17]), [("made", "TER-4")]),
    ({}, {"stop": True}, [("stop", "TER-9")]),
    ({**OPEN, "options": {"hands": 3}}, {"stop": True}, [("stop", "TER-9")]),
    (OPEN, {"stop": True, "passed": True}, [("passed", None)]),
]  # fmt: skip


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused("terziglio", hand, **head) == expected


def test_a_hand_in_two_ways_and_points_where_thirds_are_needed_are_told() -> None:
    assert messages("terziglio", hand(made=True, points=[6, 5])) == "Enter the hand in one way only"
    assert messages("terziglio", hand(made=3)) == "This must be one of: true, false"
    assert messages("terziglio", hand(made=True), **OPEN).startswith("Here the difference is paid")


def test_if_all_pass_nothing_is_scored_and_the_next_player_deals() -> None:
    result = scored("terziglio", {"passed": True}, hand(made=True), {"passed": True})
    assert [each["dealer"] for each in result["hands"]] == ["Anna", "Bruno", "Carla"]
    assert (result["totals"], result["next_hand"]) == ([2, -1, -1], {})


@pytest.mark.parametrize(
    "options, hands, end",
    [
        ({"target": 2}, [hand(made=True)], (0, "target")),
        ({"target": 3}, [hand(made=True)], (None, None)),
        ({"target": 1}, [hand(made=False)], (None, None)),
        ({"target": 1}, [hand(made=False), hand(1, made=True)], (1, "target")),
        ({"target": 2, "hands": 1}, [hand(made=True)], (0, "target")),
        ({"target": 1, "hands": 1}, [hand(made=False)], (None, "hands_played")),
        ({"target": None, "hands": 2}, [hand(made=True), {"passed": True}], (0, "hands_played")),
        ({"target": None}, [hand(made=True), {"stop": True}], (0, "stopped")),
        ({"target": None}, [hand(made=False), {"stop": True}], (None, "stopped")),
    ],
)
def test_how_a_match_ends(options: Any, hands: Any, end: Any) -> None:
    result = scored("terziglio", *hands, options=options)
    assert (result["winner"], result["won_by"]) == end
    assert (result["status"] == "finished") is (end[1] is not None)
    assert sum(result["games"]) == (end[0] is not None)


def test_the_form_takes_both_answers_and_names_what_it_lacks() -> None:
    setup = play.begin(document("terziglio", sides=singly(3)))
    sent = {"way": "made", "soloist": "1", "bid": "solo"}
    assert posted_form(setup, [*(sent | {"made": "off"}).items()]).entry == hand(1, bid="solo", made=False)
    assert posted_form(setup, [*(sent | {"made": "on"}).items()]).entry == hand(1, bid="solo", made=True)
    form, table = posted_form(setup, [*sent.items()]), play.first_table(setup)
    with pytest.raises(play.Refusal) as refusal:
        form.answered(lambda entry: play.score_hand(setup, table, entry))
    assert [problem["field"] for problem in refusal.value.problems] == ["made"]


def test_after_a_hand_that_all_passed_the_form_is_the_usual_one() -> None:
    setup = play.begin(document("terziglio", sides=singly(3)))
    assert blank_form(setup, None, {"passed": True}).way.slug == "made"
    assert blank_form(setup, None, hand(thirds=[18, 17])).way.slug == "thirds"
    assert blank_form(play.begin(document("terziglio", **OPEN)), None, {"passed": True}).way.slug == "thirds"


def test_the_last_trick_went_to_the_soloist_or_to_the_others() -> None:
    assert LAST_TRICK["choices"] == [[0, "Soloist"], [1, "The others"]]
