"""Plain forms: their problems in the visitor's language, and integers as people type them."""

import pytest

from scorekeeper.games.engine.base import Refusal, problem
from scorekeeper.web.forms import PlainForm, typed_number

LONG = problem("unit", None, "Use at most {longest} characters", longest=12)
LOCKED = problem(None, None, "The match is not over yet")
GOOD = {
    "0": 0, "1850": 1850, "-3": -3, "−240": -240, "1 850": 1850, "1.850": 1850, "-12,345,678": -12_345_678,
    "1’850": 1850, "1\u202f850": 1850, "9" * 19: int("9" * 19),
}  # fmt: skip
FRACTIONS = ["1.5", "2,50", "1.85", "1850.500", ".850", "12 34"]
BAD = [*FRACTIONS, "", "-", "1+2", "1e3", "²", "１２", "--1", "x", "9" * 20, "9" * 5000]


def test_every_problem_of_a_refusal_stands_beside_its_field() -> None:
    form = PlainForm({"unit": "a very long unit"})
    form.refuse(Refusal([LONG, LOCKED]))
    assert form.problems == {"unit": "Use at most 12 characters", "": "The match is not over yet"}


def test_spaces_around_a_text_do_not_count_but_those_of_a_password_do() -> None:
    form = PlainForm({"name": "  Anna ", "password": "  four words  "})
    assert (form.text("name"), form.raw("password")) == ("Anna", "  four words  ")
    assert (form.text("missing"), form.raw("missing")) == ("", "")


@pytest.mark.parametrize("text, number", GOOD.items())
def test_a_whole_number_is_read_as_people_write_it(text: str, number: int) -> None:
    assert typed_number(text, "points-0") == number


@pytest.mark.parametrize("text", BAD)
def test_anything_else_is_refused_with_its_field(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        typed_number(text, "points-0")
    assert refused.value.problems[0]["field"] == "points-0"
