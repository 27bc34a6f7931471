"""The table of hands on a sheet: the game's own columns, the hands played, and empty rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from scorekeeper.games.engine import play, side_names
from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.figures import figure
from scorekeeper.games.engine.progress import hands_left
from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.games.paper import Band, Cell, Column, Form, Row, beside_each_other, form, is_told, side_by_side
from scorekeeper.i18n import _, called, say
from scorekeeper.ledger import with_current_names
from scorekeeper.paper import agreed
from scorekeeper.paper.model import Grid

FOLLOWS = ("number", "dealer", "sign", "points", "total")  # kinds of columns that every match fills
OF_HAND = ("number", "dealer")  # kinds of columns with one cell a hand
MOST_IN_COLUMNS = 480  # hands; a line for each is enough on a longer sheet, which is set in a third of the time


@dataclass(frozen=True, slots=True)
class Played:
    """A hand as printed, and the `totals` after it. A struck hand has no points and does not change them.

    `remarks` are sentences for the footnotes: who corrected or struck it, when, and what it was before.
    """

    number: int
    dealer: str
    entry: Mapping[str, Any]
    points: Sequence[int]
    totals: Sequence[int]
    struck: bool = False
    remarks: tuple[str, ...] = ()


def hands_grid(setup: Setup, table: Table, hands: Sequence[Played], marks: Sequence[str]) -> Grid:
    """Returns a sheet's grid of played hands, in columns; above MOST_IN_COLUMNS hands, each as a line of words.

    `setup` must be the stored one, not one for display: entries refer to players by their stored names.
    """
    shown = side_names.in_words(setup, say)
    written = form(setup) if len(hands) <= MOST_IN_COLUMNS else _in_lines(setup)
    places = [place for place, column in enumerate(written.columns) if _is_filled(column)]
    columns = [written.columns[place] for place in places]
    sides = _sides_of_columns(written)
    rows: list[Row] = []
    for hand, mark in zip(hands, marks, strict=True):
        rows += _rows(setup, written, [(written.columns[place], sides[place]) for place in places], hand, mark)
    return Grid(
        columns=tuple(_to_read(column) for column in columns),
        bands=_bands(shown, written, [sides[place] for place in places]),
        rows=tuple(rows),
        lines=written.lines_a_hand,
        left=hands_left(setup, table),
    )


def rows_to_write(grid: Grid, hands: int) -> tuple[Row, ...]:
    """Returns empty rows for `hands` more hands; their numbers follow the last hand of the grid."""
    hand = next((at for at in range(len(grid.rows) - 1, -1, -1) if grid.rows[at].opens), None)
    last = int(grid.rows[hand].cells[0].text) if hand is not None else 0
    own = [column.kind for column in grid.columns]
    rows = []
    for number in range(last + 1, last + hands + 1):
        for line in range(grid.lines):
            kinds = own if line == 0 else [kind for kind in own if kind not in OF_HAND]
            rows.append(Row(tuple(_empty(kind, number, line, grid.lines) for kind in kinds), opens=line == 0))
    return tuple(rows)


def _empty(kind: str, number: int, line: int, lines: int) -> Cell:
    """Returns a cell to write in; the hand's number and the sides' signs are printed."""
    text = {"number": str(number), "sign": SIGNS[line]}.get(kind, "")
    return Cell(kind, text, rows=lines if kind in OF_HAND else 1)


def _in_lines(setup: Setup) -> Form:
    """Returns the form of very long sheets: each hand in words, each side's points and total in one cell."""

    def in_words(entry: Mapping[str, Any], _points: Sequence[int], _side: int) -> str:
        return agreed.entered(setup, entry)

    words = Column(_("Entered"), 170, "entered", fill=in_words)
    points = Column(f"{_('Points')} · {_('Total')}", 22, "points total first")
    return beside_each_other(setup, [points], choices=[(words, "")])


def _is_filled(column: Column) -> bool:
    """True if the column is filled from data, False if it is left blank for handwriting."""
    return column.fill is not None or column.kind.split()[0] in FOLLOWS


def _sides_of_columns(written: Form) -> list[int | None]:
    """Returns the side of each column; None if each side has its own line, or if the column is for all sides."""
    return [band.side if band.heads else None for band in written.bands for _column in range(band.span)]


def _bands(setup: Setup, written: Form, sides: Sequence[int | None]) -> tuple[Band, ...]:
    """Returns the bands with the sides' names: each above its columns, or all above a grid of one line a side."""
    names = [side["name"] for side in setup["sides"]]
    if written.lines_a_hand > 1:
        return tuple(
            replace(band, text=names[band.side or 0]) for band in side_by_side(len(sides), len(setup["sides"]))
        )
    spans = [(side, len(list(group))) for side, group in groupby(sides)]
    return tuple(Band(span, "" if side is None else names[side], side) for side, span in spans)


def _rows(
    setup: Setup, written: Form, columns: Sequence[tuple[Column, int | None]], hand: Played, mark: str
) -> list[Row]:
    """Returns the rows of a hand, with one more in words for its note and data that no column shows."""
    lines = written.lines_a_hand
    rows = []
    for line in range(lines):
        cells = [
            _cell(setup, hand, column, line if lines > 1 else side, mark, lines)
            for column, side in columns
            if line == 0 or column.kind not in OF_HAND
        ]
        rows.append(Row(tuple(cells), struck=hand.struck, opens=line == 0))
    in_words = any(column.kind == "entered" for column in written.columns)
    words = "" if in_words or is_told(written, hand.entry) else agreed.entered(setup, hand.entry)
    note = str(hand.entry.get("note", ""))
    if words or note:
        more = Cell("entered", words, remark=note, span=len(columns) - 1)
        rows.append(Row((Cell("number"), more), struck=hand.struck, opens=False))
    return rows


def _cell(setup: Setup, hand: Played, column: Column, side: int | None, mark: str, lines: int) -> Cell:
    """Returns the cell of a hand in a column, for one side or for all."""
    kind, own = column.kind, side or 0
    if kind in OF_HAND:
        text = str(hand.number) if kind == "number" else called(hand.dealer)
        return Cell(kind, text, marks=mark if kind == "number" else "", rows=lines)
    if kind == "sign":
        return Cell(kind, SIGNS[own])
    if column.fill is not None:
        # Words name the players of that hand; other columns look players up by their current names.
        entry = hand.entry if kind == "entered" else with_current_names(setup, hand.number, dict(hand.entry))
        return Cell(kind, column.fill(entry, hand.points, own))
    if hand.struck:
        return Cell(kind)
    kinds = kind.split()
    if "total" not in kinds:
        return Cell(kind, figure(hand.points[own]))
    best = play.game_of(setup).best_of(list(hand.totals), setup["options"])
    leads = hand.totals[own] == best and len(set(hand.totals)) > 1
    figures = [hand.points[own], hand.totals[own]] if "points" in kinds else [hand.totals[own]]
    return Cell(kind, " · ".join(map(figure, figures)), leads=leads)


def _to_read(column: Column) -> Column:
    """Returns the column without the hint to circle something."""
    return replace(column, hint="") if column.kind == "circle" else column


def is_in_words(row: Row) -> bool:
    """True if the row is the extra one of a hand, with its note and data that no column shows."""
    return not row.opens and row.cells[-1].kind == "entered"
