"""Groups, flights and the stages of groups are distinguished wherever tables and rankings are shown."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.paper.tournaments.pages import pages_of
from scorekeeper.store.models import db
from scorekeeper.web import links
from tests.clubs.tournaments.evening import a_tournament, play_round, publish_next
from tests.clubs.tournaments.test_following import address_on
from tests.paper.tournament_papers import wanted
from tests.support.page import Page
from tests.tournaments.made import CUP
from tests.tournaments.test_flights import in_flights
from tests.tournaments.test_stages import SYSTEM as STAGES

pytestmark = pytest.mark.usefixtures("in_the_usual_size")

GROUPS = {"kind": "groups", "first": "entry", "size": 3, "qualify": 1, "then": CUP}
SYSTEMS: dict[str, tuple[Any, int, int]] = {  # the system, its entrants, the rounds before the one that is named
    "groups": (GROUPS, 6, 0),
    "flights": (in_flights(), 8, 1),
    "stages": (STAGES, 12, 3),
}


def begun(app: Flask, club: str, kind: str, *, published: bool = True) -> str:
    """The address of a tournament with these rounds played and the next one published."""
    system, entrants, rounds = SYSTEMS[kind]
    with app.app_context():
        made = a_tournament(club, entrants, system=system)
        for _turn in range(rounds):
            play_round(made)
        if published:
            publish_next(made)
        db.session.commit()
        return f"/c/{club}/tournaments/{made.id}"


@pytest.mark.parametrize("entrants, is_said", [(6, False), (7, True)])
def test_seeding_from_groups_of_different_sizes_is_explained(
    app: Flask, scorer: FlaskClient, club: str, entrants: int, is_said: bool
) -> None:
    said = "equal places are ordered by their sums, not by the average of a table"
    with app.app_context():
        made = a_tournament(club, entrants, system={**GROUPS, "size": 4, "qualify": 2})
        there = f"/c/{club}/tournaments/{made.id}"
        play_round(made)
        assert said not in scorer.get(f"{there}/pair").text
        for _turn in range(2):
            play_round(made)
    assert (said in scorer.get(f"{there}/pair").text) == is_said
    assert (said in scorer.get(f"{there}/standings").text) == is_said


def public_page(scorer: FlaskClient, there: str) -> str:
    """The address of the players' page, turned on."""
    scorer.post(f"{there}/public", data={"public": "1"})
    return address_on(scorer, there)


NAMED = [("groups", "Group"), ("flights", "Flight"), ("stages", "Group")]


@pytest.mark.parametrize("kind, name", NAMED)
def test_every_list_of_tables_names_their_group_or_flight(
    app: Flask, scorer: FlaskClient, club: str, kind: str, name: str
) -> None:
    there = begun(app, club, kind)
    public = public_page(scorer, there)
    number = SYSTEMS[kind][2] + 1
    pages = ["", "/seat", f"/rounds/{number}", f"/rounds/{number}/typed", "/wall?only=seating", "/wall?only=results"]
    for address in (*(there + page for page in pages), f"{public}/tables"):
        text = scorer.get(address).text
        letters = re.findall(rf"{name} ([A-Z])\b", text[text.index("<main") :])
        assert {"A", "B"} <= set(letters), address
    document = scorer.get(f"{there}/document.json").json
    for paper in ("draw", "slips"):
        html = "".join(page for page, _copies in pages_of(paper, document, wanted(round=number)))
        assert {"A", "B"} <= set(re.findall(rf"{name}[ \N{{NO-BREAK SPACE}}]([A-Z])<", html)), paper


def test_a_slip_names_the_round_and_the_group(app: Flask, scorer: FlaskClient, club: str) -> None:
    document = scorer.get(f"{begun(app, club, 'groups')}/document.json").json
    ((html, _copies),) = pages_of("slips", document, wanted(round=1, per_page=2))
    assert re.findall(r">(Groups[^<]*)<", html) == [
        "Groups, round 1 of 3 · Group B",
        "Groups, round 1 of 3 · Group A",
    ]


def test_the_proposal_names_the_groups(app: Flask, scorer: FlaskClient, club: str) -> None:
    there = begun(app, club, "groups", published=False)
    assert re.findall(r">Group ([A-Z])<", scorer.get(f"{there}/pair").text) == ["B", "A"]


def test_a_phone_at_the_table_names_the_group(app: Flask, club: str, client: FlaskClient) -> None:
    with app.app_context():
        made = a_tournament(club, 6, system=GROUPS)
        addresses = [f"/s/{links.token(links.make_link(sitting, 'score'))}" for sitting in publish_next(made)]
        db.session.commit()
    words = "Round 1 · Table 2 · Group A"
    assert [words in client.get(address).text for address in addresses] == [False, True]
    assert words in Page(client.get(f"{addresses[1]}/m/1").text).text_in("h2")


def test_the_wall_lists_the_tables_of_a_group_together(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        made = a_tournament(club, 8, system={**GROUPS, "size": 4})
        publish_next(made)
        db.session.commit()
        there = f"/c/{club}/tournaments/{made.id}"
    wall = scorer.get(f"{there}/wall?only=seating").text
    assert re.findall(r"Group [AB]|(?<=wall-number\">)[0-9]", wall) == ["Group A", "1", "4", "Group B", "2", "3"]


def test_flights_are_lists_of_their_own_and_nobody_is_listed_twice(
    app: Flask, scorer: FlaskClient, member: FlaskClient, club: str
) -> None:
    there = begun(app, club, "flights")
    public = public_page(scorer, there)
    for address in (f"{there}/standings", f"{public}/ranking", f"{there}/wall?only=ranking"):
        page = Page(member.get(address).text)
        assert page.text.index("Flight A") < page.text.index("Flight B"), address
        lists = page.texts_in("table") or page.texts_in("ul")
        assert lists.count("Pair 3") == 1, address


def test_the_stages_of_groups_have_headings(app: Flask, scorer: FlaskClient, club: str) -> None:
    there = begun(app, club, "stages")
    public = public_page(scorer, there)
    standings = Page(scorer.get(f"{there}/standings").text).text
    assert standings.index("Second groups: Group A") < standings.index("First groups: Group A")
    assert "Second groups: Group A" in scorer.get(f"{public}/ranking").text
    before = Page(scorer.get(f"{there}/standings?round=3").text).text
    assert "Group A" in before
    assert "Second groups" not in before


def test_players_and_the_wall_read_how_equal_ones_are_parted(app: Flask, scorer: FlaskClient, club: str) -> None:
    there = begun(app, club, "flights")
    public = public_page(scorer, there)
    followed = Page(scorer.get(f"{public}/ranking").text).text
    assert "by match points" in followed
    assert "Everybody of flight A is before flight B" in followed  # in the order of tie-breaks
    assert "Equal VP: by MP" in scorer.get(f"{there}/wall?only=ranking").text
