"""Reads photographs of filled-in match sheets: the final points of all sides, and the winner.

The marked winner confirms the points: they are sure only if they agree with it, and no other possible points do.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine.base import N_, english
from scorekeeper.slips.codes import SheetForm, form_of_sheet
from scorekeeper.slips.fields import WHY, Doubt, Number, doubt, is_marked, numbers_of
from scorekeeper.slips.finding import SeenSlip
from scorekeeper.slips.marks import POINTS, WON, around, block_of_sheet
from scorekeeper.slips.reading import in_pictures, measured_well
from scorekeeper.slips.results import DOUBTFUL, GRAIN, Draft, refuse_unproved
from scorekeeper.slips.rows import Row, RowKey, rows_of

Points = tuple[int | None, ...]
NO_SHEET = N_("No sheet with circles was found in this picture")
FOREIGN = N_("This sheet is of another night")


@dataclass(frozen=True)
class SheetReading:
    """The result read from a sheet. Points in doubt are None; `winner` is a side's index, None if drawn or in doubt.

    `table` is the number of a night's table, 0 outside one. `cutout` is the sheet's block.
    """

    game: str = ""
    table: int = 0
    points: Points = (None, None)
    winner: int | None = None
    doubts: tuple[Doubt, ...] = ()
    cutout: Image.Image | None = field(default=None, compare=False)

    def as_json(self) -> dict[str, Any]:
        """Returns the reading as the command line prints it, with English reasons."""
        doubts = [{"field": reason.field, "why": english(reason.message, reason.params)} for reason in self.doubts]
        where = {"game": self.game or None, "table": self.table or None}
        return {**where, "points": self.points, "winner": self.winner, "sure": not self.doubts, "doubts": doubts}


def sheet_readings_of(data: bytes, keys: Sequence[bytes | None] = (None,)) -> Iterator[SheetReading]:
    """Yields the results on the blank sheets in a picture or scanned PDF; one reading with a doubt if there are none.

    `keys` are the keys of the sheets' seals, present and earlier; None for sheets printed outside a club's night.
    """
    return in_pictures(
        data,
        lambda picture, slip: _reading(picture, slip, keys),
        lambda doubts: SheetReading(doubts=tuple(doubts)),
        NO_SHEET,
    )


def _reading(picture: Image.Image, slip: SeenSlip, keys: Sequence[bytes | None]) -> SheetReading:
    forms = {form_of_sheet(seen.code, [game.slug for game in GAMES], keys) for seen in slip.codes}
    form = forms.pop()
    if form is None or forms:
        return SheetReading(doubts=(doubt(None, FOREIGN),))
    block = block_of_sheet(form.places, form.sides)
    measured, doubts = measured_well(picture, slip, block, around(block))
    if measured is None or doubts:
        return SheetReading(form.game, slip.code.table, doubts=doubts, cutout=measured.picture if measured else None)
    points, winner, doubts = result_of_sheet(rows_of(measured), form)
    return SheetReading(form.game, slip.code.table, points, winner, doubts, measured.picture)


def result_of_sheet(rows: Mapping[RowKey, Row], form: SheetForm) -> tuple[Points, int | None, tuple[Doubt, ...]]:
    """Returns the points, the index of the side that won, and the doubts, from the rows of a sheet."""
    draft, numbers = Draft(), [_possible(form, number) for number in numbers_of(rows, POINTS, form.sides)]
    draft.read(POINTS, numbers)
    won = [is_marked(rows, WON, side) for side in range(form.sides)]
    for side, seen in enumerate(won):
        if seen is None:
            draft.doubts.append(doubt(f"{WON}.{side}", WHY[rows[f"{WON}.{side}", None, ""].doubt]))
    several = won.count(True) > 1
    winner = won.index(True) if True in won and not several and None not in won else None
    if several:
        draft.doubts.append(doubt(WON, N_("Which side won?")))
    totals = [number.value for number in numbers if number.value is not None]
    game = find_game(form.game)
    impossible = game.final_problem({}, totals) if game and len(totals) == form.sides else None
    if impossible:
        draft.take_back((POINTS,), impossible)
        winner = None
    elif len(totals) < form.sides or None in won or several:
        refuse_unproved(draft, POINTS, numbers)
    elif _winner_of(form, totals) == winner:
        _refuse_others(draft, form, totals, numbers)
    else:
        text = N_("Who won is not marked") if winner is None else N_("The side that won has not the better points")
        draft.take_back((POINTS,), text)
        winner = None
    return tuple(draft.values[POINTS]), winner, tuple(draft.doubts)


def _possible(form: SheetForm, number: Number) -> Number:
    """Returns the number without values that the game cannot give."""
    game = find_game(form.game)
    step = game.point_step if game else 1
    others = tuple(other for other in number.others if other % step == 0)
    if number.value is not None and number.value % step:
        return Number(None, DOUBTFUL[GRAIN])
    return number._replace(others=others)


def _refuse_others(draft: Draft, form: SheetForm, totals: list[int], numbers: Sequence[Number]) -> None:
    """Takes back points with other possible values for which the same side would have won."""
    for side, number in enumerate(numbers):
        instead = ([*totals[:side], other, *totals[side + 1 :]] for other in number.others)
        if any(_winner_of(form, others) == _winner_of(form, totals) for others in instead):
            draft.take_back_one(POINTS, side, number.why)


def _winner_of(form: SheetForm, totals: list[int]) -> int | None:
    """Returns the side with the best points; None if several have them."""
    best = min(totals) if form.lowest else max(totals)
    return totals.index(best) if totals.count(best) == 1 else None
