"""The knock-out of a tournament, round by round; where groups come first, once they are through."""

from scorekeeper.games.engine.base import _ as marked
from scorekeeper.games.engine.base import refuse
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import programme
from scorekeeper.tournaments.systems import bracket, groups, knockout

KNOCK_OUTS = ("knockout", "groups")  # the systems in which there is one


def rounds_before(tournament: Tournament) -> int:
    """How many rounds the groups take, none where there are no groups."""
    return len(programme(tournament)) if tournament.system.kind == "groups" else 0


def stage(tournament: Tournament) -> bracket.Stage:
    """How far the knock-out is. Raises Refusal where there is none, or the groups are not through."""
    kind = tournament.system.kind
    if kind not in KNOCK_OUTS:
        raise refuse("system.kind", "TOU-17", marked("This tournament has no knock-out"))
    if tournament.complete < rounds_before(tournament):
        raise refuse("rounds", "TOU-16", marked("The groups are not finished yet"))
    return groups.stage(tournament) if kind == "groups" else knockout.stage(tournament)


def stages(tournament: Tournament) -> list[bracket.Stage]:
    """How far the knock-out was before each of its rounds, the one to come last. Raises Refusal as `stage` does."""
    stage(tournament)
    rounds = range(rounds_before(tournament), tournament.complete + 1)
    return [stage(tournament.up_to(number)) for number in rounds]


def left_in(tournament: Tournament, number: int) -> int:
    """How many have a place in the line of the round of that number: a power of two, two in the final."""
    return max(len(stage(tournament.up_to(number - 1)).line), 2)
