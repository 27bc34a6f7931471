"""Withdrawals by the private link of an entry from home: before the first round, and between rounds.

Before the first round the entry leaves the tournament, and its place is free. Later the entrant is withdrawn from the
next round on, as an organiser would do it: its results stay, it plays out a round that is drawn, the entry stays
accepted, and an organiser can undo it.
"""

from sqlalchemy import select, update

from scorekeeper.clubs.tournaments import entries
from scorekeeper.clubs.tournaments.keeping import change, lock, note
from scorekeeper.clubs.tournaments.registrations import ACCEPTED, PENDING, WITHDRAWN, may_change
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Registration, Tournament, TournamentChange
from scorekeeper.tournaments.changes import entries as changes
from scorekeeper.tournaments.changes.entries import next_round
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.systems import is_over

AT_ONCE = 0  # instead of a round
LATE = "home_withdraw"  # the log's kind for a withdrawal between rounds


def withdraws_from(tournament: Tournament, row: Registration) -> int | None:
    """Returns the round from which the entry would be withdrawn now: AT_ONCE, or the next one; None if it cannot be.

    It cannot once it is refused or withdrawn, in a closed tournament, and when no round is left.
    """
    if row.state == PENDING or (row.state == ACCEPTED and may_change(tournament)):
        return AT_ONCE
    if row.state != ACCEPTED or tournament.closed_at is not None or withdrawn_from(tournament, row) is not None:
        return None
    number, begun = next_round(tournament.document), read(tournament.document)
    is_last = 0 < begun.system.planned_rounds(begun) < number
    is_played = begun.complete == len(begun.rounds) and is_over(begun)
    return None if is_last or is_played else number


def withdrawn_from(tournament: Tournament, row: Registration) -> int | None:
    """Returns the round from which the entry's entrant is withdrawn; None if it is not, or has no entrant."""
    rows = (entrant for entrant in tournament.document["entrants"] if entrant["id"] == row.entrant)
    return next((entrant.get("out") for entrant in rows), None)


def withdraw(tournament: Tournament, row: Registration) -> list[Registration]:
    """Withdraws an entry for its sender; returns the other entries of its entrant. The caller commits.

    Before the first round the others are pending again. Does nothing if it is withdrawn or refused. Raises Refusal if
    it cannot be withdrawn any more.
    """
    lock(tournament)
    db.session.refresh(row)
    if row.state not in (PENDING, ACCEPTED) or withdrawn_from(tournament, row) is not None:
        return []
    number = withdraws_from(tournament, row)
    if number is None:
        raise refuse(None, None, N_("No round is left to withdraw from. Tell the organiser if you have to leave."))
    if number != AT_ONCE:
        return _between_rounds(tournament, row, number)
    left = _remove_entrant(tournament, row) if row.state == ACCEPTED else []
    row.state = WITHDRAWN
    note(tournament, "", "home_out", {"who": row.name})
    db.session.flush()
    return left


def _between_rounds(tournament: Tournament, row: Registration, number: int) -> list[Registration]:
    """Withdraws the entrant from the next round on; returns the other entries of a pair that the organiser made."""
    entrant = row.entrant or 0
    about = {"who": changes.find(tournament.document, entrant)["name"], "round": number}
    change(tournament, None, lambda document: changes.withdraw(document, [entrant]), actor="", kind=LATE, detail=about)
    shared = (Registration.tournament_id == tournament.id, Registration.entrant == entrant, Registration.id != row.id)
    return list(db.session.scalars(select(Registration).where(*shared)))


def _remove_entrant(tournament: Tournament, row: Registration) -> list[Registration]:
    """Removes the entrant of an accepted entry; returns those who were paired with it, pending again."""
    entrant, row.entrant = row.entrant, None
    shared = (Registration.tournament_id == tournament.id, Registration.entrant == entrant)
    db.session.flush()
    again = update(Registration).where(*shared).values(state=PENDING, entrant=None).returning(Registration)
    left = list(db.session.scalars(again))
    entries.remove(tournament, [entrant or 0], "")
    return left


def withdrawn_by_link(tournament: Tournament) -> list[int]:
    """Returns the entrants who have withdrawn by their link from the next round on: an organiser can still undo it."""
    number = next_round(tournament.document)
    out = {
        entrant["name"]: entrant["id"] for entrant in tournament.document["entrants"] if entrant.get("out") == number
    }
    if not out:
        return []
    of_tournament = (TournamentChange.tournament_id == tournament.id, TournamentChange.kind == LATE)
    details = db.session.scalars(select(TournamentChange.detail).where(*of_tournament))
    names = {detail.get("who") for detail in details if detail.get("round") == number}
    return [entrant for name, entrant in out.items() if name in names]
