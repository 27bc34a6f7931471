"""The contents of a match's sheet, as plain values."""

import random
from datetime import date
from typing import Any

import pytest

from scorekeeper.games import GAMES, demo
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Game
from scorekeeper.games.paper import Cell
from scorekeeper.paper.fill import Occasion, sheet_of_match
from scorekeeper.paper.hands_grid import Played
from scorekeeper.paper.layout import fitted
from scorekeeper.paper.model import Sheet
from tests.paper.papers import THEM, US, albastini, filled, match, tresette
from tests.support.fuzzing import in_turn
from tests.support.vectors import good_documents

CARDS = {"aces": [3, 1], "figures": [12, 8], "last_trick": 0, "tricks": [6, 4]}
QUICK = {"points": [3, 8]}


def row(sheet: Sheet, number: int) -> tuple[Cell, ...]:
    """The cells of a hand."""
    return sheet.grid.rows[number - 1].cells


def test_a_hand_stands_in_the_columns_of_an_empty_sheet() -> None:
    sheet = filled(tresette({name: CARDS[name] for name in ("aces", "figures", "last_trick")}, QUICK))
    ours = ["Aces", "Figures", "Last trick", "Points", "Total"]
    assert [column.heading for column in sheet.grid.columns] == ["Hand", "Dealer", *ours, *ours]
    assert [(band.text, band.span) for band in sheet.grid.bands] == [("", 2), ("Us", 5), ("Them", 5)]
    assert texts(sheet) == [
        ["1", "Anna", "3", "12", "✓", "8", "8", "1", "8", "", "3", "3"],
        ["2", "Carla", "", "", "", "3", "11", "", "", "", "8", "11"],
    ]


def test_what_no_column_tells_stands_below_the_hand() -> None:
    (_hand, more) = filled(tresette(CARDS)).grid.rows
    assert [cell.text for cell in more.cells] == [
        "", "aces 3–1 · figures 12–8 · last trick\N{NO-BREAK SPACE}● · tricks 6–4",
    ]  # fmt: skip
    assert (more.cells[1].span, more.opens) == (11, False)


@pytest.mark.parametrize(
    "entry, shares",
    [
        ({"truco": {"tricks": [], "mazo": 0}, "envido": {"calls": ["envido"], "by": 1, "answer": "refuse"}}, "0 0 1 1"),
        ({"truco": {"tricks": [], "mazo": 0}}, " 0  2"),
        ({"truco": [2, 0], "envido": {"calls": ["envido"], "by": 1, "answer": "refuse"}}, "0 2 1 0"),
        ({"truco": [0, 1], "envido": [0, 5]}, "0 0 5 1"),
        ({"truco": {"tricks": [None] * 3}, "envido": [0, 2]}, "0  2 "),  # the mano's point is among the total only
        ({"envido": {"calls": ["falta_envido"], "by": 1, "answer": "accept", "values": [20, 30]}}, "0  15 "),
    ],
)
def test_calls_fill_the_columns_of_envido_and_truco_too(entry: dict[str, Any], shares: str) -> None:
    sides = [{"name": "Ana"}, {"name": "Beto"}]
    head = {"format": "scorekeeper/1", "game": "truco-argentino", "variant": "argentino-15", "sides": sides}
    first = row(filled({**head, "hands": [entry]}), 1)
    assert " ".join(first[at].text for at in (2, 3, 5, 6)) == shares


def texts(sheet: Sheet) -> list[list[str]]:
    return [[cell.text for cell in each.cells] for each in sheet.grid.rows]


SIDES_OF_BURACO = [
    {"melds": 345, "clean": 1, "dirty": 1, "hand": {"A": 1}, "pot": "played", "thirteen": 1},
    {"melds": 60, "hand": 120, "pot": "none"},
]


