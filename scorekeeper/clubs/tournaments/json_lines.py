"""Tournaments as lines of JSON in an export: writing, and reading and checking for an import.

A line has the document, the desk and the log. Matches are lines of their own and name their table.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from string import Formatter
from typing import Any, NamedTuple

from sqlalchemy import insert, select

from scorekeeper import bounded_json, ledger
from scorekeeper.bounded_json import DOCUMENT, BadJson
from scorekeeper.clubs.occasions import LONGEST_PLACE, Occasion, hour_text, read_hour
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments import registration_lines
from scorekeeper.clubs.tournaments.cash import read_settings
from scorekeeper.clubs.tournaments.categories import read_categories
from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.clubs.tournaments.keeping import KINDS, LONGEST_REASON
from scorekeeper.clubs.tournaments.registration_lines import ImportedForm, moment_in
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import LARGEST, N_, Checks, Refusal
from scorekeeper.games.engine.setup import read_options
from scorekeeper.ledger import CONFIRMED
from scorekeeper.ledger.log import LONGEST_ACTOR
from scorekeeper.pages.start_form import LONGEST_MINUTES
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db, now, today
from scorekeeper.store.tournament_models import Tournament, TournamentChange
from scorekeeper.tournaments import hall
from scorekeeper.tournaments.changes.results import OUTCOME, Document, checked, outcome_of
from scorekeeper.tournaments.document import FORMAT as BARE
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.fields import LARGEST_ID, LONGEST_NUMBER, Fields
from scorekeeper.tournaments.hall import Hall
from scorekeeper.tournaments.options import MOST_ROUNDS

EXPORTED = (
    "options", "minutes", "confirm", "numbers", "present", "paid", "fee", "cash", "categories", "hall", "hold"
)  # fmt: skip


def exported_desk(desk: Desk) -> dict[str, Any]:
    """Returns the exported parts of a desk, without the empty ones."""
    parts: dict[str, Any] = dict(desk)
    return {name: parts[name] for name in EXPORTED if parts[name] not in (None, "", [], {})}


def read_desk(line: Fields, document: Document) -> Desk:
    """Returns the desk of a line, checked against its document; adds problems to `line`."""
    fields = line.group("desk")
    if fields is None:
        return {}
    fields.only(EXPORTED)
    ids = {entrant["id"] for entrant in document["entrants"]}
    desk: Desk = {"options": _options(fields, document), "numbers": _numbers(fields, document)}
    desk["present"], desk["paid"] = (_ids(fields, name, ids) for name in ("present", "paid"))
    desk["fee"], desk["hall"] = fields.text_or_none("fee") or "", _hall(fields)
    cash = fields.group("cash") if fields.has_value("cash") else None
    desk["cash"] = read_settings(cash) if cash else {}
    categories = fields.group("categories") if fields.has_value("categories") else None
    desk["categories"] = read_categories(categories, ids) if categories else {}
    if fields.has_value("minutes"):
        desk["minutes"] = fields.whole("minutes", None, 1, LONGEST_MINUTES)
    if fields.has_value("hold"):
        desk["hold"] = fields.whole("hold", None, 1, MOST_ROUNDS)
    desk["confirm"] = fields.choice("confirm", None, CONFIRMED) or "" if fields.has_value("confirm") else ""
    return desk


def _options(fields: Fields, document: Document) -> dict[str, Any]:
    """Returns the house rules, checked by the game."""
    game = find_game(document.get("game"))
    group = fields.group("options") if fields.has_value("options") else None
    if group is None:
        return {}
    if game is None:
        fields.refuse("options", None, N_("There is no game whose rules these could be"))
        return {}
    preset = game.preset(document.get("variant")) or game.presets[0]
    checks = Checks(fields.mapping, fields.path, fields.problems)
    if game.read_options(checks, preset) is None:
        read_options(checks, game, preset)
    return group.mapping


def _hall(fields: Fields) -> Hall:
    """Returns the floor plan; empty for the free text of old versions."""
    if not fields.has_value("hall") or isinstance(fields.mapping["hall"], str):
        return []
    try:
        return hall.checked(fields.mapping["hall"])
    except Refusal as refusal:
        (problem,) = refusal.problems
        fields.refuse("hall", None, problem["message"], **problem["params"])
        return []


def _numbers(fields: Fields, document: Document) -> dict[str, list[str]]:
    """Returns member numbers by entrant id, at most one per player."""
    group = fields.group("numbers") if fields.has_value("numbers") else None
    players = {str(entrant["id"]): len(entrant["players"]) for entrant in document["entrants"]}
    numbers: dict[str, list[str]] = {}
    for name in sorted(group.mapping) if group else ():
        values = group.mapping[name] if group else None
        if name not in players:
            fields.refuse(f"numbers.{name}", None, N_("There is no entrant {entrant}"), entrant=name)
        elif not isinstance(values, list) or len(values) > players[name]:
            fields.refuse(f"numbers.{name}", None, N_("This must be a list of member numbers, one a player at most"))
        else:
            numbers[name] = [
                fields.printable(f"numbers.{name}.{at}", number, LONGEST_NUMBER) if number != "" else ""
                for at, number in enumerate(values)
            ]
    return numbers


def _ids(fields: Fields, name: str, valid: set[int]) -> list[int]:
    values = fields.list_of(name)
    for at, value in enumerate(values):
        if type(value) is not int or value not in valid:
            fields.refuse(f"{name}.{at}", None, N_("There is no entrant {entrant}"), entrant=str(value)[:20])
    return sorted({value for value in values if type(value) is int})


MOST_TEXT = 1_200_000  # characters of an exported log; an evening's log has a tenth of that
ROW_ID = "sitting"  # key of a line's detail that is not exported: a row's id is another one elsewhere
PARTS = ("at", "by", "kind", "detail", "reason")
RULED = ("vp", "mp", "tp")
SEATED = ("seat", "take_back")  # kinds whose `was` is the former state of the round
NEXT_ROUND = ("return", "remove")  # kinds whose sentence does not name the next round, which their detail has


class LogLine(NamedTuple):
    """A log line of an imported tournament."""

    at: datetime
    by: str
    kind: str
    detail: dict[str, Any]
    reason: str


def exported_log(tournament: Tournament) -> list[dict[str, Any]]:
    """Returns the log to export, oldest line first; of a log that is too long, only the newest lines."""
    query = select(TournamentChange).where(TournamentChange.tournament_id == tournament.id)
    lines, room = [], MOST_TEXT
    for change in db.session.scalars(query.order_by(TournamentChange.id.desc())):
        line = _exported_line(change)
        room -= len(ascii(line))
        if room < 0:
            break
        lines.append(line)
    return lines[::-1]


def _exported_line(change: TournamentChange) -> dict[str, Any]:
    detail = {name: _short(value) for name, value in change.detail.items() if name != ROW_ID}
    optional = {"by": change.actor, "detail": detail, "reason": change.reason}
    return {
        "at": change.made_at.isoformat(),
        "kind": change.kind,
        **{name: value for name, value in optional.items() if value},
    }


def _short(value: Any) -> Any:
    """Returns the value; a text that is too long for an import, e.g. hundreds of names, is shortened."""
    return value[: DOCUMENT.text - 1] + "…" if isinstance(value, str) and len(value) > DOCUMENT.text else value


def read_log(line: Fields) -> list[LogLine]:
    """Returns the log of a line; adds problems to `line`."""
    return [_read_log_line(fields) for fields in line.groups("log")]


def _read_log_line(fields: Fields) -> LogLine:
    fields.only(PARTS)
    at = ledger.moment_of(fields.mapping.get("at"))
    if at is None:
        fields.refuse("at", None, N_("This must be a day and a time, as 2026-11-21T20:15:00+00:00"))
    kind = fields.choice("kind", None, tuple(KINDS))
    by, reason = _text(fields, "by", LONGEST_ACTOR), _text(fields, "reason", LONGEST_REASON)
    return LogLine(at or now(), by, str(kind), _detail(fields, kind) if kind in KINDS else {}, reason)


def _text(fields: Fields, name: str, longest: int) -> str:
    """Reads a text of a log, with any characters; empty if it is missing."""
    text = fields.mapping.get(name) or ""
    if not isinstance(text, str):
        fields.refuse(name, None, N_("This must be a text"))
    elif len(text) > longest:
        fields.refuse(name, None, N_("Enter 1 to {longest} characters"), longest=longest)
    else:
        return text
    return ""


def _detail(fields: Fields, kind: str) -> dict[str, Any]:
    """Returns the detail of a log line: the sentence's parameters, a ruling's points, a result or a former round."""
    parameters = [name for _before, name, _spec, _conversion in Formatter().parse(KINDS[kind]) if name]
    group = fields.group("detail") if parameters or fields.has_value("detail") else None
    if group is None:
        return {}
    for name in parameters:
        _check_named(group, name)
    if kind in NEXT_ROUND:
        parameters.append("round")
        group.whole_or("round", None, 1, 1, LARGEST)
    for name in RULED:
        if group.has_value(name):
            group.whole(name, None, -LARGEST, LARGEST)
    others = ("was", "outcome") if group.has("outcome") else ("was",) if kind in SEATED else ()
    for name in others:
        group_field = group.group(name) if group.has_value(name) else None
        if group_field is not None and kind not in SEATED:
            _check_outcome(group_field)
    group.only((*parameters, *RULED, *others))
    return group.mapping


def _check_named(group: Fields, name: str) -> None:
    """Checks a parameter of a log line's sentence, which must be a number or a text."""
    if not group.required(name, None):
        return
    if type(group.mapping[name]) is int:
        group.whole(name, None, 0, LARGEST)
    else:
        _text(group, name, DOCUMENT.text)


