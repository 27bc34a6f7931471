"""Pages that show a tournament on a wall with a projector: at most twelve lines, readable from ten metres.

Before a round begins: its seats by name, by table and on the floor plan. Then its results as they arrive, the
bracket of a knock-out and the ranking; at the end only bracket and ranking. The last page is the QR code of the
players' page, if that page is on.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple, TypeVar

from flask import Blueprint, Response, abort, render_template, request, url_for

from scorekeeper.clubs.tournaments import words
from scorekeeper.clubs.tournaments.desk import hall_of
from scorekeeper.clubs.tournaments.snapshots import Snapshot, Summary, arbiter_calls, load_summary, snapshot
from scorekeeper.clubs.tournaments.words import byes, name_sort_key, surname_first
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _
from scorekeeper.paper.tournaments.bracket import Part as BracketPart
from scorekeeper.paper.tournaments.bracket import in_parts, places
from scorekeeper.store.club_models import Club
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.systems import is_knockout
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.public_address import public_address, qr_code
from scorekeeper.web.tournament_pages.hall import Plan, Spot, clock_face, public_plan
from scorekeeper.web.tournament_pages.ranking import (
    Line,
    Mark,
    Part,
    Ranking,
    Seat,
    TableLine,
    held_text,
    ranking_of,
    round_title,
    seats,
    table_lines,
)

LINES = 12
# Letters of a name that fit, by the number of columns beside each other.
NAMES = {3: 20, 2: 32}
ENTRIES = {3: 24, 2: 38}
RANKING = {2: 19}
SIGN = "  "  # beside a name: as wide as two letters
MOST_DRAWN = 4  # most pages of a bracket per turn
CUT_OFF = 20  # one name in this many may be cut off, so that a single long name does not change the layout
# Kinds of pages that can be shown alone.
CHOICES = ("names", "surnames", "seating", "hall", "results", "bracket", "ranking")

Each = TypeVar("Each")


class Drawn(NamedTuple):
    """A place in the bracket: name (may be empty), score, whether it was won; `is_gap` if it always stays empty."""

    name: str
    score: str
    won: bool
    is_gap: bool


class Slide(NamedTuple):
    """A page of the wall, `part` of `parts` of its kind: columns of lines, at most `beside` side by side.

    `legend` explains the signs beside names, if several columns leave no room for words.
    """

    kind: str
    heading: str
    part: int
    parts: int
    beside: int
    columns: Sequence[Sequence[Seat | TableLine | Line | Spot | Drawn | str]]
    notes: tuple[str, ...] = ()
    legend: tuple[Mark, ...] = ()

    @property
    def name(self) -> str:
        """The page's identifier, with which it is found again after an update."""
        return f"{self.kind}-{self.part}"


def slides(followed: Snapshot, only: str, plan: Plan, *, begun: bool, has_code: bool) -> list[Slide]:
    """Returns all pages in order.

    `only` is one of CHOICES or empty; `begun` is True once the round's clock was started.
    """
    kinds = (only,) if only in CHOICES else _what_matters(followed, begun=begun)
    makers = {
        "entries": _entries,
        "names": _names,
        "surnames": _surnames,
        "seating": _seating,
        "hall": lambda _followed: _hall(plan),
        "results": _results,
        "bracket": lambda followed: _bracket(followed, all_of_it=only == "bracket"),
        "ranking": _ranking,
    }
    shown = [slide for kind in kinds for slide in makers[kind](followed)]
    return shown + ([Slide("code", _("On your phone"), 1, 1, 1, ())] if has_code else [])


def _what_matters(followed: Snapshot, *, begun: bool) -> tuple[str, ...]:
    if not followed.round:
        return ("entries",)
    if followed.is_over:
        return ("ranking", "bracket")
    if followed.under_way and not begun and not followed.has_news:
        return ("names", "surnames", "seating", "hall")
    return ("seating" if followed.holds(followed.round) else "results", "bracket", "ranking")


def _entries(followed: Snapshot) -> list[Slide]:
    listed = sorted(followed.tournament.entrants, key=lambda entrant: name_sort_key(entrant.name))
    lines = [Seat(entrant.name, entrant, 0) for entrant in listed]
    return _cut("entries", _("Entries"), [lines], _beside(ENTRIES, [entrant.name for entrant in listed]))


def _names(followed: Snapshot) -> list[Slide]:
    if not followed.round:
        return []
    return _listed("names", _("Find your table"), seats(followed, followed.round))


def _surnames(followed: Snapshot) -> list[Slide]:
    """Returns the same by surname; none if that is the same, as where players have one name."""
    if not followed.round:
        return []
    lines = seats(followed, followed.round)
    turned = [line._replace(player=surname_first(line.player)) for line in lines]
    if turned == lines:
        return []
    turned.sort(key=lambda seat: name_sort_key(seat.player))
    return _listed("surnames", _("Find your table by surname"), turned)


