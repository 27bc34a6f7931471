"""Players and sides without names: signs are stored, and shown in the reader's language; or players' names."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.engine import offline_match
from scorekeeper.games.engine.base import Side
from scorekeeper.games.engine.play import document
from scorekeeper.games.engine.setup import begin
from scorekeeper.games.engine.side_names import called, is_named, is_placeholder, name_of_players, placeholder
from scorekeeper.i18n import say, speaking
from scorekeeper.paper.stored_match_sheet import fingerprint_of, fingerprints_before
from scorekeeper.store.default_words import unnamed
from scorekeeper.store.models import Match, db
from tests.pages.test_start import new_page, press_start, setup_of
from tests.support.matches import TRUCO, start, won
from tests.support.page import Page

FOUR = {
    "seats.0": "Anna", "seats.2": "Bruno",
    "seats.1": "Carla", "seats.3": "Dino",
}  # fmt: skip
WORDS = [
    ((0, (2, 2)), "en", "Us"), ((1, (2, 2)), "en", "Them"), ((1, (2, 2)), "it", "Loro"), ((0, (2, 3)), "pt_BR", "Nós"),
    ((2, (3, 2)), "en", "Team 3"), ((3, (4, 1)), "en", "Player 4"), ((1, (2, 1)), "it", "Giocatore 2"),
]  # fmt: skip


@pytest.mark.parametrize("side, language, word", WORDS)
def test_an_unnamed_side_is_called_in_the_readers_language(
    side: tuple[int, tuple[int, int]], language: str, word: str
) -> None:
    with speaking(language):
        assert say("{who}", {"who": placeholder(*side)}) == word


def test_each_of_twelve_sides_has_a_sign_of_one_character_and_a_number() -> None:
    assert [placeholder(side, (12, 1)) for side in range(12)] == [4 * sign for sign in "●▲■◆★⬟▼⬢✚✖◗❖"]
    assert [called(placeholder(side, (12, 1)), str) for side in range(12)] == [f"Player {n}" for n in range(1, 13)]
    assert [called(placeholder(side, (12, 2)), str) for side in range(12)] == [f"Team {n}" for n in range(1, 13)]
    assert called("■■ 0123456789", str) == "Team 3 0123456789", "a third side cannot be us or them"


@pytest.mark.parametrize("name", ["●", "● ▲", "Anna", "●▲", "●● x", "●● 1-2", "●●●●●", "", "12"])
def test_a_sign_that_stands_alone_and_any_name_stay_as_they_are(name: str) -> None:
    assert not is_placeholder(name)
    assert called(name, str.upper) == name


def test_a_player_of_an_unnamed_side_has_its_number() -> None:
    assert called("▲▲ 2", str) == "Them 2"


def test_a_side_is_called_by_its_players_where_all_are_named() -> None:
    assert name_of_players(["Anna", "Bruno"]) == "Anna & Bruno"
    assert name_of_players(["Anna", "●● 2"]) == ""
    assert name_of_players(["Anna"]) == ""


def test_names_of_players_may_make_a_name_longer_than_one_may_write() -> None:
    players = ["A" * 40, "B" * 40]
    sides = [{"name": " & ".join(players), "players": players}, {"name": "Them", "players": ["Carla", "Dino"]}]
    setup = begin({"format": "scorekeeper/1", "game": "truco", "sides": sides})
    assert not is_named(setup["sides"][0])
    assert is_named(setup["sides"][1])
    assert begin(document(setup, []))["sides"] == setup["sides"]


def test_typed_players_name_their_side_in_a_list_of_any_language(client: FlaskClient) -> None:
    setup = setup_of(client, press_start(client, new_page(client, game="truco", lang="it"), **FOUR))
    assert [side["name"] for side in setup["sides"]] == ["Anna & Bruno", "Carla & Dino"]
    home = Page(client.get("/?lang=en").text).text
    assert "Anna & Bruno" in home
    assert "Noi" not in home


def test_each_reader_sees_words_of_the_own_language_and_none_are_stored(client: FlaskClient) -> None:
    address = press_start(client, new_page(client, game="tresette", lang="it"))
    assert isinstance(address, str)
    assert "Loro 1" in Page(client.get(f"{address}?lang=it").text).text
    assert "Them 1" in Page(client.get(f"{address}?lang=en").text).text
    with client.application.app_context():
        match = db.session.query(Match).one()
        assert not any(word in str(match.setup) for word in ("Us", "Them", "Noi", "Loro"))


def test_the_next_match_of_a_table_gets_no_words_of_the_last_one(client: FlaskClient) -> None:
    address = press_start(client, new_page(client, game="truco", lang="it"))
    assert isinstance(address, str)
    page = Page(client.get(address.replace("/m/1", "/new")).text)
    assert [page.value(f"sides.{side}.name") for side in (0, 1)] == ["", ""]
    assert page.value("seats.0") == ""


def test_a_player_nobody_has_named_can_be_chosen_in_a_hand(client: FlaskClient) -> None:
    address = press_start(client, new_page(client, game="tresette"), **{"options.honours": "1"})
    assert isinstance(address, str)
    honour = {"honours.0.player": "▲▲ 2", "honours.0.kind": "napoletana", "honours.0.suit": "coins"}
    entry = {"way": "quick", "points.0": "8", "points.1": "3", "seen": "1", "key": "k", **honour}
    assert client.post(f"{address}/hands", data=entry).status_code == 303
    assert "Them 2" in Page(client.get(address).text).text


def test_a_phone_says_the_same() -> None:
    sides = [{"name": "●●", "players": ["●● 1", "●● 2"]}, {"name": "▲▲", "players": ["▲▲ 1", "▲▲ 2"]}]
    kept = offline_match.begun(begin({"format": "scorekeeper/1", "game": "truco", "sides": sides}))
    with speaking("it"):
        state = offline_match.state(kept, say)
    assert [side["name"] for side in state["sides"]] == ["Noi", "Loro"]
    assert state["dealer"] == "Noi 1"
    assert [side["named"] for side in state["sides"]] == [False, False]


def side(name: str, *players: str) -> Side:
    return {"name": name, "players": list(players)}


STORED = [
    ([side("Noi", "Noi 1", "Noi 2"), side("Loro", "Loro 1", "Loro 2")],
     {"Noi": "●●", "Noi 1": "●● 1", "Noi 2": "●● 2", "Loro": "▲▲", "Loro 1": "▲▲ 1", "Loro 2": "▲▲ 2"}),
    ([side("Us", "Anna", "Bruno"), side("Gatti", "Carla", "Dino")], {"Us": "Anna & Bruno"}),
    ([side("Nós", "Anna", "Nós 2"), side("Eles", "Carla", "Dino")],
     {"Nós": "●●", "Nós 2": "●● 2", "Eles": "Carla & Dino"}),
    ([side("Player 1", "Player 1"), side("Zoe", "Zoe")], {"Player 1": "●●●●"}),
    ([side("Them", "Anna", "Bruno"), side("Us", "Carla", "Dino")], {}),
    ([side("チーム1", "A", "B"), side("チーム2", "C", "D"), side("X", "E", "F")],
     {"チーム1": "A & B", "チーム2": "C & D"}),
]  # fmt: skip


@pytest.mark.parametrize("sides, names", STORED)
def test_words_stored_by_earlier_versions_are_told_from_names(sides: list[Side], names: dict[str, str]) -> None:
    assert unnamed(sides) == names


def test_a_sheet_printed_with_such_words_still_agrees(app: Flask) -> None:
    with app.app_context():
        old = start(
            {**TRUCO, "sides": [side("Noi", "Anna", "Bruno"), side("Loro", "Loro 1", "Loro 2")]}, won(0), won(1, 3)
        )
        now = start(
            {**TRUCO, "sides": [side("Anna & Bruno", "Anna", "Bruno"), side("▲▲", "▲▲ 1", "▲▲ 2")]}, won(0), won(1, 3)
        )
        assert fingerprint_of(old) != fingerprint_of(now)
        assert fingerprint_of(old) in fingerprints_before(now)
        named = start(TRUCO, won(0))
        assert not fingerprints_before(named)
