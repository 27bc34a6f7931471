"""What a game's rules are written with: shapes, checks, lines of an explanation, and the ends of a hand."""

from typing import Any

from .checks import LARGEST, Checks, Refusal, _, english, is_whole, problem, refuse
from .game import Game
from .shapes import Entry, Line, Outcome, Problem, Say, Setup, Side, Table, Verdict, Words

__all__ = [
    "LARGEST",
    "STOP_WAY",
    "Checks",
    "Entry",
    "Game",
    "Line",
    "Outcome",
    "Problem",
    "Refusal",
    "Say",
    "Setup",
    "Side",
    "Table",
    "Verdict",
    "Words",
    "_",
    "english",
    "field",
    "highest",
    "is_whole",
    "line",
    "next_seat",
    "outcome",
    "points_of_lines",
    "problem",
    "refuse",
    "side_of",
    "stopped",
    "totals_after",
    "two_pairs",
    "win",
    "winner_at",
]


def line(side: int, rule: str, message: str, points: int = 0, **params: Any) -> Line:
    """A line of an explanation."""
    return {"side": side, "rule": rule, "message": message, "params": params, "points": points}


def side_of(setup: Setup, player: str) -> int:
    """The side on which a player sits."""
    return setup["seat_sides"][setup["seats"].index(player)]


def points_of_lines(lines: list[Line], sides: int) -> list[int]:
    """Each side's points: the sum of its lines."""
    points = [0] * sides
    for each in lines:
        points[each["side"]] += each["points"]
    return points


def highest(totals: list[int]) -> "int | None":
    """The one side with the most, or None where two or more share the lead."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def winner_at(totals: list[int], target: "int | None") -> "int | None":
    """The side that wins with these totals: the highest, at or above the target. None where two share it."""
    if target is None or max(totals) < target:
        return None
    return highest(totals)


def next_seat(setup: Setup, table: Table) -> int:
    """The seat after the dealer's in the order of play."""
    return ((table["dealer"] or 0) + 1) % len(setup["seats"])


def outcome(setup: Setup, table: Table, lines: list[Line]) -> Outcome:
    """The outcome of a hand that leaves the match open: points from the lines, the deal passed on."""
    return {
        "points": points_of_lines(lines, len(setup["sides"])),
        "lines": lines,
        "won_by": None,
        "winner": None,
        "games": 0,
        "next_dealer": next_seat(setup, table),
    }


def win(result: Outcome, side: "int | None", won_by: str, games: int = 1) -> None:
    """End the match with this hand; `side` is None for a drawn match."""
    result["winner"] = side
    result["won_by"] = won_by
    result["games"] = games


def totals_after(table: Table, points: list[int]) -> list[int]:
    """The totals once these points are added."""
    return [total + more for total, more in zip(table["totals"], points)]


def stopped(setup: Setup, table: Table, rule: str) -> Outcome:
    """The players stop an open match: the highest total wins, equal is a draw."""
    result = outcome(setup, table, [])
    winner = highest(table["totals"])
    win(result, winner, "stopped")
    for side in range(len(setup["sides"])):
        text = (
            _("Stopped by agreement with {total}")
            if winner is not None
            else _("Stopped by agreement, drawn with {total}")
        )
        result["lines"].append(line(side, rule, text, total=table["totals"][side]))
    return result


def two_pairs(variant: str) -> "list[tuple[int, int]]":
    """The shape of a game for four, in two partnerships of two."""
    return [(2, 2)]


def field(name: str, kind: str, label: str, rule: "str | None" = None, **more: Any) -> dict[str, Any]:
    """A field of an entry or a claim, as forms are drawn from it.

    `kind` is one of the readers of `entry_text`. `more` says what the kind needs (`total`, `choices`, `classes`,
    `fields`, `most`, `min`, `max`) and where the field is there at all: `option` (one that must be set), `players` (so
    many seats), `when` (an option and its value).
    """
    described: dict[str, Any] = {"name": name, "kind": kind, "label": label, "rule": rule, "required": False}
    described.update(more)
    return described


STOP_WAY: dict[str, Any] = {
    "slug": "stop",
    "title": _("Stop the match"),
    "ends": True,
    "fields": [field("stop", "flag", _("The players stop here"), required=True)],
}
