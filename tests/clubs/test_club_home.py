"""A club's first page: tonight, the leaders of the season with their movement, and coming events."""

from datetime import date

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import home_pages, nights, tables
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments import table_results
from scorekeeper.clubs.tournaments.keeping import make
from scorekeeper.store.models import db, now
from tests.clubs.evenings import a_club, play
from tests.clubs.tournaments.at_tables import match_at
from tests.clubs.tournaments.at_tables import play as at_table
from tests.clubs.tournaments.evening import a_tournament, publish_next
from tests.support.statements import counted_statements
from tests.tournaments.made import tournament

FOUR = ("Anna", "Bruno", "Carla", "Dino")
TODAY = date(2026, 11, 26)


def test_a_place_moves_by_what_the_last_day_changed(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*FOUR, "Eva")
        play(club, *FOUR, day="2026-01-10")
        play(club, "Anna", "Eva", "Carla", "Dino", day="2026-02-10", winner=1)
        play(club, "Carla", "Eva", "Anna", "Bruno", day="2026-02-10")
        db.session.flush()
        found, players = home_pages.leaders(club, Period())
        moved = {each.line.name: each.moved for each in found}
        assert players == 5
        assert (found[0].line.name, moved["Carla"] or 0) == ("Carla", 2)
        assert (moved["Anna"] or 0) < 0
        assert moved["Eva"] is None


def test_tonight_counts_tables_and_what_comes_next_is_in_order(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*FOUR)
        later = nights.plan_night(club, "Later", "", "2026-12-12")
        soon = nights.plan_night(club, "Soon", "", "2026-12-03")
        now = nights.plan_night(club, "Now", "", TODAY.isoformat())
        nights.add_tables(club, now, 4)
        db.session.flush()
        tonight = home_pages.tonight(club, TODAY)
        assert tonight is not None
        assert (tonight.night, tonight.tables, tonight.playing, tonight.share) == (now, 4, 0, 0)
        assert [each.number for each in home_pages.coming(club, TODAY, None)] == [soon.id, later.id]
        nights.close(now, closed=True)
        assert home_pages.tonight(club, TODAY) is None


def test_tonight_is_found_however_many_nights_are_planned(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*FOUR)
        now = nights.plan_night(club, "Now", "", TODAY.isoformat())
        for number in range(60):
            nights.plan_night(club, f"Later {number}", "", "2027-01-07")
        tonight = home_pages.tonight(club, TODAY)
        assert tonight is not None
        assert tonight.night is now


def test_today_s_tournament_leads_until_it_is_closed(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*FOUR)
        days = (TODAY.isoformat(), TODAY.isoformat(), "2026-12-06")
        first, held, later = (make(club, tournament(4), day=day, desk={}, actor="") for day in days)
        assert home_pages.held_today(club, TODAY) is held
        assert [each.number for each in home_pages.coming(club, TODAY, held)] == [first.id, later.id]
        held.closed_at = first.closed_at = now()
        db.session.flush()
        assert home_pages.held_today(club, TODAY) is None


def test_what_comes_next_loads_no_documents(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*FOUR)
        for number in range(5):
            make(club, tournament(4, name=f"Cup {number}"), day=f"2026-12-0{9 - number}", desk={}, actor="")
        db.session.flush()
        with counted_statements() as executed:
            assert [each.name for each in home_pages.coming(club, TODAY, None)] == ["Cup 4", "Cup 3", "Cup 2"]
        assert len(executed) == 2
        assert not any(" tournament.document," in statement for statement in executed)


def test_tables_of_a_night_are_listed_by_number(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*FOUR)
        before = tables.open_table(club, "Before")
        night = nights.plan_night(club, "Now", "", TODAY.isoformat())
        nights.add_tables(club, night, 2)
        after = tables.open_table(club, "After")
        nights.add_tables(club, night, 1)
        db.session.flush()
        of_night = [sitting for _number, sitting in nights.tables_of(night)]
        assert tables.newest_tables(club) == [*of_night, after, before]
        assert tables.newest_tables(club, 2) == of_night[:2]


def test_a_tournament_table_is_listed_from_its_first_hand_until_its_result_is_entered(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*FOUR)
        of_club = tables.open_table(club)
        held = a_tournament(club, 6)
        publish_next(held)
        played = match_at(held, 1)
        at_table(played, 1)
        at_table(match_at(held, 2), 1)
        table_results.enter(held, held.version, 1, {number: {"points": [700, 500]} for number in (2, 3)}, actor="Sam")
        assert tables.newest_tables(club) == [played.sitting, of_club]


def test_the_places_are_rows_of_the_home_page_and_lines_of_the_menu_elsewhere(owner: FlaskClient, club: str) -> None:
    home, inner = (owner.get(f"/c/{club}{path}").text for path in ("", "/standings"))
    assert home.count('class="place"') >= 8
    assert 'class="place"' not in inner
    assert f'href="/c/{club}/people"' in inner.split('class="menu-list"')[1].split("</details>")[0]
