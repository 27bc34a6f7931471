"""Results come from the tables by themselves, once both sides have confirmed them.

The ledger announces a match that has ended, or was changed or confirmed after its end, in the transaction that does so.
What an arbiter has typed is left as it is, and so are rounds that are closed: there the arbiter is shown what the match
says (`at_tables`), and types it or not.
"""

from contextlib import suppress
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, object_session

from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.keeping import Deleted, change, locked
from scorekeeper.clubs.tournaments.told import Told, is_confirmed, told_by
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger import announcements
from scorekeeper.store.club_models import Tournament, TournamentChange, TournamentTable
from scorekeeper.store.models import Match
from scorekeeper.tournaments.changes.results import enter_result, outcome_of, table_of
from scorekeeper.tournaments.document import scoring_of

PHONE = "phone"  # the kind of the log's line


def follow_matches() -> None:
    """Enter results of all tables whose matches the ledger announces."""
    announcements.listen(follow)


def follow(match: Match) -> None:
    """Enter the result of the match's table, where it has one that counts and nobody has typed another."""
    session = object_session(match)
    if session is None:
        raise ValueError("the match belongs to no session")
    table = session.get(TournamentTable, match.sitting_id)
    if table is None:
        return
    try:
        tournament = locked(session, table.tournament_id)
    except Deleted:
        return  # the match is one of the club's alone
    session.refresh(table)  # its round may have been taken back, and published anew, while we waited
    if table.ended_at is not None:
        return
    told = told_of(session, tournament, table)
    if told.outcome and is_open_for(tournament, table) and _counts(tournament, table, told):
        there = outcome_of(table_of(tournament.document, table.round, table.number))
        if there != told.outcome and (not there or there == last_from_phones(session, table)):
            with suppress(Refusal):  # a draw in a knock-out, say: the arbiter decides
                _enter(tournament, table, told, there)


def told_of(session: Session, tournament: Tournament, table: TournamentTable) -> Told:
    """What the matches of a table say."""
    found = select(Match).where(Match.sitting_id == table.sitting_id).order_by(Match.number)
    return told_by(scoring_of(tournament.document), session.scalars(found).all())


def is_open_for(tournament: Tournament, table: TournamentTable) -> bool:
    """Whether results of the table's round go in by themselves: it is the last one, and the tournament is open."""
    return tournament.closed_at is None and len(tournament.document.get("rounds") or []) == table.round


def _counts(tournament: Tournament, table: TournamentTable, told: Told) -> bool:
    """Whether it was played to its end, or until the arbiter called time, and both sides agree."""
    desk = desk_of(tournament)
    return (not told.is_early or desk["time"] == table.round) and is_confirmed(told, desk["confirm"])


def last_from_phones(session: Session, table: TournamentTable) -> dict[str, Any]:
    """The outcome that came from the table by itself last; empty where none has."""
    found = select(TournamentChange.detail).where(
        TournamentChange.tournament_id == table.tournament_id, TournamentChange.kind == PHONE
    )
    details = session.scalars(found.order_by(TournamentChange.id.desc()))
    return next((each["outcome"] for each in details if each.get("sitting") == table.sitting_id), {})


def _enter(tournament: Tournament, table: TournamentTable, told: Told, was: dict[str, Any]) -> None:
    """Enter what the matches say, with a line of the log. Raises Refusal."""
    about = {"round": table.round, "table": table.number, "was": was, "outcome": told.outcome}
    change(
        tournament,
        None,
        lambda document: enter_result(document, table.round, table.number, told.outcome),
        actor="",
        kind=PHONE,
        detail={**about, "sitting": table.sitting_id},
    )
