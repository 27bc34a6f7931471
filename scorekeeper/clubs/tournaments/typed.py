"""What an arbiter types, clears and rules: results of tables, and rulings, each a line of the log with its reason.

A page with a result is old only where somebody changed that table since: results of others come in all the time.
"""

from typing import Any

from scorekeeper.clubs.tournaments.keeping import Stale, change
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Tournament, TournamentChange
from scorekeeper.tournaments.changes import results
from scorekeeper.tournaments.changes.checked import Document

OF_TABLE = ("result", "correct", "clear", "phone")
OF_ROUND = ("take_back", "seat", "publish")
MOST_TOLD = 50  # lines that a Stale brings; more are not looked through
Outcome = dict[str, Any]


def enter(
    tournament: Tournament, seen: int, number: int, table: int, outcome: Outcome, *, actor: str, reason: str = ""
) -> None:
    """Enter what came out at a table, or with an empty outcome clear it. Raises Refusal, and Stale."""

    def made(document: Document) -> Document:
        if not outcome:
            return results.clear_result(document, number, table)
        return results.enter_result(document, number, table, outcome)

    def told(before: Document, _after: Document) -> dict[str, Any]:
        was = results.outcome_of(results.table_of(before, number, table))
        return {"round": number, "table": table, "was": was, "outcome": outcome}

    was = _outcome_there(tournament, number, table)
    kind = "clear" if not outcome else "correct" if was else "result"
    try:
        change(tournament, seen, made, actor=actor, kind=kind, detail=told, reason=reason)
    except Stale as stale:
        if len(stale.changes) >= MOST_TOLD or any(_concerns(line, number, table) for line in stale.changes):
            raise
        change(tournament, None, made, actor=actor, kind=kind, detail=told, reason=reason)


def _outcome_there(tournament: Tournament, number: int, table: int) -> Outcome:
    try:
        return results.outcome_of(results.table_of(tournament.document, number, table))
    except Refusal:
        return {}  # `change` says it of the newest document


def _concerns(line: TournamentChange, number: int, table: int) -> bool:
    """Whether a line of the log is about that table."""
    if line.detail.get("round") != number:
        return line.kind == "agreed"
    return line.kind in OF_ROUND or (line.kind in OF_TABLE and line.detail.get("table") == table)


def rule(tournament: Tournament, ruling: dict[str, Any], *, actor: str) -> None:
    """Add a ruling as the document has it. Raises Refusal."""
    _ruled(tournament, ruling, results.rule, "rule", actor)


def unrule(tournament: Tournament, ruling: dict[str, Any], *, actor: str) -> None:
    """Take a ruling away. Raises Refusal where it is gone."""
    _ruled(tournament, ruling, results.unrule, "unrule", actor)


def _ruled(tournament: Tournament, ruling: dict[str, Any], act: Any, kind: str, actor: str) -> None:
    who = {each["id"]: each["name"] for each in tournament.document["entrants"]}.get(ruling.get("entrant"), "")
    given = {name: value for name, value in ruling.items() if name in ("vp", "mp", "tp")}
    change(
        tournament,
        None,  # rulings add up in any order
        lambda document: act(document, ruling),
        actor=actor,
        kind=kind,
        detail={"round": ruling.get("round"), "who": who, **given},
        reason=str(ruling.get("reason", "")),
    )
