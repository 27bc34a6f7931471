"""A club's settings: each is entered once, and used as the default everywhere."""

from datetime import date

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import nights, roster
from scorekeeper.clubs.home_pages import first_steps
from scorekeeper.clubs.standings import Period, season_name, seasons
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db, now
from tests.clubs.conftest import the_club
from tests.clubs.evenings import a_club, play
from tests.support.page import Page

TYPED = {
    "name": "Circolo Nuovo", "address": "Bar Sport, via Roma 1", "president": "Pia Bo", "month": "9",
    "preset": "buraco/burraco", "paper": "A5", "language": "it",
}  # fmt: skip


@pytest.fixture
def named(owner: FlaskClient, club: str) -> str:
    assert owner.post(f"/c/{club}/settings", data=TYPED).status_code == 303
    return club


def test_a_club_is_renamed_and_stays_at_its_address(owner: FlaskClient, scorer: FlaskClient, named: str) -> None:
    page = scorer.get(f"/c/{named}").text
    assert "Circolo Nuovo" in page
    assert "Bar Sport, via Roma 1" in page
    log = scorer.get(f"/c/{named}/log").text
    assert "is now Circolo Nuovo" in log
    assert "Club settings changed" in log
    form = Page(owner.get(f"/c/{named}/settings").text)
    assert [form.value(name) for name in ("address", "president")] == [TYPED["address"], TYPED["president"]]


def test_what_is_usual_is_proposed(scorer: FlaskClient, named: str) -> None:
    night = scorer.get(f"/c/{named}/nights").text
    assert Page(night).value("place") == TYPED["address"]
    assert Page(night).value("day") == now().date().isoformat()
    assert 'label="Usual here"' in night
    assert '<option value="buraco/burraco" selected>' in night
    table = scorer.post(f"/c/{named}/tables", data={"name": ""}).location
    assert "game=buraco" in table
    assert "variant=burraco" in table


@pytest.mark.parametrize(
    "preset, scoring, system", [("buraco/burraco", "vp-4", "danese"), ("truco/mineiro", "match-3", "knockout")]
)
def test_a_new_tournament_is_of_the_usual_game_and_at_home(
    owner: FlaskClient, club: str, preset: str, scoring: str, system: str
) -> None:
    owner.post(f"/c/{club}/settings", data=TYPED | {"preset": preset})
    page = Page(owner.get(f"/c/{club}/tournaments/new").text)
    found = [page.value(name) for name in ("place", "preset", "scoring", "system")]
    assert found == [TYPED["address"], preset, scoring, system]


def test_papers_of_the_club_are_printed_as_usual(scorer: FlaskClient, app: Flask, named: str) -> None:
    with app.app_context():
        play(the_club(named), "Anna", "Bruno", "Carla", "Dino")
        roster.add_player(the_club(named), "Anna")
        db.session.commit()
    page = scorer.get(f"/c/{named}/standings?from=2020-01-01").text
    assert "<option selected>A5" in page
    assert 'value="it" lang="it" selected' in page


@pytest.mark.parametrize(
    "wrong, field",
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"address": "x" * 81}, "address"),
        ({"president": "x" * 41}, "president"),
        ({"month": "13"}, "month"),
        ({"month": ""}, "month"),
        ({"preset": "chess/blitz"}, "preset"),
        ({"paper": "A9"}, "paper"),
        ({"language": "tlh"}, "language"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_and_what_was_typed_stays(
    owner: FlaskClient, club: str, wrong: dict[str, str], field: str
) -> None:
    refused = owner.post(f"/c/{club}/settings", data=TYPED | {"address": "Bar Sport"} | wrong)
    assert refused.status_code == 422
    assert f'id="f-{field}-error"' in refused.text
    assert field == "address" or "Bar Sport" in refused.text
    assert "Circolo Nuovo" not in owner.get(f"/c/{club}").text


@pytest.mark.parametrize(
    "today, month, names, first",
    [
        (date(2026, 3, 1), 1, ["2026", "2025", ""], (date(2026, 1, 1), date(2026, 12, 31))),
        (date(2026, 3, 1), 9, ["2025/26", "2024/25", ""], (date(2025, 9, 1), date(2026, 8, 31))),
        (date(2026, 9, 1), 9, ["2026/27", "2025/26", ""], (date(2026, 9, 1), date(2027, 8, 31))),
        (date(2028, 2, 29), 3, ["2027/28", "2026/27", ""], (date(2027, 3, 1), date(2028, 2, 29))),
        (date(2099, 10, 1), 10, ["2099/00", "2098/99", ""], (date(2099, 10, 1), date(2100, 9, 30))),
    ],
)
def test_a_season_begins_when_the_club_says(
    today: date, month: int, names: list[str], first: tuple[date, date]
) -> None:
    offered = seasons(today, month)
    assert [name for name, _period in offered] == names
    assert (offered[0][1].since, offered[0][1].until) == first


@pytest.mark.parametrize(
    "since, until",
    [
        (date(2026, 1, 2), date(2027, 1, 1)),
        (date(2026, 1, 1), date(2026, 12, 30)),
        (date(2026, 1, 1), None),
        (None, None),
    ],
)
def test_other_periods_are_no_season(since: date | None, until: date | None) -> None:
    assert season_name(Period(None, since, until)) == ""


def steps(club: Club) -> dict[str, bool]:
    return {step.kind: step.is_done for step in first_steps(club)}


def test_a_new_club_is_told_what_to_do_first(app: Flask) -> None:
    with app.app_context():
        club = a_club()
        assert steps(club) == {"players": False, "play": False, "people": False, "settings": False}
        roster.add_player(club, "Anna")
        club.usual_preset = "buraco/burraco"
        assert steps(club) == {"players": True, "play": False, "people": False, "settings": True}
        nights.plan_night(club, "Friday", "", "2026-03-03")
        assert steps(club) == {}


def test_members_are_told_of_no_steps_and_owners_of_all(
    owner: FlaskClient, scorer: FlaskClient, member: FlaskClient, club: str
) -> None:
    told = {who: client.get(f"/c/{club}").text for who, client in (("o", owner), ("s", scorer), ("m", member))}
    assert "Invite your helpers" in told["o"]
    assert "Invite your helpers" not in told["s"]
    assert "First steps" in told["s"]
    assert "First steps" not in told["m"]
