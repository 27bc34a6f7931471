"""The final result of a match that was kept on paper: an entry of any game, after which the match is over. Pure.

`{"final": [1850, 1210]}` are the sides' totals at the end. The best total wins, equal totals are a draw; hands recorded
before it stay, and the entry scores the difference to these totals.
"""

from typing import Any

from .base import Way, best, field, line, outcome, win
from .checks import Checks, _, is_whole
from .game import game_of
from .shapes import Entry, Outcome, Problem, Setup, Table

FINAL = "final"
MOST = 999_999  # that the form's number pad types
WAY: Way = {
    "slug": FINAL,
    "title": _("final result"),
    "fields": [field(FINAL, "shares", _("Total"), required=True, min=-MOST, max=MOST)],
}


def problems(setup: Setup, entry: Entry) -> "list[Problem]":
    """Returns the problems of the entry of a final result."""
    game, checks, points = game_of(setup), Checks(entry), entry[FINAL]
    checks.only((FINAL,))
    if not isinstance(points, list) or len(points) != len(setup["sides"]) or not all(map(is_whole, points)):
        checks.refuse(FINAL, game.won_rule, _("Enter the final points of each side"))
    elif any(total % game.point_step for total in points):
        checks.refuse(FINAL, game.won_rule, _("The game gives no such number of points"))
    else:
        reason = game.final_problem(setup["options"], points)
        if reason:
            checks.refuse(FINAL, game.won_rule, reason)
    return checks.problems


def adds_up_to_zero(options: "dict[str, Any]", totals: "list[int]") -> "str | None":
    """Returns a problem unless the totals add up to 0: each point that a player wins is lost by another."""
    return _("All totals together are 0") if sum(totals) else None


def one_at_target(options: "dict[str, Any]", totals: "list[int]") -> "str | None":
    """Returns a problem if a total is negative or two sides have the target: the first to reach it ends the match."""
    target = options.get("target")
    if min(totals) < 0:
        return _("The game gives no such number of points")
    if target is not None and len([total for total in totals if total >= target]) > 1:
        return _("Only the winner has the target or more")
    return None


def score(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Returns the outcome of a final result without problems; a win is worth one game."""
    game, totals = game_of(setup), entry[FINAL]
    text = _("Final result from the scoresheet: {total}")
    lines = [
        line(side, game.won_rule, text, points=total - table["totals"][side], total=total)
        for side, total in enumerate(totals)
    ]
    result = outcome(setup, table, lines)
    win(result, best(totals, game.is_lowest_best(setup["options"])), FINAL)
    return result
