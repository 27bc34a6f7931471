"""Championships: several tournaments and nights, whose places or sums are added up."""

from collections.abc import Collection, Hashable, Iterable, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import defer

from scorekeeper.clubs import nights, results
from scorekeeper.clubs.night_ranking import ranking
from scorekeeper.clubs.standings import Line, Placed, placed
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club, Night, Player, Series, SeriesPart, Tournament
from scorekeeper.store.models import db
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.standings import standings

USUAL = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
MOST_PLACES = 100
MOST_POINTS = 10_000
MOST_DROPPED = 50
COUNTS = ("places", "sums")
WHO = ("players", "pairs")


class Scheme(NamedTuple):
    """`kind` is one of COUNTS, `who` of WHO. `points` are those of place 1, 2, …; places behind them get none.

    Sums are victory points of a tournament, or its points where matches count, and matches won of a night. Of all
    parts the worst `drop` are left out, those that somebody missed first; at least one always counts.
    """

    kind: str = "places"
    who: str = "players"
    points: tuple[int, ...] = USUAL
    drop: int = 0


def scheme_of(stored: dict[str, object]) -> Scheme:
    """The scheme of a stored series."""
    known = {name: value for name, value in stored.items() if name in Scheme._fields}
    scheme = Scheme()._replace(**known)  # type: ignore[arg-type]  # stored by `read_scheme`
    return scheme._replace(points=tuple(scheme.points))


def read_scheme(count: str, who: str, points: str, drop: str) -> Scheme:
    """The scheme that was typed. Raises Refusal naming the field."""
    if count not in COUNTS or who not in WHO:
        raise refuse("count", None, _("This must be one of: {choices}"), choices=", ".join((*COUNTS, *WHO)))
    texts = points.replace(",", " ").replace(";", " ").split()
    if len(texts) > MOST_PLACES:
        raise refuse("points", None, _("Enter points for at most {most} places"), most=MOST_PLACES)
    given = tuple(_whole("points", text, MOST_POINTS) for text in texts)
    if list(given) != sorted(given, reverse=True):
        raise refuse("points", None, _("Enter the points in falling order"))
    if count == "places" and not any(given):
        raise refuse("points", None, _("Enter the points for each place"))
    return Scheme(count, who, given or USUAL, _whole("drop", drop or "0", MOST_DROPPED))


def _whole(field: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most):
        raise refuse(field, None, _("This must be a whole number from 0 to {most}"), most=most)
    return int(text)


LONGEST = 80
MOST_PARTS = 60
MOST_LISTED = 100


def make(club: Club, name: str, scheme: Scheme) -> Series:
    """A new series, without parts yet. Raises Refusal."""
    series = Series(club_id=club.id, name="", scheme={})
    change(series, name, scheme)
    db.session.add(series)
    db.session.flush()
    return series


def change(series: Series, name: str, scheme: Scheme) -> None:
    """Change its name and how it is counted. Raises Refusal."""
    told = tidy(name)
    if not 1 <= len(told) <= LONGEST:
        raise refuse("name", None, _("Enter 1 to {longest} characters"), longest=LONGEST)
    series.name, series.scheme = told, {**scheme._asdict(), "points": list(scheme.points)}


def choose(series: Series, tournaments: Collection[int], nights: Collection[int]) -> None:
    """Have the series consist of these tournaments and nights; ids that are none of the club's are left out.

    Raises Refusal for too many.
    """
    if len(tournaments) + len(nights) > MOST_PARTS:
        raise refuse("parts", None, _("Choose at most {most} tournaments and nights"), most=MOST_PARTS)
    own = Tournament.club_id == series.club_id, Night.club_id == series.club_id
    held = db.session.scalars(select(Tournament.id).where(Tournament.id.in_(tournaments), own[0])).all()
    met = db.session.scalars(select(Night.id).where(Night.id.in_(nights), own[1])).all()
    db.session.execute(delete(SeriesPart).where(SeriesPart.series_id == series.id))
    parts = [SeriesPart(series_id=series.id, tournament_id=each) for each in held]
    db.session.add_all([*parts, *(SeriesPart(series_id=series.id, night_id=each) for each in met)])
    db.session.flush()


def delete_series(series: Series) -> None:
    """Delete it; its tournaments and nights stay."""
    db.session.execute(delete(SeriesPart).where(SeriesPart.series_id == series.id))
    db.session.delete(series)
    db.session.flush()


def all_of(club: Club) -> list[Series]:
    """The club's series, the newest first."""
    found = select(Series).where(Series.club_id == club.id).order_by(Series.id.desc())
    return list(db.session.scalars(found.limit(MOST_LISTED)))


def load(club: Club, number: int) -> Series | None:
    """A series of the club by its id."""
    return db.session.scalar(select(Series).where(Series.id == number, Series.club_id == club.id))


class Placing(NamedTuple):
    """Somebody's place in a part, and the sum there; `key` is who it is in all parts."""

    key: Hashable
    name: str
    place: int
    sum: int


class Score(NamedTuple):
    """What a part gave: the place there, the points, and whether they count or are left out as one of the worst."""

    place: int
    points: int
    counts: bool


class Standing(NamedTuple):
    """A line of the championship; `scores` are in the order of the parts, None where one was missed."""

    name: str
    total: int
    scores: tuple[Score | None, ...]

    @property
    def parts(self) -> int:
        """In how many parts they were."""
        return sum(score is not None for score in self.scores)


def add_up(parts: Sequence[Sequence[Placing]], scheme: Scheme) -> list[Placed[Standing]]:
    """The championship. Who is equal is parted by who was better placed more often where both were, else shares."""
    best = [_best(part) for part in parts]
    keys = {key for part in best for key in part}
    lines = [_standing([part.get(key) for part in best], scheme) for key in keys]
    return placed(lines, lambda line: (-line.total,), _duels)


def _best(part: Sequence[Placing]) -> dict[Hashable, Placing]:
    """Whoever was in a part with two pairs counts with the better place."""
    found: dict[Hashable, Placing] = {}
    for each in part:
        known = found.get(each.key)
        if known is None or (each.place, -each.sum) < (known.place, -known.sum):
            found[each.key] = each
    return found


def _standing(placings: Sequence[Placing | None], scheme: Scheme) -> Standing:
    points = [_points(each, scheme) for each in placings]
    # Missed parts are left out first, then the fewest points; of equal ones the earliest.
    order = sorted(range(len(placings)), key=lambda at: (placings[at] is not None, points[at]))
    left_out = set(order[: min(scheme.drop, len(placings) - 1)])
    scores = tuple(
        None if each is None else Score(each.place, points[at], at not in left_out) for at, each in enumerate(placings)
    )
    name = next(each.name for each in reversed(placings) if each is not None)
    return Standing(name, sum(score.points for score in scores if score and score.counts), scores)


def _points(each: Placing | None, scheme: Scheme) -> int:
    if each is None:
        return 0
    if scheme.kind == "sums":
        return each.sum
    return scheme.points[each.place - 1] if each.place <= len(scheme.points) else 0


def _duels(tied: Sequence[Standing]) -> list[int]:
    """For each how often it was better placed than the others, less how often worse."""
    return [sum(_compared(one, other) for other in tied) for one in tied]


def _compared(one: Standing, other: Standing) -> int:
    both = [(mine, theirs) for mine, theirs in zip(one.scores, other.scores, strict=True) if mine and theirs]
    return sum((mine.place < theirs.place) - (mine.place > theirs.place) for mine, theirs in both)


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
