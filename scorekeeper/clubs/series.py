"""Championships (series): the added places or sums of several tournaments and nights."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from sqlalchemy import Subquery, delete, func, select
from sqlalchemy.orm import defer

from scorekeeper.clubs import nights, results
from scorekeeper.clubs.night_ranking import ranking
from scorekeeper.clubs.places import Placed, placed
from scorekeeper.clubs.standings import Line
from scorekeeper.clubs.tournaments.snapshots import FinalLine, final_lines, outcome_of
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.i18n import _, ngettext
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club, Night, Player, Series, SeriesPart
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament

USUAL_POINTS = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
MOST_PLACES = 100
MOST_POINTS = 10_000
MOST_DROPPED = 50
COUNTS = ("places", "sums")
WHO = ("players", "pairs")
AVERAGE = "average"  # the ranking by averages, in a form
WEIGHTS = (1, 1.5, 2)  # of a part (TOU-30)
WRONG_WEIGHT = N_("A part counts once, one and a half times or twice")


class Scheme(NamedTuple):
    """The rules for counting a series.

    `kind` is one of COUNTS, `who` of WHO; `points` are for place 1, 2, …, then 0. Sums are a tournament's victory
    points, or its points where matches count, and a night's matches won. The worst `drop` parts are dropped, a missed
    one being worth 0; at least one part always counts. `average` divides by the weights of the parts played, of which
    no missed one is dropped, and ranks who has played at least `least` parts (TOU-30).
    """

    kind: str = "places"
    who: str = "players"
    points: tuple[int, ...] = USUAL_POINTS
    drop: int = 0
    average: bool = False
    least: int = 0


def scheme_of(stored: dict[str, object]) -> Scheme:
    """Returns the counting rules stored for a series."""
    fields = {name: value for name, value in stored.items() if name in Scheme._fields}
    scheme = Scheme()._replace(**fields)  # type: ignore[arg-type]  # stored by `read_scheme`
    return scheme._replace(points=tuple(scheme.points))


def read_scheme(count: str, who: str, points: str, drop: str, ranking: str = "", least: str = "") -> Scheme:
    """Returns the counting rules from a form. Raises Refusal naming the wrong field."""
    if count not in COUNTS or who not in WHO:
        raise refuse("count", None, N_("This must be one of: {choices}"), choices=", ".join((*COUNTS, *WHO)))
    texts = points.replace(",", " ").replace(";", " ").split()
    by_place = tuple(_whole("points", text, MOST_POINTS) for text in texts[: MOST_PLACES + 1])
    scheme = Scheme(count, who, by_place, _whole("drop", drop or "0", MOST_DROPPED))
    return checked(scheme._replace(average=ranking == AVERAGE, least=_whole("least", least or "0", MOST_PARTS)))


def checked(scheme: Scheme) -> Scheme:
    """Returns the scheme, sums with the usual points if it has none. Raises Refusal for points that cannot be."""
    if len(scheme.points) > MOST_PLACES:
        raise refuse("points", None, N_("Enter points for at most {most} places"), most=MOST_PLACES)
    if list(scheme.points) != sorted(scheme.points, reverse=True):
        raise refuse("points", None, N_("Enter the points in falling order"))
    if scheme.kind == "places" and not any(scheme.points):
        raise refuse("points", None, N_("Enter the points for each place"))
    return scheme._replace(points=scheme.points or USUAL_POINTS)


def _whole(field: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most):
        raise refuse(field, None, N_("This must be a whole number from 0 to {most}"), most=most)
    return int(text)


LONGEST = 80
MOST_PARTS = 60
TOO_MANY_PARTS = N_("Choose at most {most} tournaments and nights")
MOST_LISTED = 100


def make(club: Club, name: str, scheme: Scheme) -> Series:
    """Creates a series without parts. Raises Refusal for a name that is empty or too long."""
    series = Series(club_id=club.id, name="", scheme={})
    change(series, name, scheme)
    db.session.add(series)
    db.session.flush()
    return series


def change(series: Series, name: str, scheme: Scheme) -> None:
    """Changes name and scheme. Raises Refusal for a name that is empty or too long."""
    title = tidy(name)
    if not 1 <= len(title) <= LONGEST:
        raise refuse("name", None, N_("Enter 1 to {longest} characters"), longest=LONGEST)
    series.name, series.scheme = title, {**scheme._asdict(), "points": list(scheme.points)}


def set_parts(
    series: Series,
    tournaments: Collection[int],
    nights: Collection[int],
    weights: Mapping[tuple[str, int], float] | None = None,
) -> None:
    """Sets the series' tournaments and nights; ids of other clubs are ignored. Raises Refusal for too many.

    `weights` are by kind (`tournament` or `night`) and id; parts without one keep theirs, new ones weigh 1.
    """
    if len(tournaments) + len(nights) > MOST_PARTS:
        raise refuse("parts", None, TOO_MANY_PARTS, most=MOST_PARTS)
    of_club = Tournament.club_id == series.club_id, Night.club_id == series.club_id
    tournament_ids = db.session.scalars(select(Tournament.id).where(Tournament.id.in_(tournaments), of_club[0])).all()
    night_ids = db.session.scalars(select(Night.id).where(Night.id.in_(nights), of_club[1])).all()
    weight = {**weights_of(series), **(weights or {})}
    if not set(weight.values()) <= set(WEIGHTS):
        raise refuse("parts", "TOU-30", WRONG_WEIGHT)
    db.session.execute(delete(SeriesPart).where(SeriesPart.series_id == series.id))
    parts = [SeriesPart(series_id=series.id, tournament_id=number) for number in tournament_ids]
    parts += [SeriesPart(series_id=series.id, night_id=number) for number in night_ids]
    for part in parts:
        part.weight = weight.get(_part_key(part), 1)
    db.session.add_all(parts)
    db.session.flush()


def delete_series(series: Series) -> None:
    """Deletes a series; its tournaments and nights stay."""
    db.session.execute(delete(SeriesPart).where(SeriesPart.series_id == series.id))
    db.session.delete(series)
    db.session.flush()


def list_series(club: Club) -> list[Series]:
    """Returns the club's series, newest first."""
    query = select(Series).where(Series.club_id == club.id).order_by(Series.id.desc())
    return list(db.session.scalars(query.limit(MOST_LISTED)))


