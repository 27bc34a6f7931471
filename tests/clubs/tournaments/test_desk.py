"""The desk: open tables before confirmed ones, and one next step with one solid button."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs.tournaments import desk as desks
from scorekeeper.clubs.tournaments import rounds
from scorekeeper.clubs.tournaments.keeping import change_desk
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Tournament
from tests.clubs.tournaments.at_tables import confirm, match_at, play
from tests.clubs.tournaments.evening import a_tournament, enter, play_round, publish_next
from tests.support.page import Page


def entering(_made: Tournament) -> None:
    """The tournament before its first round."""


def published(tournament: Tournament) -> None:
    publish_next(tournament)


def with_clock_to_start(tournament: Tournament) -> None:
    change_desk(tournament, lambda desk: {**desk, "minutes": 45})
    publish_next(tournament)


def calling(tournament: Tournament) -> None:
    disagreeing(tournament)
    rounds.tables_of(tournament, 1)[3][0].called_at = now()


def disagreeing(tournament: Tournament) -> None:
    half_confirmed(tournament)
    enter(tournament, 1, 4, 2100, 1700)
    play(match_at(tournament, 4))


def half_confirmed(tournament: Tournament) -> None:
    publish_next(tournament)
    enter(tournament, 1, 1, 700, 500)
    play(match_at(tournament, 3))
    confirm(match_at(tournament, 3), 0)


def still_playing(tournament: Tournament) -> None:
    half_confirmed(tournament)
    play(match_at(tournament, 2), 1)


def out_of_time(tournament: Tournament) -> None:
    still_playing(tournament)
    change_desk(tournament, lambda desk: desks.start_clock(desk, 1, 45, now() - timedelta(hours=1)))


def time_called(tournament: Tournament) -> None:
    out_of_time(tournament)
    change_desk(tournament, lambda desk: {**desk, "time": 1})


def complete(tournament: Tournament) -> None:
    play_round(tournament)


def over(tournament: Tournament) -> None:
    for _round in range(2):
        play_round(tournament)


def over_in_dispute(tournament: Tournament) -> None:
    play_round(tournament)
    publish_next(tournament)
    enter(tournament, 2, 4, 2100, 1700)
    play(match_at(tournament, 4, 2))
    for number in (1, 2, 3):
        enter(tournament, 2, number, 700, 500)


STEPS = [
    (entering, "Ready for round 1", "Pair round 1"),
    (published, "4 results are missing", "Enter results"),
    (with_clock_to_start, "Round 1 is published", "Start clock"),
    (calling, "Table 3 calls you", "I was there (Table 3)"),
    (disagreeing, "Table 4 disagrees", "Keep entered result (Table 4)"),
    (half_confirmed, "Table 3: one side confirmed", "Confirm for them (Table 3)"),
    (still_playing, "3 results are missing", "Enter results"),
    (out_of_time, "The round’s time is over", "Call time"),
    (time_called, "3 results are missing", "Enter results"),
    (complete, "Round 1 is complete", "Pair round 2"),
    (over, "All rounds are played", "Final ranking"),
    (over_in_dispute, "Table 4 disagrees", "Keep entered result (Table 4)"),
]


def desk_of(app: Flask, browser: FlaskClient, club: str, happened: Callable[[Tournament], None]) -> Page:
    """The desk page of a tournament of eight pairs and two rounds in this state."""
    with app.test_request_context():
        tournament = a_tournament(club, system={"kind": "danese", "rounds": 2})
        happened(tournament)
        db.session.commit()
        number = tournament.id
    return Page(browser.get(f"/c/{club}/tournaments/{number}").text)


def solid(page: Page) -> list[str]:
    """The texts of the solid buttons."""
    classes = [(name, str(found.get("class") or "").split()) for name, found, _around in page.elements]
    keys = [part.partition(">")[2] for part in page.html.split(" primary")[1:]]
    assert len(keys) == sum("primary" in each for _name, each in classes)
    return [Page(f"<body><p>{key.partition('</a>')[0].partition('</button>')[0]}</p></body>").text for key in keys]


@pytest.mark.parametrize("happened, title, key", STEPS, ids=[step[0].__name__ for step in STEPS])
def test_there_is_one_next_step_with_one_solid_key(
    app: Flask, scorer: FlaskClient, club: str, happened: Callable[[Tournament], None], title: str, key: str
) -> None:
    page = desk_of(app, scorer, club, happened)
    assert solid(page) == [key]
    assert title in page.text_in("h2")


def links(page: Page) -> set[str]:
    """The last parts of the addresses of the desk's links."""
    return {str(found.get("href")).rpartition("/")[2] for found in page.all("a")}


def test_before_the_first_round_the_door_is_one_tap_away(app: Flask, scorer: FlaskClient, club: str) -> None:
    assert "door" in links(desk_of(app, scorer, club, entering))
    assert "door" not in links(desk_of(app, scorer, club, published))


def test_after_the_last_round_the_desk_closes_the_tournament(app: Flask, scorer: FlaskClient, club: str) -> None:
    closing = [
        len(desk_of(app, scorer, club, state).all("button", name="closed", value="1")) for state in (complete, over)
    ]
    assert closing == [1, 2]  # in the menu, then on the desk, too


def test_open_tables_stand_before_confirmed_ones(app: Flask, scorer: FlaskClient, club: str) -> None:
    def all_at_once(tournament: Tournament) -> None:
        disagreeing(tournament)
        play(match_at(tournament, 2), 1)

    page = desk_of(app, scorer, club, all_at_once)
    rows = [each for each in page.all("tr") if str(each.get("id")).startswith("table-")]
    assert [(row["id"], row["class"]) for row in rows] == [
        ("table-4", "desk-decide"),
        ("table-2", "desk-playing"),
        ("table-3", "desk-confirm"),
        ("table-1", "desk-done"),
    ]
    assert "Then tables 2, 3" in page.text


def test_members_and_a_closed_tournament_have_no_next_step(
    app: Flask, scorer: FlaskClient, member: FlaskClient, club: str
) -> None:
    def closed(tournament: Tournament) -> None:
        play_round(tournament)
        tournament.closed_at = now()

    assert solid(desk_of(app, member, club, still_playing)) == []
    assert solid(desk_of(app, scorer, club, closed)) == []


def test_rare_actions_are_in_the_menu(app: Flask, owner: FlaskClient, club: str) -> None:
    page = desk_of(app, owner, club, published)
    address = next(str(each["href"])[: -len("/hall")] for each in page.all("a") if str(each["href"]).endswith("/hall"))
    for path in ("hall", "edit", "rulings", "log", "back", "delete"):
        found = [around for _name, each, around in page.elements if each.get("href") == f"{address}/{path}"]
        assert [around.count("details") for around in found] == [1], path
