"""Claims of Tresette: the target reached during play (TRE-7, TRE-8, TRE-24), and honours (TRE-14 to TRE-18)."""

from ..engine.base import Checks, Entry, Line, Setup, Table, Verdict, _, line, points_of_lines, totals_after
from ..engine.elimination import best_of
from .fields import counted_lines
from .honours import NOT_PLAYED, check_honours, honours_lines
from .losing import judge_out


def counted_claim(setup: Setup, table: Table, entry: Entry) -> "tuple[list[Line], bool, int | None]":
    """Returns the lines of a claim, True if it holds, and the winner, None if drawn (TRE-8, TRE-24)."""
    claim, target = entry["claim"], setup["options"]["target"]
    side, sides = claim["side"], len(setup["sides"])
    honours = honours_lines(setup, entry)
    counted = counted_lines(side, claim.get("aces", 0), claim.get("figures", 0), claim.get("last_trick", False))
    lines = honours + counted
    before = table["totals"][side]
    declared = points_of_lines(honours, sides)[side]
    score = points_of_lines(counted, sides)[side]
    total = before + declared + score
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
    others = [other for other in range(sides) if other != side]
    winner = side if holds else best_of(others, totals_after(table, points_of_lines(lines, sides)), False)
    return lines + _deciding_lines(side, others, winner), holds, winner


def _deciding_lines(side: int, others: "list[int]", winner: "int | None") -> list[Line]:
    """Returns the line with the winner; for a draw, a line for each side that shares the lead."""
    if winner == side:
        return [line(side, "TRE-8", _("The claim holds and wins the match"))]
    if len(others) == 1:
        return [line(others[0], "TRE-8", _("The claim fails, the other side wins the match"))]
    if winner is None:
        text = _("The claim fails, and the two others are level: a draw")
        return [line(other, "TRE-24", text) for other in others]
    return [line(winner, "TRE-24", _("The claim fails: the better of the two others wins the match"))]


def judge_target(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We have reached the target” by the cards captured so far and the honours (TRE-7, TRE-8, TRE-24)."""
    checks, side = Checks(claim), claim["side"]
    check_honours(checks, setup)
    checks.raise_problems()
    counted = {name: claim[name] for name in ("side", "aces", "figures", "last_trick") if name in claim}
    reasons, upheld, winner = counted_claim(setup, table, {"claim": counted, "honours": claim.get("honours", [])})
    for reason in reasons:
        if reason["rule"] == "TRE-7":
            reason["params"]["holds"] = upheld
    total = table["totals"][side] + points_of_lines(reasons, len(setup["sides"]))[side]
    effect = {"total": total, "winner": winner, "games": 0 if winner is None else 1}
    return {"upheld": upheld, "reasons": reasons, "effect": effect}


def judge_honours(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We have these honours”: upheld if all of them fit into one deck."""
    checks = Checks(claim)
    check_honours(checks, setup)
    if not setup["options"]["honours"]:
        checks.refuse("honours", "TRE-14", NOT_PLAYED)
    elif setup["options"]["leftover"] is not None:
        checks.refuse("type", "TRE-22", _("Honours are claimed only in the game for four"))
    checks.raise_problems()
    reasons = honours_lines(setup, claim) or [line(0, "TRE-14", _("Nobody declares anything"))]
    return {"upheld": True, "reasons": reasons, "effect": {"points": points_of_lines(reasons, 2)}}


CLAIMS = {"target": judge_target, "honours": judge_honours, "out": judge_out}
