"""Judges of Briscola's claims: a hand won, and a win that is already certain."""

from typing import Any

from ..engine.base import Checks, Entry, Setup, Table, Verdict, highest, points_of_lines
from ..engine.counting import ALL_POINTS, MORE_THAN_HALF, safe_win
from .fields import COUNTED
from .rules import bid_of, check_game, check_parties, is_chiamata, is_made, lines_of, party_of


def judge_deal(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We won this hand”: upheld if the side scores more than 0."""
    checks = Checks(claim)
    check_game(checks, setup)
    checks.raise_problems()
    reasons = lines_of(setup, claim)
    points = points_of_lines(reasons, len(setup["sides"]))
    if is_chiamata(setup):
        effect: dict[str, Any] = {"made": is_made(claim, COUNTED.points_of(claim, 2)), "points": points}
    else:
        effect = {"winner": highest(points), "points": points}
    return {"upheld": points[claim["side"]] > 0, "reasons": reasons, "effect": effect}


def judge_safe_win(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “Nobody can take this away from us”: upheld if the cards taken so far are enough to win."""
    checks, side = Checks(claim), claim["side"]
    if is_chiamata(setup):
        check_parties(checks)
    checks.raise_problems()
    points = COUNTED.points_taken(claim["cards"])
    rule = "BRI-11" if is_chiamata(setup) else "BRI-3" if len(setup["sides"]) == 2 else "BRI-4"
    return safe_win(side, points, _needed(setup, claim, side), rule)


def _needed(setup: Setup, claim: Entry, side: int) -> int:
    """Returns the card points a side needs: more than half; in the chiamata the bid, or enough to defeat it."""
    if not is_chiamata(setup):
        return MORE_THAN_HALF
    return bid_of(claim) if side in party_of(claim) else ALL_POINTS + 1 - bid_of(claim)


CLAIMS = {"deal": judge_deal, "safe_win": judge_safe_win}
