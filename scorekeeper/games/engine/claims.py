"""Judges the claims of players at the current totals: the game's own ones, and “We have won the match”."""

from typing import Any

from .base import best, line
from .checks import Checks, Refusal, _, english, is_bounded, refuse
from .elimination import over as last_one_in
from .field_checks import claim_problems
from .figures import side_by_side
from .game import game_of
from .shapes import Entry, Line, Problem, Say, Setup, Table, Verdict

HOLDS = "holds"  # parameter of a line: True if this condition of the claim is fulfilled


def weighed(verdict: Verdict, claimant: "int | None") -> "list[tuple[Line, bool]]":
    """Returns (reason, supports the claim) pairs: the decisive one first, those against the verdict last.

    An upheld claim has only reasons for it, a rejected one at least one against it.
    """
    marked = list(zip(verdict["reasons"], _marks(verdict, claimant)))
    upheld = verdict["upheld"]
    same = [pair for pair in marked if pair[1] == upheld]
    decisive = _decisive([reason for reason, _holds in same], upheld)
    first = [pair for pair in same if pair[0] is decisive]
    return first + [pair for pair in same if pair[0] is not decisive] + [pair for pair in marked if pair[1] != upheld]


def _marks(verdict: Verdict, claimant: "int | None") -> "list[bool]":
    reasons = verdict["reasons"]
    if verdict["upheld"]:
        return [True] * len(reasons)
    marks = [_speaks_for(reason, claimant) for reason in reasons]
    effect = verdict["effect"]
    if "winner" in effect and effect["winner"] is None:
        _mark_draw(reasons, marks)
    elif claimant is not None and effect.get("winner") == claimant:
        _mark_too_little(reasons, marks)
    if all(marks):
        marks[-1] = False
    return marks


def _speaks_for(reason: Line, claimant: "int | None") -> bool:
    """True if a reason is for a rejected claim: a condition that holds, or a line of the claimant without a minus."""
    if HOLDS in reason["params"]:
        return bool(reason["params"][HOLDS])
    return reason["points"] >= 0 and (claimant is None or reason["side"] == claimant)


def _mark_draw(reasons: "list[Line]", marks: "list[bool]") -> None:
    """Marks each side's last reason as one against the claim: in a drawn deal neither side has won."""
    last = {reason["side"]: at for at, reason in enumerate(reasons) if HOLDS not in reason["params"]}
    for at in last.values():
        marks[at] = False


def _mark_too_little(reasons: "list[Line]", marks: "list[bool]") -> None:
    """Marks the claiming side's first reason with points as one against the claim: it wins less than it claims."""
    for at, reason in enumerate(reasons):
        if marks[at] and reason["points"] > 0:
            marks[at] = False
            return


def _decisive(reasons: "list[Line]", upheld: bool) -> Line:
    """Returns the reason that settles the verdict."""
    conditions = [reason for reason in reasons if HOLDS in reason["params"]]
    if upheld:
        return (conditions or reasons)[-1]
    scored = [reason for reason in reasons if reason["points"] > 0]
    return (conditions or scored or reasons[-1:])[0]


TOO_LARGE = _("This is larger than any hand or claim can be")


def judge(setup: Setup, table: Table, claim: Any, say: Say = english) -> dict[str, Any]:
    """Judges a claim; returns `{"upheld", "reasons", "effect"}`, reasons with rule and text. Raises Refusal."""
    verdict = _verdict(setup, table, claim)
    return _said(verdict, [_told(reason, say) for reason in verdict["reasons"]])


def judge_for_reader(setup: Setup, table: Table, claim: Any, say: Say) -> dict[str, Any]:
    """Returns the verdict of `judge`, decisive reason first; `holds` of a reason is True if it supports the claim."""
    verdict = _verdict(setup, table, claim)
    reasons = []
    for reason, holds in weighed(verdict, claim.get("side")):
        said_reason = _told(reason, say)
        said_reason["holds"] = holds
        reasons.append(said_reason)
    return _said(verdict, reasons)


