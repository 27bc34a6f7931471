"""A club's roll of winners: its finished tournaments and the championships of past years, by year."""

from typing import NamedTuple

from scorekeeper.clubs.series import Leading, leading_in, years_of_championships
from scorekeeper.clubs.tournaments.snapshots import Held, tournaments_of_year, years_of_tournaments
from scorekeeper.store.club_models import Club

AT_ONCE = 60  # tournaments from which on a page has no further year


class YearOfWinners(NamedTuple):
    """A year's tournaments that have winners, latest first, and its championships if the year is over."""

    year: int
    tournaments: list[Held]
    championships: list[Leading]


class Roll(NamedTuple):
    """Some years of the roll, newest first; `earlier` is the year with which the next page begins, None on the last."""

    years: list[YearOfWinners]
    earlier: int | None


def roll_of_winners(club: Club, this_year: int, first: int | None = None) -> Roll:
    """Returns the roll from the year `first` backwards, or from the newest one; years without winners are left out."""
    years = sorted({*years_of_tournaments(club), *years_of_championships(club)}, reverse=True)
    shown: list[YearOfWinners] = []
    read = 0
    for year in years:
        if first is not None and year > first:
            continue
        if read >= AT_ONCE:
            return Roll(shown, year)
        held = tournaments_of_year(club, year)
        read += len(held)
        championships = [each for each in leading_in(club, year) if each.names] if year < this_year else []
        won = [each for each in held if each.winners]
        if won or championships:
            shown.append(YearOfWinners(year, won, championships))
    return Roll(shown, None)
