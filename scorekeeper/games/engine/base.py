"""What a game's rules are written with: shapes, checks, lines of an explanation, and the ends of a hand."""

from typing import Any

from .checks import LARGEST, Checks, Refusal, _, english, is_whole, problem, refuse
from .game import Game
from .shapes import Entry, Line, Outcome, Problem, Say, Setup, Side, Table, Verdict, Words

__all__ = [
    "LARGEST",
    "STOP_WAY",
    "TWO_PAIRS",
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
    "best",
    "check_stop",
    "end_after_hands",
    "end_at_target",
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
    "rule",
    "side_of",
    "step_at",
    "stopped",
    "totals_after",
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


def best(totals: list[int], lowest: bool = False) -> "int | None":
    """The one side with the best total, or None where two or more share it; the lowest is best where that wins."""
    return highest([-total for total in totals]) if lowest else highest(totals)


def winner_at(totals: list[int], target: "int | None") -> "int | None":
    """The side that wins with these totals: the highest, at or above the target. None where two share it."""
    if target is None or max(totals) < target:
        return None
    return highest(totals)


def step_at(steps: "list[list[int]]", total: int) -> int:
    """What a list of [from this total on, points] asks for; a first step from 0 or less holds below it too."""
    asked = steps[0][1] if steps and steps[0][0] <= 0 else 0
    for from_total, points in steps:
        if total >= from_total:
            asked = points
    return asked


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


def check_stop(checks: Checks, rule: str, is_open: bool) -> None:
    """The players may stop a match that nothing else ends; the entry says so and nothing besides."""
    checks.only(("stop",))
    if checks.mapping["stop"] is not True:
        checks.refuse("stop", rule, _("This can only be yes"))
    if not is_open:
        checks.refuse("stop", rule, _("This match has a fixed end and can’t be stopped early"))


def end_at_target(
    result: Outcome, table: Table, target: "int | None", rule: str, shared_rule: "str | None" = None
) -> None:
    """End a match with a side at the target: the highest total wins; where it is shared another hand is played.

    `shared_rule` says so, where that is another one.
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


def end_after_hands(result: Outcome, table: Table, most: "int | None", rule: str) -> None:
    """End a match that was agreed to last so many hands: the highest total wins, equal is a draw."""
    if result["won_by"] is not None or most is None or table["hands"] + 1 < most:
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
    """The players stop an open match: the best total wins, equal is a draw."""
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


TWO_PAIRS = [(2, 2)]  # the shape of a game for four, in two partnerships of two


def rule(number: str, title: str = "", on_paper: str = "", worth: "int | str" = "", **where: Any) -> dict[str, Any]:
    """A rule of a game, as its page and its sheet show it.

    `title` is its heading; without one it is called as the first option or field that cites it. `on_paper` is its text
    among the rules in short (the title unless given), `worth` what stands beside the text; `agreed` names an option
    whose value stands there instead, or in place of `{}` in the worth, and where that is none, `without` is the text. A
    rule with none of these is left out on paper. Where the line is printed at all, `option`, `players`,
    `unless_players`, `when` and `unless` say, as of a field.
    """
    described: dict[str, Any] = {"rule": number, "title": title, "on_paper": on_paper, "worth": worth}
    described.update(where)
    return described


def field(name: str, kind: str, label: str, rule: "str | None" = None, **more: Any) -> dict[str, Any]:
    """A field of an entry or a claim, as forms are drawn from it.

    `kind` is one of the readers of `entries`. `more` says what the kind needs (`total`, `choices`, `classes`,
    `fields`, `most`, `min`, `max`; `parties`: shares are theirs, not the sides'; of a side `nobody`: what none is
    called, and `ask`: it is asked for on the number pad; `question`: the form wants an answer to it, though a document
    may leave the field out; `nought`: the field with the side that has 0 where its share is left blank) and where the
    field is there at all: `option` (one that must be set), `players` (so many seats; `unless_players`: not so many),
    `when` (an option and its value), `unless` (an option and a value it has not); `anyway`: accepted elsewhere too.

    The engine refuses values that do not fit (see `field_checks`), by the field's rule or `refused_by`, numbers inside
    it by `inner_rule`. For this `more` may say: `nullable`, `step`, `max_a_pack`, `less` (a field, and what its values
    take away from the total), `instead_of` (the field it may replace, that field's rule, and what is said of both
    together), `left_out` (the game says when a required field may be missing), `out` (the shares of sides that are out
    are None), and of a field that is not played here `unplayed` and `unplayed_rule` (why it is refused) and `idle`
    (values that are accepted because they say nothing).
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
