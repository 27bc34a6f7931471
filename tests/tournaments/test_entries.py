"""Entrants: pasted lists, entering, renaming, substituting, withdrawing and removing."""

from typing import Any

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.tournaments.api import pair, standings_of
from scorekeeper.tournaments.changes import entries
from scorekeeper.tournaments.changes.entries import Newcomer, find_duplicates, read_line, read_lines, read_newcomer
from scorekeeper.tournaments.changes.results import checked
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.systems import next_round
from tests.tournaments.made import VP, play_on, tournament

EMPTY = tournament([])
FOUR = tournament(4)
PAIR = read_newcomer(["Carla", "Dino"], "Lecce")


def refused(change: Any, *given: Any) -> str:
    """The messages with which a change is refused."""
    with pytest.raises(Refusal) as refusal:
        change(*given)
    return str(refusal.value)


@pytest.mark.parametrize(
    "line, name, players, club, numbers",
    [
        ("Anna, Bruno; Lecce; 1234, 1235", "Anna – Bruno", ("Anna", "Bruno"), "Lecce", ("1234", "1235")),
        ("Anna, Bruno", "Anna – Bruno", ("Anna", "Bruno"), "", ("", "")),
        ("Anna – Bruno;Lecce", "Anna – Bruno", ("Anna", "Bruno"), "Lecce", ("", "")),
        ("Anna & Bruno;; , 1235", "Anna – Bruno", ("Anna", "Bruno"), "", ("", "1235")),
        ("Anna, Bruno\tLecce\t1234, 1235", "Anna – Bruno", ("Anna", "Bruno"), "Lecce", ("1234", "1235")),
        ("Dragons: Anna, Bruno, Carla; Bari", "Dragons", ("Anna", "Bruno", "Carla"), "Bari", ("", "", "")),
        ("  Anna\u00a0 Maria ;  ; LE-7 ;", "Anna Maria", ("Anna Maria",), "", ("LE-7",)),
    ],
)
def test_a_line_is_an_entrant(line: str, name: str, players: Any, club: str, numbers: Any) -> None:
    assert read_line(line) == Newcomer(name, players, club, numbers)


@pytest.mark.parametrize(
    "line, players, club, numbers",
    [
        ("Anna\tBruno", ("Anna", "Bruno"), "", ("", "")),
        ("Anna\tBruno\tLecce", ("Anna", "Bruno"), "Lecce", ("", "")),
        ("Anna\tBruno\tLecce\t1234\t1235", ("Anna", "Bruno"), "Lecce", ("1234", "1235")),
        ("Anna\tBruno\tLecce\t\t1235", ("Anna", "Bruno"), "Lecce", ("", "1235")),
        ("Anna\tBruno\t\t1234, 1235", ("Anna", "Bruno"), "", ("1234", "1235")),
        ("Anna\tBruno\t1234\t1235\tLecce", ("Anna", "Bruno"), "Lecce", ("1234", "1235")),
        ("Anna\tBruno\tClub 77\t1234", ("Anna", "Bruno"), "Club 77", ("1234", "")),
        ("Anna\t1234\tBruno\t1235\tLecce", ("Anna", "Bruno"), "Lecce", ("1234", "1235")),
        ("Anna\t\tBruno\t1235", ("Anna", "Bruno"), "", ("", "1235")),
        ("Anna\t\tLecce", ("Anna",), "Lecce", ("",)),
    ],
)
def test_cells_of_a_spreadsheet_have_one_player_each(line: str, players: Any, club: str, numbers: Any) -> None:
    assert read_line(line)[1:] == (players, club, numbers)


def test_the_second_cell_is_the_club_where_players_enter_alone() -> None:
    assert read_line("Anna\tLecce\t1234", side=1) == Newcomer("Anna", ("Anna",), "Lecce", ("1234",))


@pytest.mark.parametrize(
    "line, why",
    [
        (";Lecce", "Enter a name"),
        ("Anna,,Bruno", "A name is missing"),
        ("Anna, anna", "listed twice"),
        ("Anna;Lecce;1;2", "separated by semicolons"),
        ("Anna;Lecce;1,2", "More member numbers than players"),
        ("Anna\tBruno\tLecce\tBari", "“Bari” is not a member number"),
        ("Anna\t1234\tBruno\t1235\tLecce\t1", "More member numbers than players"),
        ("Anna;;" + "1" * 21, "at most 20 characters"),
        (", ".join("abcdefg"), "1 to 6 players"),
        ("A" * 41, "at most 40 characters"),
        ("; ".join(["Anna", "L" * 101]), "1 to 100 characters"),
        (", ".join(letter * 39 for letter in "abc"), "a team name and a colon"),
    ],
)
def test_a_wrong_line_says_why(line: str, why: str) -> None:
    lines = read_lines(f"Carla, Dino\n\n{line}")
    assert [number for number, _newcomer in lines.good] == [1]
    assert [(wrong.number, wrong.text) for wrong in lines.wrong] == [(3, line)]
    assert why in lines.wrong[0].problem["message"].format(**lines.wrong[0].problem["params"])


def test_a_list_longer_than_any_tournament_is_not_read() -> None:
    assert "At most 400 entries" in refused(read_lines, "Anna\n" * 401)


def test_who_stands_twice_is_told_with_the_line() -> None:
    lines = read_lines("Anna, Bruno;;1\nCarla, Dino\nANNA – bruno\nElsa;;1\nFabio;;77")
    wrong = find_duplicates(lines.good, {"carla – dino": "Carla – Dino"}, {"77": "Gina"})
    assert [line for line, _problem in wrong] == [2, 3, 4, 5]


