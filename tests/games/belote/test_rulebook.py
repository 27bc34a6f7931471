"""The tables of the rules page have the numbers of the rules; the sheet shows a deal as players write it."""

from typing import Any

import pytest

from scorekeeper.games.belote import GAME
from scorekeeper.games.engine import play
from scorekeeper.games.paper import form, is_told, rules_in_short
from scorekeeper.games.rulebook import tables_of
from tests.games.table import document


def test_the_page_says_what_announcements_are_worth_with_trumps_and_without() -> None:
    assert tables_of(GAME)["said"] == [
        ("Tierce", 20, 20), ("Cinquante", 50, 50), ("Cent", 100, 100), ("Four jacks", 200, 100),
        ("Four nines", 150, 100), ("Four aces", 100, 200), ("Four tens", 100, 150), ("Four kings", 100, 100),
        ("Four queens", 100, 100),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "variant, entry, cells",
    [
        ("classic", {"taker": 1, "points": [76, 86], "belote": 0, "trump": "H"}, ["▲", "♥", "76", "20", "86", ""]),
        ("coinche", {"taker": 0, "contract": 110, "coinche": 2, "points": [113, 49], "announcements": [["cent"], []]},
         ["●", "110 ×2", "113", "100", "49", ""]),
        ("contree", {"taker": 0, "contract": "capot", "points": [252, 0]}, ["●", "Capot", "252", "", "0", ""]),
        ("contree", {"fault": 1, "contract": 90}, ["", "fault ▲ 90", "", "", "", ""]),
        ("classic", {"passed": True}, ["", "all passed", "", "", "", ""]),
    ],
)  # fmt: skip
def test_the_sheet_has_taker_contract_and_what_each_side_has(variant: str, entry: Any, cells: list[str]) -> None:
    grid = form(play.begin(document("belote", variant=variant)))
    filled = [column.fill(entry, [0, 0], 0) for column in grid.columns[:6] if column.fill]
    filled += [column.fill(entry, [0, 0], 1) for column in grid.columns[8:10] if column.fill]
    assert filled == cells
    assert is_told(grid, entry) is ("announcements" not in entry)


@pytest.mark.parametrize(
    "variant, options, expected",
    [
        ("classic", {}, {"BEL-10", "BEL-12"}),
        ("coinche", {}, {"BEL-5", "BEL-13", "BEL-14", "BEL-16", "BEL-17", "BEL-19"}),
        ("classic", {"rounding": True}, {"BEL-12", "BEL-19"}),
    ],
)
def test_the_rules_in_short_are_those_of_the_variant(variant: str, options: Any, expected: set[str]) -> None:
    setup = play.begin(document("belote", variant=variant, options=options))
    assert expected <= {line.rule for line in rules_in_short(setup)}
