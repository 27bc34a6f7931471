"""The parts of a series: which there are, and who was where in those that are over.

Anybody with the address may ask for all of it at any time, so what came out of a tournament is worked out once for each
version of it and held in memory. Only pages that write nothing ask here.
"""

from collections.abc import Hashable, Iterable
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import defer

from scorekeeper.clubs import nights, results
from scorekeeper.clubs.night_ranking import ranking
from scorekeeper.clubs.places import Placed
from scorekeeper.clubs.series.adding import Placing, Standing, add_up
from scorekeeper.clubs.series.scheme import Scheme, scheme_of
from scorekeeper.clubs.standings import Line
from scorekeeper.store.club_models import Night, Player, Series, SeriesPart, Tournament
from scorekeeper.store.models import db
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.standings import standings

BETWEEN = " – "  # names of those who sat together
KEPT = 120  # versions of tournaments: a series has half as many parts at most


class Part(NamedTuple):
    """A tournament or a night of a series: `placings` say who was where, empty as long as a tournament goes on."""

    kind: str
    id: int
    name: str
    day: date
    placings: list[Placing]


class Outcome(NamedTuple):
    """What came out of a tournament: its lines hold the entrant's name, the players', the place and the sum."""

    name: str
    is_over: bool
    lines: tuple[tuple[str, tuple[str, ...], int, int], ...]


class AddedUp(NamedTuple):
    """A championship as it stands: its parts, the earliest first, those that are `over`, and everybody's place."""

    scheme: Scheme
    parts: list[Part]
    over: list[Part]
    lines: list[Placed[Standing]]


class People:
    """Who somebody is in all parts: a player of the roster, else a name."""

    def __init__(self, club: int, names: Iterable[str]) -> None:
        self.ids = results.players_of(db.session, club, names)
        whose = select(Player.id, Player.name).where(Player.id.in_(set(self.ids.values())))
        self.names: dict[int, str] = dict(db.session.execute(whose).all())

    def key(self, name: str) -> Hashable:
        """The player's id, or the folded name of a guest."""
        folded = results.name_key(name)
        return self.ids.get(folded, folded)

    def name(self, name: str) -> str:
        """What the roster calls them."""
        return self.names.get(self.ids.get(results.name_key(name), 0), name)


def rows_of(series: Series) -> list[Tournament | Night]:
    """The tournaments and nights of the series, the earliest first; documents are read where somebody asks for them."""
    of = SeriesPart.series_id == series.id
    held = select(Tournament).join(SeriesPart, SeriesPart.tournament_id == Tournament.id).where(of)
    found: list[Tournament | Night] = [
        *db.session.scalars(held.options(defer(Tournament.document), defer(Tournament.desk))),
        *db.session.scalars(select(Night).join(SeriesPart, SeriesPart.night_id == Night.id).where(of)),
    ]
    return sorted(found, key=lambda each: (each.day, isinstance(each, Night), each.id))


def stamp(series: Series) -> object:
    """A value that changes with everything that the page of the series shows."""
    parts = [
        (each.id, each.name, each.day, nights.versions_of(each))
        if isinstance(each, Night)
        else (each.id, each.version, each.day, each.closed_at)
        for each in rows_of(series)
    ]
    return series.name, series.scheme, series.public, parts


def parts_of(series: Series, scheme: Scheme) -> list[Part]:
    """The parts of the series, the earliest first."""
    return [_night(each, scheme) if isinstance(each, Night) else _tournament(each, scheme) for each in rows_of(series)]


def added_up(series: Series) -> AddedUp:
    """The series, added up from those of its parts that are over."""
    scheme = scheme_of(series.scheme)
    parts = parts_of(series, scheme)
    over = [part for part in parts if part.placings]
    return AddedUp(scheme, parts, over, add_up([part.placings for part in over], scheme) if over else [])


def _tournament(tournament: Tournament, scheme: Scheme) -> Part:
    found = _newest(tournament)
    placings = _placings(tournament, found, scheme) if found.is_over or tournament.closed_at else []
    return Part("tournament", tournament.id, found.name, tournament.day, placings)


def _newest(tournament: Tournament) -> Outcome:
    """What came out, cached; where the tournament was changed since it was loaded, of the newer version."""
    while True:
        try:
            return _outcome(tournament.id, tournament.version, tournament.made_at)
        except LookupError:
            db.session.refresh(tournament, ["version"])


@lru_cache(KEPT)
def _outcome(number: int, version: int, made_at: datetime) -> Outcome:
    """Of that version only. `made_at` tells tournaments apart where a database has given a number again."""
    chosen = (Tournament.id == number, Tournament.version == version, Tournament.made_at == made_at)
    document = db.session.scalar(select(Tournament.document).where(*chosen))
    if document is None:
        raise LookupError(number)
    name = document.get("name") or ""
    answer = standings(read(document)) if document.get("rounds") else None
    if answer is None or not answer["rounds"]:
        return Outcome(name, is_over=False, lines=())
    players = {each["id"]: (each["name"], tuple(each["players"])) for each in document["entrants"]}
    sums = "vp" if document["scoring"]["kind"] == "vp" else "tp"
    lines = tuple((*players[row["entrant"]], row["place"], row[sums]) for row in answer["standings"])
    return Outcome(name, is_over=answer["finished"], lines=lines)


def _placings(tournament: Tournament, found: Outcome, scheme: Scheme) -> list[Placing]:
    people = People(tournament.club_id, {name for _entrant, names, *_sums in found.lines for name in names})
    placings = []
    for name, names, place, total in found.lines:
        if scheme.who == "pairs":
            placings.append(Placing(frozenset(map(people.key, names)), name, place, total))
        else:
            placings += [Placing(people.key(each), people.name(each), place, total) for each in names]
    return placings


def _night(night: Night, scheme: Scheme) -> Part:
    """A night as it stands: places by matches won."""
    found = ranking(night)
    lines: list[Placed[Line]] = found.pairs if scheme.who == "pairs" else found.players
    names = {name for each in lines for name in each.line.name.split(BETWEEN)}
    people = People(night.club_id, names)
    placings = []
    for place, line in lines:
        keys = frozenset(map(people.key, line.name.split(BETWEEN)))
        key: Hashable = keys if scheme.who == "pairs" else (line.player or results.name_key(line.name))
        placings.append(Placing(key, line.name, place, line.won))
    return Part("night", night.id, night.name, night.day, placings)
