"""Concurrent writes to a row with a version counter (a match, a tournament): optimistic first, then with a lock.

1. `attempt` computes the change from the loaded row, and `claim` increases the row's counter, in an UPDATE that only
   matches if no other writer has increased it since. Usually that is all.
2. If the claim is lost, or the rules refuse the change, the row may have been stale. `lock` then locks and reloads it
   until the commit, and `attempt` runs again.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Update, bindparam, update
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.orm.attributes import set_committed_value

from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.database import session_of, wait_for_turn

Result = TypeVar("Result")


class ClaimLost(Exception):
    """Raised, and nothing is written, if another writer increased the counter or a condition is not met."""


def take_turns(attempt: Callable[[], Result], lock: Callable[[], Result | None], *, is_current: bool = True) -> Result:
    """Returns the result of `attempt`: on the loaded row if it `is_current`; else, or if that fails, locked.

    `lock` locks and reloads the row, and returns the earlier result if this write is a retry, else None. It raises
    an error if the client must see the newer row first.
    """
    if is_current:
        with suppress(ClaimLost, Refusal):
            return attempt()
    earlier = lock()
    return attempt() if earlier is None else earlier


def claim(
    row: DeclarativeBase,
    counter: str,
    new: Mapping[str, Any],
    conditions: tuple[ColumnElement[bool], ...] = (),
    **parameters: Any,
) -> None:
    """Stores the values `new` if the row's counter in the database is as loaded, else raises ClaimLost.

    `new` includes the counter's new value. `conditions` are constant clauses with `parameters`, which must also be
    met. The loaded row keeps its old values until `set_as_stored`.
    """
    connection = session_of(row).connection()
    wait_for_turn(connection)
    values = {f"new_{name}": value for name, value in new.items()}
    values |= {"claimed_id": row.id, "claimed_at": getattr(row, counter), **parameters}  # type: ignore[attr-defined]
    if connection.execute(_claim(type(row), counter, tuple(new), conditions), values).rowcount != 1:
        raise ClaimLost


@cache
def _claim(
    kind: type[DeclarativeBase], counter: str, names: tuple[str, ...], conditions: tuple[ColumnElement[bool], ...]
) -> Update:
    columns = kind.__table__.c
    statement = update(kind).where(columns.id == bindparam("claimed_id"), columns[counter] == bindparam("claimed_at"))
    return statement.where(*conditions).values({name: bindparam(f"new_{name}") for name in names})


def set_as_stored(row: DeclarativeBase, new: Mapping[str, Any]) -> None:
    """Sets values that are in the database already, so that the session does not write them again."""
    for name, value in new.items():
        set_committed_value(row, name, value)
