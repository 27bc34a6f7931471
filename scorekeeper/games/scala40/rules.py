"""Rules of Scala 40: cards left in hand count against their player, who is out at the limit; the last one in wins.

Sources: the competition code of the Italian federation FISCA, onmadesoft.com, g3ncl/scala-40-telegram-bot (limits,
variants). Who may come back, and at what total, is a decision of this project. Not covered: drawing, laying down and
discarding. Points are whole; the lowest total is the best.
"""

from typing import Any

from ..engine.base import Checks, Entry, Line, Outcome, Problem, Setup, Table, _, line, outcome, totals_after, win
from .fields import MOST_HELD, MOST_HELD_OPENED

UNOPENED = 100
LOWEST_CARD = 2
LONE_ACE = 1


def is_out(setup: Setup, total: int) -> bool:
    """True if a player with this total is out (SCA-6)."""
    return bool(total >= setup["options"]["limit"])


def still_in(setup: Setup, totals: "list[int]") -> "list[int]":
    """Returns the sides that are not out at these totals."""
    return [side for side, total in enumerate(totals) if not is_out(setup, total)]


def reentered(setup: Setup, table: Table) -> "list[int]":
    """Returns how often each side has re-entered the match."""
    return list(table.get("private", {}).get("reentered", [0] * len(setup["sides"])))


def may_reenter(table: Table) -> "list[int]":
    """Returns the sides that may re-enter the match in the next hand (SCA-9)."""
    return list(table.get("private", {}).get("may_reenter", []))


def reentry_total(setup: Setup, table: Table) -> int:
    """Returns the total with which a side re-enters: the highest of the sides still in."""
    return max([table["totals"][side] for side in still_in(setup, table["totals"])])


def sides_playing(setup: Setup, table: Table, entry: Entry) -> "list[int]":
    """Returns the sides that play a hand: those not out, and those that re-enter the match with this hand."""
    back = entry.get("reenter", [])
    return sorted(still_in(setup, table["totals"]) + [side for side in may_reenter(table) if side in back])


def least_count(setup: Setup) -> int:
    """Returns the fewest points that a player who did not close can have in hand (SCA-3)."""
    return LONE_ACE if setup["options"]["lone_ace"] else LOWEST_CARD


def most_counts(setup: Setup) -> "tuple[tuple[int, ...], str]":
    """Returns the most points that one, two, three … players can have in hand together, and the rule's number."""
    if setup["options"]["unopened"] == "flat":
        return MOST_HELD_OPENED, "SCA-5"
    return MOST_HELD, "SCA-3"


def next_hand(setup: Setup, table: Table) -> "dict[str, Any]":
    """Returns the sides that are out, those that may re-enter in the next hand, and their total if they do."""
    may = may_reenter(table)
    return {
        "out": [side for side, total in enumerate(table["totals"]) if is_out(setup, total)],
        "may_reenter": may,
        "reenter_at": reentry_total(setup, table) if may else None,
    }


