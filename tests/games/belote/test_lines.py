"""The lines that explain a deal of Belote: their side, rule, points and words."""

from typing import Any

import pytest

from tests.games.belote.test_scores import BELOTE_LOST, CONTRACT, took
from tests.games.table import last_hand


@pytest.mark.parametrize(
    "entry, variant, first",
    [
        (took(100), "classic", ("BEL-9", "Made: 100 against 62")),
        (took(60), "classic", ("BEL-10", "Failed: 60 against 102")),
        (took(81), "classic", ("BEL-12", "Litige: 81 against 81")),
        (took(252, announcements=[[], ["tierce"]]), "announcements", ("BEL-9", "Made: 272 against 0")),
        (took(100, contract=100), "contree", ("BEL-14", "100 made: 100 against 62")),
        (took(100, contract=110), "contree", ("BEL-14", "110 failed: 100 against 62")),
        (took(252, contract="capot"), "contree", ("BEL-14", "Capot made: 252 against 0")),
        (took(81, contract=80), "contree", ("BEL-14", "80, litige: 81 against 81")),
    ],
)
def test_the_first_line_says_whether_the_deal_was_made(entry: Any, variant: str, first: tuple[str, str]) -> None:
    options = {"litige": "carry"}
    verdict, *_others = last_hand("belote", entry, variant=variant, options=options)["lines"]
    assert (verdict["rule"], verdict["text"], verdict["points"]) == (*first, 0)


@pytest.mark.parametrize(
    "hands, variant, options, lines",
    [
        ([took(252, belote=0, announcements=[[], ["cent"]])], "announcements", {}, [
            (0, "BEL-9", 0, "Made: 372 against 0"),
            (0, "BEL-3", 252, "Points: 252"),
            (0, "BEL-4", 20, "Belote"),
            (0, "BEL-11", 100, "Announcements of the other side"),
            (1, "BEL-2", 0, "Points: 0"),
        ]),
        ([took(100, belote=1, announcements=[["tierce"], []])], "announcements", {}, [
            (0, "BEL-9", 0, "Made: 120 against 82"),
            (0, "BEL-2", 100, "Points: 100"),
            (0, "BEL-5", 20, "Announcements"),
            (1, "BEL-2", 62, "Points: 62"),
            (1, "BEL-4", 20, "Belote"),
        ]),
        ([took(60, announcements=[["tierce"], []])], "announcements", {}, [
            (0, "BEL-10", 0, "Failed: 80 against 102"),
            (1, "BEL-10", 162, "The takers failed: 162"),
            (1, "BEL-5", 20, "Announcements"),
        ]),
        ([took(84, contract=80, announcements=[[], ["tierce"]])], "coinche", {}, [
            (0, "BEL-14", 0, "80 failed: 84 against 98"),
            (1, "BEL-16", 160, "The takers failed: 160"),
            (1, "BEL-16", 80, "Contract: 80"),
            (1, "BEL-5", 20, "Announcements"),
        ]),
        ([took(100, contract=100, coinche=2)], "contree", {}, [
            (0, "BEL-14", 0, "100 made: 100 against 62"),
            (0, "BEL-17", 160, "Doubled and made: 160"),
            (0, "BEL-17", 100, "Contract: 100"),
            (0, "BEL-17", 260, "Doubled: counts twice"),
        ]),
        ([took(100, contract=100)], "announced", {}, [
            (0, "BEL-14", 0, "100 made: 100 against 62"),
            (0, "BEL-18", 100, "Contract: 100"),
        ]),
        ([took(81), {"passed": True}], "classic", {}, [
            (0, "BEL-23", 0, "All passed: nothing is scored"),
            (1, "BEL-23", 0, "All passed: nothing is scored"),
        ]),
        ([took(81), took(91)], "classic", {}, [
            (0, "BEL-9", 0, "Made: 91 against 71"),
            (0, "BEL-2", 91, "Points: 91"),
            (1, "BEL-2", 71, "Points: 71"),
            (0, "BEL-12", 81, "Carried over: 81"),
        ]),
        ([{"fault": 0}], "classic", {}, [
            (1, "BEL-25", 162, "The other side was at fault: 162"),
        ]),
        ([{"fault": 1, "contract": 90}], "contree", {"target": 250}, [
            (0, "BEL-25", 160, "The other side was at fault: 160"),
            (0, "BEL-25", 90, "Contract: 90"),
            (0, "BEL-20", 0, "Reaches 250 with 250"),
        ]),
        ([CONTRACT, BELOTE_LOST], "contree", {"target": 310}, [
            (0, "BEL-14", 0, "80 failed: 80 against 102"),
            (1, "BEL-16", 160, "The takers failed: 160"),
            (1, "BEL-16", 80, "Contract: 80"),
            (0, "BEL-4", 20, "Belote"),
            (0, "BEL-21", 0, "At 310, but does not win the match without making a deal or taking a trick"),
        ]),
        ([took(100)], "classic", {"target": None, "hands": 1}, [
            (0, "BEL-9", 0, "Made: 100 against 62"),
            (0, "BEL-2", 100, "Points: 100"),
            (1, "BEL-2", 62, "Points: 62"),
            (0, "BEL-22", 0, "The agreed 1 hands are played: wins with 100"),
        ]),
        ([took(81)], "classic", {}, [
            (0, "BEL-12", 0, "Litige: 81 against 81"),
            (1, "BEL-2", 81, "Points: 81"),
            (0, "BEL-12", 0, "Equal totals: 81 are carried over"),
        ]),
        ([took(100, contract=100, coinche=4)], "contree", {"rounding": False}, [
            (0, "BEL-14", 0, "100 made: 100 against 62"),
            (0, "BEL-17", 160, "Doubled and made: 160"),
            (0, "BEL-17", 100, "Contract: 100"),
            (0, "BEL-17", 780, "Redoubled: counts four times"),
        ]),
        ([took(104, contract=100)], "contree", {}, [
            (0, "BEL-14", 0, "100 made: 104 against 58"),
            (0, "BEL-2", 104, "Points: 104"),
            (1, "BEL-2", 58, "Points: 58"),
            (0, "BEL-15", 100, "Contract: 100"),
            (0, "BEL-19", -4, "Rounded: 200"),
            (1, "BEL-19", 2, "Rounded: 60"),
        ]),
    ],
)  # fmt: skip
def test_every_line_of_a_deal(hands: Any, variant: str, options: Any, lines: Any) -> None:
    told = last_hand("belote", *hands, variant=variant, options=options)["lines"]
    assert [(line["side"], line["rule"], line["points"], line["text"]) for line in told] == lines
