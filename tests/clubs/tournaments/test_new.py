"""Creating a tournament with one form, whose defaults suit a usual evening."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.tournament_pages.settings_form import parse_settings, typed_of, usual
from tests.clubs.tournaments.evening import a_tournament

FORM = usual() | {"name": "Autumn cup", "day": "2026-11-27"}


def only(app: Flask) -> Tournament:
    """The only tournament."""
    with app.app_context():
        return db.session.scalars(select(Tournament)).one()


def test_a_usual_evening_needs_a_name_and_nothing_else(app: Flask, scorer: FlaskClient, club: str) -> None:
    page = scorer.get(f"/c/{club}/tournaments/new").text
    assert 'value="buraco/burraco" selected' in page
    response = scorer.post(f"/c/{club}/tournaments/new", data=FORM)
    assert response.status_code == 303
    tournament = only(app)
    assert tournament.document["scoring"] == {"kind": "vp", "hands": 4}
    assert tournament.document["system"] == {"kind": "danese", "rounds": 5, "first": "lots"}
    assert (tournament.document["game"], tournament.document["variant"]) == ("buraco", "burraco")
    assert desk_of(tournament)["confirm"] == "result"
    assert "Autumn cup" in scorer.get(response.location).text
    assert "Autumn cup" in scorer.get(f"/c/{club}/tournaments").text


@pytest.mark.parametrize("preset", ["king/portugal", "terziglio/stakes", "briscola/chiamata"])
def test_a_game_of_each_for_himself_is_no_tournament_yet(
    app: Flask, scorer: FlaskClient, club: str, preset: str
) -> None:
    refused = scorer.post(f"/c/{club}/tournaments/new", data=FORM | {"preset": preset, "scoring": "match-3"})
    assert (refused.status_code, "tournaments have two sides at a table" in refused.text) == (422, True)
    assert 'id="f-preset-error"' in refused.text
    with app.app_context():
        assert db.session.scalar(select(func.count(Tournament.id))) == 0


def test_an_hour_is_typed_shown_changed_and_refused_if_there_is_no_such_hour(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    page = scorer.post(f"/c/{club}/tournaments/new", data=FORM | {"hour": "20.45"}).location
    assert "2026, 8:45" in scorer.get(page).text
    assert 'value="20:45"' in scorer.get(f"{page}/edit").text
    for hour in ("25:00", "8 pm", "²0:45"):
        refused = scorer.post(f"{page}/edit", data=FORM | {"seen": "0", "hour": hour})
        assert (refused.status_code, "Enter an hour like 20:45" in refused.text) == (422, True)
    assert scorer.post(f"{page}/edit", data=FORM | {"seen": "0", "hour": ""}).status_code == 303
    assert only(app).hour is None


THIRD = {"third_place": True}
CUP = {"kind": "knockout", "first": "lots"} | THIRD


@pytest.mark.parametrize(
    "typed, part, agreed",
    [
        ({"scoring": "vp-2"}, "scoring", {"kind": "vp", "hands": 2}),
        ({"scoring": "match-3"}, "scoring", {"kind": "match", "best_of": 3}),
        ({"system": "danese-pure"}, "system", {"kind": "danese", "first": "lots", "rounds": 5, "rematch": True}),
        ({"system": "mitchell", "step": "2"}, "system", {"kind": "mitchell", "first": "lots", "rounds": 5, "step": 2}),
        ({"system": "round_robin", "twice": "1"}, "system", {"kind": "round_robin", "first": "lots", "twice": True}),
        ({"system": "knockout", "third_place": "1"}, "system", CUP),
        (
            {"system": "groups", "third_place": "1"},
            "system",
            {"kind": "groups", "first": "lots", "size": 4, "qualify": 2, "then": {"kind": "knockout"} | THIRD},
        ),
        (
            {"system": "draw", "singles": "1", "partners": "1+3"},
            "system",
            {"kind": "draw", "first": "lots", "rounds": 5, "singles": True, "partners": "1+3"},
        ),
        (
            {"apart": "1", "first": "seeded"},
            "system",
            {"kind": "danese", "first": "seeded", "rounds": 5, "apart": "club", "apart_rounds": 1},
        ),
    ],
)  # fmt: skip
def test_what_is_chosen_is_what_is_agreed(
    app: Flask, scorer: FlaskClient, club: str, typed: dict[str, str], part: str, agreed: dict[str, Any]
) -> None:
    assert scorer.post(f"/c/{club}/tournaments/new", data=FORM | typed).status_code == 303
    tournament = only(app)
    assert tournament.document[part] == agreed
    again, _desk = parse_settings(PlainForm(typed_of(tournament.document, desk_of(tournament))))
    assert again[part] == agreed  # the form shows the stored values


def test_a_club_may_have_a_table_of_its_own(app: Flask, scorer: FlaskClient, club: str) -> None:
    bounds = "50, 100, 150, 200, 250, 300, 350, 400, 450, 500"
    scorer.post(f"/c/{club}/tournaments/new", data=FORM | {"table": bounds})
    table = only(app).document["scoring"]["table"]
    assert (table[0], table[9], table[10]) == ([50, 10], [500, 19], [None, 20])


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"day": ""},
        {"rounds": "0"},
        {"rounds": "many"},
        {"scoring": "vp-9"},
        {"scoring": "nonsense"},
        {"system": "swiss"},
        {"table": "1, 2, 3"},
        {"table": "9 8 7 6 5 4 3 2 1 0"},
        {"preset": "chess/blitz"},
        {"first": "x"},
    ],
)
def test_what_cannot_be_makes_nothing_and_is_said(
    app: Flask, scorer: FlaskClient, club: str, wrong: dict[str, str]
) -> None:
    refused = scorer.post(f"/c/{club}/tournaments/new", data=FORM | wrong)
    assert refused.status_code == 422
    assert 'class="error"' in refused.text
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Tournament)) == 0


def test_a_game_without_victory_points_is_proposed_matches(app: Flask, scorer: FlaskClient, club: str) -> None:
    truco = FORM | {"preset": "truco/paulista"}
    refused = scorer.post(f"/c/{club}/tournaments/new", data=truco)
    assert refused.status_code == 422
    assert "Truco has no victory points" in refused.text
    assert 'value="match-3" selected' in refused.text
    assert 'value="knockout" selected' in refused.text
    again = truco | {"scoring": "match-3", "system": "knockout"}
    assert scorer.post(f"/c/{club}/tournaments/new", data=again).status_code == 303
    edit = f"/c/{club}/tournaments/{only(app).id}/edit"
    assert scorer.post(edit, data=truco | {"seen": "0"}).status_code == 422


def test_a_tournament_that_has_victory_points_keeps_them(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        made = a_tournament(club, game="truco", variant="paulista")
        db.session.commit()
        edit = f"/c/{club}/tournaments/{made.id}/edit"
        agreed = typed_of(made.document, desk_of(made)) | {"day": "2026-11-27", "seen": "0"}
    assert scorer.post(edit, data=agreed | {"place": "Bar Sport"}).status_code == 303
