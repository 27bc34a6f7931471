"""The ranking for the wall and the federation's result sheet: players, points of each round, signatories."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.paper.tournaments.parts import Block
from scorekeeper.paper.tournaments.result_sheet import printed_ranking, result_sheet, table_of
from scorekeeper.paper.tournaments.results import results
from scorekeeper.tournaments.document import read
from tests.paper.tournament_papers import cells, column, wanted
from tests.support.pseudo_language import everything_in_pseudo, outside  # noqa: F401 (a fixture)
from tests.tournaments.made import CUP, entrant, play_on, played, table, tournament

Document = dict[str, Any]
FIRST = entrant(
    1,
    name="Anna – Bruno",
    players=["Anna", "Bruno"],
    numbers=["77", None],
    club="Lecce",
    substitutes=[{"round": 2, "out": "Bruno", "in": "Elio", "number": "99"}],
)


def two_rounds(*more: Document) -> Document:
    """Two rounds of four pairs: the first with member numbers and a substitute."""
    pairs = [FIRST, *(entrant(number) for number in range(2, 5)), *more]
    first = played(table(1, 1, 2, 300, 100), table(2, 3, 4, 290, 100))
    return tournament(pairs, first, played(table(1, 1, 3, 300, 100), table(2, 2, 4, forfeit=4)))


def named(block: Block, number: int) -> tuple[str, str]:
    """An entrant's name and the text in small type beside it."""
    (row,) = (row for row in block.rows if row[1].text == str(number))
    return row[2].text, row[2].small


def test_the_ranking_on_the_wall_has_the_points_of_each_round_and_no_empty_column() -> None:
    (block,) = printed_ranking(read(two_rounds()), wanted()).blocks
    assert [each.text for each in block.columns] == ["Pl.", "No.", "Pair", "1", "2", "VP", "MP", "Opp."]
    assert cells(block)[0][:6] == ["1", "1", "Anna – Bruno", "12", "12", "24"]


def test_the_ranking_of_a_tournament_without_entrants_is_a_heading() -> None:
    assert len(table_of(replace(read(tournament(2)), entrants=()))) == 1


def test_a_ranking_marks_who_came_late_who_left_and_who_sat_for_whom() -> None:
    document = two_rounds(entrant(5, late=3), entrant(6, out=1))
    (block,) = printed_ranking(read(document), wanted()).blocks
    assert named(block, 1)[1] == "77, –, Elio (from round 2) 99 · Lecce"
    assert named(block, 5)[1].endswith("from round 3")
    assert named(block, 6)[1].endswith("withdrawn from round 1")


def test_what_is_rare_is_said_beside_the_name_on_small_paper() -> None:
    document = two_rounds(entrant(5, out=2))
    document["rounds"][0]["bye"] = 5
    small, large = (printed_ranking(read(document), wanted(paper=paper)).blocks[0] for paper in ("A5", "A4"))
    assert "Byes" in [each.text for each in large.columns]
    assert "Byes" not in [each.text for each in small.columns]
    assert named(small, 5)[1].endswith("Byes 1")


def test_a_result_sheet_has_both_points_of_each_round_and_only_columns_with_figures() -> None:
    (block,) = result_sheet(read(two_rounds()), wanted()).blocks
    assert [each.text for each in block.columns][3:] == ["1", "2", "VP", "MP", "Forfeits"]
    first = next(row for row in block.rows if row[1].text == "1")
    assert [(cell.text, cell.small) for cell in first[3:5]] == [("12", "+200"), ("12", "+200")]
    assert sorted(column(block, "Forfeits")) == ["", "", "", "1"]


def test_the_match_points_of_rulings_have_a_column_so_that_all_add_up() -> None:
    ruled = {**two_rounds(), "rulings": [{"round": 1, "entrant": 1, "vp": -1, "mp": -105, "reason": "late again"}]}
    (block,) = result_sheet(read(ruled), wanted()).blocks
    assert [each.text for each in block.columns][-2:] == ["Rulings", "Rulings (MP)"]
    heading, *rows = table_of(read(ruled))
    assert heading[-2:] == ["Substitutes", "Rulings (MP)"]
    mp = [at for at, text in enumerate(heading) if text.startswith("MP ")]
    assert all(sum(int(row[at] or 0) for at in (*mp, -1)) == int(row[heading.index("MP")]) for row in rows)


def test_a_federation_reads_plain_names_beside_the_numbers_and_nobody_else_does() -> None:
    document = two_rounds()
    for at, names in ((1, ["Maria Rossi (II)", "Ugo"]), (2, ["Maria Rossi", "Ida (7)"]), (3, ["Pia (III)", "Leo"])):
        document["entrants"][at] |= {"name": " – ".join(names), "players": names, "numbers": ["00987", "7"]}
    document["entrants"][3].pop("numbers")
    _heading, *rows = table_of(read(document))
    assert {row[2] for row in rows} >= {"Maria Rossi – Ugo", "Maria Rossi – Ida", "Pia (III) – Leo"}
    assert "Maria Rossi – Ugo" in column(result_sheet(read(document), wanted()).blocks[0], "Pair")
    assert "Maria Rossi (II) – Ugo" in column(printed_ranking(read(document), wanted()).blocks[0], "Pair")


def test_the_rounds_of_a_long_tournament_go_on_in_a_second_table() -> None:
    document = play_on(tournament(16, system={"kind": "round_robin"}), 12)
    blocks = result_sheet(read(document), wanted()).blocks
    assert [[each.text for each in block.columns][3:] for block in blocks] == [
        [str(number) for number in range(1, 11)], ["11", "12", "VP", "MP"],
    ]  # fmt: skip


@pytest.mark.parametrize("make", [printed_ranking, result_sheet])
def test_the_head_counts_who_entered_and_the_arbiter_signs_by_name(make: Any) -> None:
    sheet = make(read(two_rounds()), wanted(arbiter="Rita Verdi", code="F-12"))
    assert sheet.head.about.endswith("4 pairs · 8 players · Code: F-12")
    assert sheet.signatures == ("Arbiter: Rita Verdi", "For the club")


def test_nobody_is_the_winner_of_a_table_with_equal_victory_points() -> None:
    document = tournament(4, played(table(1, 1, 2, 105, 100), table(2, 3, 4, 500, 100)))
    (block,) = results(read(document), wanted()).blocks
    kinds = [[cell.kind for cell in row] for row in block.rows]
    assert ["won" in row for row in kinds] == [False, True]


def test_results_of_all_rounds_are_one_list() -> None:
    sheet = results(read(play_on(tournament(4, system=CUP), 2)), wanted(every_round=True))
    assert sheet.head.title == "Results of all rounds"
    assert [block.heading for block in sheet.blocks] == ["Semi-finals", "Final"]
