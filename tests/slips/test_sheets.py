"""The final result that is marked on a match's blank sheet, and whose sheet it is."""

from typing import Any

import pytest

from scorekeeper.games.engine.base import english
from scorekeeper.slips.codes import SheetForm, form_of_sheet, parse, texts_of_sheet
from scorekeeper.slips.ink import HIDDEN
from scorekeeper.slips.marks import WON, block_of_sheet
from scorekeeper.slips.rows import BLANK, TWO, Row, RowKey
from scorekeeper.slips.sheets import result_of_sheet

TRUCO, BURACO = SheetForm("truco", 2, lowest=False), SheetForm("buraco", 4, lowest=False)
CHINCHON = SheetForm("chinchon", 3, lowest=True)
TERZIGLIO = SheetForm("terziglio", 3, lowest=False, sides=3)
SCOPA = SheetForm("scopa", 2, lowest=False, sides=3)
WORSE, TWICE = "The side that won has not the better points", "Two circles of a row are marked"
HIDES, UNSURE = Row(None, HIDDEN), Row(5, TWO, (0,))


def rows(form: SheetForm, points: tuple[str, ...], won: tuple[int, ...], changed: dict[RowKey, Row]) -> Any:
    """Returns rows with these digits marked, empty for a leading blank, and these sides as winners."""
    found = {mark.row: Row(None, BLANK) for mark in block_of_sheet(form.places, form.sides).marks}
    for side, digits in enumerate(points):
        for place, digit in enumerate(reversed(digits)):
            if digit != " ":
                found[f"points.{side}", place, ""] = Row(int(digit))
    found |= {(f"{WON}.{side}", None, ""): Row(0) for side in won}
    return found | changed


@pytest.mark.parametrize(
    "form, points, won, changed, expected, doubts",
    [
        (TRUCO, ("12", "07"), (0,), {}, ((12, 7), 0), []),
        (TRUCO, ("12", " 7"), (0,), {}, ((12, 7), 0), []),
        (TRUCO, (" 7", "12"), (0,), {}, ((None, None), None), [f"points: {WORSE}"]),
        (TRUCO, ("12", "07"), (), {}, ((None, None), None), ["points: Who won is not marked"]),
        (TRUCO, ("12", "07"), (0, 1), {}, ((12, 7), None), ["won: Which side won?"]),
        (TRUCO, ("12", "12"), (), {}, ((12, 12), None), []),
        (TRUCO, ("12", "07"), (0,), {("won.1", None, ""): HIDES}, ((12, 7), None), ["won.1: Covered, or too blurred"]),
        (TRUCO, ("12", "  "), (0,), {}, ((12, None), 0), ["points.1: Nothing is marked"]),
        (BURACO, ("2005", " 950"), (0,), {}, ((2005, 950), 0), []),
        (BURACO, ("0205", " 950"), (1,), {}, ((205, None), 1), ["points.1: Not marked in every row"]),
        (BURACO, ("2005", "0952"), (0,), {}, ((2005, None), 0), ["points.1: The game gives no such number of points"]),
        (BURACO, ("2005", "0955"), (0,), {("points.1", 1, ""): UNSURE}, ((2005, None), 0), [f"points.1: {TWICE}"]),
        (BURACO, ("2005", "0955"), (0,), {("points.1", 0, ""): Row(5, TWO, (6,))}, ((2005, 955), 0), []),
        (CHINCHON, ("101", "045"), (1,), {}, ((101, 45), 1), []),
        (CHINCHON, ("101", "045"), (0,), {}, ((None, None), None), [f"points: {WORSE}"]),
        (SCOPA, ("08", "07", "11"), (2,), {}, ((8, 7, 11), 2), []),
        (SCOPA, ("11", " 7", "11"), (), {}, ((11, 7, 11), None), []),
        (SCOPA, ("08", "07", "11"), (0,), {}, ((None, None, None), None), [f"points: {WORSE}"]),
        (TERZIGLIO, ("000", "000", "000"), (), {}, ((0, 0, 0), None), []),
        (TERZIGLIO, ("007", "000", "000"), (0,), {}, ((None,) * 3, None), ["points: All totals together are 0"]),
        (SCOPA, ("08", "07", "11"), (0, 2), {}, ((8, 7, 11), None), ["won: Which side won?"]),
    ],
)  # fmt: skip
def test_points_are_sure_if_they_agree_with_who_won(
    form: SheetForm,
    points: tuple[str, ...],
    won: tuple[int, ...],
    changed: dict[RowKey, Row],
    expected: Any,
    doubts: Any,
) -> None:
    *found, why = result_of_sheet(rows(form, points, won, changed), form)
    assert tuple(found) == expected
    assert [f"{doubt.field}: {english(doubt.message, doubt.params)}" for doubt in why] == doubts


@pytest.mark.parametrize(
    "key, keys, is_found",
    [(None, (None,), True), (b"a", (b"b", b"a"), True), (b"a", (None, b"b"), False), (None, (b"a",), False)],
)
def test_a_sheet_is_known_by_its_seal(key: bytes | None, keys: tuple[bytes | None, ...], is_found: bool) -> None:
    form = CHINCHON._replace(sides=6)
    code = parse(texts_of_sheet(form, 12, key)[0])
    assert code is not None
    assert code.table == 12
    assert form_of_sheet(code, ["truco", "chinchon"], keys) == (form if is_found else None)
    assert form_of_sheet(code._replace(table=13), ["chinchon"], keys) is None
    assert form_of_sheet(code, ["truco"], keys) is None
