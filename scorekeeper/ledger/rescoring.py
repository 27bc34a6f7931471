"""Verifies stored scores by rules and log, and rescores matches after a change of the rules."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper import rules_version
from scorekeeper.games.engine import history
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import N_, Refusal, Say, english
from scorekeeper.games.engine.figures import side_by_side
from scorekeeper.games.engine.game import find_game, game_of
from scorekeeper.games.engine.match_state import Rescored
from scorekeeper.games.engine.play import Played, play_all, play_hand, status_of
from scorekeeper.ledger.log import Write, changes_since, input_of, is_plain
from scorekeeper.ledger.rows import store_hands
from scorekeeper.ledger.writing import lock_match, save
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Hand, Match


def differences(session: Session, match: Match) -> list[str]:
    """Returns the inconsistencies of a stored match, as English sentences, oldest hand first; empty if there are none.

    The session must read from one snapshot of the database.
    """
    rows = list(session.scalars(select(Hand).where(Hand.match_id == match.id).order_by(Hand.number)))
    log = changes_since(match, 0)
    scores = _scores(match, rows) if game_of(match.setup).installed else ()
    return [*_numbering(match, rows, log), *scores, *_against_log(match, rows, log)]


def _numbering(match: Match, rows: list[Hand], log: list[Change]) -> Iterator[str]:
    """Yields a sentence for each gap in the numbers of hands or changes, which must match the match's counts."""
    if [row.number for row in rows] != list(range(1, match.hand_count + 1)):
        yield f"the match has hand_count {match.hand_count}, but the hands are numbered {[row.number for row in rows]}"
    if [change.number for change in log] != list(range(1, match.version + 1)):
        yield f"the log is not numbered from 1 to version {match.version}"


def _scores(match: Match, rows: list[Hand]) -> Iterator[str]:
    """Yields a sentence for each stored score, and the match's table, that differs from the current rules'."""
    table = rules.first_table(match.setup)
    for row in rows:
        try:
            hand: Mapping[str, Any] = play_hand(match.setup, table, input_of(row), row.number)
        except Refusal as refusal:
            first = refusal.problems[0]
            yield f"hand {row.number} is refused by the rules: {english(first['message'], first['params'])}"
            return
        for name in ("dealer", "points", "lines", "table"):
            if getattr(row, name) != hand[name]:
                yield f"hand {row.number}: {name} stored {getattr(row, name)}, by the rules {hand[name]}"
        table = hand["table"]
    if match.table != table:
        yield f"the match: table stored {match.table}, by the rules {table}"


def _against_log(match: Match, rows: list[Hand], log: list[Change]) -> Iterator[str]:
    """Yields a sentence for each hand, and each state of the match, that differs from its last log line."""
    logged: dict[int, Any] = {}
    stopped, locked = False, None
    for change in log:
        logged.update({int(number): fact for number, fact in change.after.get("hands", {}).items()})
        stopped = change.after.get("stopped", stopped)
        if "locked" in change.after:
            locked = change.number if change.after["locked"] else None
    stored = {row.number: input_of(row) for row in rows}
    for number in sorted({*logged, *stored}):
        if logged.get(number) != stored.get(number):
            yield f"hand {number}: stored {stored.get(number)}, the log says {logged.get(number)}"
    if match.stopped != stopped:
        yield f"stopped: stored {match.stopped}, the log says {stopped}"
    if match.locked != locked:
        yield f"locked: stored {match.locked}, the log says {locked}"


def needs_no_rescoring(match: Match) -> bool:
    """True if the match needs no rescoring: it was scored by the current rules, is approved, or its game is gone."""
    if match.locked is not None or find_game(match.game) is None:
        return True
    return match.rules == rules_version.digest(match.game)


def rescore(match: Match) -> Change | None:
    """Rescores the match. Returns the log line if scores changed or a hand is now refused, else None.

    Call it before any other change of the match. Approved results are not rescored.
    """
    if needs_no_rescoring(match):
        return None
    lock_match(match)
    if needs_no_rescoring(match):  # another request has rescored it
        return None
    rows = list(session_of(match).scalars(select(Hand).where(Hand.match_id == match.id).order_by(Hand.number)))
    change = _scored_again(match, rows)
    if change["after"]:
        return save(match, Write(""), lambda _match: change)
    store_hands(match, change["hands"], None)
    match.table = change["match"]["table"]
    match.rules = rules_version.digest(match.game)
    return None


def _scored_again(match: Match, rows: list[Hand]) -> history.Change:
    """Returns the change that rescores all hands; it keeps all scores if the rules now refuse a hand."""
    hands: list[Played] = []
    try:
        hands = play_all(match.setup, [input_of(row) for row in rows])
        facts = _score_changes(match, rows, hands)
    except Refusal as refusal:
        facts = {"refused": refusal.problems[0]}
    table = hands[-1]["table"] if hands else match.table
    ended = (status_of(match.stopped, table), table["winner"]) != (match.status, match.winner)
    change = history.change_of(
        "rescore", {}, facts, table=table, rules=rules_version.digest(match.game), rescored=match.version + 1
    )
    change["winner_changed"] = ended
    change["hands"] = {hand["number"]: hand for hand in hands}
    return change


def _score_changes(match: Match, rows: list[Hand], hands: list[Played]) -> dict[str, Any]:
    """Returns the new scores as facts for the log, if any points, totals or the result differ; else empty."""
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
    """Returns the effects of rescoring as sentences, `news` and `told`; None if the match was never rescored.

    `news` describes the match's last change, and is empty if that was no rescoring; `told` has the notes on each hand
    by its number as a text, e.g. "3".
    """
    if match.rescored is None:
        return None
    lines = select(Change).where(Change.match_id == match.id, Change.kind == "rescore").order_by(Change.number)
    changes = list(session_of(match).scalars(lines))
    by_hand: dict[str, list[str]] = {}
    for change in changes:
        for number, score in change.after.get("scores", {}).items():
            by_hand.setdefault(number, []).append(say(N_("Scored again with newer rules: was {was}"), _points(score)))
    return {"news": rescoring_texts(changes[-1], say) if match.version == match.rescored else [], "told": by_hand}


def rescoring_texts(change: Change, say: Say) -> list[str]:
    """Returns a `rescore` log line as sentences: the changed hands, then the totals."""
    refused = change.after.get("refused")
    if refused:
        plain = is_plain(refused["message"], refused["params"])  # an imported log may contain any message
        why = say(refused["message"], refused["params"]) if plain else ""
        text = N_("Newer rules do not allow hand {hand}: {reason}. All scores stay as they were")
        return [say(text, {"hand": refused["hand"], "reason": why})]
    text = N_("Hand {hand} changed from {was} to {now}")
    sentences = [
        say(text, {"hand": int(number), **_points(score)})
        for number, score in sorted(change.after["scores"].items(), key=lambda item: int(item[0]))
    ]
    return [*sentences, say(N_("Score changed from {was} to {now}"), _points(change.after["totals"]))]


def _points(score: dict[str, list[int]]) -> dict[str, Any]:
    return {name: side_by_side(points) for name, points in score.items()}
