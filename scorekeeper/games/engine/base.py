"""The building blocks of a game's rules: types, checks, lines of an explanation, fields, ends of a match."""

from typing import Any

from .checks import LARGEST, N_, Checks, Refusal, _, english, is_whole, problem, refuse
from .declared import ClaimForm, Details, Field, Kind, Option, Rule, Way, but, field, rule
from .game import Game
from .shapes import Entry, Line, Outcome, Problem, Say, Setup, Side, Table, Verdict, Words

__all__ = [
    "LARGEST",
    "N_",
    "STOP_WAY",
    "TWO_PAIRS",
    "Checks",
    "ClaimForm",
    "Details",
    "Entry",
    "Field",
    "Game",
    "Kind",
    "Line",
    "Option",
    "Outcome",
    "Problem",
    "Refusal",
    "Rule",
    "Say",
    "Setup",
    "Side",
    "Table",
    "Verdict",
    "Way",
    "Words",
    "_",
    "best",
    "but",
    "check_stop",
    "check_yes",
    "end_after_hands",
    "end_at_target",
    "english",
    "field",
    "highest",
    "is_whole",
    "line",
    "next_seat",
    "outcome",
    "passed_lines",
    "passed_way",
    "points_of_lines",
    "problem",
    "refuse",
    "rule",
    "side_of",
    "step_at",
    "stopped",
    "totals_after",
    "win",
    "winner_at",
]


def line(side: int, rule: str, message: str, points: int = 0, **params: Any) -> Line:
    """Returns one line of an explanation: a side's points, the rule that gives them, a message with parameters."""
    return {"side": side, "rule": rule, "message": message, "params": params, "points": points}


def side_of(setup: Setup, player: str) -> int:
    """Returns the index of the side that a player belongs to."""
    return setup["seat_sides"][setup["seats"].index(player)]


def points_of_lines(lines: list[Line], sides: int) -> list[int]:
    """Returns each side's points: the sum of its lines."""
    points = [0] * sides
    for entry_line in lines:
        points[entry_line["side"]] += entry_line["points"]
    return points


def highest(totals: list[int]) -> "int | None":
    """Returns the side with the highest total, or None if several sides share it."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def best(totals: list[int], lowest: bool) -> "int | None":
    """Returns the side with the best total (with `lowest` the lowest one), or None if several sides share it."""
    return highest([-total for total in totals]) if lowest else highest(totals)


def winner_at(totals: list[int], target: "int | None") -> "int | None":
    """Returns the side with the highest total if it is at least the target; else None, also for a shared lead."""
    if target is None or max(totals) < target:
        return None
    return highest(totals)


def step_at(steps: "list[list[int]]", total: int) -> int:
    """Returns the points due at a total; `steps`: [total, points due from it on]. Below the first step, 0.

    A first step at 0 or less also applies to all totals below it.
    """
    due = steps[0][1] if steps and steps[0][0] <= 0 else 0
    for from_total, points in steps:
        if total >= from_total:
            due = points
    return due


def next_seat(setup: Setup, table: Table) -> int:
    """Returns the seat after the dealer's in the order of play."""
    return ((table["dealer"] or 0) + 1) % len(setup["seats"])


def outcome(setup: Setup, table: Table, lines: list[Line]) -> Outcome:
    """Returns the outcome of a hand that doesn't end the match: the points of these lines; the next seat deals."""
    return {
        "points": points_of_lines(lines, len(setup["sides"])),
        "lines": lines,
        "won_by": None,
        "winner": None,
        "games": 0,
        "next_dealer": next_seat(setup, table),
    }


def win(result: Outcome, side: "int | None", won_by: str, games: int = 1) -> None:
    """Marks a hand as the end of the match. `side`: the winner, None for a draw; `games`: the worth of the win."""
    result["winner"] = side
    result["won_by"] = won_by
    result["games"] = games


def totals_after(table: Table, points: list[int]) -> list[int]:
    """Returns each side's total with its points of the hand added."""
    return [total + points_of_side for total, points_of_side in zip(table["totals"], points)]


def check_stop(checks: Checks, rule: str, is_open: bool) -> None:
    """Checks an entry that stops the match; refuses other fields, and a match with a fixed end (not `is_open`)."""
    checks.only(("stop",))
    check_yes(checks, "stop", rule)
    if not is_open:
        checks.refuse("stop", rule, _("This match has a fixed end and can’t be stopped early"))


def check_yes(checks: Checks, name: str, rule: str) -> None:
    """Refuses any value but True of a field that is there if something happened."""
    if checks.mapping[name] is not True:
        checks.refuse(name, rule, _("This can only be yes"))


def passed_lines(setup: Setup, rule: str) -> "list[Line]":
    """Returns the lines of a deal that all players passed (see `passed_way`)."""
    return [line(side, rule, _("All passed: nothing is scored")) for side in range(len(setup["sides"]))]


def end_at_target(
    result: Outcome, table: Table, target: "int | None", rule: str, shared_rule: "str | None" = None
) -> None:
    """Ends the match if a side has reached the target: the highest total wins; if it is shared, play goes on.

    `shared_rule` is the rule about a shared lead, if it is not `rule`.
    """
    totals = totals_after(table, result["points"])
    if target is None or max(totals) < target:
        return
    winner = winner_at(totals, target)
    if winner is None:
        text = _("The lead is shared at {total}: another hand is played")
        result["lines"] += [
            line(side, shared_rule or rule, text, total=total)
            for side, total in enumerate(totals)
            if total == max(totals)
        ]
        return
    text = _("Reaches {target} with {total}, the highest total")
    result["lines"].append(line(winner, rule, text, target=target, total=totals[winner]))
    win(result, winner, "target")


def end_after_hands(result: Outcome, table: Table, most: "int | None", rule: str, played: "int | None" = None) -> None:
    """Ends a match of `most` hands after the last of them: the highest total wins, equal totals are a draw.

    `played`: the hands before this one, without those that do not count.
    """
    before = table["hands"] if played is None else played
    if result["won_by"] is not None or most is None or before + 1 < most:
        return
    totals = totals_after(table, result["points"])
    winner = highest(totals)
    text = (
        _("The agreed {hands} hands are played: wins with {total}")
        if winner is not None
        else _("The agreed {hands} hands are played, drawn with {total}")
    )
    for side, total in enumerate(totals):
        if side == winner or winner is None:
            result["lines"].append(line(side, rule, text, hands=most, total=total))
    win(result, winner, "hands_played")


def stopped(setup: Setup, table: Table, rule: str, lowest: bool = False) -> Outcome:
    """Returns the outcome when the players stop an open match: the best total wins, equal totals are a draw."""
    result = outcome(setup, table, [])
    winner = best(table["totals"], lowest)
    win(result, winner, "stopped")
    for side in range(len(setup["sides"])):
        text = (
            _("Stopped by agreement with {total}")
            if winner is not None
            else _("Stopped by agreement, drawn with {total}")
        )
        result["lines"].append(line(side, rule, text, total=table["totals"][side]))
    return result


TWO_PAIRS = [(2, 2)]  # sides and players of a side: four players in two partnerships


STOP_WAY: Way = {
    "slug": "stop",
    "title": _("Stop the match"),
    "ends": True,
    "fields": [field("stop", "flag", _("The players stop here"), required=True)],
}


def passed_way(rule: str) -> Way:
    """Returns the way to enter a deal that all players passed: it scores nothing, by that rule."""
    passed = field("passed", "flag", _("All passed: nothing is scored"), rule, required=True)
    return {"slug": "passed", "title": _("All passed"), "once": True, "fields": [passed]}
