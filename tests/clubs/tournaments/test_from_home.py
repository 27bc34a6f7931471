"""Entries from home: the public form, the private page, the waiting list, and the organiser's actions."""

import re
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from scorekeeper import mail
from scorekeeper.clubs import accounts, erasing, exporting, importing, roster
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments import entries, json_lines, registrations
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.registrations import Settings
from scorekeeper.games.engine.base import Refusal
from scorekeeper.jobs.working import on_the_hour
from scorekeeper.mail import Mail
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Registration, Tournament, TournamentChange
from scorekeeper.web.tournament_pages import entries as entry_pages
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.evening import ACTOR, a_tournament, enter, publish_next
from tests.conftest import MakeApp
from tests.support.page import Page
from tests.tournaments.made import tournament

SINGLES = {"system": {"kind": "draw", "rounds": 3, "singles": True}}


class Home:
    """A tournament with two pairs whose form is on, a browser without an account, and its form data."""

    def __init__(self, app: Flask, club: str, **settings: Any) -> None:
        self.app, self.club = app, club
        with app.app_context():
            made = a_tournament(club, settings.pop("entrants", 2), **settings.pop("fields", {}))
            self.number = made.id
            self.turn_on(made, **settings)
            db.session.commit()
        self.browser = app.test_client()

    def turn_on(self, made: Tournament, **settings: Any) -> None:
        values = {"places": None, "closes_at": None, "accepting": False, "listed": False, **settings}
        registrations.set_form(made, "nonce", Settings(**values), ACTOR)
        db.session.flush()
        with self.app.test_request_context():
            self.address = entry_pages.form_address(registrations.form_of(made)).removeprefix("http://localhost")

    @property
    def desk(self) -> str:
        return f"/c/{self.club}/tournaments/{self.number}/registrations"

    def tournament(self) -> Tournament:
        return db.session.get_one(Tournament, self.number)

    def send(self, *players: str, browser: FlaskClient | None = None, **fields: str) -> str:
        """Sends the form; returns the private address that it leads to."""
        data = {f"player-{at}": name for at, name in enumerate(players)}
        answer = (browser or self.app.test_client()).post(self.address, data={**data, **fields})
        assert answer.status_code == 303, answer.text
        return str(answer.location)

    def state(self, address: str) -> str:
        """Returns the heading of the private page."""
        return Page(self.app.test_client().get(address).text).text_in("h2").removesuffix("Your private link")

    def entrants(self) -> list[str]:
        with self.app.app_context():
            return [entrant["name"] for entrant in self.tournament().document["entrants"]][2:]

    def ids(self) -> dict[str, str]:
        with self.app.app_context():
            return {row.name: str(row.id) for row in db.session.scalars(select(Registration).order_by(Registration.id))}

    def decide(self, browser: FlaskClient, what: str, *names: str) -> int:
        """Sends the organiser's form for entries with these names; returns the status."""
        return browser.post(f"{self.desk}/{what}", data={"entry": [self.ids()[name] for name in names]}).status_code


@pytest.fixture
def home(app: Flask, club: str) -> Home:
    return Home(app, club)


def test_an_entry_waits_until_an_organiser_accepts_it(home: Home, scorer: FlaskClient) -> None:
    address = home.send("Rita Conte", "Tino Greco", club="Lecce")
    assert home.state(address) == "Waiting for confirmation"
    assert home.entrants() == []
    assert home.decide(scorer, "accept", "Rita Conte – Tino Greco") == 303
    assert home.entrants() == ["Rita Conte – Tino Greco"]
    assert home.state(address) == "Accepted"
    assert "no. 3" in home.app.test_client().get(address).text


def test_the_desk_counts_entries_that_wait_as_long_as_they_can_be_accepted(
    app: Flask, club: str, scorer: FlaskClient
) -> None:
    home = Home(app, club, entrants=4, fields={"system": {"kind": "danese", "rounds": 2, "first": "entry"}})
    desk = home.desk.removesuffix("/registrations")
    before = scorer.get(desk)
    assert "for your answer" not in before.text
    home.send("Rita", "Tino")
    after = scorer.get(desk, headers={"If-None-Match": before.headers["ETag"]})
    assert "1 entry waits for your answer" in Page(after.text).text_in("section")
    assert f'href="{home.desk}"' in after.text.partition("1 entry waits")[0].rpartition("<li>")[2]
    with home.app.app_context():
        publish_next(home.tournament())
        db.session.commit()
    assert "1 entry waits for your answer" in scorer.get(desk).text  # a Danese takes late entries
    with home.app.app_context():
        for table in (1, 2):
            enter(home.tournament(), 1, table, 1500, 500)
        publish_next(home.tournament())
        db.session.commit()
    assert "for your answer" not in scorer.get(desk).text


