"""A tournament as one line of an export, and read from it: document, desk, log and tables."""

import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from string import Formatter
from typing import Any, NamedTuple

from sqlalchemy import insert, select

from scorekeeper import ledger
from scorekeeper.bounded_json import DOCUMENT
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.clubs.tournaments.keeping import KINDS, LONGEST_REASON
from scorekeeper.clubs.tournaments.keeping import LONGEST as LONGEST_PLACE
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import LARGEST, Checks, Refusal, _
from scorekeeper.games.engine.setup import read_options
from scorekeeper.ledger import CONFIRMED
from scorekeeper.ledger.log import LONGEST_ACTOR
from scorekeeper.pages.start_form import LONGEST_MINUTES
from scorekeeper.store.club_models import Club, Tournament, TournamentChange
from scorekeeper.store.models import db, now
from scorekeeper.tournaments import hall
from scorekeeper.tournaments.changes.entries import LONGEST_NUMBER
from scorekeeper.tournaments.changes.results import OUTCOME, Document, checked, outcome_of
from scorekeeper.tournaments.document import FORMAT as BARE
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.fields import LARGEST_ID, Fields
from scorekeeper.tournaments.hall import Hall

CARRIED = ("options", "minutes", "confirm", "numbers", "present", "paid", "fee", "hall")


def carried(desk: Desk) -> dict[str, Any]:
    """What is carried, without what is empty."""
    parts: dict[str, Any] = dict(desk)
    return {name: parts[name] for name in CARRIED if parts[name] not in (None, "", [], {})}


def read_desk(line: Fields, document: Document) -> Desk:
    """The desk in the field `desk` of a line, for this document. What is wrong is added to the line's problems."""
    fields = line.group("desk")
    if fields is None:
        return {}
    fields.only(CARRIED)
    ids = {each["id"] for each in document["entrants"]}
    desk: Desk = {"options": _options(fields, document), "numbers": _numbers(fields, document)}
    desk["present"], desk["paid"] = (_ids(fields, name, ids) for name in ("present", "paid"))
    desk["fee"], desk["hall"] = fields.text_or_none("fee") or "", _hall(fields)
    if fields.has_value("minutes"):
        desk["minutes"] = fields.whole("minutes", None, 1, LONGEST_MINUTES)
    desk["confirm"] = fields.choice("confirm", None, CONFIRMED) or "" if fields.has_value("confirm") else ""
    return desk


def _options(fields: Fields, document: Document) -> dict[str, Any]:
    """House rules that the game knows."""
    game = find_game(document.get("game"))
    group = fields.group("options") if fields.has_value("options") else None
    if group is None:
        return {}
    if game is None:
        fields.refuse("options", None, _("There is no game whose rules these could be"))
        return {}
    preset = game.preset(document.get("variant")) or game.presets[0]
    read_options(Checks(fields.mapping, fields.path, fields.problems), game, preset)
    return group.mapping


def _hall(fields: Fields) -> Hall:
    """The plan of the hall. Words, which it could be before there were plans, are left out."""
    if not fields.has_value("hall") or isinstance(fields.mapping["hall"], str):
        return []
    try:
        return hall.checked(fields.mapping["hall"])
    except Refusal as refusal:
        (problem,) = refusal.problems
        fields.refuse("hall", None, problem["message"], **problem["params"])
        return []


def _numbers(fields: Fields, document: Document) -> dict[str, list[str]]:
    """Member numbers by entrant, no more than there are players."""
    group = fields.group("numbers") if fields.has_value("numbers") else None
    players = {str(each["id"]): len(each["players"]) for each in document["entrants"]}
    found: dict[str, list[str]] = {}
    for name in sorted(group.mapping) if group else ():
        given = group.mapping[name] if group else None
        if name not in players:
            fields.refuse(f"numbers.{name}", None, _("There is no entrant {entrant}"), entrant=name)
        elif not isinstance(given, list) or len(given) > players[name]:
            fields.refuse(f"numbers.{name}", None, _("This must be a list of member numbers, one a player at most"))
        else:
            found[name] = [
                fields.printable(f"numbers.{name}.{at}", each, LONGEST_NUMBER) if each != "" else ""
                for at, each in enumerate(given)
            ]
    return found


