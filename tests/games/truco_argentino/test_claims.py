"""Claims of Truco argentino: values of hands, tricks with and without a muestra, and who won a hand."""

from itertools import pairwise
from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.pages.claim_pages import claim_form, shown_in
from scorekeeper.pages.entry_form import posted_form
from tests.games.table import TRIPLES, claim_refused, document, judged, reasons, trick

GAME = "truco-argentino"
PLAIN = document(GAME)
CON_FLOR = document(GAME, variant="con-flor")
URUGUAY = document(GAME, variant="uruguayo")
DEALT = document(GAME, {"truco": [1, 0]})
SIX = document(GAME, sides=TRIPLES)
ORDER = ["1E", "1B", "7E", "7O", "3E", "2B", "1O", "12C", "11E", "10B", "7C", "6O", "5E", "4B", "back"]
PIEZAS = ["2B", "4B", "5B", "11B", "10B"]


def hands(kind: str, side: int = 0, muestra: str | None = None, **cards: str) -> dict[str, Any]:
    """Returns a claim about the cards of players, by name."""
    claim: dict[str, Any] = {"type": kind, "side": side, "hands": {who: held.split() for who, held in cards.items()}}
    return claim if muestra is None else {**claim, "muestra": muestra}


@pytest.mark.parametrize("held, value", [
    ("7E 6E 2C", 33), ("12O 11O 4C", 20), ("12O 11B 10C", 0), ("1E 2B 7C", 7), ("7E 6E 5E", 33), ("12E 11E 4E", 24),
    ("1E 5E 12B", 26), ("4C 10C 2O", 24),
])  # fmt: skip
def test_the_value_of_an_envido(held: str, value: int) -> None:
    assert judged(PLAIN, hands("envido", Anna=held)) == (
        True, {"values": {"Anna": value}, "winner": 0, "player": "Anna"},
    )  # fmt: skip


@pytest.mark.parametrize("held, muestra, value", [
    ("2B 7E 6C", "5B", 37), ("12B 7E 6C", "2B", 37), ("4B 7E 12C", "5B", 36), ("10B 12E 11C", "5B", 27),
    ("12B 1E 1C", "11B", 28), ("12B 1E 1C", "5O", 1), ("7E 6E 2C", "5B", 33),
])  # fmt: skip
def test_the_value_of_an_envido_with_a_pieza(held: str, muestra: str, value: int) -> None:
    assert judged(URUGUAY, hands("envido", muestra=muestra, Anna=held))[1]["values"] == {"Anna": value}


@pytest.mark.parametrize("held, muestra, value", [
    ("2B 4B 7C", "5B", 46), ("2B 4B 5B", "1B", 47), ("7E 6E 5E", "5B", 38), ("12E 11E 10E", "5B", 20),
    ("2B 7E 6E", "5B", 43), ("2B 7E 6O", "5B", None), ("12B 4B 7C", "2B", 46), ("7E 6E 5C", "5B", None),
    ("11B 10B 7C", "5B", 41), ("2B 7B 12B", "5O", 29),
])  # fmt: skip
def test_the_value_of_a_flor(held: str, muestra: str, value: int | None) -> None:
    verdict = judged(URUGUAY, hands("flor", muestra=muestra, Anna=held))
    winner = None if value is None else 0
    assert verdict == (
        value is not None, {"values": {"Anna": value}, "winner": winner, "player": "Anna" if value else None},
    )  # fmt: skip


def test_of_equal_ones_the_nearest_to_the_mano_is_the_best() -> None:
    equal = {"Anna": "7E 6E 2C", "Bruno": "7O 6O 2B", "Dino": "7B 6B 3C"}
    assert judged(PLAIN, hands("envido", side=0, **equal))[1]["player"] == "Bruno"
    assert judged(DEALT, hands("envido", side=0, **equal))[1]["player"] == "Bruno"
    assert judged(document(GAME, first_dealer="Bruno"), hands("envido", side=1, **equal)) == (
        True, {"values": {"Anna": 33, "Bruno": 33, "Dino": 33}, "winner": 1, "player": "Dino"},
    )  # fmt: skip
    assert "TAR-12" in reasons(PLAIN, hands("envido", **equal))


def test_flores_are_compared_like_envidos() -> None:
    claim = hands("flor", side=0, Anna="7E 5E 4E", Carla="7O 6O 5O", Dino="1B 2C 3O")
    assert judged(CON_FLOR, claim) == (
        False, {"values": {"Anna": 36, "Carla": 38, "Dino": None}, "winner": 1, "player": "Carla"},
    )  # fmt: skip
    assert "TAR-19 Carla has the best one" in reasons(CON_FLOR, claim)


