"""What each game asks to be written down by hand: columns, headings over them, and the lines of one hand.

Widths are in millimetres on A4; `columns.fitted` brings them to the paper.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.games.engine.base import Setup
from scorekeeper.games.engine.summary import SIGNS
from scorekeeper.i18n import _
from scorekeeper.paper.model import Band, Cell, Column, Row


@dataclass(frozen=True, slots=True)
class Form:
    """A game's grid to write on; `hand(number)` gives the rows of a hand."""

    columns: tuple[Column, ...]
    bands: tuple[Band, ...]
    hand: Callable[[int], tuple[Row, ...]]

    @property
    def lines_a_hand(self) -> int:
        """How many rows a hand takes."""
        return len(self.hand(1))


def form(setup: Setup) -> Form:
    """The form of a match's game, by its sides and options."""
    return FORMS[setup["game"]](setup)


def beside_each_other(setup: Setup, columns: list[Column], choices: Sequence[tuple[Column, str]] = ()) -> Form:
    """A form with one row a hand: number, dealer, choices printed to be circled, then `columns` for each side."""
    leading = [Column(_("Hand"), 9, "number"), Column(_("Dealer"), 24, "dealer"), *(each for each, _text in choices)]
    sides = range(len(setup["sides"]))
    to_write = (
        Cell("dealer"),
        *(Cell(column.kind, printed) for column, printed in choices),
        *(Cell(column.kind) for _side in sides for column in columns),
    )
    return Form(
        columns=(*leading, *(columns * len(sides))),
        bands=(Band(len(leading)), *(Band(len(columns), side=side) for side in sides)),
        hand=lambda number: (Row((Cell("number", str(number)), *to_write)),),
    )


def _tresette(setup: Setup) -> Form:
    columns = [
        Column(_("Aces"), 10, "count first", "1"),
        Column(_("Figures"), 10, "count", "1/3"),
        Column(_("Last trick"), 10, "count", "1"),
    ]
    if setup["options"]["honours"]:
        columns.append(Column(_("Honours"), 10, "count"))
    return beside_each_other(
        setup, [*columns, Column(_("Points"), 11, "points", _("11 in all")), Column(_("Total"), 14, "total")]
    )


def _truco(setup: Setup) -> Form:
    stakes = " ".join(str(stake) for stake in setup["options"]["stakes"])
    signs = " ".join(SIGNS[: len(setup["sides"])])
    return beside_each_other(
        setup,
        [Column(_("Total"), 22, "total first")],
        [
            (Column(_("Truco by"), 20, "circle", _("circle")), signs),
            (Column(_("Stake"), 38, "circle", _("circle")), stakes),
            (Column(_("Winner"), 20, "circle", _("circle")), signs),
        ],
    )


def _albastini(setup: Setup) -> Form:
    """Card points, game points and their total; with many sides the game points go straight into the total."""
    if len(setup["sides"]) > 3:
        return beside_each_other(setup, [Column(_("Cards"), 11, "count first", "120"), Column(_("Total"), 11, "total")])
    return beside_each_other(
        setup,
        [
            Column(_("Card points"), 12, "count first", _("120 in all")),
            Column(_("Game points"), 11, "points", "1 · 2"),
            Column(_("Total"), 12, "total"),
        ],
    )


def _buraco(setup: Setup) -> Form:
    """One line a side, as there is more to write for each than stands in a row."""
    options = setup["options"]
    columns = [
        Column(_("Hand"), 9, "number"),
        Column(_("Dealer"), 22, "dealer"),
        Column("", 7, "sign"),
    ]
    if options["first_meld"]:
        due = " · ".join(str(points) for _total, points in options["first_meld"])
        columns.append(Column(_("First meld"), 14, "count", due))
    columns += [Column(_("Melds"), 15, "count"), Column(_("Clean"), 12, "count", "+200")]
    if options["semi_clean"]:
        columns.append(Column(_("Semi-clean"), 12, "count", f"+{options['semi_clean']}"))
    columns += [
        Column(_("Dirty"), 12, "count", "+100"),
        Column(_("Left in hand"), 13, "count", "−"),
        Column(_("Pot"), 13, "count", "−"),
        Column(_("Going out"), 12, "count", "+100"),
        Column(_("Exact cut"), 12, "count", "+100"),
        Column(_("Points"), 16, "points"),
        Column(_("Total"), 18, "total"),
    ]
    to_write = tuple(Cell(column.kind) for column in columns[3:])
    sides = len(setup["sides"])

    def hand(number: int) -> tuple[Row, ...]:
        lines = [(Cell("sign", SIGNS[side]), *to_write) for side in range(sides)]
        lines[0] = (Cell("number", str(number), rows=sides), Cell("dealer", rows=sides), *lines[0])
        return tuple(Row(cells, opens=side == 0) for side, cells in enumerate(lines))

    return Form(tuple(columns), side_by_side(len(columns), sides), hand)


def side_by_side(columns: int, sides: int) -> tuple[Band, ...]:
    """Places for the sides' names above columns that are not theirs alone."""
    first, *others = [columns // sides] * sides
    return tuple(Band(span, side=side, heads=False) for side, span in enumerate([first + columns % sides, *others]))


FORMS: dict[str, Callable[[Setup], Form]] = {
    "tresette": _tresette,
    "truco": _truco,
    "albastini": _albastini,
    "buraco": _buraco,
}