def _ids(fields: Fields, name: str, known: set[int]) -> list[int]:
    given = fields.list_of(name)
    for at, each in enumerate(given):
        if type(each) is not int or each not in known:
            fields.refuse(f"{name}.{at}", None, _("There is no entrant {entrant}"), entrant=str(each)[:20])
    return sorted({each for each in given if type(each) is int})


MOST_TEXT = 1_200_000  # characters of a log that goes out; a club's evening has a tenth of it
HERE_ALONE = "sitting"  # in a line's detail: the id of a row, which is another one elsewhere
PARTS = ("at", "by", "kind", "detail", "reason")
RULED = ("vp", "mp", "tp")
SEATED = ("seat", "take_back")  # kinds whose `was` is the round as it was


class Line(NamedTuple):
    """A line of a log that comes in."""

    at: datetime
    by: str
    kind: str
    detail: dict[str, Any]
    reason: str


def log_of(tournament: Tournament) -> list[dict[str, Any]]:
    """The log; of one too long for a line of a file the newest lines."""
    found = select(TournamentChange).where(TournamentChange.tournament_id == tournament.id)
    lines, room = [], MOST_TEXT
    for each in db.session.scalars(found.order_by(TournamentChange.id.desc())):
        line = _line_of(each)
        room -= len(ascii(line))
        if room < 0:
            break
        lines.append(line)
    return lines[::-1]


def _line_of(change: TournamentChange) -> dict[str, Any]:
    detail = {name: _short(value) for name, value in change.detail.items() if name != HERE_ALONE}
    told = {"by": change.actor, "detail": detail, "reason": change.reason}
    return {
        "at": change.made_at.isoformat(),
        "kind": change.kind,
        **{name: each for name, each in told.items() if each},
    }


def _short(value: Any) -> Any:
    """A text that a line of a file may hold: hundreds who were entered at once are one text."""
    return value[: DOCUMENT.text - 1] + "…" if isinstance(value, str) and len(value) > DOCUMENT.text else value


def read_log(line: Fields) -> list[Line]:
    """The field `log` of a line. What is wrong is added to the line's problems."""
    return [_read(each) for each in line.groups("log")]


def _read(fields: Fields) -> Line:
    fields.only(PARTS)
    at = ledger.moment_of(fields.mapping.get("at"))
    if at is None:
        fields.refuse("at", None, _("This must be a day and a time, as 2026-11-21T20:15:00+00:00"))
    kind = fields.choice("kind", None, tuple(KINDS))
    by, reason = _text(fields, "by", LONGEST_ACTOR), _text(fields, "reason", LONGEST_REASON)
    return Line(at or now(), by, str(kind), _detail(fields, kind) if kind in KINDS else {}, reason)


def _text(fields: Fields, name: str, longest: int) -> str:
    """A text that was in the log, whatever its signs are; empty where there is none."""
    text = fields.mapping.get(name) or ""
    if not isinstance(text, str):
        fields.refuse(name, None, _("This must be a text"))
    elif len(text) > longest:
        fields.refuse(name, None, _("Enter 1 to {longest} characters"), longest=longest)
    else:
        return text
    return ""


def _detail(fields: Fields, kind: str) -> dict[str, Any]:
    """All that the sentence of this kind names, what a ruling adds, what came out at a table, a round as it was."""
    named = [name for _before, name, _spec, _conversion in Formatter().parse(KINDS[kind]) if name]
    group = fields.group("detail") if named or fields.has_value("detail") else None
    if group is None:
        return {}
    for name in named:
        _check_named(group, name)
    for name in RULED:
        if group.has_value(name):
            group.whole(name, None, -LARGEST, LARGEST)
    others = ("was", "outcome") if group.has("outcome") else ("was",) if kind in SEATED else ()
    for name in others:
        found = group.group(name) if group.has_value(name) else None
        if found is not None and kind not in SEATED:
            _check_outcome(found)
    group.only((*named, *RULED, *others))
    return group.mapping


def _check_named(group: Fields, name: str) -> None:
    """What a sentence names: a number, or a text."""
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
        outcome.refuse("mp", None, _("Victory points and match points are given together"))


