"""Decides for each row of circles which one is marked, or why that is not sure.

Ink between that of an empty circle and that of a mark decides nothing. A second mark in a row only counts as crossed
out if it is far bolder than this slip's other marks and leaves its circle on all sides, as a cross over it does.
"""

from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

from scorekeeper.slips.ink import Ink, Measured

MARKED = 0.055  # ink of a mark, at least
EMPTY = 0.035  # ink of an empty circle, at most
CERTAIN, POSSIBLE = 10, 5  # times the differences between empty circles: a mark; perhaps one
WEAK = 0.3  # of the slip's usual mark: less may be a stroke from elsewhere
SPILT = 0.25  # of a mark's ink: a stroke that reaches into the next circle, at most
MANY = 4  # circles with ink: the whole row is crossed out
CROSS = 1.46  # span, and what is bolder and beyond, of a mark that may be crossed out beside another one
ALONE = 1.55  # span, and what is bolder, beyond, aslant and angular, of one that is alone in its row
ANGULAR = 0.1  # of a stroke's shade: the most that counts, as an X that is not crossed out has more
FILLED, LIGHTER = 0.6, 0.6  # of a stroke's shade: the ink of a filled circle; where marks have less, ALONE is higher
BOLDER, LACKING = (
    0.7,
    2.0,
)  # of what marks lack to be filled: how much bolder crossing out makes one; how much that counts
PLAIN, APART = 1.5, 0.2  # the same of the mark that counts beside a crossed-out one, at most; between both, at least
PERHAPS = 0.1  # between both, if something else proves it
LEAVING = 2.0  # how much ink around the circle counts beside ink that is bolder than usual
LEAST = 0.3  # of a slip's marks are less bold than those with which a mark alone is compared: some may be crossed out
WEAKER = 0.35  # times the slip's usual mark: the least of the mark that counts beside a crossed-out one
BLANK, TWO, CROSSED, FAINT = "blank", "two", "crossed", "faint"

RowKey = tuple[str, int | None, str]


class Row(NamedTuple):
    """What a row says: the index of its mark, None without one; why that is in doubt.

    `instead` are the indices that count instead, unless something else on the slip rules them out.
    """

    value: int | None
    doubt: str = ""
    instead: tuple[int, ...] = ()

    @property
    def is_blank(self) -> bool:
        """True if the row can be seen, and nothing in it is marked."""
        return self.doubt == BLANK


class _Habit(NamedTuple):
    """The ink of a slip's marks: the least that makes one, the most of an empty circle, the usual one; their shade.

    `least` and `aslant` are of a mark as people make it who cross out others on this slip.
    """

    marked: float
    empty: float
    usual: float
    shade: float
    least: float
    aslant: float


def rows_of(measured: Measured) -> dict[RowKey, Row]:
    """Returns what each row of a slip says. A circle by itself, such as the sign, is a row with the value 0."""
    grouped: dict[RowKey, list[Ink]] = {}
    for ink in measured.inks:
        grouped.setdefault(ink.mark.row, []).append(ink)
    habit = _habit(grouped.values(), measured)
    return {key: _row(inks, habit) for key, inks in grouped.items()}


def _habit(rows: Iterable[list[Ink]], measured: Measured) -> _Habit:
    marked = max(MARKED, CERTAIN * measured.spread)
    most = (max(row, key=lambda ink: ink.amount) for row in rows)
    bold = [ink for ink in most if ink.amount >= marked]
    usual = median(ink.amount for ink in bold) if bold else marked
    marked = max(marked, WEAK * usual) if bold else marked
    empty = max(EMPTY, POSSIBLE * measured.spread)
    least, aslant = _low([ink.amount for ink in bold]), _low([ink.aslant for ink in bold])
    return _Habit(marked, empty, usual, measured.shade, least, aslant)


def _low(values: list[float]) -> float:
    return sorted(values)[int(len(values) * LEAST)] if values else 0.0


def _row(inks: list[Ink], habit: _Habit) -> Row:
    for ink in inks:
        if ink.unseen and ink.amount < habit.marked:
            return Row(None, ink.unseen)
    order = sorted(range(len(inks)), key=lambda index: -inks[index].amount)
    most = inks[order[0]].amount
    if most < habit.marked:
        return Row(None, FAINT if most > habit.empty else BLANK)
    if sum(ink.amount > habit.empty for ink in inks) >= MANY:
        return Row(None, CROSSED)
    marks = [index for index in order if inks[index].amount > max(habit.empty, SPILT * min(most, habit.usual))]
    if len(marks) == 1:
        return _of_one(inks, marks[0], habit)
    return _of_two(inks, marks, habit) if len(marks) == 2 else Row(None, TWO)


def _of_one(inks: list[Ink], mark: int, habit: _Habit) -> Row:
    """Returns what a row with one mark says: it may be crossed out, with the right digit written beside it."""
    if _cross_alone(inks[mark], habit) < ALONE:
        return Row(mark)
    others = tuple(index for index in range(len(inks)) if index != mark)
    return Row(mark, CROSSED, others) if others else Row(None, CROSSED)


def _of_two(inks: list[Ink], marks: list[int], habit: _Habit) -> Row:
    """Returns what a row with two marks says: one may be crossed out, clearly or perhaps."""
    mark, other = sorted(marks, key=lambda index: _cross(inks[index], habit))
    plain, crossed = (_cross(inks[index], habit) for index in (mark, other))
    if plain >= PLAIN or inks[mark].amount < max(habit.marked, WEAKER * habit.usual):
        return Row(None, TWO)
    if crossed >= CROSS and crossed - plain >= APART:
        return Row(mark)
    return Row(mark, TWO, (other,)) if crossed - plain >= PERHAPS else Row(None, TWO)


def _cross(ink: Ink, habit: _Habit) -> float:
    """Returns how much a mark is like a crossed-out one, which leaves its circle on all sides and is bolder."""
    return ink.span + (ink.amount - habit.usual + LEAVING * ink.beyond) / habit.shade


def _cross_alone(ink: Ink, habit: _Habit) -> float:
    """Returns the same for a mark alone in its row, compared more exactly, as nothing else may prove its digit.

    A cross that is crossed out gets bolder by far, a filled circle hardly.
    """
    bolder, lighter = (ink.amount - habit.least) / habit.shade, max(0.0, FILLED - habit.least / habit.shade)
    leaving = (ink.beyond + ink.aslant - habit.aslant) / habit.shade + min(ink.angular / habit.shade, ANGULAR)
    lacking = max(0.0, BOLDER * lighter - bolder)
    return ink.span + bolder + leaving - LIGHTER * lighter - LACKING * lacking
