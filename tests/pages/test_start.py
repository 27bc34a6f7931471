"""Starting a match: an untouched form is valid, everything can be changed, and refused input is kept."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import ledger
from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine.base import Game, Setup
from scorekeeper.games.engine.setup import begin
from scorekeeper.pages import start_form
from scorekeeper.pages.start_form import posted_form, shape_text
from scorekeeper.pages.start_page import blank_form
from scorekeeper.store.models import Match, db
from tests.support.fuzzing import FUZZING
from tests.support.matches import BURACO
from tests.support.matches import start as start_at_table
from tests.support.page import Page

pytestmark = pytest.mark.shares

SHAPES = [
    (game.slug, preset["slug"], shape_text(shape))
    for game in GAMES
    for preset in game.presets
    for shape in game.shapes(preset["slug"])
]


def played_by_day() -> Iterator[tuple[str, str, str]]:
    """Yields each preset with its usual shape, and with those that no earlier preset of its game has."""
    known = set()
    for game, preset, shape in SHAPES:
        if (game, preset) not in known or (game, shape) not in known:
            yield game, preset, shape
        known |= {(game, preset), (game, shape)}


def press_start(client: FlaskClient, page: Page, address: str = "/new", **typed: str) -> Page | str:
    """Sends the page's form with these fields changed; returns the next page, or the address of the match."""
    answer = client.post(address, data={**page.fields, "start": "1", **typed})
    if answer.status_code == 303:
        return answer.location
    return Page(answer.text)


def new_page(client: FlaskClient, **wanted: str) -> Page:
    return Page(client.get("/new", query_string=wanted).text)


def setup_of(client: FlaskClient, address: Page | str) -> Setup:
    """Returns the setup of the newest match."""
    assert isinstance(address, str), address.text
    with client.application.app_context():
        match = db.session.query(Match).order_by(Match.id.desc()).first()
        assert match is not None
        assert address.endswith(f"/m/{match.number}")
        return match.setup


UNNAMED = {  # no name was entered: none is stored
    (2, 2): (["●●", "▲▲"], ["●● 1", "▲▲ 1", "●● 2", "▲▲ 2"]),
    (2, 1): (["●●●●", "▲▲▲▲"], ["●●●●", "▲▲▲▲"]),
    (3, 1): (["●●●●", "▲▲▲▲", "■■■■"], ["●●●●", "▲▲▲▲", "■■■■"]),
    (4, 1): (["●●●●", "▲▲▲▲", "■■■■", "◆◆◆◆"], ["●●●●", "▲▲▲▲", "■■■■", "◆◆◆◆"]),
}


@pytest.mark.parametrize("game", [game.slug for game in GAMES])
def test_two_taps_start_a_match_of_each_game(client: FlaskClient, game: str) -> None:
    setup = setup_of(client, press_start(client, new_page(client, game=game)))
    assert (setup["game"], setup["variant"]) == (game, find_game(game).presets[0]["slug"])  # type: ignore[union-attr]
    names, seats = UNNAMED[find_game(game).shapes(setup["variant"])[0]]  # type: ignore[union-attr]
    assert [side["name"] for side in setup["sides"]] == names
    assert setup["seats"] == seats
    assert setup["first_dealer"] == 0


@pytest.mark.parametrize("game, preset, shape", SHAPES if FUZZING else list(played_by_day()))
def test_every_shape_of_a_preset_starts_with_exactly_its_rules(
    client: FlaskClient, game: str, preset: str, shape: str
) -> None:
    setup = setup_of(client, press_start(client, new_page(client, game=game, variant=preset, shape=shape)))
    assert setup["variant"] == preset
    assert setup["options"] == setup["options"] | find_game(game).preset(preset)["options"]  # type: ignore[union-attr, index]
    assert f"{len(setup['sides'])}x{len(setup['sides'][0]['players'])}" == shape


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_preset_says_in_words_what_differs(client: FlaskClient, game: Game) -> None:
    presets = {preset["slug"] for preset in game.presets}
    assert set(game.preset_words) == presets or (
        not game.preset_words and len(presets) == 1
    )  # from what does it differ?
    page = new_page(client, game=game.slug)
    assert all(text in page.text for text in game.preset_words.values())


