"""Several players at once: lists as they are pasted, or sent as CSV, and the roster as CSV.

A line is a name and, after a comma, semicolon or tab, the member number. A first line of headings is left out, in
whatever language they are; columns that are not known stay unread.
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
NAME, NUMBER, ACTIVE = message("Name"), message("Member number"), message("Active")
OTHER_NAMES = (message("Player"), message("player"))  # of the first column


class Entry(NamedTuple):
    """A line of a list: its number, counted from 1, the name, and the member number or nothing."""

    line: int
    name: str
    number: str


class Added(NamedTuple):
    """What came of a list: how many are new, how many were there already, and what is wrong with which line."""

    new: int
    known: int
    wrong: list[tuple[int, Problem]]


def text_of(file: bytes) -> str:
    """A file's text, in UTF-8 or as older spreadsheets of Western Europe write it. Raises Refusal for a large one."""
    if len(file) > MOST_BYTES:
        raise refuse("file", None, message("This file is too large; split the list"))
    try:
        return file.decode("utf-8-sig")
    except UnicodeDecodeError:
        return file.decode("cp1252", "replace")


def entries(text: str) -> list[Entry]:
    """The players of a list. Raises Refusal for one that is too long."""
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise refuse("players", None, message("At most {most} lines at once; split the list"), most=MOST_LINES)
    first = next((line for line in lines if line.strip()), "")
    sign = max("\t;,", key=first.count) if any(sign in first for sign in "\t;,") else ","
    rows = [
        (at, row) for at, line in enumerate(lines, 1) for row in csv.reader([line.replace("\0", "")], delimiter=sign)
    ]
    found = [(at, [tidy(cell) for cell in row]) for at, row in rows if any(cell.strip() for cell in row)]
    name, number = 0, 1
    if found and (places := _headings(found[0][1])):
        name, number = places
        found = found[1:]
    return [Entry(at, _cell(row, name), _cell(row, number)) for at, row in found]


def _cell(row: list[str], at: int) -> str:
    """A cell, without the apostrophe that keeps spreadsheets from taking it for a formula."""
    text = row[at] if 0 <= at < len(row) else ""
    return text[1:] if text[:1] == "'" and text[1:2] in "=+-@" else text


def _headings(row: list[str]) -> tuple[int, int] | None:
    """The columns of name and number in a line of headings; None for a line that is none."""
    folded = [results.name_key(cell) for cell in row]
    names = {results.name_key(catalogue(locale).gettext(text)) for locale in LOCALES for text in (NAME, *OTHER_NAMES)}
    numbers = {results.name_key(catalogue(locale).gettext(NUMBER)) for locale in LOCALES}
    name = next((at for at, cell in enumerate(folded) if cell in names), None)
    if name is None:
        return None
    return name, next((at for at, cell in enumerate(folded) if cell in numbers), -1)


def add_all(club: Club, wanted: list[Entry]) -> Added:
    """Add the players that are new; who is on the roster gets the number that was missing. The caller commits."""
    found = select(Player.name_key, Player.id, Player.merged_into).where(Player.club_id == club.id)
    known = {row.name_key: row.merged_into or row.id for row in db.session.execute(found)}
    new, met, wrong = 0, 0, list[tuple[int, Problem]]()
    for entry in wanted:
        key = results.name_key(entry.name)
        try:
            if key in known:
                met += 1
                _number(db.session.get_one(Player, known[key]), entry.number)
            else:
                known[key] = roster.add_player(club, entry.name, entry.number).id
                new += 1
        except Refusal as refusal:
            wrong.append((entry.line, refusal.problems[0]))
    return Added(new, met, wrong)


def _number(player: Player, number: str) -> None:
    if number and not player.number:
        if len(number) > roster.LONGEST_NUMBER:
            raise Refusal([problem("number", None, message("Use at most 20 characters"))])
        player.number = number


def roster_rows(club: Club) -> Iterator[str]:
    """The roster as CSV, who is not active too; it can be read again (`entries`)."""
    yield csv_line((_(NAME), _(NUMBER), _(ACTIVE)))
    for player in roster.players(club, everybody=True):
        yield csv_line((player.name, player.number, _("yes") if player.active else _("no")))
