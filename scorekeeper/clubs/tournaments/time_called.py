"""The arbiter calls time: tables play their turn to its end, and their matches count as they stand.

Decision: by the rules of time-out the hand in play is finished and entered, so calling time ends no match by itself.
Whatever still goes on after that, the arbiter ends.
"""

from contextlib import suppress

from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs.tournaments import results
from scorekeeper.clubs.tournaments.at_tables import at_tables
from scorekeeper.clubs.tournaments.clock import ended
from scorekeeper.clubs.tournaments.keeping import change_desk
from scorekeeper.clubs.tournaments.log import note
from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.store.club_models import Tournament, TournamentTable
from scorekeeper.store.models import Match, db, now


def call_time(tournament: Tournament, number: int, *, actor: str) -> None:
    """Call time for the last round: from now on `ready` matches count. Raises Refusal."""
    if not number or number != len(tournament.document.get("rounds") or []):
        raise refuse(None, None, _("You can only call time for the current round"))
    change_desk(tournament, lambda desk: {**ended(desk, now()), "time": number})
    note(tournament, actor, "time", {"round": number})


def tell_tables(tournament: Tournament, number: int) -> None:
    """Have the open pages of the round's matches say so.

    Once that time is called has been committed: a table that confirms locks its match first, then the tournament.
    """
    found = select(TournamentTable.sitting_id).where(
        TournamentTable.tournament_id == tournament.id, TournamentTable.round == number
    )
    ledger.tell_pages(db.session.scalars(found).all())


def is_called_at(sitting: int) -> bool:
    """Whether time is called at the table whose sitting has that id; False where it is no tournament's table."""
    found = select(TournamentTable.round, Tournament.desk).join(
        Tournament, Tournament.id == TournamentTable.tournament_id
    )
    row = db.session.execute(
        found.where(TournamentTable.sitting_id == sitting, TournamentTable.ended_at.is_(None))
    ).first()
    return row is not None and row.desk.get("time") == row.round


def ready(tournament: Tournament, number: int) -> list[int]:
    """The ids of the round's matches that were ended and confirmed before time was called."""
    return [each.match.id for each in at_tables(tournament, number).values() if each.state == "ready"]


def take(match_id: int) -> None:
    """Enter the result of a match that is ready, unless it is entered by now."""
    match = db.session.get(Match, match_id)
    if match is not None:
        results.follow(match)


def going_on(tournament: Tournament, number: int) -> list[int]:
    """The ids of the round's matches in which hands were played that are not over, nor their results typed.

    Decision: a match without a hand is left alone, that table may play with paper alone.
    """
    return [each.match.id for each in at_tables(tournament, number).values() if each.state == "playing"]


def end(tournament: Tournament, number: int, match_id: int, *, actor: str) -> None:
    """End a match of the round as it stands, unless it is over by now; both sides can confirm it then."""
    match = db.session.scalar(
        select(Match)
        .join(TournamentTable, TournamentTable.sitting_id == Match.sitting_id)
        .where(Match.id == match_id, TournamentTable.tournament_id == tournament.id, TournamentTable.round == number)
    )
    if match is not None:
        with suppress(Refusal):
            ledger.finish(match, ledger.Write(actor, f"time-{number}"))