@pytest.mark.parametrize("stronger, weaker", list(pairwise(ORDER)))
def test_each_card_beats_the_next_one_down(stronger: str, weaker: str) -> None:
    assert judged(PLAIN, trick("back", weaker, stronger, "back")) == (True, {"winner": 0, "card": stronger, "leads": 2})


@pytest.mark.parametrize("stronger, weaker", list(pairwise([*PIEZAS, "1E"])))
def test_piezas_stand_above_all(stronger: str, weaker: str) -> None:
    claim = trick("back", weaker, stronger, "3C", muestra="6B")
    assert judged(URUGUAY, claim)[1] == {"winner": 0, "card": stronger, "leads": 2}


def test_the_twelve_takes_the_place_of_a_pieza_that_was_turned_up() -> None:
    claim = trick("12B", "4B", "1E", "2O", muestra="2B")
    assert judged(URUGUAY, claim)[1] == {"winner": 0, "card": "12B", "leads": 0}
    assert judged(URUGUAY, {**claim, "muestra": "6B"})[1] == {"winner": 1, "card": "4B", "leads": 1}


@pytest.mark.parametrize("claim, winner, card, leads", [
    (trick("1E", "3O", "back", "3C"), 0, "1E", 0),
    (trick("3E", "5O", "3B", "6C"), 0, "3E", 0),
    (trick("5E", "3O", "4B", "3C", first=1), 0, "3O", 1),
    (trick("3E", "3O", "4B", "6C"), None, None, 0),
    (trick("4E", "3O", "3B", "6C"), None, None, 0),
    (trick("7B", "7C", "6E", "5E"), None, None, 0),
    (trick("back", "back", "back", "back"), None, None, 0),
])  # fmt: skip
def test_who_wins_a_trick(claim: Any, winner: int | None, card: str | None, leads: int) -> None:
    assert judged(PLAIN, claim) == (winner is not None, {"winner": winner, "card": card, "leads": leads})


def test_a_trick_of_two_four_and_six() -> None:
    pair = document(GAME, sides=[{"players": ["Anna"]}, {"players": ["Carla"]}])
    assert judged(pair, trick("1E", "1B"))[1]["winner"] == 0
    assert judged(SIX, trick("1E", "1B"))[1]["winner"] == 0
    assert judged(SIX, trick("3E", "1B", "3O", "2E", "4C", "5C"))[1]["winner"] == 1
    assert claim_refused(PLAIN, trick("1E", "1B")) == [("cards", "TAR-4")]


@pytest.mark.parametrize("truco, winner, points", [
    ({"tricks": [0, 0]}, 0, [1, 0]),
    ({"tricks": [None, None, None]}, 1, [0, 1]),
    ({"tricks": [1], "calls": ["truco"], "by": 0, "answer": "refuse"}, 0, [1, 0]),
    ({"tricks": [], "mazo": 0}, 1, [0, 2]),
])  # fmt: skip
@pytest.mark.parametrize("side", [0, 1])
def test_a_claim_of_the_hand(truco: Any, winner: int, points: list[int], side: int) -> None:
    claim = {"type": "hand", "side": side, "truco": truco}
    assert judged(PLAIN, claim) == (winner == side, {"winner": winner, "points": points})


def test_a_duel_has_its_own_mano_and_a_draw_belongs_to_nobody() -> None:
    ties = {"type": "hand", "side": 0, "truco": {"tricks": [None, None, None]}}
    assert [judged(SIX, {**ties, "duel": duel})[1]["winner"] for duel in (1, 2, 3)] == [1, 0, 1]
    drawn = document(GAME, variant="gauderio")
    assert judged(drawn, ties) == (False, {"winner": None, "points": [0, 0]})


