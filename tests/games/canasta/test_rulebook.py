"""The tables of the rules page have the results of the rules."""

from scorekeeper.games.canasta.server import EXAMPLES, MELDS, judged_melds
from scorekeeper.games.rulebook import worked


def test_the_totals_of_the_last_example_pass_the_target_together() -> None:
    assert worked(EXAMPLES[-1])["hand"]["table"]["totals"] == [5105, 5240]


def test_the_melds_get_the_verdicts_that_the_rules_give() -> None:
    expected = [
        "natural", "mixed", "mixed", "CAN-18", "CAN-18", None, "CAN-18", "CAN-6", "CAN-20", "CAN-21", "CAN-18",
        "samba", "CAN-22",
    ]  # fmt: skip
    assert len(expected) == len(MELDS)
    for meld, verdict in zip(judged_melds(), expected, strict=True):
        if verdict and verdict.startswith("CAN"):
            assert not meld["effect"]["valid"]
            assert meld["reasons"][0]["rule"] == verdict
        else:
            assert (meld["effect"]["valid"], meld["effect"]["kind"]) == (True, verdict)
