"""Albastini's claims: a deal won, won for two, or won beyond reach while play goes on."""

from ..engine.base import Checks, Entry, Refusal, Setup, Table, Verdict, _, line
from ..engine.counting import check_taken
from .fields import COUNTING, VALUES, check_undrawn, in_play
from .rules import WORTH_ONE, WORTH_TWO, problems, result_of


def judge_deal(setup: Setup, table: Table, claim: Entry, worth: int = WORTH_ONE) -> Verdict:
    """“We won this deal”, for that many game points or more."""
    entry = {name: claim[name] for name in claim if name not in ("type", "side")}
    checks = Checks(claim)
    claimant = checks.side("side", "ALB-3", len(setup["sides"]))
    if "stop" in entry or "next_dealer" in entry:
        Checks(entry, "", checks.problems).only(("points", "cards", "undrawn"))
    else:
        checks.problems += problems(setup, table, entry)
    if checks.problems:
        raise Refusal(checks.problems)
    winner, game_points, reasons = result_of(setup, entry)
    effect = {"winner": winner, "game_points": game_points}
    return {"upheld": winner == claimant and game_points >= worth, "reasons": reasons, "effect": effect}


def judge_double(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """“We won it for two game points”."""
    return judge_deal(setup, table, claim, WORTH_TWO)


def judge_safe_win(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """“Nobody can reach us any more”: upheld when all that is still out is less than what the side has taken."""
    checks = Checks(claim)
    checks.only(("type", "side", "cards", "undrawn"))
    side = checks.side("side", "ALB-3", len(setup["sides"]))
    undrawn = check_undrawn(checks, setup)
    points = check_taken(checks, VALUES, COUNTING, "ALB-1", undrawn)
    if checks.problems or side is None or points is None:
        raise Refusal(checks.problems)
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
