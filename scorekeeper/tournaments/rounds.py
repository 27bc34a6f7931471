"""Reads and checks the rounds of a document: every entrant exactly once in a round, results in order."""

from typing import Any

from scorekeeper.games.engine.base import LARGEST, N_, Problem, problem
from scorekeeper.tournaments.fields import LARGEST_ID, Fields
from scorekeeper.tournaments.model import Ids, Round, Scoring, Table, Tournament, Two
from scorekeeper.tournaments.scoring import WHOLE, winner
from scorekeeper.tournaments.systems import is_knockout, members


def seating_problems(tournament: Tournament) -> list[Problem]:
    """Returns the problems of the rounds as a whole: entrants twice, missing or unexpected; results too early.

    Checking stops at the first round with a problem, because problems of later rounds may follow from it.
    """
    problems = _twice(tournament) + _too_early(tournament)
    if problems:
        return problems
    complete = tournament.complete
    for index in range(len(tournament.rounds)):
        problems = _of_round(tournament, index, complete)
        if problems:
            return problems
    return []


def _seats(tournament: Tournament, index: int) -> list[tuple[str, int]]:
    """Returns all seats and byes of a round as `(path of the field, entrant's id)`."""
    played = tournament.rounds[index]
    seats = [
        (f"rounds.{index}.tables.{at}.sides", entrant)
        for at, table in enumerate(played.tables)
        for entrant in table.ids
    ]
    return seats + [(f"rounds.{index}.bye", entrant) for entrant in played.byes]


def _twice(tournament: Tournament) -> list[Problem]:
    problems = []
    for index, played in enumerate(tournament.rounds):
        if len(set(played.ids)) == len(played.ids):
            continue
        seen = set()
        for path, entrant in _seats(tournament, index):
            if entrant in seen:
                problems.append(
                    problem(path, None, N_("{name} is in this round twice"), name=tournament.names[entrant])
                )
            seen.add(entrant)
    return problems


def _too_early(tournament: Tournament) -> list[Problem]:
    """Returns a problem for every table with a result in a round after the first incomplete one."""
    complete = tournament.complete
    return [
        problem(f"rounds.{index}.tables.{at}", None, N_("An earlier round is not complete yet"))
        for index, played in enumerate(tournament.rounds)
        if index > complete
        for at, table in enumerate(played.tables)
        if table.is_decided
    ]


def _of_round(tournament: Tournament, index: int, complete: int) -> list[Problem]:
    """Returns the problems of one round: missing and unexpected entrants, and draws in a knock-out."""
    before, number, path = tournament.up_to(index), index + 1, f"rounds.{index}"
    decisive = is_knockout(tournament, number)
    if complete < tournament.system.rounds_needed(tournament, number):
        return [problem(path, "TOU-17" if decisive else "TOU-24", N_("An earlier round is not complete yet"))]
    expected = members(before)
    if not expected:
        return [problem(path, None, N_("This is one round more than there is to play"))]
    problems = _wrong_entrants(tournament, index, expected)
    for at, table in enumerate(tournament.rounds[index].tables):
        if decisive and table.is_decided and winner(tournament.scoring, table) is None:
            rule = "TOU-2" if tournament.scoring.kind == "match" else "TOU-17"
            problems.append(problem(f"{path}.tables.{at}", rule, N_("A knock-out has no draws")))
    return problems


def _wrong_entrants(tournament: Tournament, index: int, expected: set[int]) -> list[Problem]:
    seated = set(tournament.rounds[index].ids)
    if seated == expected:
        return []
    names, missing = tournament.names, expected - seated
    strange = [
        problem(path, None, N_("{name} is not in this round"), name=names[entrant])
        for path, entrant in _seats(tournament, index)
        if entrant not in expected
    ]
    return strange + [
        problem(f"rounds.{index}", None, N_("{name} has no table in this round"), name=names[entrant])
        for entrant in tournament.ids
        if entrant in missing
    ]


MOST_TABLES = 9999
SHARED = ("table", "sides", "points", "forfeit")
RESULTS = {"vp": (*SHARED, "vp", "mp", "late"), "match": (*SHARED, "legs")}


def rounds_of(fields: Fields, tournament: Tournament) -> tuple[Round, ...]:
    """Reads the rounds of a document; `tournament` is the rest of it, already read."""
    return tuple(_round(group, tournament, number) for number, group in enumerate(fields.groups("rounds"), start=1))


def _round(fields: Fields, tournament: Tournament, number: int) -> Round:
    fields.only(("tables", "bye"))
    groups = fields.groups("tables", needed=True)
    tables = [_table(group, tournament) for group in groups]
    numbers = set()
    for group, table in zip(groups, tables, strict=True):
        if table.number in numbers:
            group.refuse("table", None, N_("Table {table} is in this round twice"), table=table.number)
        numbers.add(table.number)
    return Round(tuple(tables), _byes(fields, tournament, number))