class Leading(NamedTuple):
    """A championship with its standings."""

    series: Series
    lines: "list[Placed[Standing]]"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the leaders."""
        return tuple(line.name for place, line in self.lines if place == 1)

    def place_of(self, name: str) -> int | None:
        """Returns the place of a player of this name, alone or in a pair; None without one."""
        return next((place for place, line in self.lines if name in line.name.split(BETWEEN)), None)


MOST_LEADING = 10


def leading_in(club: Club, year: int) -> list[Leading]:
    """Returns the championships whose newest part is of this year, newest first."""
    newest = _newest_days(club)
    of_year = select(newest.c.series_id).where(newest.c.day.between(date(year, 1, 1), date(year, 12, 31)))
    query = select(Series).where(Series.id.in_(of_year)).order_by(Series.id.desc())
    rows = db.session.scalars(query.limit(MOST_LEADING))
    return [Leading(row, championship(row).lines) for row in rows]


def years_of_championships(club: Club) -> list[int]:
    """Returns the years of the club's championships, each by its newest part."""
    return sorted({day.year for day in db.session.scalars(select(_newest_days(club).c.day))})


def _newest_days(club: Club) -> Subquery:
    """Returns the query for the day of the newest part of each championship of the club."""
    day = func.max(func.coalesce(Tournament.day, Night.day)).label("day")
    query = select(SeriesPart.series_id, day).join(Series, Series.id == SeriesPart.series_id)
    query = query.outerjoin(Tournament, Tournament.id == SeriesPart.tournament_id)
    query = query.outerjoin(Night, Night.id == SeriesPart.night_id).where(Series.club_id == club.id)
    return query.group_by(SeriesPart.series_id).subquery()


class Placing(NamedTuple):
    """A place and sum in one part of the series; `key` is the same for a player or pair in all parts."""

    key: Hashable
    name: str
    place: int
    sum: int


class Score(NamedTuple):
    """The score of one part: place, points times the part's weight, and whether they count or are dropped."""

    place: int
    points: float
    counts: bool


class Standing(NamedTuple):
    """A line of the championship; `scores` are in the order of the parts, None for a missed part."""

    name: str
    value: Fraction
    scores: tuple[Score | None, ...]

    @property
    def total(self) -> float:
        """Returns the sum or the average, as an int if it is a whole number."""
        return _number(self.value)

    @property
    def parts(self) -> int:
        """Returns the number of parts played."""
        return sum(score is not None for score in self.scores)


def _number(value: Fraction) -> float:
    return int(value) if value.denominator == 1 else float(value)


UNRANKED = 0  # the place of players who have played too few parts


def add_up(parts: Sequence[Sequence[Placing]], scheme: Scheme, weights: Sequence[float] = ()) -> list[Placed[Standing]]:
    """Returns the standings of the championship; by default all parts have the weight 1.

    A tie is decided by how often each was placed better in parts that both played and neither drops; if that is equal,
    both share a place. Players with fewer than `least` parts come last, with the place UNRANKED.
    """
    best = [_best(part) for part in parts]
    keys = {key for part in best for key in part}
    exact = [Fraction(weight) for weight in weights or [1] * len(parts)]
    lines = [_standing([part.get(key) for part in best], scheme, exact) for key in keys]
    least = scheme.least if scheme.average else 0
    ranked = placed([line for line in lines if line.parts >= least], lambda line: (-line.value,), _duels)
    others = placed([line for line in lines if line.parts < least], lambda line: (-line.value,), _duels)
    return ranked + [row._replace(place=UNRANKED) for row in others]


