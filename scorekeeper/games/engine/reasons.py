"""Reasons of a verdict as a reader is told them: for or against the claim, the decisive one first."""

from .shapes import Line, Verdict

HOLDS = "holds"  # among a line's parameters: whether this condition of the claim is fulfilled


def weighed(verdict: Verdict, claimant: "int | None") -> "list[tuple[Line, bool]]":
    """Each reason, True if it speaks for the claim; the decisive one first, then those of its kind, then the others.

    An upheld claim has reasons for it only, any other claim has at least one against it.
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
    """True if a reason for a rejected claim is fulfilled, or is to the credit of the side that claims."""
    if HOLDS in reason["params"]:
        return bool(reason["params"][HOLDS])
    return reason["points"] >= 0 and (claimant is None or reason["side"] == claimant)


def _mark_draw(reasons: "list[Line]", marks: "list[bool]") -> None:
    """Nobody wins: what is said last of each side is why."""
    last = {reason["side"]: at for at, reason in enumerate(reasons) if HOLDS not in reason["params"]}
    for at in last.values():
        marks[at] = False


def _mark_too_little(reasons: "list[Line]", marks: "list[bool]") -> None:
    """The side wins, but less than it claims: the line with its points is why."""
    for at, reason in enumerate(reasons):
        if marks[at] and reason["points"] > 0:
            marks[at] = False
            return


def _decisive(reasons: "list[Line]", upheld: bool) -> Line:
    """Of the reasons on the verdict's side, the one that settles it."""
    conditions = [reason for reason in reasons if HOLDS in reason["params"]]
    if upheld:
        return (conditions or reasons)[-1]
    scored = [reason for reason in reasons if reason["points"] > 0]
    return (conditions or scored or reasons[-1:])[0]
