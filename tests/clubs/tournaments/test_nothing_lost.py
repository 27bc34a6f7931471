"""Failures at a tournament: offline phones, a killed server, double clicks, a name erased later."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from scorekeeper.clubs import erasing
from scorekeeper.clubs.tournaments import rounds, table_results
from scorekeeper.clubs.tournaments.table_states import late_changes, orphaned_matches, table_states
from scorekeeper.store.models import Match, db
from scorekeeper.store.tournament_models import Tournament, TournamentChange, TournamentTable
from scorekeeper.tournaments import api
from scorekeeper.web import links
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.at_tables import PLAYED, confirm, entered, match_at, play
from tests.clubs.tournaments.evening import ACTOR, a_tournament, enter, publish_next
from tests.conftest import MakeApp

pytestmark = pytest.mark.each_engine

HAND = {
    "sides.0.melds": "300", "sides.0.clean": "1", "sides.0.hand": "0", "sides.0.pot": "played",
    "sides.1.melds": "60", "sides.1.hand": "20", "sides.1.pot": "none", "went_out": "0",
}  # fmt: skip
TABLES = 4


class Hall(NamedTuple):
    """A tournament with its first round published, and the match pages of its tables."""

    number: int
    pages: list[str]


@pytest.fixture
def hall(app: Flask, club: str) -> Hall:
    with app.app_context(), app.test_request_context():
        tournament = a_tournament(club)
        pages = [f"/s/{links.token(links.make_link(each, 'score'))}/m/1" for each in publish_next(tournament)]
        db.session.commit()
        return Hall(tournament.id, pages)


def of(hall: Hall) -> Tournament:
    return db.session.get_one(Tournament, hall.number)


def send(phone: FlaskClient, page: str, path: str, **fields: str) -> int:
    """Submits a form as a phone at the newest version; returns the status code."""
    seen = phone.get(f"{page}/state.json").get_json()["version"]
    return phone.post(f"{page}/{path}", data={"seen": str(seen), **fields}).status_code


def play_to(phones: list[FlaskClient], page: str, hands: int) -> None:
    """Hands at a table with one phone for each side."""
    for hand in range(hands):
        assert send(phones[0], page, "hands", key=f"{page} {hand}", **HAND) == 303


def sit(app: Flask, page: str) -> list[FlaskClient]:
    phones = [app.test_client(), app.test_client()]
    for side, phone in enumerate(phones):
        assert send(phone, page, "side", key=f"sit {side}", side=str(side)) == 303
    return phones


def lines(hall: Hall, kind: str) -> int:
    query = select(func.count()).select_from(TournamentChange).where(TournamentChange.kind == kind)
    return db.session.scalar(query.where(TournamentChange.tournament_id == hall.number)) or 0


@pytest.mark.parametrize("over", ["closed", "taken back"])
def test_hands_of_a_phone_without_a_network_come_after_the_round_was_over(app: Flask, hall: Hall, over: str) -> None:
    page = hall.pages[2]
    phones = sit(app, page)
    play_to(phones, page, 1)
    with app.app_context():
        if over == "closed":
            for table in range(1, TABLES + 1):
                enter(of(hall), 1, table, 700, 500)
            publish_next(of(hall))
        else:
            rounds.undo(of(hall), of(hall).version, actor=ACTOR)
        db.session.commit()
        before, version = of(hall).document, of(hall).version
    for hand in range(3):  # each with its key from the phone
        assert send(phones[0], page, "hands", key=f"offline {hand}", **HAND) == 303
        assert send(phones[0], page, "hands", key=f"offline {hand}", **HAND) == 303  # sent twice, as phones retry
    for side, phone in enumerate(phones):
        assert send(phone, page, "confirm", key=f"yes {side}", side=str(side)) == 303
    with app.app_context():
        assert (of(hall).document, of(hall).version) == (before, version)
        if over == "closed":
            (news,) = late_changes(of(hall))
            assert (news.number, news.outcome, news.match.hand_count) == (3, PLAYED, 4)
        else:
            ((where, match),) = orphaned_matches(of(hall))
            assert (where.number, match.table["totals"]) == (3, PLAYED["points"])


def test_a_server_that_dies_before_the_last_result_has_lost_nothing(
    app: Flask, make_app: MakeApp, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = hall.pages[-1]
    phones = sit(app, last)
    with app.app_context():
        for table in range(1, TABLES):
            play(match_at(of(hall), table))
            confirm(match_at(of(hall), table), 0, 1)
        db.session.commit()
    play_to(phones, last, 4)
    assert send(phones[0], last, "confirm", key="yes 0", side="0") == 303

    def die(*_about: object, **_more: object) -> None:
        raise SystemExit

    with monkeypatch.context() as dying:
        dying.setattr(table_results, "_enter", die)
        with pytest.raises(SystemExit):
            send(phones[1], last, "confirm", key="yes 1", side="1")
    after = make_app()
    with after.app_context():
        tournament = of(hall)
        assert [entered(tournament, table) for table in range(1, TABLES + 1)] == [PLAYED] * 3 + [{}]
        assert table_states(tournament, 1)[TABLES].missing == (1,)  # the confirmation was rolled back
    phone = after.test_client()
    for _try in range(2):  # the phone retries, and once more because it got no response
        assert send(phone, last, "confirm", key="yes 1", side="1") == 303
    with after.app_context():
        tournament = of(hall)
        assert [entered(tournament, table) for table in range(1, TABLES + 1)] == [PLAYED] * TABLES
        assert lines(hall, "phone") == TABLES
        assert rounds.publish(tournament, 0, answers_of_round(tournament), actor=ACTOR) == []  # the arbiter retries
        db.session.rollback()
        for kind in (Match, TournamentTable):
            assert db.session.scalar(select(func.count()).select_from(kind)) == TABLES


def answers_of_round(tournament: Tournament) -> dict[str, object]:
    """The first round, as proposed."""
    return api.pair({**tournament.document, "rounds": []})


@pytest.mark.each_engine
def test_two_phones_that_confirm_at_the_same_moment_enter_one_result(app: Flask, hall: Hall) -> None:
    page = hall.pages[0]
    phones = sit(app, page)
    play_to(phones, page, 4)
    seen = str(phones[0].get(f"{page}/state.json").get_json()["version"])
    gate = Barrier(2)

    def tap(side: int) -> int:
        gate.wait()
        about = {"seen": seen, "key": f"yes {side}", "side": str(side)}
        return phones[side].post(f"{page}/confirm", data=about).status_code

    with ThreadPoolExecutor(2) as threads:
        answered = list(threads.map(tap, (0, 1)))
    assert answered == [303, 303]  # the other side's confirmation does not make this one stale
    with app.app_context():
        assert entered(of(hall), 1) == PLAYED
        assert lines(hall, "phone") == 1


def test_only_a_link_to_the_table_itself_confirms_its_result_and_only_once(app: Flask, hall: Hall) -> None:
    page, other = hall.pages[:2]
    phones = sit(app, page)
    play_to(phones, page, 4)
    assert send(phones[0], page, "confirm", key="first", side="0") == 303
    with app.app_context():
        sitting = match_at(of(hall), 1).sitting
        watching, fresh = (f"/s/{links.token(links.make_link(sitting, may))}/m/1" for may in ("watch", "score"))
        links.revoke(links.open_link(page.split("/")[2]).link)  # type: ignore[union-attr]  # it is open
        db.session.commit()
    seen = phones[1].get(f"{fresh}/state.json").get_json()["version"]
    sent = {"side": "1", "seen": str(seen), "key": "second"}
    for address, status in ((page, 404), (watching, 403), (other.replace("/m/1", "/m/2"), 404), (other, 409)):
        assert phones[1].post(f"{address}/confirm", data=sent).status_code == status, address
    with app.app_context():
        assert entered(of(hall), 1) == {}
    assert [phones[1].post(f"{fresh}/confirm", data=sent).status_code for _again in range(2)] == [303, 303]
    with app.app_context():
        assert (entered(of(hall), 1), entered(of(hall), 2), lines(hall, "phone")) == (PLAYED, {}, 1)


@pytest.mark.each_engine
def test_tables_that_end_at_the_same_moment_are_all_entered(app: Flask, hall: Hall) -> None:
    seated = {page: sit(app, page) for page in hall.pages}
    for page, phones in seated.items():
        play_to(phones, page, 4)
        assert send(phones[0], page, "confirm", key="yes 0", side="0") == 303
    gate = Barrier(TABLES)

    def tap(page: str) -> int:
        seen = str(seated[page][1].get(f"{page}/state.json").get_json()["version"])
        gate.wait()
        about = {"seen": seen, "key": "yes 1", "side": "1"}
        return seated[page][1].post(f"{page}/confirm", data=about).status_code

    with ThreadPoolExecutor(TABLES) as threads:
        assert list(threads.map(tap, hall.pages)) == [303] * TABLES
    with app.app_context():
        assert [entered(of(hall), table) for table in range(1, TABLES + 1)] == [PLAYED] * TABLES
        assert lines(hall, "phone") == TABLES


def test_a_name_that_is_erased_later_changes_no_result(app: Flask, club: str, hall: Hall) -> None:
    with app.app_context():
        play(match_at(of(hall), 1))
        confirm(match_at(of(hall), 1), 0, 1)
        play(match_at(of(hall), 2), 3)
        db.session.commit()
        before = [(row["entrant"], row["vp"], row["mp"]) for row in live(of(hall))]
        club_row = the_club(club)
        for name in ("Anna 1", "Bruno 4"):
            erasing.erase_person(club_row, erasing.find_person(club_row, name))
        db.session.commit()
    with app.app_context():
        tournament = of(hall)
        assert "Anna 1" not in str(tournament.document)
        assert [(row["entrant"], row["vp"], row["mp"]) for row in live(tournament)] == before
        assert table_states(tournament, 1)[1].state == "same"
        play(match_at(tournament, 2), 1)
        confirm(match_at(tournament, 2), 0, 1)
        assert entered(tournament, 2) == PLAYED


def live(tournament: Tournament) -> list[dict[str, int]]:
    """The live standings."""
    rows: list[dict[str, int]] = api.standings_of(tournament.document, True)["standings"]
    return rows