def _listed(kind: str, heading: str, lines: list[Seat]) -> list[Slide]:
    return _cut(kind, heading, [lines], _beside(NAMES, [line.player for line in lines]))


def _seating(followed: Snapshot) -> list[Slide]:
    return _of_tables(followed, "seating", _("Take your seats"))


def _results(followed: Snapshot) -> list[Slide]:
    return _of_tables(followed, "results", _("Results"), _held(followed))


def _held(followed: Snapshot) -> tuple[str, ...]:
    """Returns a sentence on results that are held back, if any are."""
    text = held_text(followed)
    return (text,) if text else ()


def _of_tables(followed: Snapshot, kind: str, heading: str, more: tuple[str, ...] = ()) -> list[Slide]:
    if not followed.round:
        return []
    tables = table_lines(followed, followed.round)
    if not is_knockout(followed.tournament, followed.round):
        tables.sort(key=lambda table: table.name)
    lines = [line for name, below in groupby(tables, lambda table: table.name) for line in _below(name, below)]
    notes = byes(followed.tournament, followed.round, followed.tournament.rounds[followed.round - 1].byes)
    return _cut(kind, heading, [lines], 1, (*notes, *more))


def _below(name: str, tables: Iterable[TableLine]) -> list[TableLine | str]:
    """Returns these tables below the name of their group, flight or match, if they have one."""
    return [name, *tables] if name else list(tables)


def _hall(plan: Plan) -> list[Slide]:
    return [Slide("hall", _("Floor plan"), 1, 1, 1, plan.rows, plan.notes)] if plan.rows else []


def _bracket(followed: Snapshot, *, all_of_it: bool) -> list[Slide]:
    """Returns the bracket's pages; none if there are too many, unless `all_of_it` is set."""
    third, pages = drawn_bracket(followed.ranked)
    if len(pages) > MOST_DRAWN and not all_of_it:
        return []
    return [
        Slide("bracket", _("Bracket"), at, len(pages), len(page), page, third if at == len(pages) else ())
        for at, page in enumerate(pages, start=1)
    ]


def _ranking(followed: Snapshot) -> list[Slide]:
    if not followed.has_ranking:
        return []
    ranking = ranking_of(followed)
    beside = _beside(RANKING, [line.name + SIGN * len(line.marks) for line in ranking.everybody.lines])
    notes = (*_held(followed), *_tie_breaks(followed, ranking))
    pages = _cut("ranking", ranking.title, _stacks(ranking), beside, notes)
    return [page._replace(legend=_legend(page)) if page.beside > 1 else page for page in pages]


def _legend(page: Slide) -> tuple[Mark, ...]:
    """Returns the signs on a page of the ranking with their meanings."""
    lines = [line for column in page.columns for line in column if isinstance(line, Line)]
    icons = {mark.icon for line in lines for mark in line.marks}
    return tuple(mark for mark in (Mark("clock", _("entered late")), Mark("no", _("withdrawn"))) if mark.icon in icons)


def _tie_breaks(followed: Snapshot, ranking: Ranking) -> tuple[str, ...]:
    """Returns a sentence on how ties are broken; none in a knock-out."""
    if not ranking.figures:
        return ()
    if followed.tournament.scoring.kind == "vp":
        return (_("Equal VP: by MP, their own match, the opponents’ VP"),)
    return (_("Equal TP: by legs, points, their own match, the opponents’ TP"),)


