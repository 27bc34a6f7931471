"""Matches that older rules have scored: after an upgrade each is replayed once, and its log says what changed.

What people entered stays as it was, so there is nothing to undo. A line of the log stores the old and the new scores:
`{"scores": {"3": {"was": [1, 0], "now": [3, 0]}}, "totals": {"was": […], "now": […]}}`. A match with a hand that
the rules refuse by now keeps all its scores, and the line says why: `{"refused": problem}`.
"""

from typing import Any

from sqlalchemy import select

from scorekeeper import rules_version
from scorekeeper.games.engine import history
from scorekeeper.games.engine.base import Refusal, Say, _
from scorekeeper.games.engine.match_state import Rescored
from scorekeeper.games.engine.replay import Played, replay, status_of
from scorekeeper.ledger.hand_rows import store_hands
from scorekeeper.ledger.log import Write, input_of, session_of
from scorekeeper.ledger.log_validation import is_plain
from scorekeeper.ledger.writing import lock_match, save
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
    lock_match(match)
    if is_scored_by_these(match):  # somebody was quicker
        return None
    rows = list(session_of(match).scalars(select(Hand).where(Hand.match_id == match.id).order_by(Hand.number)))
    change = _scored_again(match, rows)
    if change["after"]:
        return save(match, Write(""), lambda _match: change, although_locked=True)
    store_hands(match, change["hands"], None)
    match.table = change["match"]["table"]
    match.rules = rules_version.digest(match.game)
    return None


def _scored_again(match: Match, rows: list[Hand]) -> history.Change:
    """All hands played again, with the facts for the log; with all scores as they were where a hand is refused."""
    hands: list[Played] = []
    try:
        hands = replay(match.setup, [input_of(row) for row in rows])
        told = _changed(match, rows, hands)
    except Refusal as refusal:
        told = {"refused": refusal.problems[0]}
    table = hands[-1]["table"] if hands else match.table
    ended = (status_of(match.stopped, table), table["winner"]) != (match.status, match.winner)
    change = history.change_of(
        "rescore", {}, told, table=table, rules=rules_version.digest(match.game), rescored=match.version + 1
    )
    change["winner_changed"] = ended
    change["hands"] = {hand["number"]: hand for hand in hands}
    return change


def _changed(match: Match, rows: list[Hand], hands: list[Played]) -> dict[str, Any]:
    """The scores that are other than before, as facts for the log; empty where none is."""
    scores = {
        str(row.number): {"was": row.points, "now": hand["points"]}
        for row, hand in zip(rows, hands, strict=True)
        if row.points != hand["points"]
    }
    after = hands[-1]["table"] if hands else match.table
    totals = {"was": match.table["totals"], "now": after["totals"]}
    ended = any(match.table[name] != after[name] for name in ("status", "winner", "games"))
    if not scores and not ended and totals["was"] == totals["now"]:
        return {}
    return {"scores": scores, "totals": totals}


def rescored(match: Match, say: Say) -> Rescored | None:
    """What newer rules changed: `{"news": [sentence…], "told": {"3": [sentence…]}}`, None where they never did.

    `news` are sentences about the newest change, if it is this one; `told` are those shown beside the hands for good.
    """
    if match.rescored is None:
        return None
    lines = select(Change).where(Change.match_id == match.id, Change.kind == "rescore").order_by(Change.number)
    found = list(session_of(match).scalars(lines))
    told: dict[str, list[str]] = {}
    for change in found:
        for number, score in change.after.get("scores", {}).items():
            told.setdefault(number, []).append(say(_("Scored again with newer rules: was {was}"), _points(score)))
    return {"news": rescoring_texts(found[-1], say) if match.version == match.rescored else [], "told": told}


def rescoring_texts(change: Change, say: Say) -> list[str]:
    """A line of this kind as sentences, the totals last."""
    refused = change.after.get("refused")
    if refused:
        plain = is_plain(refused["message"], refused["params"])  # it may be of an imported log
        why = say(refused["message"], refused["params"]) if plain else ""
        text = _("Newer rules do not allow hand {hand}: {reason}. All scores stay as they were")
        return [say(text, {"hand": refused["hand"], "reason": why})]
    text = _("Hand {hand} changed from {was} to {now}")
    found = [
        say(text, {"hand": int(number), **_points(score)})
        for number, score in sorted(change.after["scores"].items(), key=lambda each: int(each[0]))
    ]
    return [*found, say(_("Score changed from {was} to {now}"), _points(change.after["totals"]))]


def _points(score: dict[str, list[int]]) -> dict[str, Any]:
    return {name: " – ".join(str(each) for each in points) for name, points in score.items()}
