"""Decides for each row of circles which one is marked, or returns the reason for a doubt.

An amount of ink between an empty circle's and a mark's decides nothing. A second mark in a row counts as crossed out
only if it is far bolder than the slip's other marks and leaves its circle on all sides, as a cross over it does.
"""

from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

from scorekeeper.slips.ink import Ink, Measured

MARKED = 0.055  # ink of a mark, at least
EMPTY = 0.035  # ink of an empty circle, at most
CERTAIN, POSSIBLE = 10, 5  # times the spread of empty circles: certainly a mark; possibly one
WEAK = 0.3  # of the slip's usual mark: less may be a stroke from elsewhere
SPILT = 0.25  # of a mark's ink: the most of a stroke that reaches into the next circle, and of an empty circle
MANY = 4  # circles with ink from which on the whole row counts as crossed out
CROSS = 1.46  # least `_cross` of a mark that is crossed out beside another one
ALONE = 1.67  # least `_cross_alone` of a mark that may be crossed out, alone in its row
# Where even light marks fill their circle (of a stroke's shade), ink runs over: there a crossed-out mark also exceeds
# the median of SEVERAL marks or more by ABOVE.
FULL, SEVERAL, ABOVE = 0.7, 6, 0.53
# Of a stroke's shade: a mark with at most this ink, and at most this much more than a light mark, is not crossed out.
THIN, NO_BOLDER = 0.62, 0.2
ANGULAR = 0.2  # of a stroke's shade: the most of `angular` that counts, because an X that is not crossed out has more
SPAN = 1.2  # the least `span` that counts: filled circles are as wide
FILLED, LIGHTER = 0.6, 0.3  # of a stroke's shade: the ink of a filled circle; weight of marks being lighter than that
BOLDER, LACKING = 0.7, 2.0  # of that difference: how much bolder crossing out makes a mark; weight of what is missing
PLAIN, APART = 1.5, 0.2  # most `_cross` of the mark that counts beside a crossed-out one; least difference between both
PERHAPS = 0.1  # least difference between both if something else on the slip has to confirm the digit
LEAVING = 2.0  # weight of ink around the circle, relative to ink that is bolder than usual
LEAST = 0.3  # quantile of the slip's marks with which a mark alone is compared: the bolder ones may be crossed out
WEAKER = 0.35  # of the slip's usual mark: the least ink of the mark that counts beside a crossed-out one
BLANK, TWO, CROSSED, FAINT = "blank", "two", "crossed", "faint"

RowKey = tuple[str, int | None, str]


class Row(NamedTuple):
    """The reading of a row: `value` is the index of its marked circle, None if there is none; `doubt` is the reason.

    `instead` are the indices of other circles that may be meant, unless something else on the slip rules them out.
    """

    value: int | None
    doubt: str = ""
    instead: tuple[int, ...] = ()

    @property
    def is_blank(self) -> bool:
        """True if the row is seen clearly, and none of its circles is marked."""
        return self.doubt == BLANK


class _Habit(NamedTuple):
    """Thresholds from a slip's own marks: the least ink of a mark, the most of an empty circle, the median, the shade.

    `least` and `aslant` are values of a light mark, which is certainly not crossed out (quantile LEAST). `alone` is the
    least `_cross_alone` of a mark that may be crossed out.
    """

    marked: float
    empty: float
    usual: float
    shade: float
    least: float
    aslant: float
    alone: float = ALONE


def rows_of(measured: Measured) -> dict[RowKey, Row]:
    """Returns the reading of each row of a slip; a single circle, e.g. the minus sign, has the value 0 if marked."""
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
    empty = max(EMPTY, min(POSSIBLE * measured.spread, SPILT * usual))
    least, aslant = _low([ink.amount for ink in bold]), _low([ink.aslant for ink in bold])
    habit = _Habit(marked, empty, usual, measured.shade, least, aslant)
    if len(bold) < SEVERAL or least < FULL * habit.shade:
        return habit
    return habit._replace(alone=max(ALONE, median(_cross_alone(ink, habit) for ink in bold) + ABOVE))


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
    """Reads a row with one mark, which may be crossed out, with the right digit written beside it.

    A mark of only two strokes, e.g. an X, is not crossed out, even if they are long: crossing out fills the circle, or
    adds strokes to its mark.
    """
    ink = inks[mark].amount / habit.shade
    is_thin = ink <= min(THIN, habit.least / habit.shade + NO_BOLDER)
    if is_thin or _cross_alone(inks[mark], habit) < habit.alone:
        return Row(mark)
    others = tuple(index for index in range(len(inks)) if index != mark)
    return Row(mark, CROSSED, others) if others else Row(None, CROSSED)


def _of_two(inks: list[Ink], marks: list[int], habit: _Habit) -> Row:
    """Reads a row with two marks, one of which may be crossed out, clearly or perhaps."""
    mark, other = sorted(marks, key=lambda index: _cross(inks[index], habit))
    plain, crossed = (_cross(inks[index], habit) for index in (mark, other))
    if plain >= PLAIN or inks[mark].amount < max(habit.marked, WEAKER * habit.usual):
        return Row(None, TWO)
    if crossed >= CROSS and crossed - plain >= APART:
        return Row(mark)
    return Row(mark, TWO, (other,)) if crossed - plain >= PERHAPS else Row(None, TWO)


def _cross(ink: Ink, habit: _Habit) -> float:
    """Returns how much a mark looks crossed out: crossed-out ones leave their circle on all sides and are bolder."""
    return ink.span + (ink.amount - habit.usual + LEAVING * ink.beyond) / habit.shade


def _cross_alone(ink: Ink, habit: _Habit) -> float:
    """Returns the same for a mark alone in its row, more strictly, because nothing else may confirm its digit.

    Crossing out makes a cross far bolder, a filled circle hardly.
    """
    bolder, lighter = (ink.amount - habit.least) / habit.shade, max(0.0, FILLED - habit.least / habit.shade)
    leaving = (ink.beyond + ink.aslant - habit.aslant) / habit.shade + min(ink.angular / habit.shade, ANGULAR)
    lacking = max(0.0, BOLDER * lighter - bolder)
    return max(ink.span, SPAN) + bolder + leaving - LIGHTER * lighter - LACKING * lacking
