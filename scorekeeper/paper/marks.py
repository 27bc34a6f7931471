"""The part of a slip or blank sheet that machines read, in print: texts and codes of its block.

`scorekeeper.slips.marks` has the places in the block, the layout has the place of the block on its page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple
from unicodedata import east_asian_width

import segno

from scorekeeper.i18n import _, format_number
from scorekeeper.slips.marks import ABSENT, LEGEND, MINUS, PITCH, POINTS, VP, WON, Block, Box, Label

SIZES = {"side": 2.9, LEGEND: 1.95}  # mm of the type
USUAL, STACKED = 2.3, 1.7  # of other texts, in one line and in two
DIGIT = 2.1  # the same of the digits in the circles
ADVANCE = 0.572 * DIGIT  # width of a digit
LINE, RAISED = 1.16, 0.36  # times the size of the type: the next line; from the middle of a letter to its base line
BLOCKS = 16  # kept


class Text(NamedTuple):
    """A text in a block, centred at `x` on the base line `y`; `size` in mm."""

    text: str
    x: float
    y: float
    size: float
    bold: bool = False


class Drawn(NamedTuple):
    """A code in a block: where it is, how large a module is, and the path along its dark modules, in modules."""

    box: Box
    module: float
    path: str


class Digits(NamedTuple):
    """The digits in a row of circles: where the first one begins on its base line, and the room between two."""

    text: str
    x: float
    y: float
    spacing: float = PITCH - ADVANCE


@dataclass(frozen=True, slots=True)
class Marks:
    """The block of one paper, with the names of its sides as printed and the texts of its codes, in their order.

    `round` and `table` are those in the codes.
    """

    block: Block
    codes: tuple[str, str]
    sides: tuple[str, ...]
    round: int
    table: int
    legend: tuple[str, ...]

    @property
    def drawn(self) -> list[Drawn]:
        """The codes."""
        return [_drawn(box, text) for box, text in zip(self.block.codes, self.codes, strict=True)]

    @property
    def outlines(self) -> str:
        """The path of all circles."""
        return _outlines(self.block)

    @property
    def digits(self) -> tuple[Digits, ...]:
        """The digits in the circles."""
        return _digits(self.block)

    @property
    def texts(self) -> list[Text]:
        """The texts, each as large as its room allows."""
        return [text for label in self.block.labels for text in self._texts_of(label)]

    def _texts_of(self, label: Label) -> list[Text]:
        name, _dot, side = label.name.partition(".")
        if side:
            lines: Sequence[str] = [self.sides[int(side)]]
        else:
            lines = self.legend if name == LEGEND else _name_of_row(label)
        usual = SIZES.get(name) or (USUAL if len(lines) == 1 else STACKED)
        size = min([usual, *(label.width / (BOLD * width_of(line)) for line in lines)])
        first = label.y - (len(lines) - 1) / 2 * LINE * usual + RAISED * size
        return [Text(line, label.x, first + at * LINE * usual, size, bool(side)) for at, line in enumerate(lines)]


def mistake() -> str:
    """Returns the instruction for a circle filled in by mistake."""
    return _("Mistake? Cross it out, and fill in the right one.")


def _name_of_row(label: Label) -> list[str]:
    """Returns the name of a row, in one or two lines: 1,000 for thousands, “VP 10” for tens of victory points."""
    if label.name == ABSENT:
        return [_("did not play")]
    if label.name == WON:
        return [_("Winner")]
    if label.name == MINUS:
        return [_("below zero (−)")]
    value = format_number(10 ** (label.place or 0))
    if label.name == POINTS:
        return [value]
    if label.name == VP:
        return [f"{_('VP')} {value}"]
    return [_("Legs")] if label.place is None else [_("Legs"), value]


@lru_cache(BLOCKS)
def _outlines(block: Block) -> str:
    """Returns the SVG path of the block's circles, each drawn as two half circles."""
    half = "a{r} {r} 0 0 0 {across} 0"
    halves = {
        mark.r: "".join(half.format(r=mark.r, across=way * 2 * mark.r) for way in (1, -1)) for mark in block.marks
    }
    return "".join(f"M{mark.x - mark.r:.2f} {mark.y}{halves[mark.r]}z" for mark in block.marks)


@lru_cache(BLOCKS)
def _digits(block: Block) -> tuple[Digits, ...]:
    rows = groupby((mark for mark in block.marks if mark.value is not None), key=lambda mark: (mark.y, mark.field))
    lines = [list(marks) for _row, marks in rows]
    return tuple(
        Digits("".join(str(mark.value) for mark in marks), marks[0].x - ADVANCE / 2, marks[0].y + RAISED * DIGIT)
        for marks in lines
    )


def _drawn(box: Box, text: str) -> Drawn:
    matrix = segno.make(text, error="m", version=1, boost_error=False).matrix
    runs = [(y, [(module, len(list(run))) for module, run in groupby(row)]) for y, row in enumerate(matrix)]
    path = "".join(
        f"M0 {y}.5" + "".join(f"{'h' if dark else 'm'}{long}{'' if dark else ' 0'}" for dark, long in row)
        for y, row in runs
    )
    return Drawn(box, box.size / len(matrix), path)


LETTERS = {"ijl.,:;'’|! \N{NARROW NO-BREAK SPACE}": 0.29, "frt-()/\N{NO-BREAK SPACE}": 0.4, "mwMW@%–—": 0.94}
CAPITAL, OTHER, IDEOGRAPH, BOLD = 0.69, 0.6, 1.0, 1.06


def width_of(text: str) -> float:
    """Returns about the width of a text in regular type."""
    return sum(map(_width_of_letter, text))


def _width_of_letter(letter: str) -> float:
    for letters, width in LETTERS.items():
        if letter in letters:
            return width
    if east_asian_width(letter) in "WF":
        return IDEOGRAPH
    return CAPITAL if letter.isupper() else OTHER
