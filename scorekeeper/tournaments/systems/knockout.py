"""`knockout`: a bracket seeded in the order of TOU-10, from those who are there in the first round."""

from scorekeeper.tournaments.lots import first_order
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft
from scorekeeper.tournaments.systems import bracket


def stage(tournament: Tournament) -> bracket.Stage:
    """How far it is."""
    there = tournament.there(1)
    return bracket.stage(tournament, [each for each in first_order(tournament) if each in there])


def members(tournament: Tournament) -> set[int]:
    """Who is in the next round."""
    return bracket.members(stage(tournament))


def is_over(tournament: Tournament) -> bool:
    """Whether there is a winner, and a third where one is played for."""
    return bracket.is_over(stage(tournament))


def pair(tournament: Tournament) -> Draft:
    """The next round."""
    return bracket.pair(stage(tournament), first=not tournament.rounds)
