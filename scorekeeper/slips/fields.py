"""Combines the rows of a slip into numbers, each with the reason for a doubt and the other values that it may have.

Empty rows before a number's first digit are zeros, as people leave them out, unless a zero before a first digit is
marked elsewhere on the slip: then, and if a mark is crossed out beside another one, something else on the slip has to
confirm the number.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scorekeeper.games.engine.base import N_
from scorekeeper.slips.ink import CUT, GLARE, HIDDEN
from scorekeeper.slips.marks import DIGITS, MINUS, PAIR
from scorekeeper.slips.rows import BLANK, CROSSED, FAINT, TWO, Row, RowKey

WORST = (CUT, GLARE, HIDDEN, CROSSED, TWO, FAINT, BLANK)  # one doubt for each number, the first of these
WHY = {
    CUT: N_("Cut off at the edge of the picture"),
    GLARE: N_("Hidden by a reflection"),
    HIDDEN: N_("Covered, or too blurred"),
    CROSSED: N_("Crossed out: read the digits beside it"),
    TWO: N_("Two circles of a row are marked"),
    FAINT: N_("A mark is too faint"),
    BLANK: N_("Not marked in every row"),
}
NOTHING = N_("Nothing is marked")


class Doubt(NamedTuple):
    """Why a value is uncertain: its field, e.g. `points.0` or `vp`, None for the whole slip; a message to translate."""

    field: str | None
    message: str
    params: dict[str, Any]


def doubt(field: str | None, message: str, **params: Any) -> Doubt:
    """Returns a doubt."""
    return Doubt(field, message, params)


class Number(NamedTuple):
    """A number read from a slip; `value` is None if it is in doubt.

    `why` is the message of the doubt. `others` are the values that it would have if another digit of a row counted:
    unless something else on the slip rules them out, the number is in doubt too. `longer` are those that it would have
    if the digit of an empty leading row had been forgotten: they count only if the slip contradicts the number.
    `is_blank` is True if nothing at all is marked.
    """

    value: int | None
    why: str = ""
    others: tuple[int, ...] = ()
    longer: tuple[int, ...] = ()
    is_blank: bool = False


def number_of(rows: Mapping[RowKey, Row], field: str) -> Number:
    """Returns the number in the rows of a field, e.g. `points.0`."""
    digits = {place or 0: row for (name, place, sign), row in rows.items() if name == field and not sign}
    minus = rows.get((field, None, MINUS), Row(None, BLANK))
    worst = _worst(row for row in (*digits.values(), minus) if row.value is None and not row.is_blank)
    if worst:
        return Number(None, WHY[worst])
    marked = [place for place, row in digits.items() if not row.is_blank]
    if not marked:
        return Number(None, NOTHING, is_blank=minus.is_blank)
    if len(marked) <= max(marked):
        return Number(None, WHY[BLANK])
    sign = 1 if minus.is_blank else -1
    total = sum((row.value or 0) * DIGITS**place for place, row in digits.items())
    others, longer = [
        tuple(
            sign * (total + (digit - (row.value or 0)) * DIGITS**place)
            for place, row in digits.items()
            if row.is_blank == is_blank
            for digit in (range(1, DIGITS) if is_blank else row.instead)
        )
        for is_blank in (False, True)
    ]
    if _marks_zeros(rows):
        others, longer = others + longer, ()
    worst = _worst(digits.values())
    return Number(sign * total, WHY[worst] if worst else "", others, longer)


def _marks_zeros(rows: Mapping[RowKey, Row]) -> bool:
    """True if a zero before the first digit of a number is marked on the slip."""
    first: dict[str, tuple[int, int]] = {}
    for (field, place, _sign), row in rows.items():
        if place and row.value is not None:
            first[field] = max(first.get(field, (0, 0)), (place, row.value))
    return 0 in (digit for _place, digit in first.values())


def _worst(rows: Iterable[Row]) -> str:
    reasons = {row.doubt for row in rows}
    return next((why for why in WORST if why in reasons), "")


def both(rows: Mapping[RowKey, Row], name: str) -> tuple[Number, Number]:
    """Returns the numbers of both sides with this name, e.g. `points`."""
    one, other = numbers_of(rows, name)
    return one, other


def numbers_of(rows: Mapping[RowKey, Row], name: str, sides: int = PAIR) -> list[Number]:
    """Returns the numbers of all sides with this name, e.g. `points`."""
    return [number_of(rows, f"{name}.{side}") for side in range(sides)]


def is_marked(rows: Mapping[RowKey, Row], name: str, side: int) -> bool | None:
    """True if a side's single circle, e.g. `absent`, is marked; None if it cannot be seen clearly."""
    row = rows[f"{name}.{side}", None, ""]
    if row.is_blank:
        return False
    return True if row.value is not None else None
