"""Claims of Chinchón: closing with seven cards, and that a player is out."""

from itertools import product
from random import Random
from typing import Any

import pytest

from scorekeeper.games.chinchon.claims import fewest_left, is_meld
from scorekeeper.games.chinchon.fields import PRESETS, worth_of
from tests.documents import GAMES as DOCUMENTS
from tests.games.table import claim_refused, document, judged, reasons, singly
from tests.support.fuzzing import tries

SPAIN = document("chinchon", sides=singly(3))
ARGENTINA = {**SPAIN, "variant": "argentina"}
URUGUAY = {**SPAIN, "variant": "uruguay"}
PLAIN = {**SPAIN, "options": {"jokers": "none"}}
MANY = document("chinchon", sides=singly(5))
OUT = document("chinchon", {"closed": 0, "counts": [2, 70, 60]}, {"closed": 0, "counts": [3, 35, 30]}, sides=singly(3))
GONE = {**OUT, "options": {"reentries": 0}}


def close(cards: str, side: int = 0) -> dict[str, Any]:
    return {"type": "close", "side": side, "cards": cards.split()}


@pytest.mark.parametrize(
    "played, cards, left, points, chinchon",
    [
        (ARGENTINA, "AC 2C 3C JS JH JOKER 2D", 2, 2, None),
        (SPAIN, "AC 2C 3C JS JH AD 2S", 2, 2, None),
        (SPAIN, "AC 2C 3C JS JH JC 4H", 4, None, None),
        (ARGENTINA, "AC 2C 3C JS JH JC 4H", 4, 4, None),
        (SPAIN, "AC 2C 3C JS JH JC JD", 0, -10, None),
        (SPAIN, "AC 2C 3C 4C 5C 6C 7C", 0, -10, "clean"),
        (SPAIN, "4C 5C 6C 7C JC QC KC", 0, -10, "clean"),
        (ARGENTINA, "4C 5C 6C 7C JC QC KC", 0, -10, None),
        (ARGENTINA, "6C 7C 8C 9C JC QC KC", 0, -10, "clean"),
        (ARGENTINA, "6C 7C JOKER 9C JC QC KC", 0, -25, "joker"),
        (ARGENTINA, "6C 7C JOKER JOKER JC QC KC", 0, -10, None),
        (SPAIN, "AD 2D 3D 4D 5D 6D 7D", 0, -10, "clean"),
        (PLAIN, "AD 2D 3D 4D 5D 6D 7D", 0, -10, "clean"),
        (SPAIN, "2H 3H 4H 5H 6H 7H AD", 0, -10, "joker"),
        (URUGUAY, "2D 3D 4D 5D 6D JD AD", 0, -25, "joker"),
        (MANY, "AD AD 4D 5D 6D 7D 2D", 0, -10, None),
        (SPAIN, "QC KC AC 2S 4S 6H 7D", 40, None, None),
        (URUGUAY, "QC KC AC 2S 4S 6H 7D", 43, None, None),
        (SPAIN, "AD KC KS 5H 3S 2C 6H", 16, None, None),
    ],
)
def test_what_is_left_of_seven_cards(played: Any, cards: str, left: int, points: Any, chinchon: Any) -> None:
    assert judged(played, close(cards)) == (points is not None, {"left": left, "points": points, "chinchon": chinchon})
    assert ("CHI-5" in reasons(played, close(cards))) is (chinchon is not None)


@pytest.mark.parametrize(
    "cards, valid",
    [
        ("5C 5H 5S", True), ("5C 5H 5S 5D", True), ("5C 5H AD", True), ("5C 5C 5H", False), ("5C 5H", False),
        ("5C 6C 7C", True), ("5C 6C JC", False), ("5C 7C AD", True), ("5C JC AD", False), ("QC KC AC", False),
        ("QC KC AD", True), ("5C 6H 7C", False), ("5C 5H 5S 5D AD", False), ("AD AD 5C", False), ("AD 2D 3D", True),
        ("6C 7C JC", True), ("AC AD 3C", True),
    ],
)  # fmt: skip
def test_what_is_a_meld(cards: str, valid: bool) -> None:
    assert is_meld(cards.split(), PRESETS[0]["options"]) is valid


@pytest.mark.fuzz
def test_no_other_way_to_meld_leaves_less() -> None:
    rng, options = Random("melds"), PRESETS[1]["options"]
    for _try in range(tries(12)):
        cards = DOCUMENTS["chinchon"].claim(rng, ARGENTINA).get("cards", [])
        ways = []
        for places in product(range(3), repeat=len(cards)):  # left, in one meld, in the other
            parts = [[card for card, place in zip(cards, places, strict=True) if place == part] for part in range(3)]
            if all(not meld or is_meld(meld, options) for meld in parts[1:]):
                ways.append(sum(worth_of(card, options) for card in parts[0]))
        assert fewest_left(cards, options) == min(ways)


@pytest.mark.parametrize(
    "played, claim, upheld, total",
    [
        (OUT, {"side": 1}, True, 105),
        (OUT, {"side": 2}, False, 90),
        (OUT, {"side": 2, "count": 11}, True, 101),
        (OUT, {"side": 2, "count": 10}, False, 100),
        (OUT, {"side": 2, "count": 0}, False, 90),
    ],
)
def test_who_is_out(played: Any, claim: Any, upheld: bool, total: int) -> None:
    assert judged(played, {"type": "out", **claim}) == (upheld, {"total": total, "limit": 101})


def test_who_may_come_back_may_close() -> None:
    assert judged(OUT, close("AC 2C 3C JS JH JC JD", 1))[0]


@pytest.mark.parametrize(
    "played, claim, expected",
    [
        (SPAIN, {"type": "close", "side": 0}, [("cards", "CHI-11")]),
        (SPAIN, {"type": "close", "side": 0, "cards": "AC"}, [("cards", "CHI-11")]),
        (SPAIN, close("AC 2C 3C JS JH JC"), [("cards", "CHI-7")]),
        (SPAIN, close("AC 2C 3C JS JH JC JD QD"), [("cards", "CHI-7")]),
        (SPAIN, close("8C 2C 3C JS JH JC JD"), [("cards", "CHI-11")]),
        (ARGENTINA, close("10C 2C 3C JS JH JC JD"), [("cards", "CHI-11")]),
        (SPAIN, close("AC AC 3C JS JH JC JD"), [("cards", "CHI-11")]),
        (MANY, close("AC AC AC JS JH JC JD"), [("cards", "CHI-11")]),
        (SPAIN, close("JOKER 2C 3C JS JH JC JD"), [("cards", "CHI-11")]),
        (ARGENTINA, close("JOKER JOKER JOKER JS JH JC JD"), [("cards", "CHI-11")]),
        (SPAIN, close("AC 2C 3C JS JH JC JD", 3), [("side", "CHI-3")]),
        (GONE, close("AC 2C 3C JS JH JC JD", 1), [("side", "CHI-8")]),
        (OUT, {"type": "out", "side": 1, "count": 12}, [("side", "CHI-8")]),
        (OUT, {"type": "out", "side": 2, "count": 86}, [("count", "CHI-7")]),
        (OUT, {"type": "out", "side": 2, "count": -1}, [("count", "CHI-7")]),
        (OUT, {"type": "out"}, [("side", "CHI-8")]),
    ],
)
def test_impossible_claims_are_refused(played: Any, claim: Any, expected: Any) -> None:
    assert claim_refused(played, claim) == expected
