"""The places of a bracket, column by column, for paper and for the wall.

Column 0 is the line of the first round, each further one half as long, the last one the winner. A bracket that is too
long for a page is shown in parts, whose winners go on on the page after them.
"""

from typing import NamedTuple

from scorekeeper.i18n import _, format_number
from scorekeeper.paper.tournaments import knockout, words
from scorekeeper.tournaments.model import Table, Tournament
from scorekeeper.tournaments.scoring import scores, winner
from scorekeeper.tournaments.systems.bracket import Line, Stage


class Place(NamedTuple):
    """A place of the bracket: who has it, if known, what came out for them there, and whether they won."""

    entrant: int | None
    score: str = ""
    won: bool = False


Column = list[Place]


class Places(NamedTuple):
    """All columns; `left` is the length of the one whose round is to be played; `third` tells of the third place."""

    columns: list[Column]
    left: int
    third: tuple[str, ...]


class Part(NamedTuple):
    """Columns for one page, the first of them cut out of a column of so many places `in_all`."""

    in_all: int
    columns: list[Column]


def places(tournament: Tournament) -> Places:
    """The knock-out as far as it is played. Raises Refusal where there is none, or the groups are not through."""
    stages = knockout.stages(tournament)
    columns = _columns(tournament, [each.line for each in stages])
    return Places(columns, len(stages[-1].line), _third_place(tournament, stages))


def _columns(tournament: Tournament, lines: list[Line]) -> list[Column]:
    """Every line of the bracket from the first to the winner, those to come without names."""
    length = len(lines[0])
    columns: dict[int, Column] = {}
    for number, line in enumerate(lines, start=knockout.rounds_before(tournament) + 1):
        columns[len(line)] = [_place(tournament, number, each) for each in line]
    made = []
    while length:
        made.append(columns.get(length) or [Place(None)] * length)
        length //= 2
    return made


def _place(tournament: Tournament, number: int, entrant: int | None) -> Place:
    """What came out for an entrant in a round."""
    tables = tournament.rounds[number - 1].tables if number <= len(tournament.rounds) else ()
    table = next((each for each in tables if entrant in each.ids), None)
    if entrant is None or table is None or not table.is_decided:
        return Place(entrant)
    side = int(entrant in table.sides[1])
    return Place(entrant, _score(tournament, table, side), winner(tournament.scoring, table) == side)


def _score(tournament: Tournament, table: Table, side: int) -> str:
    """Legs, else points, else what the arbiter gave."""
    if table.forfeit is not None:
        return "–" if table.forfeit in table.sides[side] else "+"
    told = table.legs or table.points
    if told is not None:
        return format_number(told[side])
    return format_number(scores(tournament.scoring, table)[table.sides[side][0]].main)


def _third_place(tournament: Tournament, stages: list[Stage]) -> tuple[str, ...]:
    """The match for third place, where one was agreed and both are known."""
    beaten = next((each.beaten for each in stages if each.beaten), ())
    if not beaten:
        return ()
    known = words.by_id(tournament)
    one, other = (known[each].name for each in beaten)
    third = stages[-1].third
    if third is None:
        return (_("Match for third place: %(one)s – %(other)s", one=one, other=other),)
    return (_("Third place: %(winner)s (%(one)s – %(other)s)", winner=known[third].name, one=one, other=other),)


def in_parts(columns: list[Column], most: int) -> list[Part]:
    """The columns of each page, on which the first has so many places at most (a power of two)."""
    found, at = list[Part](), 0
    while len(columns[at]) > most:
        deep = most.bit_length() - 1
        for part in range(len(columns[at]) // most):
            turned = [columns[at + step] for step in range(deep + 1)]
            cut_out = [line[part * (most >> step) : (part + 1) * (most >> step)] for step, line in enumerate(turned)]
            found.append(Part(len(columns[at]), cut_out))
        at += deep
    found.append(Part(len(columns[at]), columns[at:]))
    return found
