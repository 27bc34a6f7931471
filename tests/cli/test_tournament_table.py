"""`scorekeeper tournament table`: the ranking with every round as CSV (TOU-28)."""

import csv
import io
import json
from typing import Any

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from tests.tournaments.made import MATCH, entrant, played, table, tournament

LISTED = [
    {"id": 7, "name": "=SUM(A1)", "players": ["Anna", "Dino"], "numbers": ["1234", None], "club": "-5"},
    {"id": 8, "name": "Solo; \"8\"", "players": ["-Bea"], "out": 3},
    entrant(9, substitutes=[{"round": 2, "out": "Anna 9", "in": "Elio", "number": "77"}]),
]  # fmt: skip
ROUNDS = [
    played(table(1, 7, 8, 500, 100), bye=9),
    played(table(1, 7, 9, late=7), bye=8),
    played(table(1, 7, 9)),
]
DOCUMENT = tournament(
    LISTED, *ROUNDS, system={"kind": "danese", "rounds": 3, "first": "entry"},
    rulings=[{"round": 1, "entrant": 8, "vp": -2, "reason": "?"}],
)  # fmt: skip


def written(document: Any, *arguments: str) -> tuple[int, bytes]:
    """Exit status and output of the command."""
    result = CliRunner().invoke(main, ["tournament", "table", "-", *arguments], input=json.dumps(document).encode())
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout_bytes


def rows(document: Any, *arguments: str, separator: str = ",") -> list[list[str]]:
    """The cells of the table."""
    _status, content = written(document, *arguments)
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=separator))


def test_the_table_has_the_columns_that_the_documentation_names() -> None:
    heading, *others = rows(DOCUMENT)
    assert ",".join(heading) == (
        "Position,No.,Name,Player 1,Member number 1,Player 2,Member number 2,Club,VP 1,MP 1,VP 2,MP 2,VP,MP,"
        "Byes,Forfeits,Late,Rulings,Withdrawn from round,Substitutes"
    )
    assert [(row[0], row[1]) for row in others] == [("1", "9"), ("2", "7"), ("3", "8")]
    by_number = {row[1]: row[2:] for row in others}
    assert by_number["7"] == [
        "'=SUM(A1)", "Anna", "1234", "Dino", "", "-5", "14", "400", "6", "-305", "20", "95", "0", "0", "1", "0", "", "",
    ]  # fmt: skip
    assert by_number["8"] == [
        'Solo; "8"', "'-Bea", "", "", "", "", "6", "-400", "14", "305", "18", "-95", "1", "0", "0", "-2", "3", "",
    ]  # fmt: skip
    assert by_number["9"] == [
        "Pair 9", "Anna 9", "", "Bruno 9", "", "", "14", "305", "14", "305", "28", "610", "1", "0", "0", "0", "",
        "Elio for Anna 9 from round 2 (77)",
    ]  # fmt: skip


def test_the_file_is_for_a_spreadsheet_of_its_language() -> None:
    status, content = written(DOCUMENT, "--lang", "it")
    assert status == 0
    assert content.startswith(b"\xef\xbb\xbfPosizione;N.;")
    assert content.count(b"\r\n") == content.count(b"\n") == 4
    assert [len(row) for row in rows(DOCUMENT, "--lang", "it", separator=";")] == [20] * 4


def test_matches_have_legs_and_points_and_a_forfeit_is_counted() -> None:
    matches = [played(table(1, 1, 2, 40, 10, legs=[2, 1])), played(table(1, 1, 2, forfeit=2))]
    document = tournament(
        2, *matches, scoring={**MATCH, "best_of": 3}, system={"kind": "danese", "rounds": 2, "rematch": True}
    )
    heading, first, second = rows(document)
    assert heading[8:17] == ["TP 1", "Legs 1", "Points 1", "TP 2", "Legs 2", "Points 2", "TP", "Legs", "Points"]
    assert first[8:17] == ["3", "1", "30", "3", "2", "0", "6", "3", "30"]
    assert second[17:20] == ["0", "1", "0"]


@pytest.mark.parametrize("numbers", [["1"], ["1", "2", "3"], ["1", 2], ["1", ""], ["1", "2" * 21], "1"])
def test_numbers_run_parallel_to_the_players(numbers: Any) -> None:
    document = tournament([entrant(1, numbers=numbers), entrant(2)])
    status, content = written(document)
    assert status == 2
    assert json.loads(content)["error"]["field"].startswith("entrants.0.numbers")
