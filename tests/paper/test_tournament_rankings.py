"""A ranking shows the deciding criteria, the tie-breaks, and the arbiter's rulings."""

import re
from typing import Any

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper.tournaments.grid import grid
from scorekeeper.paper.tournaments.parts import Listing
from scorekeeper.paper.tournaments.ranking import ranking
from scorekeeper.paper.tournaments.results import results
from scorekeeper.tournaments.document import read
from tests.paper.tournament_papers import GROUPS, column, wanted
from tests.support.pseudo_language import everything_in_pseudo, outside  # noqa: F401 (a fixture)
from tests.tournaments.made import MATCH, VP, play_on, played, table, tournament

Document = dict[str, Any]


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
    assert ranked(document).blocks[0].notes == ("Places 2–3 by their own matches: Pair 1\xa011 (0) · Pair 2\xa09 (0)",)


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


@pytest.mark.parametrize(
    "kind, note",
    [
        ("draw", "In small type: the opponent’s number."),
        ("round_robin", "In each row: the points won against the number above."),
    ],
)
def test_a_crosstable_explains_its_cells(kind: str, note: str) -> None:
    system = {"kind": kind, "rounds": 3} if kind == "draw" else {"kind": kind}
    (block,) = grid(read(play_on(tournament(4, system=system), 2)), wanted()).blocks
    assert block.notes == (note,)


def test_a_crosstable_of_groups_explains_both_kinds_of_cells_once() -> None:
    groups = grid(read(play_on(tournament(8, system=GROUPS, scoring=MATCH), 4)), wanted()).blocks
    assert [len(block.notes) for block in groups] == [0, 1, 1]
