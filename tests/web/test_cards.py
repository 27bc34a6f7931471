"""Games that players describe: seven questions write a card, which a link, a file and a club carry."""

import json
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.clubs import club_cards, club_lines
from scorekeeper.games import GAMES
from scorekeeper.games.card import library
from scorekeeper.games.card.examples import differences
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import Match, db
from scorekeeper.web.card_pages import draft as drafts
from scorekeeper.web.card_pages import opened
from scorekeeper.web.card_pages.making import _bys
from scorekeeper.web.card_pages.packing import LONGEST_PACKED, packed, unpacked
from scorekeeper.web.card_pages.sent import Sent, of_card
from scorekeeper.web.card_pages.sentences import sentence_of, when_of, worth_of
from tests.support.page import Page
from tests.support.visitors import a_world
from tests.web.test_access import ROUTES


class Maker:
    """The form of a new game, filled in and sent as by a browser without scripts."""

    def __init__(self, client: FlaskClient, address: str = "/cards/new") -> None:
        self.client = client
        self.page = Page(client.get(address).text)

    def press(self, button: str, value: str = "1", typed: dict[str, str] | None = None) -> int:
        """Presses a button after typing; an empty text unticks a box. Returns the status."""
        fields = {**self.page.fields, **(typed or {}), button: value}
        self.answer = self.client.post("/cards/new", data=fields)
        self.page = Page(self.answer.text)
        return self.answer.status_code

    @property
    def card(self) -> dict[str, Any]:
        return dict(json.loads(self.page.fields["card"]))


def carried(address: str) -> Sent:
    """Returns the rules in an address."""
    return unpacked(address.partition("card=")[2].partition("&")[0])


def test_every_ready_card_survives_the_form_and_its_link(app: Flask) -> None:
    said = 0
    with app.test_request_context("/"):
        for slug in library.SLUGS:
            card = library.card_named(slug)
            assert unpacked(packed(card)) == of_card(card)
            draft = drafts.from_library(slug)
            assert differences(drafts.written(drafts.changed(draft, {}, by_expressions=False))) == []
            for line in draft["points"]:
                sentence = sentence_of(line, [by for by, _text in _bys(draft)])
                if sentence is not None:
                    said += 1
                    assert when_of(sentence.first, sentence.second) == line.get("when", "")
                    assert worth_of(sentence.worth) == str(line["worth"])
        assert (
            max(len(packed(of_card(library.card_named(slug)).shared.data)) for slug in library.SLUGS) < 1600
        )  # fits a QR code
    assert said > 60  # of about a hundred lines; the others stay expressions


def test_a_game_is_made_by_questions_and_played(client: FlaskClient) -> None:
    maker = Maker(client)
    maker.press(
        "show", typed={"name": "Grandma's tricks", "fields.0.label": "Bid", "fields.0.before": "1", "over": "hands"}
    )
    maker.press("add", "number", {"over.number": "60 / players"})
    assert maker.card["end"] == {"hands": "60 // sides"}
    assert maker.page.fields["over.number"] == "60 / players"
    maker.press("add", "line", {"fields.1.label": "Tricks", "fields.1.sum": "hand"})
    first = {"points.0.if": "tricks", "points.0.than": "bid", "points.0.base": "020", "points.0.factor": "10"}
    second = {"points.1.if": "tricks", "points.1.is": "!=", "points.1.than": "Bid", "points.1.factor": "-10"}
    maker.press("show", typed={**first, **second, "points.0.by": "tricks", "points.1.by": "abs(tricks - bid)"})
    hand = {"try.bid.0": "1", "try.bid.1": "0", "try.tricks.0": "0", "try.tricks.1": "1"}
    maker.press("show", typed={**hand, "try.bid.2": "0"})
    points = maker.page.texts_in("aside").replace("Anna ", "").replace("Bruno ", "").replace("Carla ", "")
    assert "−10 −10 +20" in points
    assert maker.press("save") == 303
    card = carried(maker.answer.location).card
    assert card is not None
    assert card["points"][1] == {"label": "Tricks", "when": "tricks != bid", "worth": "-10 * abs(tricks - bid)"}
    assert card["examples"] == [
        {"sides": 3, "hands": [{"bid": [1, 0, 0], "tricks": [0, 1, None]}], "points": [[-10, -10, 20]]}
    ]
    assert card["points"][0]["worth"] == "20 + 10 * tricks"
    start = Page(client.get(maker.answer.location).text)
    assert "Points: Tricks: −10 × size of (Tricks − Bid), if Tricks ≠ Bid." in start.text
    form = {**start.fields, "shape": "3x1", "shown_shape": "3x1", "start": "1"}
    match = client.post("/new", data=form, follow_redirects=True)
    assert match.status_code == 200
    with client.application.app_context():
        assert db.session.query(Match).one().setup["options"]["card"]["name"] == "Grandma's tricks"


