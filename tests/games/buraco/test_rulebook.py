"""The tables of the rules page have the results of the rules."""

from scorekeeper.games.buraco.server import EXAMPLES, MELDS, judged_melds
from scorekeeper.games.engine import play
from scorekeeper.games.paper import rules_in_short
from scorekeeper.games.rulebook import worked
from tests.games.table import document


def test_the_sheet_says_that_melds_without_a_clean_run_are_deducted_where_that_is_agreed() -> None:
    setup = play.begin(document("buraco", options={"without_clean": "minus"}))
    assert [(line.text, line.worth) for line in rules_in_short(setup) if line.rule == "BUR-31"] == [
        ("No clean run: melds", "− value")
    ]


def test_both_totals_of_the_example_pass_the_target_together() -> None:
    assert worked(EXAMPLES[5])["hand"]["table"]["totals"] == [2040, 2110]


def test_the_melds_get_the_verdicts_that_the_rules_give() -> None:
    clean, dirty, no_run = ("clean", None), ("dirty", None), (None, "group")
    expected = [clean, clean, dirty, dirty, dirty, dirty, dirty, "BUR-18", dirty, dirty, ("semi_clean", None)]
    expected += ["BUR-17", no_run, "BUR-16", clean, no_run, "BUR-22", clean, ("semi_clean", "group"), dirty]
    expected += [("eight_dirty", "group"), dirty, ("thirteen", None), ("semi_clean", None), ("thirteen_dirty", None)]
    expected += ["BUR-23", ("fourteen", None)]
    assert len(expected) == len(MELDS)
    for meld, verdict in zip(judged_melds(), expected, strict=True):
        if isinstance(verdict, str):
            assert not meld["effect"]["valid"]
            assert meld["reasons"][0]["rule"] == verdict
        else:
            assert (meld["effect"]["run"], verdict[1] and meld["effect"]["kind"]) == verdict, meld["cards"]
