"""The floor plan: its text form, refusals, the tables' numbers and positions."""

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.tournaments.hall import (
    Hall,
    as_text,
    checked,
    default_plan,
    numbers_of,
    place_of,
    read_hall,
    table_numbers,
)

PLAN: Hall = [[1, 2, 3, 0], [0, 0, 0, 0], [8, 7, 0, 5]]


@pytest.mark.parametrize(
    "text, rows",
    [
        ("1 2 3 4\n5 6 . 7", [[1, 2, 3, 4], [5, 6, 0, 7]]),
        ("1-3\n\n8-7 . 5", PLAN),
        ("\n\n 11,12; 13\n14 \n", [[11, 12, 13], [14, 0, 0]]),
        ("4–2", [[4, 3, 2]]),
        ("1\t2\r\n3", [[1, 2], [3, 0]]),
        ("", []),
        (" \n . .\n", []),
    ],
)
def test_a_plan_is_typed_as_rows_of_numbers(text: str, rows: Hall) -> None:
    assert read_hall(text) == rows


@pytest.mark.parametrize("rows", [PLAN, default_plan(range(1, 33)), [[0, 4], [5, 0]], []])
def test_a_plan_is_typed_again_as_it_stands(rows: Hall) -> None:
    assert read_hall(as_text(rows)) == rows


@pytest.mark.parametrize(
    "text, said",
    [
        ("1 2 x", "“{text}” is not a table number"),
        ("0", "“{text}” is not a table number"),
        ("1000", "“{text}” is not a table number"),
        ("٣", "“{text}” is not a table number"),
        ("1 2\n3 1", "Table {table} is on the floor plan twice"),
        ("1-3 2", "Table {table} is on the floor plan twice"),
        ("1-25", "A floor plan has at most {rows} rows of {places} places"),
        ("1-999", "A floor plan has at most {rows} rows of {places} places"),
        (". " * 25, "A floor plan has at most {rows} rows of {places} places"),
        ("\n".join(map(str, range(1, 26))), "A floor plan has at most {rows} rows of {places} places"),
        ("1" + " " * 5000, "Enter 1 to {longest} characters"),
    ],
)
def test_what_is_no_plan_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_hall(text)
    assert [(problem["field"], problem["message"]) for problem in refused.value.problems] == [("hall", said)]


def test_a_plan_may_fill_every_bound() -> None:
    assert read_hall("1-24" + " " * 4996) == [list(range(1, 25))]
    rows = [[999], *([number] for number in range(1, 24))]
    assert checked([*rows, [0]][:24]) == rows
    assert checked([[1, 2], [0], [0]]) == [[1, 2]]


@pytest.mark.parametrize("rows", [1, [1], [["1"]], [[True]], [[-1]], [[1.0]], [[None]], [[1000]], [[1], *[[0]] * 24]])
def test_a_stored_plan_has_numbers_alone(rows: object) -> None:
    with pytest.raises(Refusal):
        checked(rows)


@pytest.mark.parametrize(
    "hall, count, numbers",
    [([], 3, [1, 2, 3]), (PLAN, 4, [1, 2, 3, 5]), (PLAN, 8, [1, 2, 3, 5, 7, 8, 9, 10]), (PLAN, 0, [])],
)
def test_tables_get_the_numbers_that_there_are_and_then_the_next_ones(
    hall: Hall, count: int, numbers: list[int]
) -> None:
    assert table_numbers(hall, count) == numbers


@pytest.mark.parametrize("tables, rows, longest", [(1, 1, 1), (4, 1, 4), (8, 2, 4), (32, 4, 8), (200, 10, 20)])
def test_a_hall_that_nobody_has_laid_out_has_rows_of_its_tables(tables: int, rows: int, longest: int) -> None:
    hall = default_plan(range(1, tables + 1))
    assert (len(hall), len(hall[0])) == (rows, longest)
    assert numbers_of(hall) == list(range(1, tables + 1))


@pytest.mark.parametrize("number, place", [(1, (1, 1)), (3, (1, 3)), (8, (2, 1)), (5, (2, 3)), (4, None)])
def test_a_table_is_found_by_row_and_place_without_aisles_and_gaps(number: int, place: tuple[int, int] | None) -> None:
    assert place_of(PLAN, number) == place
