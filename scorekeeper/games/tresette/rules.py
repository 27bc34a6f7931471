"""Tresette: four players in two partnerships, 40 Italian cards, eleven points in each deal.

Sources: David Parlett, *A Dictionary of Card Games* (Oxford, 1992), with the differences of John McLeod (pagat.com) and
John Scarne (*Encyclopedia of Games*). Not covered: the signals and the order of play, which do not touch the score.
Card points are counted in thirds: an ace and the last trick are three, a figure (3, 2, Re, Cavallo, Fante) is one.
"""

from ..engine.base import (
    Checks,
    Entry,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    is_whole,
    line,
    outcome,
    side_of,
    totals_after,
    win,
    winner_at,
)
from . import claims as tresette_claims
from .count import ACES, ALL_POINTS, FIGURES, LESS_THAN_A_POINT, TRICKS, counted_lines, thirds_of
from .honours import check_honours, honours_lines

# What a match won at once is worth, in games (TRE-9 to TRE-13).
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


def way_of(entry: Entry) -> str:
    """How a hand was entered: `decima`, `claim`, `quick` or `cards`."""
    for way, mark in (("decima", "decima"), ("claim", "claim"), ("quick", "points")):
        if mark in entry:
            return way
    return "cards"


def problems(setup: Setup, table: Table, entry: Entry) -> list[Problem]:
    """Everything that is wrong with an entry."""
    checks = Checks(entry)
    way = way_of(entry)
    if way == "decima":
        _check_decima(checks, setup)
    elif way == "claim":
        _check_claim(checks, setup)
    elif way == "quick":
        _check_quick(checks, setup)
    else:
        _check_cards(checks, setup)
    return checks.problems


def _check_decima(checks: Checks, setup: Setup) -> None:
    checks.only(("decima",))
    checks.player("decima", "TRE-13", setup)
    if not setup["options"]["special_wins"]:
        checks.refuse("decima", "TRE-13", _("Wins that end the match at once are not played here"))


def _check_claim(checks: Checks, setup: Setup) -> None:
    checks.only(("claim", "honours"))
    claim = checks.inner("claim")
    if claim is not None:
        claim.only(("side", "aces", "figures", "last_trick"))
        claim.side("side", "TRE-7", 2)
        tresette_claims.check_count(claim)
    check_honours(checks, setup)


def _check_quick(checks: Checks, setup: Setup) -> None:
    checks.only(("points", "tricks", "honours", "solo"))
    points = checks.shares("points", "TRE-4", 2, ALL_POINTS)
    tricks = _check_tricks(checks)
    if points is not None and 0 in points and setup["options"]["special_wins"] and not checks.has("tricks"):
        checks.refuse("tricks", "TRE-9", _("Enter the tricks: this may be a cappotto"))
    if points is not None and tricks is not None:
        for side in (0, 1):
            if tricks[side] == 0 and points[side] > 0:
                checks.refuse("tricks", "TRE-9", _("A side without a trick cannot have points"))
    check_honours(checks, setup)
    if checks.has("solo"):
        winner = None if tricks is None else _side_of_cappotto(tricks)
        _check_solo(checks, setup, None if winner is None else "cappotto", winner, [ACES, ACES], [FIGURES, FIGURES])


def _check_cards(checks: Checks, setup: Setup) -> None:
    checks.only(("aces", "figures", "last_trick", "tricks", "honours", "solo"))
    aces = checks.shares("aces", "TRE-1", 2, ACES)
    figures = checks.shares("figures", "TRE-2", 2, FIGURES)
    last_trick = checks.side("last_trick", "TRE-3", 2)
    tricks = _check_tricks(checks)
    check_honours(checks, setup)
    if tricks is not None and last_trick is not None and tricks[last_trick] == 0:
        checks.refuse("last_trick", "TRE-3", _("A side without a trick cannot have won the last one"))
    if aces is None or figures is None:
        return
    if tricks is not None:
        for side in (0, 1):
            if tricks[side] == 0 and aces[side] + figures[side] > 0:
                checks.refuse("tricks", "TRE-9", _("A side without a trick cannot have cards"))
    thirds = [thirds_of(aces[side], figures[side]) for side in (0, 1)]
    if setup["options"]["special_wins"] and not checks.has("tricks") and min(thirds) <= LESS_THAN_A_POINT:
        checks.refuse("tricks", "TRE-11", _("Enter the tricks: these cards may be a cappotto or a stramazzo"))
    if checks.has("solo"):
        special, winner = _special_of_cards(aces, figures, tricks)
        _check_solo(checks, setup, special, winner, aces, figures)


def _check_tricks(checks: Checks) -> "list[int] | None":
    return checks.shares("tricks", "TRE-9", 2, TRICKS) if checks.has("tricks") else None