def _byes(fields: Fields, tournament: Tournament, number: int) -> Ids:
    value = fields.mapping.get("bye")
    if value is None:
        return ()
    if not isinstance(value, list):
        return (_entrant(fields, "bye", value, tournament),)
    if tournament.system.part(number).system.has_one_bye:
        fields.refuse("bye", "TOU-13", N_("There is one bye at most in a round of this kind"))
        return ()
    return tuple(_entrant(fields, f"bye.{index}", entrant, tournament) for index, entrant in enumerate(value))


def _entrant(fields: Fields, name: str, value: Any, tournament: Tournament) -> int:
    """Reads an entrant's id, and refuses an unknown one."""
    if fields.is_good_number(name, None, value, -LARGEST_ID, LARGEST_ID) and value not in tournament.id_set:
        fields.refuse(name, None, N_("There is no entrant {entrant}"), entrant=value)
    return value if type(value) is int else 0


def _table(fields: Fields, tournament: Tournament) -> Table:
    scoring = tournament.scoring
    fields.only(RESULTS[scoring.kind])
    number = fields.whole("table", None, 1, MOST_TABLES) or 0
    sides = _sides(fields, tournament)
    table = Table(
        number,
        sides,
        points=fields.pair_of("points", "TOU-1" if scoring.kind == "vp" else "TOU-2", -LARGEST, LARGEST),
        legs=fields.pair_of("legs", "TOU-2", 0, scoring.best_of),
        vp=fields.pair_of("vp", "TOU-1", 0, WHOLE),
        mp=fields.pair_of("mp", "TOU-1", -LARGEST, LARGEST),
        forfeit=_one_of_table(fields, "forfeit", "TOU-4", sides),
        late=_one_of_table(fields, "late", "TOU-6", sides),
    )
    _check_result(fields, scoring, table)
    return table


def _sides(fields: Fields, tournament: Tournament) -> tuple[Ids, Ids]:
    """Reads the two sides of a table: an id each, or a list of two ids where single players are paired."""
    values = fields.list_of("sides", needed=True)
    if fields.has_value("sides") and len(values) != 2:
        fields.refuse("sides", None, N_("There must be two sides at a table"))
    sides: list[Ids] = []
    for index, side in enumerate(values[:2]):
        path = f"sides.{index}"
        if not tournament.system.singles:
            sides.append((_entrant(fields, path, side, tournament),))
        elif isinstance(side, list) and len(side) == 2:
            sides.append(tuple(_entrant(fields, f"{path}.{at}", player, tournament) for at, player in enumerate(side)))
        else:
            fields.refuse(path, "TOU-18", N_("A side must be two players"))
    return (sides[0], sides[1]) if len(sides) == 2 else ((), ())


def _one_of_table(fields: Fields, name: str, rule: str, sides: tuple[Ids, Ids]) -> int | None:
    """Reads the id of an entrant at this table; None if the field is empty or refused."""
    value = fields.mapping.get(name)
    if value is None:
        return None
    if type(value) is not int or value not in sides[0] + sides[1]:
        fields.refuse(name, rule, N_("This must be one of those at the table"))
        return None
    return value


def _check_result(fields: Fields, scoring: Scoring, table: Table) -> None:
    """Refuses a table with more than one result, with VP but no MP, or with impossible legs."""
    if fields.has_value("vp") != fields.has_value("mp"):
        missing = "mp" if fields.has_value("vp") else "vp"
        fields.refuse(missing, "TOU-1", N_("Victory points and match points are given together"))
    results = [name for name in ("points", "vp", "forfeit", "late") if fields.has_value(name)]
    if fields.has_value("legs") and "points" not in results:
        results.append("legs")
    if "late" in results and "points" in results:
        fields.refuse("points", "TOU-6", N_("Who came too late has no points"))
    elif len(results) > 1:
        fields.refuse(results[1], None, N_("A table has one result"))
    if table.legs is not None:
        _check_legs(fields, scoring, table.legs)


def _check_legs(fields: Fields, scoring: Scoring, legs: Two) -> None:
    """Refuses legs that no finished match can have.

    There are no more legs than `best_of`; if it is odd, one side has won the legs it needs.
    """
    decided = max(legs) == scoring.legs_to_win
    if sum(legs) > scoring.best_of or (scoring.best_of % 2 and not decided):
        fields.refuse("legs", "TOU-2", N_("These are not the legs of a finished match of {legs}"), legs=scoring.best_of)