def insert_log(tournament: Tournament, lines: Sequence[Line]) -> None:
    """Give a tournament that is new here the log that it came with. All of it lies before its first version here."""
    rows = [
        {
            "tournament_id": tournament.id,
            "version": 0,
            "made_at": each.at,
            "actor": each.by,
            "kind": each.kind,
            "detail": each.detail,
            "reason": each.reason,
        }
        for each in lines
    ]
    if rows:
        db.session.execute(insert(TournamentChange), rows)


FORMAT = "scorekeeper-club-tournament/1"
# Keys that exports add to `about` of a match at a tournament's table; here they are columns.
MADE, ROUND, TABLE, ENDED = KEYS = "tournament_made", "tournament_round", "tournament_table", "tournament_ended"
HEAD = ("format", "tournament", "made", "day", "place", "closed", "desk", "log")


class Arriving(NamedTuple):
    """A tournament of a file, found good: its line, counted from 1, and all that is kept of it.

    `made` tells it from others of the club; None for a document by itself.
    """

    line: int
    document: Document
    made: datetime | None
    day: date
    place: str
    closed: datetime | None
    desk: Desk
    log: list[Line]


def tournaments_of(club: Club, period: Period) -> Iterator[Tournament]:
    """The club's tournaments of a period, in the order of their ids."""
    found = select(Tournament).where(Tournament.club_id == club.id)
    for each in db.session.scalars(found.order_by(Tournament.id)):
        since, until = period.since or date.min, period.until or date.max
        if since <= each.day <= until and period.game in (None, each.document.get("game")):
            yield each


def line_of(tournament: Tournament, *, with_desk: bool = True) -> str:
    """A tournament on one line, in ASCII.

    Without `with_desk` it tells nobody's member number, nor who has paid, nor who did what.
    """
    line: dict[str, Any] = {
        "format": FORMAT,
        "tournament": tournament.document,
        "made": tournament.made_at.isoformat(),
        "day": tournament.day.isoformat(),
        **({"place": tournament.place} if tournament.place else {}),
        **({"closed": tournament.closed_at.isoformat()} if tournament.closed_at else {}),
    }
    if with_desk and (kept := carried(desk_of(tournament))):
        line["desk"] = kept
    if with_desk:
        line["log"] = log_of(tournament)
    return json.dumps(line, separators=(",", ":")) + "\n"


def is_tournament(value: Any) -> bool:
    """Whether a line of a file means to be a tournament."""
    return isinstance(value, dict) and value.get("format") in (FORMAT, BARE)


def read_line(line: int, value: dict[str, Any]) -> Arriving:
    """The tournament of a line. Raises Refusal with every problem and its field."""
    if value["format"] == BARE:
        read(value)
        return Arriving(line, value, None, now().date(), "", None, {}, [])
    document = _document(value.get("tournament"))
    fields = Fields(value)
    fields.only(HEAD)
    day = _day(fields)
    made, closed = (_moment(fields, name) for name in ("made", "closed"))
    place = fields.text("place", LONGEST_PLACE) if fields.has_value("place") else ""
    desk = read_desk(fields, document) if fields.has_value("desk") else Desk()
    log = read_log(fields)
    if fields.problems:
        raise Refusal(fields.problems)
    return Arriving(line, document, made, day, place, closed, desk, log)


def _document(value: Any) -> Document:
    """A document that may still want its entrants. Raises Refusal, with fields as they are called in the line."""
    try:
        if not isinstance(value, dict):
            read(value)
        return checked(value)
    except Refusal as refusal:
        for each in refusal.problems:
            each["field"] = f"tournament.{each['field']}" if each["field"] else "tournament"
        raise


def _day(fields: Fields) -> date:
    try:
        return date.fromisoformat(fields.mapping.get("day") or "")
    except (TypeError, ValueError):
        fields.refuse("day", None, _("This must be a day, as 2026-11-21"))
        return date.min


def _moment(fields: Fields, name: str) -> datetime | None:
    """A moment; None where there is none."""
    moment = ledger.moment_of(fields.mapping.get(name))
    if moment is None and fields.has_value(name):
        fields.refuse(name, None, _("This must be a day and a time, as 2026-11-21T20:15:00+00:00"))
    return moment