def test_names_and_first_dealer_are_taken_as_typed(client: FlaskClient) -> None:
    typed = {
        "sides.0.name": "  Les Chats ", "seats.0": "Анна", "seats.1": "山田 太郎",
        "seats.2": "Bruno", "first_dealer": "3",
    }  # fmt: skip
    setup = setup_of(client, press_start(client, new_page(client, game="tresette"), **typed))
    assert setup["sides"][0] == {"name": "Les Chats", "players": ["Анна", "Bruno"]}
    assert setup["seats"] == ["Анна", "山田 太郎", "Bruno", "▲▲ 2"]
    assert setup["first_dealer"] == 3


def test_a_house_rule_overrides_the_preset(client: FlaskClient) -> None:
    page = new_page(client, game="tresette")
    setup = setup_of(client, press_start(client, page, **{"options.target": "31", "options.honours": "1"}))
    assert setup["options"]["target"] == 31
    assert setup["options"]["honours"] is True


def test_lists_of_stakes_and_first_melds_can_be_changed(client: FlaskClient) -> None:
    truco = press_start(client, new_page(client, game="truco"), **{"options.stakes": "1, 2 3"})
    assert setup_of(client, truco)["options"]["stakes"] == [1, 2, 3]
    steps = {"options.first_meld.1.0": "", "options.first_meld.1.1": "", "options.first_meld.0.1": "60"}
    buraco = press_start(client, new_page(client, game="buraco"), **steps)
    assert setup_of(client, buraco)["options"]["first_meld"] == [[0, 60]]


def test_an_empty_target_plays_without_one_where_the_game_allows_it(client: FlaskClient) -> None:
    buraco = press_start(client, new_page(client, game="buraco"), **{"options.target": ""})
    assert setup_of(client, buraco)["options"]["target"] is None
    tresette = press_start(client, new_page(client, game="tresette"), **{"options.target": ""})
    assert isinstance(tresette, Page)
    assert "TRE-5" in tresette.text


def test_untouched_house_rules_follow_a_preset_chosen_afterwards(client: FlaskClient) -> None:
    page = new_page(client, game="truco")
    setup = setup_of(client, press_start(client, page, variant="mineiro", **{"options.target": "15"}))
    assert setup["options"]["stakes"] == [2, 4, 6, 10, 12]
    assert setup["options"]["match_point"] == 10
    assert setup["options"]["target"] == 15


def test_another_shape_shows_its_seats_before_the_match_starts(client: FlaskClient) -> None:
    page = new_page(client, game="albastini")
    shown = press_start(client, page, shape="3x1", **{"seats.0": "Juma"})
    assert isinstance(shown, Page)
    assert shown.value("seats.0") == "Juma"
    assert shown.value("seats.2") == ""
    assert setup_of(client, press_start(client, shown))["seats"] == ["Juma", "▲▲▲▲", "■■■■"]


def test_a_preset_for_six_brings_six_seats(client: FlaskClient) -> None:
    shown = press_start(client, new_page(client, game="buraco"), variant="three-teams")
    assert isinstance(shown, Page)
    assert len(shown.all("input", name="first_dealer")) == 6
    assert [side["name"] for side in setup_of(client, press_start(client, shown))["sides"]] == [
        "●●●", "▲▲▲", "■■■",
    ]  # fmt: skip


REFUSED = [
    ({"seats.0": "Anna", "seats.3": "Anna"}, "seats.3", "Anna"),
    ({"sides.0.name": "Elefanti", "sides.1.name": "Elefanti"}, "sides.1.name", "Elefanti"),
    ({"seats.1": "x" * 41}, "seats.1", "40"),
    ({"seats.1": "a\x07b"}, "seats.1", "printed"),
    ({"options.target": "many"}, "options.target", "TRE-5"),
    ({"options.target": "0"}, "options.target", "TRE-5"),
    ({"options.target": "9" * 5000}, "options.target", "TRE-5"),
]


