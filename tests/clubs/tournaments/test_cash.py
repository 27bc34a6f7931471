"""Fees of members and guests, payments, prizes; for scorers only; exported and imported."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import roster
from scorekeeper.clubs.tournaments import entries, json_lines, presence
from scorekeeper.clubs.tournaments.cash import cash_of, set_cash, typed_amount
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.evening import a_tournament, play_round
from tests.clubs.tournaments.test_papers import pages_of
from tests.support.page import Page

pytestmark = pytest.mark.usefixtures("in_the_usual_size")

FEES: dict[str, Any] = {"member": 10, "per": "player", "currency": "€", "shares": [50, 30, 20], "step": 5}


@pytest.fixture
def place(app: Flask, club: str) -> str:
    """The URL of a tournament of four pairs, with Anna 1 and Bruno 1 on the club's roster; three pairs have paid."""
    with app.app_context():
        found = the_club(club)
        for name in ("Anna 1", "Bruno 1"):
            roster.add_player(found, name)
        tournament = a_tournament(club, 4)
        for number in (1, 2, 3):
            presence.tick(tournament, number, "paid", on=True, actor="Sam")
        db.session.commit()
        return f"/c/{club}/tournaments/{tournament.id}"


def kept() -> Tournament:
    """The only tournament."""
    return db.session.query(Tournament).one()


@pytest.mark.parametrize(
    "fees, sentence",
    [
        ({}, "8 players × 10 €: 60 € of 80 €"),
        ({"per": "entrant"}, "4 entries × 10 €: 30 € of 40 €"),
        ({"guest": 12}, "Members: 2 × 10 €, guests: 6 × 12 €. 68 € of 92 €"),
        ({"per": "entrant", "guest": 12}, "Entries: 1 × 10 €, with guests: 3 × 12 €. 34 € of 46 €"),
        ({"member": 1500, "currency": ""}, "8 players × 1,500: 9,000 of 12,000"),
        ({"member": "2.50"}, "8 players × 2.50 €: 15 € of 20 €"),
        ({"member": "0.10", "guest": "0.25"}, "Members: 2 × 0.10 €, guests: 6 × 0.25 €. 1.20 € of 1.70 €"),
    ],
)
def test_a_sentence_says_what_is_paid_of_what_is_due(app: Flask, place: str, fees: Any, sentence: str) -> None:
    with app.test_request_context():
        set_cash(kept(), FEES | fees)
        cash = cash_of(kept())
        assert cash is not None
        assert cash.sentence.replace("\N{NO-BREAK SPACE}", " ") == sentence


@pytest.mark.parametrize("per, sentence", [("player", "2 players × 10 €"), ("entrant", "1 entry × 10 €")])
def test_a_fee_for_guests_is_not_mentioned_without_any(app: Flask, place: str, per: str, sentence: str) -> None:
    with app.test_request_context():
        tournament = kept()
        entries.remove(tournament, [2, 3, 4], "Sam")
        set_cash(tournament, FEES | {"guest": 12, "per": per})
        cash = cash_of(tournament)
        assert cash is not None
        assert cash.sentence.replace("\N{NO-BREAK SPACE}", " ").startswith(f"{sentence}: ")


def test_prizes_are_shares_of_what_is_paid(app: Flask, place: str) -> None:
    with app.test_request_context():
        set_cash(kept(), FEES | {"percent": 80})
        cash = cash_of(kept())
        assert cash is not None
        texts = [each.replace("\N{NO-BREAK SPACE}", " ") for each in (cash.pool, *cash.prizes)]
        assert texts == ["48 €", "23 €", "15 €", "10 €"]


@pytest.mark.parametrize(
    "fees, pool, prizes",
    [
        ({"member": "2.75"}, "13.20 €", ["8.20 €", "5 €", "0 €"]),
        ({"member": "2.75", "step": "0.50"}, "13.20 €", ["6.70 €", "4 €", "2.50 €"]),
        ({"member": 11, "percent": 75, "step": 1}, "49 €", ["24 €", "15 €", "10 €"]),
    ],
)
def test_a_pool_has_cents_only_if_fees_or_rounding_have(
    app: Flask, place: str, fees: Any, pool: str, prizes: list[str]
) -> None:
    with app.test_request_context():
        set_cash(kept(), FEES | {"percent": 80} | fees)
        cash = cash_of(kept())
        assert cash is not None
        assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in (cash.pool, *cash.prizes)] == [pool, *prizes]


@pytest.mark.parametrize(
    "typed, amount",
    [
        ("8", 8),
        ("2,50", "2.50"),
        ("2.5", "2.50"),
        ("3,00", 3),
        ("1.500", 1500),
        ("1,500.25", "1500.25"),
        ("1.500,25", "1500.25"),
    ],
)
def test_amounts_are_typed_with_a_point_or_a_comma(app: Flask, typed: str, amount: Any) -> None:
    with app.test_request_context():
        assert typed_amount(typed, "member") == amount


@pytest.mark.parametrize(
    "typed", ["2.5050", "1,500,25", "2,", ",50", "-2.50", "2.50 €", "1e3", "123456789", "1" + ".000" * 1500]
)
def test_other_texts_are_no_amounts(app: Flask, typed: str) -> None:
    with app.test_request_context(), pytest.raises(Refusal) as refusal:
        typed_amount(typed, "member")
    assert [problem["field"] for problem in refusal.value.problems] == ["member"]


