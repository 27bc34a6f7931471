"""Lines of an explanation with their texts, as pages and results have them."""

from typing import TypedDict

from .shapes import Line, Say


class LineText(TypedDict):
    """A line of an explanation as it is read."""

    side: int
    rule: str
    text: str
    points: int


def said_lines(lines: list[Line], say: Say) -> list[LineText]:
    """Lines with their texts."""
    return [
        {
            "side": each["side"],
            "rule": each["rule"],
            "text": say(each["message"], each["params"]),
            "points": each["points"],
        }
        for each in lines
    ]
