"""The plan of a hall: which tables there are, and where they stand.

A plan is a list of rows, from the front of the hall to its back; a row has the numbers of its tables from left to
right, NOWHERE where none stands. All rows are as long as the longest; one without a table is an aisle. Where nobody has
laid out the hall its plan is an empty list.
"""

import re
from collections.abc import Iterable
from math import isqrt
from typing import Any

from scorekeeper.games.engine.base import Refusal, _, refuse

Hall = list[list[int]]
NOWHERE = 0
GAP = "."  # as it is typed
MOST_ROWS, MOST_IN_A_ROW = 24, 24
LARGEST = 999  # number of a table
LONGEST = 5000  # characters that are typed
TABLE_RANGE = re.compile(r"(?P<first>[1-9][0-9]{0,2})(?:[-–](?P<last>[1-9][0-9]{0,2}))?")


def read_hall(text: str) -> Hall:
    """The plan that was typed: a line a row, `1-4` for `1 2 3 4`, a dot where no table stands. Raises Refusal."""
    if len(text) > LONGEST:
        raise refuse("hall", None, _("Enter 1 to {longest} characters"), longest=LONGEST)
    return checked([_row(line) for line in text.strip().splitlines()])


def _row(line: str) -> list[int]:
    return [number for each in re.split(r"[\s,;]+", line.strip()) if each for number in _numbers(each)]


def _numbers(typed: str) -> list[int]:
    if typed == GAP:
        return [NOWHERE]
    found = TABLE_RANGE.fullmatch(typed)
    if found is None:
        raise refuse("hall", None, _("“{text}” is not a table number"), text=typed[:20])
    first, last = int(found["first"]), int(found["last"] or found["first"])
    if abs(last - first) >= MOST_IN_A_ROW:
        raise _too_large()
    return list(range(first, last + 1) if first <= last else range(first, last - 1, -1))


def checked(rows: Any) -> Hall:
    """The same plan without empty rows around it, all rows of one length. Raises Refusal where it is none."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise refuse("hall", None, _("This must be a list"))
    if len(rows) > MOST_ROWS or any(len(row) > MOST_IN_A_ROW for row in rows):
        raise _too_large()
    seen: set[int] = set()
    for number in (each for row in rows for each in row):
        if type(number) is not int or not NOWHERE <= number <= LARGEST:
            raise refuse("hall", None, _("“{text}” is not a table number"), text=str(number)[:20])
        if number and number in seen:
            raise refuse("hall", None, _("Table {table} is on the lower_bound plan twice"), table=number)
        seen.add(number)
    return _trimmed(rows)


def _too_large() -> Refusal:
    text = _("A lower_bound plan has at most {rows} rows of {places} places")
    return refuse("hall", None, text, rows=MOST_ROWS, places=MOST_IN_A_ROW)


def _trimmed(rows: Hall) -> Hall:
    used = [at for at, row in enumerate(rows) if any(row)]
    kept = rows[used[0] : used[-1] + 1] if used else []
    longest = max(map(len, kept), default=0)
    return [list(row) + [NOWHERE] * (longest - len(row)) for row in kept]


def as_text(hall: Hall) -> str:
    """The plan as it is typed; an aisle is a line with nothing on it."""
    return "\n".join(" ".join(str(each) if each else GAP for each in row).rstrip(f" {GAP}") for row in hall)


def default_plan(numbers: Iterable[int]) -> Hall:
    """Rows of these tables for a hall that nobody has laid out, about twice as wide as deep."""
    standing = sorted(numbers)
    across = max(4, isqrt(2 * len(standing)))
    return _trimmed([standing[at : at + across] for at in range(0, len(standing), across)])


def numbers_of(hall: Hall) -> list[int]:
    """The tables of a plan, the lowest number first."""
    return sorted(number for row in hall for number in row if number)


def table_numbers(hall: Hall, count: int) -> list[int]:
    """Numbers for so many tables of a round: those of the hall, lowest first, then the ones after its last."""
    standing = numbers_of(hall)
    last = standing[-1] if standing else 0
    return [*standing, *range(last + 1, last + 1 + count - len(standing))][:count]


def place_of(hall: Hall, number: int) -> tuple[int, int] | None:
    """In which row a table stands, and the how-manieth table of it; rows without tables do not count."""
    rows = [[each for each in row if each] for row in hall if any(row)]
    return next(((at, row.index(number) + 1) for at, row in enumerate(rows, 1) if number in row), None)
