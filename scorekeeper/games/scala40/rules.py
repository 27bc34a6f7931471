"""Rules of Scala 40: cards left in hand count against their player, who is out at the limit; the last one in wins.

Sources: the competition code of the Italian federation FISCA, onmadesoft.com, g3ncl/scala-40-telegram-bot (limits,
variants). Who may come back, and at what total, is a decision of this project. Not covered: drawing, laying down and
discarding. Points are whole; the lowest total is the best.
"""

from ..engine import elimination
from ..engine.base import Checks, Entry, Line, Outcome, Problem, Setup, Table, _, line
from ..engine.elimination import Elimination
from .fields import MOST_HELD, MOST_HELD_OPENED

UNOPENED = 100
LOWEST_CARD = 2
LONE_ACE = 1


def least_count(setup: Setup) -> int:
    """Returns the fewest points that a player who did not close can have in hand (SCA-3)."""
    return LONE_ACE if setup["options"]["lone_ace"] else LOWEST_CARD


def most_counts(setup: Setup) -> "tuple[tuple[int, ...], str]":
    """Returns the most points that one, two, three … players can have in hand together, and the rule's number."""
    if setup["options"]["unopened"] == "flat":
        return MOST_HELD_OPENED, "SCA-5"
    return MOST_HELD, "SCA-3"


class Rules(Elimination):
    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks, closed, unopened = Checks(entry), entry["closed"], entry.get("unopened", [])
        elimination.check_reentries(checks, setup, table, "SCA-9")
        playing = elimination.sides_playing(setup, table, entry)
        if closed not in playing:
            checks.refuse("closed", "SCA-7", _("This player is out"))
        for side in unopened:
            if side == closed:
                checks.refuse("unopened", "SCA-5", _("A player who closes must have opened"))
            elif side not in playing:
                checks.refuse("unopened", "SCA-7", _("This player is out"))
        _check_counts(checks, setup, playing)
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        lines, back = [], elimination.reentry_lines(setup, table, entry, "SCA-9")
        for side in elimination.sides_playing(setup, table, entry):
            lines += [each for each in back if each["side"] == side] + _count_lines(setup, entry, side)
        return elimination.scored(setup, table, entry, lines, ("SCA-6", "SCA-8"))


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
        elimination.check_together(checks, [count for count in entry["counts"] if count], list(most), rule)


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
