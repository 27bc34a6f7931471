"""Tresette a perdere, where the lowest total wins, and points that rounding leaves over (TRE-21, TRE-26 to TRE-31)."""

from ..engine.base import Checks, Entry, Line, Outcome, Setup, Table, Verdict, _, line, points_of_lines
from ..engine.elimination import (
    end_after_hands_of,
    end_at_target_of_the_lowest,
    end_if_one_is_in,
    judged_at,
    next_dealer,
    sides_in,
    sides_out,
)
from ..engine.game import game_of
from ..engine.thirds import ALL_POINTS, ALL_THIRDS, THIRDS_OF_A_POINT
from .fields import NOBODY

LOST_BY_A_SIDE = 2  # thirds at most


def is_losing(setup: Setup) -> bool:
    """True if the lowest total wins (TRE-26)."""
    return setup["options"]["ending"] is not None


def check_who_plays(checks: Checks, setup: Setup, table: Table) -> None:
    """Refuses points, cards and the last trick of a side that is out (TRE-30)."""
    entry = checks.mapping
    for side in sides_out(setup, table["totals"]):
        for name in ("points", "aces", "figures"):
            if entry.get(name) and entry[name][side]:
                checks.refuse(name + "." + str(side), "TRE-30", _("This side is out: enter 0"))
        if entry.get("last_trick") == side:
            checks.refuse("last_trick", "TRE-30", _("This side is out"))


def check_sum(checks: Checks, setup: Setup, table: Table) -> None:
    """Refuses points with a sum that rounding cannot leave (TRE-21)."""
    possible = possible_sums(len(sides_in(setup, table["totals"])))
    total = sum(checks.mapping["points"])
    if setup["options"]["leftover"] == NOBODY and total not in possible:
        text = _("These add up to {sum}, possible are {least} to {total}")
        checks.refuse("points", "TRE-21", text, sum=total, least=min(possible), total=ALL_POINTS)


def possible_sums(sides: int) -> "list[int]":
    """Returns the possible sums of the sides' whole points if no side gets the thirds left over (TRE-21)."""
    lost = range(ALL_THIRDS % THIRDS_OF_A_POINT, LOST_BY_A_SIDE * sides + 1, THIRDS_OF_A_POINT)
    return [(ALL_THIRDS - thirds) // THIRDS_OF_A_POINT for thirds in lost]


def leftover_lines(setup: Setup, entry: Entry, lines: "list[Line]") -> "list[Line]":
    """Returns the line for the points that the others lost by rounding, which the last trick takes (TRE-21)."""
    left = ALL_POINTS - sum(points_of_lines(lines, len(setup["sides"])))
    if not left or setup["options"]["leftover"] == NOBODY:
        return []
    return [line(entry["last_trick"], "TRE-21", _("The last trick takes what is left over: {worth}"), left, worth=left)]


def cappotto_lines(setup: Setup, table: Table, points: "list[int]") -> "list[Line]":
    """Returns the lines that turn the points round if one side has them all (TRE-27)."""
    if not setup["options"]["cappotto"] or ALL_POINTS not in points:
        return []
    best = points.index(ALL_POINTS)
    others = [side for side in sides_in(setup, table["totals"]) if side != best]
    text = _("Cappotto of the others: {worth}")
    return [line(best, "TRE-27", _("Cappotto: scores nothing"), -ALL_POINTS)] + [
        line(side, "TRE-27", text, ALL_POINTS, worth=ALL_POINTS) for side in others
    ]


def end(setup: Setup, table: Table, result: Outcome, totals: "list[int]") -> None:
    """Ends the match if a side reaches the target, if one side is left, or after the agreed deals (TRE-28, TRE-29).

    Without an end, sets the next dealer.
    """
    playing = sides_in(setup, table["totals"])
    if game_of(setup).limit_of(setup["options"]) is None:
        end_at_target_of_the_lowest(result, totals, setup["options"]["target"], "TRE-28")
    else:
        end_if_one_is_in(setup, result, totals, playing, "TRE-28", "TRE-29")
    still_in = sides_in(setup, totals)
    end_after_hands_of(still_in, setup, table, result, totals, "TRE-28")
    if result["won_by"] is None:
        result["next_dealer"] = next_dealer(setup, table, still_in)


def judge_out(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “You are at the limit”: upheld if the total, with the points if any are given, reaches it (TRE-28)."""
    side, target, checks = claim["side"], setup["options"]["target"], Checks(claim)
    if checks.has("points") and side in sides_out(setup, table["totals"]):
        checks.refuse("points", "TRE-30", _("This player is out"))
    checks.raise_problems()
    texts = (_("Has {total}, the limit is {limit}: reached"), _("Has {total}, the limit is {limit}: not reached"))
    return judged_at(target, side, table["totals"][side] + claim.get("points", 0), "TRE-28", texts)
