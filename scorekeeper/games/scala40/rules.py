"""Scala 40: who closes scores nothing, the others what they hold; at the limit one is out, the last one in wins.

Sources: the competition code of the Italian federation FISCA, onmadesoft.com, g3ncl/scala-40-telegram-bot (limits,
variants). Who may come back, and at what total, is a decision of this project. Not covered: drawing, laying down and
discarding. Points are whole; the lowest total is the best.
"""

from typing import Any

from ..engine.base import Checks, Entry, Line, Outcome, Problem, Setup, Table, _, line, outcome, totals_after, win
from .entry import check_hand, is_out, may_reenter, players_of, reentered, reentry_total, still_in

UNOPENED = 100


def next_hand(setup: Setup, table: Table) -> "dict[str, Any]":
    """Who is out, who of them may come back now, and at what total."""
    may = may_reenter(table)
    return {
        "out": [side for side, total in enumerate(table["totals"]) if is_out(setup, total)],
        "may_reenter": may,
        "reenter_at": reentry_total(setup, table) if may else None,
    }


def problems(setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
    """Everything that is wrong with an entry."""
    checks = Checks(entry)
    check_hand(checks, setup, table)
    return checks.problems


def score(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Score an entry without problems."""
    playing = players_of(setup, table, entry)
    lines: list[Line] = []
    for side in playing:
        if side in entry.get("reenter", []):
            lines.append(_reentry_line(setup, table, side))
        lines += _count_lines(setup, entry, side)
    result = outcome(setup, table, lines)
    totals = totals_after(table, result["points"])
    went_out = [side for side in playing if is_out(setup, totals[side])]
    limit = setup["options"]["limit"]
    lines += [
        line(side, "SCA-6", _("Is out: {total}, the limit is {limit}"), total=totals[side], limit=limit)
        for side in went_out
    ]
    left = still_in(setup, totals)
    if len(left) == 1:
        lines.append(line(left[0], "SCA-8", _("The last player in wins with {total}"), total=totals[left[0]]))
        win(result, left[0], "last_in")
        return result
    result["next_dealer"] = _next_dealer(setup, table, left)
    result["private"] = _private(setup, table, entry, went_out)
    return result


def over(setup: Setup, totals: "list[int]") -> "tuple[int | None, str, dict[str, Any]]":
    """Whether a match is over that stands at these totals: only one player is in (SCA-8)."""
    left, limit = still_in(setup, totals), setup["options"]["limit"]
    if len(left) == 1:
        text = _("{who} is the last player in, the limit is {limit}: {totals}")
        return left[0], text, {"who": setup["sides"][left[0]]["name"], "limit": limit}
    return None, _("{count} players are in, the limit is {limit}: {totals}"), {"count": len(left), "limit": limit}


def _reentry_line(setup: Setup, table: Table, side: int) -> Line:
    """Coming back: from the total at which he went out to the highest of those who stayed in (SCA-9)."""
    at = reentry_total(setup, table)
    return line(side, "SCA-9", _("Comes back at {total}"), at - table["totals"][side], total=at)


def _count_lines(setup: Setup, entry: Entry, side: int) -> "list[Line]":
    """What a player scores for the cards he still holds (SCA-1, SCA-2, SCA-4, SCA-5)."""
    if side == entry["closed"]:
        text = _("Closed from hand") if entry.get("from_hand") else _("Closed")
        return [line(side, "SCA-2", text)]
    if side in entry.get("unopened", []):
        return [line(side, "SCA-5", _("Has not opened: {worth}"), UNOPENED, worth=UNOPENED)]
    count = entry["counts"][side]
    lines = [line(side, "SCA-1", _("Cards left in hand: {count}"), count, count=count)]
    if is_doubled(setup, entry.get("from_hand", False)):
        lines.append(line(side, "SCA-4", _("Doubled: closed from hand"), count))
    return lines


def is_doubled(setup: Setup, from_hand: bool) -> bool:
    """Whether the counts of a hand count twice (SCA-4)."""
    return bool(from_hand and setup["options"]["doubled_from_hand"])


def _next_dealer(setup: Setup, table: Table, left: "list[int]") -> int:
    """The next seat that is in after the hand (SCA-10)."""
    seats = len(setup["seats"])
    dealer = table["dealer"] or 0
    return next((dealer + step) % seats for step in range(1, seats + 1) if (dealer + step) % seats in left)


def _private(setup: Setup, table: Table, entry: Entry, went_out: "list[int]") -> "dict[str, Any]":
    """How often each side has come back, and who may do so with the next hand."""
    back = reentered(setup, table)
    for side in entry.get("reenter", []):
        back[side] += 1
    may = [side for side in went_out if back[side] < setup["options"]["reentries"]]
    return {"reentered": back, "may_reenter": may}