def _check_outcome(outcome: Fields) -> None:
    outcome.only(OUTCOME)
    for name in ("points", "legs", "vp", "mp"):
        outcome.pair_of(name, "TOU-1", -LARGEST, LARGEST)
    for name in ("forfeit", "late"):
        if outcome.has_value(name):
            outcome.whole(name, None, -LARGEST_ID, LARGEST_ID)
    if list(outcome_of(outcome.mapping)) == ["mp"]:
        outcome.refuse("mp", None, N_("Victory points and match points are given together"))


def settled_outcome(text: object) -> dict[str, Any] | None:
    """Returns the phones' outcome that an arbiter has set aside, from its JSON; None if it is missing or invalid."""
    try:
        value = bounded_json.read(text.encode(), bounded_json.SMALL) if isinstance(text, str) and text else None
    except BadJson:
        value = None
    if not isinstance(value, dict):
        return None
    fields = Fields(value)
    _check_outcome(fields)
    return None if fields.problems else value


def insert_log(tournament: Tournament, lines: Sequence[LogLine]) -> None:
    """Inserts the log of an imported tournament; all of its lines get version 0."""
    rows = [
        {
            "tournament_id": tournament.id,
            "version": 0,
            "made_at": line.at,
            "actor": line.by,
            "kind": line.kind,
            "detail": line.detail,
            "reason": line.reason,
        }
        for line in lines
    ]
    if rows:
        db.session.execute(insert(TournamentChange), rows)


