"""Changes of an entrant's players, in the document and at the seats of the matches that they played."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs.results import lock_results
from scorekeeper.clubs.tournaments.keeping import change
from scorekeeper.games.engine.base import N_, Refusal
from scorekeeper.store.models import Match, db
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.tournaments.changes.entries import find, next_round
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.substitutes import sitting_in

CORRECTED = N_("Name corrected")  # the reason for a change of an approved match
Row = dict[str, Any]


def change_seats(
    tournament: Tournament,
    entrant: int,
    function: Callable[[Document], Document],
    actor: str,
    kind: str,
    detail: Callable[[Document, Document], Row],
    reason: str,
) -> None:
    """Changes the document, then renames the seats of matches in the rounds whose players changed.

    Matches are locked first, then the club, then the tournament: the order in which phones write.
    """
    before = tournament.document
    differing = _differing_rounds(before, function(before), entrant)
    matches = _matches(tournament, differing)
    for match, _number in matches:
        ledger.lock_match(match)
    lock_results(db.session, tournament.club_id)
    change(tournament, None, function, actor=actor, kind=kind, detail=detail, reason=reason)
    for match, number in matches:
        old, new = (sitting_in(find(document, entrant), number) for document in (before, tournament.document))
        reseat(match, dict(zip(old, new, strict=False)), actor, reason)


def _differing_rounds(before: Document, after: Document, entrant: int) -> list[int]:
    """Returns the published rounds in which a change of the document changes the players of the entrant."""
    old, new = (find(document, entrant) for document in (before, after))
    return [number for number in range(1, next_round(before)) if sitting_in(old, number) != sitting_in(new, number)]


def _matches(tournament: Tournament, rounds: list[int]) -> list[tuple[Match, int]]:
    """Returns the matches of these rounds with their round, in the order in which matches are locked."""
    query = (
        select(Match, TournamentTable.round)
        .join(TournamentTable, TournamentTable.sitting_id == Match.sitting_id)
        .where(TournamentTable.tournament_id == tournament.id, TournamentTable.ended_at.is_(None))
        .where(TournamentTable.round.in_(rounds))
    )
    return [(match, number) for match, number in db.session.execute(query.order_by(Match.id))] if rounds else []


def reseat(match: Match, names: dict[str, str], actor: str, reason: str, *, announced: bool = True) -> None:
    """Renames the seats of a match; an approved match is only changed with a reason.

    `announced` is as for `ledger.name_table`.
    """
    seats = [names.get(name, "") if names.get(name) != name else "" for name in match.setup["seats"]]
    if any(seats):
        match.ruling = reason or None
        with suppress(Refusal):  # e.g. because another seat of the table has this name now
            ledger.name_table(match, seats, None, ledger.Write(actor), announced=announced)
        match.ruling = None
