"""The log of a tournament as its line of an export carries it, and read from there. Its lines stay the oldest first."""

from collections.abc import Sequence
from datetime import datetime
from string import Formatter
from typing import Any, NamedTuple

from sqlalchemy import insert, select

from scorekeeper import ledger
from scorekeeper.bounded_json import DOCUMENT
from scorekeeper.clubs.tournaments.log import KINDS, LONGEST_REASON
from scorekeeper.games.engine.base import LARGEST, _
from scorekeeper.ledger.log import LONGEST_ACTOR
from scorekeeper.store.club_models import Tournament, TournamentChange
from scorekeeper.store.models import db, now
from scorekeeper.tournaments.changes.results import OUTCOME, outcome_of
from scorekeeper.tournaments.fields import LARGEST_ID, Fields

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
    group = fields.group("detail") if named or fields.given("detail") else None
    if group is None:
        return {}
    for name in named:
        _check_named(group, name)
    for name in RULED:
        if group.given(name):
            group.whole(name, None, -LARGEST, LARGEST)
    others = ("was", "outcome") if group.has("outcome") else ("was",) if kind in SEATED else ()
    for name in others:
        found = group.group(name) if group.given(name) else None
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
        outcome.two(name, "TOU-1", -LARGEST, LARGEST)
    for name in ("forfeit", "late"):
        if outcome.given(name):
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
