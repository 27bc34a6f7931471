"""The floor plan: numbers of paired tables, the plan on every page, export and import."""

import io
import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from sqlalchemy import select

from scorekeeper.clubs.tournaments import json_lines, keeping, rounds
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.presence import set_plan
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from tests.clubs.tournaments.evening import ACTOR, a_tournament, enter, publish_next
from tests.support.page import Page

pytestmark = pytest.mark.usefixtures("in_the_usual_size")

TYPED = "11 12\n\n21 . 13"  # five tables; the tournament needs four
LAID_OUT = [[11, 12, 0], [0, 0, 0], [21, 0, 13]]


@pytest.fixture
def number(app: Flask, club: str) -> int:
    """The id of a tournament of eight pairs in this hall, with its first round published."""
    with app.app_context():
        tournament = a_tournament(club, 8)
        set_plan(tournament, TYPED)
        plan = rounds.next_plan(tournament)
        assert plan is not None
        rounds.publish(tournament, tournament.version, plan.round, actor=ACTOR)
        tournament.public = "followed"
        db.session.commit()
        return tournament.id


@pytest.fixture
def page(club: str, number: int) -> str:
    return f"/c/{club}/tournaments/{number}"


def links_of(shown: Page) -> dict[str, str]:
    """The links of the plan's tables, and their labels."""
    return {str(each["href"]): str(each["aria-label"]) for each in shown.all("a") if "#table-" in str(each["href"])}


def test_a_round_is_paired_at_the_tables_of_the_hall(app: Flask, number: int) -> None:
    with app.app_context():
        tournament = db.session.get_one(Tournament, number)
        assert [table["table"] for table in tournament.document["rounds"][0]["tables"]] == [11, 12, 13, 21]


def test_a_hall_is_laid_out_looked_at_and_forgotten(scorer: FlaskClient, page: str, app: Flask, number: int) -> None:
    shown = scorer.get(f"{page}/hall")
    assert Page(shown.text).text_in("textarea") == "11 12 21 . 13"
    assert scorer.post(f"{page}/hall", data={"do": "save", "hall": "1-3\n4-6"}).status_code == 303
    with app.app_context():
        assert desk_of(db.session.get_one(Tournament, number))["hall"] == [[1, 2, 3], [4, 5, 6]]
    scorer.post(f"{page}/hall", data={"do": "clear", "hall": "1-3\n4-6"})
    assert "No floor plan yet" in scorer.get(f"{page}/hall").text
    assert Page(scorer.get(f"{page}/hall").text).text_in("textarea") == "11 12 13 21"  # the round's tables


def test_what_is_no_plan_is_refused_and_stays_typed(scorer: FlaskClient, page: str, app: Flask, number: int) -> None:
    refused = scorer.post(f"{page}/hall", data={"hall": "1 2\n2 3"})
    assert refused.status_code == 422
    assert "Table 2 is on the floor plan twice" in refused.text
    assert Page(refused.text).text_in("textarea") == "1 2 2 3"
    with app.app_context():
        assert desk_of(db.session.get_one(Tournament, number))["hall"] == LAID_OUT