def test_a_list_that_adds_up_to_0_is_played_by_those_of_another_game(client: FlaskClient) -> None:
    wizard = Page(client.get("/new?game=card&variant=wizard").text).fields
    client.post("/new", data={**wizard, "shape": "3x1", "shown_shape": "3x1", "seats.0": "Ada", "start": "1"})
    maker = Maker(client)
    maker.press("show", typed={"name": "Zero", "fields.0.sum": "0", "try.made.0": "5"})
    assert "not yet" not in maker.page.texts_in("aside")  # the others are still to come
    maker.press("show", typed={"try.made.1": "-2"})
    assert "Anna +5 Bruno −2 Carla −3" in maker.page.texts_in("aside")
    maker.press("save")
    start = Page(client.get(maker.answer.location).text)
    again = Page(client.get(str(start.all("a", class_="chip again-chip")[0]["href"])).text)
    assert again.text_in("h1") == "New match: Zero"
    assert again.value("seats.0") == "Ada"


def test_lines_and_counters_are_said_in_the_words_of_their_choices(client: FlaskClient) -> None:
    maker = Maker(client)
    maker.press("add", "flag", {"name": "Ten phases"})
    maker.press("show", typed={"fields.1.label": "Phase", "over": "times"})
    maker.press("show", typed={"points.0.if": "phase", "points.0.is": "nobody"})
    assert "If Phase: nobody has it" in maker.page.text
    said = maker.page.html.partition('name="points.0.is"')[2].partition("</select>")[0]
    assert "nobody has it" in said
    assert "is the most" not in said
    maker.press("save")
    start = Page(client.get(maker.answer.location).text)
    assert "Points: Points, if for no side (Phase)." in start.text
    assert "Counter: how often Phase." in start.text


def test_another_game_goes_on_as_a_card(client: FlaskClient) -> None:
    own = {"options.name": "Rook", "options.best": "low", "options.target": "300", "options.sum": "26"}
    columns = {"options.columns.0.name": "Kings", "options.columns.0.factor": "-5"}
    maker = Maker(client, f"/cards/new?{urlencode({**own, **columns})}")
    assert maker.press("save") == 303
    card = carried(maker.answer.location).card
    assert card is not None
    assert (card["name"], card["best"], card["end"], card["team"]) == ("Rook", "low", {"target": 300}, [1, 6])
    assert [line["worth"] for line in card["points"]] == ["made", "-5 * kings"]
    assert card["fields"][0]["sum"] == 26


def test_a_wrong_word_is_named_and_mended_by_a_tap(client: FlaskClient) -> None:
    maker = Maker(client, "/cards/new?from=wizard")
    maker.press("to", "expressions")
    maker.press("show", typed={"points.1.worth": "-10 * abs(trick - bid)"})
    assert "line 2" in maker.page.texts_in("aside")
    assert "Did you mean &#34;tricks&#34;?" in maker.page.html
    assert maker.press("save") == 422
    assert maker.page.fields["points.1.worth"] == "-10 * abs(trick - bid)"  # nothing typed is lost
    (use,) = maker.page.all("button", name="use")
    maker.press("use", str(use["value"]))
    assert maker.card["points"][1]["worth"] == "-10 * abs(tricks - bid)"
    maker.press("undo_last")
    assert maker.card["points"][1]["worth"] == "-10 * abs(trick - bid)"