def test_a_late_pair_takes_a_mitchells_free_place_and_pages_say_from_when_and_why_no_more_can(
    app: Flask, club: str, scorer: FlaskClient
) -> None:
    home = Home(app, club, entrants=5, fields={"system": {"kind": "mitchell", "rounds": 2}})
    first, second = home.send("Rita", "Tino"), home.send("Ugo", "Vera")
    with home.app.app_context():
        publish_next(home.tournament())
        db.session.commit()
    pages = [home.desk, *(home.desk.replace("registrations", each) for each in ("entries", "door"))]
    assert all("from round 2" in scorer.get(each).text for each in pages)
    assert home.decide(scorer, "accept", "Rita – Tino") == 303
    assert "You play from round 2." in scorer.get(first).text
    assert home.decide(scorer, "accept", "Ugo – Vera") == 422
    full = [Page(scorer.get(each).text).text for each in pages]
    assert all("All places are taken" in text for text in full)
    assert "Accept entry" not in full[0]
    withdrawn = scorer.post(f"{pages[1]}/5/withdraw", data={"reason": ""}, follow_redirects=True)
    assert "All places are taken" not in withdrawn.text
    assert home.decide(scorer, "accept", "Ugo – Vera") == 303
    assert home.state(second) == "Accepted"


def test_a_refused_entry_is_told_so_and_frees_its_place(app: Flask, club: str, scorer: FlaskClient) -> None:
    home = Home(app, club, places=3)
    first, second = home.send("Rita", "Tino"), home.send("Ugo", "Vera")
    assert home.state(second) == "Waiting list: no. 1"
    assert home.decide(scorer, "refuse", "Rita – Tino") == 303
    assert [home.state(each) for each in (first, second)] == ["Not accepted", "Waiting for confirmation"]


def test_the_waiting_list_moves_up_into_the_tournament_when_somebody_withdraws(app: Flask, club: str) -> None:
    home = Home(app, club, places=3, accepting=True)
    first, second, third = (home.send(f"Rita {at}", f"Tino {at}") for at in range(3))
    assert [home.state(each) for each in (first, second, third)] == [
        "Accepted", "Waiting list: no. 1", "Waiting list: no. 2",
    ]  # fmt: skip
    assert home.browser.post(f"{first}/withdraw").status_code == 303
    assert [home.state(each) for each in (first, second, third)] == ["Withdrawn", "Accepted", "Waiting list: no. 1"]
    assert home.entrants() == ["Rita 1 – Tino 1"]


def test_it_moves_up_too_when_an_organiser_removes_an_entrant_or_adds_places(
    app: Flask, club: str, scorer: FlaskClient
) -> None:
    home = Home(app, club, places=2, accepting=True)
    waiting = [home.send(f"Rita {at}", f"Tino {at}") for at in range(2)]
    scorer.post(f"/c/{club}/tournaments/{home.number}/entries/1/remove")
    assert [home.state(each) for each in waiting] == ["Accepted", "Waiting list: no. 1"]
    assert scorer.post(home.desk, data={"places": "3", "accepting": "1"}).status_code == 303
    assert home.state(waiting[1]) == "Accepted"


def test_an_entrant_whom_an_organiser_removes_is_withdrawn_and_its_number_given_to_others(
    home: Home, scorer: FlaskClient
) -> None:
    address = home.send("Rita", "Tino")
    home.decide(scorer, "accept", "Rita – Tino")
    scorer.post(f"/c/{home.club}/tournaments/{home.number}/entries/3/remove")
    scorer.post(f"/c/{home.club}/tournaments/{home.number}/entries", data={"player-0": "Ugo", "player-1": "Vera"})
    assert home.state(address) == "Withdrawn"
    home.browser.post(f"{address}/withdraw")
    assert home.entrants() == ["Ugo – Vera"]


