"""Claims of Sueca: a deal won, a bandeira, or a deal that is won for certain."""

from ..engine.base import Checks, Entry, Setup, Table, Verdict
from ..engine.counting import MORE_THAN_HALF, safe_win
from .fields import COUNTED
from .rules import check_deal, result_of


def judge_deal(setup: Setup, table: Table, claim: Entry, needs_bandeira: bool = False) -> Verdict:
    checks = Checks(claim)
    check_deal(checks, setup)
    checks.raise_problems()
    winner, games, is_bandeira, reasons = result_of(setup, table, claim)
    points = [games if side == winner else 0 for side in (0, 1)]
    upheld = winner == claim["side"] and (is_bandeira or not needs_bandeira)
    return {"upheld": upheld, "reasons": reasons, "effect": {"winner": winner, "points": points}}


def judge_bandeira(setup: Setup, table: Table, claim: Entry) -> Verdict:
    return judge_deal(setup, table, claim, True)


def judge_safe_win(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We are sure to win this deal”: upheld if the side already has more than half of all points."""
    return safe_win(claim["side"], COUNTED.points_taken(claim["cards"]), MORE_THAN_HALF, "SUE-4")


CLAIMS = {"deal": judge_deal, "bandeira": judge_bandeira, "safe_win": judge_safe_win}
