"""Briscola: the sides share 120 card points, the most win the game; in the chiamata a caller and his secret partner
play against the three others.

Sources: timendum/carte, viniciocoletti.it, framor.info, giuseppefilianoti.it (payments of the chiamata), J. Gelli's
Piccola enciclopedia di giuochi (1929). Not covered: trumps, the auction and the play. Card points are the values of
captured cards; games, or payments in the chiamata, are what the match counts.
"""

from ..engine.base import (
    Checks,
    Entry,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    check_stop,
    end_after_hands,
    end_at_target,
    highest,
    line,
    outcome,
    stopped,
)
from ..engine.counting import ALL_POINTS, check_counted, counted_points
from .chiamata import check_parties, is_chiamata, payments
from .fields import RANKS, VALUES

CAPPOTTO = {1: _("All 120 points: one game"), 2: _("All 120 points: two games")}


def problems(setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
    """Everything that is wrong with an entry."""
    checks = Checks(entry)
    if "stop" in entry:
        options = setup["options"]
        check_stop(checks, "BRI-7", options["target"] is None and options["hands"] is None)
    else:
        check_game(checks, setup)
    return checks.problems


def check_game(checks: Checks, setup: Setup) -> None:
    """A hand by points or by cards, in the chiamata with its parties."""
    if is_chiamata(setup):
        checks.only(("caller", "partner", "bid", "points", "cards"))
        check_parties(checks)
        check_counted(checks, RANKS, 2, "BRI-2")
    else:
        checks.only(("points", "cards"))
        check_counted(checks, RANKS, len(setup["sides"]), "BRI-2")


def score(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Score an entry without problems."""
    if "stop" in entry:
        return stopped(setup, table, "BRI-7")
    result = outcome(setup, table, lines_of(setup, entry))
    end_at_target(result, table, setup["options"]["target"], "BRI-15" if is_chiamata(setup) else "BRI-6")
    end_after_hands(result, table, setup["options"]["hands"], "BRI-7")
    return result


def lines_of(setup: Setup, entry: Entry) -> "list[Line]":
    """What a hand comes to, for each side."""
    cappotto = setup["options"]["cappotto"]
    if is_chiamata(setup):
        return payments(setup, entry, counted_points(entry, VALUES, 2), cappotto)
    points = counted_points(entry, VALUES, len(setup["sides"]))
    lines = [line(side, "BRI-1", _("Card points: {taken}"), taken=taken) for side, taken in enumerate(points)]
    rule = "BRI-3" if len(points) == 2 else "BRI-4"
    winner = highest(points)
    if winner is None:
        text = _("Shares the most, {most}: the game is drawn")
        most = max(points)
        return lines + [line(side, rule, text, most=most) for side, taken in enumerate(points) if taken == most]
    if points[winner] == ALL_POINTS:
        return lines + [line(winner, "BRI-5", CAPPOTTO[cappotto], cappotto)]
    return lines + [line(winner, rule, _("Has the most card points, {most}: one game"), 1, most=points[winner])]
