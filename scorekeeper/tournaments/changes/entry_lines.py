"""Entrants as people type or paste them, a line each: `Anna, Bruno; Lecce; 1234, 1235`.

Players with commas between, then perhaps the club, then perhaps the member numbers in the order of the players. A team
with a name of its own has it in front: `Dragons: Anna, Bruno, Carla; Lecce`. Cells of a spreadsheet, which come with
tabs between, are read alike.
"""

import re
from typing import NamedTuple

from scorekeeper.games.engine.base import Problem, Refusal, _, problem, refuse
from scorekeeper.games.engine.printable import is_printable, trimmed
from scorekeeper.tournaments.document import MOST, MOST_PLAYERS
from scorekeeper.tournaments.fields import LONGEST_NAME, LONGEST_PLAYER

LONGEST_NUMBER = 20  # of a member number
BETWEEN_PLAYERS = re.compile(r",|&|\+|/| [-–—] ")
JOINED = " – "


class Newcomer(NamedTuple):
    """Who is to enter. `numbers` are member numbers in the order of the players, empty where one has none."""

    name: str
    players: tuple[str, ...]
    club: str = ""
    numbers: tuple[str, ...] = ()


class WrongLine(NamedTuple):
    """A line that cannot be entered: its number, counted from 1, what it says, and what is wrong."""

    number: int
    text: str
    problem: Problem


class Lines(NamedTuple):
    """What a list says: its good lines with their numbers, and the wrong ones."""

    good: list[tuple[int, Newcomer]]
    wrong: list[WrongLine]


def read_lines(text: str) -> Lines:
    """All entrants of a list; empty lines count as lines and say nothing. Raises Refusal for far too many."""
    rows = [(number, trimmed(row)) for number, row in enumerate(text.lstrip("\ufeff").splitlines(), 1)]
    filled = [(number, row) for number, row in rows if row]
    if len(filled) > MOST:
        raise refuse("lines", None, _("At most {most} entries are possible"), most=MOST)
    found = Lines([], [])
    for number, row in filled:
        try:
            found.good.append((number, read_line(row)))
        except Refusal as refusal:
            found.wrong.append(WrongLine(number, row, refusal.problems[0]))
    return found


def read_line(row: str) -> Newcomer:
    """The entrant of one line. Raises Refusal."""
    cells = [trimmed(cell) for cell in row.split("\t" if "\t" in row else ";")]
    while cells and not cells[-1]:
        cells.pop()
    if len(cells) > 3:
        raise refuse("lines", None, _("Write players, club and member numbers, separated by semicolons"))
    players, club, numbers = cells + [""] * (3 - len(cells))
    name, colon, members = players.rpartition(":")
    given = [] if not numbers else [trimmed(each) for each in re.split(r"[,/]", numbers)]
    return newcomer(BETWEEN_PLAYERS.split(members if colon else players), club, given, name)


def newcomer(players: list[str], club: str = "", numbers: list[str] | None = None, name: str = "") -> Newcomer:
    """Who is to enter, checked; without a name of their own they are called by the players. Raises Refusal."""
    names, given = _filled(players), _filled(numbers or [])
    _check_players(names)
    if len(given) > len(names):
        raise refuse("numbers", None, _("More member numbers than players: remove some"))
    for each in given:
        _check_number(each)
    called = _one_line(name) or JOINED.join(names)
    if len(called) > LONGEST_NAME:
        raise refuse("name", None, _("The names are too long together: begin the line with a team name and a colon"))
    if len(_one_line(club)) > LONGEST_NAME:
        raise refuse("club", None, _("Enter 1 to {longest} characters"), longest=LONGEST_NAME)
    return Newcomer(called, tuple(names), _one_line(club), tuple(given) + ("",) * (len(names) - len(given)))


def _filled(texts: list[str]) -> list[str]:
    """The texts, without empty ones at the end."""
    found = [_one_line(each) for each in texts]
    while found and not found[-1]:
        found.pop()
    return found


def _check_players(names: list[str]) -> None:
    if not any(names):
        raise refuse("players", None, _("Enter a name"))
    if len(names) > MOST_PLAYERS:
        raise refuse("players", None, _("There must be 1 to {most} players"), most=MOST_PLAYERS)
    for name in names:
        if not name:
            raise refuse("players", None, _("A name is missing between two commas"))
        if len(name) > LONGEST_PLAYER:
            text = _("{name}: use at most {longest} characters for a player’s name")
            raise refuse("players", None, text, name=name, longest=LONGEST_PLAYER)
    if len({folded(name) for name in names}) < len(names):
        raise refuse("players", None, _("A player is listed twice here"))


def _check_number(number: str) -> None:
    if len(number) > LONGEST_NUMBER:
        raise refuse("numbers", None, _("Use at most {longest} characters for a member number"), longest=LONGEST_NUMBER)
    if number and not any(sign.isdigit() for sign in number):
        raise refuse("numbers", None, _("“{number}” is not a member number: a digit is missing"), number=number)


def folded(name: str) -> str:
    """A name as names are compared here."""
    return " ".join(name.casefold().split())


def same_twice(
    news: list[tuple[int, Newcomer]], names: dict[str, str], numbers: dict[str, str]
) -> list[tuple[int, Problem]]:
    """What of the good lines is entered already, or stands twice in the list, by the number of the line.

    `names` and `numbers` are those that are entered, folded, with the name of whose they are.
    """
    names, numbers, wrong = dict(names), dict(numbers), []
    for line, each in news:
        key = folded(each.name)
        taken = [(number, numbers[folded(number)]) for number in each.numbers if folded(number) in numbers]
        if key in names:
            wrong.append((line, problem("name", None, _("{name} is already entered"), name=names[key])))
        elif taken:
            number, whose = taken[0]
            text = _("Member number {number} is already entered, with {name}")
            wrong.append((line, problem("numbers", None, text, number=number, name=whose)))
        names[key] = each.name
        numbers.update({folded(number): each.name for number in each.numbers if number})
    return wrong


def _one_line(text: str) -> str:
    """Single spaces, and nothing that cannot be printed."""
    return " ".join("".join(sign if is_printable(sign) else " " for sign in text).split())
