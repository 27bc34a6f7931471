"""Lists of people: reads a pasted list or a CSV file into rows and persons, and writes the roster as CSV."""

import csv
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.clubs import results, roster
from scorekeeper.clubs.person_details import LABELS, Entry, as_texts, details_of, problem_of
from scorekeeper.clubs.roster_headings import (
    ACTIVE,
    ACTIVE_LABEL,
    FIRST_NAME,
    LEFT_OUT,
    NAME,
    SEVERAL,
    SURNAME,
    SURNAME_FIRST,
    UNKNOWN,
    are_headings,
    guessed_kinds,
    is_total,
    kinds_of,
    lines_of_title,
)
from scorekeeper.games.engine.base import N_, Problem, problem, refuse
from scorekeeper.i18n import LOCALES, _, catalogue
from scorekeeper.i18n.languages import csv_line
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club

MOST_LINES = 500
MOST_BYTES = 120_000
MOST_COLUMNS = 20
NO, HEADING = N_("no"), N_("Name")


class Sheet(NamedTuple):
    """A list as rows of cells, all as long as the longest, each with its line number from 1.

    `headings` are the cells of the first line below any title; empty if it holds a person.
    """

    headings: list[str]
    rows: list[tuple[int, list[str]]]

    @property
    def columns(self) -> list[list[str]]:
        """The cells by column, without the headings."""
        return [list(cells) for cells in zip(*(row for _line, row in self.rows), strict=True)]

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.headings or (self.rows[0][1] if self.rows else ()))

    def guess(self) -> list[str]:
        """Guesses the kind of each column from its heading, or from its cells."""
        columns = self.columns if self.rows else [[""] for _heading in self.headings]
        return kinds_of(self.headings, columns) if self.headings else guessed_kinds(columns)


