"""Claims of Tresette: the target reached during play (TRE-7, TRE-8), and honours (TRE-14 to TRE-18)."""

from ..engine.base import Checks, Entry, Line, Refusal, Setup, Table, Verdict, _, line, points_of_lines
from .fields import counted_lines
from .honours import NOT_PLAYED, check_honours, honours_lines


def claim_lines(setup: Setup, table: Table, entry: Entry) -> list[Line]:
    """Returns the lines of a hand stopped by a claim: honours, count of the claiming side, verdict (TRE-8)."""
    claim = entry["claim"]
    side = claim["side"]
    honours = honours_lines(setup, entry)
    counted = counted_lines(side, claim["aces"], claim["figures"], claim.get("last_trick", False))
    lines = honours + counted
    before = table["totals"][side]
    declared = points_of_lines(honours, 2)[side]
    score = points_of_lines(counted, 2)[side]
    total = before + declared + score
    target = setup["options"]["target"]
    holds = total >= target
    text = (
        _("{before} before + {honours} honours + {counted} counted = {total}: reaches {target}")
        if holds
        else _("{before} before + {honours} honours + {counted} counted = {total}: short of {target}")
    )
    lines.append(
        line(
            side,
            "TRE-7",
            text,
            before=before,
            honours=declared,
            counted=score,
            total=total,
            target=target,
        )
    )
    winner = side if holds else 1 - side
    text = _("The claim holds and wins the match") if holds else _("The claim fails, the other side wins the match")
    lines.append(line(winner, "TRE-8", text))
    return lines


def judge_target(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We have reached the target” by the cards captured so far and the honours (TRE-7, TRE-8)."""
    checks, side = Checks(claim), claim["side"]
    check_honours(checks)
    if checks.problems:
        raise Refusal(checks.problems)
    counted = {
        "side": side,
        "aces": claim["aces"],
        "figures": claim["figures"],
        "last_trick": claim.get("last_trick", False),
    }
    reasons = claim_lines(setup, table, {"claim": counted, "honours": claim.get("honours", [])})
    total = table["totals"][side] + points_of_lines(reasons, 2)[side]
    upheld = total >= setup["options"]["target"]
    reasons[-2]["params"]["holds"] = upheld  # the sum; what follows from it comes last
    effect = {"total": total, "winner": side if upheld else 1 - side, "games": 1}
    return {"upheld": upheld, "reasons": reasons, "effect": effect}


def judge_honours(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We have these honours”: upheld if all of them fit into one deck."""
    checks = Checks(claim)
    check_honours(checks)
    if not setup["options"]["honours"]:
        checks.refuse("honours", "TRE-14", NOT_PLAYED)
    if checks.problems:
        raise Refusal(checks.problems)
    reasons = honours_lines(setup, claim) or [line(0, "TRE-14", _("Nobody declares anything"))]
    return {"upheld": True, "reasons": reasons, "effect": {"points": points_of_lines(reasons, 2)}}


CLAIMS = {"target": judge_target, "honours": judge_honours}
