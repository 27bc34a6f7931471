"""`round_robin` and `mitchell`: every round is known beforehand (TOU-14, TOU-15)."""

from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft, next_number
from scorekeeper.tournaments.programme import Planned, programme


def members(tournament: Tournament) -> set[int]:
    """Everybody who is there is in every round."""
    return tournament.there(next_number(tournament))


def is_over(tournament: Tournament) -> bool:
    """Whether the programme is through."""
    return len(tournament.rounds) >= len(programme(tournament))


def pair(tournament: Tournament) -> Draft:
    """The next round of the programme."""
    return draft(programme(tournament)[len(tournament.rounds)])


def draft(planned: Planned) -> Draft:
    """A planned round as an answer."""
    return Draft([(table, (one,), (other,)) for table, one, other in planned.games], planned.byes, [])
