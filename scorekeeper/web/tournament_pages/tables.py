"""Tables, results and log lines of a tournament as texts, and the way back to its page."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeVar

from flask import abort, g, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.clubs.tournaments import words
from scorekeeper.clubs.tournaments.keeping import KINDS
from scorekeeper.i18n import _, format_number, format_signed, say
from scorekeeper.store.tournament_models import Tournament, TournamentChange
from scorekeeper.tournaments.changes.forbidden import forbidden_of
from scorekeeper.tournaments.changes.results import Document, outcome_of
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Table
from scorekeeper.tournaments.model import Tournament as ReadTournament
from scorekeeper.tournaments.pairing import forbidden_twos
from scorekeeper.tournaments.substitutes import name_in
from scorekeeper.tournaments.systems import SYSTEMS
from scorekeeper.web.loading import Visit
from scorekeeper.web.saving import to


def read_once(document: Document) -> ReadTournament:
    """Reads a document, once a request. Raises Refusal; a changed document is another object, and read again."""
    if g.get("read_document", (None,))[0] is not document:
        g.read_document = document, read(document)
    tournament: ReadTournament = g.read_document[1]
    return tournament


def tournament_address(visit: Visit, tournament: Tournament) -> str:
    """Returns the address of the tournament's page."""
    return url_for("tournaments.show", club=visit.club.slug, number=tournament.id)


def to_tournament(visit: Visit, tournament: Tournament, anchor: str | None = None) -> Response:
    """Returns the redirect to the tournament's page after a form was saved."""
    return to("tournaments.show", club=visit.club.slug, number=tournament.id, _anchor=anchor)


class Named(NamedTuple):
    """An entrant: id (shown before the name), name, and club or an empty text."""

    id: int
    name: str
    club: str


class NamedTable(NamedTuple):
    """A table with its two sides, each one entrant or several partners, its result, and the name of its match.

    `name` is its group or flight, “Final” or “Third place” where a round has both, else empty. `forbidden` are the
    numbers of those who sit here and must not meet (TOU-39), as text.
    """

    number: int
    sides: list[list[Named]]
    outcome: dict[str, Any]
    name: str
    forbidden: str


FEW = 6  # up to this number of tables a list is enough
LONGEST_SOUGHT = 60


class HasTable(Protocol):
    """A row of a page about a table."""

    @property
    def table(self) -> NamedTable:
        """The table."""


Row = TypeVar("Row", bound=HasTable)


def search_in(rows: list[Row]) -> tuple[str, list[Row]]:
    """Returns what the request searches, `?find=`, and the rows that it finds; all of them without a search.

    A number finds a table, any other text a part of a name; accents and case are ignored.
    """
    text = " ".join(request.args.get("find", "")[:LONGEST_SOUGHT].split())
    if text.isdecimal():
        return text, [row for row in rows if str(row.table.number) == text.lstrip("0")]
    part = words.name_sort_key(text)
    return text, [row for row in rows if any(part in words.name_sort_key(name) for name in _named_at(row.table))]


def _named_at(table: NamedTable) -> list[str]:
    return [entrant.name for side in table.sides for entrant in side]


def names_of(document: Document, side: Any, number: int = 1) -> list[Named]:
    """Returns the entrants of a side or a bye of round `number`, given as an id, a list of ids, or None."""
    return _named_entrants(_entrants_by_id(document, number), side)


def named_sides(document: Document, number: int, tables: Sequence[dict[str, Any]]) -> list[NamedTable]:
    """Returns the tables of round `number`, from the document or a proposal, with the names of their entrants."""
    by_id, names = _entrants_by_id(document, number), dict[int, str]()
    forbidden = set(map(frozenset, forbidden_of(document)))
    if SYSTEMS[document["system"]["kind"]].names_tables:
        names = words.table_names(read_once(document), number, [table_model(table) for table in tables])
    return [
        NamedTable(
            table["table"],
            [_named_entrants(by_id, side) for side in table["sides"]],
            outcome_of(table),
            names.get(table["table"], ""),
            words.joined_twos(forbidden_twos(forbidden, table_model(table).ids)) if forbidden else "",
        )
        for table in tables
    ]


