"""How writers take turns at a row with a version counter: a match, a tournament. First without a lock, then with one.

1. `attempt` computes the change from the row as it is loaded, and `claim` moves the row's counter on, in an UPDATE that
   only finds the row if nobody has moved the counter since. That is all in the usual case.
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
from scorekeeper.store.database import execute, session_of, wait_for_turn

Result = TypeVar("Result")


class ClaimLost(Exception):
    """The row's counter was moved by another writer, or a condition of the claim is not met; nothing was written."""


def take_turns(attempt: Callable[[], Result], lock: Callable[[], Result | None], *, is_current: bool = True) -> Result:
    """Return what `attempt` returns, called with the row as it is loaded if this `is_current`, else after `lock`.

    `lock` locks and reloads the row. It raises an error if the sender must see the newer row first, and returns the
    result of an earlier write instead of None if this write is a repetition.
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
    """Store `new` values, the counter's among them, if the row's counter is as loaded. Raises ClaimLost.

    `conditions` are lasting clauses with `parameters`, which must also be met. The loaded row keeps its values: see
    `set_as_stored`.
    """
    connection = session_of(row).connection()
    wait_for_turn(connection)
    values = {f"new_{name}": value for name, value in new.items()}
    values |= {"claimed_id": row.id, "claimed_at": getattr(row, counter), **parameters}  # type: ignore[attr-defined]
    if execute(connection, _claim(type(row), counter, tuple(new), conditions), values) != 1:
        raise ClaimLost


@cache
def _claim(
    kind: type[DeclarativeBase], counter: str, names: tuple[str, ...], conditions: tuple[ColumnElement[bool], ...]
) -> Update:
    columns = kind.__table__.c
    found = update(kind).where(columns.id == bindparam("claimed_id"), columns[counter] == bindparam("claimed_at"))
    return found.where(*conditions).values({name: bindparam(f"new_{name}") for name in names})


def set_as_stored(row: DeclarativeBase, new: Mapping[str, Any]) -> None:
    """Set values that the database has already, so that the session has nothing to write."""
    for name, value in new.items():
        set_committed_value(row, name, value)
