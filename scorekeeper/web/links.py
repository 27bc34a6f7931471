"""Access links: a link lets its holder watch or score a sitting, without an account.

A token is the link's id plus a signature over the id and the link's nonce, made with SECRET_KEY. It cannot be guessed,
is not stored (a stolen database opens nothing) and ends when the link is revoked.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import NamedTuple

from flask import current_app
from flask.sessions import SessionMixin
from sqlalchemy import Connection, and_, bindparam, func, select
from sqlalchemy.orm import object_session

from scorekeeper.signatures import is_signed, sign
from scorekeeper.signatures import keys_of as keys_of
from scorekeeper.store.database import first_row, take_turn
from scorekeeper.store.models import Link, Match, Sitting, db, now

MAY = ("score", "watch")
PURPOSE = "link"  # length of the signature
MOST_OPEN = 50  # links of a sitting that are not revoked
REMEMBERED = 200  # most sittings that a browser remembers


OPENED = select(Link, Sitting).join(Sitting, Link.sitting_id == Sitting.id).where(Link.id == bindparam("link"))
OPENED_MATCH = (
    select(Link, Match)
    .outerjoin(Match, and_(Match.sitting_id == Link.sitting_id, Match.number == bindparam("number")))
    .where(Link.id == bindparam("link"))
)

# The query of a poll: the link's nonce and the newest version of a match, as one row of plain values.
OF_LINK = (Link.id, Link.nonce, Link.may, Link.revoked_at)
GLANCE = (
    select(*OF_LINK, Match.id.label("match_id"), Match.version, Match.called)
    .outerjoin(Match, and_(Match.sitting_id == Link.sitting_id, Match.number == bindparam("number")))
    .where(Link.id == bindparam("link"))
)
GLANCE_ALL = (
    select(*OF_LINK, func.count(Match.id).label("matches"), func.sum(Match.version).label("changes"))
    .outerjoin(Match, Match.sitting_id == Link.sitting_id)
    .where(Link.id == bindparam("link"))
    .group_by(*OF_LINK)
)


class Glance(NamedTuple):
    """A row of the query GLANCE: a link, and the id, version and call count of one match."""

    id: int
    nonce: str
    may: str
    revoked_at: object  # as the driver has it; None if the link is open
    match_id: int | None
    version: int | None
    called: int | None


class GlanceAll(NamedTuple):
    """A row of the query GLANCE_ALL: a link, the number of its sitting's matches and the sum of their versions."""

    id: int
    nonce: str
    may: str
    revoked_at: object  # as the driver has it; None if the link is open
    matches: int
    changes: int | None

    @property
    def stamp(self) -> str:
        """A text that changes when a match of the sitting starts or changes."""
        return f"{self.matches}.{self.changes or 0}"


AnyLink = Link | Glance | GlanceAll


class Access(NamedTuple):
    """A valid link and its permission: `may` is `score` or `watch`. `opened` is its sitting, if already loaded."""

    link: Link
    may: str
    opened: Sitting | None = None

    @property
    def sitting(self) -> Sitting:
        """The sitting of the link; loaded at first use."""
        return self.opened or db.session.get_one(Sitting, self.link.sitting_id)

    @property
    def may_score(self) -> bool:
        """True if the link can score, not only watch."""
        return self.may == "score"


def make_link(sitting: Sitting, may: str, label: str = "") -> Link:
    """Creates a link to the sitting. `label` names its holder ("Anna's phone") in the log of changes."""
    if may not in MAY:
        raise ValueError(f"a link may {' or '.join(MAY)}, not {may}")
    link = Link(sitting=sitting, may=may, label=label.strip()[:80], nonce=secrets.token_urlsafe(12))
    chosen = object_session(sitting) or db.session
    chosen.add(link)
    chosen.flush()
    return link


def may_make_link(sitting: Sitting) -> bool:
    """True if the sitting has fewer than MOST_OPEN open links; locks it until the commit."""
    take_turn(db.session)
    db.session.execute(select(Sitting.id).where(Sitting.id == sitting.id).with_for_update())
    is_open = (Link.sitting_id == sitting.id, Link.revoked_at.is_(None))
    return (db.session.scalar(select(func.count()).where(*is_open)) or 0) < MOST_OPEN


def token(link: Link) -> str:
    """Returns the link's token, the part of its address that opens the sitting."""
    return f"{link.id}-{sign(PURPOSE, _signed_text(link), current_app.config['SECRET_KEY'])}"


def _signed_text(link: AnyLink) -> str:
    return f"{link.id}:{link.nonce}"


def open_link(token_text: str) -> Access | None:
    """Returns the access that a token grants; None if the token is unknown, incomplete or revoked."""
    row = db.session.execute(OPENED, {"link": link_id(token_text)}).first()
    if row is None or not opens(row.Link, token_text):
        return None
    return Access(row.Link, row.Link.may, row.Sitting)


