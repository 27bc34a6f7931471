"""Judges of Albastini's claims: a deal won, a deal won for two game points, and a win that is already certain."""

from ..engine.base import Entry, Setup, Table, Verdict, _, line
from .fields import COUNTED, COUNTING, VALUES, in_play
from .rules import WORTH_ONE, WORTH_TWO, result_of


def judge_deal(setup: Setup, table: Table, claim: Entry, worth: int = WORTH_ONE) -> Verdict:
    """Judges “We won this deal”, for at least `worth` game points."""
    winner, game_points, reasons = result_of(setup, claim)
    effect = {"winner": winner, "game_points": game_points}
    return {"upheld": winner == claim["side"] and game_points >= worth, "reasons": reasons, "effect": effect}


def judge_double(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We won it for two game points”."""
    return judge_deal(setup, table, claim, WORTH_TWO)


def judge_safe_win(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “Nobody can catch us in this deal”: upheld if the side has more card points than are out."""
    side, undrawn = claim["side"], claim.get("undrawn")
    points = COUNTED.points_taken(claim["cards"])
    still_out = in_play(undrawn) - points
    counted = " + ".join([str(claim["cards"].get(rank, 0)) + " × " + str(VALUES[rank]) for rank in COUNTING])
    upheld = points > still_out
    text = (
        _("Still out are {all} − {taken} = {still_out}: nobody can reach {taken}")
        if upheld
        else _("Still out are {all} − {taken} = {still_out}: another side can still reach {taken}")
    )
    reasons = [
        line(side, "ALB-1", _("Card points: {counted} = {taken}"), counted=counted, taken=points),
        line(side, "ALB-3", text, all=in_play(undrawn), taken=points, still_out=still_out),
    ]
    return {"upheld": upheld, "reasons": reasons, "effect": {"points": points, "still_out": still_out}}


CLAIMS = {"deal": judge_deal, "double": judge_double, "safe_win": judge_safe_win}
