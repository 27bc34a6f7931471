"""King on paper: the games printed in their order with their sums, a row for each hand, the rest in words."""

from typing import Any

import pytest

from scorekeeper.paper.layout import fitted
from tests.games.king.hands import FESTAS, PAIRS, SIX
from tests.games.table import document
from tests.paper.papers import empty, filled

PRINTED = [
    ("No tricks", "−260"), ("No hearts", "−260"), ("No queens", "−200"), ("No men", "−240"),
    ("No king of hearts", "−160"), ("Not the last two", "−180"),
]  # fmt: skip
FESTA = ("Festa", "325")


@pytest.mark.parametrize(
    "options, printed",
    [
        ({}, [*PRINTED, *[FESTA] * 4]),
        ({"order": "men_first"}, [*PRINTED[:2], PRINTED[3], PRINTED[2], *PRINTED[4:], *[FESTA] * 4]),
        ({"order": "free"}, [("", "")] * 10),
    ],
)
def test_a_blank_sheet_has_the_games_in_their_order(options: Any, printed: Any) -> None:
    cells = [row.cells[2] for row in empty("king", options=options).grid.rows]
    assert [(cell.text, cell.remark) for cell in cells] == printed


@pytest.mark.parametrize(
    "variant, hands, rows",
    [("portugal", [*SIX, *FESTAS], 10), ("portugal", SIX[:2], 10), ("quick", PAIRS[:2], 9)],
)
def test_a_filled_sheet_has_no_more_hands_than_the_match(variant: str, hands: Any, rows: int) -> None:
    sheet = fitted(filled(document("king", *hands, variant=variant)))
    assert len(sheet.grid.rows) == rows  # two hands of two games each are described in words, too


def test_a_festa_is_named_with_its_trump_and_a_sale_is_told_below() -> None:
    hands = [{"festa": [3, 2, 5, 3], "trump": "H", "sale": {"buyer": 0, "bid": 5}}, {**FESTAS[1], "nulos": True}]
    rows = [row.cells for row in filled(document("king", *SIX, *hands)).grid.rows]
    assert [rows[6][2].text, rows[8][2].text] == ["Festa ♥", "Nulos"]
    assert rows[7][-1].text == "Festa 3–2–5–3 · trumps ♥ · sold to\N{NO-BREAK SPACE}● for 5"
