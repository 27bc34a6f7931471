"""`database://`: stores rate-limit counts in the application's database, so that several machines share them."""

import hmac

from flask import current_app
from limits.storage import Storage
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.store import counts
from scorekeeper.store.models import db


class CountStorage(Storage):
    """Rate-limit counts in the database. Keys are stored as digests, because they contain visitors' addresses."""

    STORAGE_SCHEME = ["database"]  # noqa: RUF012 (as its parent declares it)

    @property
    def base_exceptions(self) -> type[Exception]:
        """The exceptions that the storage may raise."""
        return SQLAlchemyError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Increments a count in a transaction of its own and returns it."""
        with db.engine.begin() as connection:
            return counts.add(connection, _stored(key), amount, expiry)

    def get(self, key: str) -> int:
        """Returns a count; 0 if it has expired."""
        with db.engine.connect() as connection:
            return counts.find(connection, _stored(key))[0]

    def get_expiry(self, key: str) -> float:
        """Returns when a count expires, in seconds since 1970."""
        with db.engine.connect() as connection:
            return counts.find(connection, _stored(key))[1]

    def clear(self, key: str) -> None:
        """Deletes a count."""
        with db.engine.begin() as connection:
            counts.forget(connection, _stored(key))

    def check(self) -> bool:
        """True if the database answers."""
        try:
            with db.engine.connect():
                return True
        except SQLAlchemyError:
            return False

    def reset(self) -> int | None:
        """Does nothing: counts expire."""
        return None


def _stored(key: str) -> str:
    return hmac.digest(str(current_app.config["SECRET_KEY"]).encode(), f"count:{key}".encode(), "sha256").hex()
