"""Rules of Truco argentino and its neighbours: flor, envido and truco count in this order, first to the target.

Sources: marianogappa/truco, Clarín, the tournament rules at scribd 573126833, utnianos.com.ar; for Uruguay
guidodinello/truco-py's digest, for Rio Grande do Sul rsgauderio.blogspot.com and gamevelvet.com. Not covered:
penalties, signs, calls before the deal, truco for three. Points are whole.
"""

from typing import Any

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
    line,
    outcome,
    points_of_lines,
    totals_after,
    win,
    winner_at,
)
from . import envido, flor, tricks
from .deal import DUELS, PARTS, Deal, deal_of, falta, half_of, is_played, mano_seat, won_by


class Rules(Game):
    def check_options(self, checks: Checks, options: "dict[str, Any]", variant: str) -> None:
        """Refuses the option of a muestra (a card turned up) without flor (TAR-3)."""
        if options["muestra"] and options["flor"] == "none":
            checks.refuse("muestra", "TAR-3", _("A muestra goes with flor"))

    def next_hand(self, setup: Setup, table: Table) -> "dict[str, Any]":
        """Returns the mano of the next hand, the half of each side (malas or buenas), and the falta for each side."""
        totals = table["totals"]
        deal = deal_of(setup, table, totals)
        half = half_of(setup["options"])
        return {
            "mano": setup["seats"][mano_seat(setup, table)],
            "halves": ["malas" if total < half else "buenas" for total in totals]
            if setup["options"]["halves"]
            else None,
            "falta": [falta(deal, side) for side in (0, 1)],
        }

    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        if "duels" in entry:
            _check_duels(checks, setup, table)
        else:
            _check_parts(checks, deal_of(setup, table, table["totals"]))
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        totals = table["totals"]
        lines: list[Line] = []
        if "duels" in entry:
            for index, duel in enumerate(entry["duels"]):
                totals, duel_lines = _played(deal_of(setup, table, totals, index), duel)
                lines += duel_lines
        else:
            totals, lines = _played(deal_of(setup, table, totals), entry)
        result = outcome(setup, table, lines)
        _win(setup, table, result)
        return result

    def calls(self, setup: Setup, table: Table) -> "list[int]":
        return list(tricks.WORTHS)


def _check_duels(checks: Checks, setup: Setup, table: Table) -> None:
    """Refuses problems of each duel, and other than three duels unless one ends the match (TAR-23, TAR-26)."""
    duels = checks.mapping["duels"]
    if not 1 <= len(duels) <= DUELS:
        checks.refuse("duels", "TAR-26", _("This must be a list of three duels"))
        return
    totals = table["totals"]
    is_over = False
    for index, duel in enumerate(duels):
        deal = deal_of(setup, table, totals, index)
        duel_checks = Checks(duel, "duels." + str(index) + ".", checks.problems)
        if is_over:
            duel_checks.refuse("truco", "TAR-23", _("The match was won before this"))
            return
        _check_parts(duel_checks, deal)
        if checks.problems:
            return
        totals, _lines = _played(deal, duel)
        is_over = won_by(deal, totals) is not None
    if len(duels) < DUELS and not is_over:
        checks.refuse("duels", "TAR-26", _("A duel is missing: there are three"))


def _check_parts(checks: Checks, deal: Deal) -> None:
    """Checks flor, envido and truco, each with the totals that the parts before it give (TAR-23)."""
    entry = checks.mapping
    if is_played(entry.get("flor")) and is_played(entry.get("envido")):
        checks.refuse("envido", "TAR-17", _("Once a flor is called there is no envido"))
        return
    totals = deal["totals"]
    for name, part in (("flor", flor), ("envido", envido)):
        if not is_played(entry.get(name)):
            continue
        before = len(checks.problems)
        part.check(checks, deal)
        if len(checks.problems) > before:
            return
        totals = _totals_with(totals, part.score(deal, entry[name]))
    if won_by(deal, totals) is not None:
        if is_played(entry.get("truco")):
            checks.refuse("truco", "TAR-23", _("The match was won before this"))
    elif entry.get("truco") is None:
        checks.refuse("truco", "TAR-6", _("Fill this in"))
    else:
        tricks.check(checks, deal)


def _totals_with(totals: "list[int]", lines: "list[Line]") -> "list[int]":
    return [total + gained for total, gained in zip(totals, points_of_lines(lines, 2))]


def _played(deal: Deal, entry: Entry) -> "tuple[list[int], list[Line]]":
    """Returns the totals after a hand or duel, and its score lines."""
    totals, lines = deal["totals"], []
    nothing_called = not is_played(entry.get("flor")) and not is_played(entry.get("envido"))
    for name in PARTS:
        part = entry.get(name)
        if won_by(deal, totals) is not None or not (is_played(part) or (name == "truco" and part is not None)):
            continue
        if name == "truco":
            part_lines = tricks.score(deal, part, nothing_called)
        else:
            part_lines = flor.score(deal, part) if name == "flor" else envido.score(deal, part)
        totals = _totals_with(totals, part_lines)
        lines += part_lines
    return totals, lines


def _win(setup: Setup, table: Table, result: Outcome) -> None:
    """Ends the match if a side is at the target and ahead of the other (TAR-23, TAR-24)."""
    target = setup["options"]["target"]
    totals = totals_after(table, result["points"])
    winner = winner_at(totals, target)
    if winner is not None:
        rule = "TAR-23" if setup["options"]["ends_at_once"] else "TAR-24"
        text = _("Reaches {target} with {total}")
        result["lines"].append(line(winner, rule, text, target=target, total=totals[winner]))
        win(result, winner, "target")
    elif max(totals) >= target:
        text = _("The lead is shared at {total}: another hand is played")
        result["lines"] += [line(side, "TAR-24", text, total=totals[side]) for side in (0, 1)]