FORMAT = "scorekeeper-club-tournament/1"
# Keys that exports add to `about` of a match at a tournament's table; in the database they are columns.
MADE, ROUND, TABLE, ENDED, SETTLED = KEYS = (
    "tournament_made", "tournament_round", "tournament_table", "tournament_ended", "tournament_settled"
)  # fmt: skip
HEAD = ("format", "tournament", "made", "day", "hour", "place", "closed", "desk", "log", "home")


class ImportedTournament(NamedTuple):
    """A valid tournament in a file: its line number (from 1) and its parts to be stored.

    `made` identifies it among the club's tournaments; None for a bare document.
    """

    line: int
    document: Document
    made: datetime | None
    occasion: Occasion
    closed: datetime | None
    desk: Desk
    log: list[LogLine]
    home: ImportedForm | None = None


def tournaments_of(club: Club, period: Period) -> Iterator[Tournament]:
    """Yields the club's tournaments in a period, in order of id."""
    query = select(Tournament).where(Tournament.club_id == club.id)
    for tournament in db.session.scalars(query.order_by(Tournament.id)):
        since, until = period.since or date.min, period.until or date.max
        if since <= tournament.day <= until and period.game in (None, tournament.document.get("game")):
            yield tournament


def write_line(tournament: Tournament, *, with_desk: bool = True) -> str:
    """Returns a tournament as one line of ASCII JSON.

    Without `with_desk` the desk (e.g. member numbers and payments), the log with its actors and entries from home
    are left out.
    """
    line: dict[str, Any] = {
        "format": FORMAT,
        "tournament": tournament.document if with_desk else without_numbers(tournament.document),
        "made": tournament.made_at.isoformat(),
        "day": tournament.day.isoformat(),
        **({"hour": hour_text(tournament.hour)} if tournament.hour else {}),
        **({"place": tournament.place} if tournament.place else {}),
        **({"closed": tournament.closed_at.isoformat()} if tournament.closed_at else {}),
    }
    if with_desk and (desk := exported_desk(desk_of(tournament))):
        line["desk"] = desk
    if with_desk:
        line["log"] = exported_log(tournament)
        if home := registration_lines.exported(tournament):
            line["home"] = home
    return json.dumps(line, separators=(",", ":")) + "\n"


