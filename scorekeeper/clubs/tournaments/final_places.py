"""The final places of tournaments, cached, and a club's tournaments by year with their winners."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import extract, select

from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.standings import standings
from scorekeeper.tournaments.substitutes import mainly_seated

CACHED = 240  # versions of tournaments: a championship has at most a quarter as many parts


# An entrant's name, first players, players of most rounds, place, and victory or tournament points.
FinalLine = tuple[str, tuple[str, ...], tuple[str, ...], int, int]


class Outcome(NamedTuple):
    """The outcome of a tournament."""

    name: str
    is_over: bool
    lines: tuple[FinalLine, ...]


def outcome_of(tournament: Tournament) -> Outcome:
    """Returns a tournament's outcome, cached by version; loads the newest version if this one is outdated."""
    while True:
        try:
            return _outcome(tournament.id, tournament.version, tournament.made_at)
        except LookupError:
            db.session.refresh(tournament, ["version"])


@lru_cache(CACHED)
def _outcome(number: int, version: int, made_at: datetime) -> Outcome:
    """Returns the outcome of exactly this version. Raises LookupError if it was deleted.

    `made_at` distinguishes tournaments if the database has reused an id.
    """
    chosen = (Tournament.id == number, Tournament.version == version, Tournament.made_at == made_at)
    document = db.session.scalar(select(Tournament.document).where(*chosen))
    if document is None:
        raise LookupError(number)
    name = document.get("name") or ""
    tournament = read(document) if document.get("rounds") else None
    result = standings(tournament) if tournament else None
    if tournament is None or result is None or not result["rounds"]:
        return Outcome(name, is_over=False, lines=())
    players = {
        entrant.id: (entrant.name, entrant.players, mainly_seated(tournament, entrant, result["rounds"]))
        for entrant in tournament.entrants
    }
    sums = "vp" if document["scoring"]["kind"] == "vp" else "tp"
    lines = tuple((*players[row["entrant"]], row["place"], row[sums]) for row in result["standings"])
    return Outcome(name, is_over=result["finished"], lines=lines)


def final_lines(tournament: Tournament) -> tuple[FinalLine, ...]:
    """Returns the lines of a tournament that is over or closed, by place; none of any other."""
    outcome = outcome_of(tournament)
    return outcome.lines if outcome.is_over or tournament.closed_at else ()


class Held(NamedTuple):
    """A tournament with the names of its winners; none until it is over."""

    tournament: Tournament
    winners: tuple[str, ...]


MOST_OF_YEAR = 200


def years(club: Club) -> list[int]:
    """Returns the years in which the club has tournaments, newest first."""
    year = extract("year", Tournament.day)
    numbers = db.session.scalars(select(year).where(Tournament.club_id == club.id).distinct())
    return sorted(map(int, numbers), reverse=True)


def of_year(club: Club, year: int) -> Sequence[Held]:
    """Returns the club's tournaments of a year, latest first."""
    within = Tournament.day.between(date(year, 1, 1), date(year, 12, 31))
    query = select(Tournament).where(Tournament.club_id == club.id, within)
    rows = db.session.scalars(query.order_by(Tournament.day.desc(), Tournament.id.desc()).limit(MOST_OF_YEAR))
    return [Held(row, _winners(row)) for row in rows]


def _winners(tournament: Tournament) -> tuple[str, ...]:
    return tuple(name for name, _began, _sat, place, _sum in final_lines(tournament) if place == 1)
