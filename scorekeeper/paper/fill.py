"""A match on paper: what was agreed, who sat where, every hand, how it came out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count, product
from string import ascii_lowercase
from typing import Any

from markupsafe import Markup

from scorekeeper.games.engine import match
from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.paper import Band, Cell, Column, Row
from scorekeeper.i18n import _, format_date
from scorekeeper.paper import words
from scorekeeper.paper.chart import figure, progress
from scorekeeper.paper.columns import AIR, FIGURE, fitted, letters, room
from scorekeeper.paper.fingerprint import fingerprint, spaced
from scorekeeper.paper.model import Fact, Footnote, Grid, Result, Seat, Sheet, Standing
from scorekeeper.paper.papers import PAPERS, Paper
from scorekeeper.paper.rules_summary import crib
from scorekeeper.paper.seating import around

NARROW_SIDES = 4  # from so many sides on, signs head the columns of points instead of words
MOST_SIDES_WITH_POINTS = 6  # beyond, there is room for totals alone; the points stand among what was entered
SIGN = 2.5  # mm: a side's sign beside its name
LINES_OF_A_NAME = 3  # a side's name may break into so many before its columns are widened
LONGEST_IN_FOOTER = 40
LEAST_TO_DRAW = 2  # hands


@dataclass(frozen=True, slots=True)
class Played:
    """One hand as the sheet tells it. `totals` are those after it; a struck hand has no points and leaves them.

    `remarks` are sentences for the footnotes: who corrected or struck it, when, and what it had been.
    """

    number: int
    dealer: str
    entry: Mapping[str, Any]
    points: Sequence[int]
    totals: Sequence[int]
    struck: bool = False
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Occasion:
    """Where and when a match was played, in words; what is not known is left to be written by hand."""

    place: str = ""
    day: str = ""
    sitting: str = ""
    match: str = ""
    stopped: bool = False


def sheet_of_document(document: Any, *, paper: str, language: str) -> Sheet:
    """The sheet of a match document; raises `Refusal` for a bad one."""
    setup, played, table = match.opened(document)
    hands = [
        Played(number, hand["dealer"], hand["entry"], hand["points"], hand["table"]["totals"])
        for number, hand in enumerate(played, 1)
    ]
    occasion = occasion_of(setup, [hand.entry for hand in hands])
    printed = fingerprint(setup, [(hand.entry, hand.points) for hand in hands], table)
    return sheet_of_match(setup, table, hands, printed=printed, occasion=occasion, paper=paper, language=language)


def occasion_of(setup: Setup, entries: Sequence[Mapping[str, Any]]) -> Occasion:
    """Where and when a document says that its match was played: in `about`, or by its first hand that has a date."""
    about = setup["about"]
    moments = [about.get("date", ""), *(str(entry.get("at", "")) for entry in entries)]
    return Occasion(
        place=about.get("place", ""),
        day=next((day_in_words(moment) for moment in moments if moment), ""),
        sitting=about.get("sitting", ""),
        match=about.get("match", ""),
    )


def day_in_words(moment: str) -> str:
    """The day of an ISO 8601 moment as one would write it; any other text as it is."""
    try:
        return format_date(date.fromisoformat(moment[:10]), "long")
    except ValueError:
        return moment


def sheet_of_match(
    setup: Setup,
    table: Table,
    hands: Sequence[Played],
    *,
    printed: str = "",
    occasion: Occasion,
    paper: str,
    language: str,
) -> Sheet:
    """The sheet of a match as it stands at `table` after `hands`; `printed` is its fingerprint."""
    marks = footnote_marks(hands)
    return Sheet(
        title=words.title(setup),
        variant=words.variant(setup),
        paper=paper,
        language=language,
        facts=_facts(occasion, spaced(printed)),
        house_rules=words.house_rules(setup),
        seating=around(_seats(setup), clockwise=match.game_of(setup).plays_clockwise(setup["options"])),
        grid=_grid(setup, hands, marks, PAPERS[paper]),
        footnotes=_footnotes(hands, marks),
        result=_result(setup, table, stopped=occasion.stopped),
        chart=_chart(setup, hands),
        crib=crib(setup, PAPERS[paper].crib_columns),
        footer=_footer(setup, occasion),
        fingerprint=spaced(printed),
    )


def footnote_marks(hands: Sequence[Played]) -> list[str]:
    """For each hand its footnote's mark, letters in order; nothing where there is nothing to tell."""
    letters = _letters()
    return [next(letters) if hand.remarks else "" for hand in hands]


def _footnotes(hands: Sequence[Played], marks: Sequence[str]) -> tuple[Footnote, ...]:
    return tuple(Footnote(mark, " ".join(hand.remarks)) for hand, mark in zip(hands, marks, strict=True) if mark)


def _letters() -> Iterator[str]:
    """a … z, aa … zz, aaa …: as many as a match has hands."""
    return ("".join(letters) for length in count(1) for letters in product(ascii_lowercase, repeat=length))