def test_examples_that_do_not_come_out_stop_the_saving(client: FlaskClient) -> None:
    maker = Maker(client, "/cards/new?from=wizard")
    assert maker.press("save", typed={"points.0.base": "30"}) == 422
    assert "Hand 1: Hand 1 gives" in maker.page.text
    maker.press("drop_examples")
    assert maker.press("save") == 303
    maker = Maker(client, "/cards/new?from=wizard")
    examples = [{"hands": [{"bid": [0, 0, 0], "tricks": [1, 0, 0]}] * 101, "points": [None] * 101}] * 3
    assert maker.press("save", typed={"card": json.dumps({**maker.card, "examples": examples})}) == 422
    assert "at most 300 hands" in maker.page.text


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"fields": 1, "points": [1], "end": []}', '{"sides": ["a", true], "name": 4}']
)
def test_whatever_is_sent_shows_the_form_again(client: FlaskClient, text: str) -> None:
    sent = {"card": text, "undo": text, "use": "points.x.y|a|b", "remove": "fields.99", "add": "x"}
    assert client.post("/cards/new", data=sent).status_code == 200
    assert client.post("/cards/new", data={**sent, "save": "1"}).status_code == 422


def test_a_card_is_opened_from_a_link_a_text_or_a_file(client: FlaskClient) -> None:
    card = library.card_named("skyjo")
    text = packed(card)
    for sent in ({"text": f"http://localhost/cards/open#{text}"}, {"text": json.dumps(card)}):
        assert client.post("/cards/open", data=sent).location == f"/cards/open?card={text}"
    file = client.get("/cards/card.json", query_string={"card": text})
    assert file.headers["Content-Disposition"] == 'attachment; filename="Skyjo.json"'
    sent_file = {"file": (BytesIO(file.data), "Skyjo.json")}
    assert client.post("/cards/open", data=sent_file, content_type="multipart/form-data").status_code == 303
    for wrong in ("", "hello", "{}", f"/cards/open#{text[:-9]}"):
        answer = client.post("/cards/open", data={"text": wrong})
        assert answer.status_code == 422
        assert Page(answer.text).all("textarea", aria_invalid="true")
    assert client.get("/cards/open", query_string={"card": text[:40]}).status_code == 422
    assert client.get("/cards/code.svg", query_string={"card": "A" * LONGEST_PACKED}).status_code == 404


def test_what_differs_from_my_card_is_said(client: FlaskClient) -> None:
    card = library.card_named("skyjo")
    mine = {**card, "end": {"target": 200}}
    page = Page(client.get("/cards/open", query_string={"card": packed(card), "mine": packed(mine)}).text)
    assert "differs in one thing" in page.text
    assert page.texts_in("dl") == "This one Played to 100. Yours Played to 200."
    assert "Replace mine" in unescape(page.html)


def test_a_club_keeps_cards_and_takes_them_along(app: Flask) -> None:
    world = a_world(app)
    scorer, card = world.browser("club scorer"), library.card_named("skyjo")
    address = world.address(ROUTES["POST club_cards.keep"], "club scorer")
    other = {**card, "end": {"target": 200}, "examples": []}
    for form in ({"card": packed(card)}, {"card": packed(other), "both": "1"}, {"card": packed(other), "both": "1"}):
        assert scorer.post(address, data=form).status_code == 303
    wrong = {**other, "examples": [{"hands": [{"closed": 0, "cards": [1, 2]}], "points": [[3, 4]]}]}
    refused = scorer.post(address, data={"card": packed(wrong)}, follow_redirects=True)
    assert "The examples of this card do not come out" in refused.text
    with app.app_context():
        club = db.session.scalars(select(Club)).first()
        assert club is not None
        assert [game.name for game in club_cards.kept(club)] == ["Skyjo", "Skyjo 2"]
        lines = list(map(json.loads, club_lines.lines(club)))
        told = [line for line in lines if line["format"] == club_cards.GAME]
        assert [line["card"]["end"]["target"] for line in told] == ["target", 200]
        new = Club(slug="other", name="Other")
        db.session.add(new)
        db.session.flush()
        for _twice in range(2):
            importer = club_lines.ClubImport(new.id)
            importer.insert([club_lines.read_line(at, line) for at, line in enumerate(told)])
        assert [game.name for game in club_cards.kept(new)] == ["Skyjo", "Skyjo 2"]
    page = scorer.get("/cards/").text
    assert ">Skyjo 2<" in page
    assert "Your Skyjo differs in one thing" in scorer.get("/cards/open", query_string={"card": packed(other)}).text


