"""Typing results from slips: doubtful figures need one confirmation, two arbiters who differ see both figures."""

import re
from collections import Counter
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from benchmarks.way_of_a_hand import entered
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.tournament_pages.typed_scores import live_data, score_text
from tests.clubs.tournaments.evening import a_tournament, enter, publish_next
from tests.support.page import Page


@pytest.fixture
def typed(app: Flask, club: str) -> str:
    """The page for the results of a first round of eight pairs."""
    with app.app_context():
        tournament = a_tournament(club)
        publish_next(tournament)
        db.session.commit()
        return f"/c/{club}/tournaments/{tournament.id}/rounds/1/typed"


@pytest.mark.parametrize(
    "sought, tables",
    [("3", {3}), ("003", {3}), ("PAÍR 15", {8}), ("pair", set(range(1, 9))), ("13", set()), ("Anna", set())],
)
def test_without_scripts_a_table_is_found_by_number_or_name_on_desk_and_typing_page(
    app: Flask, scorer: FlaskClient, club: str, sought: str, tables: set[int]
) -> None:
    with app.app_context():
        tournament = a_tournament(club, 16)
        tournament.document = {**tournament.document, "system": {"kind": "danese", "rounds": 4, "first": "entry"}}
        publish_next(tournament)
        db.session.commit()
        desk = f"/c/{club}/tournaments/{tournament.id}"
    for page in (desk, f"{desk}/rounds/1/typed"):
        text = scorer.get(page, query_string={"find": sought}).text
        assert {int(number) for number in re.findall(r'id="table-(\d+)"', text)} == tables
        assert f'value="{sought}"' in text


