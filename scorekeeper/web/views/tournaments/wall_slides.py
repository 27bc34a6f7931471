"""What the wall shows, cut into pages that fit: twelve lines each, to be read from ten metres.

What matters now comes first: until a round has begun who sits where, by name, by table and on the hall's plan; then its
results as they come in, the bracket of a knock-out, the ranking; at the end the last two alone. A code that opens the
players' own page ends every turn, where there is such a page.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from scorekeeper.clubs.tournaments.followed import Followed
from scorekeeper.i18n import _
from scorekeeper.paper.tournaments.draw import byes, in_order
from scorekeeper.web.views.tournaments.hall_plan import Plan, Spot
from scorekeeper.web.views.tournaments.ranking_lines import Line, Part, Ranking, ranking_of
from scorekeeper.web.views.tournaments.table_lines import Seat, TableLine, seats, table_line
from scorekeeper.web.views.tournaments.wall_bracket import Drawn, drawn_bracket

LINES = 12
# How many letters of a name there is room for where so many columns stand beside each other.
NAMES = {3: 20, 2: 32}
ENTRIES = {3: 24, 2: 38}
RANKING = {2: 19}
MOST_DRAWN = 4  # pages of a bracket in the turn
CUT_OFF = 20  # of so many names one may be cut off, so that a long one does not part the others
CHOICES = ("names", "seating", "hall", "results", "bracket", "ranking")  # what a wall may be asked to show alone

Each = TypeVar("Each")


class Slide(NamedTuple):
    """One page, `part` of `parts` of its kind: columns of lines, as many `beside` each other as on all of them."""

    kind: str
    heading: str
    part: int
    parts: int
    beside: int
    columns: Sequence[Sequence[Seat | TableLine | Line | Spot | Drawn | str]]
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """By which a page is found again after news."""
        return f"{self.kind}-{self.part}"


def slides(followed: Followed, only: str, plan: Plan, *, begun: bool, has_code: bool) -> list[Slide]:
    """All pages in their order. `only` is one of CHOICES or empty; `begun`: the clock of the round was started."""
    kinds = (only,) if only in CHOICES else _what_matters(followed, begun=begun)
    made = {
        "entries": _entries,
        "names": _names,
        "seating": _seating,
        "hall": lambda _followed: _hall(plan),
        "results": _results,
        "bracket": lambda followed: _bracket(followed, all_of_it=only == "bracket"),
        "ranking": _ranking,
    }
    found = [slide for kind in kinds for slide in made[kind](followed)]
    return found + ([Slide("code", _("On your phone"), 1, 1, 1, ())] if has_code else [])


def _what_matters(followed: Followed, *, begun: bool) -> tuple[str, ...]:
    if not followed.round:
        return ("entries",)
    if followed.is_over:
        return ("ranking", "bracket")
    if followed.under_way and not begun and not followed.has_news:
        return ("names", "seating", "hall")
    return ("results", "bracket", "ranking")


def _entries(followed: Followed) -> list[Slide]:
    listed = sorted(followed.tournament.entrants, key=lambda each: in_order(each.name))
    lines = [Seat(each.name, each, 0) for each in listed]
    return _cut("entries", _("Entries"), [lines], _beside(ENTRIES, [each.name for each in listed]))


def _names(followed: Followed) -> list[Slide]:
    if not followed.round:
        return []
    lines = seats(followed, followed.round)
    return _cut("names", _("Find your table"), [lines], _beside(NAMES, [each.player for each in lines]))


def _seating(followed: Followed) -> list[Slide]:
    return _of_tables(followed, "seating", _("Take your seats"))


def _results(followed: Followed) -> list[Slide]:
    return _of_tables(followed, "results", _("Results"))


def _of_tables(followed: Followed, kind: str, heading: str) -> list[Slide]:
    if not followed.round:
        return []
    lines = [table_line(followed.tournament, table) for table in followed.tables(followed.round)]
    notes = byes(followed.tournament, followed.tournament.rounds[followed.round - 1].byes)
    return _cut(kind, heading, [lines], 1, notes)


def _hall(plan: Plan) -> list[Slide]:
    return [Slide("hall", _("Floor plan"), 1, 1, 1, plan.rows, plan.notes)] if plan.rows else []


def _bracket(followed: Followed, *, all_of_it: bool) -> list[Slide]:
    """The bracket in parts that fit; one of many pages only where it is asked for."""
    third, pages = drawn_bracket(followed.tournament)
    if len(pages) > MOST_DRAWN and not all_of_it:
        return []
    return [
        Slide("bracket", _("Bracket"), at, len(pages), len(page), page, third if at == len(pages) else ())
        for at, page in enumerate(pages, start=1)
    ]


def _ranking(followed: Followed) -> list[Slide]:
    if not followed.has_ranking:
        return []
    ranking = ranking_of(followed)
    beside = _beside(RANKING, [line.name for line in ranking.everybody.lines])
    return _cut("ranking", ranking.title, _stacks(ranking), beside)


def _beside(room: Mapping[int, int], names: Sequence[str]) -> int:
    """How many columns fit beside each other, so that hardly a name is cut off."""
    lengths = sorted(map(len, names))
    longest = lengths[-1 - len(lengths) // CUT_OFF] if lengths else 0
    return next((columns for columns in sorted(room, reverse=True) if longest <= room[columns]), 1)


def _stacks(ranking: Ranking) -> list[list[Line | str]]:
    """Each list under its heading, in stretches that fit a column; the heading stands above every stretch."""
    return [stretch for part in ranking.wanted for stretch in _stretches(part)]


def _stretches(part: Part) -> list[list[Line | str]]:
    above: list[Line | str] = [part.heading] if part.heading else []
    return [[*above, *lines] for lines in in_pages(part.lines, LINES - len(above))]


def _cut(
    kind: str, heading: str, stacks: Sequence[Sequence[Each]], beside: int, notes: tuple[str, ...] = ()
) -> list[Slide]:
    """Pages of so many columns `beside` each other. A stack that fits stands whole; short ones share a column."""
    columns: list[list[Each]] = []
    for stack in stacks:
        for part in in_pages(stack, LINES):
            if columns and len(columns[-1]) + len(part) <= LINES:
                columns[-1].extend(part)
            else:
                columns.append(list(part))
    beside = min(beside, len(columns))
    pages = in_pages(columns, beside)
    return [
        Slide(kind, heading, at, len(pages), beside, page, notes if at == len(pages) else ())  # type: ignore[arg-type]
        for at, page in enumerate(pages, start=1)
    ]


def in_pages(items: Sequence[Each], most: int) -> list[Sequence[Each]]:
    """The items in pages of `most` at most, as even as can be."""
    if not items:
        return []
    number = -(-len(items) // most)
    size, larger = divmod(len(items), number)
    starts = [at * size + min(at, larger) for at in range(number + 1)]
    return [items[start:end] for start, end in pairwise(starts)]
