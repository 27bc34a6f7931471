"""A tournament's sheets as values and as pages: everything on them follows from its document."""

import re
from random import Random
from typing import Any

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import LOCALES
from scorekeeper.paper import page as sheet_pages
from scorekeeper.paper.letterhead import Letterhead
from scorekeeper.paper.page import html_of_tournament
from scorekeeper.paper.tournaments.bracket import bracket
from scorekeeper.paper.tournaments.draw import draw_list
from scorekeeper.paper.tournaments.grid import grid
from scorekeeper.paper.tournaments.model import Block, Listing, Wanted
from scorekeeper.paper.tournaments.prizes import certificates, prize_list
from scorekeeper.paper.tournaments.ranking import ranking
from scorekeeper.paper.tournaments.results import results
from scorekeeper.paper.tournaments.sheets import KINDS, pages_of
from scorekeeper.paper.tournaments.slips import blank_slips, slips
from scorekeeper.tournaments.document import read
from tests.pseudo import everything_in_pseudo, outside  # noqa: F401 (a fixture)
from tests.tournaments.made import CUP, MATCH, VP, entrant, first_wins, play_on, played, table, tournament
from tests.tournaments.test_properties import SYSTEMS, any_results, some_tournament

Document = dict[str, Any]
GROUPS = {"kind": "groups", "size": 4, "qualify": 2, "then": CUP, "first": "entry"}
SINGLES = {"kind": "danese", "rounds": 3, "singles": True, "first": "entry"}
FOUR_HANDS = {"kind": "vp", "hands": 4}


def wanted(**wishes: Any) -> Wanted:
    """An A4 sheet in English unless wished otherwise."""
    return Wanted(**{"paper": "A4", "language": "en", **wishes})


def cells(block: Block) -> list[list[str]]:
    """The texts of a block's rows."""
    return [[cell.text for cell in row] for row in block.rows]


def column(block: Block, heading: str) -> list[str]:
    """The texts of one column."""
    at = [each.text for each in block.columns].index(heading)
    return [row[at] for row in cells(block)]


# Who sits where


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


def test_mitchells_lines_are_named_over_the_seating() -> None:
    document = tournament(8, system={"kind": "mitchell"})
    headings = [each.text for each in draw_list(read(document), wanted()).blocks[0].columns]
    assert headings == ["Table", "No.", "North–South", "No.", "East–West"]


@pytest.mark.parametrize("number", [3, 400])
def test_a_round_that_there_is_not_has_no_seating(number: int) -> None:
    with pytest.raises(Refusal):
        draw_list(read(play_on(tournament(4), 1)), wanted(round=number))


# Slips


@pytest.mark.parametrize(
    "scoring, rows, columns, ends",
    [
        (VP, 2, ("Base", "Points", "Total"), ("Penalties", "Difference (MP)", "Victory points (VP)")),
        (FOUR_HANDS, 4, ("Base", "Points", "Total"), ("Penalties", "Difference (MP)", "Victory points (VP)")),
        (MATCH, 0, (), ("Points", "Penalties", "Tournament points (TP)")),
        ({**MATCH, "best_of": 3}, 3, ("Points", "Won"), ("Legs won", "Penalties", "Tournament points (TP)")),
        ({**MATCH, "best_of": 99}, 0, (), ("Legs won", "Penalties", "Tournament points (TP)")),
    ],
)  # fmt: skip
def test_a_slip_has_a_row_for_each_hand_or_leg(
    scoring: Document, rows: int, columns: tuple[str, ...], ends: tuple[str, ...]
) -> None:
    form = slips(read(tournament(4, scoring=scoring)), wanted()).form
    assert (len(form.rows), form.columns, form.ends) == (rows, columns, ends)


def test_each_table_of_the_round_has_its_slip() -> None:
    made = slips(read(tournament(7)), wanted(per_page=4))
    assert [(each.table, *(side.number for side in each.sides)) for each in made.slips] == [
        ("1", "1", "2"), ("2", "3", "4"), ("3", "5", "6"),
    ]  # fmt: skip
    assert [len(page) for page in made.pages] == [3]


def test_member_numbers_stand_with_the_players_or_have_a_line_to_write_on() -> None:
    with_numbers, without = slips(read(tournament(2)), wanted(members={1: ("77", "88")})).slips[0].sides
    assert with_numbers.players == "Anna 1 (77), Bruno 1 (88)"
    assert (with_numbers.members, without.members) == (0, 2)
    assert without.players == "Anna 2, Bruno 2"


