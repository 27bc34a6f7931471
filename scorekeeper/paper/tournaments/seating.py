"""The seating of a round: by table, by name, and as a plan of the hall."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.clubs.tournaments import words
from scorekeeper.i18n import _
from scorekeeper.paper.club_sheets import Cell, Heading
from scorekeeper.paper.model import BRACKET_PAPERS
from scorekeeper.paper.tournaments.parts import Block, HeadedSheet, Listing, Wanted, head_of, number_column, width_on
from scorekeeper.tournaments.hall import NOWHERE, default_plan, table_numbers
from scorekeeper.tournaments.model import Entrant, Ids, Table, Tournament
from scorekeeper.tournaments.shown_rounds import RoundTables, seating_of_round


def draw_list(tournament: Tournament, wanted: Wanted) -> Listing:
    """Returns the seating list of a round. Raises Refusal for an unknown round."""
    seated = seating_of_round(tournament, wanted.round, wanted.hall)
    title = _("Seating: %(round)s", round=words.round_name(tournament, seated.number))
    entrants = words.sitting(tournament, seated.number)
    blocks = (_by_table(tournament, seated, entrants), _by_name(tournament, seated, entrants))
    head = head_of(tournament, wanted, title)
    return Listing(wanted.paper, wanted.language, head, blocks, posted=True, apart=True)


def _by_table(tournament: Tournament, seated: RoundTables, entrants: dict[int, Entrant]) -> Block:
    names = words.table_names(tournament, seated.number, seated.tables)
    rows = tuple(
        (_number(table, names), *_sits(entrants, table.sides[0]), *_sits(entrants, table.sides[1]))
        for table in seated.tables
    )
    who = (number_column(tournament.system.singles), Heading(words.entrant(tournament), "who"))
    lines = words.lines(tournament, seated.number)
    columns = tuple(heading for name in lines for heading in (who[0], Heading(name, "who"))) or who + who
    return Block(
        _("By table"),
        (Heading(_("Table"), "table"), *columns),
        rows,
        words.byes(tournament, seated.number, seated.byes),
    )


def _number(table: Table, names: dict[int, str]) -> Cell:
    return Cell(str(table.number), names.get(table.number, "").replace(" ", "\N{NO-BREAK SPACE}"))


def _sits(entrants: dict[int, Entrant], side: Ids) -> tuple[Cell, Cell]:
    return Cell(words.numbers(side)), Cell(words.names(entrants, side), words.players_of(entrants, side))


def _by_name(tournament: Tournament, seated: RoundTables, entrants: dict[int, Entrant]) -> Block:
    """Returns all players with their tables in alphabetical order: by full name, and by surname if that differs."""
    lines = words.short_lines(tournament, seated.number) or ["", ""]
    table = {
        entrant: Cell(str(at.number), line)
        for at in seated.tables
        for side, line in zip(at.sides, lines, strict=True)
        for entrant in side
    }
    there = [entrants[entrant] for entrant in (*table, *seated.byes)]
    players = [(player, entrant) for entrant in there for player in entrant.players]
    lists = [sorted(players, key=lambda one: words.name_sort_key(one[0]))]
    headings = [_("Name")]
    turned = [(words.surname_first(player), entrant) for player, entrant in players]
    if turned != players:
        lists.append(sorted(turned, key=lambda one: words.name_sort_key(one[0])))
        headings.append(_("Surname"))
    rows = tuple(
        tuple(
            cell
            for player, entrant in line
            for cell in (Cell(player), Cell(str(entrant.id)), table.get(entrant.id) or Cell(_("bye")))
        )
        for line in zip(*lists, strict=True)
    )
    columns = tuple(
        column
        for heading in headings
        for column in (Heading(heading, "who"), number_column(), Heading(_("Table"), "table ends"))
    )
    return Block(_("By name"), columns, rows)


NARROWEST = 24.0  # mm: a narrower place has no room for names and shows only numbers
MOST_PLAN = 3.0  # times the usual size of the type
CHARACTER = 0.66  # times the size of the type: the largest width of a bold character


@dataclass(frozen=True, slots=True)
class Place:
    """A table on the floor plan, with a line for each side: its number and the names of its players."""

    number: int
    sides: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Plan(HeadedSheet):
    """A floor plan on one page; a place without a table is None.

    `most` is the largest size of the names, times the usual size of the type.
    """

    rows: tuple[tuple[Place | None, ...], ...]
    most: float
    notes: tuple[str, ...] = ()


def hall_plan(tournament: Tournament, wanted: Wanted) -> Plan:
    """Returns the floor plan with the sides at each table, by default of the last published round.

    Raises Refusal for an unknown round.
    """
    number = wanted.round or len(tournament.rounds)
    tables = {table.number: table for table in seating_of_round(tournament, number).tables} if number else {}
    hall = wanted.hall or default_plan(tables or table_numbers([], max(1, len(tournament.entrants) // 2)))
    title = _("Floor plan")
    if number:
        title = _("Floor plan: %(round)s", round=words.round_name(tournament, number))
    entrants = words.sitting(tournament, number)
    across = width_on(wanted.paper) / len(hall[0])
    lines = words.short_lines(tournament, number or 1) or ["", ""]
    rows = tuple(tuple(_place(at, tables, entrants, lines, across >= NARROWEST) for at in line) for line in hall)
    return Plan(
        paper=wanted.paper,
        language=wanted.language,
        head=head_of(tournament, wanted, title),
        rows=rows,
        most=_most(rows, wanted.paper, across),
        notes=words.tables_off_plan(hall, tables),
    )


def _place(
    number: int, tables: dict[int, Table], entrants: dict[int, Entrant], lines: list[str], has_names: bool
) -> Place | None:
    if number == NOWHERE:
        return None
    sides = tables[number].sides if number in tables else ()
    named = (
        (
            f"{line} {words.numbers(side)}".strip(),
            tuple(name for entrant in side for name in names_of(entrants[entrant])) if has_names else (),
        )
        for line, side in zip(lines, sides, strict=False)
    )
    return Place(number, tuple(named))


def names_of(entrant: Entrant) -> tuple[str, ...]:
    """Returns the players' names if the entrant is named after them, else the entrant's name."""
    return entrant.players if words.is_its_players(entrant) else (entrant.name,)


def _most(rows: Iterable[Iterable[Place | None]], paper: str, across: float) -> float:
    """Returns the size at which the longest word of a name is as wide as a place, at most MOST_PLAN."""
    names = (name for row in rows for place in row if place for _number, named in place.sides for name in named)
    longest = max((len(word) for name in names for word in name.split()), default=1)
    return min(MOST_PLAN, (across - 4) / (CHARACTER * longest * BRACKET_PAPERS[paper].type_height))
