"""Changing who sits for an entrant: before its second round for good, later from a round on; undoing it (TOU-25)."""

from typing import Any

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.tournaments.api import standings_of
from scorekeeper.tournaments.changes import entries
from scorekeeper.tournaments.changes.entries import read_newcomer, substitute, undo_substitute
from scorekeeper.tournaments.changes.results import undo_round
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.substitutes import name_in
from tests.tournaments.made import play_on, tournament

PAIR = read_newcomer(["Carla", "Dino"], "Lecce")
OWLS = read_newcomer(["Elsa", "Fabio"], name="The Owls")


def two_pairs(rounds: int = 2) -> Any:
    """A pair named after its players and a team, after so many rounds."""
    made = entries.enter(tournament([], system={"kind": "danese", "rounds": 9, "rematch": True}), [PAIR, OWLS])
    return play_on(made, rounds) if rounds else made


def rows(document: Any, entrant: int = 1) -> Any:
    """Round, out and in of the entrant's substitutes."""
    return [(row["round"], row["out"], row["in"]) for row in entries.find(document, entrant).get("substitutes", ())]


def refusal(*arguments: Any, function: Any = substitute) -> str:
    """The message of the first problem."""
    with pytest.raises(Refusal) as refused:
        function(*arguments)
    return str(refused.value.problems[0]["message"])


def test_before_the_first_round_a_player_is_replaced_for_good() -> None:
    changed = substitute(two_pairs(0), 1, 1, "Gino")
    expected = {"id": 1, "name": "Carla – Gino", "players": ["Carla", "Gino"], "club": "Lecce"}
    assert changed["entrants"][0] == expected
    assert substitute(two_pairs(0), 2, 0, "Gino")["entrants"][1]["name"] == "The Owls"


def test_who_comes_later_is_replaced_for_good_until_it_has_played() -> None:
    late = entries.enter(two_pairs(), [read_newcomer(["Ivo", "Luca"])])
    assert entries.find(substitute(late, 3, 0, "Gino"), 3)["players"] == ["Gino", "Luca"]
    assert rows(substitute(play_on(late, 1), 3, 0, "Gino"), 3) == [(4, "Ivo", "Gino")]


def test_after_a_round_the_players_stay_and_a_substitute_sits_from_the_next_on() -> None:
    begun = two_pairs()
    changed = substitute(begun, 1, 1, "Gino", number="88")
    pair = entries.find(changed, 1)
    assert (pair["name"], pair["players"]) == ("Carla – Dino", ["Carla", "Dino"])
    assert pair["substitutes"] == [{"round": 3, "out": "Dino", "in": "Gino", "number": "88"}]
    assert [name_in(pair, number) for number in (2, 3)] == ["Carla – Dino", "Carla – Gino"]
    assert [read(changed).entrants[0].name_in(number) for number in (2, 3)] == ["Carla – Dino", "Carla – Gino"]
    assert name_in(entries.find(substitute(begun, 2, 0, "Gino"), 2), 3) == "The Owls"
    assert standings_of(changed) == standings_of(begun)


def test_a_substitute_may_be_recorded_from_an_earlier_round_on_and_be_substituted_again() -> None:
    changed = substitute(substitute(two_pairs(3), 1, 1, "Gino", 2), 1, 1, "Hugo")
    assert rows(changed) == [(2, "Dino", "Gino"), (4, "Gino", "Hugo")]
    assert rows(undo_substitute(changed, 1, 1)) == [(2, "Dino", "Gino")]
    assert "substitute" in refusal(changed, 1, 0, function=undo_substitute)
    assert "already removed" in refusal(changed, 1, 2, function=undo_substitute)
    assert "substitutes" not in entries.find(undo_substitute(undo_substitute(changed, 1, 1), 1, 0), 1)


@pytest.mark.parametrize(
    "arguments, part",
    [
        ((2, "Gino"), "who is replaced"),
        ((-1, "Gino"), "who is replaced"),
        ((1, " "), "Enter a name"),
        ((0, "dino"), "already playing"),
        ((0, "ELSA"), "already playing"),
        ((0, "Gino", 1), "Choose a round"),
        ((0, "Gino", 4), "Choose a round"),
    ],
)
def test_a_substitute_needs_a_seat_a_free_name_and_a_round(arguments: Any, part: str) -> None:
    assert part in refusal(two_pairs(), 1, *arguments)


def test_corrected_names_keep_the_substitutes_at_their_seats() -> None:
    changed = substitute(substitute(two_pairs(), 1, 1, "Gino", 2), 1, 1, "Hugo", 3)
    corrected = entries.rename(changed, 1, read_newcomer(["Carla", "Dina"]))
    assert rows(corrected) == [(2, "Dina", "Gino"), (3, "Gino", "Hugo")]
    assert "undo that first" in refusal(changed, 1, read_newcomer(["Carla"]), function=entries.rename)
    again = substitute(undo_round(undo_round(changed)), 1, 1, "Ivo")
    assert rows(again) == [(2, "Ivo", "Gino"), (3, "Gino", "Hugo")]


def test_who_withdraws_needs_no_substitute_any_more() -> None:
    changed = substitute(substitute(two_pairs(), 1, 1, "Gino", 2), 1, 0, "Hugo")
    assert rows(entries.withdraw(changed, [1])) == [(2, "Dino", "Gino")]
    assert "substitutes" not in entries.find(entries.withdraw(substitute(two_pairs(), 1, 1, "Gino"), [1]), 1)