def _beside(room: Mapping[int, int], names: Sequence[str]) -> int:
    """Returns the most columns that fit side by side while at most one name in CUT_OFF is cut off; at least 1.

    `room`: how many letters of a name fit, by number of columns.
    """
    lengths = sorted(map(len, names))
    longest = lengths[-1 - len(lengths) // CUT_OFF] if lengths else 0
    return next((columns for columns in sorted(room, reverse=True) if longest <= room[columns]), 1)


def _stacks(ranking: Ranking) -> list[list[Line | str]]:
    """Returns the lines of each ranking below its heading, split to fit a column; the heading is repeated."""
    return [stretch for part in ranking.wanted for stretch in _stretches(part)]


def _stretches(part: Part) -> list[list[Line | str]]:
    above: list[Line | str] = [part.heading] if part.heading else []
    return [[*above, *lines] for lines in in_pages(part.lines, LINES - len(above))]


def _cut(
    kind: str, heading: str, stacks: Sequence[Sequence[Each]], beside: int, notes: tuple[str, ...] = ()
) -> list[Slide]:
    """Arranges stacks of lines on pages with at most `beside` columns.

    A stack that fits into a column is not split; short ones share a column.
    """
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
    """Splits the items into pages of at most `most`, as evenly as possible."""
    if not items:
        return []
    number = -(-len(items) // most)
    size, larger = divmod(len(items), number)
    starts = [at * size + min(at, larger) for at in range(number + 1)]
    return [items[start:end] for start, end in pairwise(starts)]


bp = Blueprint("tournament_wall", __name__, url_prefix="/c/<club>/tournaments/<int:number>/wall")

PAGE = re.compile(r"-?[0-9]{1,4}")
DARK = "dark"
THEMES = ("light", DARK)
IN_ADDRESS = ("only", "theme", "still")  # query parameters that are kept while pages turn


@bp.get("")
@of_club()
def show(visit: Visit, number: int) -> Response:
    """All pages; scripts turn them. `?only=` shows one kind, `?theme=light` uses light colours.

    Without scripts `?page=` selects the page, and the next one loads after a while unless `?still=1`.
    """
    summary = _glance_of(visit, number)
    waiting = arbiter_calls(summary.id)
    return page_or_not_modified((summary.stamp, waiting), lambda: _page(visit.club, summary, waiting))


def _page(club: Club, summary: Summary, waiting: list[tuple[int, int]]) -> str:
    state = snapshot(summary)
    address = public_address(summary)
    face = clock_face(summary.desk, state.round)
    only, theme = _choice("only", CHOICES), _choice("theme", THEMES) or DARK
    query = {name: value for name, value in request.args.items() if name in IN_ADDRESS}
    calls = [table for number, table in waiting if number == state.round]
    plan = public_plan(hall_of(summary.desk), state, calls)
    pages = slides(state, only, plan, begun=face is not None, has_code=bool(address))
    return render_template(
        "tournaments/wall.html",
        club=club,
        number=summary.id,
        tournament=state.tournament,
        round_name=round_title(state),
        clock=face if not state.is_over else None,
        waiting=calls,
        address=address,
        pages=pages,
        at=_page_number(pages),
        asked=query,
        only=only,
        lacking=_lacking(state, has_plan=bool(plan.rows)),
        linked=lambda **changes: _address(club, summary.id, {**query, **changes}),
        sides=words.lines(state.tournament, len(state.tournament.rounds)),
        theme=theme,
    )


def _lacking(state: Snapshot, *, has_plan: bool) -> list[str]:
    """Returns the kinds of pages that this tournament cannot have."""
    has_bracket = state.tournament.system.knocks_out
    return [kind for kind, is_there in (("hall", has_plan), ("bracket", has_bracket)) if not is_there]


def _address(club: Club, number: int, parameters: dict[str, object]) -> str:
    """Returns the address of this page with these parameters, without empty ones."""
    filled = {name: value for name, value in parameters.items() if value != ""}
    return url_for("tournament_wall.show", club=club.slug, number=number, **filled)  # type: ignore[arg-type]


def _glance_of(visit: Visit, number: int) -> Summary:
    summary = load_summary(number)
    if summary is None or summary.club_id != visit.club.id:
        abort(404)
    return summary


def _choice(name: str, values: tuple[str, ...]) -> str:
    """Returns a query parameter if it is one of the choices, else an empty text."""
    value = request.args.get(name, "")
    return value if value in values else ""


def _page_number(pages: list[Slide]) -> int:
    """Returns the index of the page in `?page=`, modulo the number of pages; 0 by default."""
    page = request.args.get("page", "")
    return int(page) % len(pages) if pages and PAGE.fullmatch(page) else 0


@bp.get("/code.svg")
@of_club()
def code(visit: Visit, number: int) -> Response:
    """The QR code of the players' page as SVG."""
    address = public_address(_glance_of(visit, number))
    return qr_code(address) if address else abort(404)


BRACKET_PLACES = 16  # most places below each other


BracketPage = list[list[Drawn | str]]  # columns of places, each below its heading


def drawn_bracket(tournament: Tournament) -> tuple[tuple[str, ...], list[BracketPage]]:
    """Returns a sentence about the third place, and the pages of the bracket; no pages before the knock-out."""
    try:
        bracket = places(tournament)
    except Refusal:
        return (), []
    first, longest = len(bracket.columns[0]), max(bracket.left, BRACKET_PLACES)
    parts = in_parts([column for column in bracket.columns if len(column) <= longest], BRACKET_PLACES)
    parts = [part for part in parts if any(place.entrant for place in part.columns[0])]
    return bracket.third, [_bracket_page(part, has_gaps=part.in_all == first) for part in parts]


def _bracket_page(part: BracketPart, *, has_gaps: bool) -> BracketPage:
    """Returns the columns of a page; with `has_gaps`, places without a name in its first one stay empty."""
    return [
        [
            words.stage_name(part.in_all >> at),
            *(Drawn(place.name, place.score, place.won, has_gaps and at == 0 and not place.name) for place in column),
        ]
        for at, column in enumerate(part.columns)
    ]
