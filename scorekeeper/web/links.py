"""Capability links: who has one may see a sitting, or score it too. No account is needed.

A token is the link's id and a signature over it and a nonce of its own, made with the SECRET_KEY. It cannot be guessed,
is kept nowhere (a stolen database opens nothing), and ends when the link is revoked.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from datetime import datetime
from typing import NamedTuple

from flask import current_app
from flask.sessions import SessionMixin
from sqlalchemy import Connection, and_, bindparam, func, inspect, select
from sqlalchemy.orm import object_session

from scorekeeper.signatures import is_signed, sign
from scorekeeper.signatures import keys_of as keys_of
from scorekeeper.store.database import attached, first_row
from scorekeeper.store.models import Link, Match, Sitting, db, now

MAY = ("score", "watch")
PURPOSE = "link"  # of the signature
REMEMBERED = 200  # sittings that a browser lists as its own


OPENED = select(Link, Sitting).join(Sitting, Link.sitting_id == Sitting.id).where(Link.id == bindparam("link"))


class Held(NamedTuple):
    """A link as plain values: what a saved hand needs of it, for half of what loading it costs."""

    id: int
    nonce: str
    may: str
    revoked_at: datetime | None
    label: str
    sitting_id: int


OF_HELD = [getattr(Link, name) for name in Held._fields]
OF_MATCH = {column.key: getattr(Match, column.key) for column in inspect(Match).columns}
OPENED_MATCH = (
    select(*OF_HELD, *OF_MATCH.values())
    .outerjoin(Match, and_(Match.sitting_id == Link.sitting_id, Match.number == bindparam("number")))
    .where(Link.id == bindparam("link"))
)

# What a watcher's question costs: the link's secret and the newest version, one row of plain values.
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
    """A row of GLANCE."""

    id: int
    nonce: str
    may: str
    revoked_at: datetime | None
    match_id: int | None
    version: int | None
    called: int | None


class GlanceAll(NamedTuple):
    """A row of GLANCE_ALL."""

    id: int
    nonce: str
    may: str
    revoked_at: datetime | None
    matches: int
    changes: int | None

    @property
    def stamp(self) -> str:
        """A text that changes when a match of the sitting starts or changes."""
        return f"{self.matches}.{self.changes or 0}"


AnyLink = Link | Held | Glance | GlanceAll


class Access(NamedTuple):
    """What somebody holds who came by a link: `may` is `score` or `watch`. The sitting may be `opened` already."""

    link: Link | Held
    may: str
    opened: Sitting | None = None

    @property
    def sitting(self) -> Sitting:
        """What the link opens."""
        return self.opened or db.session.get_one(Sitting, self.link.sitting_id)

    @property
    def may_score(self) -> bool:
        """Whether this link may write."""
        return self.may == "score"


def make_link(sitting: Sitting, may: str, label: str = "") -> Link:
    """A new link to the sitting. `label` says whose it is ("Anna's phone") and stands in the log of changes."""
    if may not in MAY:
        raise ValueError(f"a link may {' or '.join(MAY)}, not {may}")
    link = Link(sitting=sitting, may=may, label=label.strip()[:80], nonce=secrets.token_urlsafe(12))
    chosen = object_session(sitting) or db.session
    chosen.add(link)
    chosen.flush()
    return link


def token(link: Link | Held) -> str:
    """The link's token, the part of its address that opens the sitting."""
    return f"{link.id}-{sign(PURPOSE, _signed_text(link), current_app.config['SECRET_KEY'])}"


def _signed_text(link: AnyLink) -> str:
    return f"{link.id}:{link.nonce}"


def open_link(token_text: str) -> Access | None:
    """What the token opens; None for a token that was never given out, is not whole, or was revoked."""
    row = db.session.execute(OPENED, {"link": link_id(token_text)}).first()
    if row is None or not opens(row.Link, token_text):
        return None
    return Access(row.Link, row.Link.may, row.Sitting)