def test_fees_are_shown_in_their_form_as_the_language_writes_them(app: Flask, scorer: FlaskClient, place: str) -> None:
    page = f"{place}/cash"
    typed = {"member": "2,50", "guest": "3", "per": "player", "step": "0.50"}
    scorer.get("/language?to=it")
    assert scorer.post(page, data=typed).status_code == 303
    shown = Page(scorer.get(page, headers={"Accept-Language": "it"}).text)
    assert (shown.value("member"), shown.value("guest")) == ("2,50", "3")
    with app.app_context():
        assert desk_of(kept())["cash"] | {"member": "2.50", "guest": 3, "step": "0.50"} == desk_of(kept())["cash"]


def test_who_withdrew_before_playing_owes_nothing(app: Flask, place: str) -> None:
    with app.test_request_context():
        tournament = kept()
        entries.withdraw(tournament, [4], "Sam")
        set_cash(tournament, FEES)
        cash = cash_of(tournament)
        assert cash is not None
        assert [due.entrant for due in cash.dues] == [1, 2, 3]
        entries.reinstate(tournament, 4, "Sam")
        play_round(tournament)
        entries.withdraw(tournament, [4], "Sam")
        again = cash_of(tournament)
        assert again is not None
        assert [due.paid for due in again.dues] == [True, True, True, False]


@pytest.mark.parametrize(
    "wrong, field",
    [
        ({"member": None}, "member"),
        ({"member": -1}, "member"),
        ({"guest": 10**7}, "guest"),
        ({"guest": 2.5}, "guest"),
        ({"guest": "2.5"}, "guest"),
        ({"guest": "1000000.01"}, "guest"),
        ({"step": "0.00"}, "step"),
        ({"per": "night"}, "per"),
        ({"currency": "x" * 9}, "currency"),
        ({"percent": 101}, "percent"),
        ({"shares": [50, 40]}, "shares"),
        ({"shares": [100, 0]}, "shares.1"),
        ({"shares": [3] * 33 + [1]}, "shares"),
        ({"step": 0}, "step"),
        ({"tax": 1}, "tax"),
    ],
)
def test_wrong_settings_are_refused_at_their_field(app: Flask, place: str, wrong: Any, field: str) -> None:
    with app.test_request_context(), pytest.raises(Refusal) as refusal:
        set_cash(kept(), FEES | wrong)
    assert [problem["field"] for problem in refusal.value.problems] == [field]


def test_fees_are_saved_and_removed_on_their_page(app: Flask, scorer: FlaskClient, place: str) -> None:
    page = f"{place}/cash"
    typed = {"member": "10", "guest": "", "per": "player", "currency": "€", "percent": "100", "shares": "50/30/20"}
    assert scorer.post(page, data=typed | {"step": "10"}).status_code == 303
    shown = Page(scorer.get(page).text)
    assert "8 players × 10 €: 60 € of 80 €" in shown.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "Prizes 1 30 € 2 20 € 3 10 €" in shown.text.replace("\N{NO-BREAK SPACE}", " ")
    assert (shown.value("shares"), shown.value("member")) == ("50 30 20", "10")
    refused = scorer.post(page, data=typed | {"member": "ten", "shares": "50 30", "step": "5"})
    assert (refused.status_code, Page(refused.text).value("member")) == (422, "ten")
    assert scorer.post(page, data={"do": "clear"}).status_code == 303
    with app.app_context():
        assert desk_of(kept())["cash"] == {}


def test_the_door_says_what_each_pays_and_what_is_paid_and_members_see_nothing_of_it(
    app: Flask, scorer: FlaskClient, member: FlaskClient, place: str
) -> None:
    with app.app_context():
        set_cash(kept(), FEES | {"guest": 12})
        db.session.commit()
    door = f"{place}/door"
    assert "Paid · 20\N{NO-BREAK SPACE}€" in scorer.get(door).text
    answer = scorer.post(
        door, data={"entrant": "4", "what": "paid", "on": "1"}, headers={"Accept": "application/json"}
    ).json
    assert answer is not None
    assert answer["cash"].endswith("92\N{NO-BREAK SPACE}€ of 92\N{NO-BREAK SPACE}€")
    assert "€" in scorer.get(f"{place}/entries").text
    assert "€" not in member.get(f"{place}/entries").text


def test_papers_have_the_amounts_and_lines_to_write_on_without_them(
    app: Flask, scorer: FlaskClient, place: str
) -> None:
    (blank,) = pages_of(scorer, f"{place}/papers/cash-sheet.pdf")
    with app.app_context():
        play_round(kept())
        set_cash(kept(), FEES)
        db.session.commit()
    sheet, prizes = (" ".join(pages_of(scorer, f"{place}/papers/{kind}.pdf")) for kind in ("cash-sheet", "prize-list"))
    assert "€" not in blank
    assert [sheet.count(f"{amount}\N{NO-BREAK SPACE}€") for amount in (20, 60)] == [4, 2]
    assert [f"{amount}\N{NO-BREAK SPACE}€" in prizes for amount in (30, 20, 10)] == [True] * 3


def test_fees_and_prizes_travel(app: Flask, place: str) -> None:
    with app.test_request_context():
        tournament = kept()
        set_cash(tournament, FEES | {"guest": "12.50"})
        line = json.loads(json_lines.write_line(tournament))
        assert json_lines.read_line(1, line).desk["cash"] == desk_of(tournament)["cash"]
        line["desk"]["cash"]["shares"] = [1]
        with pytest.raises(Refusal) as refusal:
            json_lines.read_line(1, line)
    assert [problem["field"] for problem in refusal.value.problems] == ["desk.cash.shares"]
