"""Numbers as texts for people."""

from typing import Any, Sequence


def figure(value: Any) -> str:
    """Returns a number with a typographic minus sign."""
    return str(value).replace("-", "−")


def side_by_side(points: "Sequence[Any]") -> str:
    """Returns the sides' points: “23 – 21”; without a dash beside a minus sign or between more than two.

    `points`: numbers, or texts of numbers.
    """
    figures = [figure(value) for value in points]
    dashed = len(figures) == 2 and not any("−" in text for text in figures)
    return (" – " if dashed else " · ").join(figures)