@pytest.mark.parametrize("typed, field, says", REFUSED)
def test_a_mistake_stands_beside_its_field_and_everything_is_kept(
    client: FlaskClient, typed: dict[str, str], field: str, says: str
) -> None:
    sent = {"seats.2": "Bruno", "first_dealer": "2", "options.honours": "1"} | typed
    page = press_start(client, new_page(client, game="tresette"), **sent)
    assert isinstance(page, Page)
    where = "f-" + field.replace(".", "-")
    assert page.all("input", id=where, aria_invalid="true", aria_describedby=f"{where}-error")
    assert page.all("div", id=f"{where}-error")
    assert says in page.text
    assert {name: page.value(name) for name in sent} == sent


def test_a_doubled_name_of_single_players_is_said_once(client: FlaskClient) -> None:
    page = new_page(client, game="albastini", shape="3x1")
    refused = press_start(client, page, **{"seats.0": "Juma", "seats.2": "Juma"})
    assert isinstance(refused, Page)
    assert "Please check one field" in refused.text


def test_the_next_match_of_a_sitting_has_the_same_people_and_rules_and_the_deal_passed_on(client: FlaskClient) -> None:
    typed = {"sides.0.name": "Cats", "seats.0": "Anna", "first_dealer": "3", "options.target": "31"}
    match = press_start(client, new_page(client, game="tresette", variant="mcleod"), **typed)
    assert isinstance(match, str)
    following = match.replace("/m/1", "/new")
    page = Page(client.get(following).text)
    setup = setup_of(client, press_start(client, page, following))
    assert (setup["variant"], setup["options"]["target"]) == ("mcleod", 31)
    assert setup["sides"][0] == {"name": "Cats", "players": ["Anna", "Cats 2"]}
    assert setup["first_dealer"] == 0


def test_the_same_people_can_go_on_with_another_game(client: FlaskClient) -> None:
    match = press_start(client, new_page(client, game="tresette"), **{"seats.0": "Anna", "sides.0.name": "Cats"})
    assert isinstance(match, str)
    following = match.replace("/m/1", "/new")
    page = Page(client.get(following, query_string={"game": "albastini"}).text)
    assert page.value("shape") == "2x2"
    setup = setup_of(client, press_start(client, page, following))
    assert setup["game"] == "albastini"
    assert setup["sides"][0] == {"name": "Cats", "players": ["Anna", "Cats 2"]}


def test_another_game_of_single_players_has_a_seat_for_everybody(client: FlaskClient) -> None:
    named = {f"seats.{at}": name for at, name in enumerate(("Anna", "Bruno", "Carla", "Dino"))}
    match = press_start(client, new_page(client, game="tresette"), **named)
    assert isinstance(match, str)
    following = match.replace("/m/1", "/new")
    page = Page(client.get(following, query_string={"game": "scala40"}).text)
    assert setup_of(client, press_start(client, page, following))["seats"] == list(named.values())


def test_start_pressed_twice_starts_one_match_but_not_once_it_was_changed(client: FlaskClient) -> None:
    match = press_start(client, new_page(client, game="tresette"))
    assert isinstance(match, str)
    following = match.replace("/m/1", "/new")
    page = Page(client.get(following).text)
    second = press_start(client, page, following)
    assert press_start(client, page, following) == second
    assert press_start(client, page, following, **{"sides.0.name": "Cats"}) != second


def test_a_form_that_was_changed_after_start_goes_on_at_the_same_table(client: FlaskClient) -> None:
    page = new_page(client, game="tresette")
    first = press_start(client, page)
    assert isinstance(first, str)
    assert press_start(client, page, **{"seats.0": "Anna"}) == first.replace("/m/1", "/m/2")


def test_a_strange_game_preset_or_shape_falls_back_to_what_there_is(client: FlaskClient) -> None:
    for wanted in ({"game": "poker"}, {"game": "truco", "variant": "x"}, {"game": "buraco", "shape": "9x9"}):
        assert client.get("/new", query_string=wanted).status_code == 200
    assert client.post("/new", data={"start": "1"}).status_code == 200


