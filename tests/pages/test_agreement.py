"""The rules of a custom game: shown with an example hand, shared by an address, suggested again."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.play import first_table, score_hand
from scorekeeper.games.engine.setup import begin
from scorekeeper.pages.start_page import agreement_of, blank_form, named, query_of
from tests.documents import GAMES as DOCUMENTS
from tests.documents.bad import bad_options
from tests.games.table import usual_sides
from tests.support.page import Page

pytestmark = pytest.mark.shares

NAMED = [game for game in GAMES if game.named_by]
AGREED: list[dict[str, Any]] = [
    {},
    {"name": "Rook {x} 50%", "columns": [{"name": "Nests, “A & B”", "factor": 20}]},
    {"name": "八八", "best": "low", "limit": 101, "step": 5},
    {"target": 100, "hands": 7, "negative": False, "columns": [{"name": "Fouls", "factor": -3}]},
    {"sum": 0},
    {"sum": 26, "negative": False, "best": "low", "target": 100},
]


def setup(slug: str, options: dict[str, Any]) -> Any:
    sides = usual_sides(slug)
    return begin({"format": "scorekeeper/1", "game": slug, "sides": sides, "options": options})


@pytest.mark.parametrize("options", AGREED)
def test_an_agreement_goes_through_an_address_unchanged(options: dict[str, Any]) -> None:
    agreed = setup("own", options)
    form = blank_form(dict(query_of(agreed)))
    assert not form.problems
    assert begin(form.head)["options"] == agreed["options"]


@pytest.mark.parametrize("game", [game.slug for game in GAMES])
def test_house_rules_of_every_game_go_through_an_address(game: str) -> None:
    """Each preset's options as house rules of the first preset, if it allows them."""
    chosen = next(each for each in GAMES if each.slug == game)
    for preset in chosen.presets:
        try:
            agreed = setup(game, preset["options"])
        except Refusal:
            continue
        assert begin(blank_form(dict(query_of(agreed))).head)["options"] == agreed["options"]


@pytest.mark.parametrize("options", AGREED)
def test_the_example_is_a_hand_that_the_rules_allow(options: dict[str, Any]) -> None:
    agreed = setup("own", options)
    entry = game_of(agreed).example(agreed)
    hand = score_hand(agreed, first_table(agreed), entry)
    assert any(hand["points"])
    assert options.get("sum") in (None, sum(hand["points"]))


@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.slug)
def test_everything_that_can_be_agreed_on_is_said_or_refused(game: Any) -> None:
    for bad in [*DOCUMENTS[game.slug].bad_options, *bad_options(game)]:
        query = {f"options.{name}": str(value) for name, value in bad.items() if not isinstance(value, (list, dict))}
        agreement = agreement_of(blank_form({"game": game.slug, **query}))
        assert agreement is not None
        assert bool(agreement["problems"]) != bool(agreement["query"])


def test_an_address_that_the_game_refuses_says_so_beside_its_field(client: FlaskClient) -> None:
    page = Page(client.get("/new?game=own&options.step=2000&options.nothing=1&options.name=" + "n" * 5000).text)
    assert page.fields["options.step"] == "2000"
    assert len(page.fields["options.name"]) == 100
    assert "options.nothing" not in page.fields
    assert "This value cannot be chosen" in page.text
    assert client.get("/new/code.svg?game=own&options.step=2000").status_code == 404
    assert client.get("/new/code.svg?game=truco").status_code == 404


def test_the_form_tells_what_is_agreed_and_shows_a_hand_before_anything_starts(client: FlaskClient) -> None:
    page = Page(client.get("/new?game=own").text)
    assert "You play until you stop." in page.text
    sent = {**page.fields, "options.name": "Rook", "options.target": "300", "options.columns.0.name": "Nests",
            "options.columns.0.factor": "20", "show": "1"}  # fmt: skip
    shown = client.post("/new", data=sent)
    assert shown.status_code == 200
    assert "300 points win." in shown.text
    assert "Nests 2–1" in shown.text
    refused = client.post("/new", data={**sent, "options.sum": "7", "options.step": "5"}).text
    assert "Points come in steps of 5" in refused


def test_a_named_game_is_offered_again_on_this_phone_and_told_with_the_rules(client: FlaskClient) -> None:
    page = Page(client.get("/new?game=own").text)
    address = client.post("/new", data={**page.fields, "options.name": "Rook 50%", "options.step": "5", "start": "1"})
    home = client.get("/").text
    assert "Rook 50%" in home
    assert "game=own&amp;options.name=Rook+50%25&amp;options.step=5" in home
    again = Page(client.get("/new?game=own&options.name=Rook+50%25&options.step=5").text)
    assert (again.fields["options.name"], again.fields["options.step"]) == ("Rook 50%", "5")
    match = client.get(address.location).text
    rules_of_it = match.partition('"/rules/own?')[2].partition('"')[0]
    assert "options.name=Rook+50%25&amp;options.step=5" in rules_of_it
    rules = client.get("/rules/own?options.name=Rook+50%25&options.step=5").text
    assert "Points come in steps of 5." in rules
    links = [str(link["href"]) for link in Page(rules).all("a") if "share=1" in str(link.get("href"))]
    code = Page(client.get(links[0]).text).all("img", class_="card-code")[0]["src"]
    assert client.get(str(code)).mimetype == "image/svg+xml"
    assert "Agreed rules" not in client.get("/rules/own").text
    assert "Regole concordate: Rook" in client.get("/rules/own?options.name=Rook&lang=it").text


def test_a_game_is_offered_once_by_the_newest_of_its_agreements() -> None:
    newest, older = setup("own", {"name": "Rook", "step": 5}), setup("own", {"name": "rook"})
    offered = named([newest, setup("own", {}), setup("truco", {}), older])
    assert [(each["title"], each["query"]["options.step"]) for each in offered] == [("Rook", "5")]