def test_players_who_are_in_the_name_are_not_said_twice() -> None:
    pair = entrant(1, name="Anna – Bruno", players=["Anna", "Bruno"])
    assert slips(read(tournament([pair, entrant(2)])), wanted()).slips[0].sides[0].players == ""


def test_partners_for_a_round_share_a_side() -> None:
    side = slips(read(tournament(4, system=SINGLES)), wanted()).slips[0].sides[0]
    assert (side.number, side.name) == ("1+4", "Pair 1 – Pair 4")


@pytest.mark.parametrize("paper, per_page", [("A4", 2), ("A4", 4), ("A5", 2), ("Letter", 4)])
def test_rows_of_the_longest_slip_can_be_written_on(paper: str, per_page: int) -> None:
    made = slips(read(tournament(4, scoring=FOUR_HANDS)), wanted(paper=paper, per_page=per_page))
    assert made.row >= 5


def test_four_slips_do_not_fit_on_small_paper() -> None:
    with pytest.raises(Refusal):
        slips(read(tournament(4)), wanted(paper="A5", per_page=4))


def test_blank_slips_name_nobody() -> None:
    made = blank_slips(read(tournament(4)), wanted(number=3))
    assert len(made.slips) == 3
    assert "Pair 1" not in html_of_tournament(made, "slips")


def test_a_long_name_is_cut_on_a_slip_and_whole_on_a_list() -> None:
    name = "Associazione Sportiva Dilettantistica " * 2
    document = tournament([entrant(1, name=name.strip()), entrant(2)])
    assert slips(read(document), wanted(per_page=4)).slips[0].sides[0].name.endswith("…")
    assert cells(draw_list(read(document), wanted()).blocks[0])[0][2] == name.strip()


# Results


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


# The ranking


def ranked(document: Document, **wishes: Any) -> Listing:
    """The ranking in English."""
    return ranking(read(document), wanted(**wishes))


def test_the_ranking_says_how_equal_ones_were_parted() -> None:
    document = tournament(4, played(table(1, 1, 2, 300, 100), table(2, 3, 4, 290, 100)))
    (block,) = ranked(document).blocks
    assert column(block, "Pl.") == ["1", "2", "3", "4"]
    assert block.notes == (
        "Places 1–2 by match points: Pair 1\xa0+200 · Pair 3\xa0+190",
        "Places 3–4 by match points: Pair 4\xa0−190 · Pair 2\xa0−200",
    )


def test_who_is_equal_in_everything_shares_the_place() -> None:
    document = tournament(4, played(table(1, 1, 2, 300, 100), table(2, 3, 4, 300, 100)))
    (block,) = ranked(document).blocks
    assert column(block, "Pl.") == ["1=", "1=", "3=", "3="]
    assert re.fullmatch(r"Place 1 is shared, equal in everything: Pair [13] · Pair [13]", block.notes[0])
    assert block.notes[1].startswith("Place 3 is shared")


def test_their_own_table_parts_two_who_are_alone_equal() -> None:
    document = tournament(
        4,
        played(table(1, 1, 2, vp=[11, 9], mp=[0, 0]), table(2, 3, 4, vp=[10, 10], mp=[0, 0])),
        played(table(1, 1, 3, vp=[9, 11], mp=[0, 0]), table(2, 2, 4, vp=[11, 9], mp=[0, 0])),
    )
    assert ranked(document).blocks[0].notes == ("Places 2–3 by their own tables: Pair 1\xa011 (0) · Pair 2\xa09 (0)",)


def test_what_the_opponents_have_parts_who_has_not_met() -> None:
    document = tournament(
        6,
        played(*(table(at, 2 * at - 1, 2 * at, vp=[12, 8], mp=[0, 0]) for at in (1, 2, 3))),
        played(
            table(1, 1, 3, vp=[12, 8], mp=[0, 0]),
            table(2, 5, 2, vp=[10, 10], mp=[0, 0]),
            table(3, 4, 6, vp=[10, 10], mp=[0, 0]),
        ),
    )
    told = "Places 4–6 by the opponents’ points: Pair 2\xa046 · Pair 6\xa040 · Pair 4\xa038"
    assert ranked(document).blocks[0].notes == (told,)


@pytest.mark.parametrize("scoring, criteria", [(VP, 5), (MATCH, 6)])
def test_what_decides_is_said_in_words(scoring: Document, criteria: int) -> None:
    assert len(ranked(tournament(4, scoring=scoring)).criteria) == criteria


