"""A club's logo and championships travel with “Whole club”, and wrong lines are refused before anything is written."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs import club_lines, club_settings, exporting, importing, nights, roster
from scorekeeper.clubs import series as club_series
from scorekeeper.clubs.club_settings import Settings
from scorekeeper.clubs.series import Scheme, championship
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments.keeping import make
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.models import db
from tests.clubs.evenings import a_club, play
from tests.clubs.test_logo import picture
from tests.tournaments.made import entrant, play_on, tournament

FOUR = ("Anna", "Bruno", "Carla", "Dino")
PAIRS = [entrant(1, players=["Anna", "Bruno"]), entrant(2, players=["Carla", "Dino"])]


def whole(club: Club) -> list[bytes]:
    return [line.encode() for line in exporting.lines(club, Period(), with_people=True)]


def a_season() -> Club:
    """A club with a logo, and a championship of a tournament that counts twice and a night."""
    club = a_club(*FOUR)
    settings = Settings("Bocce", "Via Roma 1", "Pia Bo", "9", "buraco/burraco", "A5", "it", "")
    club_settings.change(club, settings, ["A5"])
    club_settings.set_logo(club, picture())
    night = nights.plan_night(club, "Friday", "", "2026-03-03")
    nights.add_tables(club, night, 1)
    play(club, *FOUR, day="2026-03-03").sitting_id = nights.tables_of(night)[0][1].id
    document = play_on(tournament(PAIRS, system={"kind": "danese", "rounds": 1, "first": "entry"}))
    held = make(club, document, day="2026-03-01", desk={}, actor="")
    series = club_series.make(club, "Coppa", Scheme(points=(12, 9), drop=1, average=True, least=1))
    club_series.set_parts(series, [held.id], [night.id], {("tournament", held.id): 2})
    series.made_at = datetime(2026, 3, 1, 20, tzinfo=UTC)
    return club


def test_a_championship_and_the_logo_go_out_and_come_in_elsewhere(any_app: Flask) -> None:
    with any_app.app_context():
        here, there = a_season(), a_club(*FOUR)
        lines = whole(here)
        preview = importing.preview(there, lines)
        assert (preview.championships, preview.logo, preview.settings, preview.bad) == (1, True, True, [])
        importing.import_matches(there, lines, actor="Olga", with_nights=True)
        (ours,), (theirs,) = club_series.list_series(here), club_series.list_series(there)
        told, again = championship(ours), championship(theirs)
        assert (again.scheme, again.lines) == (told.scheme, told.lines)
        assert [part.weight for part in again.parts] == [2, 1]
        theirs_now = club_settings.settings_of(db.session.get_one(Club, there.id, populate_existing=True))
        assert theirs_now[1:] == club_settings.settings_of(here)[1:]
        assert club_settings.logo_of(there).picture == club_settings.logo_of(here).picture  # type: ignore[union-attr]
        assert not importing.preview(there, lines).may_be_imported
        importing.import_matches(there, lines, actor="Olga", with_nights=True)
        assert len(club_series.list_series(there)) == 1


def test_names_of_one_person_travel_with_all_results(any_app: Flask) -> None:
    with any_app.app_context():
        here, there = a_club("Anna", "Maria Rossi (00987)"), a_club()
        roster.find_by_name(here, "Maria Rossi (00987)").number = "00987"  # type: ignore[union-attr]  # as in former versions
        for name, day in (("Annina", "2026-03-01"), ("Maria Rossi (00987)", "2026-03-02"), ("Anna", "2026-03-03")):
            play(here, name, "Bruno", "Carla", "Dino", day=day)
        roster.merge_guest(roster.find_by_name(here, "Anna"), "Annina")  # type: ignore[arg-type]
        importing.import_matches(there, whole(here), actor="Olga")
        played = {player.name: len(results_of_player(player)) for player in roster.players(there)}
        assert played == {"Anna": 2, "Maria Rossi": 1}


def results_of_player(player: Player) -> list[Result]:
    return list(db.session.scalars(select(Result).where(Result.player_id == player.id)))


@pytest.mark.parametrize("also", ["Annina", [7], [""], ["x" * 41], ["x"] * 51])
def test_names_that_cannot_be_are_refused(app: Flask, also: object) -> None:
    with app.app_context():
        line = json.dumps({"format": club_lines.PERSON, "player": "Anna", "also": also}).encode()
        (bad,) = importing.preview(a_club(), [line]).bad
        assert [problem["field"] for problem in bad.problems] == ["also"]


@pytest.mark.parametrize(
    "part",
    [
        {"month": 13}, {"month": "9"}, {"language": "xx"}, {"circles": "no"}, {"address": "x" * 81}, {"paper": 5},
        {"president": ""},
    ],
)  # fmt: skip
def test_settings_that_cannot_be_are_refused(app: Flask, part: dict[str, Any]) -> None:
    with app.app_context():
        (bad,) = importing.preview(a_club(), [json.dumps({"format": club_lines.CLUB, **part}).encode()]).bad
        assert [problem["field"] for problem in bad.problems] == list(part)


def test_a_part_that_the_club_does_not_have_is_left_out_and_its_own_logo_stays(app: Flask) -> None:
    with app.app_context():
        here, there = a_season(), a_club()
        club_settings.set_logo(there, picture(size=(40, 40)))
        own = club_settings.logo_of(there).digest  # type: ignore[union-attr]
        only = [line for line in whole(here) if b"championship/1" in line or b"logo/1" in line]
        assert not importing.preview(there, only).logo
        importing.import_matches(there, only, actor="Olga")
        (theirs,) = club_series.list_series(there)
        assert championship(theirs).parts == []
        assert club_settings.logo_of(there).digest == own  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "part, field",
    [
        ({"made": "then"}, "made"),
        ({"made": None}, "made"),
        ({"name": ""}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"scheme": None}, "scheme"),
        ({"scheme": {"kind": "luck"}}, "scheme.kind"),
        ({"scheme": {"points": [1, 2]}}, "points"),
        ({"scheme": {"points": ["1"]}}, "scheme.points.0"),
        ({"scheme": {"points": [1] * 101}}, "points"),
        ({"scheme": {"drop": -1}}, "scheme.drop"),
        ({"scheme": {"shoes": 42}}, "scheme.shoes"),
        ({"parts": [7]}, "parts.0"),
        ({"parts": [{"day": "soon"}]}, "parts.0.day"),
        ({"parts": [{"day": "2026-03-03", "weight": 3}]}, "parts.0.weight"),
        ({"parts": [{"day": "2026-03-03", "weight": "2"}]}, "parts.0.weight"),
        ({"parts": [{"made": []}]}, "parts.0.made"),
        ({"parts": [{"day": "2026-03-03"}] * 61}, "parts"),
        ({"shoes": 42}, "shoes"),
    ],
)
def test_a_championship_that_cannot_be_is_refused_with_its_field(app: Flask, part: dict[str, Any], field: str) -> None:
    line: dict[str, Any] = {"format": club_lines.CHAMPIONSHIP, "made": "2026-03-01T20:00:00+00:00", "name": "Coppa"}
    scheme = {"kind": "places", "who": "players", "points": [3, 2], "drop": 0, "average": False, "least": 0}
    line |= {"scheme": scheme | part["scheme"]} if part.get("scheme") else {"scheme": scheme, **part}
    with app.app_context():
        (bad,) = importing.preview(a_club(), [json.dumps(line).encode()]).bad
        assert [problem["field"] for problem in bad.problems] == [field]


@pytest.mark.parametrize("png", ["", "~", "AAAA", 7, None])
def test_a_logo_that_is_no_picture_is_refused(app: Flask, png: object) -> None:
    with app.app_context():
        line = json.dumps({"format": club_lines.LOGO, "png": png}).encode()
        assert {problem["field"] for problem in importing.preview(a_club(), [line]).bad[0].problems} == {"png"}


def test_a_file_has_few_logos_as_each_takes_long_to_read(app: Flask) -> None:
    with app.app_context():
        here = a_club()
        club_settings.set_logo(here, picture(size=(8, 8)))
        (line,) = whole(here)
        bad = importing.preview(here, [line] * 26).bad
        assert [each.number for each in bad] == [25]