def test_two_who_come_alone_become_one_entrant_and_the_other_waits_again_when_one_withdraws(
    home: Home, scorer: FlaskClient
) -> None:
    rita, ugo = home.send("Rita", alone="1"), home.send("Ugo", alone="1")
    assert home.state(rita) == "Looking for a partner"
    assert home.decide(scorer, "pair", "Rita", "Ugo") == 303
    assert home.entrants() == ["Rita – Ugo"]
    home.browser.post(f"{rita}/withdraw")
    assert home.entrants() == []
    assert [home.state(each) for each in (rita, ugo)] == ["Withdrawn", "Looking for a partner"]


def test_two_who_come_alone_take_one_place(app: Flask, club: str) -> None:
    home = Home(app, club, places=3)
    sent = [home.send(name, alone="1") for name in ("Rita", "Ugo", "Vera")]
    assert [home.state(each) for each in sent] == ["Looking for a partner"] * 2 + ["Waiting list: no. 1"]


@pytest.mark.parametrize("sent, problem", [
    ({"player-0": "Rita"}, "Enter your partner’s name, or tick “I’m coming alone”"),
    ({"player-0": "Rita", "player-1": "Tino", "alone": "1"}, "Leave this blank, or untick “I’m coming alone”"),
    ({"player-0": "Rita", "player-1": "rita"}, "A player is listed twice here"),
    ({"player-0": "Rita", "player-1": "T", "player-2": "U"}, "There must be 1 to 2 players"),
    ({"player-0": "R" * 41, "player-1": "Tino"}, "use at most 40 characters"),
    ({"player-0": "Rita", "player-1": "Tino", "note": "n" * 301}, "Use at most 300 characters"),
    ({"player-0": "Rita", "player-1": "Tino", "contact": "n" * 255}, "Use at most 254 characters"),
])  # fmt: skip
def test_what_is_wrong_is_said_and_what_was_typed_stays(home: Home, sent: dict[str, str], problem: str) -> None:
    answer = home.browser.post(home.address, data={**sent, "club": "Lecce"})
    assert answer.status_code == 422
    assert problem in answer.text
    assert 'value="Lecce"' in answer.text
    assert home.ids() == {}


def test_a_second_tap_stores_nothing_but_another_browser_with_the_same_key_does(home: Home) -> None:
    home.browser.get(home.address)
    taps = {home.send("Rita", "Tino", browser=home.browser, key="k") for _tap in range(2)}
    assert len(taps) == 1
    home.send("Ugo", "Vera", key="k")
    assert len(home.ids()) == 2


