"""Past matches of a browser: search by name, date and game, statistics, playing again, and export as a file."""

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import ledger
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.play import first_table
from scorekeeper.games.engine.setup import begin
from scorekeeper.i18n import speaking
from scorekeeper.pages.home_page import PastMatch, evenings_page, match_head, names_of, search_of, tables_of
from scorekeeper.pages.start_page import blank_form
from scorekeeper.store.models import Match, db
from scorekeeper.web import hands_csv, links
from tests.pages.test_start import new_page, press_start, setup_of
from tests.support.matches import TRESETTE, TRUCO, points, start, won, write
from tests.support.page import Page

pytestmark = [pytest.mark.shares, pytest.mark.usefixtures("in_app")]


def visited(client: FlaskClient, match: Match) -> str:
    """Returns the match's address with a link that scores, after the browser has opened it."""
    address = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/{match.number}"
    db.session.commit()
    assert client.get(address).status_code == 200
    return address


def past(date: str, game: str, winner: int | None, *sides: list[str], over: bool = True, place: str = "") -> PastMatch:
    named = [{"name": " & ".join(players), "players": players} for players in sides]
    setup = begin({"format": "scorekeeper/1", "game": game, "sides": named})
    table: Any = first_table(setup) | ({"status": "finished", "winner": winner} if over else {})
    head = match_head(1, setup, table, table["status"])
    return {
        "token": f"1-{date}", "sitting": "", "place": place, "day": date, "date": date, "weekday": "",
        "may_score": True, "match": head,
    }  # fmt: skip


EVENINGS = [
    past("2026-11-20", "truco", 0, ["Anna", "Bruno"], ["Carla", "Dino"], place="Bar Sport"),
    past("2026-11-13", "tresette", 1, ["Anna", "Dino"], ["Carla", "Bruno"]),
    past("2026-11-06", "tresette", None, ["Anna", "Bruno"], ["Carla", "Dino"]),
    past("2026-10-30", "truco", 0, ["Anna", "Carla"], ["Bruno", "Dino"]),
    past("2026-10-23", "truco", 0, ["Anna", "Bruno"], ["●● 1", "●● 2"], over=False),
]

SEARCHES = [
    ({}, ["2026-11-20", "2026-11-13", "2026-11-06", "2026-10-30", "2026-10-23"]),
    ({"game": "tresette"}, ["2026-11-13", "2026-11-06"]),
    ({"q": "carla"}, ["2026-11-20", "2026-11-13", "2026-11-06", "2026-10-30"]),
    ({"q": "bar sp"}, ["2026-11-20"]),
    ({"since": "2026-11-06", "until": "2026-11-13"}, ["2026-11-13", "2026-11-06"]),
    ({"q": "nobody"}, []),
]


@pytest.mark.parametrize("query, days", SEARCHES)
def test_matches_are_found_by_name_date_and_game(query: dict[str, str], days: list[str]) -> None:
    found = evenings_page(EVENINGS, search_of(list(query.items())))["matches"]
    assert [each["date"] for each in found] == days


def test_who_won_how_often_counts_what_is_over_and_nobody_without_a_name() -> None:
    people = {each["name"]: each for each in evenings_page(EVENINGS, search_of([]))["people"]}
    assert set(people) == {"Anna", "Bruno", "Carla", "Dino"}
    assert people["Anna"] == {"name": "Anna", "played": 4, "won": 2, "percent": 50}
    assert people["Dino"]["won"] == 0


def test_two_people_are_told_how_they_met_and_what_they_did_together() -> None:
    page = evenings_page(EVENINGS, search_of([("one", "Anna"), ("other", "carla")]))
    assert page["meeting"] == {"met": 3, "won": [1, 1], "together": 1, "won_together": 1}
    assert evenings_page(EVENINGS, search_of([("one", "Anna")]))["meeting"] is None


def test_names_and_tables_of_the_last_evenings_are_offered_once_each() -> None:
    assert names_of(EVENINGS) == ["Anna", "Carla", "Bruno", "Dino"]
    assert [each["sides"] for each in tables_of(EVENINGS, "truco")] == [
        "Anna & Bruno – Carla & Dino", "Anna & Carla – Bruno & Dino", "Anna & Bruno – ●● 1 & ●● 2",
    ]  # fmt: skip
    assert [each["game"] for each in tables_of(EVENINGS * 2)] == ["truco", "tresette", "tresette", "truco"]


def test_an_old_evening_is_found_though_home_lists_only_the_newest(client: FlaskClient) -> None:
    for _evening in range(14):
        visited(client, start(TRUCO, won(0)))
    oldest = visited(
        client, start({**TRESETTE, "sides": [{"name": "Gatti", "players": ["Z", "Y"]}, TRESETTE["sides"][1]]})
    )
    for _evening in range(13):
        visited(client, start(TRUCO, won(0)))
    assert "Gatti" not in Page(client.get("/").text).text
    page = Page(client.get("/evenings?q=gatti&lang=en").text)
    assert [link["href"] for link in page.all("a", class_="sitting")] == [oldest]


def test_another_browser_sees_none_of_it(client: FlaskClient, app: Flask) -> None:
    visited(client, start(TRUCO, won(0)))
    stranger = app.test_client()
    assert not Page(stranger.get("/evenings").text).all("a", class_="sitting")
    assert stranger.get("/evenings.json").json["matches"] == []  # type: ignore[index]


def test_open_and_finished_evenings_are_listed_apart(client: FlaskClient) -> None:
    visited(client, start(TRESETTE, points(8, 3), points(10, 1), points(3, 8)))
    visited(client, start(TRUCO, won(0)))
    text = Page(client.get("/?lang=en").text).text
    going, finished = text.index("Now at the table"), text.index("What do you play tonight?")
    assert going < text.index("Us 1 Them 0") < finished < text.index("Us 21 Them 12")


