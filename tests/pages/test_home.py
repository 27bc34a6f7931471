"""The home page: the games to start, and links to the browser's sittings."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.card import library
from scorekeeper.games.engine.side_names import in_language
from scorekeeper.i18n import LOCALES
from scorekeeper.pages.at_home import GAMES_AT_HOME
from tests.support.page import Page

pytestmark = [pytest.mark.each_engine, pytest.mark.shares]


def home(client: FlaskClient) -> Page:
    return Page(client.get("/").text)


def first_tile(page: Page) -> str | None:
    return next(link["href"] for link in page.all("a") if str(link.get("class")).startswith("tile "))


def start(client: FlaskClient, **fields: str) -> str:
    """Starts a match; returns the sitting's address."""
    answer = client.post("/new", data={"shown_shape": "2x2", "start": "1", **fields})
    assert answer.status_code == 303
    return answer.location.rpartition("/m/")[0]


def test_every_game_can_be_started_from_the_page_of_games(client: FlaskClient) -> None:
    assert home(client).all("a", href="/games")
    page = Page(client.get("/games").text)
    for game in [game for game in GAMES if not game.shelf and not game.named_by]:
        assert page.all("a", href=f"/new?game={game.slug}")
        assert game.title in page.text
    for card in [card for game in GAMES for card in game.shelf]:
        assert page.all("a", href=f"/new?game=card&variant={card['variant']}")
    assert all(home(client).all("a", href=f"/new?game={game.slug}") for game in GAMES if game.named_by)


def test_games_are_found_by_name_and_by_kind_and_cards_have_the_names_they_say(client: FlaskClient) -> None:
    found = Page(client.get("/games?q=SPA").text)
    assert len(found.all("a", href="/new?game=card&variant=spades")) == 1
    assert "Wizard" not in found.text
    assert "Cuori" in Page(client.get("/games?kind=tricks", headers={"Accept-Language": "it"}).text).text
    assert "No game has this name" in client.get("/games?q=xyzzy").text
    for card in [card for game in GAMES for card in game.shelf]:
        said = library.card_named(card["variant"])["name"]
        here = {"en": said} if isinstance(said, str) else said
        assert all(in_language(card["name"], locale) == in_language(here, locale) for locale in LOCALES), card


def test_games_are_in_the_order_of_the_country_until_the_browser_has_played(client: FlaskClient) -> None:
    first = {
        "it": "scopa", "pt-BR": "truco", "pt-PT": "sueca", "es-AR": "truco-argentino", "es-ES": "chinchon",
        "fr-CH": "belote", "en-GB": "canasta", "sw": "albastini",
    }  # fmt: skip
    for language, game in first.items():
        assert first_tile(Page(client.get("/", headers={"Accept-Language": language}).text)) == f"/new?game={game}"
    start(client, game="tresette")
    assert first_tile(home(client)) == "/new?game=tresette"


def test_what_is_played_at_home_exists() -> None:
    assert {slug for games in GAMES_AT_HOME.values() for slug in games} <= {game.slug for game in GAMES}
    for game in GAMES:
        at_home = {slug for presets in game.presets_at_home.values() for slug in presets}
        assert at_home <= {preset["slug"] for preset in game.presets}, game.slug


def test_a_new_browser_is_only_asked_what_to_play(client: FlaskClient) -> None:
    assert "What do you play tonight?" in home(client).text


def test_a_browser_finds_its_own_sittings_again_newest_first(client: FlaskClient) -> None:
    first, second = start(client, game="tresette"), start(client, game="buraco")
    own = [link["href"] for link in home(client).all("a", class_="live")]
    assert own == [f"{second}/m/1", f"{first}/m/1"]


def test_a_sitting_is_listed_with_sides_running_score_game_and_name(client: FlaskClient) -> None:
    address = start(client, game="truco", **{"sides.0.name": "Os Gatos"})
    client.post(address, data={"name": "Thursday round", "place": "Bar Roma"})
    page = home(client)
    for words in ("Os Gatos 0", "Them 0", "Thursday round", "Bar Roma", "Brazilian Truco"):
        assert words in page.text


def test_a_visitor_by_a_watching_link_finds_it_again_as_one_who_watches(client: FlaskClient) -> None:
    sitting = Page(client.get(start(client, game="tresette")).text)
    watching = [field["value"] for field in sitting.all("input") if "readonly" in field]
    visitor = client.application.test_client()
    visitor.get(str(watching[1]))
    assert "watching" in home(visitor).text


def test_a_visitor_by_the_link_of_a_match_finds_its_evening_again(client: FlaskClient) -> None:
    match = f"{start(client, game='tresette')}/m/1"
    visitor = client.application.test_client()
    visitor.get(match)
    assert home(visitor).all("a", class_="live", href=match)


def test_what_a_match_page_fetches_later_leaves_the_list_alone(client: FlaskClient) -> None:
    match = f"{start(client, game='tresette')}/m/1"
    visitor = client.application.test_client()
    assert "Set-Cookie" in visitor.get(match).headers
    for later in ("kept.json", "state.json"):
        assert "Set-Cookie" not in visitor.get(f"{match}/{later}").headers


def test_an_old_list_of_sittings_stays_short(client: FlaskClient) -> None:
    for _evening in range(14):
        start(client, game="tresette")
    assert len(home(client).all("a", class_="live")) == 12


def test_choosing_a_language_keeps_what_the_page_was_asked_for(client: FlaskClient) -> None:
    page = Page(client.get("/settings", query_string={"back": "/new"}).text)
    assert page.all("a", href="/settings?back=%2Fnew&lang=it")
