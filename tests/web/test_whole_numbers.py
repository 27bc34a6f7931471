"""Integers typed into forms: thousands may be separated, fractions are refused."""

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.web.forms import typed_number

GOOD = {
    "0": 0, "1850": 1850, "-3": -3, "−240": -240, "1 850": 1850, "1.850": 1850, "-12,345,678": -12_345_678,
    "1’850": 1850, "1\u202f850": 1850, "9" * 19: int("9" * 19),
}  # fmt: skip
FRACTIONS = ["1.5", "2,50", "1.85", "1850.500", ".850", "12 34"]
BAD = [*FRACTIONS, "", "-", "1+2", "1e3", "²", "１２", "--1", "x", "9" * 20, "9" * 5000]


@pytest.mark.parametrize("text, number", GOOD.items())
def test_a_whole_number_is_read_as_people_write_it(text: str, number: int) -> None:
    assert typed_number(text, "points-0") == number


@pytest.mark.parametrize("text", BAD)
def test_anything_else_is_refused_with_its_field(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        typed_number(text, "points-0")
    assert refused.value.problems[0]["field"] == "points-0"
