"""The bracket of a knock-out on the wall: paging, omissions, and when it is shown."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.clubs.tournaments.evening import a_tournament, enter, publish_next
from tests.support.page import Page
from tests.tournaments.made import CUP, MATCH, Document

GROUPS: Document = {"kind": "groups", "size": 4, "qualify": 2, "then": CUP}


def knock_out(app: Flask, club: str, entrants: int, rounds: int, system: Document | None = None) -> str:
    """The wall of a knock-out with this many entrants after so many rounds, with the next one published."""
    with app.app_context():
        tournament = a_tournament(club, entrants, system=system or {**CUP, "first": "entry"}, scoring=MATCH)
        for number in range(1, rounds + 1):
            publish_next(tournament)
            for table in tournament.document["rounds"][-1]["tables"]:
                enter(tournament, number, table["table"], 9, 3)
        publish_next(tournament)
        db.session.commit()
        return f"/c/{club}/tournaments/{tournament.id}/wall"


def pages_of(client: FlaskClient, address: str) -> list[Page]:
    """The pages of the wall."""
    pieces = client.get(address).text.split('<section class="slide ')[1:]
    return [Page('<section class="' + piece) for piece in pieces]


def kinds(client: FlaskClient, address: str) -> list[str]:
    return [str(each["data-slide"]) for each in Page(client.get(address).text).all("section")]


@pytest.mark.parametrize(
    "entrants, rounds, headings",
    [
        (4, 0, ["Semi-finals Final Winner"]),
        (16, 0, ["Last sixteen Quarter-finals Semi-finals Final Winner"]),
        (16, 2, ["Last sixteen Quarter-finals Semi-finals Final Winner"]),
        (32, 0, ["Last 32 Last sixteen Quarter-finals Semi-finals Final"] * 2),
        (32, 1, ["Last sixteen Quarter-finals Semi-finals Final Winner"]),
        (64, 1, ["Last 32 Last sixteen Quarter-finals Semi-finals Final"] * 2),
    ],
)
def test_sixteen_places_stand_below_each_other_on_a_page(
    app: Flask, member: FlaskClient, club: str, entrants: int, rounds: int, headings: list[str]
) -> None:
    pages = pages_of(member, f"{knock_out(app, club, entrants, rounds)}?only=bracket")
    assert [page.texts_in("h3") for page in pages] == headings


def test_the_bracket_has_names_results_winners_and_the_match_for_third_place(
    app: Flask, member: FlaskClient, club: str
) -> None:
    (page,) = pages_of(member, f"{knock_out(app, club, 4, 1)}?only=bracket")
    first = "Pair 1 9 Pair 4 3 Pair 2 9 Pair 3 3"
    assert page.texts_in("li") == f"{first} Pair 1 Pair 2"
    assert len(page.all("li", class_="bracket-place won")) == 2
    assert "Match for third place: Pair 4 – Pair 3" in page.text_in("p")


def test_who_has_a_bye_stands_beside_a_gap(app: Flask, member: FlaskClient, club: str) -> None:
    (page,) = pages_of(member, f"{knock_out(app, club, 3, 0)}?only=bracket")
    assert len(page.all("li", class_="bracket-place gap")) == 1
    assert page.texts_in("li") == "Pair 1 Pair 2 Pair 3"


def test_the_wall_turns_to_the_bracket_while_a_knock_out_is_played(app: Flask, member: FlaskClient, club: str) -> None:
    wall = knock_out(app, club, 4, 1)
    assert kinds(member, wall) == ["names-1", "surnames-1", "seating-1"]
    with app.app_context():
        enter_first(wall)
    assert kinds(member, wall) == ["results-1", "bracket-1", "ranking-1"]


def enter_first(wall: str) -> None:
    """A result at table 1 of the final."""
    enter(db.session.get_one(Tournament, int(wall.split("/")[-2])), 2, 1, 9, 3)
    db.session.commit()


def test_a_bracket_of_many_pages_is_shown_only_where_it_is_asked_for(
    app: Flask, member: FlaskClient, scorer: FlaskClient, club: str
) -> None:
    wall = knock_out(app, club, 80, 0)
    scorer.post(wall.removesuffix("wall") + "clock", data={"do": "start", "minutes": "45"})
    assert not [kind for kind in kinds(member, wall) if kind.startswith("bracket")]
    assert len(pages_of(member, f"{wall}?only=bracket")) == 8


@pytest.mark.parametrize("system, has_it", [(GROUPS, True), ({"kind": "danese", "rounds": 3}, False)])
def test_a_bracket_is_offered_where_there_will_be_one(
    app: Flask, member: FlaskClient, club: str, system: Document, has_it: bool
) -> None:
    wall = knock_out(app, club, 8, 0, system)
    assert ("only=bracket" in member.get(wall).text) == has_it
    assert kinds(member, f"{wall}?only=bracket") == []  # during the group rounds