def test_a_table_that_the_hall_does_not_have_is_pointed_out_before_the_round_is_published(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    with app.app_context():
        tournament = a_tournament(club, 8)
        set_plan(tournament, "3-5")
        db.session.commit()
        page = f"/c/{club}/tournaments/{tournament.id}"
    assert "Tables not on the floor plan: 6" in scorer.get(f"{page}/pair").text
    scorer.post(f"{page}/pair", data={"do": "tables", "one": "6", "other": "9"})
    assert "Tables not on the floor plan: 9" in scorer.get(f"{page}/pair").text


def test_the_arbiter_s_plan_says_how_every_table_stands_and_leads_to_it(
    app: Flask, scorer: FlaskClient, page: str, number: int
) -> None:
    with app.app_context():
        enter(db.session.get_one(Tournament, number), 1, 12, 1200, 800)
        at_13 = select(TournamentTable).where(TournamentTable.number == 13)
        db.session.scalars(at_13).one().called_at = now()
        db.session.commit()
    shown = Page(scorer.get(page).text)
    assert links_of(shown) == {
        "#table-11": "Table 11: no hand yet",
        "#table-12": "Table 12: done",
        "#table-13": "Table 13: calls the arbiter",
        "#table-21": "Table 21: no hand yet",
    }
    assert [row.get("id") for row in shown.all("tr") if row.get("id")] == [f"table-{at}" for at in (13, 11, 21, 12)]
    assert "no hand yet: 2" in shown.text


def test_many_tables_have_a_plan_though_nobody_laid_one_out(app: Flask, member: FlaskClient, club: str) -> None:
    with app.app_context():
        few, many = a_tournament(club, 8), a_tournament(club, 16)
        for tournament in (few, many):
            publish_next(tournament)
        db.session.commit()
        pages = [f"/c/{club}/tournaments/{tournament.id}" for tournament in (few, many)]
    assert [len(links_of(Page(member.get(each).text))) for each in pages] == [0, 8]
    assert "only=hall" not in member.get(f"{pages[1]}/wall").text  # no directions: a default plan may be wrong


def public_page(client: FlaskClient, scorer: FlaskClient, page: str) -> str:
    (found,) = re.findall(r'value="http://localhost(/t/[^"]+)"', scorer.get(page).text)
    return str(found)


def test_players_see_their_own_table_in_the_hall(
    app: Flask, client: FlaskClient, scorer: FlaskClient, page: str, number: int
) -> None:
    address = public_page(client, scorer, page)
    with app.app_context():
        tables = db.session.get_one(Tournament, number).document["rounds"][0]["tables"]
        sits = next(table["sides"][0] for table in tables if table["table"] == 13)
    client.get(f"{address}/me/{sits}")
    shown = client.get(address)
    assert "Row 2 from the front, table 2 from the left." in shown.text
    assert Page(shown.text).texts_in("td") == "11 12 21 13 : my table"
    headers = {"If-None-Match": shown.headers["ETag"]}
    assert client.get(address, headers=headers).status_code == 304
    scorer.post(f"{page}/hall", data={"hall": "13 12\n21 11"})
    assert "Row 1 from the front, table 1 from the left." in client.get(address, headers=headers).text
    scorer.post(f"{page}/hall", data={"hall": "1 2"})
    assert "from the front" not in client.get(address).text


def test_the_wall_shows_where_the_tables_stand(app: Flask, member: FlaskClient, page: str, number: int) -> None:
    shown = Page(member.get(f"{page}/wall").text)
    assert [each["data-slide"] for each in shown.all("section")][-2:] == ["hall-1", "code-1"]
    with app.app_context():
        tournament = db.session.get_one(Tournament, number)
        set_plan(tournament, "11 12 13")
        enter(tournament, 1, 12, 1200, 800)
        db.session.commit()
    alone = Page(member.get(f"{page}/wall?only=hall").text)
    assert alone.texts_in("td") == "11 12 : done 13"
    assert "Tables not on the floor plan: 21" in alone.text


@pytest.mark.parametrize("query, text", [("", "Floor plan: Round 1 of 9"), ("?paper=A5&lang=it", "Turno 1 di 9")])
def test_the_plan_is_printed_with_who_sits_where(scorer: FlaskClient, page: str, query: str, text: str) -> None:
    (sheet,) = PdfReader(io.BytesIO(scorer.get(f"{page}/papers/hall.pdf{query}").data)).pages
    printed = sheet.extract_text()
    assert text in printed
    assert all(f"{at} Pair {at}" in printed for at in range(1, 9))


def test_seating_is_printed_at_the_tables_of_the_hall_before_the_round_is_published(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    with app.app_context():
        tournament = a_tournament(club, 4)
        set_plan(tournament, "31 32")
        db.session.commit()
        page = f"/c/{club}/tournaments/{tournament.id}"
    (sheet,) = PdfReader(io.BytesIO(scorer.get(f"{page}/papers/draw.pdf").data)).pages
    assert "31" in sheet.extract_text()
    assert "32" in sheet.extract_text()


def test_the_plan_goes_out_with_the_tournament_and_comes_in_again(app: Flask, club: str, number: int) -> None:
    with app.app_context():
        line = json.loads(json_lines.write_line(db.session.get_one(Tournament, number)))
        assert line["desk"]["hall"] == LAID_OUT
        assert json_lines.read_line(1, line).desk["hall"] == LAID_OUT
        line["desk"]["hall"] = "by the window"  # as old versions stored it
        assert json_lines.read_line(1, line).desk["hall"] == []
        line["desk"]["hall"] = [[1, 1]]
        with pytest.raises(Refusal) as refused:
            json_lines.read_line(1, line)
        assert [problem["field"] for problem in refused.value.problems] == ["desk.hall"]


def test_words_that_were_stored_before_there_were_plans_are_no_plan(app: Flask, member: FlaskClient, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, 16, {"hall": "by the window"})  # type: ignore[typeddict-item]
        publish_next(tournament)
        db.session.commit()
        page = f"/c/{club}/tournaments/{tournament.id}"
    assert len(links_of(Page(member.get(page).text))) == 8
    assert member.get(f"{page}/wall").status_code == 200


def test_a_closed_tournament_s_hall_stays(app: Flask, scorer: FlaskClient, page: str, number: int) -> None:
    with app.app_context():
        keeping.close(db.session.get_one(Tournament, number), closed=True, actor=ACTOR)
        db.session.commit()
    assert scorer.post(f"{page}/hall", data={"hall": "1 2"}).status_code == 422
    assert "<textarea" not in scorer.get(f"{page}/hall").text
