"""Claims of Canasta: canastas, the first meld of a hand, and going out."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import english
from scorekeeper.games.engine.entries import claims_of
from scorekeeper.games.engine.ways import fields_of
from tests.games.table import cards, claim_refused, document, judged, reasons, singly

CLASSIC = document("canasta")
SAMBA = document("canasta", variant="samba")
WILD = document("canasta", options={"wild_canasta": 1000})
TWO = document("canasta", variant="two-handed", sides=singly(2))
INVALID = (False, None)
MELD = (True, None)


def at(total: int) -> dict[str, Any]:
    """Returns a match in which the first side has this total."""
    base, count = (100 * (total // 100), total % 100) if total > 0 else (0, total)
    return document("canasta", {"sides": [{"base": base, "count": count}, {"base": 0, "count": 0}]})


TABLE_OF_THE_RULES: list[tuple[dict[str, Any], str, tuple[bool, str | None]]] = [
    (CLASSIC, "K KH KD KC K KH KD", (True, "natural")),
    (CLASSIC, "K KH KD KC K 2 *", (True, "mixed")),
    (CLASSIC, "K KH KD KC 2 2H *", (True, "mixed")),
    (SAMBA, "K KH KD KC 2 2H *", INVALID),
    (CLASSIC, "K KH KD 2 2H 2D *", INVALID),
    (CLASSIC, "K KH 2 2H 2D", MELD),
    (CLASSIC, "K * 2", INVALID),
    (CLASSIC, "2 2H 2D 2C 2 2H *", INVALID),
    (WILD, "2 2H 2D 2C 2 2H *", (True, "wild")),
    (CLASSIC, "3 3C 3", INVALID),
    (CLASSIC, "4 5 6 7 8 9 10", INVALID),
    (SAMBA, "4 5 6 7 8 9 10", (True, "samba")),
    (CLASSIC, "4 5 6 7 8 9 10 J", INVALID),
    (SAMBA, "4 5 6 7 8 9 10 J", INVALID),
]
OTHERS: list[tuple[dict[str, Any], str, tuple[bool, str | None]]] = [
    (CLASSIC, "K KH KD KC K KH KD KC", (True, "natural")),
    (CLASSIC, "K KH KD KC K KH KD KC *", (True, "mixed")),
    (CLASSIC, "A AH AD", MELD),
    (CLASSIC, "K KH", INVALID),
    (CLASSIC, "K KH QD", INVALID),
    (CLASSIC, "3H 3D 3H", INVALID),
    (CLASSIC, "K KH KD 3H", INVALID),
    (CLASSIC, "K KH KD 3", INVALID),
    (CLASSIC, "* * *", INVALID),
    (WILD, "* * 2", MELD),
    (SAMBA, "K KH 2 2H", MELD),
    (SAMBA, "J Q K A", MELD),
    (SAMBA, "Q K A 4", INVALID),
    (SAMBA, "4 5 6H", INVALID),
    (SAMBA, "4 5 2", INVALID),
    (SAMBA, "4 5 7", INVALID),
    (SAMBA, "8 9 10 J Q K A", (True, "samba")),
    (SAMBA, "3 4 5", INVALID),
    (CLASSIC, "", INVALID),
]


@pytest.mark.parametrize("played, text, expected", TABLE_OF_THE_RULES + OTHERS)
def test_what_is_a_meld_and_which_canasta(played: Any, text: str, expected: Any) -> None:
    upheld, effect = judged(played, {"type": "canasta", "cards": cards(text)})
    assert (effect["valid"], effect["kind"]) == expected
    assert upheld is (effect["kind"] is not None)


@pytest.mark.parametrize(
    "played, text, points, bonus",
    [
        (CLASSIC, "K KH KD KC K KH KD", 70, 500),
        (CLASSIC, "K KH KD KC K 2 *", 120, 300),
        (SAMBA, "4 5 6 7 8 9 10", 50, 1500),
        (WILD, "2 2H 2D 2C 2 2H *", 170, 1000),
        (CLASSIC, "A AH AD", 60, 0),
        (CLASSIC, "3H 3 4 K", 20, 0),
        (CLASSIC, "", 0, 0),
    ],
)
def test_points_are_always_the_cards_own_value(played: Any, text: str, points: int, bonus: int) -> None:
    effect = judged(played, {"type": "canasta", "cards": cards(text)})[1]
    assert (effect["points"], effect["bonus"]) == (points, bonus)


@pytest.mark.parametrize(
    "played, text, text_of_rule",
    [
        (CLASSIC, "K KH KD KC K KH KD", "CAN-3 Seven cards or more: a canasta, +500 | CAN-1 The cards are worth 70"),
        (CLASSIC, "A AH AD", "CAN-18 A meld, but no canasta"),
        (CLASSIC, "K KH 3H", "CAN-21 A red three is never part of a meld"),
        (CLASSIC, "3 3C 3", "CAN-20 Only the player going out"),
        (CLASSIC, "K KH", "CAN-18 A meld has three cards or more"),
        (CLASSIC, "* * 2", "CAN-6 Melds of wild cards only"),
        (CLASSIC, "4 5 6", "CAN-18 The natural cards of a meld are of one rank"),
        (SAMBA, "4 5 7", "CAN-22 Neither one rank"),
        (CLASSIC, "K * 2", "CAN-18 A meld has two natural cards or more"),
        (SAMBA, "K KH KD 2 2H 2D", "CAN-18 A meld has 2 wild cards at most"),
    ],
)
def test_the_rule_for_or_against_the_cards_is_told(played: Any, text: str, text_of_rule: str) -> None:
    assert text_of_rule in reasons(played, {"type": "canasta", "cards": cards(text)})


Opening = tuple[bool, int, int]
"""Whether it is upheld, points, what was required."""
KINGS = "K KH KD KC K KH KD"
OPENINGS: list[tuple[dict[str, Any], dict[str, Any], Opening]] = [
    (CLASSIC, {"melds": ["A AH AD"]}, (True, 60, 50)),
    (CLASSIC, {"melds": ["A AH", "4 4H *"]}, (False, 100, 50)),
    (CLASSIC, {"melds": ["K KH KD"]}, (False, 30, 50)),
    (CLASSIC, {"melds": ["K KH KD", "4 4H 4D 2"]}, (True, 65, 50)),
    (CLASSIC, {"melds": ["K KH KD", "4 4H 4D", "5 5H"]}, (False, 55, 50)),
    (CLASSIC, {"melds": []}, (False, 0, 50)),
    (at(-5), {"melds": ["4 4H 4D"]}, (True, 15, 15)),
    (at(1500), {"melds": ["A AH AD"]}, (False, 60, 90)),
    (at(1500), {"melds": ["A AH AD", "4 4H *"]}, (True, 120, 90)),
    (at(3000), {"melds": [KINGS]}, (False, 70, 120)),
    (at(3000), {"melds": [KINGS], "going_out": True}, (True, 70, 0)),
    (at(3000), {"melds": ["A AH AD"], "going_out": True}, (False, 60, 120)),
    (CLASSIC, {"melds": [KINGS, "3 3C 3"], "going_out": True}, (True, 85, 0)),
    (CLASSIC, {"melds": [KINGS, "3 3C 3"]}, (False, 85, 50)),
    (CLASSIC, {"melds": [KINGS, "3 3C *"], "going_out": True}, (False, 130, 0)),
    (SAMBA, {"melds": [KINGS], "going_out": True}, (False, 70, 50)),
    (SAMBA, {"melds": [KINGS, "4 5 6 7 8 9 10"], "going_out": True}, (True, 120, 50)),
    (SAMBA, {"melds": ["A AH AD", "A AH AD"]}, (True, 120, 50)),
    (SAMBA, {"melds": ["4 5 6", "Q K A"]}, (True, 55, 50)),
    (WILD, {"melds": ["* * 2"]}, (True, 120, 50)),
]


@pytest.mark.parametrize("played, claim, expected", OPENINGS)
def test_the_first_meld_of_a_hand(played: Any, claim: Any, expected: Opening) -> None:
    claim = {"type": "first_meld", "side": 0, **claim, "melds": [cards(text) for text in claim["melds"]]}
    upheld, points, required = expected
    assert judged(played, claim) == (upheld, {"points": points, "required": required})


def test_what_a_first_meld_lacks_is_told() -> None:
    claim = {"type": "first_meld", "side": 0, "melds": [cards(KINGS), cards("4 4H")], "going_out": True}
    texts = reasons(SAMBA, claim)
    for words in ("Meld 2 is no meld", "A meld has three cards or more", "CAN-14 The cards are worth 80; opening needs",
                  "CAN-15 To open the cards count", "CAN-9 Canastas needed to go out: 2"):  # fmt: skip
        assert words in texts
    assert "CAN-16" in reasons(CLASSIC, {**claim, "melds": [cards(KINGS)]})


@pytest.mark.parametrize(
    "played, change, allowed",
    [
        (CLASSIC, {}, True),
        (CLASSIC, {"natural": 0}, False),
        (CLASSIC, {"natural": 0, "mixed": 1}, True),
        (CLASSIC, {"hand": 1}, False),
        (CLASSIC, {"partner": "yes"}, True),
        (CLASSIC, {"partner": "no"}, False),
        (CLASSIC, {"partner": None}, True),
        (CLASSIC, {"samba": 0, "wild": 0}, True),
        (SAMBA, {}, False),
        (SAMBA, {"samba": 1}, True),
        (WILD, {"natural": 0, "wild": 1}, True),
        (TWO, {}, False),
        (TWO, {"mixed": 1, "partner": None}, True),
    ],
)
def test_who_may_go_out(played: Any, change: Any, allowed: bool) -> None:
    claim = {"type": "go_out", "side": 0, "natural": 1, "mixed": 0, "hand": 0} | change
    assert judged(played, claim) == (allowed, {"allowed": allowed})


def test_everything_that_forbids_going_out_is_told() -> None:
    claim = {"type": "go_out", "side": 1, "hand": 3, "partner": "no"}
    assert [part.split()[0] for part in reasons(CLASSIC, claim).split(" | ")] == ["CAN-9", "CAN-9", "CAN-23"]


REFUSED_CLAIMS: list[tuple[dict[str, Any], dict[str, Any], list[tuple[str | None, str | None]]]] = [
    (CLASSIC, {"type": "canasta", "cards": cards("K K K")}, [("cards", "CAN-1")]),
    (CLASSIC, {"type": "canasta", "cards": cards("* * * * *")}, [("cards", "CAN-1")]),
    (CLASSIC, {"type": "canasta", "cards": ["1S", None, "back"]}, [(f"cards.{at}", "CAN-1") for at in range(3)]),
    (CLASSIC, {"type": "canasta", "cards": "KS"}, [("cards", "CAN-18")]),
    (CLASSIC, {"type": "canasta"}, [("cards", "CAN-18")]),
    (CLASSIC, {"type": "canasta", "side": 2, "cards": []}, [("side", "CAN-18")]),
    (CLASSIC, {"type": "canasta", "cards": [], "kind": "natural"}, [("kind", None)]),
    (CLASSIC, {"type": "first_meld", "side": 0}, [("melds", "CAN-14")]),
    (CLASSIC, {"type": "first_meld", "side": 0, "melds": "KS"}, [("melds", "CAN-14")]),
    (CLASSIC, {"type": "first_meld", "side": 0, "melds": [["9"]]}, [("melds.0.0", "CAN-1")]),
    (CLASSIC, {"type": "first_meld", "side": 3, "melds": []}, [("side", "CAN-14")]),
    (CLASSIC, {"type": "first_meld", "side": 0, "melds": [], "going_out": 1}, [("going_out", "CAN-16")]),
    (CLASSIC, {"type": "first_meld", "side": 0, "melds": [cards("K K"), cards("K KH KD")]}, [("melds", "CAN-1")]),
    (CLASSIC, {"type": "first_meld", "side": 0, "melds": [cards("K KH KD"), cards("K KH *")]}, [("melds.1", "CAN-19")]),
    (CLASSIC, {"type": "go_out", "side": 0}, [("hand", "CAN-9")]),
    (CLASSIC, {"type": "go_out", "side": 0, "hand": -1}, [("hand", "CAN-9")]),
    (CLASSIC, {"type": "go_out", "side": 9, "hand": 0}, [("side", "CAN-9")]),
    (CLASSIC, {"type": "go_out", "side": 0, "hand": 0, "natural": -1}, [("natural", "CAN-3")]),
    (CLASSIC, {"type": "go_out", "side": 0, "hand": 0, "samba": 1}, [("samba", "CAN-5")]),
    (CLASSIC, {"type": "go_out", "side": 0, "hand": 0, "wild": False}, [("wild", "CAN-6")]),
    (CLASSIC, {"type": "go_out", "side": 0, "hand": 0, "partner": "maybe"}, [("partner", "CAN-23")]),
    (TWO, {"type": "go_out", "side": 0, "hand": 0, "partner": "yes"}, [("partner", "CAN-23")]),
]


@pytest.mark.parametrize("played, claim, expected", REFUSED_CLAIMS)
def test_impossible_claims_are_refused(played: Any, claim: Any, expected: Any) -> None:
    assert claim_refused(played, claim) == expected


FOLLOWS: list[tuple[dict[str, Any], str, dict[str, Any], list[Any]]] = [
    (CLASSIC, "canasta", {"cards": cards(KINGS)},
     [("70 for Us", 0, {"add.sides.0.melds": "70", "add.sides.0.natural": "1"}),
      ("70 for Them", 1, {"add.sides.1.melds": "70", "add.sides.1.natural": "1"})]),
    (CLASSIC, "canasta", {"cards": cards("K KH KD")}, []),
    (CLASSIC, "first_meld", {"side": 1, "melds": [cards("A AH AD"), cards(KINGS)]},
     [("Add these melds to the hand of Them", 1,
       {"add.sides.1.melds": "130", "add.sides.1.natural": "1"})]),
    (CLASSIC, "first_meld", {"side": 1, "melds": []}, []),
    (CLASSIC, "go_out", {"side": 1, "natural": 1, "hand": 0},
     [("Them went out: add to hand", 1, {"went_out": "1"})]),
    (CLASSIC, "go_out", {"side": 1, "hand": 0}, []),
]  # fmt: skip


@pytest.mark.parametrize("played, slug, claim, expected", FOLLOWS)
def test_a_verdict_leads_into_the_hand(played: Any, slug: str, claim: Any, expected: list[Any]) -> None:
    setup = play.begin(played)
    verdict = play.claim(played, {"type": slug, **claim})
    follow_ups = play.game_of(setup).follow_ups(setup, slug, claim, verdict)
    assert [
        (english(*follow_up["text"]), follow_up["side"], follow_up["fields"]) for follow_up in follow_ups
    ] == expected


@pytest.mark.parametrize(
    "played, kinds",
    [
        (CLASSIC, ["side", "natural", "mixed", "hand", "partner"]),
        (SAMBA, ["side", "natural", "mixed", "samba", "hand", "partner"]),
        (TWO, ["side", "natural", "mixed", "hand"]),
    ],
)
def test_only_what_is_played_is_asked_before_going_out(played: Any, kinds: list[str]) -> None:
    setup = play.begin(played)
    claim = next(listed for listed in claims_of(setup) if listed["slug"] == "go_out")
    fields = fields_of(claim["fields"], setup["options"], len(setup["seats"]))
    assert [field["name"] for field in fields] == kinds