def open_match(token_text: str, number: int) -> tuple[Access, Match | None] | None:
    """What the token opens, and the sitting's match of that number, if there is one; for one statement."""
    session = db.session
    session.flush()
    named = {"link": link_id(token_text), "number": number}
    row = first_row(session.connection(), OPENED_MATCH, named)
    if row is None:
        return None
    link = Held(*row[: len(OF_HELD)])
    if not opens(link, token_text):
        return None
    values = dict(zip(OF_MATCH, row[len(OF_HELD) :], strict=True))
    match = None if values["id"] is None else attached(session, Match, values)
    return Access(link, link.may), match


def glance_at_match(token_text: str, number: int) -> tuple[str, int, int, int | None] | None:
    """What the token may, and the match's id, version and calls: all that must be known where nothing has happened."""
    found = glance(db.session.connection(), token_text, number)
    if found is None or found.match_id is None or found.version is None or not opens(found, token_text):
        return None
    return found.may, found.match_id, found.version, found.called


def glance_at_sitting(token_text: str) -> tuple[str, str] | None:
    """What the token may, and a text that changes when a match of the sitting starts or changes."""
    found = glance_all(db.session.connection(), token_text)
    return (found.may, found.stamp) if found is not None and opens(found, token_text) else None


def glance(connection: Connection, token_text: str, number: int) -> Glance | None:
    """The link that a token names, whether or not the token is right, and the version of a match of its sitting."""
    row = first_row(connection, GLANCE, {"link": link_id(token_text), "number": number})
    return None if row is None else Glance(*row)


def glance_all(connection: Connection, token_text: str) -> GlanceAll | None:
    """The same with what changes when any match of the sitting does."""
    row = first_row(connection, GLANCE_ALL, {"link": link_id(token_text)})
    return None if row is None else GlanceAll(*row)


def link_id(token_text: str) -> int:
    """The link that a token names; 0, which is nobody's, where it names none."""
    number = token_text.partition("-")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) <= 9 else 0


def opens(link: AnyLink, token_text: str, keys: list[str] | None = None) -> bool:
    """Whether the token is this link's, and not ended. `keys` are the application's own where none are given."""
    known = keys_of(current_app.config) if keys is None else keys
    return link.revoked_at is None and is_signed(PURPOSE, _signed_text(link), token_text.partition("-")[2], known)


def revoke(link: Link) -> None:
    """End the link at once, for everybody who has it."""
    link.revoked_at = link.revoked_at or now()


def remember(visit: SessionMixin, link: Link | Held) -> None:
    """Note in the browser's signed session that this link was opened here; the newest stands first."""
    ids = [link.id, *(known for known in visit.get("links", []) if known != link.id)][:REMEMBERED]
    if visit.get("links") != ids:
        visit["links"] = ids
        visit.permanent = True


def own_secret(visit: SessionMixin) -> str:
    """What only this browser's session knows, made when it is first asked for."""
    if "device" not in visit:
        visit["device"] = secrets.token_urlsafe(9)
        visit.permanent = True
    return str(visit["device"])


def device(visit: SessionMixin, match: Match) -> str:
    """A mark of this browser for the log of one match; nobody can tell from it what the browser did in another one."""
    known = f"device:{own_secret(visit)}:{match.id}"
    digest = hmac.digest(current_app.config["SECRET_KEY"].encode(), known.encode(), "sha256")
    return urlsafe_b64encode(digest[:12]).decode("ascii")


def is_remembered(visit: SessionMixin, token_text: str) -> bool:
    """Whether this browser has opened the link that a token names. It says nothing of whether the token is right."""
    return link_id(token_text) in visit.get("links", [])


def remembered(visit: SessionMixin) -> list[Access]:
    """The sittings that this browser has opened, newest first; those whose link was revoked are left out."""
    ids = visit.get("links", [])
    if not ids:
        return []
    rows = db.session.execute(
        select(Link, Sitting)
        .join(Sitting, Link.sitting_id == Sitting.id)
        .where(Link.id.in_(ids), Link.revoked_at.is_(None))
    ).all()
    found = [Access(row.Link, row.Link.may, row.Sitting) for row in rows]
    return sorted(found, key=lambda access: ids.index(access.link.id))
