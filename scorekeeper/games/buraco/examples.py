"""Worked examples for Buraco's rules page."""

from typing import Any

from ..engine.base import N_
from ..rulebook import Example, document, pairs, singly

SIDES = pairs("Lucía", "Sofía", "Mateo", "Tomás")
_OTHERS = {"melds": 100, "hand": 0, "pot": "played"}


def _example(
    caption: str,
    hands: list[dict[str, Any]],
    claim: dict[str, Any] | None = None,
    variant: str = "us",
    sides: list[dict[str, Any]] = SIDES,
    **options: Any,
) -> Example:
    played = document("buraco", variant, sides, hands) | {"options": options}
    return {"caption": caption, "document": played} | ({"claim": claim} if claim else {})


def _first_meld(melds: list[list[str]], failed: int = 0) -> dict[str, Any]:
    return {"type": "first_meld", "side": 0, "melds": melds, "failed_melds": failed}


def _hand(*sides: dict[str, Any], out: int | None = None) -> dict[str, Any]:
    return {"sides": list(sides), "went_out": out}


FIFTY = [["KS", "KH", "KD"], ["4H", "5H", "6H", "7H"]]
SEVENTY_FIVE = [["AS", "AH", "AD"], ["QS", "QH", "QC"]]
AT_1495 = [_hand({"melds": 495, "clean": 5, "hand": 0, "pot": "played"}, _OTHERS)]
AT_1500 = [_hand({"melds": 500, "clean": 5, "hand": 0, "pot": "played"}, _OTHERS)]
NO_POTS = [_hand({"melds": 120, "hand": 60, "pot": "none"}, {"melds": 85, "hand": 90, "pot": "none"})]
DIRTY_ONLY = {"melds": 160, "dirty": 1, "hand": 40, "pot": "played"}

EXAMPLES = [
    _example(
        N_("A full hand. The second side counted its cards by class, and never played from its pot."),
        [
            _hand(
                {"melds": 345, "clean": 1, "dirty": 1, "hand": 45, "pot": "played"},
                {
                    "melds": {"3-7": 10, "8-K": 6, "A": 2, "2": 1},
                    "dirty": 1,
                    "hand": 30,
                    "pot": "unplayed",
                    "pot_cards": 85,
                },
                out=0,
            )
        ],
    ),
    _example(
        N_("The second side ends up in the hole."),
        [
            _hand(
                {"melds": 300, "clean": 1, "hand": 0, "pot": "played"},
                {"melds": 60, "hand": 120, "pot": "none"},
                out=0,
            )
        ],
    ),
    _example(N_("A first meld with 1,495 points before the hand."), AT_1495, _first_meld(FIFTY)),
    _example(N_("The same cards with 1,500 points."), AT_1500, _first_meld(FIFTY)),
    _example(N_("With 1,500 points, and two attempts that failed."), AT_1500, _first_meld(SEVENTY_FIVE, 2)),
    _example(
        N_("Both sides are above 2,000 after the third hand."),
        [
            _hand(
                {"melds": 420, "clean": 2, "hand": 0, "pot": "played"},
                {"melds": 390, "clean": 2, "hand": 45, "pot": "played"},
                out=0,
            ),
            _hand(
                {"melds": 365, "clean": 1, "dirty": 1, "hand": 30, "pot": "played"},
                {"melds": 455, "clean": 2, "hand": 0, "pot": "played"},
                out=1,
            ),
            _hand(
                {"melds": 310, "clean": 1, "hand": 25, "pot": "played"},
                {"melds": 110, "clean": 1, "hand": 0, "pot": "played"},
                out=1,
            ),
        ],
    ),
    _example(
        N_("Italy, FIBUR: the second side took its pot with its last discard. Its cards count like cards in hand."),
        [
            _hand(
                {"melds": 310, "semi_clean": 1, "dirty": 1, "hand": 20, "pot": "played"},
                {"melds": 90, "hand": 75, "pot": "unplayed", "pot_cards": 130},
                out=0,
            )
        ],
        variant="burraco",
    ),
    _example(N_("The stock ran out and no side took a pot: by FIBUR that costs nothing."), NO_POTS, variant="burraco"),
    _example(N_("The same hand by FITAB."), NO_POTS, variant="burraco-fitab"),
    _example(
        N_("Three players: the third plays alone and goes out, the two others share what they have."),
        [
            {
                "lone": 2,
                "alone": {"melds": 410, "clean": 1, "hand": 0, "pot": "played"},
                "pair": {"melds": 220, "dirty": 1, "hand": 95, "pot": "none"},
                "went_out": 2,
            }
        ],
        variant="burraco-3",
        sides=singly("Lucía", "Mateo", "Sofía"),
    ),
    _example(
        N_("Brazil: all thirteen ranks, and a pot that became the stock."),
        [
            _hand(
                {
                    "melds": {"3-7": 10, "8-K": 13, "A": 3, "2": 2},
                    "thirteen": 1,
                    "dirty": 1,
                    "hand": 30,
                    "pot": "stock",
                },
                DIRTY_ONLY,
                out=0,
            )
        ],
        variant="aberto",
    ),
    _example(
        N_("Brazil, where it is agreed that a side without a clean run loses what it melded."),
        [_hand({"melds": 200, "clean": 1, "dirty": 1, "hand": 0, "pot": "played"}, DIRTY_ONLY, out=0)],
        variant="aberto",
        without_clean="minus",
    ),
]
