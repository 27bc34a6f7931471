"""Plain forms: problems are shown beside their fields, in the visitor's language."""

from scorekeeper.games.engine.base import Refusal, problem
from scorekeeper.i18n import speaking
from scorekeeper.web.forms import PlainForm, first_problem

LONG = problem("unit", None, "Use at most {longest} characters", longest=12)
LOCKED = problem(None, None, "The match is not over yet")


def test_every_problem_of_a_refusal_stands_beside_its_field() -> None:
    form = PlainForm({"unit": "a very long unit"})
    form.refuse(Refusal([LONG, LOCKED]))
    assert form.problems == {"unit": "Use at most 12 characters", "": "The match is not over yet"}


def test_problems_are_told_in_the_visitors_language() -> None:
    with speaking("it"):
        told = first_problem(Refusal([LONG]))
    assert "12" in told
    assert told != "Use at most 12 characters"


def test_spaces_around_a_text_do_not_count_but_those_of_a_password_do() -> None:
    form = PlainForm({"name": "  Anna ", "password": "  four words  "})
    assert (form.text("name"), form.raw("password")) == ("Anna", "  four words  ")
    assert (form.text("missing"), form.raw("missing")) == ("", "")
