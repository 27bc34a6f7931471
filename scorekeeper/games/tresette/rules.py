"""Tresette: 40 Italian cards, eleven points in each deal; for four in two partnerships, for two, for three, a perdere.

Sources: David Parlett, *A Dictionary of Card Games* (Oxford, 1992), with the differences of John McLeod (pagat.com) and
John Scarne (*Encyclopedia of Games*); for two, for three and a perdere lotoflaughs.com, biska.com, digitalmoka.com,
G. Dossena and score keepers on GitHub. Not covered: the signals and the order of play, which do not touch the score.
Card points are counted in thirds: an ace and the last trick are three, a figure (3, 2, Re, Cavallo, Fante) is one.
"""

from typing import Any

from ..engine.base import (
    Checks,
    Entry,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    end_at_target,
    line,
    outcome,
    points_of_lines,
    side_of,
    totals_after,
    win,
    winner_at,
)
from ..engine.elimination import Elimination
from . import claims as tresette_claims
from . import losing
from .entry import check_cards, check_quick, side_of_cappotto, special_of_cards, way_of
from .fields import LAST_IN, LOSING, TWO, counted_lines
from .honours import check_honours, honours_lines
from .losing import check_sum, check_who_plays, is_losing

# The worth of a match won at once, in games (TRE-9 to TRE-13).
SPECIAL_GAMES = {"cappotto": 2, "cappottone": 6, "stramazzo": 3, "stramazzone": 8, "napoletana_decima": 16}
SPECIAL_RULES = {
    "cappotto": "TRE-9",
    "cappottone": "TRE-10",
    "stramazzo": "TRE-11",
    "stramazzone": "TRE-12",
    "napoletana_decima": "TRE-13",
}
SPECIAL_TEXTS = {
    "cappotto": _("Cappotto, all ten tricks: the match, games won: {games}"),
    "cappottone": _("Cappottone, {player} alone takes all ten tricks: the match, games won: {games}"),
    "stramazzo": _("Stramazzo, all ten card points: the match, games won: {games}"),
    "stramazzone": _("Stramazzone, {player} alone takes all ten card points: the match, games won: {games}"),
    "napoletana_decima": _(
        "Napoletana decima, {player} was dealt ten cards of one suit: the match, games won: {games}"
    ),
}

CAPPOTTO_OF_TWO = _("Cappotto, all the tricks: the match, games won: {games}")


class Rules(Elimination):
    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        way = way_of(entry)
        if is_losing(setup):
            check_who_plays(checks, setup, table)
        if way == "quick":
            check_sum(checks, setup, table)
            check_quick(checks, setup)
        elif way == "cards":
            check_cards(checks, setup)
        if way != "decima":
            check_honours(checks, setup)
        return checks.problems

    def check_options(self, checks: Checks, options: "dict[str, Any]", variant: str) -> None:
        """Refuses a match a perdere without an end, and going out without a target (TRE-28)."""
        if variant != LOSING or options["target"] is not None:
            return
        if options["ending"] == LAST_IN:
            checks.refuse("target", "TRE-28", _("Going out needs a target"))
        elif options["hands"] is None:
            checks.refuse("target", "TRE-28", _("Agree on a target or a number of hands"))

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        way = way_of(entry)
        if way == "decima":
            result = outcome(setup, table, [])
            _win_at_once(setup, result, "napoletana_decima", side_of(setup, entry["decima"]), entry["decima"])
            return result
        if way == "claim":
            return _score_claim(setup, table, entry)
        lines = _quick_lines(setup, entry) if way == "quick" else _card_lines(setup, entry)
        if is_losing(setup):
            return _score_to_lose(setup, table, lines)
        lines += honours_lines(setup, entry)
        result = outcome(setup, table, lines)
        special, winner = _special(setup, entry, way)
        if special is not None and winner is not None:
            _win_at_once(setup, result, special, winner, entry.get("solo", {}).get("player"))
        else:
            _win_by_target(setup, table, result)
        return result


def _special(setup: Setup, entry: Entry, way: str) -> "tuple[str | None, int | None]":
    """Returns the win that ends the match at once, and the side that has it; None for both if there is none."""
    if not setup["options"]["special_wins"] or "tricks" not in entry:
        return None, None
    if way == "quick":
        winner = side_of_cappotto(entry["tricks"])
        special = None if winner is None else "cappotto"
    else:
        special, winner = special_of_cards(entry["aces"], entry["figures"], entry["tricks"])
    if special is not None and "solo" in entry:
        special = "cappottone" if special == "cappotto" else "stramazzone"
    return special, winner


def _win_at_once(setup: Setup, result: Outcome, special: str, side: int, player: "str | None") -> None:
    games, rule, text = SPECIAL_GAMES[special], SPECIAL_RULES[special], SPECIAL_TEXTS[special]
    win(result, side, special, games)
    if setup["variant"] == TWO:
        rule, text = "TRE-25", CAPPOTTO_OF_TWO if special == "cappotto" else text
    result["lines"].append(line(side, rule, text, games=games, player=player))


def _score_to_lose(setup: Setup, table: Table, lines: list[Line]) -> Outcome:
    """Returns the outcome of a hand a perdere with these lines (TRE-26 to TRE-30)."""
    lines += losing.cappotto_lines(setup, table, points_of_lines(lines, len(setup["sides"])))
    result = outcome(setup, table, lines)
    losing.end(setup, table, result, totals_after(table, result["points"]))
    return result


def _win_by_target(setup: Setup, table: Table, result: Outcome) -> None:
    """Ends the match if the target is reached; at equal totals it goes on (TRE-5, TRE-6)."""
    totals = totals_after(table, result["points"])
    target = setup["options"]["target"]
    if setup["options"]["leftover"] is not None:
        end_at_target(result, table, target, "TRE-23")
        return
    if max(totals) < target:
        return
    winner = winner_at(totals, target)
    if winner is None:
        text = _("Both stand at {total}: another deal is played")
        result["lines"] += [line(side, "TRE-6", text, total=totals[side]) for side in (0, 1)]
        return
    both = min(totals) >= target
    text = _("Both reach {target}, the higher total wins: {total}") if both else _("Reaches {target} with {total}")
    result["lines"].append(line(winner, "TRE-6" if both else "TRE-5", text, target=target, total=totals[winner]))
    win(result, winner, "target")


def _quick_lines(setup: Setup, entry: Entry) -> list[Line]:
    rule, text = (
        "TRE-4" if setup["options"]["leftover"] is None else "TRE-21",
        _("Points as counted at the table: {score}"),
    )
    return [line(side, rule, text, score, score=score) for side, score in enumerate(entry["points"])]


def _card_lines(setup: Setup, entry: Entry) -> list[Line]:
    lines: list[Line] = []
    for side, aces in enumerate(entry["aces"]):
        lines += counted_lines(side, aces, entry["figures"][side], entry["last_trick"] == side)
    return lines + losing.leftover_lines(setup, entry, lines)


def _score_claim(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Returns the outcome of a hand stopped by a claim, which wins or loses the match (TRE-7, TRE-8)."""
    lines, holds, winner = tresette_claims.counted_claim(setup, table, entry)
    result = outcome(setup, table, lines)
    win(result, winner, "claim" if holds else "claim_failed")
    return result
