"""A phone at a tournament's table, and the arbiter's responses to its calls."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from scorekeeper import ledger
from scorekeeper.clubs.tournaments import rounds
from scorekeeper.clubs.tournaments.table_states import table_states
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.web import links
from tests.clubs.tournaments.at_tables import HAND, PLAYED, confirm, do, entered, match_at, play
from tests.clubs.tournaments.evening import a_tournament, enter, publish_next
from tests.support.matches import won
from tests.support.page import Page

LEGS: dict[str, Any] = {"game": "truco", "variant": None, "scoring": {"kind": "match", "best_of": 3}}


class Hall(NamedTuple):
    """A tournament with its first round published, and the URLs of its tables, beginning with table 1."""

    number: int
    tables: list[str]
    page: str

    @property
    def first(self) -> str:
        """The match page of table 1."""
        return f"{self.tables[0]}/m/1"


def hall(app: Flask, club: str, **fields: Any) -> Hall:
    with app.app_context():
        tournament = a_tournament(club, **fields)
        with app.test_request_context():
            tables = [f"/s/{links.token(links.make_link(each, 'score'))}" for each in publish_next(tournament)]
            watching = links.token(links.make_link(rounds.tables_of(tournament, 1)[1][1], "watch"))
        db.session.commit()
        return Hall(tournament.id, [*tables, f"/s/{watching}"], f"/c/{club}/tournaments/{tournament.id}")


@pytest.fixture
def evening(app: Flask, club: str) -> Hall:
    return hall(app, club)


@pytest.fixture
def legs(app: Flask, club: str) -> Hall:
    return hall(app, club, **LEGS)


@contextmanager
def inside(app: Flask, where: Hall) -> Iterator[Tournament]:
    """Context manager with the reloaded tournament; commits at the end."""
    with app.app_context():
        yield db.session.get_one(Tournament, where.number)
        db.session.commit()


def called_at(app: Flask, where: Hall, table: int = 1) -> Any:
    with inside(app, where) as tournament:
        return rounds.tables_of(tournament, 1)[table][0].called_at


def test_the_slip_s_address_leads_to_the_newest_match(app: Flask, client: FlaskClient, legs: Hall) -> None:
    assert client.get(f"{legs.tables[0]}/play").location == legs.first
    with inside(app, legs) as tournament:
        do(ledger.record, match_at(tournament, 1), won(0, 12))
        ledger.rematch(match_at(tournament, 1), actor="", key="second")
    assert client.get(f"{legs.tables[0]}/play").location == f"{legs.tables[0]}/m/2"


def test_the_match_page_says_round_and_table(client: FlaskClient, evening: Hall) -> None:
    page = client.get(evening.first).text
    assert "Round 1 · Table 1" in page
    assert "Autumn cup" in page
    assert "Call the arbiter to table 1" in page


def test_the_match_page_leads_to_the_tournament_where_everybody_may_follow_it(
    app: Flask, client: FlaskClient, evening: Hall
) -> None:
    assert "My next table and the ranking" not in client.get(evening.first).text
    with inside(app, evening) as tournament:
        tournament.public = "nonce"
    address = client.get(evening.first).text.partition('<a class="button wide" href="http://localhost')[2]
    assert client.get(address.partition('"')[0]).status_code == 200


def test_a_table_calls_the_arbiter_once_and_takes_the_call_back(app: Flask, client: FlaskClient, evening: Hall) -> None:
    assert client.post(f"{evening.first}/arbiter").status_code == 303
    since = called_at(app, evening)
    client.post(f"{evening.first}/arbiter")
    assert called_at(app, evening) == since is not None
    assert "Arbiter called to table 1." in client.get(evening.first).text
    client.post(f"{evening.first}/arbiter", data={"called": "0"})
    assert called_at(app, evening) is None


def test_the_arbiter_ends_a_call(app: Flask, client: FlaskClient, scorer: FlaskClient, evening: Hall) -> None:
    client.post(f"{evening.first}/arbiter")
    with inside(app, evening) as tournament:
        assert table_states(tournament, 1)[1].called_at is not None
    assert scorer.post(f"{evening.page}/rounds/1/tables/1/come").status_code == 303
    assert called_at(app, evening) is None


@pytest.mark.parametrize("over", ["closed", "next round", "taken back"])
def test_nobody_is_called_to_a_round_that_is_over(app: Flask, client: FlaskClient, evening: Hall, over: str) -> None:
    with inside(app, evening) as tournament:
        if over == "closed":
            tournament.closed_at = now()
        elif over == "taken back":
            rounds.undo(tournament, tournament.version, actor="")
        else:
            for table in (1, 2, 3, 4):
                enter(tournament, 1, table, 700, 500)
            publish_next(tournament)
    assert client.post(f"{evening.first}/arbiter").status_code == 404
    assert "Call the arbiter" not in client.get(evening.first).text


def test_other_matches_have_no_arbiter(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        sitting = ledger.open_sitting()
        ledger.start_match(sitting, {"format": "scorekeeper/1", "game": "truco", "sides": SIDES}, actor="", key="k")
        table = f"/s/{links.token(links.make_link(sitting, 'score'))}"
        db.session.commit()
    assert "arbiter" not in client.get(f"{table}/m/1").text
    assert client.post(f"{table}/m/1/arbiter").status_code == 404


SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]


def test_the_players_are_told_that_their_result_is_entered(app: Flask, client: FlaskClient, evening: Hall) -> None:
    with inside(app, evening) as tournament:
        play(match_at(tournament, 1))
        confirm(match_at(tournament, 1), 0)
    assert "is entered" not in client.get(evening.first).text
    with inside(app, evening) as tournament:
        confirm(match_at(tournament, 1), 1)
    page = client.get(evening.first).text
    assert "The result of this table is entered." in page
    assert "Rematch" not in page


def test_what_the_arbiter_entered_stands_on_the_table_s_pages_at_once(
    app: Flask, client: FlaskClient, scorer: FlaskClient, evening: Hall
) -> None:
    with inside(app, evening) as tournament:
        play(match_at(tournament, 1))
        confirm(match_at(tournament, 1), 0)
        seen = tournament.version
    assert "Yes, " in client.get(evening.first).text
    before = client.get(f"{evening.first}/state.json?lang=en")
    result = {"do": "points", "points-0": "2480", "points-1": "3070", "seen": str(seen)}
    assert scorer.post(f"{evening.page}/rounds/1/tables/1", data=result).status_code == 303
    said = "The arbiter entered 3,070 : 2,480 (13 : 7)"
    told = client.get(f"{evening.first}/state.json?lang=en", headers={"If-None-Match": before.headers["ETag"]})
    assert (told.status_code, told.json["entered"], told.json["version"]) == (200, said, before.json["version"])
    for address in (evening.first, f"{evening.tables[-1]}/m/1"):
        page = Page(client.get(address).text)
        assert said in page.text_in("section")
        assert "3070–2480" in page.text_in("section")
        assert "Yes, " not in page.text
        assert "Which side" not in page.text
        assert said in client.get(f"{address}/board").text
        assert said in client.get(f"{address}/result").text


def test_no_other_match_begins_at_a_table(app: Flask, client: FlaskClient, evening: Hall) -> None:
    assert "New match" not in client.get(evening.tables[0]).text
    with inside(app, evening) as tournament:
        play(match_at(tournament, 1))
    refused = client.post(f"{evening.first}/rematch", data={"key": "k"}, follow_redirects=True).text
    assert "the next one has its own link" in refused
    fields = {
        "key": "k2",
        "game": "truco",
        "shape": "2x2",
        "shown_shape": "2x2",
        "start": "1",
        "sides.0.name": "A",
        "sides.1.name": "B",
    }
    assert client.post(f"{evening.tables[0]}/new", data=fields).status_code == 422
    with inside(app, evening) as tournament:
        assert match_at(tournament, 1).number == 1


def test_only_the_next_leg_begins_at_a_table(app: Flask, client: FlaskClient, legs: Hall) -> None:
    wins = [0, 0]
    for leg, _winner in enumerate(wins, 1):
        with inside(app, legs) as tournament:
            do(ledger.record, match_at(tournament, 1), won(0, 12))
        page = client.get(f"{legs.tables[0]}/m/{leg}").text
        assert ("Next leg" in page) == (leg == 1)
        client.post(f"{legs.tables[0]}/m/{leg}/rematch", data={"key": f"leg {leg}"})
    with inside(app, legs) as tournament:
        assert match_at(tournament, 1).number == 2


def test_the_arbiter_calls_time_and_ends_what_still_goes_on(
    app: Flask, client: FlaskClient, scorer: FlaskClient, evening: Hall
) -> None:
    with inside(app, evening) as tournament:
        for table, hands in ((1, 3), (2, 1)):
            play(match_at(tournament, table), hands)
    called = scorer.post(f"{evening.page}/time", data={"round": "1"})
    assert called.location == evening.page
    assert "Time is up" in client.get(evening.first).text
    for _arbiter in range(2):
        assert scorer.post(f"{evening.page}/time/end", data={"round": "1"}).status_code == 303
    with inside(app, evening) as tournament:
        assert {table: match_at(tournament, table).status for table in (1, 2, 3)} == {
            1: "finished", 2: "finished", 3: "in_progress"
        }  # fmt: skip
        confirm(match_at(tournament, 1), 0, 1)
        assert entered(tournament, 1) == {"points": [1800, -180]}


def press(client: FlaskClient, page: str, button: str) -> str:
    """Submits the form with this button; returns the page that follows."""
    form = next(form for form in page.split("<form")[1:] if button in form)
    fields = {str(each["name"]): str(each["value"]) for each in Page(f"<form{form}").all("input", type="hidden")}
    action = str(Page(f"<form{form}").all("form")[0]["action"])
    return client.post(action, data={**fields, "do": "points"}, follow_redirects=True).text


def test_the_arbiter_takes_what_a_table_says(app: Flask, scorer: FlaskClient, evening: Hall) -> None:
    with inside(app, evening) as tournament:
        play(match_at(tournament, 1))
    page = scorer.get(evening.page).text
    assert "not confirmed" in page
    press(scorer, page, "Confirm for them")
    with inside(app, evening) as tournament:
        assert entered(tournament, 1) == PLAYED


def test_what_came_for_a_closed_round_is_shown_and_taken_only_for_a_reason(
    app: Flask, scorer: FlaskClient, evening: Hall
) -> None:
    with inside(app, evening) as tournament:
        for table in (1, 2, 3, 4):
            enter(tournament, 1, table, 700, 500)
        publish_next(tournament)
    with inside(app, evening) as tournament:
        play(match_at(tournament, 3))
        confirm(match_at(tournament, 3), 0, 1)
    page = scorer.get(evening.page).text
    assert "Arrived after the round" in page
    asked = press(scorer, page, "Use phones’ result")
    assert "Round 2 was paired with the old result" in asked
    with inside(app, evening) as tournament:
        assert entered(tournament, 3) == {"points": [700, 500]}


@pytest.mark.parametrize("path", ["time", "time/end"])
@pytest.mark.parametrize("number", ["", "x", "-1", "999999999999"])
def test_a_round_that_is_none_is_refused(scorer: FlaskClient, evening: Hall, path: str, number: str) -> None:
    assert scorer.post(f"{evening.page}/{path}", data={"round": number}).status_code == 400


def test_an_ordinary_hand_asks_nothing_about_tournaments(app: Flask, evening: Hall) -> None:

    with inside(app, evening) as tournament:
        match, asked = match_at(tournament, 1), list[str]()
        event.listen(db.engine, "before_cursor_execute", lambda *about: asked.append(about[2]))
        play(match, 3)
        assert not [each for each in asked if "tournament" in each]
        play(match, 1)
        assert [each for each in asked if TournamentTable.__tablename__ in each]


def test_the_match_page_says_which_of_the_agreed_hands_it_is_and_the_victory_points(
    app: Flask, client: FlaskClient, evening: Hall
) -> None:
    before = Page(client.get(evening.first).text)
    assert "Hand 1 of 4" in before.text
    assert {each["data-vp-of"] for each in before.all("b") if "data-vp-of" in each} == {"0", "1"}
    assert "10 VP" not in before.text
    with inside(app, evening) as tournament:
        play(match_at(tournament, 1), 2)
    page = Page(client.get(evening.first).text)
    assert "Hand 3 of 4" in page.text
    assert "17 VP" in page.text
    assert "3 VP" in page.text
    with inside(app, evening) as tournament:
        play(match_at(tournament, 1), 2)
    assert "Victory points: 20 : 0" in Page(client.get(evening.first).text).text


def test_the_end_of_a_match_tells_the_winner_s_figures_first(app: Flask, client: FlaskClient, evening: Hall) -> None:
    away = {"sides": HAND["sides"][::-1], "went_out": 1}
    with inside(app, evening) as tournament:
        play(match_at(tournament, 1), entry=away)
    page = Page(client.get(evening.first).text)
    assert "Victory points: 20 : 0" in page.text
    assert "the highest total wins: 2400 · −240" in page.text
    result = Page(client.get(f"{evening.first}/result").text)
    assert result.text_in("ol").index("2400") < result.text_in("ol").index("−240")
    assert "2400 – " in result.text_in("textarea")


def test_the_legs_of_a_table_stand_on_phones_and_the_big_screen(app: Flask, client: FlaskClient, legs: Hall) -> None:
    with inside(app, legs) as tournament:
        do(ledger.record, match_at(tournament, 1), won(1, 12))
        ledger.rematch(match_at(tournament, 1), actor="", key="second")
    for address in (f"{legs.tables[0]}/m/2", legs.first):
        assert "best of 3 · 0–1" in Page(client.get(address).text).text_in("h1")
    assert "best of 3 0–1" in Page(client.get(f"{legs.tables[0]}/m/2/board").text).text


def test_a_match_that_gives_no_victory_points_shows_none(app: Flask, client: FlaskClient, legs: Hall) -> None:
    with inside(app, legs) as tournament:
        do(ledger.record, match_at(tournament, 1), won(0, 3))
    assert "VP" not in Page(client.get(legs.first).text).text
