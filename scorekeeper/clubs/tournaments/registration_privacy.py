"""Privacy of people who entered from home: renews or revokes their private links, and deletes contacts.

A contact and a note are needed until the tournament is over. They are deleted KEPT after its day and its last change,
by the workers.
"""

import secrets
from datetime import timedelta

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.clubs.tournaments.keeping import lock, note
from scorekeeper.clubs.tournaments.registrations import ACCEPTED, NONCE, PENDING
from scorekeeper.ledger.names import Names
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Registration, Tournament, TournamentChange

KEPT = timedelta(days=30)


def _can_have_link(tournament: Tournament) -> ColumnElement[bool]:
    return and_(Registration.tournament_id == tournament.id, Registration.state.in_((PENDING, ACCEPTED)))


def with_link(tournament: Tournament) -> list[Registration]:
    """Returns the entries that can have a private link, pending or accepted, by name; some links may be revoked."""
    entries = select(Registration).where(_can_have_link(tournament))
    return list(db.session.scalars(entries.order_by(Registration.name, Registration.id)))


def change_link(tournament: Tournament, number: int, actor: str, *, renew: bool) -> Registration | None:
    """Revokes the private link of an entry, and with `renew` makes a new one; logs it. The caller commits.

    Returns the entry; None if the tournament has no such entry, pending or accepted.
    """
    lock(tournament)
    row = db.session.scalar(select(Registration).where(_can_have_link(tournament), Registration.id == number))
    if row is None or (row.public is None and not renew):
        return row
    row.public = secrets.token_urlsafe(NONCE) if renew else None
    note(tournament, actor, "home_link" if renew else "home_no_link", {"who": row.name})
    db.session.flush()
    return row


def forget_contacts() -> None:
    """Deletes contacts and notes of entries to tournaments that have been over for KEPT. Run once an hour."""
    then = now() - KEPT
    changed = select(func.max(TournamentChange.made_at)).where(TournamentChange.tournament_id == Tournament.id)
    is_over = (Tournament.day < then.date(), func.coalesce(changed.scalar_subquery(), Tournament.made_at) < then)
    has_contact = or_(Registration.contact != "", Registration.note != "")
    chosen = Registration.tournament_id.in_(select(Tournament.id).where(*is_over))
    db.session.execute(update(Registration).where(has_contact, chosen).values(contact="", note=""))


def erase(session: Session, club: Club, names: Names) -> None:
    """Deletes contact, note and member numbers of entries that name the person; all names are replaced later."""
    of_club = select(Tournament.id).where(Tournament.club_id == club.id)
    for row in session.scalars(select(Registration).where(Registration.tournament_id.in_(of_club))):
        if any(names.name(player) != player for player in row.players):
            row.contact = row.note = ""
            row.numbers = []
    session.flush()