def _best(part: Sequence[Placing]) -> dict[Hashable, Placing]:
    """Returns each player's best placing by key; a player who took part in two pairs counts once."""
    best: dict[Hashable, Placing] = {}
    for placing in part:
        best_so_far = best.get(placing.key)
        if best_so_far is None or (placing.place, -placing.sum) < (best_so_far.place, -best_so_far.sum):
            best[placing.key] = placing
    return best


def _standing(placings: Sequence[Placing | None], scheme: Scheme, weights: Sequence[Fraction]) -> Standing:
    values = [_points(placing, scheme) * weight for placing, weight in zip(placings, weights, strict=True)]
    counted = [at for at, placing in enumerate(placings) if placing is not None or not scheme.average]
    dropped = set(
        sorted(counted, key=lambda at: values[at])[: min(scheme.drop, len(counted) - 1)]
    )  # of equal values, the earliest are dropped first
    scores = tuple(
        None if placing is None else Score(placing.place, _number(values[at]), at not in dropped)
        for at, placing in enumerate(placings)
    )
    name = next(placing.name for placing in reversed(placings) if placing is not None)
    counting = [at for at in counted if at not in dropped]
    divisor = sum((weights[at] for at in counting), Fraction(0)) if scheme.average else Fraction(1)
    return Standing(name, sum((values[at] for at in counting), Fraction(0)) / divisor, scores)


def _points(placing: Placing | None, scheme: Scheme) -> int:
    if placing is None:
        return 0
    if scheme.kind == "sums":
        return placing.sum
    return scheme.points[placing.place - 1] if placing.place <= len(scheme.points) else 0


def _duels(groups: Sequence[Sequence[Standing]]) -> list[list[int]]:
    """Returns for each line how often it was placed better than the others of its group, minus how often worse."""
    return [[sum(_duel(one, other) for other in tied) for one in tied] for tied in groups]


def _duel(one: Standing, other: Standing) -> int:
    """Compares the places in the parts that both played and neither drops (TOU-30)."""
    score_pairs = [(mine, theirs) for mine, theirs in zip(one.scores, other.scores, strict=True) if mine and theirs]
    counting = [(mine.place, theirs.place) for mine, theirs in score_pairs if mine.counts and theirs.counts]
    return sum((mine < theirs) - (mine > theirs) for mine, theirs in counting)


BETWEEN = " – "  # names of those who sat together


class Part(NamedTuple):
    """A tournament or night as part of a series; `placings` is empty until it has results that count.

    `weight` is one of WEIGHTS.
    """

    kind: str
    id: int
    name: str
    day: date
    placings: list[Placing]
    weight: float = 1


SHARED = 2  # first words shared by two names; fewer are not left out


def short_names(parts: Sequence[Part]) -> list[str]:
    """Returns the parts' names for column headings, without first words that another part's name shares."""
    names = [part.name.split() for part in parts]
    return [_without_beginning(name, [other for other in names if other != name]) for name in names]


def _without_beginning(name: list[str], others: Sequence[list[str]]) -> str:
    shared = max((_alike(name, other) for other in others), default=0)
    return " ".join(["…", *name[shared:]] if SHARED <= shared < len(name) else name)


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Returns how many first words two names share."""
    different = (at for at, (mine, yours) in enumerate(zip(one, other, strict=False)) if mine != yours)
    return next(different, min(len(one), len(other)))


class Championship(NamedTuple):
    """A championship: its parts, earliest first, the parts that count already (`over`), and the standings."""

    scheme: Scheme
    parts: list[Part]
    over: list[Part]
    lines: list[Placed[Standing]]


class People:
    """The players of a series, matched across its parts: roster players by id, guests by name."""

    def __init__(self, club: int, names: Iterable[str]) -> None:
        self.ids = results.players_of(db.session, club, names)
        whose = select(Player.id, Player.name).where(Player.id.in_(set(self.ids.values())))
        self.names: dict[int, str] = dict(db.session.execute(whose).all())

    def key(self, name: str) -> Hashable:
        """Returns the player's id, or the folded name of a guest."""
        folded = results.name_key(name)
        return self.ids.get(folded, folded)

    def name(self, name: str) -> str:
        """Returns the player's name on the roster, or a guest's name unchanged."""
        return self.names.get(self.ids.get(results.name_key(name), 0), name)