def _check_solo(
    checks: Checks,
    setup: Setup,
    special: "str | None",
    winner: "int | None",
    aces: list[int],
    figures: list[int],
) -> None:
    """One player who took everything: only where his side made a cappotto or a stramazzo, with cards that allow it."""
    solo = checks.inner("solo")
    if solo is None:
        return
    solo.only(("player", "aces", "figures"))
    player = solo.player("player", "TRE-10", setup)
    for name in ("aces", "figures"):
        if solo.has(name):
            solo.whole(name, "TRE-12", 0)
    if player is None:
        return
    side = side_of(setup, player)
    own = _solo_cards(checks.mapping["solo"], side, aces, figures)
    if not setup["options"]["special_wins"]:
        solo.refuse("player", "TRE-10", _("Wins that end the match at once are not played here"))
    elif special is None or winner != side:
        solo.refuse("player", "TRE-10", _("{player}'s side made neither a cappotto nor a stramazzo"), player=player)
    elif own is not None:
        _check_solo_cards(solo, special, own, [aces[side], figures[side]])


def _check_solo_cards(solo: Checks, special: str, own: list[int], of_side: list[int]) -> None:
    for name, mine, all_of_them in (("aces", own[0], of_side[0]), ("figures", own[1], of_side[1])):
        if mine > all_of_them:
            solo.refuse(name, "TRE-12", _("This can be {high} at most, as many as the side has"), high=all_of_them)
    others = thirds_of(ACES, FIGURES) - thirds_of(own[0], own[1])
    if special == "stramazzo" and others > LESS_THAN_A_POINT:
        solo.refuse(
            "figures",
            "TRE-12",
            _("The other three hold {thirds}/3, they may hold 2/3 at most"),
            thirds=others,
        )


def _solo_cards(solo: Entry, side: int, aces: list[int], figures: list[int]) -> "list[int] | None":
    """The solo player's own aces and figures, else his side's; None where they are no numbers."""
    own = [solo.get("aces", aces[side]), solo.get("figures", figures[side])]
    return own if all(is_whole(each) and each >= 0 for each in own) else None


def _side_of_cappotto(tricks: list[int]) -> "int | None":
    return tricks.index(TRICKS) if TRICKS in tricks else None


def _special_of_cards(
    aces: list[int], figures: list[int], tricks: "list[int] | None"
) -> "tuple[str | None, int | None]":
    """Whether counted cards show a cappotto (TRE-9) or a stramazzo (TRE-11), and for which side."""
    if tricks is None:
        return None, None
    if TRICKS in tricks:
        return "cappotto", tricks.index(TRICKS)
    for side in (0, 1):
        other = 1 - side
        if thirds_of(aces[other], figures[other]) <= LESS_THAN_A_POINT and tricks[other] > 0:
            return "stramazzo", side
    return None, None


def score(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Score an entry without problems."""
    way = way_of(entry)
    if way == "decima":
        result = outcome(setup, table, [])
        _win_at_once(result, "napoletana_decima", side_of(setup, entry["decima"]), entry["decima"])
        return result
    if way == "claim":
        return _score_claim(setup, table, entry)
    lines = _quick_lines(entry) if way == "quick" else _card_lines(entry)
    lines += honours_lines(setup, entry)
    result = outcome(setup, table, lines)
    special, winner = _special(setup, entry, way)
    if special is not None and winner is not None:
        _win_at_once(result, special, winner, entry.get("solo", {}).get("player"))
    else:
        _win_by_target(setup, table, result)
    return result


def _special(setup: Setup, entry: Entry, way: str) -> "tuple[str | None, int | None]":
    """The win that ends the match at once, if this hand is one."""
    if not setup["options"]["special_wins"] or "tricks" not in entry:
        return None, None
    if way == "quick":
        winner = _side_of_cappotto(entry["tricks"])
        special = None if winner is None else "cappotto"
    else:
        special, winner = _special_of_cards(entry["aces"], entry["figures"], entry["tricks"])
    if special is not None and "solo" in entry:
        special = "cappottone" if special == "cappotto" else "stramazzone"
    return special, winner


def _win_at_once(result: Outcome, special: str, side: int, player: "str | None") -> None:
    games = SPECIAL_GAMES[special]
    win(result, side, special, games)
    result["lines"].append(line(side, SPECIAL_RULES[special], SPECIAL_TEXTS[special], games=games, player=player))


def _win_by_target(setup: Setup, table: Table, result: Outcome) -> None:
    """A side at or above the target wins; both: the higher total; equal: another deal (TRE-5, TRE-6)."""
    totals = totals_after(table, result["points"])
    target = setup["options"]["target"]
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


def _quick_lines(entry: Entry) -> list[Line]:
    return [
        line(
            side,
            "TRE-4",
            _("Points as counted at the table: {score}"),
            entry["points"][side],
            score=entry["points"][side],
        )
        for side in (0, 1)
    ]


def _card_lines(entry: Entry) -> list[Line]:
    lines: list[Line] = []
    for side in (0, 1):
        lines += counted_lines(side, entry["aces"][side], entry["figures"][side], entry["last_trick"] == side)
    return lines


def _score_claim(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Play stopped for a claim: it is checked, and the match is over either way (TRE-7, TRE-8)."""
    claim = entry["claim"]
    result = outcome(setup, table, tresette_claims.claim_lines(setup, table, entry))
    side = claim["side"]
    total = totals_after(table, result["points"])[side]
    holds = total >= setup["options"]["target"]
    win(result, side if holds else 1 - side, "claim" if holds else "claim_failed")
    return result