def points(app: Flask) -> list[Any]:
    """The points of the round's tables."""
    with app.app_context():
        (tournament,) = db.session.query(Tournament)
        return [table.get("points") for table in tournament.document["rounds"][0]["tables"]]


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of a page."""
    return {str(each["name"]): unescape(str(each["value"])) for each in Page(page).all("input", type="hidden")}


def slips(**tables: str) -> dict[str, str]:
    """The fields of tables, given as t1="1000 900"."""
    return {
        f"points-{name[1:]}-{side}": text for name, both in tables.items() for side, text in enumerate(both.split())
    }


def send(browser: FlaskClient, page: str, fields: dict[str, str], before: str | None = None) -> TestResponse:
    """Sends the form of a page, or of the HTML `before`, with these fields."""
    return browser.post(page, data=hidden(before or browser.get(page).text) | fields)


def test_a_doubtful_result_is_asked_about_once_and_all_that_was_typed_is_kept(
    app: Flask, scorer: FlaskClient, typed: str
) -> None:
    filled = slips(t1="1750 17500", t2="1203 980", t3="1000 900")
    asked = send(scorer, typed, filled)
    page = Page(asked.text)
    assert (asked.status_code, points(app)) == (422, [None] * 4)
    assert [each["href"] for each in page.all("a") if "#table-" in str(each.get("href"))] == ["#table-1", "#table-2"]
    assert "17,500 points in 4 hands? A difference of 15,750 points in 4 hands? Tap again to keep it." in page.text
    assert "1,203 is not a multiple of 5. Tap again to keep it." in page.text
    assert {name: page.value(name) for name in filled} == filled
    assert "12 : 8" not in page.text
    assert "11 : 9 VP, difference +223" in page.text
    again = send(scorer, typed, filled | slips(t1="1750 1755"), asked.text)
    assert (again.status_code, points(app)) == (303, [[1750, 1755], [1203, 980], [1000, 900], None])


def test_legs_that_cannot_be_are_told_at_their_table_and_the_other_results_stored(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    with app.app_context():
        tournament = a_tournament(club, game="truco", variant=None, scoring={"kind": "match", "best_of": 3})
        publish_next(tournament)
        db.session.commit()
        typed = f"/c/{club}/tournaments/{tournament.id}/rounds/1/typed"
    fields = {"legs-1-0": "2", "legs-1-1": "1", "legs-3-0": "3", "legs-3-1": "1", "legs-4-0": "0", "legs-4-1": "2"}
    refused = send(scorer, typed, fields)
    page = Page(refused.text)
    assert refused.status_code == 422
    assert "Table 3: These are not the legs of a finished match of 3" in page.text
    assert [each["id"] for each in page.all("p", class_="error")] == ["legs-3-0-error"]
    assert "TP, difference" not in page.texts_in("output")
    with app.app_context():
        tables = db.session.query(Tournament).one().document["rounds"][0]["tables"]
        assert [table.get("legs") for table in tables] == [[2, 1], None, None, [0, 2]]
    assert send(scorer, typed, {"legs-3-0": "2", "legs-3-1": "1"}, refused.text).status_code == 303


def test_another_doubtful_figure_is_asked_about_again(app: Flask, scorer: FlaskClient, typed: str) -> None:
    asked = send(scorer, typed, slips(t1="1750 17500"))
    assert send(scorer, typed, slips(t1="1750 27500"), asked.text).status_code == 422
    assert points(app) == [None] * 4


def test_a_single_tables_doubtful_result_is_asked_about_too(app: Flask, scorer: FlaskClient, typed: str) -> None:
    table = typed.replace("typed", "tables/2")
    fields = {"points-0": "1203", "points-1": "980", "do": "points"}
    asked = send(scorer, table, fields)
    assert asked.status_code == 422
    assert Page(asked.text).value("points-0") == "1203"
    assert send(scorer, table, fields, asked.text).status_code == 303
    assert points(app)[1] == [1203, 980]


def test_a_result_reads_the_tournament_once_before_and_once_after_it(scorer: FlaskClient, typed: str) -> None:
    table, calls = typed.replace("typed", "tables/2"), Counter[tuple[str, str]]()
    fields = hidden(scorer.get(table).text) | {"points-0": "1200", "points-1": "980", "do": "points"}
    with entered(calls, []):
        assert scorer.post(table, data=fields).status_code == 303
    assert calls["tournaments.document", "read"] == 2


def test_an_arbiters_score_that_does_not_add_up_is_asked_about(app: Flask, scorer: FlaskClient, typed: str) -> None:
    table = typed.replace("typed", "tables/2")
    fields = {"vp-0": "12", "vp-1": "7", "mp-0": "0", "mp-1": "0", "do": "score", "reason": "Noise"}
    asked = send(scorer, table, fields)
    assert "12 and 7 VP are 19, not 20. Tap again to keep it." in Page(asked.text).text
    assert send(scorer, table, fields, asked.text).status_code == 303


def test_a_correction_of_a_complete_round_says_what_is_doubtful_beside_its_effects(
    app: Flask, scorer: FlaskClient, typed: str
) -> None:
    send(scorer, typed, slips(t1="1000 900", t2="1000 900", t3="1000 900", t4="1000 900"))
    table = typed.replace("typed", "tables/2")
    shown = send(scorer, table, {"points-0": "1003", "points-1": "900", "do": "points"})
    assert "1,003 is not a multiple of 5." in Page(shown.text).text
    assert shown.status_code == 200
    assert send(scorer, table, {"reason": "Read wrong"}, shown.text).status_code == 303
    assert points(app)[1] == [1003, 900]


def test_of_two_arbiters_typing_undisputed_tables_are_kept_and_both_figures_of_the_other_are_shown(
    app: Flask, scorer: FlaskClient, owner: FlaskClient, typed: str
) -> None:
    before = owner.get(typed).text
    send(scorer, typed, slips(t1="1400 1500", t3="700 600"))
    late = send(owner, typed, slips(t1="1500 1400", t2="1000 900", t3="700 600"), before)
    assert (late.status_code, points(app)) == (409, [[1400, 1500], [1000, 900], [700, 600], None])
    page = Page(late.text)
    assert "1 result entered." in page.text
    assert "1,400 : 1,500 entered by Sam 1,500 : 1,400 typed here" in page.text
    assert send(owner, typed, {"choose-1": "mine"}, late.text).status_code == 303
    assert points(app)[0] == [1500, 1400]


def test_the_other_arbiters_figures_can_be_chosen_and_no_choice_changes_nothing(
    app: Flask, scorer: FlaskClient, owner: FlaskClient, typed: str
) -> None:
    before = owner.get(typed).text
    send(scorer, typed, slips(t1="1400 1500"))
    late = send(owner, typed, slips(t1="1500 1400"), before)
    again = send(owner, typed, {}, late.text)
    assert (again.status_code, points(app)[0]) == (409, [1400, 1500])
    assert send(owner, typed, {"choose-1": "theirs"}, again.text).status_code == 303
    assert points(app)[0] == [1400, 1500]


@pytest.mark.parametrize("choice", ["mine", "theirs"])
def test_a_choice_between_figures_that_have_changed_since_is_asked_again(
    app: Flask, scorer: FlaskClient, owner: FlaskClient, typed: str, choice: str
) -> None:
    before = owner.get(typed).text
    send(scorer, typed, slips(t1="1400 1500"))
    late = send(owner, typed, slips(t1="1500 1400"), before)
    with app.app_context():
        enter(db.session.query(Tournament).one(), 1, 1, 1450, 1500)
        db.session.commit()
    again = send(owner, typed, {"choose-1": choice}, late.text)
    assert (again.status_code, points(app)[0]) == (409, [1450, 1500])
    assert "1,450 : 1,500" in Page(again.text).text


@pytest.mark.parametrize(
    "scoring, outcome, text",
    [
        ({"kind": "vp", "hands": 4}, {"points": [1750, 980]}, "14 : 6 VP, difference +770"),
        ({"kind": "vp", "hands": 4}, {"points": [980, 1750]}, "6 : 14 VP, difference −770"),
        ({"kind": "vp", "hands": 4}, {"points": [5, 5]}, "10 : 10 VP, difference 0"),
        ({"kind": "match", "best_of": 3}, {"legs": [1, 2]}, "0 : 3 TP, difference −1"),
        ({"kind": "match", "wins": "least"}, {"points": [40, 101]}, "3 : 0 TP, difference +61"),
        ({"kind": "match"}, {"forfeit": 1}, ""),
    ],
)
def test_what_a_result_is_worth_stands_beside_it(app: Flask, scoring: Any, outcome: Any, text: str) -> None:
    with app.test_request_context():
        assert score_text({"scoring": scoring}, outcome) == text


def test_the_script_gets_the_scale_of_the_rules(app: Flask) -> None:
    with app.test_request_context():
        data = live_data({"scoring": {"kind": "vp", "hands": 2}})
    assert data["data-scale"].startswith("[[0, 10, 10], [40, 10, 10], [120, 11, 9]")
    assert data["data-scale"].endswith("[1000, 19, 1], [null, 20, 0]]")
    assert (data["data-lowest"], data["data-text"]) == ("", "{one} : {other} VP, difference {difference}")
