"""Claims of Truco: who wins a trick, with fixed manilhas or by a card turned up, and who wins a hand."""

from itertools import pairwise
from typing import Any

import pytest

from tests.games.table import TRIPLES, claim_refused, document, judged, reasons, singly, trick

PLAIN = document("truco")
VIRA = document("truco", options={"manilhas": "vira"})
PAULISTA = document("truco", variant="paulista")
TWO = document("truco", sides=singly(2))
SIX = document("truco", sides=TRIPLES)
FIXED_ORDER = ["4C", "7H", "AS", "7D", "3S", "2H", "AD", "KS", "JH", "QC", "7C", "6D", "5S", "4H", "back"]


def effect(winner: int | None, card: str | None, leads: int) -> dict[str, Any]:
    return {"winner": winner, "card": card, "leads": leads}


@pytest.mark.parametrize("stronger, weaker", list(pairwise(FIXED_ORDER)))
def test_each_card_beats_the_next_one_down(stronger: str, weaker: str) -> None:
    assert judged(PLAIN, trick("back", weaker, stronger, "back")) == (True, effect(0, stronger, 2))
    assert judged(PLAIN, trick(weaker, stronger, "back", "back")) == (True, effect(1, stronger, 1))


@pytest.mark.parametrize(
    "claim, expected",
    [
        (trick("4C", "3H", "3S", "back"), effect(0, "4C", 0)),
        (trick("3H", "5S", "3S", "6D"), effect(0, "3H", 0)),
        (trick("5S", "3H", "6D", "3S", first=1), effect(0, "3H", 1)),
        (trick("3H", "3S", "5D", "6D"), effect(None, None, 0)),
        (trick("5H", "3S", "3D", "6D"), effect(None, None, 1)),
        (trick("3H", "3S", "3D", "3C"), effect(None, None, 0)),
        (trick("7S", "7C", "6D", "5D"), effect(None, None, 0)),
        (trick("7S", "7D", "6D", "5D"), effect(1, "7D", 1)),
        (trick("AH", "AS", "AD", "AC"), effect(1, "AS", 1)),
        (trick("back", "back", "4H", "back"), effect(0, "4H", 2)),
        (trick("back", "back", "back", "back"), effect(None, None, 0)),
    ],
)
def test_who_wins_a_trick_and_leads_next(claim: Any, expected: dict[str, Any]) -> None:
    assert judged(PLAIN, claim) == (expected["winner"] is not None, expected)
    assert "TRU-1" in reasons(PLAIN, claim)


@pytest.mark.parametrize("side, upheld", [(0, True), (1, False)])
def test_a_trick_is_the_claimants_only_if_he_has_won_it(side: int, upheld: bool) -> None:
    claim = trick("4C", "3H", "3S", "back", side=side)
    assert judged(PLAIN, claim) == (upheld, effect(0, "4C", 0))


@pytest.mark.parametrize(
    "vira, rank",
    [
        ("4S", "5"), ("5D", "6"), ("6H", "7"), ("7C", "Q"), ("QS", "J"),
        ("JD", "K"), ("KH", "A"), ("AC", "2"), ("2S", "3"), ("3D", "4"),
    ],
)  # fmt: skip
def test_the_turned_up_card_names_the_manilhas(vira: str, rank: str) -> None:
    clubs, hearts, spades, diamonds = [rank + suit for suit in "CHSD"]
    claim = trick(diamonds, spades, hearts, clubs, vira=vira)
    assert judged(PAULISTA, claim) == (True, effect(1, clubs, 3))
    assert judged(VIRA, claim) == (True, effect(1, clubs, 3))
    assert judged(VIRA, trick(diamonds, spades, hearts, "back", vira=vira))[1] == effect(0, hearts, 2)
    assert judged(VIRA, trick(diamonds, spades, "back", "back", vira=vira))[1] == effect(1, spades, 1)


def test_with_a_turned_up_card_the_old_manilhas_are_plain_cards() -> None:
    assert judged(VIRA, trick("4C", "3H", "7H", "AS", vira="5D"))[1] == effect(1, "3H", 1)