def test_the_same_again_brings_people_and_house_rules(client: FlaskClient) -> None:
    match = start({**TRESETTE, "options": {"target": 41, "honours": True}}, points(8, 3))
    visited(client, match)
    link = next(each["href"] for each in Page(client.get("/").text).all("a") if "like=" in str(each["href"]))
    page = Page(client.get(str(link)).text)
    setup = setup_of(client, press_start(client, page))
    assert setup["seats"] == match.setup["seats"]
    assert setup["options"] == match.setup["options"]
    assert setup["first_dealer"] == 1


@pytest.mark.parametrize("like", ["1-x:1", ":", "99-abc:1", "1-abc:99999999999", "x"])
def test_a_match_of_others_is_not_copied(client: FlaskClient, like: str) -> None:
    start(TRUCO, won(0))
    assert Page(client.get("/new", query_string={"game": "truco", "like": like}).text).value("seats.0") == ""


def test_names_of_the_last_evenings_are_offered_at_the_seats(client: FlaskClient) -> None:
    visited(client, start(TRUCO, won(0)))
    page = new_page(client, game="buraco")
    assert {option["value"] for option in page.all("option")} >= {"Anna", "Bruno", "Carla", "Dino"}
    assert page.all("input", id="f-seats-0", list="roster")


def test_everything_is_a_file_whose_documents_score_again(client: FlaskClient) -> None:
    match = start(TRUCO, won(0), won(1, 3))
    address = visited(client, match)
    answer = client.get("/evenings.json")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    content = json.loads(answer.text)
    assert content["format"] == "scorekeeper-phone/1"
    (exported,) = content["matches"]
    assert exported["address"] == address
    assert rules.score(exported["document"])["totals"] == exported["totals"] == [1, 3]


def lines(client: FlaskClient, address: str, **headers: str) -> list[dict[str, str]]:
    """Returns the lines of a CSV file, by their headings."""
    return [*csv.DictReader(io.StringIO(client.get(address, headers=headers).text))]


def test_a_match_is_a_table_with_a_line_for_each_hand_and_side(client: FlaskClient) -> None:
    match = start(TRUCO, won(0), won(1, 3), won(1))
    write(ledger.strike, match, 3)
    address = visited(client, match)
    assert Page(client.get(f"{address}/result").text).all("a", href=f"{address}/hands.csv")
    table = lines(client, f"{address}/hands.csv")
    shown = [[each[name] for name in ("hand", "dealer", "side", "name", "points", "total", "remark")] for each in table]
    assert shown == [
        ["1", "Anna", "1", "Us", "1", "1", "in play"],
        ["1", "Anna", "2", "Them", "0", "0", "in play"],
        ["2", "Carla", "1", "Us", "0", "1", "in play"],
        ["2", "Carla", "2", "Them", "3", "3", "in play"],
        ["3", "Bruno", "1", "Us", "0", "1", "struck out"],
        ["3", "Bruno", "2", "Them", "0", "3", "struck out"],
    ]
    assert table[3]["players"] == "Carla, Dino"
    assert "(TRU-" in table[3]["reasons"]


def test_past_matches_are_one_table_newest_first_and_a_stranger_has_none(client: FlaskClient, app: Flask) -> None:
    visited(client, start(TRESETTE, points(7, 4)))
    visited(client, start(TRUCO, won(0)))
    assert [each["game"] for each in lines(client, "/evenings.csv")] == ["Brazilian Truco"] * 2 + ["Tresette"] * 2
    assert client.get("/evenings.csv", headers={"Accept": "text/html"}).text.startswith("\ufeff")
    assert lines(app.test_client(), "/evenings.csv") == []


def test_a_table_of_past_matches_has_no_more_hands_than_a_file_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands_csv, "MOST_HANDS", 3)
    long, short = start(TRUCO, won(0), won(0), won(0), won(0)), start(TRUCO, won(0), won(0))
    assert [*hands_csv.within_bounds([long, short])] == [long]
    assert [*hands_csv.within_bounds([short, short])] == [short]


@pytest.mark.parametrize(
    "days, expected",
    [(0, "The same players again"), (3, "The same players as on {0:%A}"), (8, "The same players again")],
)
def test_the_same_players_are_offered_by_the_day_of_the_last_week(
    client: FlaskClient, days: int, expected: str
) -> None:
    match = start(TRUCO, won(0))
    match.started_at -= timedelta(days=days)
    visited(client, match)
    assert expected.format(match.started_at.astimezone()) in Page(client.get("/").text).text


def test_enter_in_a_name_starts_nothing_without_a_script(client: FlaskClient) -> None:
    page = new_page(client, game="truco")
    buttons = [each for each in page.all("button") if each.get("name")]
    assert buttons[0]["name"] == "show"  # the default button, used by Enter
    shown = client.post("/new", data={**page.fields, "show": "1", "seats.0": "Anna"})
    assert shown.status_code == 200
    assert Page(shown.text).value("seats.0") == "Anna"


@pytest.mark.parametrize(
    "game, language, variant",
    [
        ("buraco", "it", "burraco"), ("buraco", "pt_BR", "aberto"), ("buraco", "pt_PT", "aberto"),
        ("buraco", "en", "us"), ("king", "pt_BR", "brazil"), ("king", "pt_PT", "portugal"),
        ("sueca", "pt_PT", "standard"),
    ],
)  # fmt: skip
def test_a_table_begins_with_the_variant_that_is_played_where_its_language_is(
    game: str, language: str, variant: str
) -> None:
    with speaking(language):
        assert blank_form({"game": game}).variant == variant