@pytest.mark.parametrize(
    "document, cells",
    [
        (
            match("buraco", [US, THEM], [{"sides": SIDES_OF_BURACO, "went_out": 0}], variant="aberto"),
            [
                ["1", "Anna", "●", "345", "1", "1", "500", "15", "✓", "✓", "1230", "1230"],
                ["▲", "60", "", "", "", "120", "−100", "", "−160", "−160"],
            ],
        ),
        (
            match("truco", [US, THEM], [{"winner": 1, "stake": 3}, {"winner": None}]),
            [["1", "Anna", "", "3", "▲", "0", "3"], ["2", "Carla", "", "", "=", "0", "3"]],
        ),
        (
            match("albastini", [US, THEM], [{"points": [70, 50]}]),
            [["1", "Anna", "70", "1", "1", "50", "0", "0"]],
        ),
        (
            match("own", [("Ada", ["Ada"]), ("Bo", ["Bo"])], [{"points": [-5, 7]}]),
            [["1", "Ada", "−5", "−5", "7", "7"]],
        ),
    ],
    ids=lambda each: each["game"] if isinstance(each, dict) else "",
)
def test_each_game_fills_its_own_columns(document: dict[str, Any], cells: list[list[str]]) -> None:
    assert texts(filled(document)) == cells


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_hand_of_the_demonstration_is_told(game: Game) -> None:
    """In the columns or below them: each side's total is on the sheet, and nothing of the entry is lost.

    Of later presets those with hands of another kind are tried.
    """
    chance = random.Random(7)
    for preset in [*game.presets[:2], *(each for each in game.presets[2:] if each["slug"] in ("coinche", "quick"))]:
        sides, players = game.shapes(preset["slug"])[0]
        named = [(f"S{side}", [f"{side}.{player}" for player in range(players)]) for side in range(sides)]
        named = [(people[0] if players == 1 else name, people) for name, people in named]
        head = match(game.slug, named, [], variant=preset["slug"])
        head["options"] = demo.options_of(game) if preset is game.presets[0] else {}
        setup = rules.begin(head)
        table = rules.first_table(setup)
        for _hand in range(3):
            if table["status"] == "in_progress":
                head["hands"].append(demo.hand(setup, table, chance, 0))
                table = rules.score_hand(setup, table, head["hands"][-1])["table"]
        sheet = filled(head)
        assert {column.kind for column in sheet.grid.columns} >= {"number", "dealer"}
        printed = [cell.text for each in sheet.grid.rows for cell in each.cells if "total" in cell.kind]
        assert printed[-sides:] == [str(total).replace("-", "−") for total in table["totals"]]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_hand_of_the_vectors_has_rows_of_its_own(game: Game) -> None:
    short = [each for each in good_documents(game.slug) if len(filled(each).grid.rows) < len(each["hands"])]
    assert short == []


def test_the_leaders_total_is_bold_and_nobodys_when_all_are_equal() -> None:
    sheet = filled(tresette(CARDS, QUICK))
    assert [cell.text for cell in row(sheet, 1) if cell.leads] == ["8"]
    assert not any(cell.leads for cell in row(sheet, 3))


def test_a_note_stands_under_what_was_entered() -> None:
    sheet = filled(tresette({**QUICK, "note": "Dino's deal, played twice"}))
    assert (row(sheet, 2)[1].text, row(sheet, 2)[1].remark) == ("", "Dino's deal, played twice")


def test_totals_below_nought_have_a_true_minus_sign() -> None:
    setup = rules.begin(tresette())
    table = {**rules.first_table(setup), "totals": [-160, 700], "hands": 1}
    hand = Played(1, "Anna", {"points": [0, 11]}, [-160, 700], [-160, 700])
    sheet = sheet_of_match(setup, table, [hand], occasion=Occasion(), paper="A4", language="en")
    assert [cell.text for cell in row(sheet, 1)[5:7] + row(sheet, 1)[10:]] == ["−160", "−160", "700", "700"]
    assert sheet.result.score == "−160 · 700"  # no dash beside the minus sign


def test_a_deal_that_does_not_count_leaves_its_row_to_write_in() -> None:
    deals = [{"passed": True}, {"taker": 0, "points": [102, 60]}]
    assert filled(match("belote", [US, THEM], deals, options={"hands": 10})).grid.left == 9


def test_a_struck_hand_stays_without_points_and_both_footnotes_are_marked() -> None:
    setup = rules.begin(tresette())
    table = rules.first_table(setup)
    hands = [
        Played(1, "Anna", QUICK, [3, 8], [3, 8], remarks=("Corrected.",)),
        Played(2, "Carla", QUICK, [0, 0], [3, 8], struck=True, remarks=("Struck out.",)),
        Played(3, "Carla", QUICK, [3, 8], [6, 16]),
    ]
    sheet = sheet_of_match(setup, table, hands, occasion=Occasion(), paper="A4", language="en")
    assert [each.struck for each in sheet.grid.rows] == [False, True, False]
    assert [cell.text for cell in row(sheet, 2)] == ["2", "Carla", *[""] * 10]
    assert [(note.mark, note.text) for note in sheet.footnotes] == [("a", "Corrected."), ("b", "Struck out.")]
    assert [row(sheet, number)[0].marks for number in (1, 2, 3)] == ["a", "b", ""]


