"""A tournament's lists follow from its document: seating, results, prizes."""

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper import i18n
from scorekeeper.clubs.tournaments import words
from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper.model import Letterhead
from scorekeeper.paper.tournaments.parts import Listing
from scorekeeper.paper.tournaments.ranking import certificates, prize_list, ranking
from scorekeeper.paper.tournaments.result_sheet import result_sheet
from scorekeeper.paper.tournaments.results import results
from scorekeeper.paper.tournaments.seating import draw_list
from scorekeeper.tournaments.document import read
from tests.paper.tournament_papers import cells, column, wanted
from tests.support.pseudo_language import everything_in_pseudo, outside  # noqa: F401 (a fixture)
from tests.tournaments.made import CUP, MATCH, entrant, play_on, played, table, tournament
from tests.tournaments.test_flights import in_flights

Document = dict[str, Any]


def test_without_a_number_the_seating_is_of_the_round_under_way_else_the_next_one() -> None:
    document = play_on(tournament(4), 1)
    assert draw_list(read(document), wanted()).head.title == "Seating: Round 2 of 9"
    document["rounds"][0]["tables"][1].pop("points")
    assert draw_list(read(document), wanted()).head.title == "Seating: Round 1 of 9"


def test_a_tournament_that_is_over_has_the_seating_of_its_last_round() -> None:
    document = play_on(tournament(4, system=CUP), 2)
    assert draw_list(read(document), wanted()).head.title == "Seating: Final"


def test_everybody_finds_a_place_by_name_accents_aside() -> None:
    names = ["Zoë", "Élodie", "anna", "Bruno", "Dino"]
    entrants = [entrant(at, name=f"Pair {at}", players=[name]) for at, name in enumerate(names, start=1)]
    by_table, by_name = draw_list(read(tournament(entrants)), wanted()).blocks
    assert column(by_name, "Name") == ["anna", "Bruno", "Dino", "Élodie", "Zoë"]
    assert column(by_name, "Table") == ["2", "2", "bye", "1", "1"]
    assert cells(by_table)[0] == ["1", "1", "Pair 1", "2", "Pair 2"]
    assert by_table.notes == ("Bye: Pair 5",)


@pytest.mark.parametrize(
    "name, turned",
    [
        ("Maria Rossi", "Rossi Maria"),
        ("Anna Maria De Benedictis", "De Benedictis Anna Maria"),
        ("Giovanni Della Corte", "Della Corte Giovanni"),
        ("De Luca", "Luca De"),
        ("Pelé", "Pelé"),
        ("Maria Rossi (II)", "Rossi Maria (II)"),
    ],
)
def test_a_surname_is_the_last_word_with_the_particles_before_it(name: str, turned: str) -> None:
    assert words.surname_first(name) == turned


def test_a_seating_has_its_players_by_surname_beside_those_by_name() -> None:
    pair = entrant(1, name="The first", players=["Maria Rossi", "Zeno Calò"])
    by_name = draw_list(read(tournament([pair, entrant(2)])), wanted()).blocks[1]
    assert column(by_name, "Name") == ["Anna 2", "Bruno 2", "Maria Rossi", "Zeno Calò"]
    assert column(by_name, "Surname") == ["2 Anna", "2 Bruno", "Calò Zeno", "Rossi Maria"]


def test_mitchells_lines_are_named_over_the_seating() -> None:
    document = tournament(8, system={"kind": "mitchell"})
    headings = [each.text for each in draw_list(read(document), wanted()).blocks[0].columns]
    assert headings == ["Table", "No.", "North–South", "No.", "East–West"]


@pytest.mark.parametrize("number", [3, 400])
def test_a_round_that_there_is_not_has_no_seating(number: int) -> None:
    with pytest.raises(Refusal):
        draw_list(read(play_on(tournament(4), 1)), wanted(round=number))


def test_results_say_points_and_what_they_gave() -> None:
    document = tournament(5, played(table(1, 1, 2, 1850, 1210), table(2, 3, 4), bye=5))
    (block,) = results(read(document), wanted()).blocks
    assert cells(block)[0] == ["1", "1", "Pair 1", "2", "Pair 2", "1,850\xa0:\xa01,210", "640", "17\xa0:\xa03"]
    assert [cell.kind for cell in block.rows[0]][2] == "won"
    assert [cell.kind for cell in block.rows[1]][-3:] == ["write"] * 3
    assert block.notes == ("Bye: Pair 5, 14 VP",)


@pytest.mark.parametrize(
    "result, note",
    [
        ({"forfeit": 2}, "Table 1 was not played: Pair 2 did not play."),
        ({"late": 1}, "Table 1 was not played: Pair 1 came too late."),
        ({"vp": [12, 6], "mp": [0, -5]}, "At table 1 the arbiter set the result."),
    ],
)
def test_a_result_that_was_not_played_for_is_explained(result: Document, note: str) -> None:
    document = tournament(2, played(table(1, 1, 2, **result)))
    assert results(read(document), wanted()).blocks[0].notes == (note,)


def test_match_points_that_are_no_difference_are_said_of_both_sides() -> None:
    document = tournament(2, played(table(1, 1, 2, vp=[12, 6], mp=[0, -5])))
    assert column(results(read(document), wanted()).blocks[0], "MP") == ["0\xa0:\xa0−5"]


def test_legs_stand_beside_the_points_of_a_match() -> None:
    document = tournament(2, played(table(1, 1, 2, 60, 53, legs=[2, 1])), scoring={**MATCH, "best_of": 3})
    assert cells(results(read(document), wanted()).blocks[0])[0][5:] == [
        "60\xa0:\xa053", "2\xa0:\xa01", "3\xa0:\xa00",
    ]  # fmt: skip


