"""Checks that go over a whole tournament: nobody twice in a round, nobody left out, rounds one after the other."""

from typing import Any

from scorekeeper.games.engine.base import LARGEST, Problem, _, problem
from scorekeeper.tournaments.fields import LARGEST_ID, Fields
from scorekeeper.tournaments.model import Ids, Round, Scoring, Table, Tournament, Two
from scorekeeper.tournaments.scoring import WHOLE, winner
from scorekeeper.tournaments.systems import is_knockout, members


def seating_problems(tournament: Tournament) -> list[Problem]:
    """What is wrong with who sat where and when.

    Past a round that is wrong, nothing is said of who had to be in the later ones, as that may follow from it.
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


def _too_early(tournament: Tournament) -> list[Problem]:
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
    problems = _wrong_entrants(tournament, index, expected)
    for at, table in enumerate(tournament.rounds[index].tables):
        if decisive and table.is_decided and winner(tournament.scoring, table) is None:
            rule = "TOU-2" if tournament.scoring.kind == "match" else "TOU-17"
            problems.append(problem(f"{path}.tables.{at}", rule, _("A knock-out has no draws")))
    return problems


def _wrong_entrants(tournament: Tournament, index: int, expected: set[int]) -> list[Problem]:
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


MOST_TABLES = 9999
SHARED = ("table", "sides", "points", "forfeit")
RESULTS = {"vp": (*SHARED, "vp", "mp", "late"), "match": (*SHARED, "legs")}
ONE_BYE = ("draw", "danese")  # the systems whose rounds have one bye at most, unless single players are paired


def rounds_of(fields: Fields, tournament: Tournament) -> tuple[Round, ...]:
    """The rounds as entered; `tournament` is what was agreed, still without them."""
    return tuple(_round(each, tournament) for each in fields.groups("rounds"))


def _round(fields: Fields, tournament: Tournament) -> Round:
    fields.only(("tables", "bye"))
    groups = fields.groups("tables", needed=True)
    tables = [_table(each, tournament) for each in groups]
    numbers = set()
    for each, table in zip(groups, tables, strict=True):
        if table.number in numbers:
            each.refuse("table", None, _("Table {table} is in this round twice"), table=table.number)
        numbers.add(table.number)
    return Round(tuple(tables), _byes(fields, tournament))


def _byes(fields: Fields, tournament: Tournament) -> Ids:
    given = fields.mapping.get("bye")
    if given is None:
        return ()
    if not isinstance(given, list):
        return (_entrant(fields, "bye", given, tournament),)
    if tournament.system.kind in ONE_BYE and not tournament.system.singles:
        fields.refuse("bye", "TOU-13", _("There is one bye at most in a round of this kind"))
        return ()
    return tuple(_entrant(fields, f"bye.{index}", each, tournament) for index, each in enumerate(given))


def _entrant(fields: Fields, name: str, value: Any, tournament: Tournament) -> int:
    """An id that somebody has; refused where nobody does."""
    if fields.is_good_number(name, None, value, -LARGEST_ID, LARGEST_ID) and value not in tournament.id_set:
        fields.refuse(name, None, _("There is no entrant {entrant}"), entrant=value)
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
    """Two ids, or two lists of two ids where single players are paired."""
    given = fields.list_of("sides", needed=True)
    if fields.has_value("sides") and len(given) != 2:
        fields.refuse("sides", None, _("There must be two sides at a table"))
    sides: list[Ids] = []
    for index, each in enumerate(given[:2]):
        path = f"sides.{index}"
        if not tournament.system.singles:
            sides.append((_entrant(fields, path, each, tournament),))
        elif isinstance(each, list) and len(each) == 2:
            sides.append(tuple(_entrant(fields, f"{path}.{at}", one, tournament) for at, one in enumerate(each)))
        else:
            fields.refuse(path, "TOU-18", _("A side must be two players"))
    return (sides[0], sides[1]) if len(sides) == 2 else ((), ())


def _one_of_table(fields: Fields, name: str, rule: str, sides: tuple[Ids, Ids]) -> int | None:
    """An id that sits here, where one is given."""
    value = fields.mapping.get(name)
    if value is None:
        return None
    if type(value) is not int or value not in sides[0] + sides[1]:
        fields.refuse(name, rule, _("This must be one of those at the table"))
        return None
    return value


def _check_result(fields: Fields, scoring: Scoring, table: Table) -> None:
    """One result at most, and a whole one."""
    if fields.has_value("vp") != fields.has_value("mp"):
        missing = "mp" if fields.has_value("vp") else "vp"
        fields.refuse(missing, "TOU-1", _("Victory points and match points are given together"))
    found = [name for name in ("points", "vp", "forfeit", "late") if fields.has_value(name)]
    if fields.has_value("legs") and "points" not in found:
        found.append("legs")
    if "late" in found and "points" in found:
        fields.refuse("points", "TOU-6", _("Who came too late has no points"))
    elif len(found) > 1:
        fields.refuse(found[1], None, _("A table has one result"))
    if table.legs is not None:
        _check_legs(fields, scoring, table.legs)


def _check_legs(fields: Fields, scoring: Scoring, legs: Two) -> None:
    """Of an odd number one side has won enough legs and the other fewer; an even number is only not exceeded."""
    decided = max(legs) == scoring.legs_to_win > min(legs)
    if sum(legs) > scoring.best_of or (scoring.best_of % 2 and not decided):
        fields.refuse("legs", "TOU-2", _("These are not the legs of a finished match of {legs}"), legs=scoring.best_of)