def test_a_ruling_is_printed_with_its_reason() -> None:
    ruling = {"round": 1, "entrant": 2, "vp": -1, "mp": -40, "reason": "second warning"}
    document = play_on(tournament(4, rulings=[ruling]), 1)
    sheet = ranked(document)
    assert sheet.notes == ("Round 1, Pair 2: −1 VP, −40 MP (second warning)",)
    assert sorted(column(sheet.blocks[0], "Rulings")) == ["", "", "", "−1"]
    assert results(read(document), wanted()).notes == sheet.notes


def test_a_ranking_is_final_once_all_rounds_are_played_and_can_be_of_an_earlier_one() -> None:
    document = play_on(tournament(4, system={"kind": "danese", "rounds": 2}), 2)
    assert ranked(document).head.title == "Final ranking"
    assert ranked(document, round=1).head.title == "Ranking after round 1"
    with pytest.raises(Refusal):
        ranked(document, round=3)


def test_lines_and_groups_have_rankings_of_their_own() -> None:
    lines = ranked(play_on(tournament(8, system={"kind": "mitchell"}), 2)).blocks
    assert [each.heading for each in lines] == ["", "North–South", "East–West"]
    groups = ranked(play_on(tournament(8, system=GROUPS, scoring=MATCH), 4)).blocks
    assert [each.heading for each in groups] == ["", "Group A", "Group B"]
    assert column(groups[0], "Out in")[:4].count("Semi-finals") == 2


def test_a_knock_out_is_ranked_by_when_one_went_out() -> None:
    sheet = ranked(play_on(tournament(4, system={"kind": "knockout", "first": "entry"}), 2))
    assert column(sheet.blocks[0], "Out in") == ["", "Final", "Semi-finals", "Semi-finals"]
    assert len(sheet.criteria) == 1


# The crosstable and the bracket


def test_a_round_robin_is_told_each_against_each() -> None:
    document = play_on(tournament(4, system={"kind": "round_robin"}, scoring=MATCH), 3)
    (block,) = grid(read(document), wanted()).blocks
    at = [each.text for each in block.columns][3:-1]
    for row in block.rows:
        own = at.index(row[1].text)
        assert [cell.kind for cell in row[3:-1]].index("own") == own
        assert sum(int(cell.text or 0) for cell in row[3:-1]) == int(row[-1].text)


def test_other_systems_are_told_round_by_round_with_the_opponents_numbers() -> None:
    document = play_on(tournament(5), 2)
    (block,) = grid(read(document), wanted()).blocks
    rounds = {row[1].text: [(cell.text, cell.small) for cell in row[3:5]] for row in block.rows}
    first = document["rounds"][0]["tables"][0]["sides"]
    assert rounds[str(first[0])][0][1] == str(first[1])
    assert rounds[str(document["rounds"][0]["bye"])][0] == ("14", "bye")


def test_many_rounds_go_on_in_a_second_block() -> None:
    document = play_on(tournament(24, system={"kind": "round_robin"}), 20)
    blocks = grid(read(document), wanted()).blocks
    assert [len(each.columns) - 4 for each in blocks] == [15, 5]


def test_a_crosstable_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.paper.tournaments.grid.MOST_CELLS", 8)
    document = play_on(tournament(4), 3)
    assert len(grid(read(document), wanted(round=2)).blocks) == 1
    with pytest.raises(Refusal):
        grid(read(document), wanted())


def drawn(document: Document, **wishes: Any) -> list[list[str]]:
    """The texts of each page of a bracket."""
    return [[each.text for each in page.texts] for page in bracket(read(document), wanted(**wishes)).pages]


def test_a_bracket_shows_scores_and_goes_on_to_the_winner() -> None:
    document = play_on(tournament(4, system={"kind": "knockout", "first": "entry"}), 2)
    semi_finals = ["Semi-finals", "1 Pair 1", "110", "4 Pair 4", "0", "2 Pair 2", "120", "3 Pair 3", "0"]
    final = ["Final", "1 Pair 1", "110", "2 Pair 2", "0", "Winner", "1 Pair 1"]
    assert drawn(document) == [semi_finals + final]


def test_who_has_a_bye_stands_alone_in_the_first_line() -> None:
    texts = drawn(tournament(3, system={"kind": "knockout", "first": "entry"}))[0]
    assert sorted(each for each in texts if "Pair" in each) == ["1 Pair 1", "2 Pair 2", "3 Pair 3"]