def test_two_taps_that_arrive_at_the_same_time_store_one_entry(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.browser.get(home.address)
    first = home.send("Rita", "Tino", browser=home.browser, key="k")
    monkeypatch.setattr(registrations, "find_sent", lambda *_about: None)  # neither sees the other's entry
    assert home.send("Rita", "Tino", browser=home.browser, key="k") == first
    assert len(home.ids()) == 1


def test_the_browser_that_sent_an_entry_finds_it_on_the_form_and_no_other_does(home: Home) -> None:
    address = home.send("Rita", "Tino", browser=home.browser)
    assert address in home.browser.get(home.address).text
    assert "Rita" not in home.app.test_client().get(home.address).text


def test_a_browser_does_not_find_the_entry_that_got_the_number_of_a_deleted_one(home: Home, owner: FlaskClient) -> None:
    home.send("Rita", "Tino", browser=home.browser)
    owner.post(f"/c/{home.club}/tournaments/{home.number}/delete")
    other = Home(home.app, home.club)
    address = other.send("Ugo", "Vera")
    assert other.ids() == {"Ugo – Vera": "1"}
    assert address not in home.browser.get(other.address).text


def test_the_form_counts_places_and_names_nobody_unless_it_is_set_so(app: Flask, club: str) -> None:
    home = Home(app, club, places=3)
    home.send("Rita", "Tino")
    home.send("Ugo", "Vera")
    shown = Page(home.browser.get(home.address).text).text
    assert "3 of 3 places taken 1 on the waiting list" in shown
    assert "Pair 1" not in shown
    with app.app_context():
        home.turn_on(home.tournament(), listed=True)
        db.session.commit()
    shown = Page(home.browser.get(home.address).text).text
    assert "Pair 1" in shown
    assert "Rita" not in shown  # only who is accepted


def test_nobody_learns_who_is_a_member_or_entered(app: Flask, club: str, scorer: FlaskClient) -> None:
    """A member, an entrant and a stranger get the same response; only the organiser's page distinguishes them."""
    home = Home(app, club)
    with app.app_context():
        own = the_club(club)
        roster.add_player(own, "Rita Conte").number = "1001"
        db.session.commit()
    pages = set()
    for one, other in (("Rita Conte", "Stranger"), ("Anna 1", "Bruno 1"), ("Some", "Body")):
        page = app.test_client().get(home.send(one, other)).text
        texts = re.sub(r"/y/[^\"/?]+|csrf_token\" value=\"[^\"]+", "", page)
        pages.add(texts.replace(one, "one").replace(other, "other"))
    assert len(pages) == 1
    shown = Page(scorer.get(home.desk).text).texts_in("main")
    assert "Rita Conte : member 1001 Stranger : not on the roster" in shown


def a_member(home: Home, name: str, number: str) -> int:
    with home.app.app_context():
        own = the_club(home.club)
        player = roster.add_player(own, name, number)
        db.session.commit()
        return player.id


def test_whoever_may_be_a_member_becomes_one_with_a_tap(home: Home, scorer: FlaskClient) -> None:
    number = a_member(home, "Rita Conte", "0101")
    home.send("Ugo", "Vera", **{"number-0": "101"})
    text = Page(scorer.get(home.desk).text).text
    assert "not on the roster · wrote 101" in text
    assert "Is it Rita Conte? 0101" in text
    tap = {"entry": home.ids()["Ugo – Vera"], "who": f"0-{number}"}
    assert scorer.post(f"{home.desk}/accept", data=tap).status_code == 303
    assert home.entrants() == ["Rita Conte – Vera"]


def test_a_members_name_in_any_spelling_is_the_member_and_the_other_number_a_remark(
    home: Home, scorer: FlaskClient
) -> None:
    a_member(home, "Niccolò D’Amico", "0148")
    home.send("D'AMICO NICCOLO'", "Vera", **{"number-0": "9999"})
    assert home.decide(scorer, "accept", "D'AMICO NICCOLO' – Vera") == 303
    assert home.entrants() == ["Niccolò D’Amico – Vera"]
    with home.app.app_context():
        assert desk_of(home.tournament())["numbers"] == {"3": ["0148", ""]}
    assert "wrote 9999" in scorer.get(home.desk.replace("registrations", "entries")).text


def test_a_duplicate_is_named_and_left_out_when_all_are_accepted(home: Home, scorer: FlaskClient) -> None:
    for players in (("Rita", "Tino"), ("Rita", "Tino"), ("Ugo", "Vera")):
        home.send(*players)
    assert scorer.post(f"{home.desk}/all").status_code == 303
    assert home.entrants() == ["Rita – Tino", "Ugo – Vera"]
    assert "Rita – Tino is already entered" in Page(scorer.get(home.desk).text).text
    assert home.decide(scorer, "accept", "Rita – Tino") == 422


def test_entries_close_at_their_time_with_the_first_round_and_when_turned_off(home: Home, scorer: FlaskClient) -> None:
    def answer() -> tuple[int, int]:
        data = {"player-0": "Rita", "player-1": "Tino"}
        return home.browser.get(home.address).status_code, home.browser.post(home.address, data=data).status_code

    assert scorer.post(home.desk, data={"closes": "2001-01-01T20:00"}).status_code == 303
    assert answer() == (200, 422)
    assert scorer.post(home.desk, data={"closes": ""}).status_code == 303
    with home.app.app_context():
        publish_next(home.tournament())
        db.session.commit()
    assert answer() == (200, 422)
    scorer.post(home.desk.replace("registrations", "public"), data={"public": "1"})
    (players_page,) = Page(home.browser.get(home.address).text).all("a", class_="row-link")
    assert home.browser.get(players_page["href"]).status_code == 200
    assert scorer.post(home.desk, data={"public": "0"}).status_code == 303
    assert answer() == (404, 404)


def test_one_network_sends_so_many_entries_a_day(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(RATELIMIT_ENABLED=True)
    with app.app_context():
        club = accounts.create_club("Circolo").slug
        db.session.commit()
    monkeypatch.setattr(entry_pages, "ENTRIES_A_DAY", 1)
    home = Home(app, club)
    home.send("Rita", "Tino", browser=home.browser, key="k")
    home.send("Rita", "Tino", browser=home.browser, key="k")  # a second tap does not count
    refused = home.browser.post(home.address, data={"player-0": "Ugo", "player-1": "Vera"})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 3600


@pytest.mark.parametrize(
    "bound, sentence",
    [("MOST_PENDING", "in an hour"), ("MOST_AN_HOUR", "in an hour"), ("MOST_SENT", "too many entries")],
)
def test_a_flood_costs_a_genuine_entry_a_wait_until_the_organiser_refuses_the_last_hour(
    home: Home, scorer: FlaskClient, bound: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registrations, bound, 2)
    flood = [home.send("Invented", name) for name in ("One", "Two")]
    waits = home.browser.post(home.address, data={"player-0": "Ugo", "player-1": "Vera"})
    assert (waits.status_code, sentence in waits.text, 'value="Ugo"' in waits.text) == (422, True, True)
    answer = scorer.post(f"{home.desk}/refuse-recent", follow_redirects=True)
    assert "2 entries refused." in answer.text
    assert {home.state(address) for address in flood} == {"Not accepted"}
    assert home.state(home.send("Ugo", "Vera")) == "Waiting for confirmation"


@pytest.mark.usefixtures("public")
def test_the_form_leads_to_the_private_page_by_every_name_of_the_server(app: Flask, club: str) -> None:
    home = Home(app, club)
    elsewhere, form = "http://table.local:8000", home.address.removeprefix("https://cards.example.org")
    sent = home.browser.post(form, data={"player-0": "Ivo", "player-1": "Lia"}, base_url=elsewhere)
    assert str(sent.location).startswith("/y/")
    left = home.browser.post(f"{sent.location}/withdraw", base_url=elsewhere)
    assert left.location == sent.location


def test_players_enter_alone_where_they_play_alone(app: Flask, club: str) -> None:
    home = Home(app, club, entrants=4, fields=SINGLES, accepting=True)
    assert "I’m coming alone" not in home.browser.get(home.address).text
    assert home.state(home.send("Rita")) == "Accepted"


def test_every_step_is_in_the_log_of_the_tournament(home: Home, scorer: FlaskClient) -> None:
    one, other = home.send("Rita", "Tino"), home.send("Ugo", "Vera")
    home.decide(scorer, "refuse", "Ugo – Vera")
    home.browser.post(f"{one}/withdraw")
    assert home.state(other) == "Not accepted"
    scorer.post(home.desk, data={"public": "0"})
    with home.app.app_context():
        lines = db.session.scalars(select(TournamentChange).order_by(TournamentChange.id))
        said = [(line.kind, line.actor, line.detail.get("who", "")) for line in lines]
    assert said[2:] == [
        ("home", "", "Rita – Tino"), ("home", "", "Ugo – Vera"), ("home_refuse", "Sam", "Ugo – Vera"),
        ("home_out", "", "Rita – Tino"), ("home_off", "Sam", ""),
    ]  # fmt: skip


def test_an_organiser_renews_or_stops_a_private_link_in_one_tap(home: Home, scorer: FlaskClient) -> None:
    address = home.send("Rita", "Tino")
    entry = home.ids()["Rita – Tino"]
    assert address in Page(scorer.get(home.desk).text).html
    assert scorer.post(f"{home.desk}/link", data={"entry": entry}).status_code == 303
    assert home.browser.get(address).status_code == 404
    (new,) = re.findall(r'value="http://localhost(/y/[^"]+)"', scorer.get(home.desk).text)
    assert home.state(new) == "Waiting for confirmation"
    assert scorer.post(f"{home.desk}/link", data={"entry": entry, "do": "stop"}).status_code == 303
    assert home.browser.get(new).status_code == 404
    assert "/y/" not in scorer.get(home.desk).text
    assert scorer.post(f"{home.desk}/link", data={"entry": "99"}).status_code == 303
    with home.app.app_context():
        kinds = [line.kind for line in db.session.scalars(select(TournamentChange).order_by(TournamentChange.id))]
    assert kinds[-2:] == ["home_link", "home_no_link"]


def test_the_menu_leads_to_private_links_after_the_first_round_too(app: Flask, club: str, scorer: FlaskClient) -> None:
    with app.app_context():
        without = a_tournament(club, 2).id
        db.session.commit()
    home = Home(app, club)
    home.send("Rita", "Tino")
    home.decide(scorer, "accept", "Rita – Tino")
    for number, is_listed in ((home.number, True), (without, False)):
        with app.app_context():
            publish_next(db.session.get_one(Tournament, number))
            db.session.commit()
        desk = f"/c/{club}/tournaments/{number}"
        assert (f'href="{desk}/registrations"' in scorer.get(desk).text) is is_listed


def test_pages_of_a_tournament_count_the_same_entries_as_pending(app: Flask, club: str, scorer: FlaskClient) -> None:
    home = Home(app, club, entrants=4, fields={"system": {"kind": "knockout", "first": "entry"}})
    home.send("Rita", "Tino")
    with app.app_context():
        publish_next(home.tournament())
        db.session.commit()
    desk = home.desk.removesuffix("/registrations")
    assert "1 entry waits" not in scorer.get(desk).text
    assert "1 pending entry" not in scorer.get(f"{desk}/entries").text


def test_a_second_tap_after_the_link_was_stopped_leads_to_the_form(home: Home, scorer: FlaskClient) -> None:
    home.send("Rita", "Tino", browser=home.browser, key="k")
    scorer.post(f"{home.desk}/link", data={"entry": home.ids()["Rita – Tino"], "do": "stop"})
    assert home.send("Rita", "Tino", browser=home.browser, key="k") == home.address
    assert home.browser.get(home.address).status_code == 200


@pytest.mark.parametrize(
    "days, changed, kept", [(31, 31, ""), (29, 31, "rita@example.org"), (31, 29, "rita@example.org")]
)
def test_contacts_go_thirty_days_after_the_day_and_the_last_change(
    home: Home, days: int, changed: int, kept: str
) -> None:
    home.send("Rita", "Tino", contact="rita@example.org", note="vegetarian")
    with home.app.app_context():
        home.tournament().day = (now() - timedelta(days=days)).date()
        made_at = now() - timedelta(days=changed)
        db.session.execute(update(TournamentChange).values(made_at=made_at))
        db.session.commit()
        on_the_hour(home.app)
        (row,) = db.session.scalars(select(Registration))
        assert (row.contact, bool(row.note), row.name) == (kept, bool(kept), "Rita – Tino")


def test_a_person_is_erased_from_entries_with_contact_note_and_numbers(home: Home) -> None:
    home.send("Rita", "Tino", contact="rita@example.org", note="Rita is late", **{"number-0": "77"})
    with home.app.app_context():
        own = the_club(home.club)
        erasing.erase_person(own, erasing.find_person(own, "Rita"))
        db.session.commit()
        (row,) = db.session.scalars(select(Registration))
        kept = (row.name, row.players, row.numbers, row.contact, row.note)
        assert kept == ("N. N. 1 – Tino", ["N. N. 1", "Tino"], [], "", "")
        registrations.accept(home.tournament(), [row], ACTOR)


def test_entries_travel_with_the_tournament_but_not_their_addresses(home: Home, scorer: FlaskClient) -> None:
    accepted, pending = home.send("Rita", "Tino", contact="333"), home.send("Ugo", alone="1", note="late")
    home.decide(scorer, "accept", "Rita – Tino")
    with home.app.app_context():
        own, there = accounts.find_club(home.club), accounts.create_club("There")
        assert own is not None
        lines = [line.encode() for line in exporting.lines(own, Period())]
        importing.import_matches(there, lines, actor="Olga", with_nights=True)
        db.session.commit()
        made = db.session.scalars(select(Tournament).where(Tournament.club_id == there.id)).one()
        rows = db.session.scalars(
            select(Registration).where(Registration.tournament_id == made.id).order_by(Registration.id)
        ).all()
        assert [(row.name, row.state, row.entrant, row.contact, row.note, row.alone) for row in rows] == [
            ("Rita – Tino", "accepted", 3, "333", "", False), ("Ugo", "pending", None, "", "late", True),
        ]  # fmt: skip
        assert registrations.form_of(made).public is None
        with home.app.test_request_context():
            new = {entry_pages.own_address(row) for row in rows}
    assert not {accepted, pending} & new


@pytest.mark.parametrize("home, field", [
    ({"entries": [{"players": []}]}, "home.entries.0.players"),
    ({"entries": [{"players": ["Rita"], "entrant": 9}]}, "home.entries.0.entrant"),
    ({"entries": [{"players": [7]}]}, "home.entries.0.players.0"),
    ({"places": 0}, "home.places"),
    ({"closes": "soon"}, "home.closes"),
    ({"public": "nonce"}, "home.public"),
])  # fmt: skip
def test_wrong_entries_in_a_file_are_refused_with_their_field(home: dict[str, Any], field: str) -> None:
    line = {"format": json_lines.FORMAT, "tournament": tournament(2), "day": "2026-11-27", "home": home}
    with pytest.raises(Refusal) as refusal:
        json_lines.read_line(1, line)
    assert [problem["field"] for problem in refusal.value.problems] == [field]


MAILING = {"SMTP_HOST": "127.0.0.1", "MAIL_FROM": "cards@example.org", "PUBLIC_URL": "https://cards.example.org"}


def test_mails_say_the_state_with_the_private_link_and_nothing_that_was_typed(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(**MAILING)
    letters: list[Mail] = []
    monkeypatch.setattr(mail, "submit", lambda task: letters.extend(task()))
    with app.app_context():
        club = accounts.create_club("Circolo").slug
        db.session.commit()
    home = Home(app, club, places=3)
    home.address = home.address.removeprefix("https://cards.example.org")
    first = home.send("Rita", "Tino", contact="rita@example.org", note="Buy pills")
    home.send("Ugo", "Vera", contact="ugo@example.org")
    home.send("Nina", "Otto", contact="333 765 4321")
    home.browser.post(f"{first.removeprefix('https://cards.example.org')}/withdraw")
    told = [(each.to, each.text.split("\n\n")[1]) for each in letters]
    assert told == [
        ("rita@example.org", "Your entry has arrived. The organiser will confirm it."),
        ("ugo@example.org", "Your entry has arrived. The organiser will confirm it."),
        ("ugo@example.org", "A place is free: your entry has moved up from the waiting list."),
    ]
    alone = [home.send(name, alone="1", contact=f"{name}@example.org") for name in ("ada", "eva")]
    with app.app_context():
        rows = [row for row in db.session.scalars(select(Registration)) if row.alone]
        registrations.pair(home.tournament(), rows, ACTOR)
        db.session.commit()
    home.browser.post(f"{alone[0].removeprefix('https://cards.example.org')}/withdraw")
    assert (letters[-1].to, letters[-1].text.split("\n\n")[1]) == (
        "eva@example.org", "Your partner has withdrawn. The organiser looks for another one.",
    )  # fmt: skip
    assert first in letters[0].text
    assert not [word for word in ("Rita", "Tino", "pills") if word in letters[0].text + letters[0].subject]


def test_a_deleted_tournament_takes_its_entries_along(home: Home, owner: FlaskClient) -> None:
    address = home.send("Rita", "Tino")
    assert owner.post(f"/c/{home.club}/tournaments/{home.number}/delete").status_code == 303
    assert home.browser.get(address).status_code == 404
    assert home.ids() == {}


def test_a_late_entrant_list_takes_no_room_that_is_withdrawn(home: Home) -> None:
    with home.app.app_context():
        home.turn_on(home.tournament(), places=2)
        db.session.commit()
        assert registrations.queue_of(home.tournament()).taken == 2
        publish_next(home.tournament())
        entries.withdraw(home.tournament(), [1], ACTOR)
        assert registrations.queue_of(home.tournament()).taken == 1


def test_calendar_files_lead_back_to_the_page_that_they_come_from(home: Home) -> None:
    address = home.send("Rita", "Tino")
    for page in (f"http://localhost{path}" for path in (address, home.address)):
        answer = home.browser.get(f"{page}/tournament.ics")
        lines = answer.text.replace("\r\n ", "").split("\r\n")
        assert (f"URL:{page}" in lines, "SUMMARY:Autumn cup · Bocce e Carte" in lines) == (True, True)
        assert "Rita" not in answer.text
        assert "attachment; filename" in answer.headers["Content-Disposition"]
