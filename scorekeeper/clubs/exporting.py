"""Exports: a club's matches as match documents and its results as CSV, streamed in batches."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Row, Select, select

from scorekeeper import ledger
from scorekeeper.clubs import named_games
from scorekeeper.clubs.period import Period
from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Entry
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Club, ClubSitting, Player, Result
from scorekeeper.store.models import Change, Hand, Match, Sitting, db

AT_ONCE = 200  # matches a query
RESULTS_AT_ONCE = 2_000  # results a query


def match_lines(club: Club, period: Period, *, with_log: bool = True) -> Iterator[str]:
    """Every match of the period as a match document, one a line, in the order of their ids.

    `about` says when (`played`) and at which table it was played, and whether it was `stopped`; `opened` is when the
    sitting began. `log` holds all changes, among them struck hands and the entries before corrections; without
    `with_log`, for whoever may not read the club's log, it is left out.
    """
    last = 0
    while rows := db.session.execute(_matches_after(last, club.id, period)).all():
        numbers = [row.id for row in rows]
        entries, logs = _entries(numbers), _logs(numbers) if with_log else {}
        for row in rows:
            entered = [ledger.now_named(row.setup, number, entry) for number, entry in entries.get(row.id, [])]
            document = rules.document(row.setup, entered)
            document["about"] = {**document.get("about", {}), **_about(row)}
            if with_log:
                document["log"] = ledger.log_lines(logs[row.id])
            yield _json_line(document)
        last = rows[-1].id


def _json_line(document: dict[str, Any]) -> str:
    """A document on one line, in ASCII: whatever it holds can be sent.

    What earlier versions took in and JSON cannot tell (no numbers, a thing too deep to be walked) is left out of what
    was given up without a network; nothing else has it.
    """
    try:
        return json.dumps(document, separators=(",", ":"), allow_nan=False) + "\n"
    except (ValueError, RecursionError):
        for line in document.get("log", []):
            if "declined" in line.get("after", {}):
                line["after"] = {"declined": {**line["after"]["declined"], "entry": {}}}
        return json.dumps(document, separators=(",", ":")) + "\n"


def _matches_after(last: int, club: int, period: Period) -> Select[Any]:
    found = (
        select(Match.id, Match.setup, Match.started_at, Match.stopped, Sitting.name, Sitting.place, Sitting.opened_at)
        .join(Sitting, Sitting.id == Match.sitting_id)
        .join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
        .where(ClubSitting.club_id == club, Match.id > last, *period.contains(Match.started_at))
    )
    if period.game in period.named:
        found = found.where(
            Match.id.in_(select(Result.match_id).where(Result.club_id == club, Result.game == period.game))
        )
    elif period.game:
        found = found.where(Match.setup["game"].as_string() == period.game)
    return found.order_by(Match.id).limit(AT_ONCE)


def _entries(matches: list[int]) -> dict[int, list[tuple[int, Entry]]]:
    """The entries of the hands that count, with their numbers, by match."""
    hands = select(Hand.match_id, Hand.number, Hand.entry).where(Hand.match_id.in_(matches), Hand.struck.is_(False))
    found: dict[int, list[tuple[int, Entry]]] = {}
    for row in db.session.execute(hands.order_by(Hand.match_id, Hand.number)):
        found.setdefault(row.match_id, []).append((row.number, row.entry))
    return found


def _logs(matches: list[int]) -> dict[int, list[Row[Any]]]:
    """The lines of the log by match; as rows, which the session does not hold on to."""
    lines = select(*Change.__table__.columns).where(Change.match_id.in_(matches))
    found: dict[int, list[Row[Any]]] = {}
    for row in db.session.execute(lines.order_by(Change.match_id, Change.number)):
        found.setdefault(row.match_id, []).append(row)
    return found


def _about(row: Row[Any]) -> dict[str, str]:
    about = {"played": row.started_at.isoformat(), "opened": row.opened_at.isoformat()}
    stopped = {"stopped": "yes"} if row.stopped else {}
    return about | stopped | {key: text for key, text in (("table", row.name), ("place", row.place)) if text}


def result_rows(club: Club, period: Period) -> Iterator[str]:
    """Every result of the period as CSV, with headings in the reader's language: a row a finished match and player."""
    yield csv_line((
        _("match"), _("played on"), _("game"), _("player"), _("member"), _("guest"), _("side"), _("won"), _("lost"),
        _("games"), _("points"), _("points against"), _("rating"),
    ))  # fmt: skip
    named = named_games.titles(club)
    last = 0
    while rows := db.session.execute(_results_after(last, club.id, period)).all():
        # All seats of a match go together: the limit may have cut the last match, so that one is read again.
        complete = (
            [row for row in rows if row[0].match_id < rows[-1][0].match_id] if len(rows) == RESULTS_AT_ONCE else rows
        )
        yield "".join(csv_line(_cells(row[0], named.get(row[0].game, row[0].game), row[1], row[2])) for row in complete)
        last = complete[-1][0].match_id
        db.session.expunge_all()


def _results_after(last: int, club: int, period: Period) -> Select[Result, str, str]:
    return (
        select(Result, Player.name, Player.number)
        .outerjoin(Player, Player.id == Result.player_id)
        .where(*period.conditions(club), Result.match_id > last)
        .order_by(Result.match_id, Result.seat)
        .limit(RESULTS_AT_ONCE)
    )


def _cells(row: Result, game: str, name: str | None, number: str | None) -> list[object]:
    return [
        row.match_id,
        row.played_at.isoformat(timespec="seconds"),
        game,
        name or row.name,
        number or "",
        "" if name else _("guest"),
        row.side + 1,
        row.won,
        row.lost,
        row.games,
        row.points_for,
        row.points_against,
        row.rating,
    ]


# What a spreadsheet takes for the start of a formula, in a cell or, where it cuts cells at other signs than commas, in
# the middle of one; the full-width signs are those that East Asian spreadsheets treat alike.
FORMULA = re.compile(r"(^|[;|\t\r\n])(\s*)(?=[=+\-@＝＋－＠|%])")


def csv_line(cells: Iterable[object]) -> str:
    """One line of CSV, every cell in quotes, and before what a spreadsheet would take for a formula an apostrophe."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n", quoting=csv.QUOTE_ALL).writerow([_defused(cell) for cell in cells])
    return written.getvalue()


def _defused(cell: object) -> object:
    return FORMULA.sub(r"\1'\2", cell) if isinstance(cell, str) else cell
