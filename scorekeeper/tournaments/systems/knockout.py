"""`knockout`: a bracket seeded in the order of TOU-10, from those who are there in the first round."""

from functools import lru_cache

from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft, apart_in_bracket, clubs_of, first_order
from scorekeeper.tournaments.systems import bracket


def stage(tournament: Tournament) -> bracket.Stage:
    """How far it is."""
    return bracket.stage(tournament, _seeds(tournament.up_to(0)))


@lru_cache(maxsize=4)  # a document's rounds are checked one by one, each in the same bracket
def _seeds(tournament: Tournament) -> list[int]:
    there = tournament.there(1)
    seeds = [each for each in first_order(tournament) if each in there]
    clubs = clubs_of(tournament, 1)
    return apart_in_bracket(seeds, bracket.first_tables(len(seeds)), clubs) if clubs else seeds


def members(tournament: Tournament) -> set[int]:
    """Who is in the next round."""
    return bracket.members(stage(tournament))


def is_over(tournament: Tournament) -> bool:
    """Whether there is a winner, and a third where one is played for."""
    return bracket.is_over(stage(tournament))


def pair(tournament: Tournament) -> Draft:
    """The next round."""
    return bracket.pair(stage(tournament), first=not tournament.rounds)
