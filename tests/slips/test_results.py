"""The result that the rows of a slip give, and every reason for a doubt."""

from typing import Any

import pytest

from scorekeeper.games.engine.base import english
from scorekeeper.slips.ink import CUT, GLARE, HIDDEN
from scorekeeper.slips.marks import MINUS, block_of
from scorekeeper.slips.results import Result, result_of
from scorekeeper.slips.rows import BLANK, CROSSED, FAINT, TWO, Row, RowKey
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Tournament
from tests.tournaments.made import CUP, played, table, tournament

BURRACO: Any = {"game": "buraco", "variant": "burraco", "scoring": {"kind": "vp", "hands": 4}}
BEST_OF_5: Any = {"scoring": {"kind": "match", "best_of": 5}}
POINTS: Any = {"scoring": {"kind": "match"}}


def made(fields: Any, **more: Any) -> Tournament:
    return read({**tournament(2, played(table(1, 1, 2))), **fields, **more})


def rows(made: Tournament, zeros: bool = True, **numbers: Any) -> dict[RowKey, Row]:
    """The rows of a slip with these pairs of numbers marked, with or without leading zeros; other fields are blank."""
    block = block_of(made.scoring)
    result: dict[RowKey, Row] = {mark.row: Row(None, BLANK) for mark in block.marks}
    for name, pair in numbers.items():
        for side, number in enumerate(pair):
            for field, place, sign in list(result):
                if field != f"{name}.{side}" or number is None:
                    continue
                if sign:
                    result[field, place, sign] = Row(0) if number < 0 else Row(None, BLANK)
                elif zeros or not place or abs(number) >= 10**place:
                    result[field, place, sign] = Row(abs(number) // 10 ** (place or 0) % 10)
    return result


def answer(made: Tournament, marked: dict[RowKey, Row]) -> Result:
    return result_of(marked, made, 1, made.rounds[0].tables[0])


def doubts(result: Result) -> list[tuple[str | None, str]]:
    return [(doubt.field, english(doubt.message, doubt.params)) for doubt in result.doubts]


@pytest.mark.parametrize(
    "fields, numbers",
    [
        (BURRACO, {"points": (1850, 1210), "vp": (13, 7)}),
        (BURRACO, {"points": (-250, 0), "vp": (9, 11)}),
        (BURRACO, {"points": (4000, 1000), "vp": (20, 0)}),
        (BEST_OF_5, {"legs": (3, 1)}),
        (BEST_OF_5, {"legs": (2, 3), "points": (210, 180)}),
        (POINTS, {"points": (31, 7)}),
    ],
)
def test_what_agrees_is_sure(fields: Any, numbers: Any) -> None:
    tournament = made(fields)
    assert answer(tournament, rows(tournament, **numbers)) == Result(**numbers)


def test_who_did_not_play() -> None:
    tournament = made(BURRACO)
    marked = rows(tournament)
    marked["absent.1", None, ""] = Row(0)
    assert answer(tournament, marked) == Result(absent=2)


GOOD = {"points": (1850, 1210), "vp": (13, 7)}
ROW = ("points.0", 2, "")


@pytest.mark.parametrize(
    "row, why",
    [
        (CUT, "Cut off at the edge of the picture"),
        (GLARE, "Hidden by a reflection"),
        (HIDDEN, "Covered, or too blurred"),
        (CROSSED, "Crossed out: read the digits beside it"),
        (TWO, "Two circles of a row are marked"),
        (FAINT, "A mark is too faint"),
        (BLANK, "Not marked in every row"),
    ],
)
def test_a_row_in_doubt_leaves_its_number_open(row: str, why: str) -> None:
    tournament = made(BURRACO)
    result = answer(tournament, {**rows(tournament, **GOOD), ROW: Row(None, row)})
    assert (result.points, result.vp) == ((None, 1210), (13, 7))
    assert doubts(result) == [("points.0", why)]


NOT_FOLLOWING = "These points give 13–7 VP, not what is marked"


@pytest.mark.parametrize(
    "fields, numbers, expected, why",
    [
        (BURRACO, {"vp": (13, 7)}, {"points": (None, None), "vp": (13, 7)}, "Nothing is marked"),
        (BURRACO, {**GOOD, "vp": (14, 6)}, {**GOOD, "vp": (None, None)}, NOT_FOLLOWING),
        (BURRACO, {**GOOD, "vp": (6, None)}, {**GOOD, "vp": (None, None)}, NOT_FOLLOWING),
        (
            BURRACO,
            {"points": (1850, None), "vp": (14, 7)},
            {"points": (1850, None), "vp": (None, None)},
            "14 and 7 VP are 21, not 20",
        ),
        (
            BURRACO,
            {"points": (1852, 1210), "vp": (13, 7)},
            {"points": (None, 1210), "vp": (13, 7)},
            "The game gives no such number of points",
        ),
        (BEST_OF_5, {"legs": (3, 3)}, {"legs": (None, None)}, "These are not the legs of a finished match of 5"),
        (BEST_OF_5, {"legs": (1, 2)}, {"legs": (None, None)}, "These are not the legs of a finished match of 5"),
        (
            BEST_OF_5,
            {"legs": (3, 1), "points": (20, None)},
            {"legs": (3, 1), "points": (20, None)},
            "Nothing is marked",
        ),
        ({**POINTS, "system": CUP}, {"points": (30, 30)}, {"points": (None, None)}, "A knock-out has no draws"),
        (
            {**BURRACO, "scoring": {"kind": "vp", "hands": 2}},
            {"points": (9000, 8000), "vp": (19, 1)},
            {"points": (None, None), "vp": (19, 1)},
            "More points than so many hands can give",
        ),
        (
            {**BURRACO, "variant": "aberto", "scoring": {"kind": "vp", "hands": 2}},
            {"points": (9000, 0), "vp": (20, 0)},
            {"points": (None, None), "vp": (20, 0)},
            "A larger difference than so many hands can give",
        ),
    ],
)
def test_what_cannot_be_is_in_doubt(fields: Any, numbers: Any, expected: Any, why: str) -> None:
    tournament = made(fields)
    result = answer(tournament, rows(tournament, **numbers))
    assert result._replace(doubts=()) == Result(**expected)
    said = [message for _field, message in doubts(result)]
    assert said == [why] if why == NOT_FOLLOWING else why in said


@pytest.mark.parametrize(
    "first, side, longer",
    [((850, 1210), 0, None), ((1210, 50), 1, None), ((850, 210), 0, None), ((4850, 250), 1, 1250)],
)
def test_an_empty_leading_row_is_a_zero_if_the_victory_points_prove_it(
    first: tuple[int, int], side: int, longer: int | None
) -> None:
    scoring = {"kind": "vp", "hands": 2}
    tournament = made({**BURRACO, "scoring": scoring})
    vp = {(850, 1210): (6, 14), (1210, 50): (20, 0), (850, 210): (17, 3), (4850, 250): (20, 0)}[first]
    marked = rows(tournament, points=first, vp=vp)
    marked[f"points.{side}", 3, ""] = Row(None, BLANK)
    result = answer(tournament, marked)
    kept = first if longer is None else tuple(None if at == side else points for at, points in enumerate(first))
    assert result.points == kept
    assert bool(result.doubts) == (longer is not None)


def test_an_empty_row_is_no_zero_where_leading_zeros_are_marked_unless_something_proves_it() -> None:
    tournament = made(POINTS)
    marked = rows(tournament, points=(31, 1007))
    marked["points.0", 3, ""] = Row(None, BLANK)
    assert answer(tournament, marked).points == (None, 1007)


@pytest.mark.parametrize(
    "fields, numbers",
    [
        (BURRACO, {"points": (4850, 250), "vp": (20, 0)}),
        (BEST_OF_5, {"legs": (3, 1), "points": (210, 80)}),
        (POINTS, {"points": (12, 2)}),
    ],
)
def test_rows_before_first_digits_may_be_empty(fields: Any, numbers: Any) -> None:
    tournament = made(fields)
    assert answer(tournament, rows(tournament, zeros=False, **numbers)) == Result(**numbers)


def test_a_first_digit_is_missing_if_victory_points_follow_only_from_a_longer_number() -> None:
    tournament = made(BURRACO)
    result = answer(tournament, rows(tournament, zeros=False, points=(850, 1210), vp=(13, 7)))
    assert (result.points, result.vp) == ((None, 1210), (13, 7))
    assert doubts(result) == [("points.0", "Not marked in every row")]


@pytest.mark.parametrize("zeros", [True, False])
def test_victory_points_that_do_not_follow_are_told_once_and_the_points_are_read(zeros: bool) -> None:
    tournament = made(BURRACO)
    marked = rows(tournament, zeros=zeros, points=(550, 345), vp=(8, 12))
    marked["points.1", 3, ""] = Row(None, BLANK)
    result = answer(tournament, marked)
    assert (result.points, result.vp) == ((550, 345), (None, None))
    assert doubts(result) == [("vp", "These points give 11–9 VP, not what is marked")]


@pytest.mark.parametrize(
    "row, instead, is_proved",
    [
        (("points.0", 3, ""), (7,), True),
        (("points.0", 3, ""), (0, 2, 3, 4, 5, 6, 7, 8, 9), True),
        (("points.0", 1, ""), (7,), False),
        (("vp.0", 0, ""), (0, 1, 2, 4, 5, 6, 7, 8, 9), True),
    ],
)
def test_what_may_be_crossed_out_counts_only_if_the_rest_rules_it_out(
    row: RowKey, instead: tuple[int, ...], is_proved: bool
) -> None:
    tournament = made(BURRACO)
    marked = rows(tournament, **GOOD)
    marked[row] = Row(marked[row].value, TWO, instead)
    result = answer(tournament, marked)
    assert result.points == ((1850 if is_proved else None), 1210)
    assert doubts(result) == ([] if is_proved else [("points.0", "Two circles of a row are marked")])


@pytest.mark.parametrize(
    "marks, field, why",
    [
        ({("absent.0", None, ""): Row(0), ("absent.1", None, ""): Row(0)}, "absent", "Which side did not play?"),
        (
            {("absent.0", None, ""): Row(0), ("points.1", None, MINUS): Row(0)},
            "absent.0",
            "Both “did not play” and a result are marked",
        ),
        (
            {("absent.0", None, ""): Row(0), ("absent.1", None, ""): Row(None, FAINT)},
            "absent",
            "Which side did not play?",
        ),
    ],
)
def test_who_did_not_play_is_in_doubt(marks: Any, field: str, why: str) -> None:
    tournament = made(BURRACO)
    result = answer(tournament, {**rows(tournament), **marks})
    assert (result.absent, doubts(result)) == (None, [(field, why)])


def test_a_faint_mark_that_a_side_did_not_play_is_a_question_beside_the_result() -> None:
    tournament = made(BURRACO)
    result = answer(tournament, {**rows(tournament, **GOOD), ("absent.0", None, ""): Row(None, FAINT)})
    assert (result.points, doubts(result)) == ((1850, 1210), [("absent.0", "A mark is too faint")])


def test_of_two_single_players_it_is_asked_who_did_not_play() -> None:
    singles = {"system": {"kind": "draw", "rounds": 2, "singles": True, "first": "entry"}}
    document = tournament(4, played(table(1, [1, 4], [2, 3])))
    made_of_singles = read({**document, **BURRACO, **singles})
    marked = {**rows(made_of_singles), ("absent.0", None, ""): Row(0)}
    assert doubts(answer(made_of_singles, marked)) == [("absent.0", "Which of the two did not play?")]


def test_a_digit_that_the_game_cannot_give_is_no_reason_to_ask() -> None:
    tournament = made(BURRACO)
    marked = rows(tournament, points=(1855, 1210), vp=(13, 7))
    asked = {**marked, ("points.0", 0, ""): Row(5, TWO, (0,))}
    assert answer(tournament, {**marked, ("points.0", 0, ""): Row(5, TWO, (4,))}).points == (1855, 1210)
    assert answer(tournament, asked).points == (None, 1210)
