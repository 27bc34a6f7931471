"""`database://`: the storage of rate limits in which all machines count together without anything more to run."""

import hmac

from flask import current_app
from limits.storage import Storage
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.store import counts
from scorekeeper.store.models import db


class CountStorage(Storage):
    """Counts in the application's database. Keys hold addresses of visitors: what is stored tells none of them."""

    STORAGE_SCHEME = ["database"]  # noqa: RUF012 (as its parent declares it)

    @property
    def base_exceptions(self) -> type[Exception]:
        """What a storage that fails raises."""
        return SQLAlchemyError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count on, in a transaction of its own."""
        with db.engine.begin() as connection:
            return counts.add(connection, _stored(key), amount, expiry)

    def get(self, key: str) -> int:
        """Where a count stands."""
        with db.engine.connect() as connection:
            return counts.find(connection, _stored(key))[0]

    def get_expiry(self, key: str) -> float:
        """When a count ends, in seconds since 1970."""
        with db.engine.connect() as connection:
            return counts.find(connection, _stored(key))[1]

    def clear(self, key: str) -> None:
        """End a count."""
        with db.engine.begin() as connection:
            counts.forget(connection, _stored(key))

    def check(self) -> bool:
        """Whether the database answers."""
        try:
            with db.engine.connect():
                return True
        except SQLAlchemyError:
            return False

    def reset(self) -> int | None:
        """Counts end by themselves."""
        return None


def _stored(key: str) -> str:
    return hmac.digest(str(current_app.config["SECRET_KEY"]).encode(), f"count:{key}".encode(), "sha256").hex()
