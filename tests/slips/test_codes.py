"""The codes of slips: their contents, and the table to which they belong."""

from typing import Any

import pytest
import segno

from scorekeeper.slips.codes import Code, is_of, parse, table_of, texts_of
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Tournament
from tests.tournaments.made import MATCH, played, table, tournament

KEY, OTHER_KEY = b"the tournament's own key", b"another tournament's key"


def two_rounds(**fields: Any) -> Tournament:
    rounds = (
        played(table(1, 1, 2, points=[5, 0]), table(2, 3, 4, points=[0, 5])),
        played(table(1, 1, 3), table(2, 2, 4)),
    )
    return read({**tournament(4, *rounds), **fields})


def code_of(made: Tournament, key: bytes | None = None, corner: int = 0) -> Code:
    code = parse(texts_of(made, 2, made.rounds[1].tables[1], key)[corner])
    assert code is not None
    return code


def test_a_code_says_its_round_table_and_corner() -> None:
    code = code_of(two_rounds(), corner=1)
    assert code[1:] == (2, 2, 1, False)


def test_a_code_says_where_people_write() -> None:
    made = two_rounds()
    codes = [parse(text) for text in texts_of(made, 1, made.rounds[0].tables[0], above=True)]
    assert [(code.corner, code.above) for code in codes if code] == [(0, True), (1, True)]


def test_the_highest_numbers_fit() -> None:
    assert parse("SKABCDEFGHIJKLB47PR1") == Code("ABCDEFGHIJKL", 400, 9999, 1)


def test_the_text_fits_into_the_smallest_code() -> None:
    made = segno.make(texts_of(two_rounds(), 1, two_rounds().rounds[0].tables[0])[0], error="m", boost_error=False)
    assert (made.version, made.mode) == (1, "alphanumeric")


@pytest.mark.parametrize(
    "text", ["", "https://cards.example/t/abc", "SKABCDEFGHIJKL02002", "SKABCDEFGHIJKL020024", "SKABCDEFGHIJK102002O"]
)
def test_a_text_of_something_else_is_no_slips(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize("key", [None, KEY])
def test_a_code_is_of_its_tournament(key: bytes | None) -> None:
    made = two_rounds()
    code = code_of(made, key)
    assert is_of(code, made, [key] if key else [])
    assert table_of(code, made) == made.rounds[1].tables[1]


@pytest.mark.parametrize(
    "changed", [{"round": 1}, {"round": 3}, {"round": 0}, {"table": 1}, {"table": 3}, {"seal": "ABCDEFGHIJKL"}]
)
@pytest.mark.parametrize("key", [None, KEY])
def test_a_forged_code_is_refused(changed: dict[str, Any], key: bytes | None) -> None:
    made = two_rounds()
    assert not is_of(code_of(made, key)._replace(**changed), made, [key] if key else [])


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "Another"},
        {"seed": 8},
        {"scoring": MATCH},
        {"entrants": [{"id": number, "name": f"Other {number}", "players": ["A"]} for number in range(1, 5)]},
    ],
)
def test_a_slip_of_another_tournament_is_refused(fields: Any) -> None:
    assert not is_of(code_of(two_rounds(**fields)), two_rounds())


def test_a_slip_of_other_sides_is_refused() -> None:
    before = two_rounds()
    swapped = read(
        tournament(
            4,
            played(table(1, 1, 2, points=[5, 0]), table(2, 3, 4, points=[0, 5])),
            played(table(1, 1, 4), table(2, 2, 3)),
        )
    )
    assert not is_of(code_of(before, KEY), swapped, [KEY])


def test_who_enters_later_and_what_was_played_do_not_change_a_slip() -> None:
    made = two_rounds()
    later = tournament(
        5,
        played(table(1, 1, 2, points=[50, 0]), table(2, 3, 4, points=[0, 5])),
        played(table(1, 1, 3), table(2, 2, 4)),
    )
    later["entrants"][4]["late"] = 3
    assert is_of(code_of(made), read(later))


def test_only_the_key_that_signed_a_slip_opens_it() -> None:
    made = two_rounds()
    assert is_of(code_of(made, KEY), made, [OTHER_KEY, KEY])
    assert not is_of(code_of(made, KEY), made, [OTHER_KEY])
    assert not is_of(code_of(made, KEY), made)
    assert not is_of(code_of(made), made, [KEY])
