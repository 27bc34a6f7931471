"""The code without which nobody sets up the first club: the console shows it to whoever runs the server.

It follows from the SECRET_KEY and how many clubs there are, so that every process and machine knows it; a club's
founding ends it.
"""

import hmac
from base64 import b32encode, urlsafe_b64decode

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.signatures import sign
from scorekeeper.store.club_models import Account, Club

LENGTH = 8  # letters: 40 bits
PURPOSE = "set-up"


def wanted(session: Session) -> bool:
    """Whether there is no account yet, so that the first club may be set up."""
    return session.scalar(select(Account.id).limit(1)) is None


def code(session: Session, key: str) -> str:
    """The code, two groups of four letters."""
    clubs = session.scalar(select(func.count()).select_from(Club))
    letters = b32encode(urlsafe_b64decode(sign(PURPOSE, str(clubs), key) + "==")).decode()[:LENGTH]
    return f"{letters[:4]}-{letters[4:]}"


def fits(session: Session, typed: str, key: str) -> bool:
    """Whether this is the code. Case, spaces and hyphens do not matter."""
    given = "".join(typed.split()).replace("-", "").upper()
    return hmac.compare_digest(code(session, key).replace("-", "").encode(), given.encode("utf-8", "replace"))
