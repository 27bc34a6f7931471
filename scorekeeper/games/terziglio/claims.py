"""Judges of Terziglio's claims: a hand won, and a win that is already certain."""

from ..engine.base import Entry, Refusal, Setup, Table, Verdict, _, line, points_of_lines
from ..engine.entries import entry_of_claim
from ..engine.field_checks import entry_problems
from ..engine.thirds import ALL_THIRDS, THIRDS_OF_A_POINT, thirds_of
from .fields import NEEDED, WAYS
from .rules import is_made, lines_of


def judge_deal(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We won this hand”: upheld if the side scores more than 0. Raises Refusal as for the entry of a hand."""
    entry = entry_of_claim(claim)
    problems = entry_problems(setup, WAYS, entry)
    if problems:
        raise Refusal(problems)
    reasons = lines_of(setup, entry)
    points = points_of_lines(reasons, len(setup["sides"]))
    upheld = points[claim["side"]] > 0
    reasons[0]["params"]["holds"] = upheld
    return {"upheld": upheld, "reasons": reasons, "effect": {"made": is_made(entry), "points": points}}


def judge_safe_win(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “Nobody can take this hand away from us”: upheld if the party has enough thirds already (TER-4)."""
    thirds = thirds_of(claim.get("aces", 0), claim.get("figures", 0), claim.get("last_trick", False))
    needed, still_out = NEEDED * THIRDS_OF_A_POINT, ALL_THIRDS - thirds
    text = (
        _("Has {taken} thirds, it takes {needed}: nothing still out can change it")
        if thirds >= needed
        else _("Has {taken} thirds, it takes {needed}; {still_out} are still out")
    )
    reason = line(claim["side"], "TER-4", text, taken=thirds, needed=needed, still_out=still_out)
    effect = {"thirds": thirds, "needed": needed, "still_out": still_out}
    return {"upheld": thirds >= needed, "reasons": [reason], "effect": effect}


CLAIMS = {"deal": judge_deal, "safe_win": judge_safe_win}
