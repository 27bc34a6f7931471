"""Results of a tournament's tables: taken from confirmed matches, or entered, cleared and ruled on by an arbiter."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy import null, select, update
from sqlalchemy.orm import Session, object_session

from scorekeeper.clubs import approval, webhooks
from scorekeeper.clubs.results import follow_tables, lock_results, lock_tables
from scorekeeper.clubs.results.outcomes import MatchResult, is_confirmed, result_of_matches
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.keeping import Deleted, change, locked, note, sittings_of
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger import Write, writing
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Match, db
from scorekeeper.store.tournament_models import Tournament, TournamentChange, TournamentTable
from scorekeeper.tournaments.changes import results
from scorekeeper.tournaments.changes.results import Document, enter_result, outcome_of, table_of
from scorekeeper.tournaments.document import scoring_of

PHONE = "phone"  # the kind of the log's line


def follow_matches() -> None:
    """Subscribes to changed match results of the ledger."""
    writing.listen(follow)


def follow(match: Match) -> None:
    """Enters the result of the match's table if it is final, unless another result was entered by hand."""
    session = object_session(match)
    if session is None:
        raise ValueError("the match belongs to no session")
    table = session.get(TournamentTable, match.sitting_id)
    if table is None:
        return
    club = session.scalar(select(Tournament.club_id).where(Tournament.id == table.tournament_id))
    try:
        if club is not None:
            lock_results(session, club)  # lock order: the club, then the tournament
        tournament = locked(session, table.tournament_id)
    except Deleted:
        return  # the match now belongs to the club only
    session.refresh(table)  # its round may have been undone, and published again, while this waited for the lock
    if table.ended_at is not None:
        return
    result = load_result(session, tournament, table)
    if result.outcome and accepts_results(tournament, table) and _counts(tournament, table, result):
        entered = outcome_of(table_of(tournament.document, table.round, table.number))
        if entered != result.outcome and (not entered or entered == last_automatic_result(session, table)):
            with suppress(Refusal):  # e.g. a draw in a knock-out: the arbiter decides
                _enter(tournament, table, result, entered)


def approve_match(match: Match, write: Write) -> Change:
    """Approves a match as `approval.approve` does, and enters its result, as when both sides confirm it.

    Raises Refusal and Stale.
    """
    change = approval.approve(match, write)
    follow(match)
    return change


def load_result(session: Session, tournament: Tournament, table: TournamentTable) -> MatchResult:
    """Returns the result of a table from its matches in the database."""
    query = select(Match).where(Match.sitting_id == table.sitting_id).order_by(Match.number)
    return result_of_matches(scoring_of(tournament.document), session.scalars(query).all())


def accepts_results(tournament: Tournament, table: TournamentTable) -> bool:
    """True if the table may get results from matches: its round is the last, and the tournament is open."""
    return tournament.closed_at is None and len(tournament.document.get("rounds") or []) == table.round


def _counts(tournament: Tournament, table: TournamentTable, result: MatchResult) -> bool:
    """True if both sides confirmed and the matches were played to their end, or stopped when time was called."""
    desk = desk_of(tournament)
    return (not result.is_early or desk["time"] == table.round) and is_confirmed(result, desk["confirm"])


def last_automatic_result(session: Session, table: TournamentTable) -> dict[str, Any]:
    """Returns the outcome entered last from this table's matches; empty if there was none."""
    query = select(TournamentChange.detail).where(
        TournamentChange.tournament_id == table.tournament_id, TournamentChange.kind == PHONE
    )
    details = session.scalars(query.order_by(TournamentChange.id.desc()))
    return next((detail["outcome"] for detail in details if detail.get("sitting") == table.sitting_id), {})


def _enter(tournament: Tournament, table: TournamentTable, result: MatchResult, was: dict[str, Any]) -> None:
    """Enters the result of the matches, with a log line. Raises Refusal."""
    about = {"round": table.round, "table": table.number, "was": was, "outcome": result.outcome}
    change(
        tournament,
        None,
        lambda document: enter_result(document, table.round, table.number, result.outcome),
        actor="",
        kind=PHONE,
        detail={**about, "sitting": table.sitting_id},
    )
    follow_tables(session_of(tournament), tournament.club_id, [table.sitting_id])


TABLE_KINDS = ("result", "correct", "clear", "phone")
ROUND_KINDS = ("take_back", "seat", "publish")
SETTINGS_KINDS = ("agreed", "import")
Outcome = dict[str, Any]


