"""What the form of a hand on a card asks, and the bids that the table sees before it is played."""

from typing import Any

import pytest

from scorekeeper.games.card.asking import asked
from scorekeeper.games.engine import bids, play
from scorekeeper.games.engine.base import Refusal, english
from tests.games.table import document, singly

PAIRS: list[dict[str, Any]] = [
    {"name": "Us", "players": ["Anna", "Carla"]},
    {"name": "Them", "players": ["Bruno", "Dino"]},
]
HOOK: dict[str, Any] = {"variant": "wizard", "options": {"hook": True}, "sides": singly(3)}


def at(*hands: Any, **head: Any) -> tuple[Any, Any]:
    setup, _hands, table = play.opened(document("card", *hands, **{"options": {}, **head}))
    return setup, table


def field(form: dict[str, Any], name: str) -> dict[str, Any]:
    return next(each for each in form["fields"] if each["name"] == name)


def test_the_bounds_are_those_of_the_hand_and_the_dealer_answers_last() -> None:
    form = asked(*at({"bid": [1, 0, 0], "tricks": [1, 0, 0]}, variant="wizard", sides=singly(3)), {})
    assert (form["order"], form["turns"], form["out"]) == ([2, 0, 1], [1, 2, 0], [])
    assert (field(form, "bid")["most"], field(form, "tricks")["sum"]) == ([2, 2, 2], 2)
    assert [field(form, name)["last"] for name in ("bid", "tricks")] == [False, True]


def test_an_earlier_answer_changes_the_sum_and_rare_fields_are_folded() -> None:
    form = asked(*at(variant="schieber", sides=PAIRS), {})
    assert (field(form, "made")["sum"], field(form, "made")["less"]) == (157, ["match", {"0": -100, "1": -100}])
    form = asked(*at(variant="spades", sides=PAIRS), {})
    assert {each["name"] for each in form["fields"] if not each["folded"]} == {"bid", "tricks"}


def test_who_is_out_is_not_asked() -> None:
    hands = [{"lost": [1, 0, 0]}, {"lost": [1, 0, 0]}, {"lost": [1, 0, 0]}, {"lost": [1, 0, 0]}]
    setup, table = at(*hands, variant="schwimmen", sides=singly(3))
    form = asked(setup, table, {})
    assert (form["out"], sorted(form["order"])) == ([0], [1, 2])


def shown(setup: Any, table: Any, typed: dict[str, str]) -> Any:
    kept = bids.announced(setup, table, table["hands"] + 1, None, typed)
    return bids.shown(setup, table, table["hands"] + 1, kept, english)


@pytest.mark.parametrize(
    "typed, cards, turn, refused, words",
    [
        ({}, ["", "", ""], 1, {}, []),
        ({"bid.1": "1"}, ["", "1", ""], 2, {}, ["1 bid of 1"]),
        ({"bid.1": "0", "bid.2": "0"}, ["", "0", "0"], 0, {"1": "Bids may not add up to the tricks"}, ["0 bid of 1"]),
        ({"bid.1": "0", "bid.2": "0", "bid.0": "0"}, ["0", "0", "0"], None, {}, ["0 bid of 1: 1 left over"]),
        ({"bid.1": "1", "bid.2": "1", "bid.0": "0"}, ["0", "1", "1"], None, {}, ["2 bid of 1: 1 too many"]),
    ],
)
def test_the_table_sees_each_bid_who_is_next_and_what_he_may_not_bid(
    typed: dict[str, str], cards: list[str], turn: int | None, refused: dict[str, str], words: list[str]
) -> None:
    told = shown(*at(**HOOK), typed)
    assert (told["cards"], told["turn"], told["refused"], told["words"]) == (cards, turn, refused, words)
    assert told["complete"] == (turn is None)


@pytest.mark.parametrize(
    "typed, field, rule",
    [
        ({"bid.0": "2"}, "bid.0", None),
        ({"bid.0": "x"}, "bid.0", None),
        ({"bid.0": "1" * 21}, "bid.0", None),
        ({"bid.0": "1", "bid.1": "0", "bid.2": "0"}, None, "CARD-3"),
    ],
)
def test_a_bid_that_cannot_be_is_refused(typed: dict[str, str], field: str | None, rule: str | None) -> None:
    setup, table = at(**HOOK)
    with pytest.raises(Refusal) as refusal:
        bids.announced(setup, table, 1, None, typed)
    assert [(each["field"], each["rule"]) for each in refusal.value.problems] == [(field, rule)]


def test_bids_of_two_phones_are_put_together_and_those_of_another_hand_or_field_are_none() -> None:
    setup, table = at(**HOOK)
    first = bids.announced(setup, table, 1, {"hand": 2, "typed": {"bid.2": "1"}}, {"bid.0": "1", "tricks.0": "1"})
    both = bids.announced(setup, table, 1, first, {"bid.1": "0"})
    assert both == {"hand": 1, "typed": {"bid.0": "1", "bid.1": "0"}}
    assert bids.announced(setup, table, 1, both, {"bid.0": ""})["typed"] == {"bid.1": "0"}


def test_what_is_announced_for_the_hand_is_said_in_words() -> None:
    setup, table = at(variant="rook", sides=PAIRS)
    told = shown(setup, table, {"bidder": "1", "bid": "120"})
    assert (told["label"], told["complete"]) == ("", True)
    assert [word.partition(": ")[2] for word in told["words"]] == ["Them", "120"]


def test_bids_that_do_not_fit_any_more_are_left_out() -> None:
    setup, table = at(**HOOK)
    told = bids.shown(setup, table, 1, {"hand": 1, "typed": {"bid.0": "9"}}, english)
    assert told is not None
    assert told["typed"] == {}
