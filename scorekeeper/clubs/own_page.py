"""A member's own page: the roster entry of an account, the tournaments it is entered in, and the places it has won."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple, TypeVar

from sqlalchemy import select

from scorekeeper.clubs import nights, roster
from scorekeeper.clubs.series import People
from scorekeeper.clubs.tournaments.entries import people_of
from scorekeeper.clubs.tournaments.final_places import final_lines
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.store.club_models import Account, Club, Membership, Night, Player
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament

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
        raise refuse("player", None, _("No player has this name; add the player first"))
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
