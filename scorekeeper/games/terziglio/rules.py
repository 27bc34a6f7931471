"""Rules of Terziglio (calabresella): one player bids to make six of the eleven points against the two others.

Sources: pagat.com (Calabresella), Treccani and the 2008 Wikipedia for bids and stakes. That the bid multiplies the
difference is a decision of this project. Not covered: points of all three, honours, cappotto. Points are payments.
"""

from ..engine.base import (
    Checks,
    Entry,
    Game,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    check_stop,
    check_yes,
    end_after_hands,
    end_at_target,
    line,
    outcome,
    passed_lines,
    stopped,
)
from ..engine.thirds import ALL_THIRDS, THIRDS_OF_A_POINT, mixed, thirds_of
from .fields import BIDS, DIFFERENCE, NEEDED


def stakes(solissimo: int) -> "dict[str, int]":
    """Returns the stake of each bid, in points; `solissimo` is the option of that name (TER-5)."""
    return {"chiamo": 1, "solo": 2, "solissimo": solissimo, "dividete": 2 * solissimo, "scegliete": 4 * solissimo}


class Rules(Game):
    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks, options = Checks(entry), setup["options"]
        if "stop" in entry:
            check_stop(checks, "TER-9", options["target"] is None and options["hands"] is None)
        elif "passed" in entry:
            check_yes(checks, "passed", "TER-8")
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        if "stop" in entry:
            return stopped(setup, table, "TER-9")
        result = outcome(setup, table, lines_of(setup, entry))
        end_at_target(result, table, setup["options"]["target"], "TER-9")
        end_after_hands(result, table, setup["options"]["hands"], "TER-9")
        return result


def lines_of(setup: Setup, entry: Entry) -> "list[Line]":
    """Returns the lines that explain each player's gain or loss in a hand."""
    if "passed" in entry:
        return passed_lines(setup, "TER-8")
    soloist, bid, thirds = entry["soloist"], bid_of(entry), thirds_taken(entry)
    stake = stakes(setup["options"]["solissimo"])[bid]
    lines = [
        _made_line(entry, thirds),
        line(soloist, "TER-5", _("{choice}: stake {stake}"), choice=dict(BIDS)[bid], stake=stake),
    ]
    rule, made = "TER-6", is_made(entry)
    if setup["options"]["payment"] == DIFFERENCE and thirds is not None:
        rule, stake = "TER-7", stake * abs(2 * thirds - ALL_THIRDS)
        text = _("{taken} thirds against {others}, times the stake: {pays}")
        lines.append(line(soloist, rule, text, taken=thirds, others=ALL_THIRDS - thirds, pays=stake))
    gains = stake if made else -stake
    for player in range(len(setup["sides"])):
        if player == soloist:
            text = _("Gets {pays} from each") if made else _("Pays {pays} to each")
            lines.append(line(player, rule, text, 2 * gains, pays=stake))
        else:
            lines.append(line(player, rule, _("Pays {pays}") if made else _("Gets {pays}"), -gains, pays=stake))
    return lines


def bid_of(entry: Entry) -> str:
    """Returns the soloist's bid, the lowest one if none was entered."""
    return str(entry.get("bid", BIDS[0][0]))


def thirds_taken(entry: Entry) -> "int | None":
    """Returns the soloist's thirds, the last trick included; None if only the result or the points were entered."""
    if "thirds" in entry:
        return int(entry["thirds"][0])
    return thirds_of(entry["aces"][0], entry["figures"][0], entry["last_trick"] == 0) if "aces" in entry else None


def is_made(entry: Entry) -> bool:
    """True if the soloist has the points that are needed (TER-4)."""
    thirds = thirds_taken(entry)
    if thirds is not None:
        return thirds >= NEEDED * THIRDS_OF_A_POINT
    return bool(entry["made"] if "made" in entry else entry["points"][0] >= NEEDED)


def _made_line(entry: Entry, thirds: "int | None") -> Line:
    """Returns the line “made” or “lost” for the bid, with the thirds or points that were counted."""
    soloist, made = entry["soloist"], is_made(entry)
    if thirds is not None:
        text = _("In all {mixed}: made with {needed}") if made else _("In all {mixed}: lost, {needed} are needed")
        return line(soloist, "TER-4", text, mixed=mixed(thirds), needed=NEEDED)
    if "points" in entry:
        text = _("Points: {taken}, made with {needed}") if made else _("Points: {taken}, lost: {needed} are needed")
        return line(soloist, "TER-4", text, taken=entry["points"][0], needed=NEEDED)
    return line(soloist, "TER-4", _("The bid is made") if made else _("The bid is lost"))