def open_match(token_text: str, number: int) -> tuple[Access, Match | None] | None:
    """Returns the token's access and the match with this number, in one query.

    The match is None if it is missing; the result is None if the token is unknown, incomplete or revoked.
    """
    row = db.session.execute(OPENED_MATCH, {"link": link_id(token_text), "number": number}).first()
    if row is None or not opens(row.Link, token_text):
        return None
    return Access(row.Link, row.Link.may), row.Match


def glance_at_match(token_text: str, number: int) -> tuple[str, int, int, int | None] | None:
    """Returns (permission, match id, version, call count) for a poll; None if token or match is not valid."""
    row = glance(db.session.connection(), token_text, number)
    if row is None or row.match_id is None or row.version is None or not opens(row, token_text):
        return None
    return row.may, row.match_id, row.version, row.called


def glance_at_sitting(token_text: str) -> tuple[str, str] | None:
    """Returns (permission, stamp) for a poll; None if the token is not valid.

    The stamp is a text that changes when a match of the sitting starts or changes.
    """
    row = glance_all(db.session.connection(), token_text)
    return (row.may, row.stamp) if row is not None and opens(row, token_text) else None


def glance(connection: Connection, token_text: str, number: int) -> Glance | None:
    """Reads a token's link and the version of a match; None for an unknown link. Ignores the signature."""
    row = first_row(connection, GLANCE, {"link": link_id(token_text), "number": number})
    return None if row is None else Glance(*row)


def glance_all(connection: Connection, token_text: str) -> GlanceAll | None:
    """Reads a token's link and the versions of all matches; None for an unknown link.

    Ignores the signature.
    """
    row = first_row(connection, GLANCE_ALL, {"link": link_id(token_text)})
    return None if row is None else GlanceAll(*row)


def link_id(token_text: str) -> int:
    """Returns the link's id that begins the token; 0 if the token does not begin with an id."""
    number = token_text.partition("-")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) <= 9 else 0


def opens(link: AnyLink, token_text: str, keys: list[str] | None = None) -> bool:
    """True if the link is not revoked and the token is signed for it with one of `keys`, by default the app's."""
    secret_keys = keys_of(current_app.config) if keys is None else keys
    return link.revoked_at is None and is_signed(PURPOSE, _signed_text(link), token_text.partition("-")[2], secret_keys)


def open_links(access: Access) -> list[Link]:
    """Returns the links to show, oldest first: the newest MOST_OPEN open ones to scorers, else the visitor's own."""
    if not access.may_score:
        return [db.session.get_one(Link, access.link.id)]
    query = select(Link).where(Link.sitting_id == access.sitting.id, Link.revoked_at.is_(None))
    return list(db.session.scalars(query.order_by(Link.id.desc()).limit(MOST_OPEN)))[::-1]


def revoke(link: Link) -> None:
    """Revokes the link at once, for everybody who has it."""
    link.revoked_at = link.revoked_at or now()


def remember(visit: SessionMixin, link: Link) -> None:
    """Remembers the link in the browser's signed session, newest first."""
    ids = [link.id, *(link_id for link_id in visit.get("links", []) if link_id != link.id)][:REMEMBERED]
    if visit.get("links") != ids:
        visit["links"] = ids
        visit.permanent = True


def own_secret(visit: SessionMixin) -> str:
    """Returns a secret of this browser's session; created at first use."""
    if "device" not in visit:
        visit["device"] = secrets.token_urlsafe(9)
        visit.permanent = True
    return str(visit["device"])


def device(visit: SessionMixin, match: Match, program: Link | None = None) -> str:
    """Returns an id of this browser for the log of one match; it differs between matches, to prevent tracking.

    Programs have no session, so those that use one link are together one phone: that of the link `program`.
    """
    owner = f"program:{program.id}" if program else f"device:{own_secret(visit)}"
    text = f"{owner}:{match.id}"
    digest = hmac.digest(current_app.config["SECRET_KEY"].encode(), text.encode(), "sha256")
    return urlsafe_b64encode(digest[:12]).decode("ascii")


def is_remembered(visit: SessionMixin, token_text: str) -> bool:
    """True if this browser has opened the link named by the token; does not check the signature."""
    return link_id(token_text) in visit.get("links", [])


def remembered(visit: SessionMixin) -> list[Access]:
    """Returns the sittings that this browser has opened, newest first, without revoked links."""
    ids = visit.get("links", [])
    if not ids:
        return []
    rows = db.session.execute(
        select(Link, Sitting)
        .join(Sitting, Link.sitting_id == Sitting.id)
        .where(Link.id.in_(ids), Link.revoked_at.is_(None))
    ).all()
    accesses = [Access(row.Link, row.Link.may, row.Sitting) for row in rows]
    return sorted(accesses, key=lambda access: ids.index(access.link.id))