def test_house_rules_are_shared_opened_and_played_like_a_card(app: Flask, client: FlaskClient) -> None:
    form = {**Page(client.get("/new?game=truco").text).fields, "options.target": "15", "seats.0": "Anna"}
    address = client.post("/new/share", data=form).location.removesuffix("#share")
    shared = Page(client.get(f"{address}&giver=%20Luca%20%3Cb%3E{'x' * 50}").text)
    link = str(shared.all("input", id="link")[0]["value"])
    assert carried(link).giver == "Luca <b>" + "x" * 32
    assert "Anna" not in json.dumps(carried(link).data)
    other = app.test_client()
    page = Page(other.get(link).text)
    assert "From Luca <b>" in page.text
    assert page.all("b") == []
    assert "Target: 15" in page.text
    with app.app_context():
        assert db.session.query(Match).count() == 0  # nothing is written before somebody starts
    start = Page(other.get(str(page.all("a", data_part="play")[0]["href"])).text)
    assert start.fields["options.target"] == "15"
    own = {**Page(other.get("/new?game=truco").text).fields, "start": "1"}
    assert other.post("/new", data=own).status_code == 303
    page = Page(other.get(link).text)
    assert page.texts_in("dl") == "Luca <b>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx Target: 15 Yours Target: 12"
    file = client.get(str(next(a["href"] for a in shared.all("a") if "download" in a)))
    assert file.headers["Content-Disposition"] == 'attachment; filename="Brazilian Truco.json"'
    assert carried(other.post("/cards/open", data={"text": file.text}).location) == carried(link)
    form["options.target"] = "-3"
    assert client.post("/new/share", data=form).status_code == 422


def test_settings_of_a_card_travel_with_it_and_are_in_the_form(client: FlaskClient) -> None:
    card = library.card_named("skyjo")
    sent = Sent("card", "own", {"card": card, "target": 200})
    assert unpacked(packed(sent.data)) == sent
    assert "Played to 200." in client.get("/cards/open", query_string={"card": packed(sent.data)}).text
    form = Page(client.get("/new", query_string={"card": packed(sent.data)}).text)
    assert form.fields["options.target"] == "200"
    assert "Skyjo" in form.text
    match = client.post("/new", data={**form.fields, "shown_shape": "2x1", "shape": "2x1", "start": "1"})
    with client.application.app_context():
        assert db.session.query(Match).one().setup["options"]["settings"] == {"target": 200}
    assert match.status_code == 303
    wrong = {**form.fields, "options.target": "none", "start": "1"}
    assert client.post("/new", data=wrong).status_code == 422


@pytest.mark.parametrize(
    "data",
    [
        {"game": "truco"},
        {"game": "truco", "variant": "paulista", "options": {"target": "x"}},
        {"game": "truco", "variant": "x", "options": {}},
        {"game": "card", "variant": "own", "options": {}},
        {"game": "card", "variant": "own", "options": {"card": [], "target": 3}},
        {"game": "none", "variant": "x", "options": {}},
        {"game": ["own"], "variant": "own", "options": {}},
        {"game": "truco", "variant": "paulista", "options": {}, "more": 1},
    ],
)
def test_rules_that_no_game_takes_are_refused(client: FlaskClient, data: dict[str, Any]) -> None:
    text = packed({"format": "scorekeeper-rules/1", **data})
    assert client.get("/cards/open", query_string={"card": text}).status_code == 422
    assert client.get("/new", query_string={"card": text}).status_code == 404


def test_the_rules_of_every_game_are_sent_and_said_in_words(app: Flask) -> None:
    with app.test_request_context("/"):
        for game in GAMES:
            for preset in game.offered_presets():
                if not game.required_options(preset["slug"]):
                    sent = Sent(game.slug, preset["slug"], {})
                    assert unpacked(packed(sent.data)) == sent
                    assert any(opened.said(sent.setup)), (game.slug, preset["slug"])
