"""What the pages of a match say of the tournament whose table it is played at."""

from typing import NamedTuple

from scorekeeper.clubs.tournaments.at_tables import has_next_leg, plays_legs
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.rounds import table_of
from scorekeeper.clubs.tournaments.table_results import is_open_for
from scorekeeper.store.club_models import Tournament, TournamentTable
from scorekeeper.store.models import Match, Sitting
from scorekeeper.tournaments.changes.results import outcome_of
from scorekeeper.web.tournament_address import public_address


class TournamentNote(NamedTuple):
    """`address` is where everybody may follow the tournament, empty where nobody may.

    `is_open`: it is a table of the round that is being played; `called`: it has called the arbiter; `is_time`: the
    arbiter has called time; `is_entered`: the round has its result; `next_leg`: another match may follow this one.
    """

    name: str
    round: int
    table: int
    address: str
    is_open: bool
    called: bool
    is_time: bool
    is_entered: bool
    next_leg: bool


def note_of(sitting: Sitting, match: Match | None = None) -> TournamentNote | None:
    """What to say at a sitting, and of a match of it; None where it is no tournament's table."""
    found = table_of(sitting)
    if found is None:
        return None
    tournament, table = found
    is_open = is_open_for(tournament, table) and table.ended_at is None
    tables = tournament.document["rounds"][table.round - 1]["tables"] if is_open else ()
    return TournamentNote(
        name=tournament.document.get("name") or "",
        round=table.round,
        table=table.number,
        address=public_address(tournament),
        is_open=is_open,
        called=table.called_at is not None,
        is_time=is_open and desk_of(tournament)["time"] == table.round,
        is_entered=any(each["table"] == table.number and outcome_of(each) for each in tables),
        next_leg=match is not None and _next_leg(tournament, table, match),
    )


def _next_leg(tournament: Tournament, table: TournamentTable, match: Match) -> bool:
    """It is not known yet of a match that goes on, whose page stays as it is; what is wrong is refused."""
    follows = plays_legs if match.status == "in_progress" else has_next_leg
    return follows(tournament, table)
