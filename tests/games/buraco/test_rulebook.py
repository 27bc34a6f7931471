"""The worked examples of the rules page come out as the rules say."""

from scorekeeper.games.buraco.rulebook import EXAMPLES, MELDS, judged_melds
from scorekeeper.games.rulebook.worked import worked
from tests.games.rulebook import comes_to

EXPECTED = [
    ([700, 145], None), ([600, -160], None), (True, 50), (False, 75), (False, 105), ([485, 410], (1, 1, "target")),
]  # fmt: skip


def test_every_example_comes_out_as_the_rules_say() -> None:
    assert [comes_to(example) for example in EXAMPLES] == EXPECTED


def test_the_totals_of_the_last_buraco_example_pass_the_target_together() -> None:
    assert worked(EXAMPLES[-1])["hand"]["table"]["totals"] == [2040, 2110]


def test_the_melds_get_the_verdicts_that_the_rules_give() -> None:
    clean, dirty, no_run = ("clean", None), ("dirty", None), (None, "group")
    expected = [clean, clean, dirty, dirty, dirty, dirty, dirty, "BUR-18", dirty, dirty, ("semi_clean", None)]
    expected += ["BUR-17", no_run, "BUR-16", clean]
    assert len(expected) == len(MELDS)
    for meld, verdict in zip(judged_melds(), expected, strict=True):
        if isinstance(verdict, str):
            assert not meld["effect"]["valid"]
            assert meld["reasons"][0]["rule"] == verdict
        else:
            assert (meld["effect"]["run"], verdict[1] and meld["effect"]["kind"]) == verdict, meld["cards"]
