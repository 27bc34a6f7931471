"""Counts that end by themselves, in the database, where all processes and machines count together."""

import time

from sqlalchemy import Connection, Float, String, delete, select, text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base


class Count(Base):
    """How often something has happened since the count began; it counts until `ends`, in seconds since 1970."""

    __tablename__ = "rate_count"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    count: Mapped[int]
    ends: Mapped[float] = mapped_column(Float)


ADD = text(
    "INSERT INTO rate_count (key, count, ends) VALUES (:key, :amount, :ends) ON CONFLICT (key) DO UPDATE SET "
    "count = CASE WHEN rate_count.ends <= :now THEN :amount ELSE rate_count.count + :amount END, "
    "ends = CASE WHEN rate_count.ends <= :now THEN :ends ELSE rate_count.ends END RETURNING count"
)


def add(connection: Connection, key: str, amount: int, seconds: float) -> int:
    """Count on, or begin a count of so many seconds; answers where it stands."""
    now = time.time()
    return int(connection.execute(ADD, {"key": key, "amount": amount, "now": now, "ends": now + seconds}).scalar_one())


def find(connection: Connection, key: str) -> tuple[int, float]:
    """Where a count stands and when it ends; nothing, and now, for one that has ended."""
    row = connection.execute(select(Count.count, Count.ends).where(Count.key == key)).first()
    now = time.time()
    count, ends = row or (0, now)
    return (count, ends) if ends > now else (0, now)


def forget(connection: Connection, key: str) -> None:
    """End a count."""
    connection.execute(delete(Count).where(Count.key == key))


def forget_ended(connection: Connection) -> int:
    """Delete the counts that have ended; answers how many there were."""
    return int(connection.execute(delete(Count).where(Count.ends <= time.time())).rowcount)
