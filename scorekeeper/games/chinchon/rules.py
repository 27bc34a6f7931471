"""Rules of Chinchón and conga: cards left count, the closer may score ten less, and the last player in wins.

Sources: cccj.es and nhfournier.es (Spain), diariopopular.com.ar (Argentina), conectagamesblog.wordpress.com (Uruguay),
v-cardona/chinchon_counter and other programs. Who may come back, and what happens if all go out, are decisions of this
project. Not covered: drawing and laying off. Points are whole; the lowest total is the best.
"""

from ..engine import elimination
from ..engine.base import Checks, Entry, Line, Outcome, Problem, Setup, Table, _, line, outcome, win
from ..engine.elimination import Elimination
from .fields import CLEAN, LESS, NO_JOKER, most_held


class Rules(Elimination):
    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks, chinchon = Checks(entry), entry.get("chinchon")
        elimination.check_reentries(checks, setup, table, "CHI-9")
        playing = elimination.sides_playing(setup, table, entry)
        if entry["closed"] not in playing:
            checks.refuse("closed", "CHI-2", _("This player is out"))
        if chinchon == "joker" and setup["options"]["jokers"] == NO_JOKER:
            checks.refuse("chinchon", "CHI-5", _("In this match there is no joker"))
        if "counts" in entry:
            _check_counts(checks, setup, playing)
        elif chinchon != CLEAN:
            checks.refuse("counts", "CHI-8", _("Fill this in"))
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        closed, counts = entry["closed"], entry.get("counts", [0] * len(setup["sides"]))
        lines = elimination.reentry_lines(setup, table, entry, "CHI-9")
        for side in elimination.sides_playing(setup, table, entry):
            if side == closed:
                lines.append(_closer_line(setup, entry, counts[side]))
            else:
                lines.append(line(side, "CHI-6", _("Cards left in hand: {count}"), counts[side], count=counts[side]))
        if entry.get("chinchon") != CLEAN:
            return elimination.scored(setup, table, entry, lines, ("CHI-8", "CHI-8"), closed)
        lines.append(line(closed, "CHI-5", _("A clean chinchón wins the match")))
        result = outcome(setup, table, lines)
        win(result, closed, "chinchon")
        return result


def _check_counts(checks: Checks, setup: Setup, playing: "list[int]") -> None:
    """Refuses counts of players who are out, none of others, too much left by the closer or by all together."""
    entry = checks.mapping
    options, closed, counts = setup["options"], entry["closed"], entry["counts"]
    most, before = most_held(options, len(setup["sides"])), len(checks.problems)
    for side, count in enumerate(counts):
        path = "counts." + str(side)
        if side not in playing:
            if count is not None:
                checks.refuse(path, "CHI-8", _("This player is out"))
        elif count is None:
            checks.refuse(path, "CHI-8", _("Fill this in"))
        elif side == closed and entry.get("chinchon") and count:
            checks.refuse(path, "CHI-5", _("A chinchón leaves no card: this is 0"))
        elif side == closed and count > options["close"]:
            text = _("The closer may have {most} left at most")
            checks.refuse(path, "CHI-3", text, most=options["close"])
        elif count > most[0]:
            checks.refuse(path, "CHI-7", _("This can be {high} at most"), high=most[0])
    if len(checks.problems) == before:
        elimination.check_together(checks, [count for count in counts if count], most, "CHI-7")


def _closer_line(setup: Setup, entry: Entry, count: int) -> Line:
    """Returns the line with the closer's points: the cards left, or a deduction (CHI-3 to CHI-5)."""
    closed = entry["closed"]
    if count:
        return line(closed, "CHI-3", _("Closed with {count} left"), count, count=count)
    less = less_of(setup, entry.get("chinchon"))
    if entry.get("chinchon") == "joker":
        return line(closed, "CHI-5", _("Chinchón with a joker: {less} less"), -less, less=less)
    return line(closed, "CHI-4", _("Closed with all seven cards: {less} less"), -less, less=less)


def less_of(setup: Setup, chinchon: "str | None") -> int:
    """Returns the deduction for a closer without cards left (CHI-4, CHI-5)."""
    return int(setup["options"]["joker_chinchon"]) if chinchon == "joker" else LESS
