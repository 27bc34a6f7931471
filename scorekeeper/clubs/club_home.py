"""The data of a club's home page: tonight's play, leaders of the season, next nights and tournaments."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import func, select

from scorekeeper.clubs import named_games
from scorekeeper.clubs.nights import by_table, open_on
from scorekeeper.clubs.places import count_players, page_of_standings, places_of
from scorekeeper.clubs.standings import Line, Period, parts_of
from scorekeeper.store.club_models import Club, ClubLogo, ClubSitting, Membership, Night, NightTable, Player, Result
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament

SHOWN = 5  # players
COMING = 3  # nights and tournaments


class Leader(NamedTuple):
    """One of the top players of the standings.

    `moved` is the number of places gained since the last day of play; None for a new player.
    """

    place: int
    line: Line
    moved: int | None


class Tonight(NamedTuple):
    """A club night taking place today: the number of its tables, and how many have a match in play."""

    night: Night
    tables: int
    playing: int

    @property
    def share(self) -> int:
        """Returns the share of tables in play, in per cent."""
        return round(100 * self.playing / self.tables) if self.tables else 0


class Step(NamedTuple):
    """One of the first steps of a new club: `players`, `play`, `people` or `settings`, and whether it is done."""

    kind: str
    is_done: bool


def first_steps(club: Club) -> list[Step]:
    """Returns the first steps in a new club; empty once it has players and has planned or played anything."""
    players, play = _has_rows(club, Player), any(_has_rows(club, model) for model in (ClubSitting, Night, Tournament))
    if players and play:
        return []
    members = db.session.scalar(select(func.count()).where(Membership.club_id == club.id)) or 0
    described = bool(club.address or club.usual_preset) or _has_rows(club, ClubLogo)
    return [Step("players", players), Step("play", play), Step("people", members > 1), Step("settings", described)]


def _has_rows(club: Club, model: type[Player | Night | Tournament | ClubSitting | ClubLogo]) -> bool:
    return db.session.scalar(select(model.club_id).where(model.club_id == club.id).limit(1)) is not None


def held_today(club: Club, today: date) -> Tournament | None:
    """Returns the newest open tournament of today, or None."""
    query = select(Tournament).where(Tournament.club_id == club.id, Tournament.day == today)
    return db.session.scalar(query.where(Tournament.closed_at.is_(None)).order_by(Tournament.id.desc()).limit(1))


class Coming(NamedTuple):
    """A future club night or tournament, as listed on the home page."""

    kind: str  # "night" or "tournament"
    number: int
    name: str
    day: date
    place: str


def tonight(club: Club, today: date) -> Tonight | None:
    """Returns today's newest open night, or None."""
    night = next(iter(open_on(club, today)), None)
    if night is None:
        return None
    tables = db.session.scalar(select(func.count()).where(NightTable.night_id == night.id)) or 0
    matches = by_table(night).values()
    playing = sum(any(match.status == "in_progress" for match in at_table) for at_table in matches)
    return Tonight(night, tables, playing)


def leaders(club: Club, period: Period) -> tuple[list[Leader], int]:
    """Returns the top of the period's standings, and the number of players in all of them."""
    period = replace(period, named=tuple(named_games.titles(club)))
    top = page_of_standings(club, period, "won", 0, SHOWN).lines
    before = _places_before(club, period, [line.player for _place, line in top]) if top else {}
    return [
        Leader(place, line, before[line.player] - place if line.player in before else None) for place, line in top
    ], count_players(club, period)


def _places_before(club: Club, period: Period, players: Sequence[int]) -> dict[int, int]:
    """Returns places by player id before the period's last day of play; players without earlier results are omitted."""
    of_club = (Result.club_id == club.id, Result.seat == 0, period.of_games(Result.game))
    results = select(Result.played_at).where(*of_club, *period.contains(Result.played_at), *period.counts(Result))
    last = db.session.scalar(results.order_by(Result.played_at.desc()).limit(1))
    if last is None:
        return {}
    day = last.date()
    parts = parts_of(period)._replace(less=[replace(period, since=day)])
    return places_of(club, replace(period, until=day - timedelta(days=1)), parts, players)


def coming(club: Club, today: date, tournament_today: Tournament | None) -> Sequence[Coming]:
    """Returns the next nights after today and the next open tournaments except `tournament_today`, soonest first."""
    later = select(Night.id, Night.name, Night.day, Night.place).where(Night.club_id == club.id, Night.day > today)
    name = func.coalesce(Tournament.document["name"].as_string(), "")
    still_open = select(Tournament.id, name, Tournament.day, Tournament.place).where(
        Tournament.club_id == club.id, Tournament.day >= today, Tournament.closed_at.is_(None)
    )
    if tournament_today is not None:
        still_open = still_open.where(Tournament.id != tournament_today.id)
    queries = (
        ("night", later.order_by(Night.day, Night.id)),
        ("tournament", still_open.order_by(Tournament.day, Tournament.id)),
    )
    events = [Coming(kind, *row) for kind, query in queries for row in db.session.execute(query.limit(COMING))]
    return sorted(events, key=lambda event: (event.day, event.kind, event.number))[:COMING]