def problems(setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
    """Returns the problems of an entry whose fields are each valid but contradict one another."""
    checks, closed, unopened = Checks(entry), entry["closed"], entry.get("unopened", [])
    _check_reentries(checks, setup, table, entry.get("reenter", []))
    playing = sides_playing(setup, table, entry)
    if closed not in playing:
        checks.refuse("closed", "SCA-7", _("This player is out"))
    for side in unopened:
        if side == closed:
            checks.refuse("unopened", "SCA-5", _("A player who closes must have opened"))
        elif side not in playing:
            checks.refuse("unopened", "SCA-7", _("This player is out"))
    _check_counts(checks, setup, playing)
    return checks.problems


def _check_reentries(checks: Checks, setup: Setup, table: Table, back: "list[int]") -> None:
    """Refuses a re-entry later than the hand after going out, or more often than agreed (SCA-9)."""
    for side in back:
        who = setup["sides"][side]["name"]
        if side in may_reenter(table):
            continue
        if side in still_in(setup, table["totals"]):
            checks.refuse("reenter", "SCA-9", _("{who} is not out"), who=who)
        elif reentered(setup, table)[side] >= setup["options"]["reentries"]:
            most = setup["options"]["reentries"]
            checks.refuse("reenter", "SCA-9", _("{who} has come back as often as agreed: {most}"), who=who, most=most)
        else:
            checks.refuse("reenter", "SCA-9", _("{who} could come back only with the hand after going out"), who=who)


def _check_counts(checks: Checks, setup: Setup, playing: "list[int]") -> None:
    """Refuses counts unless the closer's is 0, players unopened or out have None, and all others have one."""
    entry, unopened = checks.mapping, checks.mapping.get("unopened", [])
    before = len(checks.problems)
    for side, count in enumerate(entry["counts"]):
        path = "counts." + str(side)
        if side not in playing or side in unopened:
            if count is not None:
                text = _("Who has not opened has no count") if side in unopened else _("This player is out")
                checks.refuse(path, "SCA-5" if side in unopened else "SCA-7", text)
        elif side == entry["closed"]:
            if type(count) is not int or count != 0:
                checks.refuse(path, "SCA-2", _("The player who closes scores 0"))
        elif count is None:
            checks.refuse(path, "SCA-2", _("Fill this in"))
        else:
            checks.is_good_number(path, "SCA-3", count, least_count(setup), None)
    if len(checks.problems) == before:
        most, rule = most_counts(setup)
        _check_together(checks, [count for count in entry["counts"] if count], most, rule)


def _check_together(checks: Checks, counts: "list[int]", most: "tuple[int, ...]", rule: str) -> None:
    """Refuses counts that together are higher than the packs allow (SCA-3, SCA-5)."""
    highest = sorted(counts, reverse=True)
    for players in range(2, len(highest) + 1):
        held = sum(highest[:players])
        if held > most[players - 1]:
            text = _("{players} players together hold {held}, the packs allow {most}")
            checks.refuse("counts", rule, text, players=players, held=held, most=most[players - 1])
            return


def score(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Returns the outcome of a hand: points, lines that explain them, and the end of the match. `entry` is checked."""
    playing = sides_playing(setup, table, entry)
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
    players_in = still_in(setup, totals)
    if len(players_in) == 1:
        lines.append(
            line(players_in[0], "SCA-8", _("The last player in wins with {total}"), total=totals[players_in[0]])
        )
        win(result, players_in[0], "last_in")
        return result
    result["next_dealer"] = _next_dealer(setup, table, players_in)
    result["private"] = _private(setup, table, entry, went_out)
    return result


def over(setup: Setup, totals: "list[int]") -> "tuple[int | None, str, dict[str, Any]]":
    """Returns the last player in at these totals (None while several are), and a text with parameters (SCA-8)."""
    players_in, limit = still_in(setup, totals), setup["options"]["limit"]
    if len(players_in) == 1:
        text = _("{who} is the last player in, the limit is {limit}: {totals}")
        return players_in[0], text, {"who": setup["sides"][players_in[0]]["name"], "limit": limit}
    return None, _("{count} players are in, the limit is {limit}: {totals}"), {"count": len(players_in), "limit": limit}


def _reentry_line(setup: Setup, table: Table, side: int) -> Line:
    """Returns the line that lifts a re-entering player to the highest total of those still in (SCA-9)."""
    at = reentry_total(setup, table)
    return line(side, "SCA-9", _("Comes back at {total}"), at - table["totals"][side], total=at)


def _count_lines(setup: Setup, entry: Entry, side: int) -> "list[Line]":
    """Returns the lines for a player's hand: closed, not opened, or cards left (SCA-1, SCA-2, SCA-4, SCA-5)."""
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
    """True if points in hand count double: a player closed from hand, and that was agreed (SCA-4)."""
    return bool(from_hand and setup["options"]["doubled_from_hand"])


def _next_dealer(setup: Setup, table: Table, players_in: "list[int]") -> int:
    """Returns the next dealer's seat; players who are out are skipped (SCA-10)."""
    seats = len(setup["seats"])
    dealer = table["dealer"] or 0
    return next((dealer + step) % seats for step in range(1, seats + 1) if (dealer + step) % seats in players_in)


def _private(setup: Setup, table: Table, entry: Entry, went_out: "list[int]") -> "dict[str, Any]":
    """Returns the state kept for the next hand: how often each side has re-entered, and which sides may do so."""
    back = reentered(setup, table)
    for side in entry.get("reenter", []):
        back[side] += 1
    may = [side for side in went_out if back[side] < setup["options"]["reentries"]]
    return {"reentered": back, "may_reenter": may}
