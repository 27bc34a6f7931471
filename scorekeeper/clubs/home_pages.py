"""The data of a club's home page (tonight's play, leaders, next events) and of a member's own page.

A member's page shows the roster entry of the account, the tournaments it is entered in, and the places it has won.
"""

from collections.abc import Iterable, Sequence
from datetime import date, time, timedelta
from typing import NamedTuple, TypeVar

from sqlalchemy import func, select

from scorekeeper.clubs import nights, roster
from scorekeeper.clubs.nights import matches_by_table, open_on
from scorekeeper.clubs.places import count_players, page_of_standings, places_before
from scorekeeper.clubs.series import People
from scorekeeper.clubs.standings import Line, Period
from scorekeeper.clubs.tournaments.entries import people_of
from scorekeeper.clubs.tournaments.snapshots import final_lines
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.store.club_models import (
    Account,
    Club,
    ClubLogo,
    ClubSitting,
    Membership,
    Night,
    NightTable,
    Player,
    Result,
)
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
    hour: time | None
    place: str


def tonight(club: Club, today: date) -> Tonight | None:
    """Returns today's newest open night, or None."""
    night = next(iter(open_on(club, today)), None)
    if night is None:
        return None
    tables = db.session.scalar(select(func.count()).where(NightTable.night_id == night.id)) or 0
    matches = matches_by_table(night).values()
    playing = sum(any(match.status == "in_progress" for match in at_table) for at_table in matches)
    return Tonight(night, tables, playing)


def leaders(club: Club, period: Period) -> tuple[list[Leader], int]:
    """Returns the top of the period's standings, and the number of players in all of them."""
    top = page_of_standings(club, period, "won", 0, SHOWN).lines
    before = _places_before(club, period, [line.player for _place, line in top]) if top else {}
    return [
        Leader(place, line, before[line.player] - place if line.player in before else None) for place, line in top
    ], count_players(club, period)


def _places_before(club: Club, period: Period, players: Sequence[int]) -> dict[int, int]:
    """Returns places by player id before the period's last day of play; players without earlier results are omitted."""
    of_club = (Result.club_id == club.id, Result.seat == 0, *period.of_game())
    results = select(Result.played_at).where(*of_club, *period.contains(Result.played_at), *period.counts(Result))
    last = db.session.scalar(results.order_by(Result.played_at.desc()).limit(1))
    if last is None:
        return {}
    return places_before(club, period, last.date(), players)


def coming(club: Club, today: date, tournament_today: Tournament | None) -> Sequence[Coming]:
    """Returns the next nights after today and the next open tournaments except `tournament_today`, soonest first."""
    later = select(Night.id, Night.name, Night.day, Night.hour, Night.place).where(
        Night.club_id == club.id, Night.day > today
    )
    name = func.coalesce(Tournament.document["name"].as_string(), "")
    still_open = select(Tournament.id, name, Tournament.day, Tournament.hour, Tournament.place).where(
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


MOST_OPEN = 30  # tournaments
MOST_PLACES = 60  # newest tournaments that are looked through
MOST_NAMES = 200  # offered


class Entered(NamedTuple):
    """An open tournament in which a player is entered: `entrant` is the id of the entrant."""

    tournament: Tournament
    entrant: int


class Placed(NamedTuple):
    """A player's place among the `of` entrants of a tournament that is over."""

    tournament: Tournament
    place: int
    of: int


def set_player(member: Membership, name: str) -> None:
    """Links the account to the roster entry of this name, or to none if it is empty. Raises Refusal for other names."""
    player = roster.find_by_name(member.club, name) if name else None
    if name and player is None:
        raise refuse("player", None, N_("No player has this name; add the player first"))
    member.player_id = player.id if player else None


def player_of(club: Club, account: Account) -> Player | None:
    """Returns the roster entry that the account is linked to; None without a link."""
    member = db.session.get(Membership, (club.id, account.id))
    return roster.find_player(club, member.player_id) if member and member.player_id else None


def players_of_members(club: Club) -> dict[int, str]:
    """Returns the names of the linked roster entries by account id."""
    linked = select(Membership.account_id, Membership.player_id)
    rows = db.session.execute(linked.where(Membership.club_id == club.id, Membership.player_id.is_not(None)))
    players = {row.account_id: roster.find_player(club, row.player_id) for row in rows}
    return {account: player.name for account, player in players.items() if player}


def names_to_offer(club: Club) -> list[str]:
    """Returns names of active players, for the field of a link."""
    return [player.name for player in roster.players(club, most=MOST_NAMES)]


def entered(club: Club, player: Player, today: date) -> list[Entered]:
    """Returns the open tournaments from yesterday on in which the player is entered, soonest first."""
    query = select(Tournament).where(Tournament.club_id == club.id, Tournament.closed_at.is_(None))
    soon = query.where(Tournament.day >= today - timedelta(days=1)).order_by(Tournament.day, Tournament.id)
    rows = db.session.scalars(soon.limit(MOST_OPEN)).all()
    seated = [(Entered(row, entrant["id"]), people_of(entrant)) for row in rows for entrant in row.document["entrants"]]
    return _of_player(club, player, seated)


Item = TypeVar("Item")


def _of_player(club: Club, player: Player, seated: Sequence[tuple[Item, Iterable[str]]]) -> list[Item]:
    """Returns the items that list the player among their names."""
    people = People(club.id, {name for _item, names in seated for name in names})
    return [item for item, names in seated if player.id in map(people.key, names)]


def places(club: Club, player: Player) -> list[Placed]:
    """Returns the player's places in the newest tournaments that are over, latest first."""
    query = select(Tournament).where(Tournament.club_id == club.id)
    newest = query.order_by(Tournament.day.desc(), Tournament.id.desc()).limit(MOST_PLACES)
    over = [(row, final_lines(row)) for row in db.session.scalars(newest)]
    seated = [
        (Placed(row, place, len(lines)), (*began, *sat))
        for row, lines in over
        for _name, began, sat, place, _sum in lines
    ]
    return _of_player(club, player, seated)


def table_tonight(club: Club, player: Player, today: date) -> tuple[Night, int] | None:
    """Returns today's open night and the table at which the player is planned to sit; None without one."""
    for night in nights.open_on(club, today):
        tables = _of_player(club, player, [(number, table.names) for number, table in nights.planned(night).items()])
        if tables:
            return night, tables[0]
    return None
