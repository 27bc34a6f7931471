"""Rankings, tables and seats of a tournament as lines of text."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.clubs.tournaments import words
from scorekeeper.clubs.tournaments.snapshots import CACHED, Snapshot
from scorekeeper.clubs.tournaments.words import (
    figure_of_side,
    figures_of_sides,
    flight_headings,
    group_headings,
    name_sort_key,
)
from scorekeeper.i18n import _, current_locale, format_number, format_signed, language_tag
from scorekeeper.paper.tournaments.parts import Listing, Wanted
from scorekeeper.paper.tournaments.ranking import ranking as ranking_listing
from scorekeeper.tournaments.model import Entrant, Table, Tournament
from scorekeeper.tournaments.scoring import winner
from scorekeeper.tournaments.standings import Moved, Standing
from scorekeeper.tournaments.systems import is_knockout


class Mark(NamedTuple):
    """An icon (of `macros/icons.html`) and its text, next to the name of a late or withdrawn entrant."""

    icon: str
    text: str


ICONS = {"late": "clock", "out": "no"}


def marks_of(entrant: Entrant) -> tuple[Mark, ...]:
    """Returns the marks of an entrant in the current language, none for most."""
    return tuple(Mark(ICONS[what], text) for what, text in words.coming_and_going(entrant).items())


class Line(NamedTuple):
    """A line of the ranking: place (`3=` if shared), places gained or lost, marks, and the sums as texts."""

    place: str
    up: int | None
    entrant: int
    name: str
    club: str
    marks: tuple[Mark, ...]
    figures: tuple[str, ...]


class Part(NamedTuple):
    """A ranking: of all entrants, of one line of a Mitchell movement, of a group, or of a flight."""

    heading: str
    lines: tuple[Line, ...]


class Ranking(NamedTuple):
    """A tournament's ranking: `figures` are the headings of the sums, `parts` its lines, groups or flights, if any.

    `is_cut`: in flights, whose lists together are the ranking of all.
    """

    title: str
    figures: tuple[str, ...]
    everybody: Part
    parts: tuple[Part, ...]
    is_cut: bool

    @property
    def wanted(self) -> tuple[Part, ...]:
        """The rankings for the wall: lines, groups or flights if there are any, else all entrants."""
        return self.parts or (self.everybody,)


def ranking_of(followed: Snapshot, *, live: bool = False) -> Ranking:
    """Returns the ranking after all complete rounds, or with current results (`live`), in the current language."""
    return _ranking(followed, live, current_locale(), language_tag())


@lru_cache(2 * CACHED)
def _ranking(followed: Snapshot, live: bool, _language: str, _region: str) -> Ranking:
    tournament, standing = followed.ranked, followed.live if live else followed.standing
    in_knockout = bool(standing.rounds) and is_knockout(tournament, standing.rounds)
    lines = [_lines(tournament, rows, bare=in_knockout) for rows in (standing.everybody, *standing.parts)]
    headings = _headings(tournament, standing)
    return Ranking(
        title_of(standing, live=live),
        () if in_knockout else _columns(tournament),
        Part("", lines[0]),
        () if in_knockout else tuple(Part(*part) for part in zip(headings, lines[1:], strict=True)),
        standing.kind == "flights",
    )


def title_of(standing: Standing, *, live: bool = False) -> str:
    """Returns the title of the ranking, e.g. “Ranking after round 3”."""
    if standing.finished:
        return _("Final ranking")
    if live:
        return _("Ranking during round %(number)s", number=standing.rounds)
    return _("Ranking after round %(number)s", number=standing.rounds)


def _headings(tournament: Tournament, standing: Standing) -> Sequence[str]:
    """Returns the headings of the parts of the standings: flights, lines or groups."""
    if standing.kind == "flights":
        return flight_headings(tournament)[: len(standing.parts)]
    return words.lines(tournament) if standing.kind == "lines" else group_headings(tournament)


def explained(followed: Snapshot, *, live: bool = False) -> Listing:
    """Returns the ranking as on paper, with its criteria and which of them decided, in the current language.

    Raises Refusal.
    """
    return _listing_with_reasons(followed, live, current_locale(), language_tag())


@lru_cache(2 * CACHED)
def _listing_with_reasons(followed: Snapshot, live: bool, _language: str, _region: str) -> Listing:
    return ranking_listing(followed.ranked, Wanted("A4", current_locale()), live=live)


def _columns(tournament: Tournament) -> tuple[str, ...]:
    if tournament.scoring.kind == "vp":
        return (_("VP"), _("MP"))
    return (_("TP"), _("Legs") if tournament.scoring.best_of > 1 else _("Points"))


def _lines(tournament: Tournament, rows: tuple[Moved, ...], *, bare: bool) -> tuple[Line, ...]:
    """Returns the lines of a ranking; with `bare`, in a knock-out, without sums and places gained or lost.

    Entrants still in the knock-out share the first place.
    """
    by_id = words.by_id(tournament)
    places = words.places([moved.row for moved in rows])
    return tuple(
        Line(
            place,
            None if bare else moved.up,
            moved.row["entrant"],
            words.with_substitutes(by_id[moved.row["entrant"]]),
            by_id[moved.row["entrant"]].club or "",
            marks_of(by_id[moved.row["entrant"]]),
            () if bare else figures(tournament, moved),
        )
        for place, moved in zip(places, rows, strict=True)
    )


def figures(tournament: Tournament, moved: Moved) -> tuple[str, str]:
    """Returns an entrant's two totals as text: VP and MP, or TP and difference of legs (of points with one leg)."""
    if tournament.scoring.kind == "vp":
        return format_number(moved.row["vp"]), format_signed(moved.row["mp"])
    second = "legs" if tournament.scoring.best_of > 1 else "points"
    return format_number(moved.row["tp"]), format_signed(moved.row[second])