def without_numbers(document: Document) -> Document:
    """Returns the document without the member numbers of players and substitutes, which only scorers read."""
    return {**document, "entrants": [_without_numbers(entrant) for entrant in document["entrants"]]}


def _without_numbers(entrant: dict[str, Any]) -> dict[str, Any]:
    new = {name: value for name, value in entrant.items() if name != "numbers"}
    if entrant.get("substitutes"):
        new["substitutes"] = [
            {name: value for name, value in row.items() if name != "number"} for row in entrant["substitutes"]
        ]
    return new


def is_tournament(value: Any) -> bool:
    """True if a line of a file has the format of a tournament, valid or not."""
    return isinstance(value, dict) and value.get("format") in (FORMAT, BARE)


def read_line(line: int, value: dict[str, Any]) -> ImportedTournament:
    """Reads the tournament of a line. Raises Refusal with every problem and its field."""
    if value["format"] == BARE:
        document = _with_plain_totals(value)
        read(document)
        return ImportedTournament(line, document, None, Occasion(today().isoformat()), None, {}, [])
    document = _document(_with_plain_totals(value.get("tournament")))
    fields = Fields(value)
    fields.only(HEAD)
    day, hour = day_in(fields), _hour_in(fields)
    made_at, closed = (moment_in(fields, name) for name in ("made", "closed"))
    place = fields.text("place", LONGEST_PLACE) if fields.has_value("place") else ""
    desk = read_desk(fields, document) if fields.has_value("desk") else Desk()
    log = read_log(fields)
    group = fields.group("home") if fields.has_value("home") else None
    home = registration_lines.read(group, document) if group else None
    if fields.problems:
        raise Refusal(fields.problems)
    return ImportedTournament(line, document, made_at, Occasion(day.isoformat(), hour, place), closed, desk, log, home)


def _document(value: Any) -> Document:
    """Returns the checked document, even with too few entrants. Raises Refusal with the line's field names."""
    try:
        if not isinstance(value, dict):
            read(value)
        return checked(value)
    except Refusal as refusal:
        for problem in refusal.problems:
            problem["field"] = f"tournament.{problem['field']}" if problem["field"] else "tournament"
        raise


def _with_plain_totals(value: Any) -> Any:
    """Returns a document, checked or not, with points as earlier versions entered them turned into totals (TOU-27).

    If the game's lowest total wins, they entered all points as negative numbers, which are impossible in these games.
    """
    name = value.get("game") if isinstance(value, dict) else None
    game = find_game(name) if isinstance(name, str) else None
    if game is None or game.lowest_wins is not True or not isinstance(value.get("rounds"), list):
        return value
    lists = [table["points"] for turn in value["rounds"] for table in _tables(turn) if table.get("points")]
    if not all(map(_is_below_zero, lists)) or not any(map(any, lists)):
        return value
    return {**value, "rounds": [_with_plain_total(turn) for turn in value["rounds"]]}


def _tables(turn: Any) -> list[Document]:
    tables = turn.get("tables") if isinstance(turn, dict) else None
    return [table for table in tables if isinstance(table, dict)] if isinstance(tables, list) else []


def _is_below_zero(points: Any) -> bool:
    return isinstance(points, list) and all(type(value) is int and value <= 0 for value in points)


def _with_plain_total(turn: Any) -> Any:
    if not _tables(turn):
        return turn
    tables = [
        {**table, "points": [-value for value in table["points"]]}
        if isinstance(table, dict) and table.get("points")
        else table
        for table in turn["tables"]
    ]
    return {**turn, "tables": tables}


def day_in(fields: Fields) -> date:
    """Returns the date in the field `day`; date.min if it is missing or invalid, added to the problems."""
    try:
        return date.fromisoformat(fields.mapping.get("day") or "")
    except (TypeError, ValueError):
        fields.refuse("day", None, N_("This must be a day, as 2026-11-21"))
        return date.min


def _hour_in(fields: Fields) -> str:
    """Returns the hour in the field `hour`, like 20:45; empty if it is missing or refused."""
    if not fields.has_value("hour"):
        return ""
    try:
        return hour_text(read_hour(fields.text("hour")))
    except ValueError:
        fields.refuse("hour", None, N_("This must be an hour, as 20:45"))
        return ""
