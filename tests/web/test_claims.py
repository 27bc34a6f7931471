"""Claims on the pages: the form, the verdict with its rules, and the actions after it."""

import re
from collections.abc import Callable
from io import BytesIO
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper import ledger
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Game
from scorekeeper.games.engine.ways import is_played
from scorekeeper.store.models import db
from scorekeeper.web import links

pytestmark = pytest.mark.shares

SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
RUN = "AS 2S 3S 4S 5S 6S 7S"
Begin = Callable[..., str]


@pytest.fixture
def begin(app: Flask) -> Begin:
    """Starts a match; returns the address of its page, to score or to watch."""

    def start(game: str, *hands: dict[str, object], may: str = "score", **head: object) -> str:
        with app.app_context():
            sitting = ledger.open_sitting()
            document = {"format": "scorekeeper/1", "game": game, "sides": SIDES, **head}
            match = ledger.start_match(sitting, document, actor="", key="start")
            for number, hand in enumerate(hands):
                ledger.record(match, hand, ledger.Write("", f"hand-{number}", match.version))
            link = links.make_link(sitting, may)
            db.session.commit()
            return f"/s/{links.token(link)}/m/{match.number}"

    return start


def verdict_page(client: FlaskClient, page: str, slug: str, **sent: object) -> str:
    """Returns the page with the verdict on a claim; keys have `__` for dots."""
    fields = {name.replace("__", "."): value for name, value in sent.items()} | {"check": "1"}
    return client.get(f"{page}/claims/{slug}?{urlencode(fields)}").get_data(as_text=True)


def is_yes(html: str) -> bool:
    assert ("verdict upheld" in html) != ("verdict refused" in html)
    return "verdict upheld" in html


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_claim_of_a_game_can_be_asked_from_its_match(client: FlaskClient, begin: Begin, game: Game) -> None:
    asked_for = {claim["slug"] for claim in game.claim_fields}
    for preset in game.presets:
        played = {claim["slug"] for claim in game.claim_fields if is_played(claim, preset["options"])}
        if played & asked_for:
            options = game.required_options(preset["slug"])
            page = begin(game.slug, variant=preset["slug"], sides=sides_of(game, preset["slug"]), options=options)
            listed = client.get(f"{page}/claims/").get_data(as_text=True)
            for slug in played:
                assert f"/claims/{slug}" in listed
                assert client.get(f"{page}/claims/{slug}").status_code == 200
        asked_for -= played
    assert asked_for == set()


def sides_of(game: Game, variant: str) -> object:
    """Returns two pairs, or as many single players as are allowed."""
    shapes = game.shapes(variant)
    return SIDES if (2, 2) in shapes else [{"players": [str(number)]} for number in range(1, shapes[0][0] + 1)]


def test_honours_cannot_be_claimed_where_they_are_not_played(client: FlaskClient, begin: Begin) -> None:
    assert client.get(f"{begin('tresette')}/claims/honours").status_code == 404


def test_cards_that_the_packs_do_not_hold_are_explained_and_kept(client: FlaskClient, begin: Begin) -> None:
    response = client.get(f"{begin('buraco')}/claims/meld?check=1&cards=9S+9S+9S+4X")
    html = response.get_data(as_text=True)
    assert response.status_code == 422
    assert "9♠ appears 3 times" in html or "not a card" in html
    assert 'value="9S 9S 9S 4X"' in html


def test_a_key_of_the_picker_adds_a_card_without_a_script(client: FlaskClient, begin: Begin) -> None:
    html = client.get(f"{begin('buraco')}/claims/meld?cards=AS&cards.suit=H&add=cards:10").get_data(as_text=True)
    assert 'value="AS 10H"' in html
    html = client.get(f"{begin('buraco')}/claims/meld?cards=AS+10H&drop=cards:0").get_data(as_text=True)
    assert 'value="10H"' in html


def test_a_trick_alternates_from_the_side_that_led(client: FlaskClient, begin: Begin) -> None:
    html = verdict_page(client, begin("truco"), "trick", cards="4C 3H 3S back", cards__led="1")
    assert is_yes(html)
    assert "The trick goes to Them." in html


def test_the_turned_up_card_names_the_manilhas(client: FlaskClient, begin: Begin) -> None:
    page = begin("truco", options={"manilhas": "vira"})
    html = verdict_page(client, page, "trick", cards="3H 6S 6C 2H", vira="5D", cards__led="0")
    assert is_yes(html)
    assert "The trick goes to Us." in html


def test_a_first_meld_below_the_requirement_offers_to_note_the_attempt(client: FlaskClient, begin: Begin) -> None:
    html = verdict_page(client, begin("buraco"), "first_meld", side=0, melds__0="3S 4S 5S")
    assert not is_yes(html)
    assert "add.sides.0.failed_melds=1" in html


