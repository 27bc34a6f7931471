"""The tokens of a club, by which programs read and enter its results without an account.

The secret is shown once and stored as its digest: a stolen database opens nothing. A token allows only its scopes, in
one club, and neither links to tables nor anything about accounts and people beside their names.
"""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.signatures import digest_of
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db, now
from scorekeeper.store.token_models import ClubToken

READ, RESULTS, ENTRIES = "read", "results", "entries"
SCOPES = {
    READ: N_("Read players, nights, tournaments and standings"),
    RESULTS: N_("Enter results of tournaments and nights"),
    ENTRIES: N_("Add entries to tournaments, and seat players at nights"),
}
MOST = 10  # tokens of a club
LONGEST = 60  # characters of a name
LONGEST_SECRET = 100  # characters of what is sent as a token
PREFIX = "skt_"  # by which programs that look for leaked secrets recognise it
NOTED = timedelta(minutes=5)  # precision of the last use


class Made(NamedTuple):
    """A new token, and its secret."""

    token: ClubToken
    secret: str


def tokens_of(club: Club) -> Sequence[ClubToken]:
    """Returns the club's tokens, in the order in which they were made."""
    return db.session.scalars(select(ClubToken).where(ClubToken.club_id == club.id).order_by(ClubToken.id)).all()


def make(club: Club, name: str, scopes: Sequence[str]) -> Made:
    """Makes a token. The caller commits. Raises Refusal for a missing name, no known scope, or MOST tokens."""
    name = tidy(name)
    if not 0 < len(name) <= LONGEST:
        raise refuse("name", None, N_("Enter 1 to {longest} characters"), longest=LONGEST)
    if not scopes or not set(scopes) <= set(SCOPES):
        raise refuse("scopes", None, N_("Choose what the program may do"))
    if len(tokens_of(club)) >= MOST:
        raise refuse("", None, N_("A club has at most {most} tokens: revoke one first"), most=MOST)
    secret = PREFIX + secrets.token_urlsafe(32)
    chosen = [scope for scope in SCOPES if scope in scopes]
    token = ClubToken(club_id=club.id, name=name, scopes=chosen, digest=digest_of(secret))
    db.session.add(token)
    db.session.flush()
    return Made(token, secret)


def revoke(token: ClubToken) -> None:
    """Deletes a token, which ends at once. The caller commits."""
    db.session.delete(token)


def find_by_secret(secret: str) -> tuple[ClubToken, Club] | None:
    """Returns the token with this secret and its club; None if there is none, or not any more."""
    if len(secret) > LONGEST_SECRET:
        return None
    query = select(ClubToken, Club).join(Club, Club.id == ClubToken.club_id)
    row = db.session.execute(query.where(ClubToken.digest == digest_of(secret))).first()
    return None if row is None else (row.ClubToken, row.Club)


def is_to_be_noted(token: ClubToken) -> bool:
    """True if the token's last use was noted more than NOTED ago."""
    return token.used_at is None or token.used_at < now() - NOTED
