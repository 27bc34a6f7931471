"""The ranking of a club night by finished matches: of single players and guests, and of partners together."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs.places import Placed, placed
from scorekeeper.clubs.recognising import is_named
from scorekeeper.clubs.results.sums import COLUMNS
from scorekeeper.clubs.standings import ORDERS, Line, rank_by
from scorekeeper.pages.places import places_of
from scorekeeper.store.club_models import Night, NightTable, Player, Result
from scorekeeper.store.models import Match, db

GUEST = 0  # in place of a player's id


class Ranking(NamedTuple):
    """The ranking of a night.

    `game` is set if only one game was played, so that points count too; else None. `has_unnamed`: there are finished
    matches of players without names, who have no place. `by_places`: some match had more than two sides, so that the
    places in it (the first to go out is last) count before points.
    """

    players: list[Placed[Line]]
    pairs: list[Placed[Line]]
    game: str | None
    has_unnamed: bool = False
    by_places: bool = False

    @property
    def order(self) -> str:
        """The order of the ranking, for its words: `places` if the places in matches count, else `won`."""
        return "places" if self.by_places else "won"

    @property
    def is_empty(self) -> bool:
        """True if no match is finished yet."""
        return not self.players


class Party(NamedTuple):
    """A player or guest, or partners on one side, with all their results of the night; `key` identifies them."""

    key: Hashable
    player: int
    name: str
    results: list[Result]


def ranking(night: Night, *, approved: bool = False) -> Ranking:
    """Returns the night's ranking by matches won; with `approved` only approved results count."""
    rows = _results(night, approved=approved)
    query = select(Player.id, Player.name).where(Player.id.in_({row.player_id for row in rows}))
    names = dict(db.session.execute(query).all())
    named = [row for row in rows if row.player_id or is_named(row.name)]
    games = {row.game for row in rows}
    game = games.pop() if len(games) == 1 else None
    ahead = _ahead(rows)
    people, pairs = (_placed(parties, game, ahead) for parties in (_people(named, names), _pairs(named, names)))
    return Ranking(people, pairs, game, len(named) < len(rows), bool(ahead))


Ahead = Mapping[tuple[int, int], int]  # by match and side


def _ahead(rows: Iterable[Result]) -> Ahead:
    """Returns the sides behind minus those before each side, in matches of more than two sides."""
    several = {row.match_id for row in rows if row.side > 1}
    ahead: dict[tuple[int, int], int] = {}
    for match in db.session.scalars(select(Match).where(Match.id.in_(several))):
        places = {each["side"]: each["place"] for each in places_of(ledger.state(match))}
        for side, place in places.items():
            behind = sum((other > place) - (other < place) for other in places.values())
            ahead[match.id, side] = behind
    return ahead


def _results(night: Night, *, approved: bool) -> list[Result]:
    query = (
        select(Result)
        .join(Match, Match.id == Result.match_id)
        .join(NightTable, NightTable.sitting_id == Match.sitting_id)
        .where(NightTable.night_id == night.id)
        .order_by(Result.match_id, Result.seat)
    )
    return list(db.session.scalars(query.where(Match.locked.is_not(None)) if approved else query))


def _who(row: Result) -> Hashable:
    return row.player_id or row.name_key


def _people(rows: Iterable[Result], names: dict[int, str]) -> list[Party]:
    parties: dict[Hashable, Party] = {}
    for row in rows:
        name = names.get(row.player_id or GUEST, row.name)
        parties.setdefault(_who(row), Party(_who(row), row.player_id or GUEST, name, [])).results.append(row)
    return list(parties.values())


def _pairs(rows: Iterable[Result], names: dict[int, str]) -> list[Party]:
    """Returns the sides with several players; the same players form one party wherever they sit."""
    sides: dict[tuple[int, int], list[Result]] = {}
    for row in rows:
        sides.setdefault((row.match_id, row.side), []).append(row)
    parties: dict[Hashable, Party] = {}
    for members in sides.values():
        if len(members) > 1:
            key = frozenset(_who(row) for row in members)
            name = " – ".join(sorted(names.get(row.player_id or GUEST, row.name) for row in members))
            parties.setdefault(key, Party(key, GUEST, name, [])).results.append(members[0])
    return list(parties.values())


def _placed(parties: Sequence[Party], game: str | None, ahead: Ahead) -> list[Placed[Line]]:
    lines = {party.key: _line(party) for party in parties}
    of_line = {id(line): party for party, line in zip(parties, lines.values(), strict=True)}
    ranks = rank_by("won", game)

    def rank(line: Line) -> tuple[int | Fraction, ...]:
        """Places come after matches won and lost, which they refine, and before points."""
        best_first = ORDERS["won"](line)
        better = sum(ahead.get((row.match_id, row.side), 0) for row in of_line[id(line)].results)
        return (*best_first, -better, *ranks(line)[len(best_first) :])

    def duels(groups: Sequence[Sequence[Line]]) -> list[list[int]]:
        return [_balances([of_line[id(line)] for line in tied]) for tied in groups]

    return placed(list(lines.values()), rank, duels)


def _line(party: Party) -> Line:
    sums = [sum(getattr(row, name) for row in party.results) for name in COLUMNS[1:]]
    return Line(party.player, party.name, len(party.results), *sums)


def _balances(tied: Sequence[Party]) -> list[int]:
    """Returns each party's wins minus losses in matches against the other parties."""
    sides = [{row.match_id: row for row in party.results} for party in tied]
    return [
        sum(
            row.won - against[match].won
            for other, against in enumerate(sides)
            if other != at
            for match, row in result_rows.items()
            if match in against and against[match].side != row.side
        )
        for at, result_rows in enumerate(sides)
    ]
