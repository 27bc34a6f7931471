"""Floor plans of a hall, which show where its tables are.

A plan is a list of rows from the front of the hall to its back; a row has table numbers from left to right,
NOWHERE for an empty place. All rows are as long as the longest; a row without tables is an aisle. An empty list
means no plan.
"""

import re
from collections.abc import Iterable
from itertools import chain, islice
from itertools import count as numbers_from
from math import isqrt
from typing import Any

from scorekeeper.games.engine.base import N_, Refusal, refuse

Hall = list[list[int]]
NOWHERE = 0
GAP = "."  # an empty place in the text form
MOST_ROWS, MOST_IN_A_ROW = 24, 24
LARGEST = 999  # number of a table
LONGEST = 5000  # characters of the text form
TABLE_RANGE = re.compile(r"(?P<first>[1-9][0-9]{0,2})(?:[-–](?P<last>[1-9][0-9]{0,2}))?")


def read_hall(text: str) -> Hall:
    """Parses the text form of a plan: a line per row, `1-4` for `1 2 3 4`, a dot for an empty place. Raises Refusal."""
    if len(text) > LONGEST:
        raise refuse("hall", None, N_("Enter 1 to {longest} characters"), longest=LONGEST)
    return checked([_row(line) for line in text.strip().splitlines()])


def _row(line: str) -> list[int]:
    return [number for word in re.split(r"[\s,;]+", line.strip()) if word for number in _numbers(word)]


def _numbers(word: str) -> list[int]:
    if word == GAP:
        return [NOWHERE]
    match = TABLE_RANGE.fullmatch(word)
    if match is None:
        raise refuse("hall", None, N_("“{text}” is not a table number"), text=word[:20])
    first, last = int(match["first"]), int(match["last"] or match["first"])
    return list(range(first, last + 1) if first <= last else range(first, last - 1, -1))


def checked(rows: Any) -> Hall:
    """Returns the plan without empty rows at its ends, all rows of one length. Raises Refusal if it is invalid."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise refuse("hall", None, N_("This must be a list"))
    if len(rows) > MOST_ROWS or any(len(row) > MOST_IN_A_ROW for row in rows):
        raise _too_large()
    seen: set[int] = set()
    for number in (place for row in rows for place in row):
        if type(number) is not int or not NOWHERE <= number <= LARGEST:
            raise refuse("hall", None, N_("“{text}” is not a table number"), text=str(number)[:20])
        if number and number in seen:
            raise refuse("hall", None, N_("Table {table} is on the floor plan twice"), table=number)
        seen.add(number)
    return _trimmed(rows)


def _too_large() -> Refusal:
    text = N_("A floor plan has at most {rows} rows of {places} places")
    return refuse("hall", None, text, rows=MOST_ROWS, places=MOST_IN_A_ROW)


def _trimmed(rows: Hall) -> Hall:
    """Removes empty rows at the top and bottom, and fills all rows to the same length."""
    used = [at for at, row in enumerate(rows) if any(row)]
    trimmed = rows[used[0] : used[-1] + 1] if used else []
    longest = max(map(len, trimmed), default=0)
    return [list(row) + [NOWHERE] * (longest - len(row)) for row in trimmed]


def as_text(hall: Hall) -> str:
    """Returns the text form of a plan; an aisle is an empty line."""
    return "\n".join(" ".join(str(number) if number else GAP for number in row).rstrip(f" {GAP}") for row in hall)


def default_plan(numbers: Iterable[int]) -> Hall:
    """Returns a plan for a hall without one: these tables in rows, about twice as wide as deep."""
    tables = sorted(numbers)
    across = max(4, isqrt(2 * len(tables)))
    return _trimmed([tables[at : at + across] for at in range(0, len(tables), across)])


def numbers_of(hall: Hall) -> list[int]:
    """Returns the table numbers of a plan, lowest first."""
    return sorted(number for row in hall for number in row if number)


def table_numbers(hall: Hall, count: int) -> list[int]:
    """Returns numbers for `count` tables: the plan's numbers in order, then the numbers after its highest."""
    planned = numbers_of(hall)
    last = planned[-1] if planned else 0
    return list(islice(chain(planned, numbers_from(last + 1)), count))


def place_of(hall: Hall, number: int) -> tuple[int, int] | None:
    """Returns the row of a table and its place in that row, both from 1; None if the table is not on the plan.

    Rows without tables, and empty places, are not counted.
    """
    rows = [[table for table in row if table] for row in hall if any(row)]
    return next(((at, row.index(number) + 1) for at, row in enumerate(rows, 1) if number in row), None)
