"""The sums of pairs and guests are those of a plain count over all results, whatever changes a match or a player."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from itertools import permutations, product
from typing import NamedTuple

from flask import Flask
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import erasing, renaming, roster, statistics
from scorekeeper.clubs.person_details import details_of
from scorekeeper.clubs.standings import DAY, Period
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.models import Match, db
from scorekeeper.store.sum_models import ALL_YEARS, NOBODY, GuestTally, PairTally
from tests.clubs.evenings import a_club, play, player
from tests.support.matches import won, write

FOUR = ("Anna", "Bruno", "Carla", "Dino")
Pair = tuple[int, int, bool, int, str]


def counted() -> dict[Pair, tuple[int, int]]:
    """The pairs of all results, counted one by one."""
    db.session.flush()
    played, won_by = Counter[Pair](), Counter[Pair]()
    for row, other in permutations(db.session.scalars(select(Result)), 2):
        if row.match_id == other.match_id and row.player_id:
            for year in (row.played_at.year, ALL_YEARS):
                who = (other.player_id, "") if other.player_id else (NOBODY, other.name_key)
                played[row.player_id, year, row.side == other.side, *who] += 1
                won_by[row.player_id, year, row.side == other.side, *who] += row.won
    return {pair: (played[pair], won_by[pair]) for pair in played}


def stored() -> dict[Pair, tuple[int, int]]:
    """Returns the stored sums of pairs."""
    rows = db.session.scalars(select(PairTally).execution_options(populate_existing=True))
    return {(row.player_id, row.year, row.beside, row.other_id, row.name_key): (row.played, row.won) for row in rows}


class Season(NamedTuple):
    """A club with matches of two years: Elsa and Fay are guests, Gina has played under two names."""

    club: Club
    last: Match

    def of(self, name: str) -> Player:
        return db.session.get_one(Player, player(self.club, name))


def a_season() -> Season:
    club = a_club(*FOUR, "Gina", "G. Rossi")
    play(club, *FOUR, day="2025-05-01")
    play(club, "Anna", "Elsa", "Fay", "Dino", day="2025-12-31", winner=1)
    play(club, "Gina", "Bruno", "Carla", "Elsa", day="2026-01-01")
    play(club, "G. Rossi", "Anna", "Fay", "Dino", day="2026-01-02", game="tresette")
    return Season(club, play(club, "Anna", "Carla", "●● 1", "Elsa", day="2026-01-03"))


def undo(season: Season) -> None:
    write(ledger.undo, season.last)


def correct(season: Season) -> None:
    write(ledger.correct, season.last, 2, won(1, 6))
    write(ledger.correct, season.last, 3, won(1, 6))


def enlist(season: Season) -> None:
    roster.add_player(season.club, "Elsa")


def merge(season: Season) -> None:
    renaming.merge(season.of("Gina"), "G. Rossi", "Olga")


def merge_and_split(season: Season) -> None:
    entry = season.of("G. Rossi")
    renaming.merge(season.of("Gina"), "G. Rossi", "Olga")
    db.session.flush()
    db.session.refresh(entry)
    renaming.separate(entry, "Olga")


def rename(season: Season) -> None:
    anna = season.of("Anna")
    renaming.change_player(anna, "Fay", details_of(anna), active=True, actor="Olga")


def erase_a_player(season: Season) -> None:
    erasing.erase_person(season.club, erasing.person_of_player(season.club, season.of("Anna")))


def erase_a_guest(season: Season) -> None:
    erasing.erase_person(season.club, erasing.find_person(season.club, "Elsa"))


def guests() -> dict[str, int]:
    """The guests of all results, counted one by one."""
    return Counter(row.name_key for row in db.session.scalars(select(Result)) if row.player_id is None)


def kept_guests() -> dict[str, int]:
    """Returns the stored sums of guests."""
    rows = db.session.scalars(select(GuestTally).execution_options(populate_existing=True))
    return {row.name_key: row.played for row in rows}


CHANGES: list[Callable[[Season], None]] = [
    undo, correct, enlist, merge, merge_and_split, rename, erase_a_player, erase_a_guest,
]  # fmt: skip


def test_pairs_are_counted_right_after_a_change(any_app: Flask) -> None:
    """Each change is taken back before the next one."""
    with any_app.app_context():
        season = a_season()
        db.session.commit()
        before = counted()
        assert stored() == before
        for change in CHANGES:
            change(season)
            after = counted()
            assert stored() == after, change
            assert kept_guests() == guests(), change
            assert (after == before) == (change is merge_and_split or change is erase_a_player), change
            db.session.rollback()
            assert counted() == stored() == before


def test_whole_years_show_the_company_that_a_count_of_all_seats_shows(any_app: Flask) -> None:
    new_year = date(2025, 1, 1)
    days = (date(2025, 12, 31), None)
    with any_app.app_context():
        season = a_season()
        merge(season)
        for last, name in product(days, ("Anna", "Gina", "Dino")):
            companies = [
                statistics.company_of(season.of(name), Period(since=since, until=last))
                for since in (new_year, new_year - DAY)  # of the second one, seats are counted
            ]
            assert companies[0] == companies[1]
            assert companies[0].opponents or name == "Gina"