@pytest.mark.parametrize(
    "document, sentence, won, games",
    [
        (tresette(), "In progress after 0 hands", [False, False], ["", ""]),
        (tresette(CARDS), "In progress after 1 hand", [False, False], ["", ""]),
        (tresette(*[QUICK] * 3), "Won by reaching 21", [False, True], ["0", "1"]),
        (tresette({"decima": "Anna"}), "Won by a napoletana decima", [True, False], ["16", "0"]),
        (
            tresette({"claim": {"side": 0, "aces": 2, "figures": 7, "last_trick": False}}),
            "Won because the other side’s claim was wrong",
            [False, True],
            ["0", "1"],
        ),
    ],
)
def test_the_result_says_who_won_how_and_what_for(
    document: dict[str, object], sentence: str, won: list[bool], games: list[str]
) -> None:
    result = filled(document).result
    assert result.sentence == sentence
    assert [standing.won for standing in result.standings] == won
    assert [standing.games for standing in result.standings] == games


def test_a_match_that_the_players_stopped_even_is_a_draw() -> None:
    document = albastini(2, 2, [70, 50], [50, 70])
    document["hands"].append({"stop": True})
    assert filled(document).result.sentence == "A draw"


def test_a_stopped_match_without_a_result_says_so() -> None:
    setup = rules.begin(tresette())
    sheet = sheet_of_match(
        setup, rules.first_table(setup), [], occasion=Occasion(stopped=True), paper="A4", language="en"
    )
    assert sheet.result.sentence == "Stopped without a winner"


def test_house_rules_are_those_that_differ_from_the_preset() -> None:
    assert filled(tresette(variant="mcleod")).house_rules == ()
    sheet = filled(tresette(variant="mcleod", options={"target": 31, "honours": False, "direction": "ccw"}))
    assert sheet.house_rules == ("Target: 31", "Honours count: no")
    assert sheet.variant == "With honours, to 21"


def test_a_house_rule_is_written_as_in_the_rules_with_the_numbers_of_the_language() -> None:
    document = {
        **match("buraco", [US, THEM], []),
        "variant": "us",
        "options": {"first_meld": [[0, 50], [1200, 75]], "hands": 8, "target": 4000},
    }
    texts = {language: filled(document, language=language).house_rules for language in ("en", "it")}
    first_meld = "First meld: from total, points: 50, 75 from 1,200"
    assert texts["en"] == ("Target: 4,000", first_meld, "Number of hands: 8")
    assert texts["it"][0].endswith("4.000")


def test_the_seats_stand_around_the_table_in_the_direction_of_play() -> None:
    ours = filled(tresette()).seating
    seats = [ours.bottom, *ours.right, ours.top, *ours.left]
    assert [seat.name for seat in seats if seat] == ["Anna", "Carla", "Bruno", "Dino"]
    assert ours.bottom.deals_first
    clockwise = filled(tresette(variant="scarne")).seating
    assert [seat.name for seat in (*clockwise.left, *clockwise.right)] == ["Carla", "Dino"]


@pytest.mark.parametrize(
    "sides, players, at_right, at_top, at_left",
    [
        (2, 1, [], ["2.1"], []),
        (3, 1, ["2.1"], [], ["3.1"]),
        (5, 1, ["3.1", "2.1"], [], ["4.1", "5.1"]),
        (3, 2, ["3.1", "2.1"], ["1.2"], ["2.2", "3.2"]),
        (2, 3, ["1.2", "2.1"], ["2.2"], ["1.3", "2.3"]),
    ],
)
def test_two_to_six_find_their_seats(
    sides: int, players: int, at_right: list[str], at_top: list[str], at_left: list[str]
) -> None:
    seating = filled(albastini(sides, players)).seating
    assert seating.bottom.name == "1.1"
    assert [seat.name for seat in seating.right] == at_right
    assert [seating.top.name] if seating.top else at_top == []
    assert [seat.name for seat in seating.left] == at_left


@pytest.mark.parametrize("language, day", [("en", "November 21, 2026"), ("it", "21 novembre 2026")])
def test_place_and_date_come_from_the_document(language: str, day: str) -> None:
    about = {"place": "Bar Sport", "date": date(2026, 11, 21).isoformat()}
    facts = filled(tresette(about=about), language=language).facts
    assert [fact.text for fact in facts][:2] == [day, "Bar Sport"]


def test_the_date_is_that_of_the_first_dated_hand_where_none_is_given() -> None:
    facts = filled(tresette(QUICK, {**QUICK, "at": "2026-11-21T20:15:00Z"})).facts
    assert facts[0].text == "November 21, 2026"


def test_a_date_in_other_words_is_printed_as_it_is() -> None:
    assert filled(tresette(about={"date": "Epiphany"})).facts[0].text == "Epiphany"


def test_the_columns_fill_the_measure_of_every_paper() -> None:
    documents = (tresette(CARDS), albastini(6, 1, [20] * 6), albastini(3, 2))
    for turn, (paper, measure) in enumerate((("A4", 186), ("A5", 126), ("Letter", 190.5))):
        for document in in_turn(documents, turn):
            widths = fitted(filled(document, paper)).grid.widths
            assert sum(widths) == pytest.approx(measure, abs=0.2)
            assert min(widths) >= 5
