"""Checks that go over a whole tournament: nobody twice in a round, nobody left out, rounds one after the other."""

from scorekeeper.games.engine.base import Problem, _, problem
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.scoring import winner
from scorekeeper.tournaments.systems import is_knockout, members


def seating_problems(tournament: Tournament) -> list[Problem]:
    """What is wrong with who sat where and when.

    Past a round that is wrong, nothing is said of who had to be in the later ones, as that may follow from it.
    """
    problems = _twice(tournament) + _out_of_turn(tournament)
    if problems:
        return problems
    complete = tournament.complete
    for index in range(len(tournament.rounds)):
        problems = _of_round(tournament, index, complete)
        if problems:
            return problems
    return []


def _seats(tournament: Tournament, index: int) -> list[tuple[str, int]]:
    """Every place of a round: its field, and who has it."""
    played = tournament.rounds[index]
    seats = [
        (f"rounds.{index}.tables.{at}.sides", each) for at, table in enumerate(played.tables) for each in table.ids
    ]
    return seats + [(f"rounds.{index}.bye", each) for each in played.byes]


def _twice(tournament: Tournament) -> list[Problem]:
    problems = []
    for index, played in enumerate(tournament.rounds):
        if len(set(played.ids)) == len(played.ids):
            continue
        seen = set()
        for path, each in _seats(tournament, index):
            if each in seen:
                problems.append(problem(path, None, _("{name} is in this round twice"), name=tournament.names[each]))
            seen.add(each)
    return problems


def _out_of_turn(tournament: Tournament) -> list[Problem]:
    """Results of a later round while an earlier one is incomplete."""
    complete = tournament.complete
    return [
        problem(f"rounds.{index}.tables.{at}", None, _("An earlier round is not complete yet"))
        for index, played in enumerate(tournament.rounds)
        if index > complete
        for at, table in enumerate(played.tables)
        if table.is_decided
    ]


def _of_round(tournament: Tournament, index: int, complete: int) -> list[Problem]:
    """Everybody who has to be in the round, nobody else, and in a knock-out no draw."""
    before, number, path = tournament.up_to(index), index + 1, f"rounds.{index}"
    decisive = is_knockout(tournament, number)
    if decisive and complete < index:
        return [problem(path, "TOU-17", _("An earlier round is not complete yet"))]
    expected = members(before)
    if not expected:
        return [problem(path, None, _("This is one round more than there is to play"))]
    problems = _missing_or_strange(tournament, index, expected)
    for at, table in enumerate(tournament.rounds[index].tables):
        if decisive and table.is_decided and winner(tournament.scoring, table) is None:
            rule = "TOU-2" if tournament.scoring.kind == "match" else "TOU-17"
            problems.append(problem(f"{path}.tables.{at}", rule, _("A knock-out has no draws")))
    return problems


def _missing_or_strange(tournament: Tournament, index: int, expected: set[int]) -> list[Problem]:
    seated = set(tournament.rounds[index].ids)
    if seated == expected:
        return []
    names, missing = tournament.names, expected - seated
    strange = [
        problem(path, None, _("{name} is not in this round"), name=names[each])
        for path, each in _seats(tournament, index)
        if each not in expected
    ]
    return strange + [
        problem(f"rounds.{index}", None, _("{name} has no table in this round"), name=names[each])
        for each in tournament.ids
        if each in missing
    ]