def test_the_match_for_third_place_is_told_before_and_after() -> None:
    document = play_on(tournament(4, system={**CUP, "first": "entry"}), 1)
    assert bracket(read(document), wanted()).notes[0].startswith("Match for third place: ")
    assert bracket(read(play_on(document, 1)), wanted()).notes[0].startswith("Third place: ")


@pytest.mark.parametrize("paper, pages", [("A4", 3), ("A3", 1), ("A5", 5)])
def test_a_bracket_of_64_takes_the_pages_it_needs(paper: str, pages: int) -> None:
    texts = drawn(tournament(64, system={"kind": "knockout"}), paper=paper)
    assert len(texts) == pages
    assert sum("Pair" in text for page in texts for text in page) == 64


@pytest.mark.parametrize("document", [tournament(4), play_on(tournament(8, system=GROUPS, scoring=MATCH), 1)])
def test_without_a_knock_out_there_is_no_bracket(document: Document) -> None:
    with pytest.raises(Refusal):
        bracket(read(document), wanted())


# Prizes


def test_who_shares_the_last_place_with_a_prize_has_one_too() -> None:
    document = tournament(4, played(table(1, 1, 2, 300, 100), table(2, 3, 4, 300, 100)))
    (block,) = prize_list(read(document), wanted(number=1)).blocks
    assert column(block, "Pl.") == ["1", "1"]
    assert [each.player for each in certificates(read(document), wanted(number=1))] == column(block, "Pair")


def test_a_certificate_names_the_players_of_a_team() -> None:
    head = Letterhead("Circolo")
    first = certificates(read(play_on(tournament(4), 1)), wanted(letterhead=head, day="22 November 2026"))[0]
    assert first.names == f"Anna {first.player[-1]}, Bruno {first.player[-1]}"
    assert (first.place, first.day, first.letterhead) == ("Place 1 among 4", "22 November 2026", head)


# All of them

EVENING = play_on(
    tournament(8, system=GROUPS, scoring={**MATCH, "best_of": 1}, game="truco", variant="brazilian"), 5, first_wins
)


def words_of(html: str) -> str:
    """The texts of a page without names and signs of scoring."""
    return re.sub(r"<[^>]+>|&[^;]+;", " ", html)


@pytest.mark.usefixtures("everything_in_pseudo")
@pytest.mark.parametrize("kind", KINDS)
def test_no_sheet_shows_a_text_that_was_not_translated(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_pages, "is_lacking", lambda page: False)
    monkeypatch.setattr(sheet_pages, "in_print", str)
    sheet_pages._environment.cache_clear()
    for html, _copies in pages_of(kind, EVENING, wanted()):
        left = set(re.findall(r"[^\W\d_]{2,}", outside(words_of(html))))
        assert left - {"Pair", "Anna", "Bruno", "Autumn", "cup"} == set()


@pytest.mark.parametrize("language", LOCALES)
def test_every_kind_is_made_in_every_language(language: str) -> None:
    for kind in KINDS:
        for html, _copies in pages_of(kind, EVENING, wanted(language=language)):
            assert f'lang="{language.replace("_", "-")}"' in html
            assert "%(" not in html
            assert "{" not in words_of(html)


@pytest.mark.parametrize("kind", SYSTEMS)
@pytest.mark.parametrize("seed", range(4))
def test_any_evening_can_be_printed_at_any_time_or_is_refused_in_words(seed: int, kind: str) -> None:
    rng = Random(seed)
    document = some_tournament(rng, kind)
    document = play_on(document, rng.randint(0, 5), any_results(rng, document["scoring"]))
    if document["rounds"] and document["rounds"][-1]["tables"] and rng.random() < 0.5:
        last = document["rounds"][-1]["tables"][-1]
        document["rounds"][-1]["tables"][-1] = {"table": last["table"], "sides": last["sides"]}
    shown = [each["name"] for each in document["entrants"]]
    for sheet in KINDS:
        try:
            pages = pages_of(sheet, document, wanted())
        except Refusal:
            pages = []
        assert pages or sheet in ("bracket", "draw", "slips", "results")
        if sheet == "standings":
            assert all(name in pages[0][0] for name in shown)


def test_what_people_typed_is_escaped() -> None:
    document = tournament([entrant(1, name="<b>Ann</b>"), entrant(2)], name="<i>Cup</i>")
    for kind in ("draw", "slips", "standings"):
        ((html, _copies),) = pages_of(kind, document, wanted())
        assert "<b>Ann" not in html
        assert "<i>Cup" not in html
