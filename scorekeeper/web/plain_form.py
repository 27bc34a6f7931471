"""Plain forms: what was typed in each field, and what is wrong with it in the visitor's language.

Templates draw the fields, and what is typed is checked where it is used (`clubs`, `ledger`, the games), which raises a
Refusal that names the field. Fields of WTForms would be a second list of names and checks beside those; so Flask-WTF
does here what no list is needed for: its `CSRFProtect` guards every form that is posted (see `scorekeeper.app`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.games.engine.base import Problem, Refusal
from scorekeeper.i18n import say


@dataclass
class PlainForm:
    """`problems` are texts by the name of the field beside which they stand; under "" what concerns no single field."""

    typed: Mapping[str, str] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """What was typed in a field; empty where nothing was."""
        return self.typed.get(name, "").strip()

    def raw(self, name: str) -> str:
        """The same to the letter: a password's spaces count."""
        return self.typed.get(name, "")

    def refuse(self, refusal: Refusal) -> None:
        """Show every problem of the refusal beside its field."""
        for each in refusal.problems:
            self.problems[each["field"] or ""] = text_of(each)


def text_of(problem: Problem) -> str:
    """What is wrong, in the visitor's language."""
    return say(problem["message"], problem["params"])


def first_problem(refusal: Refusal) -> str:
    """The first thing that is wrong, for a page that has no form to show it in."""
    return text_of(refusal.problems[0])
