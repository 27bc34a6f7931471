"""Lists of players: adds players from a pasted list or a CSV file, and writes the roster as CSV.

A line is a name and, after a comma, semicolon or tab, the member number. A first line of headings is skipped in any of
our languages; unknown columns are ignored.
"""

import csv
from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.clubs import results, roster
from scorekeeper.clubs.exporting import csv_line
from scorekeeper.games.engine.base import Problem, Refusal, problem, refuse
from scorekeeper.games.engine.base import _ as message
from scorekeeper.i18n import LOCALES, _, catalogue
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club, Player
from scorekeeper.store.models import db

MOST_LINES = 500
MOST_BYTES = 200_000
LONGEST_LINE = 10_000  # characters that are read; a name has 40, and `csv` refuses fields of more than 131,072
NAME, NUMBER, ACTIVE = message("Name"), message("Member number"), message("Active")
OTHER_NAMES = (message("Player"), message("player"))  # other headings of the first column


class Entry(NamedTuple):
    """A line of a list: its number from 1, the name, and the member number or an empty text."""

    line: int
    name: str
    number: str


class Added(NamedTuple):
    """The result of adding a list: the counts of new and of known players, and the problem of each wrong line."""

    new: int
    known: int
    wrong: list[tuple[int, Problem]]


def decode(file: bytes) -> str:
    """Decodes a file in UTF-8 or, from older spreadsheets, in Windows-1252. Raises Refusal for a large one."""
    if len(file) > MOST_BYTES:
        raise refuse("file", None, message("This file is too large; split the list"))
    try:
        return file.decode("utf-8-sig")
    except UnicodeDecodeError:
        return file.decode("cp1252", "replace")


def read_entries(text: str) -> list[Entry]:
    """Reads the players of a list. Raises Refusal for too many lines."""
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise refuse("players", None, message("At most {most} lines at once; split the list"), most=MOST_LINES)
    first = next((line for line in lines if line.strip()), "")
    delimiter = max("\t;,", key=first.count) if any(sign in first for sign in "\t;,") else ","
    rows = [
        (at, row)
        for at, line in enumerate(lines, 1)
        for row in csv.reader([line[:LONGEST_LINE].replace("\0", "")], delimiter=delimiter)
    ]
    filled = [(at, [tidy(cell) for cell in row]) for at, row in rows if any(cell.strip() for cell in row)]
    name, number = 0, 1
    if filled and (places := _headings(filled[0][1])):
        name, number = places
        filled = filled[1:]
    return [Entry(at, _cell(row, name), _cell(row, number)) for at, row in filled]


def _cell(row: list[str], at: int) -> str:
    """Returns a cell's text without the apostrophe that masks a formula; empty if there is no such cell."""
    text = row[at] if 0 <= at < len(row) else ""
    return text[1:] if text[:1] == "'" and text[1:2] in "=+-@" else text


def _headings(row: list[str]) -> tuple[int, int] | None:
    """Returns the columns of name and number (-1 if missing) in a line of headings; None for any other line."""
    folded = [results.name_key(cell) for cell in row]
    names = {results.name_key(catalogue(locale).gettext(text)) for locale in LOCALES for text in (NAME, *OTHER_NAMES)}
    numbers = {results.name_key(catalogue(locale).gettext(NUMBER)) for locale in LOCALES}
    name = next((at for at, cell in enumerate(folded) if cell in names), None)
    if name is None:
        return None
    return name, next((at for at, cell in enumerate(folded) if cell in numbers), -1)


def add_all(club: Club, entries: list[Entry]) -> Added:
    """Adds the players who are new; known players without a member number get it. The caller commits."""
    query = select(Player.name_key, Player.id, Player.merged_into).where(Player.club_id == club.id)
    ids = {row.name_key: row.merged_into or row.id for row in db.session.execute(query)}
    new, known, wrong = 0, 0, list[tuple[int, Problem]]()
    for entry in entries:
        key = results.name_key(entry.name)
        try:
            if key in ids:
                known += 1
                _number(db.session.get_one(Player, ids[key]), entry.number)
            else:
                ids[key] = roster.add_player(club, entry.name, entry.number).id
                new += 1
        except Refusal as refusal:
            wrong.append((entry.line, refusal.problems[0]))
    return Added(new, known, wrong)


def _number(player: Player, number: str) -> None:
    if number and not player.number:
        if len(number) > roster.LONGEST_NUMBER:
            raise Refusal([problem("number", None, message("Use at most 20 characters"))])
        player.number = number


def roster_rows(club: Club) -> Iterator[str]:
    """Yields the whole roster as lines of CSV, which `read_entries` can read."""
    yield csv_line((_(NAME), _(NUMBER), _(ACTIVE)))
    for player in roster.players(club, everybody=True):
        yield csv_line((player.name, player.number, _("yes") if player.active else _("no")))
