"""The systems by name. Each asks three things of the rounds so far, all of which have their results.

`members`: who must be in the next round, at a table or as a bye; `is_over`: whether there is none; `pair`: that round.
"""

from typing import Protocol

from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft, programme
from scorekeeper.tournaments.systems import groups, knockout, neighbours, planned


class Rules(Protocol):
    """What each of these modules has."""

    def members(self, tournament: Tournament) -> set[int]: ...

    def is_over(self, tournament: Tournament) -> bool: ...

    def pair(self, tournament: Tournament) -> Draft: ...


SYSTEMS: dict[str, Rules] = {
    "draw": neighbours,
    "danese": neighbours,
    "mitchell": planned,
    "round_robin": planned,
    "groups": groups,
    "knockout": knockout,
}


def members(tournament: Tournament) -> set[int]:
    """Who must be in the next round; nobody where there is none."""
    rules = SYSTEMS[tournament.system.kind]
    return set() if rules.is_over(tournament) else rules.members(tournament)


def is_over(tournament: Tournament) -> bool:
    """Whether nothing is left to play."""
    return SYSTEMS[tournament.system.kind].is_over(tournament)


def next_round(tournament: Tournament) -> Draft | None:
    """The next round as the rule pairs it; None where nothing is left to play."""
    rules = SYSTEMS[tournament.system.kind]
    return None if rules.is_over(tournament) else rules.pair(tournament)


def is_knockout(tournament: Tournament, number: int) -> bool:
    """Whether the round of that number is one in which the losers go out."""
    if tournament.system.kind == "groups":
        return number > len(programme(tournament))
    return tournament.system.kind == "knockout"