MAIN = 0  # index into a score: VP or TP


class Side(NamedTuple):
    """One side of a table: its VP or TP (`result`) and its points or legs (`points`), both empty during play."""

    name: str
    result: str
    points: str
    won: bool


class TableLine(NamedTuple):
    """A table of a round as texts: its number, both sides, whether it has a result, and the name of its match.

    `name` is its group or flight, “Final” or “Third place” where a round has both, else empty. `is_held`: the round's
    results are held back.
    """

    number: int
    sides: tuple[Side, Side]
    is_decided: bool
    name: str
    is_held: bool


class Seat(NamedTuple):
    """A player or entrant with the number of their table; `table` is 0 without one, as with a bye.

    `line` is the short name of the line in which they sit, empty if there are none.
    """

    player: str
    entrant: Entrant
    table: int
    line: str = ""


def table_lines(followed: Snapshot, number: int) -> list[TableLine]:
    """Returns the tables of a round as texts in the current language; an empty list for an unknown round."""
    tables = followed.tables(number)
    names = words.names_of_round(followed.tournament, number) if tables else {}
    entrants = words.sitting(followed.tournament, number)
    lines = [_table_line(followed.tournament, entrants, table, names.get(table.number, "")) for table in tables]
    return [line._replace(is_held=True) for line in lines] if followed.holds(number) else lines


def _table_line(tournament: Tournament, entrants: dict[int, Entrant], table: Table, name: str) -> TableLine:
    best = winner(tournament.scoring, table) if table.is_decided else None
    one, other = (
        _side(tournament, table, index, name=words.names(entrants, table.sides[index]), won=best == index)
        for index in (0, 1)
    )
    return TableLine(table.number, (one, other), table.is_decided, name, is_held=False)


def _side(tournament: Tournament, table: Table, index: int, *, name: str, won: bool) -> Side:
    if not table.is_decided:
        return Side(name, "", "", won)
    figures = table.points or table.legs
    return Side(
        name, figure_of_side(tournament, table, index, MAIN), format_number(figures[index]) if figures else "", won
    )


def vp_of_tables(tournament: Tournament, number: int) -> dict[int, str]:
    """Returns the victory points of a round's tables, e.g. “13 : 7 VP”, by table number.

    Empty if victory points do not count; without tables whose victory points were set by the arbiter.
    """
    if tournament.scoring.kind != "vp":
        return {}
    decided = (table for table in tournament.rounds[number - 1].tables if table.is_decided and table.vp is None)
    return {
        decided_table.number: f"{figures_of_sides(tournament, decided_table, MAIN)} {_('VP')}"
        for decided_table in decided
    }


def seats(followed: Snapshot, number: int) -> list[Seat]:
    """Returns the seats of all players of a round, sorted by name."""
    played = followed.tournament.rounds[number - 1]
    by_id = words.sitting(followed.tournament, number)
    lines = words.short_lines(followed.tournament, number) or ["", ""]
    at = {
        entrant: (table.number, line)
        for table in played.tables
        for side, line in zip(table.sides, lines, strict=True)
        for entrant in side
    } | dict.fromkeys(played.byes, (0, ""))
    listed = [Seat(player, by_id[entrant], *seat) for entrant, seat in at.items() for player in by_id[entrant].players]
    return sorted(listed, key=lambda seat: name_sort_key(seat.player))


def found(followed: Snapshot, looked_for: str, most: int) -> list[Seat]:
    """Returns at most `most` entrants whose name, or a player's or former player's, contains the text, sorted by name.

    Without a text these are all entrants, by their own names. `table` is the table in the last round, 0 without one.
    """
    part = name_sort_key(looked_for.strip())
    at = {seated: table.number for table in followed.tables(followed.round) for seated in table.ids}
    sitting = words.sitting(followed.tournament, followed.round)
    fitting = [
        Seat(_matching_name(sitting[entrant.id], part), sitting[entrant.id], at.get(entrant.id, 0))
        for entrant in followed.tournament.entrants
        if any(part in name_sort_key(name) for name in _names(entrant, sitting[entrant.id]))
    ]
    return sorted(fitting, key=lambda seat: name_sort_key(seat.player))[:most]


def _names(entrant: Entrant, sitting: Entrant) -> tuple[str, ...]:
    """Returns the names of an entrant and its players, the first ones and the present ones."""
    return (entrant.name, *entrant.players, sitting.name, *sitting.players)


def _matching_name(entrant: Entrant, part: str) -> str:
    """Returns the player whose name contains the text, else the entrant's name."""
    return next((player for player in entrant.players if part and part in name_sort_key(player)), entrant.name)


def held_text(followed: Snapshot) -> str:
    """Returns a sentence on the results that are held back; empty if there are none yet, or all are shown."""
    if followed.held is None or followed.round < followed.held:
        return ""
    return _("The results from round %(number)s on follow later.", number=followed.held)


def round_title(followed: Snapshot, number: int | None = None) -> str:
    """Returns the name of a round, by default the last one; empty before the first."""
    return words.round_name(followed.tournament, number or followed.round) if followed.round else ""
