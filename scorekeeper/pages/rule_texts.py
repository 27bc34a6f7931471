"""What the rules say of an entry, with its texts: problems, and the lines of a hand that a form would make."""

from typing import Any, TypedDict

from scorekeeper.games.engine.base import Line, Problem
from scorekeeper.i18n import say


class ProblemText(Problem):
    """A problem with its text in the visitor's language."""

    text: str


class PreviewLine(Line):
    """A line of a hand with its text."""

    text: str


class Preview(TypedDict):
    """A hand as it would be scored: points of each side, why, and whether it ends the match: for whom, and how."""

    points: list[int]
    lines: list[PreviewLine]
    ends: bool
    winner: "int | None"
    won_by: "str | None"


def problem_texts(problems: list[Problem]) -> list[ProblemText]:
    """Every problem with its text, the field's path, the rule, and the hand that has it."""
    return [_with_text(each) for each in problems]


def preview_of(hand: "dict[str, Any]") -> Preview:
    """A hand that was played on trial (`scorekeeper.games.engine.play.score_hand`) as scripts and pages show it."""
    return {
        "points": hand["points"],
        "lines": [_with_text(line) for line in hand["lines"]],
        "ends": hand["table"]["status"] == "finished",
        "winner": hand["table"]["winner"],
        "won_by": hand["table"]["won_by"],
    }


def _with_text(message: Any) -> Any:
    told = dict(message)
    told["text"] = say(message["message"], message["params"])
    return told
