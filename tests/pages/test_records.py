"""Highlights of a match by its game's rules, and the records of the matches of a browser."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.engine.highlights import highlights
from scorekeeper.games.engine.play import opened
from tests.pages.test_evenings import visited
from tests.support.matches import TRUCO, start, won
from tests.support.page import Page

pytestmark = [pytest.mark.shares, pytest.mark.usefixtures("in_app")]


def found(game: str, players: list[list[str]], *entries: dict[str, Any], **head: Any) -> dict[str, tuple[Any, ...]]:
    """Returns (value, side, hand) of the highlights of a match, by kind."""
    sides = [{"name": " & ".join(names), "players": names} for names in players]
    document = {"format": "scorekeeper/1", "game": game, "sides": sides, "hands": list(entries), **head}
    setup, hands, table = opened(document)
    played: Any = [
        {"number": at, "points": hand["points"], "totals": hand["table"]["totals"], "lines": hand["lines"]}
        for at, hand in enumerate(hands, 1)
    ]
    return {each["kind"]: (each["value"], each["side"], each["hand"]) for each in highlights(setup, table, played)}


PAIRS = [["Anna", "Bruno"], ["Carla", "Dino"]]


def test_highlights_are_the_longest_the_highest_and_what_the_winner_was_behind() -> None:
    entries = [won(1, 3), won(1, 6), won(0, 12)]
    assert found("truco", PAIRS, *entries) == {"longest": (3, None, 0), "highest": (12, 0, 3), "comeback": (9, 0, 2)}
    stopped = [{"points": [70, 50]}, {"points": [80, 40]}, {"stop": True}]
    assert found("briscola", PAIRS, *stopped, options={"target": None})["longest"] == (2, None, 0)


def test_where_the_lowest_total_wins_points_against_count_and_more_is_behind() -> None:
    cards = [{"closed": 0, "counts": [0, 40]}, {"closed": 1, "counts": [60, 0]}, {"closed": 0, "counts": [0, 70]}]
    kinds = found("scala40", [["Anna"], ["Carla"]], *cards, options={"limit": 101})
    assert (kinds["highest"], kinds["comeback"]) == ((70, 1, 3), (20, 0, 2))


def test_what_a_game_counts_is_counted_for_each_side() -> None:
    hand = {"cards": [20, 20], "coins": [5, 5], "settebello": 1, "primiera": None, "scope": [1, 2]}
    assert found("scopa", PAIRS, hand, hand)["special"] == (4, 1, 0)
    flag, usual = {"points": [120, 0], "tricks": [10, 0]}, {"points": [50, 70]}
    assert found("sueca", PAIRS, usual, flag, flag, options={"target": 9})["special"] == (2, 0, 0)
    deal = {"taker": 0, "points": [100, 62]}
    assert found("belote", PAIRS, deal, {**deal, "belote": 1}, deal)["special"] == (1, 1, 0)


def test_a_browser_sees_the_records_of_its_matches_without_an_account(client: FlaskClient, app: Flask) -> None:
    visited(client, start(TRUCO, won(1, 3), *[won(0, 12)]))
    best = visited(client, start(TRUCO, won(1, 9), won(0, 12)))
    visited(client, start(TRUCO, won(0, 3)))
    page = Page(client.get("/evenings/records?lang=en").text)
    assert "Greatest comeback Anna, Bruno" in page.text
    assert [link["href"] for link in page.all("a", class_="row-link")][2] == best
    year = page.all("option")[-1]["value"]
    assert client.get(f"/evenings/records/{year}.png").mimetype == "image/png"
    assert client.get("/evenings/records/1999.png").status_code == 303
    assert "No finished matches" in Page(app.test_client().get("/evenings/records?lang=en").text).text
