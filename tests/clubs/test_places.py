"""Places: equal lines share one; ties are broken by points, then by matches against each other."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

import pytest
from flask import Flask
from sqlalchemy import insert

from scorekeeper.clubs import places, roster
from scorekeeper.clubs.places import page_of_standings, placed, places_before, places_of, ranked
from scorekeeper.clubs.standings import Period, standings
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.sum_models import ALL_GAMES, ALL_YEARS, Tally
from tests.clubs.evenings import a_club, play
from tests.support.fuzzing import chance


class Named(NamedTuple):
    name: str
    won: int


def shown(lines: list[Named], duels: dict[str, int], start: int = 0, end: int | None = None) -> list[tuple[int, str]]:
    def balances(groups: Sequence[Sequence[Named]]) -> list[list[int]]:
        return [[duels.get(each.name, 0) for each in tied] for tied in groups]

    found = placed(lines, lambda line: (-line.won,), balances, start, end)
    return [(each.place, each.line.name) for each in found]


FIVE = [Named("Elsa", 1), Named("Dino", 2), Named("Anna", 2), Named("Bruno", 2), Named("Carla", 3)]


@pytest.mark.parametrize(
    "duels, places",
    [
        ({}, [(1, "Carla"), (2, "Anna"), (2, "Bruno"), (2, "Dino"), (5, "Elsa")]),
        ({"Dino": 1, "Anna": -1}, [(1, "Carla"), (2, "Dino"), (3, "Bruno"), (4, "Anna"), (5, "Elsa")]),
        ({"Dino": -1}, [(1, "Carla"), (2, "Anna"), (2, "Bruno"), (4, "Dino"), (5, "Elsa")]),
    ],
)
def test_equal_is_equal_unless_they_met(duels: dict[str, int], places: list[tuple[int, str]]) -> None:
    assert shown(FIVE, duels) == places


def test_a_page_of_a_list_has_the_places_of_the_whole() -> None:
    whole = shown(FIVE, {"Dino": 1})
    for start in range(len(FIVE)):
        for end in range(start, len(FIVE) + 1):
            assert shown(FIVE, {"Dino": 1}, start, end) == whole[start:end]


def season(app: Flask, *matches: tuple[str, int], game: str = "truco") -> list[tuple[int, str]]:
    """The places after matches between two players each, given with their winners."""
    club = a_club("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fay")
    for day, (names, winner) in enumerate(matches, 1):
        play(club, *names.split(), winner=winner, day=f"2026-03-{day:02}", game=game)
    period = Period(game)
    return [(each.place, each.line.name) for each in ranked(period, "won", standings(club, period))]


def test_partners_share_a_place(app: Flask) -> None:
    with app.app_context():
        assert season(app, ("Anna Bruno Carla Dino", 0)) == [(1, "Anna"), (1, "Bruno"), (3, "Carla"), (3, "Dino")]


def test_who_won_against_an_equal_stands_before_the_alphabet(app: Flask) -> None:
    with app.app_context():
        places = season(app, ("Anna Elsa Bruno Dino", 1), ("Anna Fay Carla Elsa", 0), ("Bruno Elsa Dino Fay", 1))
        by_name = {name: place for place, name in places}
        assert by_name["Bruno"] < by_name["Anna"]  # one win and one loss each, the same points; Bruno won against Anna


def test_approved_results_alone_can_be_asked_for(app: Flask) -> None:
    with app.app_context():
        club = a_club("Anna", "Bruno", "Carla", "Dino")
        match = play(club, "Anna", "Bruno", "Carla", "Dino")
        play(club, "Anna", "Bruno", "Carla", "Dino", winner=1, day="2026-04-01")
        match.locked = match.version
        db.session.flush()
        lines = {line.name: (line.won, line.played) for line in standings(club, Period(approved=True))}
        assert lines == {"Anna": (1, 1), "Bruno": (1, 1), "Carla": (0, 1), "Dino": (0, 1)}
        assert {line.played for line in standings(club, Period())} == {2}


def with_sums(club: Club, *sums: tuple[int, int, int]) -> None:
    """Adds players, each with these matches played and won and games won; all else follows from them."""
    for number, (played, won, games) in enumerate(sums):
        player = roster.add_player(club, f"P{number * 7 % 31:02}")
        row = {"played": played, "won": won, "lost": played - won, "games": games, "points_for": 0, "points_against": 0}
        keys = {"club_id": club.id, "player_id": player.id, "game": ALL_GAMES, "year": ALL_YEARS}
        db.session.execute(insert(Tally), {**keys, **row})


@pytest.mark.parametrize("order", ["won", "games", "share", "played"])
def test_a_page_read_alone_has_the_places_of_the_whole_standings(
    any_app: Flask, monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    monkeypatch.setattr(places, "MOST_TIED", 3)
    with any_app.app_context():
        club = a_club()
        # Groups of equals; shares of exactly one and three eighths are rounded to the even number.
        with_sums(club, *[(8, 3, 3)] * 3, *[(8, 2, 2)] * 6, *[(8, 1, 2)] * 5, (25, 3, 3), (8, 1, 1), (50, 19, 20))
        whole = ranked(Period(), order, standings(club, Period(), order))
        assert len({place for place, _line in whole}) > 3
        for start in range(len(whole) + 1):
            end = (start + 1, start + 4, len(whole))[start % 3]
            page = page_of_standings(club, Period(), order, start, end)
            assert page.lines == whole[start:end]
            assert page.more == (end < len(whole))


def test_a_player_has_the_place_of_the_whole_standings(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fay", "Gina")
        for day, (names, winner) in enumerate(
            [("Anna Elsa Bruno Dino", 1), ("Anna Fay Carla Elsa", 0), ("Bruno Elsa Dino Fay", 1)], 1
        ):
            play(club, *names.split(), winner=winner, day=f"2026-03-{day:02}")
        db.session.flush()
        period = Period("truco")
        whole = {line.player: place for place, line in ranked(period, "won", standings(club, period))}
        everybody = [player.id for player in roster.players(club)]
        assert len(whole) == 6
        assert places_of(club, period, everybody) == whole
        for player in whole:
            assert places_of(club, period, [player]) == {player: whole[player]}


@pytest.mark.parametrize("period", [Period(), Period("truco"), Period(since=date(2026, 2, 1), until=date(2026, 8, 31))])
def test_places_before_the_last_day_are_those_of_the_day_before(any_app: Flask, period: Period) -> None:
    with any_app.app_context():
        club, draw = a_club("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fay"), chance("places before")
        names = [player.name for player in roster.players(club)]
        for day in ("2026-01-20", "2026-03-03", "2026-03-04", "2026-07-14"):
            for _match in range(3):
                play(club, *draw.sample(names, 4), winner=draw.randrange(2), day=day)
        play(club, "Gina", *draw.sample(names, 3), winner=0, day="2026-07-14")
        db.session.flush()
        earlier = replace(period, until=date(2026, 7, 13))
        whole = {line.player: place for place, line in ranked(earlier, "won", standings(club, earlier))}
        everybody = [player.id for player in roster.players(club)]
        last = date(2026, 7, 14)
        assert places_before(club, period, last, everybody) == whole
        for player in everybody:
            alone = {player: whole[player]} if player in whole else {}
            assert places_before(club, period, last, [player]) == alone