def test_entrants_get_the_next_ids_and_are_good_from_the_first_on() -> None:
    one = entries.enter(EMPTY, [PAIR])
    assert one["entrants"] == [{"id": 1, "name": "Carla – Dino", "players": ["Carla", "Dino"], "club": "Lecce"}]
    assert [entrant["id"] for entrant in entries.enter(FOUR, [PAIR])["entrants"]] == [1, 2, 3, 4, 5]
    assert len(FOUR["entrants"]) == 4


def test_a_tournament_takes_400_entrants() -> None:
    assert len(entries.enter(tournament(399), [PAIR])["entrants"]) == 400
    assert "At most 400 entries" in refused(entries.enter, tournament(400), [PAIR])


def test_two_entrants_are_not_called_alike() -> None:
    assert "Pair 2 is already entered" in refused(entries.enter, FOUR, [read_newcomer(["Zoe"], name="PAIR  2")])
    assert "Pair 2 is already entered" in refused(entries.rename, FOUR, 1, read_newcomer(["Zoe"], name="pair 2"))


def test_who_enters_once_rounds_were_drawn_is_late() -> None:
    begun = play_on(FOUR, 2)
    later = entries.enter(begun, [PAIR])
    assert later["entrants"][-1]["late"] == 3
    assert pair(later)["bye"] == 5
    assert [row["played"] for row in standings_of(later)["standings"] if row["entrant"] == 5] == [0]


@pytest.mark.parametrize("system", [{"kind": "round_robin"}, {"kind": "knockout"}])
def test_nobody_enters_late_where_all_rounds_are_fixed(system: dict[str, Any]) -> None:
    agreed = tournament(4, system=system)
    assert len(entries.enter(agreed, [PAIR])["entrants"]) == 5
    assert "takes no more entries" in refused(entries.enter, play_on(agreed), [PAIR])


def test_in_a_mitchell_who_enters_late_takes_a_free_place() -> None:
    begun = play_on(tournament(5, system={"kind": "mitchell", "rounds": 2}))
    later = entries.enter(begun, [PAIR])
    assert pair(later)["bye"] is None
    assert "All places are taken" in refused(entries.enter, later, [read_newcomer(["Zoe"])])
    assert "All places are taken" in refused(entries.enter, begun, [PAIR, read_newcomer(["Zoe"])])
    left = entries.enter(entries.withdraw(later, [1]), [read_newcomer(["Zoe"])])
    assert "All places are taken" in refused(entries.reinstate, left, 1)
    assert "No round is left" in refused(entries.enter, play_on(begun), [PAIR])


def test_a_mitchell_that_an_earlier_version_stored_goes_on_with_more_rounds_and_entrants_than_it_seats() -> None:
    mitchell = play_on(tournament(4, system={"kind": "mitchell", "rounds": 2}))
    mitchell["system"]["rounds"] = 3
    mitchell["entrants"].append({"id": 5, "name": "Zoe", "players": ["Zoe"], "late": 2})
    with pytest.raises(Refusal):
        pair(mitchell)
    assert _byes(mitchell) == (5,)
    withdrawn = entries.withdraw(mitchell, [2])
    assert _byes(withdrawn) == ()
    step = {**withdrawn, "system": {**mitchell["system"], "step": 2}}
    assert "would bring the same opponents" in refused(checked, step, withdrawn)


def _byes(document: dict[str, Any]) -> tuple[int, ...] | None:
    draft = next_round(read(document))
    return draft and draft.byes


def test_who_withdraws_is_not_paired_any_more_and_keeps_the_results() -> None:
    begun = play_on(FOUR)
    without = entries.withdraw(begun, [1, 2])
    assert [entrant.get("out") for entrant in without["entrants"]] == [2, 2, None, None]
    assert pair(without)["tables"] == [{"table": 1, "sides": [3, 4]}]
    assert standings_of(without) == standings_of(begun)
    assert entries.withdraw(play_on(without), [1])["entrants"] == without["entrants"]


def test_who_withdrew_may_come_back_until_a_round_was_drawn_without_them() -> None:
    without = entries.withdraw(play_on(FOUR), [1, 2])
    assert "out" not in entries.reinstate(without, 1)["entrants"][0]
    assert "Round 2 was drawn without" in refused(entries.reinstate, play_on(without), 1)


def test_a_late_entrant_who_never_came_is_out_before_the_first_round() -> None:
    late = entries.enter(play_on(FOUR), [PAIR])
    assert pair(entries.withdraw(late, [5]))["bye"] is None


def test_nobody_is_taken_out_once_a_round_is_drawn() -> None:
    assert [entrant["id"] for entrant in entries.remove(FOUR, [2, 3])["entrants"]] == [1, 4]
    assert entries.remove(FOUR, [1, 2, 3, 4])["entrants"] == []
    assert "withdraw it instead" in refused(entries.remove, play_on(FOUR), [2])
    assert "no entrant 9" in refused(entries.remove, FOUR, [9])


def test_a_ruling_goes_with_who_is_taken_out() -> None:
    ruled = {**FOUR, "rulings": [{"round": 1, "entrant": each, "vp": -1, "reason": "late"} for each in (1, 2)]}
    assert [ruling["entrant"] for ruling in entries.remove(ruled, [2])["rulings"]] == [1]


def test_a_wrong_name_is_written_right() -> None:
    changed = entries.rename(FOUR, 3, read_newcomer(["Anna Rossi", "Bruno"], "Bari"))
    assert changed["entrants"][2] == {
        "id": 3,
        "name": "Anna Rossi – Bruno",
        "players": ["Anna Rossi", "Bruno"],
        "club": "Bari",
    }
    assert "club" not in entries.rename(changed, 3, read_newcomer(["Anna Rossi"]))["entrants"][2]
    assert changed["scoring"] == VP