def rows_of(series: Series) -> list[Tournament | Night]:
    """Returns the series' tournaments and nights, earliest first, with tournament documents loaded on demand."""
    of_series = SeriesPart.series_id == series.id
    tournaments = select(Tournament).join(SeriesPart, SeriesPart.tournament_id == Tournament.id).where(of_series)
    rows: list[Tournament | Night] = [
        *db.session.scalars(tournaments.options(defer(Tournament.document), defer(Tournament.desk))),
        *db.session.scalars(select(Night).join(SeriesPart, SeriesPart.night_id == Night.id).where(of_series)),
    ]
    return sorted(rows, key=lambda row: (row.day, isinstance(row, Night), row.id))


def stamp(series: Series) -> object:
    """Returns a value that changes whenever the page of the series would."""
    parts = [
        (row.id, row.name, row.day, nights.versions_of(row))
        if isinstance(row, Night)
        else (row.id, row.version, row.day, row.closed_at)
        for row in rows_of(series)
    ]
    return series.name, series.scheme, series.public, parts, weights_of(series)


def parts_of(series: Series, scheme: Scheme) -> list[Part]:
    """Returns the parts of the series, earliest first."""
    weights = weights_of(series)
    parts = (_night(row, scheme) if isinstance(row, Night) else _tournament(row, scheme) for row in rows_of(series))
    return [part._replace(weight=weights.get((part.kind, part.id), 1)) for part in parts]


def weights_of(series: Series) -> dict[tuple[str, int], float]:
    """Returns the weights of the series' parts, by kind (`tournament` or `night`) and id."""
    rows = db.session.scalars(select(SeriesPart).where(SeriesPart.series_id == series.id))
    return {_part_key(row): row.weight for row in rows}


def _part_key(row: SeriesPart) -> tuple[str, int]:
    return ("night", row.night_id or 0) if row.tournament_id is None else ("tournament", row.tournament_id)


def championship(series: Series) -> Championship:
    """Returns the championship, added up from the parts that have placings."""
    scheme = scheme_of(series.scheme)
    parts = parts_of(series, scheme)
    over = [part for part in parts if part.placings]
    return Championship(scheme, parts, over, _add_up(over, scheme))


def _add_up(over: Sequence[Part], scheme: Scheme) -> list[Placed[Standing]]:
    return add_up([part.placings for part in over], scheme, [part.weight for part in over]) if over else []


def _tournament(tournament: Tournament, scheme: Scheme) -> Part:
    lines = final_lines(tournament)
    placings = _placings(tournament, lines, scheme) if lines else []
    return Part("tournament", tournament.id, outcome_of(tournament).name, tournament.day, placings)


def _placings(tournament: Tournament, lines: Sequence[FinalLine], scheme: Scheme) -> list[Placing]:
    people = People(tournament.club_id, {name for _entrant, began, sat, *_sums in lines for name in (*began, *sat)})
    placings = []
    for name, names, sat, place, total in lines:
        if scheme.who == "pairs":
            placings.append(Placing(frozenset(map(people.key, names)), name, place, total))
        else:
            placings += [Placing(people.key(player), people.name(player), place, total) for player in sat]
    return placings


def _night(night: Night, scheme: Scheme) -> Part:
    """Returns a night as a part of a series, placed by matches won so far."""
    night_ranking = ranking(night)
    lines: list[Placed[Line]] = night_ranking.pairs if scheme.who == "pairs" else night_ranking.players
    names = {name for placed_line in lines for name in placed_line.line.name.split(BETWEEN)}
    people = People(night.club_id, names)
    placings = []
    for place, line in lines:
        keys = frozenset(map(people.key, line.name.split(BETWEEN)))
        key: Hashable = keys if scheme.who == "pairs" else (line.player or results.name_key(line.name))
        placings.append(Placing(key, line.name, place, line.won))
    return Part("night", night.id, night.name, night.day, placings)


def scheme_in_words(scheme: Scheme) -> str:
    """Returns the championship's scoring as sentences."""
    if scheme.kind == "sums":
        text = _("Adds up victory points, or tournament points where matches count; for a night, matches won.")
    else:
        points = " ".join(map(str, scheme.points))
        text = _("Points by place: %(points)s. Players who share a place each get its points.", points=points)
    if scheme.average:
        average = _("Ranked by the average of the parts played, by weight.")
        least = _("Ranked from %(number)s parts on.", number=scheme.least)
        text = f"{text} {average} {least}" if scheme.least > 1 else f"{text} {average}"
    if scheme.drop:
        left_out = ngettext(
            "The worst result is dropped (in brackets).",
            "The %(num)s worst results are dropped (in brackets).",
            scheme.drop,
        )
        text = f"{text} {left_out}"
    tie = _("Of equals the one placed better more often is first, in parts that count for both; else they tie.")
    return f"{text} {tie}"