@pytest.mark.parametrize(
    "played, claim, expected",
    [
        (PLAIN, trick("4C", "3H", "3S"), [("cards", "TRU-1")]),
        (PLAIN, trick("4C", "3H", "3S", "2S", "2H"), [("cards", "TRU-1")]),
        (PLAIN, trick("4C", "3H", "4C", "2S"), [("cards.2", "TRU-1")]),
        (PLAIN, trick("8C", "9H", "10S", "JOKER"), [(f"cards.{each}", "TRU-1") for each in range(4)]),
        (PLAIN, trick("4c", "H3", "", "BACK"), [(f"cards.{each}", "TRU-1") for each in range(4)]),
        (PLAIN, {"type": "trick", "cards": [["4C", 0], ["3H", 0], ["3S", 1], ["2S", 1]]}, [("cards", "TRU-1")]),
        (PLAIN, {"type": "trick", "cards": [["4C", 0], ["3H", 2], "3S", ["2S"]]},
         [(f"cards.{each}", "TRU-1") for each in (1, 2, 3)]),
        (PLAIN, {"type": "trick"}, [("cards", "TRU-1")]),
        (PLAIN, trick("4C", "3H", "3S", "2S", vira="5D"), [("vira", "TRU-1")]),
        (VIRA, trick("4C", "3H", "3S", "2S"), [("vira", "TRU-1")]),
        (VIRA, trick("4C", "3H", "3S", "2S", vira="8D"), [("vira", "TRU-1")]),
        (VIRA, trick("4C", "3H", "3S", "2S", vira="3S"), [("cards.2", "TRU-1")]),
        (PLAIN, {"type": "hand", "side": 0, "tricks": [0]}, [("tricks", "TRU-2")]),
        (PLAIN, {"type": "hand", "side": 0}, [("tricks", "TRU-2")]),
        (PLAIN, {"type": "hand", "side": 2, "tricks": [0, 0]}, [("side", "TRU-2")]),
        (PLAIN, {"type": "hand", "side": 0, "tricks": [0, 0], "fold": True}, [("fold", None)]),
        (document("truco", {"winner": 0, "stake": 9}, *[{"winner": 0, "stake": 1}] * 2),
         {"type": "hand", "side": 0, "tricks": [], "truco": {"trick": 1, "side": 0, "proposals": 1, "answer": "run"}},
         [("truco", "TRU-13")]),
    ],
)  # fmt: skip
def test_impossible_claims_are_refused(played: Any, claim: Any, expected: Any) -> None:
    assert claim_refused(played, claim) == expected


@pytest.mark.parametrize(
    "hand, winner, points",
    [
        ({"tricks": [0, 0]}, 0, [1, 0]),
        ({"tricks": [0, 1, None]}, 0, [1, 0]),
        ({"tricks": [None, None, None]}, None, [0, 0]),
        ({"tricks": [1, 0], "truco": {"trick": 2, "side": 1, "proposals": 2, "answer": "accept"}}, 0, [6, 0]),
        ({"tricks": [0], "truco": {"trick": 2, "side": 1, "proposals": 3, "answer": "run"}}, 1, [0, 6]),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_a_claim_of_the_hand(hand: Any, winner: int | None, points: list[int], side: int) -> None:
    claim = {"type": "hand", "side": side, **hand}
    assert judged(PLAIN, claim) == (winner == side, {"winner": winner, "points": points})


def test_a_hand_claimed_at_eleven_is_worth_three() -> None:
    eleven = document("truco", {"winner": 0, "stake": 9}, *[{"winner": 0, "stake": 1}] * 2)
    claim = {"type": "hand", "side": 1, "tricks": [1, 1]}
    assert judged(eleven, claim) == (True, {"winner": 1, "points": [0, 3]})


@pytest.mark.parametrize(
    "played, claim, expected",
    [
        (TWO, trick("3H", "4C"), effect(1, "4C", 1)),
        (TWO, trick("3H", "3S", first=1), effect(None, None, 0)),
        (SIX, trick("3H", "2S", "KD", "4C", "7H", "AS"), effect(1, "4C", 3)),
        (SIX, trick("3H", "2S", "3D", "KD", "3C", "back"), effect(0, "3H", 0)),
        (SIX, trick("3H", "2S", "QD", "KD", "JC", "3S"), effect(None, None, 0)),
    ],
)
def test_a_trick_of_two_and_of_six(played: Any, claim: Any, expected: dict[str, Any]) -> None:
    assert judged(played, claim) == (expected["winner"] is not None, expected)


@pytest.mark.parametrize("played, cards", [(TWO, 4), (TWO, 1), (SIX, 4), (SIX, 7), (PLAIN, 6), (PLAIN, 2)])
def test_a_trick_has_as_many_cards_as_there_are_players(played: Any, cards: int) -> None:
    claim = trick(*["3H", "2S", "KD", "4C", "7H", "AS", "QD"][:cards])
    assert claim_refused(played, claim) == [("cards", "TRU-1")]


def test_paulista_cannot_judge_a_trick_without_the_card_turned_up() -> None:
    assert claim_refused(PAULISTA, trick("4C", "3H", "3S", "2S")) == [("vira", "TRU-1")]
    assert claim_refused(PAULISTA, {**trick("4C", "3H", "3S", "2S"), "vira": None}) == [("vira", "TRU-1")]