@pytest.mark.parametrize("played, claim, expected", [
    (PLAIN, hands("envido", muestra="5B", Anna="7E 6E 2C"), [("muestra", "TAR-3")]),
    (URUGUAY, hands("envido", Anna="7E 6E 2C"), [("muestra", "TAR-3")]),
    (URUGUAY, hands("envido", muestra="8B", Anna="7E 6E 2C"), [("muestra", "TAR-1")]),
    (URUGUAY, hands("envido", muestra="7E", Anna="7E 6E 2C"), [("hands.Anna.0", "TAR-1")]),
    (URUGUAY, hands("envido", muestra="5B", Anna="2B 7E 6E"), [("hands.Anna", "TAR-17")]),
    (CON_FLOR, hands("envido", Anna="7E 6E 5E"), [("hands.Anna", "TAR-17")]),
    (PLAIN, hands("flor", Anna="7E 6E 5E"), [("type", "TAR-16")]),
    (PLAIN, hands("envido", Anna="7E 6E"), [("hands.Anna", "TAR-11")]),
    (PLAIN, hands("envido", Anna="7E 6E 8E"), [("hands.Anna.2", "TAR-1")]),
    (PLAIN, hands("envido", Anna="7E 6E 2C", Bruno="7E 1C 1B"), [("hands.Bruno.0", "TAR-1")]),
    (PLAIN, hands("envido", Zoe="7E 6E 2C"), [("hands.Zoe", "TAR-11")]),
    (PLAIN, hands("envido"), [("hands", "TAR-11")]),
    (PLAIN, {"type": "envido", "side": 0}, [("hands", "TAR-11")]),
    (PLAIN, hands("envido", side=2, Anna="7E 6E 2C"), [("side", "TAR-11")]),
    (PLAIN, trick("1E", "1E", "back", "3C"), [("cards.1", "TAR-1")]),
    (PLAIN, {"type": "trick", "cards": [["1E", 0], ["1B", 0], ["back", 1], ["3C", 1]]}, [("cards", "TAR-4")]),
    (PLAIN, {"type": "trick", "cards": [["1E", 0], "1B", ["back", 0, 1], ["3C", True]]},
     [("cards.1", "TAR-4"), ("cards.2", "TAR-4"), ("cards.3", "TAR-4")]),
    (PLAIN, {"type": "trick"}, [("cards", "TAR-4")]),
    (PLAIN, trick("1E", "1B", "back", "3C", side=2), [("side", "TAR-4")]),
    (PLAIN, {"type": "hand", "side": 0, "truco": [1, 0]}, [("truco", "TAR-6")]),
    (PLAIN, {"type": "hand", "side": 0, "truco": {"tricks": [0]}}, [("truco.tricks", "TAR-5")]),
    (PLAIN, {"type": "hand", "side": 0, "truco": {"tricks": [0, 0]}, "duel": 1}, [("duel", "TAR-26")]),
    (SIX, {"type": "hand", "side": 0, "truco": {"tricks": [0, 0]}, "duel": 4}, [("duel", "TAR-26")]),
])  # fmt: skip
def test_impossible_claims_are_refused(played: Any, claim: Any, expected: Any) -> None:
    assert claim_refused(played, claim) == expected


@pytest.mark.parametrize(
    "truco",
    [
        {"tricks": [0, None]},
        {"tricks": [1, 0, 1], "calls": ["truco", "retruco"], "by": 0, "answer": "accept"},
        {"tricks": [0], "calls": ["truco"], "by": 1, "answer": "refuse"},
        {"tricks": [], "mazo": 1},
    ],
)
def test_a_truco_that_was_judged_goes_into_the_hand_and_scores_what_the_verdict_says(truco: dict[str, Any]) -> None:
    setup = play.begin(document("truco-argentino"))
    verdict = play.judge(setup, play.first_table(setup), {"type": "hand", "side": 0, "truco": truco})
    (follow_ups,) = play.game_of(setup).follow_ups(setup, "hand", {"side": 0, "truco": truco}, verdict)
    entry = posted_form(setup, list(follow_ups["fields"].items())).entry
    assert entry["truco"] == truco
    assert play.score_hand(setup, play.first_table(setup), entry)["points"] == verdict["effect"]["points"]


def test_a_verdict_on_paper_names_the_cards_of_the_games_own_pack() -> None:
    setup = play.begin(document("truco-argentino", variant="uruguayo"))
    sent = [("side", "0"), ("muestra", "4c"), ("hands.0.who", "Anna"), ("hands.0.cards", "12C 7o 1E")]
    form = claim_form(setup, "envido", sent)
    assert form is not None
    assert shown_in(form) == [("Muestra", "4 cups"), ("Anna", "12 cups, 7 coins, 1 swords")]
    played = claim_form(setup, "trick", [("muestra", "4C"), ("cards", "5b back")])
    assert played is not None
    assert shown_in(played) == [("Muestra", "4 cups"), ("Cards as they were played", "5 batons, face down")]