def decode(file: bytes) -> str:
    """Decodes a file in UTF-8, UTF-16 or, from older spreadsheets, in Windows-1252.

    Raises Refusal for a large file, and for one whose letters cannot be known.
    """
    if len(file) > MOST_BYTES:
        raise refuse("file", None, N_("This file is too large; split the list"))
    if file[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return file.decode("utf-16", "replace").replace("\0", "")
    if file.startswith(b"PK\x03\x04"):
        raise refuse("file", None, N_("This is a spreadsheet; save it as CSV, or copy its cells and paste them"))
    try:
        text = file.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = _as_windows_1252(file)
    return text.replace("\0", "")


# Signs beyond ASCII in Western names and lists; what is left of Windows-1252 is there if a file has another encoding.
WESTERN = frozenset("’‘“”–€ŒœŸ\xa0¡ª«°²³´·º»¿").union(map(chr, range(0xC0, 0x100))) - set("×÷")


def _as_windows_1252(file: bytes) -> str:
    """Returns the text of a file in Windows-1252. Raises Refusal if it is not: other signs, or hardly plain letters."""
    text = file.decode("cp1252", "replace")
    special = [sign for sign in text if not sign.isascii()]
    letters = sum(sign.isalpha() for sign in text)
    if not WESTERN.issuperset(special) or sum(sign.isalpha() for sign in special) * 3 > letters:
        raise refuse("file", None, N_("The letters of this file can’t be read for certain; save it as CSV in UTF-8"))
    return text


def read_sheet(text: str, *, has_headings: bool | None = None) -> Sheet:
    """Returns the rows of a list. If `has_headings` is None, guesses whether the first line holds headings.

    Cells are separated by tabs, semicolons or commas. Raises Refusal for an empty list, and for too many lines, columns
    or bytes.
    """
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise refuse("players", None, N_("At most {most} lines at once; split the list"), most=MOST_LINES)
    if len(text.encode()) > MOST_BYTES:
        raise refuse("players", None, N_("This file is too large; split the list"))
    separator = _separator(lines)
    rows = [(at, _cells(line, separator)) for at, line in enumerate(lines, 1)]
    filled = [(at, row) for at, row in rows if any(row)]
    width = max((len(row) for _line, row in filled), default=0)
    if not width:
        raise refuse("players", None, N_("The list is empty"))
    if width > MOST_COLUMNS:
        raise refuse("players", None, N_("At most {most} columns; delete some"), most=MOST_COLUMNS)
    padded = [(at, row + [""] * (width - len(row))) for at, row in filled]
    if has_headings is not False:
        padded = padded[lines_of_title([row for _line, row in padded]) :]
    first, *others = padded
    if has_headings is None:
        has_headings = are_headings(first[1], Sheet([], others).columns or [[]] * width)
    return Sheet(first[1], others) if has_headings else Sheet([], padded)


def _separator(lines: Sequence[str]) -> str:
    """Returns the separator of the cells: the first of tab, semicolon and comma that most filled lines contain."""
    filled = [line for line in lines if line.strip()]
    return next((sign for sign in "\t;" if sum(sign in line for line in filled) * 2 > len(filled)), ",")


def _cells(line: str, separator: str) -> list[str]:
    """Returns a line's cells, each without the apostrophe that masks a formula."""
    (row,) = csv.reader([line.replace("\0", "")], delimiter=separator)
    texts = [tidy(cell) for cell in row]
    return [text[1:] if text[:1] == "'" and text[1:2] in "=+-@" else text for text in texts]


def check_kinds(sheet: Sheet, kinds: Sequence[str]) -> list[Problem]:
    """Returns the problems with the kinds of the columns, which must be solved before reading people."""
    problems = []
    for at, kind in enumerate(kinds):
        if kind == UNKNOWN:
            text = N_("Column {number}, “{heading}”: choose what it is, or leave it out")
            heading = sheet.headings[at] if sheet.headings else sheet.rows[0][1][at]
            problems.append(problem(f"column-{at}", None, text, number=at + 1, heading=heading))
        elif kind not in SEVERAL and kind in kinds[:at]:
            text = N_("Column {number}: another column is that already")
            problems.append(problem(f"column-{at}", None, text, number=at + 1))
    if not {NAME, SURNAME_FIRST, SURNAME, FIRST_NAME} & set(kinds) and not problems:
        problems.append(problem("column-0", None, N_("Choose the column with the names")))
    return problems


def read_people(sheet: Sheet, kinds: Sequence[str], roster_names: Sequence[str] = ()) -> list[Entry]:
    """Returns the people of a list whose columns are of these kinds.

    `roster_names` are folded: a name of the roster is not split or reordered.
    """
    names = set(roster_names)
    return [_read_person(line, row, kinds, names) for line, row in sheet.rows]


def _read_person(line: int, row: Sequence[str], kinds: Sequence[str], roster_names: set[str]) -> Entry:
    texts: dict[str, str] = {}
    for kind, cell in zip(kinds, row, strict=True):
        if cell and kind not in (LEFT_OUT, UNKNOWN):
            texts[kind] = f"{texts[kind]}, {cell}" if kind in texts else cell
    name = _name(texts, roster_names)
    details = {field: texts[field] for field in LABELS if field in texts}
    active = texts.get(ACTIVE, "").casefold() not in {catalogue(locale).gettext(NO).casefold() for locale in LOCALES}
    wrong = problem("name", None, TOTAL) if is_total(row) else _problem(name, details)
    return Entry(line, name, details, active, wrong)


TOTAL = N_("A total, not a person")


def _problem(name: str, details: Mapping[str, str]) -> Problem | None:
    if not 0 < len(name) <= roster.LONGEST_NAME:
        return problem("name", None, roster.NAME_LENGTH)
    return next((wrong for field, text in details.items() if (wrong := problem_of(field, text))), None)


# First words of surnames that have several.
PARTICLES = frozenset((
    "d", "da", "dal", "dalla", "dalle", "dei", "del", "della", "delle", "dello", "degli", "de", "di", "do", "dos",
    "das", "la", "lo", "le", "li", "san", "santa", "van", "von", "der", "den",
))  # fmt: skip


def _name(texts: Mapping[str, str], roster_names: set[str]) -> str:
    """Returns “First name Surname” from the cells of a row; one cell is split if a comma or its kind shows how."""
    whole = texts.get(NAME) or texts.get(SURNAME_FIRST, "")
    if results.name_key(whole) in roster_names:
        return whole
    if NAME not in texts and SURNAME_FIRST not in texts:
        return _joined(texts.get(FIRST_NAME, ""), texts.get(SURNAME, ""))
    surname, comma, first = whole.partition(",")
    if comma and "," not in first:
        return _joined(first.strip(), surname.strip())
    return _surname_last(whole) if NAME not in texts else whole


def _surname_last(whole: str) -> str:
    """Returns “Surname First name” as “First name Surname”."""
    words = whole.split()
    end = 0
    while end < len(words) - 2 and words[end].casefold().strip("’'") in PARTICLES:
        end += 1
    return _joined(" ".join(words[end + 1 :]), " ".join(words[: end + 1]))


def _joined(first: str, surname: str) -> str:
    """Returns a whole name, in Chinese and Japanese signs with the surname first."""
    is_east_asian = any(unicodedata.name(sign, "").startswith("CJK") for sign in surname)
    return " ".join(part for part in ((surname, first) if is_east_asian else (first, surname)) if part)


def roster_rows(club: Club) -> Iterator[str]:
    """Yields the whole roster as lines of CSV, which `read_sheet` can read."""
    yield csv_line((_(HEADING), *(_(label) for label in LABELS.values()), _(ACTIVE_LABEL)))
    for player in roster.players(club, everybody=True):
        texts = as_texts(details_of(player))
        yield csv_line((player.name, *texts.values(), _("yes") if player.active else _(NO)))