def _told(reason: Line, say: Say) -> dict[str, Any]:
    return {"rule": reason["rule"], "text": say(reason["message"], reason["params"])}


def _said(verdict: Verdict, reasons: list[dict[str, Any]]) -> dict[str, Any]:
    return {"upheld": verdict["upheld"], "reasons": reasons, "effect": verdict["effect"]}


def _verdict(setup: Setup, table: Table, claim: Any) -> Verdict:
    if not isinstance(claim, dict):
        raise refuse("claim", None, _("This must be a group of named fields"))
    if not is_bounded(claim):
        raise refuse("claim", None, TOO_LARGE)
    kind = claim.get("type")
    if kind == "won":
        return _judge_won(setup, table, claim)
    judges = game_of(setup).claims
    if not isinstance(kind, str) or kind not in judges:
        raise refuse("type", None, _("This must be one of the game’s claims"))
    if table["status"] != "in_progress":
        raise refuse("type", None, _("The match is over already"))
    problems = _problems_of_fields(setup, kind, claim)
    if problems:
        raise Refusal(problems)
    verdict: Verdict = judges[kind](setup, table, claim)
    return verdict


def _problems_of_fields(setup: Setup, kind: str, claim: Entry) -> "list[Problem]":
    """Returns the problems of a claim by its declared fields; an empty list if it has no declaration."""
    declared = [declared_claim for declared_claim in game_of(setup).claim_fields if declared_claim["slug"] == kind]
    return claim_problems(setup, declared[0], claim) if declared else []


def over(setup: Setup, totals: list[int], say: Say = english) -> dict[str, Any]:
    """Judges “The match is over” at these totals; returns the same as `judge`, with the winner in `effect`.

    Only the target counts: totals don't show a win at once or the end of an agreed number of hands.
    """
    game, options = game_of(setup), setup["options"]
    hands, target, lowest = game.hands_of(options), options.get("target"), game.is_lowest_best(options)
    winner = best(totals, lowest) if target is not None and max(totals) >= target else None
    params: dict[str, Any] = {"totals": side_by_side(totals), "target": target, "hands": hands}
    if game.limit_of(options) is not None:
        winner, text, of_those_in = last_one_in(setup, totals)
        params.update(of_those_in)
    elif target is None and hands is not None:
        text = _("This match is over after {hands} hands, whatever the totals: {totals}")
    elif target is None:
        text = _("This match has no target: it is over when the players stop, {totals}")
    elif winner is not None:
        params["who"] = setup["sides"][winner]["name"]
        text = _("{who} has the highest total, and at least {target}: {totals}")
        if lowest:
            text = _("{target} is reached, and {who} has the lowest total: {totals}")
    elif max(totals) < target:
        text = _("Nobody has reached {target}: {totals}")
    else:
        text = _("Level in the lead, so play another hand: {totals}")
    reason = {"rule": game.won_rule, "text": say(text, params)}
    return {"upheld": winner is not None, "reasons": [reason], "effect": {"winner": winner, "totals": totals}}


def _judge_won(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We have won the match” by the hands entered."""
    checks = Checks(claim)
    checks.only(("type", "side"))
    checks.side("side", None, len(setup["sides"]))
    checks.raise_problems()
    side, winner = claim["side"], table["winner"]
    if table["status"] == "in_progress":
        text = _("The match goes on: {totals}")
    elif winner is None:
        text = _("The match ended in a draw: {totals}")
    else:
        text = _("{who} has won the match: {totals}")
    who = None if winner is None else setup["sides"][winner]["name"]
    reason = line(side, game_of(setup).won_rule, text, who=who, totals=side_by_side(table["totals"]))
    upheld = winner is not None and winner == side
    return {"upheld": upheld, "reasons": [reason], "effect": {"winner": winner, "totals": table["totals"]}}
