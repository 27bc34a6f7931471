"""The parts of a series: which there are, and who was where in those that are over."""

from collections.abc import Hashable, Iterable
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.clubs import nights, results
from scorekeeper.clubs.night_ranking import ranking
from scorekeeper.clubs.places import Placed
from scorekeeper.clubs.series.adding import Came, Standing, add_up
from scorekeeper.clubs.series.scheme import Scheme, scheme_of
from scorekeeper.clubs.standings import Line
from scorekeeper.store.club_models import Night, Player, Series, SeriesPart, Tournament
from scorekeeper.store.models import db
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.standings import standings

BETWEEN = " – "  # names of those who sat together


class Part(NamedTuple):
    """A tournament or a night of a series: `came` is who was where, empty as long as a tournament goes on."""

    kind: str
    id: int
    name: str
    day: date
    came: list[Came]


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
    """The tournaments and nights of the series, the earliest first."""
    of = SeriesPart.series_id == series.id
    found: list[Tournament | Night] = [
        *db.session.scalars(select(Tournament).join(SeriesPart, SeriesPart.tournament_id == Tournament.id).where(of)),
        *db.session.scalars(select(Night).join(SeriesPart, SeriesPart.night_id == Night.id).where(of)),
    ]
    return sorted(found, key=lambda each: (each.day, isinstance(each, Night), each.id))


def stamp(series: Series) -> object:
    """Another value as soon as the series may look otherwise."""
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
    over = [part for part in parts if part.came]
    return AddedUp(scheme, parts, over, add_up([part.came for part in over], scheme) if over else [])


def _tournament(tournament: Tournament, scheme: Scheme) -> Part:
    document = tournament.document
    name = document.get("name") or ""
    return Part("tournament", tournament.id, name, tournament.day, _came_to(tournament, document, scheme))


def _came_to(tournament: Tournament, document: dict[str, Any], scheme: Scheme) -> list[Came]:
    if not document.get("rounds"):
        return []
    answer = standings(read(document))
    if not answer["rounds"] or not (answer["finished"] or tournament.closed_at):
        return []
    players = {each["id"]: (each["name"], each["players"]) for each in document["entrants"]}
    people = People(tournament.club_id, {name for _name, names in players.values() for name in names})
    sums = "vp" if document["scoring"]["kind"] == "vp" else "tp"
    came = []
    for row in answer["standings"]:
        name, names = players[row["entrant"]]
        if scheme.who == "pairs":
            came.append(Came(frozenset(map(people.key, names)), name, row["place"], row[sums]))
        else:
            came += [Came(people.key(each), people.name(each), row["place"], row[sums]) for each in names]
    return came


def _night(night: Night, scheme: Scheme) -> Part:
    """A night as it stands: places by matches won."""
    found = ranking(night)
    lines: list[Placed[Line]] = found.pairs if scheme.who == "pairs" else found.players
    names = {name for each in lines for name in each.line.name.split(BETWEEN)}
    people = People(night.club_id, names)
    came = []
    for place, line in lines:
        keys = frozenset(map(people.key, line.name.split(BETWEEN)))
        key: Hashable = keys if scheme.who == "pairs" else (line.player or results.name_key(line.name))
        came.append(Came(key, line.name, place, line.won))
    return Part("night", night.id, night.name, night.day, came)
