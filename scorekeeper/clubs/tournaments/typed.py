"""What an arbiter types, clears and rules: results of tables, and rulings, each a line of the log with its reason.

A page with results is old only where somebody changed one of its tables since: results of others come in all the time.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from scorekeeper.clubs.tournaments.keeping import change
from scorekeeper.clubs.tournaments.log import note
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Tournament, TournamentChange
from scorekeeper.store.models import db
from scorekeeper.tournaments.changes import results
from scorekeeper.tournaments.changes.checked import Document

OF_TABLE = ("result", "correct", "clear", "phone")
OF_ROUND = ("take_back", "seat", "publish")
OF_ALL = ("agreed", "import")
Outcome = dict[str, Any]


def enter(
    tournament: Tournament, seen: int, number: int, outcomes: Mapping[int, Outcome], *, actor: str, reason: str = ""
) -> None:
    """Enter what came out at tables of round `number`; an empty outcome clears. Raises Refusal, and Stale.

    Either all of it is entered or nothing; each table has its line of the log.
    """

    (kind, detail), *others = _told(tournament, number, outcomes)
    change(
        tournament,
        seen,
        lambda document: results.enter_results(document, number, outcomes),
        actor=actor,
        kind=kind,
        detail=detail,
        reason=reason,
        touches=lambda: _was_touched(tournament, seen, number, outcomes),
    )
    for kind, detail in others:
        note(tournament, actor, kind, detail, reason)


def _told(tournament: Tournament, number: int, outcomes: Mapping[int, Outcome]) -> list[tuple[str, dict[str, Any]]]:
    """The kind and the detail of each line of the log."""
    found = []
    for table, outcome in outcomes.items():
        try:
            was = results.outcome_of(results.table_of(tournament.document, number, table))
        except Refusal:
            was = {}  # the change itself is refused for that
        kind = "clear" if not outcome else "correct" if was else "result"
        found.append((kind, {"round": number, "table": table, "was": was, "outcome": outcome}))
    return found


def _was_touched(tournament: Tournament, seen: int, number: int, tables: Mapping[int, Outcome]) -> bool:
    """Whether anything was done since that version to one of these tables, to their round, or to what was agreed."""
    found = select(TournamentChange.kind, TournamentChange.detail).where(
        TournamentChange.tournament_id == tournament.id,
        TournamentChange.version > seen,
        TournamentChange.kind.in_((*OF_TABLE, *OF_ROUND, *OF_ALL)),
    )
    for row in db.session.execute(found):
        if row.kind in OF_ALL:
            return True
        if row.detail.get("round") == number and (row.kind in OF_ROUND or row.detail.get("table") in tables):
            return True
    return False


def rule(tournament: Tournament, ruling: dict[str, Any], *, actor: str) -> None:
    """Add a ruling as the document has it. Raises Refusal."""
    _ruled(tournament, ruling, results.rule, "rule", actor)


def unrule(tournament: Tournament, ruling: dict[str, Any], *, actor: str) -> None:
    """Take a ruling away. Raises Refusal where it is gone."""
    _ruled(tournament, ruling, results.unrule, "unrule", actor)


def _ruled(tournament: Tournament, ruling: dict[str, Any], act: Any, kind: str, actor: str) -> None:
    given = {name: value for name, value in ruling.items() if name in ("vp", "mp", "tp")}

    def detail(before: Document, _after: Document) -> dict[str, Any]:
        """Asked once the ruling is known to be a good one."""
        names = {each["id"]: each["name"] for each in before["entrants"]}
        return {"round": ruling["round"], "who": names[ruling["entrant"]], **given}

    change(
        tournament,
        None,  # rulings add up in any order
        lambda document: act(document, ruling),
        actor=actor,
        kind=kind,
        detail=detail,
        reason=str(ruling.get("reason", "")),
    )