def _facts(occasion: Occasion, letters: str) -> tuple[Fact, ...]:
    facts = [Fact(_("Place"), occasion.place), Fact(_("Date"), occasion.day)]
    if occasion.sitting:
        facts.append(Fact(_("Sitting"), occasion.sitting))
    if occasion.match:
        facts.append(Fact(_("Match"), occasion.match))
    if letters:
        facts.append(Fact(_("Fingerprint"), letters))
    return tuple(facts)


def _footer(setup: Setup, occasion: Occasion) -> str:
    """What tells the pages of one match from another's, on one line: without the sides where their names are long."""
    sides = " – ".join(side["name"] for side in setup["sides"])
    parts = [words.title(setup), occasion.day, occasion.place, sides if letters(sides) <= LONGEST_IN_FOOTER else ""]
    return " · ".join(part for part in parts if part)


def _seats(setup: Setup) -> list[Seat]:
    return [
        Seat(setup["seat_sides"][seat], name, deals_first=seat == setup["first_dealer"])
        for seat, name in enumerate(setup["seats"])
    ]


def _grid(setup: Setup, hands: Sequence[Played], marks: Sequence[str], paper: Paper) -> Grid:
    sides = range(len(setup["sides"]))
    span = 2 if _has_points(setup) else 1
    bands = (Band(3), *(Band(span, setup["sides"][side]["name"], side) for side in sides))
    rows = [_row(setup, hand, mark) for hand, mark in zip(hands, marks, strict=True)]
    return Grid(columns=_columns(setup, hands, paper), bands=bands, rows=tuple(rows))


def _has_points(setup: Setup) -> bool:
    """Whether each side's points have a column of their own, beside its total."""
    return len(setup["sides"]) <= MOST_SIDES_WITH_POINTS


def _columns(setup: Setup, hands: Sequence[Played], paper: Paper) -> tuple[Column, ...]:
    """Number, dealer and totals as wide as they need to be; what was entered gets the rest."""
    sides = len(setup["sides"])
    points, total = (_("Points"), _("Total")) if sides < NARROW_SIDES else ("+", "=")
    least = min(max(_room_for_names(setup) / 2, 9), 17 if sides < NARROW_SIDES else 9)
    widest_points = room([figure(value) for hand in hands for value in hand.points], least, 16)
    widest_total = room([figure(value) for hand in hands for value in hand.totals], least, 18)
    numbers = room([f"{hands[-1].number}"] if hands else [], 9, 14)
    leading = [Column(_("Hand"), numbers, "number"), Column(_("Dealer"), room(setup["seats"], 16, 30), "dealer")]
    pair = [Column(points, widest_points, "points first"), Column(total, widest_total, "total")]
    of_sides = (pair if _has_points(setup) else [Column(total, widest_total, "total first")]) * sides
    taken = sum(column.width for column in (*leading, *of_sides))
    entered = Column(_("Entered"), max(paper.measure - taken, 0.3 * taken), "entered")
    return fitted([*leading, entered, *of_sides], paper)


def _room_for_names(setup: Setup) -> float:
    """The width in which each side's name breaks into few lines, and none of its words does."""
    names = [side["name"] for side in setup["sides"]]
    longest_word = max(letters(word) for name in names for word in name.split())
    return max(longest_word, *(letters(name) / LINES_OF_A_NAME for name in names)) * FIGURE + AIR + SIGN


def _row(setup: Setup, hand: Played, mark: str) -> Row:
    cells = [
        Cell("number", str(hand.number), marks=mark),
        Cell("dealer", hand.dealer),
        Cell("entered", words.entered(setup, hand.entry), remark=str(hand.entry.get("note", ""))),
    ]
    best = match.game_of(setup).best_of(list(hand.totals), setup["options"])
    for points, total in zip(hand.points, hand.totals, strict=True):
        leads = not hand.struck and total == best and len(set(hand.totals)) > 1
        kind = "total first"
        if _has_points(setup):
            kind = "total"
            cells.append(Cell("points first", "" if hand.struck else figure(points)))
        cells.append(Cell(kind, "" if hand.struck else figure(total), leads=leads))
    return Row(tuple(cells), struck=hand.struck)


def _result(setup: Setup, table: Table, *, stopped: bool) -> Result:
    finished = table["status"] == "finished"
    standings = [
        Standing(
            side,
            setup["sides"][side]["name"],
            figure(table["totals"][side]),
            str(table["games"][side]) if finished else "",
            won=side == table["winner"],
        )
        for side in range(len(setup["sides"]))
    ]
    return Result(words.ending(setup, table, stopped=stopped), tuple(standings))


def _chart(setup: Setup, hands: Sequence[Played]) -> Markup | None:
    scored = [(hand.number, hand.totals) for hand in hands if not hand.struck]
    if len(scored) < LEAST_TO_DRAW:
        return None
    return progress(scored, setup["options"].get("target"), _("Totals after each hand"))
