"""Matches that other rules have scored: after an upgrade each is scored again, once, and its log tells what changed.

What people said stays as it was; so there is nothing to undo. A line of the log keeps what follows from it now and what
followed before: `{"scores": {"3": {"was": [1, 0], "now": [3, 0]}}, "totals": {"was": […], "now": […]}}`. A match with a
hand that the rules refuse by now keeps all its scores, and the line says why: `{"refused": problem}`.
"""

from contextlib import suppress
from typing import Any

from sqlalchemy import select

from scorekeeper import rules_version
from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Refusal, Say, _
from scorekeeper.games.engine.match_state import Rescored
from scorekeeper.ledger.log import Stale, claim_turn, said_of, session_of, tidy_key, write
from scorekeeper.ledger.replay import Played, put, step_of
from scorekeeper.store.models import Change, Hand, Match


def is_scored_by_these(match: Match) -> bool:
    """Whether the match's scores were made by the rules that run, or are approved and so stay as they are."""
    return match.rules == rules_version.digest(match.game) or match.locked is not None


def rescore(match: Match) -> Change | None:
    """Score the match by the rules that run: the line that says what changed, None where nothing did.

    Call it before anything else is done to the match. A result that an arbiter has approved stays as it is.
    """
    if is_scored_by_these(match):
        return None
    key = tidy_key("")
    with suppress(Stale):  # somebody was quicker: the turn is ours all the same, and the match is as they left it
        claim_turn(match, key, match.version, although_locked=True)
    if is_scored_by_these(match):
        return None
    rows = list(session_of(match).scalars(select(Hand).where(Hand.match_id == match.id).order_by(Hand.number)))
    told: dict[str, Any] = {}
    steps: list[Played] = []
    won = (match.status, match.winner)
    try:
        steps = _played(match, rows)
        told = _changed(match, rows, steps)
    except Refusal as refusal:
        told = {"refused": refusal.problems[0]}
    number = match.version + 1
    for row, step in zip(rows, steps, strict=False):
        put(row, step, number if told else row.version)
    match.table = steps[-1].table if steps else match.table
    match.rules = rules_version.digest(match.game)
    if not told:
        return None
    changed = won != (match.status, match.winner)
    return write(match, "rescore", "", key, {"rescored": number}, before={}, after=told, winner_changed=changed)


def _played(match: Match, rows: list[Hand]) -> list[Played]:
    table, steps = rules.first_table(match.setup), []
    for row in rows:
        steps.append(step_of(match, table, said_of(row) or {}, row.number))
        table = steps[-1].table
    return steps


def _changed(match: Match, rows: list[Hand], steps: list[Played]) -> dict[str, Any]:
    """What the rules make of the hands that is to be told; empty where no score is another."""
    scores = {
        str(row.number): {"was": row.points, "now": step.points}
        for row, step in zip(rows, steps, strict=True)
        if row.points != step.points
    }
    after = steps[-1].table if steps else match.table
    totals = {"was": match.table["totals"], "now": after["totals"]}
    ended = any(match.table[name] != after[name] for name in ("status", "winner", "games"))
    if not scores and not ended and totals["was"] == totals["now"]:
        return {}
    return {"scores": scores, "totals": totals}


def rescored(match: Match, say: Say) -> Rescored | None:
    """What newer rules changed: `{"news": [sentence…], "told": {"3": [sentence…]}}`, None where they never did.

    `news` is what the newest change of all is about, if it is this; `told` stands beside the hands for good.
    """
    if match.rescored is None:
        return None
    lines = select(Change).where(Change.match_id == match.id, Change.kind == "rescore").order_by(Change.number)
    found = list(session_of(match).scalars(lines))
    told: dict[str, list[str]] = {}
    for change in found:
        for number, score in change.after.get("scores", {}).items():
            told.setdefault(number, []).append(say(_("Scored again by newer rules: it was {was}"), _points(score)))
    return {"news": sentences(found[-1], say) if match.version == match.rescored else [], "told": told}


def sentences(change: Change, say: Say) -> list[str]:
    """What a line of this kind tells, the totals last."""
    refused = change.after.get("refused")
    if refused:
        why = say(refused["message"], refused["params"])
        text = _("By newer rules hand {hand} could not be recorded: {reason}. All scores stay as they were")
        return [say(text, {"hand": refused["hand"], "reason": why})]
    text = _("Hand {hand} was {was}, by newer rules it is {now}")
    found = [
        say(text, {"hand": int(number), **_points(score)})
        for number, score in sorted(change.after["scores"].items(), key=lambda each: int(each[0]))
    ]
    return [*found, say(_("The score was {was}, it is {now}"), _points(change.after["totals"]))]


def _points(score: dict[str, list[int]]) -> dict[str, Any]:
    return {name: " – ".join(str(each) for each in points) for name, points in score.items()}