def test_a_phone_is_offered_what_its_country_plays_and_a_document_is_not(client: FlaskClient) -> None:
    page = Page(client.get("/new?game=truco&lang=pt_BR").text)
    assert [radio["value"] for radio in page.all("input", name="variant")] == ["paulista", "mineiro", "brazilian"]
    assert page.value("variant") == "paulista"
    sides = [{"name": "Gatos"}, {"name": "Ratos"}]
    assert begin({"format": "scorekeeper/1", "game": "truco", "sides": sides})["variant"] == "brazilian"


def test_play_goes_round_the_table_the_way_that_the_game_goes() -> None:
    clockwise = [{"game": "buraco"}, {"game": "tresette", "variant": "scarne"}]
    assert [blank_form(wanted).is_clockwise for wanted in [{"game": "truco"}, *clockwise]] == [False, True, True]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_value_of_an_option_is_read_as_it_was_written(game: object) -> None:
    for preset in game.presets:  # type: ignore[attr-defined]
        for option in game.options_of(preset["slug"]):  # type: ignore[attr-defined]
            value = preset["options"][option["name"]]
            assert start_form.read(option, start_form.written(option, value)) == value


@pytest.mark.parametrize("game, preset, shape", SHAPES)
def test_what_the_form_makes_is_a_match_that_the_game_accepts(game: str, preset: str, shape: str) -> None:
    form = blank_form({"game": game, "variant": preset, "shape": shape})
    assert begin(form.head)["variant"] == preset
    again = posted_form([*form.typed.items(), ("game", game), ("variant", preset), ("shape", shape)])
    assert again.head == form.head


def test_the_default_names_are_in_the_language_of_the_page(client: FlaskClient) -> None:
    page = Page(client.get("/new", query_string={"game": "truco", "lang": "pt_BR"}).text)
    names = [
        str(field.get("placeholder"))
        for field in page.all("input")
        if re.match(r"sides\.\d\.name", str(field.get("name")))
    ]
    assert len(names) == 2


TIMED = {"game": "buraco", "variant": "timed", "shown": "timed", "shape": "2x2", "shown_shape": "2x2", "start": "1"}


def test_a_timed_match_starts_with_its_clock(app: Flask, client: FlaskClient) -> None:
    assert "minutes" in new_page(client, game="buraco", variant="timed").fields
    assert "minutes" not in new_page(client, game="buraco").fields
    page = client.post("/new", data={**TIMED, "minutes": "45"}, follow_redirects=True).text
    assert "45 minutes" in page
    with app.app_context():
        match = db.session.query(Match).order_by(Match.id.desc()).first()
        assert match is not None
        clock = ledger.state(match)["clock"]
        left = datetime.fromisoformat(clock["ends"]) - datetime.now(UTC)
        assert timedelta(minutes=44) < left <= timedelta(minutes=45)
        again = ledger.rematch(match, actor="", key="again")
        assert ledger.state(again)["clock"]["minutes"] == 45
        assert ledger.state(again)["clock"]["ends"] >= clock["ends"]


@pytest.mark.parametrize("minutes", ["0", "601", "soon", "-1", "9" * 40])
def test_a_time_that_no_clock_can_be_set_to_is_refused_beside_its_field(client: FlaskClient, minutes: str) -> None:
    answer = client.post("/new", data={**TIMED, "minutes": minutes})
    assert answer.status_code == 422
    assert "Choose 1 to 600 minutes" in answer.text
    assert f'value="{minutes}"' in answer.text


def test_a_timed_match_needs_no_clock(client: FlaskClient) -> None:
    assert client.post("/new", data={**TIMED, "minutes": ""}).status_code == 303


def test_a_document_s_own_end_is_kept(app: Flask) -> None:
    """The clock was set by the phone that started the match offline."""
    head = {**BURACO, "variant": "timed", "about": {"minutes": "45", "ends": "2026-11-21T20:15:00.000Z"}}
    with app.app_context():
        assert ledger.state(start_at_table(head))["clock"] == {"minutes": 45, "ends": "2026-11-21T20:15:00+00:00"}
