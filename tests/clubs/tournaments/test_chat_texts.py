"""Texts to copy into chats, and previews of links in chats."""

import re
from datetime import time

import pytest
from flask import Flask

from scorekeeper.clubs import nights
from scorekeeper.clubs.tournaments import registrations
from scorekeeper.clubs.tournaments.cash import set_cash
from scorekeeper.clubs.tournaments.registrations import Settings
from scorekeeper.i18n import speaking
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web import night_texts
from scorekeeper.web.public_address import public_address
from scorekeeper.web.tournament_pages.chat_texts import texts_of
from scorekeeper.web.tournament_pages.entries import form_address
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.evening import ACTOR, a_tournament, enter, play_round, publish_next
from tests.support.page import Page


def texts(app: Flask, made: Tournament, language: str = "en") -> dict[str, list[str]]:
    """Returns the lines of each text."""
    db.session.commit()
    with app.test_request_context(), speaking(language):
        return {each.name: each.text.split("\n") for each in texts_of(made, "Bocce e Carte")}


def test_the_invitation_has_fee_places_and_the_address_while_entries_are_open(app: Flask, club: str) -> None:
    with app.app_context():
        made = a_tournament(club, 3)
        made.hour = time(20, 45)
        set_cash(made, {"member": 10, "per": "player", "currency": "€", "percent": 70, "shares": [60, 40]})
        when = "Friday, November 27, 2026, 8:45\N{NARROW NO-BREAK SPACE}PM · Bar"
        fee, prizes = "Entry fee: 10\N{NO-BREAK SPACE}€", "Prizes: 70 % of the fees, to the first 2"
        head = ["Autumn cup", when, "Bocce e Carte", fee, prizes]
        assert texts(app, made) == {"invitation": head}
        registrations.set_form(made, "nonce", Settings(8, None, False, False), ACTOR)
        with app.test_request_context():
            address = form_address(registrations.form_of(made))
        assert texts(app, made)["invitation"] == [*head, "3 of 8 places taken", "", f"Enter here: {address}"]


def test_tables_and_ranking_of_a_round_are_lines_of_plain_text(app: Flask, club: str) -> None:
    with app.app_context():
        made = a_tournament(club, 5)
        publish_next(made)
        first = texts(app, made)
        assert first == {
            "tables": ["Autumn cup · Round 1 of 9", "", "1: Pair 1 / Pair 2", "2: Pair 3 / Pair 4", "Bye: Pair 5"]
        }
        for table in (1, 2):
            enter(made, 1, table, 1000 + 100 * table, 500)
        made.public = "nonce"
        with app.test_request_context():
            page = public_address(made)
        ranking = texts(app, made)["ranking"]
        assert (ranking[0], ranking[-2:]) == ("Autumn cup · Ranking after round 1", ["", page])
        assert ranking[2] == "1. Pair 3 – 13 VP, +700 MP"
        assert texts(app, made, "it")["tables"][0] == "Autumn cup · Turno 1 di 9"


def card_of(page: str) -> dict[str, str]:
    """Returns the link preview of a page by property."""
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


@pytest.fixture
def public(app: Flask, club: str) -> dict[str, str]:
    """Returns the paths of public pages: of a night, of a tournament before and after its first round, of a form."""
    with app.app_context():
        own = the_club(club)
        night = nights.plan_night(own, "Friday", "Bar", "2026-11-27")
        before, after = a_tournament(own, 4), a_tournament(own, 4)
        play_round(after)
        night.public = before.public = after.public = "nonce"
        registrations.set_form(before, "nonce", Settings(8, None, False, False), ACTOR)
        db.session.commit()
        with app.test_request_context():
            paths = {
                "night": night_texts.public_address(night),
                "before": public_address(before),
                "after": public_address(after),
                "form": form_address(registrations.form_of(before)),
            }
    return {name: path.removeprefix("http://localhost") for name, path in paths.items()}


@pytest.mark.parametrize("name, path, title, text", [
    ("night", "", "Friday · November 27, 2026 · Bocce e Carte", "Bar"),
    ("before", "", "Autumn cup · Bocce e Carte", "November 27, 2026 · Bar"),
    ("after", "/ranking", "Autumn cup: Ranking after round 1", "1. Pair 3 · 2. Pair 1 · 3. Pair 2"),
    ("form", "", "Autumn cup · Bocce e Carte", "Friday, November 27, 2026 · Bar · 4 of 8 places taken"),
])  # fmt: skip
def test_a_preview_in_a_chat_tells_nothing_that_the_page_does_not(
    app: Flask, public: dict[str, str], name: str, path: str, title: str, text: str
) -> None:
    page = app.test_client().get(public[name] + path).text
    card = card_of(page)
    assert (card["title"], card["description"]) == (title, text)
    assert card["url"] == f"http://localhost{public[name]}{path}"
    shown = Page(page).texts_in("body")
    assert [each for each in text.split(" · ") if each.removeprefix("1. ")[-6:] not in shown] == []


def test_a_private_page_has_no_name_and_no_address_in_its_preview(app: Flask, public: dict[str, str]) -> None:
    data = {"player-0": "Rita", "player-1": "Tino"}
    page = app.test_client().post(public["form"], data=data, follow_redirects=True).text
    assert sorted(card_of(page)) == ["description", "site_name", "title", "type"]
    assert "Rita" not in "".join(card_of(page).values())
