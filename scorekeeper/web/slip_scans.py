"""Readings of the live scanner for a round: stored like readings of photographs, and filled into the same form.

A round has one scan, shared by all phones. It is a finished job of the kind SLIPS, deleted with the others.

Nothing wrong may count as sure, and a camera looks at a slip many times. So the first reading of a slip counts if it is
sure; after one in doubt, two equal ones are needed; after MOST_LOOKS in doubt none counts. Two different sure readings
leave the slip in doubt for good.
"""

from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper import jobs
from scorekeeper.jobs import Order
from scorekeeper.slips.reading import DECIDED
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import Job, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.photographs import MOST_READ
from scorekeeper.web.slip_readings import SLIPS, Line, is_current, lines_of, sides_of

SURE, HAD, DOUBT, AGAIN, NOTHING = "sure", "had", "doubt", "again", "nothing"  # what a look at a slip showed
MOST_LOOKS = 6  # readings of a slip in doubt after which it has to be typed
FIGURES = ("points", "legs", "absent")  # victory points follow


class Scan(NamedTuple):
    """The scan of a round: its job's number, and its readings."""

    number: str
    lines: list[Line]


def scan_of(tournament: Tournament, number: int) -> Scan:
    """Returns the scan of round `number`; without readings if none was begun, or if it was deleted."""
    order = _order(tournament, number)
    return Scan(order.number(), lines_of(jobs.find(order.number())))


def _order(tournament: Tournament, number: int) -> Order:
    asked = {"tournament": tournament.id, "round": number, "live": True}
    return Order(
        SLIPS, "", "", "", 0, asked, "en", "", visitor="", club=tournament.club_id, role="scorer", mime=""
    )  # the same for everybody, in any language


def add(tournament: Tournament, number: int, line: Line) -> str:
    """Adds a reading of a slip of round `number`, if it is new; returns what it showed. Commits."""
    scan = scan_of(tournament, number)
    state, lines = _with(scan.lines, line, sides_of(tournament, number))
    if lines == scan.lines:
        return state
    jobs.submit(_order(tournament, number), told={"slips": []})
    take_turn(db.session)
    query = select(Job).where(Job.number == scan.number).with_for_update()
    job = db.session.scalar(query.execution_options(populate_existing=True))
    if job is not None:  # else the next round was published just now
        state, lines = _with(lines_of(job), line, sides_of(tournament, number))
        job.told = {"slips": lines[-MOST_READ:]}
    db.session.commit()
    return state


def _with(lines: list[Line], line: Line, sides: dict[int, Any]) -> tuple[str, list[Line]]:
    """Returns what a reading shows, and the readings together with it."""
    before = [each for each in lines if each["table"] == line["table"] and is_current(each, sides)]
    others = [each for each in lines if each["table"] != line["table"]]
    state, after = _looked(before, line)
    return state, others + after if after != before else lines


def _looked(before: list[Line], line: Line) -> tuple[str, list[Line]]:
    """Returns what a reading shows, and the readings of its slip together with it: one, or two that differ."""
    if not before:
        return (SURE if is_sure(line) else DOUBT), [line]
    earlier = before[0]
    if len(before) > 1:
        return DOUBT, before
    if is_sure(earlier):
        differs = is_sure(line) and _figures(line) != _figures(earlier)
        return (DOUBT, [earlier, line]) if differs else (HAD, before)
    looks, once = earlier.get("looks", 1) + 1, earlier.get("once")
    if looks > MOST_LOOKS:
        return DOUBT, before
    was_asked = earlier.get("asked", _asks(earlier))
    if not is_sure(line):
        better = min(earlier, line, key=lambda each: len(each["doubts"]))
        return DOUBT, [{**better, "looks": looks, "once": once, "asked": was_asked or _asks(line)}]
    if once is None and was_asked:
        return AGAIN, [{**earlier, "looks": looks, "once": line}]
    if once is None or _figures(once) == _figures(line):
        return SURE, [line]
    return DOUBT, [once, line]


def _asks(line: Line) -> bool:
    """True if a number is in doubt, and not only the picture as a whole."""
    return any(field for field, _message, _params in line["doubts"])


def is_sure(line: Line) -> bool:
    """True if nothing on the slip is in doubt; its table may have a result already."""
    return all(message == DECIDED for _field, message, _params in line["doubts"])


def _figures(line: Line) -> list[Any]:
    """Returns what was read, also of a line that was stored as JSON."""
    values = (line.get(name) for name in FIGURES)
    return [list(value) if isinstance(value, tuple) else value for value in values]