def enter(
    tournament: Tournament, seen: int, number: int, outcomes: Mapping[int, Outcome], *, actor: str, reason: str = ""
) -> None:
    """Enters results at tables of round `number`; an empty outcome clears the table. Raises Refusal and Stale.

    All are entered or none; each table gets its own log line, its result counts in the club, and its call is over.
    """
    sittings, club = sittings_of(tournament, number, outcomes), tournament.club_id
    (kind, detail), *others = _log_details(tournament, number, outcomes)
    change(
        tournament,
        seen,
        lambda document: results.enter_results(document, number, outcomes),
        actor=actor,
        kind=kind,
        detail=detail,
        reason=reason,
        touches=lambda: _was_touched(tournament, seen, number, outcomes),
        first=lambda: lock_tables(db.session, club, sittings),
    )
    for kind, detail in others:
        note(tournament, actor, kind, detail, reason)
    db.session.execute(
        update(TournamentTable).where(TournamentTable.sitting_id.in_(sittings)).values(called_at=None, settled=null())
    )
    follow_tables(db.session, club, sittings)
    if any(outcomes.values()):
        webhooks.announce_results(club, tournament.id, tournament.version)


def entered_in(tournament: Tournament, version: int) -> dict[tuple[int, int], Outcome]:
    """Returns the outcomes entered by hand in a version, by round and table, without those changed since."""
    query = select(TournamentChange.detail).where(
        TournamentChange.tournament_id == tournament.id,
        TournamentChange.version == version,
        TournamentChange.kind.in_(("result", "correct")),
    )
    entered = {(detail["round"], detail["table"]): detail["outcome"] for detail in db.session.scalars(query)}
    return {at: outcome for at, outcome in entered.items() if _outcome_at(tournament, *at) == outcome}


def _outcome_at(tournament: Tournament, number: int, table: int) -> Outcome:
    """Returns the outcome at a table; empty if the table no longer exists."""
    try:
        return results.outcome_of(results.table_of(tournament.document, number, table))
    except Refusal:
        return {}


def _log_details(
    tournament: Tournament, number: int, outcomes: Mapping[int, Outcome]
) -> list[tuple[str, dict[str, Any]]]:
    """Returns kind and detail of the log line for each table."""
    lines = []
    for table, outcome in outcomes.items():
        was = _outcome_at(tournament, number, table)  # for an unknown table, `change` raises the Refusal
        kind = "clear" if not outcome else "correct" if was else "result"
        lines.append((kind, {"round": number, "table": table, "was": was, "outcome": outcome}))
    return lines


def _was_touched(tournament: Tournament, seen: int, number: int, tables: Mapping[int, Outcome]) -> bool:
    """True if one of these tables, their round, or the settings were changed after version `seen`."""
    query = select(TournamentChange.kind, TournamentChange.detail).where(
        TournamentChange.tournament_id == tournament.id,
        TournamentChange.version > seen,
        TournamentChange.kind.in_((*TABLE_KINDS, *ROUND_KINDS, *SETTINGS_KINDS)),
    )
    for row in db.session.execute(query):
        if row.kind in SETTINGS_KINDS:
            return True
        if row.detail.get("round") == number and (row.kind in ROUND_KINDS or row.detail.get("table") in tables):
            return True
    return False


def add_ruling(tournament: Tournament, ruling: dict[str, Any], *, actor: str) -> None:
    """Adds a ruling, in the format of the document. Raises Refusal."""
    _change_rulings(tournament, ruling, results.add_ruling, "rule", actor)


def remove_ruling(tournament: Tournament, ruling: dict[str, Any], *, actor: str) -> None:
    """Removes a ruling. Raises Refusal if it is already removed."""
    _change_rulings(tournament, ruling, results.remove_ruling, "unrule", actor)


def _change_rulings(tournament: Tournament, ruling: dict[str, Any], function: Any, kind: str, actor: str) -> None:
    points = {name: value for name, value in ruling.items() if name in ("vp", "mp", "tp")}

    def detail(before: Document, _after: Document) -> dict[str, Any]:
        """Returns the detail of the log line. Called after the change, so that the entrant is known to exist."""
        names = {entrant["id"]: entrant["name"] for entrant in before["entrants"]}
        return {"round": ruling["round"], "who": names[ruling["entrant"]], **points}

    change(
        tournament,
        None,  # the order of rulings does not matter
        lambda document: function(document, ruling),
        actor=actor,
        kind=kind,
        detail=detail,
        reason=str(ruling.get("reason", "")),
    )
