"""A consent and the organiser's own questions on the form for entries from home."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from scorekeeper.clubs import erasing
from scorekeeper.clubs.tournaments import json_lines, registrations
from scorekeeper.clubs.tournaments.questions import Question
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Registration, Tournament, TournamentChange
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.test_from_home import Home

CONSENT = "I have read the rules of the house."
ASKED = (
    Question("Allergies?", "text", is_required=False),
    Question("By car?", "yes_no", is_required=True),
    Question("Dinner", "choice", is_required=True, choices=("Meat", "Fish")),
)
GOOD = {"answer-0": "=1+1", "answer-1": "no", "answer-2": "Fish", "consent": "1"}
ANSWERS = [
    {"question": "Allergies?", "kind": "text", "answer": "=1+1"},
    {"question": "By car?", "kind": "yes_no", "answer": "no"},
    {"question": "Dinner", "kind": "choice", "answer": "Fish"},
    {"question": CONSENT, "kind": "consent", "answer": "yes"},
]


@pytest.fixture
def home(app: Flask, club: str) -> Home:
    return Home(app, club, consent=CONSENT, questions=ASKED)


def mark(home: Home) -> str:
    found = re.search(r'name="asked" value="(\w+)"', home.browser.get(home.address).text)
    assert found
    return found[1]


def answers(home: Home) -> Any:
    with home.app.app_context():
        return [row.answers for row in db.session.scalars(select(Registration).order_by(Registration.id))]


def test_answers_are_kept_with_their_questions_and_shown_to_organisers_only(
    home: Home, scorer: FlaskClient, owner: FlaskClient
) -> None:
    link = home.send("Rita", "Tino", asked=mark(home), **GOOD)
    assert answers(home) == [ANSWERS]
    assert "Fish" in scorer.get(home.desk).text
    assert home.decide(scorer, "accept", "Rita – Tino") == 303
    entries = home.desk.replace("registrations", "entries")
    assert "Fish" in scorer.get(f"{entries}/3").text
    assert "Fish" not in home.browser.get(link).text
    with home.app.app_context():
        home.turn_on(home.tournament(), questions=ASKED[:1], consent="Another one")
        db.session.commit()
    table = owner.get(f"{entries}/list.csv").data.decode("utf-8-sig").splitlines()
    assert table[0].endswith("Note to the organiser,Allergies?,By car?,Dinner,Consent")
    assert table[3].endswith(",'=1+1,No,Fish,Yes")
    assert table[1].endswith(",,,,")


@pytest.mark.parametrize(
    "changed, field",
    [
        ({"answer-1": ""}, "answer-1"),
        ({"answer-1": "maybe"}, "answer-1"),
        ({"answer-2": "Cake"}, "answer-2"),
        ({"answer-0": "x" * 201}, "answer-0"),
        ({"consent": ""}, "consent"),
    ],
)
def test_what_is_missing_or_no_answer_is_said_at_its_field_and_nothing_typed_is_lost(
    home: Home, changed: dict[str, str], field: str
) -> None:
    sent = {"player-0": "Rita", "player-1": "Tino", "asked": mark(home), **GOOD, **changed}
    answer = home.browser.post(home.address, data=sent)
    assert answer.status_code == 422
    assert f'id="f-{field}-error"' in answer.text
    assert 'value="Rita"' in answer.text
    assert answers(home) == []


def test_a_form_whose_questions_changed_meanwhile_is_asked_again(home: Home) -> None:
    sent = {"player-0": "Rita", "player-1": "Tino", "asked": "old", **GOOD}
    answer = home.browser.post(home.address, data=sent)
    assert (answer.status_code, answers(home)) == (422, [])
    assert "has changed the questions" in answer.text
    home.send("Rita", "Tino", **{**sent, "asked": mark(home)})


def test_an_organiser_declares_them_in_the_settings(home: Home, scorer: FlaskClient) -> None:
    form = {"places": "", "public": "1", "consent": " Yes, I do. ", "question-1": "Which hall?", "kind-1": "choice"}
    assert scorer.post(home.desk, data={**form, "choices-1": "one"}).status_code == 422
    assert scorer.post(home.desk, data={**form, "kind-1": "colour"}).status_code == 422
    assert scorer.post(home.desk, data={**form, "question-1": "x" * 121}).status_code == 422
    assert scorer.post(home.desk, data={**form, "consent": "x" * 1001}).status_code == 422
    assert scorer.post(home.desk, data={**form, "choices-1": "A, B,,B", "required-1": "1"}).status_code == 303
    with home.app.app_context():
        stored = registrations.form_of(home.tournament())
        assert stored.consent == "Yes, I do."
        assert stored.questions == [{"text": "Which hall?", "kind": "choice", "required": True, "choices": ["A", "B"]}]
    assert 'value="A, B"' in scorer.get(home.desk).text


def test_answers_are_deleted_with_the_contacts_and_with_the_person(home: Home) -> None:
    home.send("Rita", "Tino", asked=mark(home), **GOOD)
    home.send("Vera", "Zeno", asked=mark(home), **GOOD)
    with home.app.app_context():
        club = the_club(home.club)
        erasing.erase_person(club, erasing.find_person(club, "Rita"))
        assert [row.answers for row in registrations.queue_of(home.tournament()).rows] == [[], ANSWERS]
        long_ago = now() - timedelta(days=40)
        db.session.execute(update(Tournament).values(day=long_ago.date()))
        db.session.execute(update(TournamentChange).values(made_at=long_ago))
        registrations.forget_contacts()
        db.session.commit()
    assert answers(home) == [[], []]


def test_form_and_answers_travel_with_the_tournament(home: Home) -> None:
    home.send("Rita", "Tino", asked=mark(home), **GOOD)
    with home.app.app_context():
        line = json.loads(json_lines.write_line(home.tournament()))
        read = json_lines.read_line(1, line).home
        assert read is not None
        assert (read.consent, tuple(read.questions), read.entries[0].sent.answers) == (CONSENT, ASKED, ANSWERS)
        for part, wrong in (("questions", [{"text": "?", "kind": "colour"}]), ("questions", [{}] * 6), ("consent", 3)):
            with pytest.raises(Refusal):
                json_lines.read_line(1, {**line, "home": {**line["home"], part: wrong}})
