"""The settings form shows a document's settings, and saving it loses none of them."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.clubs.tournaments import keeping
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.evening import ACTOR, BURRACO
from tests.support.page import Page
from tests.tournaments.made import tournament
from tests.tournaments.test_examples import LINES
from tests.tournaments.test_flights import in_flights
from tests.tournaments.test_mixed import DANESE, MITCHELL, mixed
from tests.tournaments.test_stages import SYSTEM as STAGES

Document = dict[str, Any]
OWN = {"game": "own", "variant": "own", "scoring": {"kind": "match", "wins": "least", "best_of": 9, "win": 2}}
TABLE = [[100, 12], [300, 15], [None, 20]]
APART = {"apart": "club", "apart_rounds": 2}
SETTINGS: dict[str, Document] = {
    "modified": {"system": {"kind": "danese", "rounds": 5, "rematch": "previous"}},
    "mixed": {"system": mixed({**MITCHELL, "apart": "club"}, {**DANESE, "rematch": True, **APART})},
    "flights": {"system": mixed(MITCHELL, {**DANESE, "flights": 4, "carry": False})},
    "three parts": {"system": mixed(MITCHELL, {"kind": "draw", "rounds": 1}, DANESE)},
    "four parts": {"system": mixed(MITCHELL, DANESE, {"kind": "draw", "rounds": 2, **APART}, {**DANESE, "flights": 4})},
    "flights after a Danese": {"system": in_flights(carry=False)},
    "stages": {"system": STAGES},
    "own": OWN,
    "no game": {"game": None, "variant": None, "scoring": {"kind": "match", "wins": "most"}},
    "no preset": {"game": "scala40", "variant": None, "scoring": {"kind": "match", "wins": "least"}},
    "own table and bye": {"scoring": {"kind": "vp", "hands": 2, "table": TABLE, "bye": {"vp": 12, "mp": 0}}},
    "round robin": {"system": {"kind": "round_robin", "rounds": 3, "twice": True, "first": "seeded"}},
    "apart": {"system": {"kind": "draw", "rounds": 4, **APART}},
    "singles": {"system": {"kind": "danese", "rounds": 4, "singles": True, "partners": "1+2"}},
    "nothing but the kind": {"system": {"kind": "knockout"}},
}


def stored(app: Flask, club: str, document: Document) -> str:
    """Stores the document as a tournament of the club; returns the address of its settings."""
    with app.app_context():
        of = the_club(club)
        made = keeping.make(of, document, day="2026-11-27", place="Bar", desk={}, actor=ACTOR)
        db.session.commit()
        return f"/c/{club}/tournaments/{made.id}/edit"


def saved(app: Flask, scorer: FlaskClient, address: str, **changed: str) -> Document:
    """Opens the settings and saves them, changed like this; returns the document."""
    answer = scorer.post(address, data=Page(scorer.get(address).text).fields | changed)
    assert answer.status_code == 303, Page(answer.text).text
    with app.app_context():
        number = int(address.split("/")[-2])
        document: Document = db.session.scalars(select(Tournament.document).where(Tournament.id == number)).one()
        return document


def test_saving_unchanged_settings_of_every_example_changes_nothing(app: Flask, scorer: FlaskClient, club: str) -> None:
    for example in map(json.loads, LINES):
        document = example["document"]
        assert saved(app, scorer, stored(app, club, document)) == document, example["name"]


@pytest.mark.parametrize("name", SETTINGS)
def test_saving_unchanged_settings_changes_nothing(app: Flask, scorer: FlaskClient, club: str, name: str) -> None:
    document = tournament(12, **{**BURRACO, **SETTINGS[name]})
    assert saved(app, scorer, stored(app, club, document)) == document


def test_what_has_no_field_stays_when_another_setting_changes(app: Flask, scorer: FlaskClient, club: str) -> None:
    address = stored(app, club, tournament(12, **{**BURRACO, **SETTINGS["mixed"], **OWN}))
    document = saved(app, scorer, address, scoring="match-3", then_rounds="2", mitchell_rounds="1")
    assert document["scoring"] == {"kind": "match", "best_of": 3, "win": 2, "wins": "least"}
    mitchell, last = document["system"]["parts"]
    assert (mitchell["rounds"], mitchell["apart"]) == (1, "club")
    assert last == {"kind": "danese", "rounds": 2, "rematch": True, **APART}


def test_a_system_that_the_form_cannot_show_stays_until_another_is_chosen(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    system = SETTINGS["flights after a Danese"]["system"]
    address = stored(app, club, tournament(12, **BURRACO, system=system))
    assert "This form cannot show the document’s system." in scorer.get(address).text
    assert saved(app, scorer, address, first="seeded")["system"] == {**system, "first": "seeded"}
    assert saved(app, scorer, address, system="draw")["system"] == {"kind": "draw", "rounds": 5, "first": "seeded"}


def test_parts_are_added_and_left_out_again(app: Flask, scorer: FlaskClient, club: str) -> None:
    address = stored(app, club, tournament(12, **{**BURRACO, **SETTINGS["mixed"]}))
    parts = saved(app, scorer, address, then_2="draw", then_2_rounds="2", then_3="danese-previous", then_3_rounds="1",
                  flights="6")["system"]["parts"]  # fmt: skip
    assert parts[1] == {**DANESE, "rematch": True, **APART}
    assert parts[2:] == [
        {"kind": "draw", "rounds": 2},
        {"kind": "danese", "rematch": "previous", "rounds": 1, "flights": 6},
    ]
    assert len(saved(app, scorer, address, then_3="", flights="")["system"]["parts"]) == 3
    assert saved(app, scorer, address, then_2="")["system"]["parts"] == parts[:2]


def test_a_problem_of_a_part_is_shown_at_its_own_field(app: Flask, scorer: FlaskClient, club: str) -> None:
    address = stored(app, club, tournament(12, **BURRACO))
    fields = Page(scorer.get(address).text).fields
    for wrong, at in (
        ({"system": "mixed", "flights": "5"}, "flights"),
        ({"system": "mixed", "then_rounds": "0"}, "then_rounds"),
        ({"system": "mixed", "then_2": "draw", "then_2_rounds": "0"}, "then_2_rounds"),
        ({"system": "mixed", "then_2": "draw"}, "then_2_rounds"),
        ({"system": "mixed", "then_3": "draw", "then_3_rounds": "0"}, "then_3_rounds"),
        ({"system": "groups-again", "second_qualify": "9"}, "second_qualify"),
        ({"wins": "least"}, "wins"),
    ):
        answer = scorer.post(address, data=fields | wrong)
        assert answer.status_code == 422
        assert f'id="f-{at}-error"' in answer.text, at