def test_a_meld_carries_its_points_and_run_into_the_hands_form(client: FlaskClient, begin: Begin) -> None:
    page = begin("buraco")
    html = verdict_page(client, page, "meld", cards=RUN)
    assert "add.sides.1.melds=60" in html
    form = client.get(f"{page}?add.sides.1.melds=60&add.sides.1.clean=1").get_data(as_text=True)
    assert 'name="sides.1.melds" value="60"' in form


def test_honours_of_a_claim_fill_the_hands_form(client: FlaskClient, begin: Begin) -> None:
    page = begin("tresette", variant="mcleod")
    honour = {"honours__0__player": "Anna", "honours__0__kind": "four", "honours__0__rank": "3"}
    html = verdict_page(client, page, "honours", **honour)
    assert is_yes(html)
    assert "honours.0.player=Anna" in html
    assert "Anna, four of a rank (3): 4" in html


def test_a_recorded_target_claim_ends_the_match_as_it_was_judged(client: FlaskClient, begin: Begin) -> None:
    page = begin("tresette", {"points": [9, 2]}, {"points": [9, 2]})
    html = verdict_page(client, page, "target", side=0, aces=1, figures=4)
    assert not is_yes(html)
    assert "In all 2⅓, rounded down: 2" in html
    seen = client.get(f"{page}/state.json").get_json()["version"]
    sent = {"way": "claim", "claim.side": "0", "claim.aces": "3", "claim.figures": "0", "key": "claim", "seen": seen}
    client.post(f"{page}/hands", data=sent)
    state = client.get(f"{page}/state.json").get_json()
    assert (state["status"], state["winner"], state["won_by"]) == ("finished", 0, "claim")


def test_a_watcher_may_ask_but_not_record(client: FlaskClient, begin: Begin) -> None:
    html = verdict_page(client, begin("tresette", may="watch"), "target", side=0, aces=4, figures=20)
    assert not is_yes(html)
    assert "Record it" not in html


def test_the_verdict_prints_on_one_page(client: FlaskClient, begin: Begin) -> None:
    response = client.get(f"{begin('buraco')}/claims/meld.pdf?check=1&cards={RUN.replace(' ', '+')}")
    assert response.mimetype == "application/pdf"
    assert response.data.startswith(b"%PDF")


def test_a_claim_that_cannot_be_judged_has_no_sheet(client: FlaskClient, begin: Begin) -> None:
    assert client.get(f"{begin('buraco')}/claims/meld.pdf?cards=XX").status_code == 404


def test_nothing_is_asked_of_a_finished_match(client: FlaskClient, begin: Begin) -> None:
    page = begin("tresette", {"decima": "Anna"})
    for claim in ("won?", "target?check=1&side=0&aces=4&figures=20"):
        answer = client.get(f"{page}/claims/{claim}").get_data(as_text=True)
        assert "The match is over." in answer
        assert "data-claim" not in answer
        assert "verdict" not in answer


CLAIM = {"way": "claim", "claim.side": "0", "claim.aces": "2", "claim.figures": "6", "claim.last_trick": "on"}

MOMENT = re.compile(r"\w+ \d+, \d{4}, \d+:\d\d [AP]M")


def claimed(client: FlaskClient, page: str) -> None:
    """Records the claim, as the button beside the verdict does."""
    assert client.post(f"{page}/hands", data=CLAIM | {"key": "claim", "seen": "3"}).status_code == 303


@pytest.mark.parametrize("target, answer", [(15, "Yes"), (31, "No")])
def test_the_verdict_of_a_recorded_claim_is_printed_from_the_match(
    client: FlaskClient, begin: Begin, target: int, answer: str
) -> None:
    page = begin("tresette", {"points": [7, 4]}, {"points": [4, 7]}, options={"target": target})
    asked_first = f"{page}/claims/target.pdf?side=0&aces=2&figures=6&last_trick=on"
    before = told_on(client, asked_first)
    claimed(client, page)
    assert f"{page}/claims/recorded.pdf" in client.get(page).text
    after = told_on(client, f"{page}/claims/recorded.pdf")
    assert answer in after
    assert after == before  # judged on the same table, with the same sum
    client.post(f"{page}/undo", data={"key": "undo", "seen": "4"})
    assert client.get(f"{page}/claims/recorded.pdf").status_code == 404
    assert "recorded.pdf" not in client.get(page).text


def told_on(client: FlaskClient, address: str) -> str:
    """Returns the text of the sheet, without its date and time."""
    (sheet,) = PdfReader(BytesIO(client.get(address).data)).pages
    text, moments = MOMENT.subn("", " ".join(sheet.extract_text().split()))
    assert moments == 1
    return text


def test_no_verdict_is_printed_for_a_match_that_was_won_otherwise(client: FlaskClient, begin: Begin) -> None:
    page = begin("tresette", {"points": [7, 4]}, options={"target": 5})
    assert client.get(f"{page}/claims/recorded.pdf").status_code == 404
    assert client.get(f"{begin('truco')}/claims/recorded.pdf").status_code == 404
