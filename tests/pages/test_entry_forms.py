"""The entry form: its texts become the entry, and no input is lost."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.card.fields import PLAIN
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal, Setup, refuse
from scorekeeper.games.engine.checks import whole
from scorekeeper.pages.entry_form import EntryForm, Way, blank_form, filled_form, posted_form, ways
from tests.games.table import usual_sides

TWO = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]


def setup_of(game: str, sides: Any = TWO, **head: Any) -> Setup:
    required = {"options": {"card": PLAIN}} if game == "card" else {}
    return play.begin({"format": "scorekeeper/1", "game": game, "sides": sides, **required, **head})


def posted(game: str, fields: dict[str, str], **head: Any) -> EntryForm:
    return posted_form(setup_of(game, **head), fields.items())


def singles(*names: str) -> list[dict[str, Any]]:
    return [{"name": name, "players": [name]} for name in names]


TYPED: list[tuple[str, dict[str, Any], dict[str, str], dict[str, Any]]] = [
    ("tresette", {}, {"way": "cards", "aces.0": "3", "figures.1": "8", "last_trick": "0"},
     {"aces": [3, 1], "figures": [12, 8], "last_trick": 0}),
    ("tresette", {}, {"way": "quick", "points.0": "7", "points.1": "4", "note": " Dino was late "},
     {"points": [7, 4], "note": "Dino was late"}),
    ("tresette", {}, {"way": "quick", "points.0": "11", "tricks.0": "10"}, {"points": [11, 0], "tricks": [10, 0]}),
    ("tresette", {}, {"way": "claim", "claim.side": "0", "claim.aces": "1", "claim.figures": "4",
                      "claim.last_trick": "on"},
     {"claim": {"side": 0, "aces": 1, "figures": 4, "last_trick": True}}),
    ("tresette", {}, {"way": "decima", "decima": "Anna"}, {"decima": "Anna"}),
    ("tresette", {"variant": "mcleod"},
     {"way": "quick", "points.0": "6", "honours.0.player": "",
      "honours.0.kind,honours.0.rank,honours.0.missing,honours.0.suit": ",,,", "honours.2.player": "Anna",
      "honours.2.kind,honours.2.rank,honours.2.missing,honours.2.suit": "three,3,coins,"},
     {"points": [6, 5], "honours": [{"player": "Anna", "kind": "three", "rank": "3", "missing": "coins"}]}),
    ("truco", {}, {"way": "quick", "winner,stake": "1,3"}, {"winner": 1, "stake": 3}),
    ("truco", {}, {"way": "quick", "winner,stake": "null,"}, {"winner": None}),
    ("truco", {}, {"way": "full", "tricks.0": "0", "tricks.1": "null", "tricks.2": ""}, {"tricks": [0, None]}),
    ("truco", {}, {"way": "full", "truco.trick": "1", "truco.side": "1", "truco.proposals": "2", "truco.answer": "run"},
     {"tricks": [], "truco": {"trick": 1, "side": 1, "proposals": 2, "answer": "run"}}),
    ("truco", {"variant": "paulista"}, {"way": "fold", "fold": "on"}, {"fold": True}),
    ("albastini", {}, {"way": "points", "points.0": "45+25"}, {"points": [70, 50]}),
    ("albastini", {"sides": singles("A", "B", "C")}, {"way": "points", "points.0": "60", "points.2": "9"},
     {"points": [60, 51, 9]}),
    ("albastini", {"sides": singles("A", "B", "C", "D", "E")},
     {"way": "points", "undrawn": "K", **{f"points.{side}": "20" for side in range(4)}},
     {"points": [20, 20, 20, 20, 36], "undrawn": "K"}),
    ("albastini", {},
     {"way": "cards", "cards.A.0": "3", "cards.7.0": "2", "cards.K.1": "3", "cards.J.0": "4", "cards.Q.0": "2",
      "next_dealer": "Bruno"},
     {"cards": {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}, "next_dealer": "Bruno"}),
    ("buraco", {},
     {"way": "hand", "sides.0.melds": "345", "sides.0.clean": "1", "sides.0.hand": "45", "sides.0.pot": "played",
      "sides.1.melds.3-7": "10", "sides.1.melds.A": "2", "sides.1.hand": "30", "sides.1.pot": "unplayed",
      "sides.1.pot_cards": "85", "sides.1.failed_melds": "2", "sides.1.cut_bonus": "on", "went_out": "0"},
     {"sides": [{"melds": 345, "clean": 1, "hand": 45, "pot": "played"},
                {"melds": {"3-7": 10, "A": 2}, "hand": 30, "pot": "unplayed", "pot_cards": 85, "failed_melds": 2,
                 "cut_bonus": True}], "went_out": 0}),
]  # fmt: skip


@pytest.mark.parametrize("game, head, fields, entry", TYPED)
def test_what_is_typed_is_the_entry(
    game: str, head: dict[str, Any], fields: dict[str, str], entry: dict[str, Any]
) -> None:
    assert posted(game, fields, **head).entry == entry


@pytest.mark.parametrize("game, head, fields, entry", TYPED)
def test_a_correction_opens_the_way_in_which_the_hand_was_entered_with_the_same_entry(
    game: str, head: dict[str, Any], fields: dict[str, str], entry: dict[str, Any]
) -> None:
    form = filled_form(setup_of(game, **head), 3, entry)
    assert form.way.slug == fields["way"]
    assert form.number == 3
    assert form.entry == entry


@pytest.mark.parametrize("game", GAMES)
def test_the_untouched_form_of_every_game_and_way_is_refused_and_not_a_failure(game: Any) -> None:
    setup = setup_of(game.slug, usual_sides(game.slug))
    for way in ways(setup):
        form = posted_form(setup, [("way", way.slug)])
        with pytest.raises(Refusal):
            play.score_hand(setup, play.first_table(setup), form.entry)


@pytest.mark.parametrize(
    "text, number",
    [
        ("7", 7),
        (" 45 + 30 - 5 ", 70),
        ("-20", -20),
        ("−20", -20),
        ("１２", 12),
        ("", None),
        ("7,5", "7,5"),
        ("5+", "5+"),
        ("--5", "--5"),
        ("9" * 40, "9" * 40),
        ("seven", "seven"),
    ],
)
def test_numbers_may_be_sums_and_anything_else_stays_what_it_is(text: str, number: Any) -> None:
    assert whole(text) == number


def test_what_is_no_number_is_kept_and_refused_at_its_field() -> None:
    setup = setup_of("tresette")
    form = posted_form(setup, {"way": "cards", "aces.0": "many", "figures.0": "12", "last_trick": "0"}.items())
    form.problems = play.problems(setup, play.first_table(setup), form.entry)
    assert form.text("aces.0") == "many"
    assert [problem["message"] for problem in form.problems_at("aces.0")] == ["This must be a whole number"]
    assert form.touched("aces")


def test_a_problem_without_a_field_on_the_page_is_said_above_the_form() -> None:
    form = posted("tresette", {"way": "quick", "points.0": "7"})
    form.problems = [
        {"message": "over", "params": {}, "field": None, "rule": None, "hand": 1},
        {"message": "wrong", "params": {}, "field": "points.0", "rule": "TRE-4", "hand": 1},
    ]
    assert [problem["message"] for problem in form.other_problems] == ["over"]


def test_shares_that_cannot_be_filled_in_are_left_for_the_game_to_refuse() -> None:
    form = posted("albastini", {"way": "points", "points.0": "60"}, sides=singles("A", "B", "C"))
    assert form.entry == {"points": [60, None, None]}


def test_a_way_or_field_that_the_match_does_not_play_is_not_offered() -> None:
    plain = ways(setup_of("tresette", options={"special_wins": False}))
    assert [way.slug for way in plain] == ["cards", "quick", "claim"]
    assert "honours" not in plain[0].fields
    assert [way.slug for way in ways(setup_of("truco"))] == ["quick", "full"]
    assert "stop" not in [way.slug for way in ways(setup_of("albastini"))]
    assert "undrawn" not in ways(setup_of("albastini"))[0].fields


@pytest.mark.parametrize(
    "known, next_hand, offered",
    [
        (None, {}, True),
        ("fold", {"fold": 0}, True),
        ("fold", {"fold": None}, False),
        (["pots", [1, 2]], {"pots": [1, 2]}, True),
        (["pots", [1, 2]], {"pots": [1, 3]}, False),
        (["choice", ["a"]], {"choice": [["b"], ["a"]]}, True),
        (["choice", ["a"]], {"choice": [["a", "b"]]}, False),
        (["choice", ["a"]], {}, False),
    ],
)
def test_a_way_is_offered_if_the_next_hand_has_what_it_needs(known: Any, next_hand: Any, offered: bool) -> None:
    way = Way({"slug": "x", "title": "", "fields": [], "known": known}, setup_of("truco"))
    assert way.is_offered(next_hand) is offered


def test_a_new_form_opens_as_the_last_hand_was_entered() -> None:
    setup = setup_of("tresette")
    assert blank_form(setup).way.slug == "cards"
    assert blank_form(setup, last={"points": [7, 4]}).way.slug == "quick"
    assert blank_form(setup, "claim", {"points": [7, 4]}).way.slug == "claim"
    assert blank_form(setup, "nonsense").way.slug == "cards"


def test_a_control_that_fills_several_fields_knows_that_it_was_chosen() -> None:
    form = posted("truco", {"way": "quick", "winner,stake": "1,3"})
    assert form.holds("winner,stake", "1,3")
    assert not form.holds("winner,stake", "1,6")
    assert not form.holds("winner,stake", "null,")


def test_rows_are_counted_up_to_the_last_one_typed() -> None:
    typed = {"honours.3.player": "Anna", "honours.9.player": ""}
    assert posted("tresette", typed, variant="mcleod").rows("honours") == 4
    assert posted("tresette", {"honours.x.player": "Anna"}, variant="mcleod").rows("honours") == 0


def answered_form(game: str, asks: str, answer: str) -> EntryForm:
    """Returns a form whose question has this value; all other fields are blank."""
    return posted_form(setup_of(game), [("way", "hand"), ("asks", asks), ("went_out", answer)])


@pytest.mark.parametrize("game", ["buraco", "canasta"])
@pytest.mark.parametrize(
    "asks, answer, refused",
    [
        ("went_out", "", True),
        ("went_out", "null", False),
        ("went_out", "0", False),
        ("", "", False),
        ("nothing", "", False),
    ],
)
def test_a_question_that_the_form_asked_has_to_be_answered(game: str, asks: str, answer: str, refused: bool) -> None:
    form = answered_form(game, asks, answer)
    if not refused:
        assert form.answered(lambda entry: None) == form.entry
        return
    with pytest.raises(Refusal) as caught:
        form.answered(lambda entry: None)
    assert [(each["field"], each["message"]) for each in caught.value.problems] == [("went_out", "Who went out?")]


def test_what_the_rules_find_is_told_before_a_question_that_they_could_do_without() -> None:
    def refuses(entry: Any) -> None:
        raise refuse("sides", "BUR-2", "Fill this in")

    with pytest.raises(Refusal) as caught:
        answered_form("buraco", "went_out", "").answered(refuses)
    assert caught.value.problems[0]["field"] == "sides"


@pytest.mark.parametrize("way, missing", [("quick", ["points"]), ("cards", ["aces", "figures", "last_trick"])])
def test_a_blank_hand_is_refused_at_the_fields_of_its_own_way(way: str, missing: list[str]) -> None:
    setup = setup_of("tresette")
    table = play.first_table(setup)
    with pytest.raises(Refusal) as caught:
        posted("tresette", {"way": way, "note": "a long one"}).answered(
            lambda entry: play.score_hand(setup, table, entry)
        )
    assert [each["field"] for each in caught.value.problems] == missing