def test_who_shares_the_last_place_with_a_prize_has_one_too() -> None:
    document = tournament(4, played(table(1, 1, 2, 300, 100), table(2, 3, 4, 300, 100)))
    (block,) = prize_list(read(document), wanted(number=1)).blocks
    assert column(block, "Pl.") == ["1", "1"]
    pairs = [name for each in certificates(read(document), wanted(number=1)) for name in (each.names,)]
    assert [names.partition(" · ")[0] for names in pairs[::2]] == column(block, "Pair")


def test_prizes_that_are_known_are_printed_and_others_written_in() -> None:
    document = read(play_on(tournament(4), 1))
    (block,) = prize_list(document, wanted(prizes={1: "50 €", 3: "A ham"})).blocks
    assert [(row[0].text, row[4].text, row[4].kind) for row in block.rows] == [
        ("1", "50 €", ""), ("2", "", "write"), ("3", "A ham", ""),
    ]  # fmt: skip


@pytest.mark.parametrize("sheet, title", [(prize_list, "Prize list"), (result_sheet, "Result sheet")])
def test_a_list_before_the_last_round_names_the_round(sheet: Callable[..., Listing], title: str) -> None:
    system = {"kind": "danese", "rounds": 2, "first": "entry"}
    middle = play_on(tournament(4, system=system), 1)
    assert sheet(read(middle), wanted()).head.title == f"{title} after round 1"
    over = read(play_on(middle, 1))
    assert sheet(over, wanted()).head.title == title
    assert sheet(over, wanted(round=1)).head.title == f"{title} after round 1"


@pytest.mark.parametrize("prizes, kind", [({1: "50 €"}, "prize amount"), ({1: "A ham of the region"}, "prize")])
def test_amounts_leave_the_names_more_room_than_other_prizes(prizes: dict[int, str], kind: str) -> None:
    (block,) = prize_list(read(play_on(tournament(4), 1)), wanted(prizes=prizes)).blocks
    assert [each.kind for each in block.columns if each.text == "Prize"] == [kind]


@pytest.mark.parametrize(
    "prizes, printed",
    [
        ({1: "60 €", 2: "30 €"}, ["(60 € + 30 €) / 2"] * 2),
        ({1: "60 €"}, ["60 € / 2"] * 2),
        ({1: "60 €", 2: "30 €", 3: "10 €"}, [*["(60 € + 30 €) / 2"] * 2, *["10 € / 2"] * 2]),
    ],
)
def test_who_shares_a_place_shares_its_prizes(prizes: dict[int, str], printed: list[str]) -> None:
    document = tournament(4, played(table(1, 1, 2, 300, 100), table(2, 3, 4, 300, 100)))
    (block,) = prize_list(read(document), wanted(prizes=prizes)).blocks
    assert column(block, "Prize") == printed


@pytest.mark.parametrize(
    "language, printed", [("it", "Burraco italiano (FIBUR)"), ("en", "Buraco, Italian burraco (FIBUR)")]
)
def test_a_certificate_names_its_game_once(language: str, printed: str) -> None:
    document = read(play_on(tournament(4, game="buraco", variant="burraco"), 1))
    with i18n.speaking(language):
        assert certificates(document, wanted())[0].season == f"Autumn cup · {printed}"


def test_each_player_has_a_certificate_that_names_team_and_partner() -> None:
    head = Letterhead("Circolo")
    first, second, *_others = certificates(
        read(play_on(tournament(4), 1)), wanted(letterhead=head, day="22 November 2026", number=1)
    )
    number = first.player[-1]
    assert (first.player, first.names) == (f"Anna {number}", f"Pair {number} · with Bruno {number}")
    assert (second.player, second.names) == (f"Bruno {number}", f"Pair {number} · with Anna {number}")
    assert (first.day, first.letterhead) == ("22 November 2026", head)


def test_a_certificate_is_provisional_until_the_last_round_is_played() -> None:
    document = play_on(tournament(4, system={"kind": "danese", "rounds": 2, "first": "entry"}), 2)
    over, middle = (certificates(read(document), wanted(round=number))[0].place for number in (0, 1))
    assert over == "Place 1 among 4"
    assert middle == "Place 1 among 4 after round 1 (provisional)"


def test_lists_of_a_round_name_who_sat_in_it_and_the_ranking_names_all() -> None:
    changes = [{"round": 2, "out": "Bruno 1", "in": "Elio"}]
    pairs = [entrant(1, substitutes=changes), *(entrant(each) for each in range(2, 5))]
    document = read(play_on(tournament(pairs), 2))
    for number, names in ((1, False), (2, True)):
        _by_table, by_name = draw_list(document, wanted(round=number)).blocks
        assert ("Elio" in column(by_name, "Name"), "Bruno 1" in column(by_name, "Name")) == (names, not names)
        (listed,) = results(document, wanted(round=number)).blocks
        assert any("Anna 1, Elio" in cell.small for row in listed.rows for cell in row) == names
    (ranked,) = ranking(document, wanted()).blocks
    assert "Anna 1, Bruno 1, Elio (from round 2)" in {cell.small for row in ranked.rows for cell in row}


def test_a_ranking_in_flights_has_a_list_for_each() -> None:
    document = play_on(tournament(9, system=in_flights()), 2)
    document["entrants"].append(entrant(10, late=4))
    blocks = ranking(read(document), wanted()).blocks
    assert [block.heading for block in blocks] == ["Flight A", "Flight B", "Without a flight"]
    assert [row[0] for block in blocks for row in cells(block)][-2:] == ["9", "10"]