def table_model(table: dict[str, Any]) -> Table:
    """Returns a table of the document, or of a proposal, with its result."""
    one, other = (tuple(side) if isinstance(side, list) else (side,) for side in table["sides"])
    return Table(table["table"], (one, other), **outcome_of(table))


def _entrants_by_id(document: Document, number: int) -> dict[int, Named]:
    """Returns the entrants by id, with the names of their players in round `number`."""
    return {
        entrant["id"]: Named(entrant["id"], name_in(entrant, number), entrant.get("club") or "")
        for entrant in document["entrants"]
    }


def _named_entrants(entrants: dict[int, Named], side: Any) -> list[Named]:
    ids = [] if side is None else side if isinstance(side, list) else [side]
    return [entrants[entrant] for entrant in ids]


class OutcomeWords(NamedTuple):
    """A result as text (`1,850 : 1,210`, `2 : 1` or `12 : 8 VP`), and a smaller text beside it or an empty one."""

    main: str
    beside: str


def outcome_words(outcome: dict[str, Any]) -> OutcomeWords:
    """Returns a table's result as text."""
    if not outcome:
        return OutcomeWords(_("no result"), "")
    if "forfeit" in outcome:
        return OutcomeWords(_("No. %(number)s did not play", number=outcome["forfeit"]), "")
    if "late" in outcome:
        return OutcomeWords(_("No. %(number)s came too late", number=outcome["late"]), "")
    if "vp" in outcome:
        match_points = _pair_text(outcome.get("mp") or (0, 0))
        return OutcomeWords(f"{_pair_text(outcome['vp'])} {_('VP')}, {match_points} {_('MP')}", _("by the arbiter"))
    scores = [_pair_text(outcome[name]) for name in ("legs", "points") if outcome.get(name)]
    return OutcomeWords(scores[0], scores[1] if len(scores) > 1 else "")


def outcome_text(outcome: dict[str, Any]) -> str:
    """Returns the result in one line: `2 : 1 (205 : 190)`."""
    words = outcome_words(outcome)
    return f"{words.main} ({words.beside})" if words.beside else words.main


def _pair_text(values: Any) -> str:
    return " : ".join(format_number(value) for value in values)


class LogLine(NamedTuple):
    """A line of the log: time, author, sentence, values before and after, and the arbiter's reason."""

    id: int
    at: datetime
    actor: str
    sentence: str
    detail: str
    reason: str


def log_line(line: TournamentChange) -> LogLine:
    """Returns a change of the tournament as a line of the log, in the current language."""
    return LogLine(
        line.id,
        line.made_at,
        line.actor,
        say(KINDS[line.kind], line.detail),
        _detail(line.detail),
        words.reason(line.reason),
    )


def _detail(detail: dict[str, Any]) -> str:
    """Returns the result before and after the change, or the points of a ruling."""
    if "outcome" in detail:
        was, became = detail.get("was") or {}, detail["outcome"] or {}
        return " → ".join(outcome_text(result) for result in (was, became)) if was else outcome_text(became)
    return added(detail)


def added(ruling: dict[str, Any]) -> str:
    """Returns the points that a ruling adds or deducts: `−1 VP`."""
    kinds = {"vp": _("VP"), "mp": _("MP"), "tp": _("TP")}
    return ", ".join(f"{format_signed(ruling[kind])} {text}" for kind, text in kinds.items() if ruling.get(kind))


def round_of(tournament: Tournament, number: int) -> dict[str, Any]:
    """Returns a round of the document; 404 if there is none."""
    rounds: list[dict[str, Any]] = tournament.document.get("rounds") or []
    return rounds[number - 1] if 1 <= number <= len(rounds) else abort(404)
