"""The tables of a round as boards and phones show them: who sits there, and what has come out."""

from typing import NamedTuple

from scorekeeper.clubs.tournaments.followed import Followed
from scorekeeper.i18n import format_number
from scorekeeper.paper.tournaments import words
from scorekeeper.paper.tournaments.draw import in_order
from scorekeeper.paper.tournaments.results import of_side
from scorekeeper.tournaments.model import Entrant, Table, Tournament
from scorekeeper.tournaments.scoring import winner

MAIN = 0  # of a score: VP or TP


class Side(NamedTuple):
    """One side of a table. `result` is what it gave it, empty while the table plays; `points` those of its hands."""

    name: str
    result: str
    points: str
    won: bool


class TableLine(NamedTuple):
    """A table of a round."""

    number: int
    sides: tuple[Side, Side]
    is_decided: bool


class Seat(NamedTuple):
    """A player, the entrant it belongs to, and its table; 0 where it has no opponent."""

    player: str
    entrant: Entrant
    table: int


def table_line(tournament: Tournament, table: Table) -> TableLine:
    """A table in the current language."""
    best = winner(tournament.scoring, table) if table.is_decided else None
    one, other = (_side(tournament, table, index, won=best == index) for index in (0, 1))
    return TableLine(table.number, (one, other), table.is_decided)


def _side(tournament: Tournament, table: Table, index: int, *, won: bool) -> Side:
    side = table.sides[index]
    name = words.names(words.by_id(tournament), side)
    if not table.is_decided:
        return Side(name, "", "", won)
    both = table.points or table.legs
    return Side(name, of_side(tournament, table, index, MAIN), format_number(both[index]) if both else "", won)


def seats(followed: Followed, number: int) -> list[Seat]:
    """Every player of a round by name."""
    played = followed.tournament.rounds[number - 1]
    known = words.by_id(followed.tournament)
    at = {each: table.number for table in played.tables for each in table.ids} | dict.fromkeys(played.byes, 0)
    listed = [Seat(player, known[each], table) for each, table in at.items() for player in known[each].players]
    return sorted(listed, key=lambda seat: in_order(seat.player))


def found(followed: Followed, looked_for: str, most: int) -> list[Seat]:
    """Entrants with a name or a player in which this text stands, the first in the alphabet first, each once.

    Their table is that of the last round; 0 where they have none in it.
    """
    part = in_order(looked_for.strip())
    at = {each: table.number for table in followed.tables(followed.round) for each in table.ids}
    fitting = [
        Seat(_shown(each, part), each, at.get(each.id, 0))
        for each in followed.tournament.entrants
        if part and any(part in in_order(name) for name in (each.name, *each.players))
    ]
    return sorted(fitting, key=lambda seat: in_order(seat.player))[:most]


def _shown(each: Entrant, part: str) -> str:
    """The player whom the text finds, else the entrant's name."""
    return next((player for player in each.players if part in in_order(player)), each.name)


def round_title(followed: Followed, number: int | None = None) -> str:
    """What a round is called: the one of that number, else the last one; empty before the first."""
    return words.round_name(followed.tournament, number or followed.round) if followed.round else ""
