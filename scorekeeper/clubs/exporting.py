"""Exports: a club's matches and tournaments as documents, one a line, streamed in batches."""

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row, Select, func, select

from scorekeeper import ledger
from scorekeeper.clubs.period import Period
from scorekeeper.clubs.tournaments import exported
from scorekeeper.clubs.tournaments.exported import ENDED, MADE, ROUND, TABLE
from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Entry
from scorekeeper.store.club_models import (
    Club,
    ClubLogLine,
    ClubSitting,
    Night,
    NightTable,
    Result,
    Tournament,
    TournamentChange,
    TournamentTable,
)
from scorekeeper.store.models import Change, Hand, Match, Sitting, db

AT_ONCE = 200  # matches a query


def lines(club: Club, period: Period, *, with_log: bool = True) -> Iterator[str]:
    """The period's tournaments and then its matches, one a line; `with_log`: as in `match_lines`."""
    for each in exported.tournaments_of(club, period):
        yield exported.line_of(each, with_desk=with_log)
    yield from match_lines(club, period, with_log=with_log)


def tournament_lines(club: Club, tournament: Tournament, *, with_log: bool = True) -> Iterator[str]:
    """A tournament and then all of its matches, one a line."""
    yield exported.line_of(tournament, with_desk=with_log)
    yield from match_lines(club, Period(), with_log=with_log, tournament=tournament.id)


def match_lines(club: Club, period: Period, *, with_log: bool = True, tournament: int | None = None) -> Iterator[str]:
    """Every match of the period, or of that tournament, as a match document, one a line, in the order of their ids.

    `about` says when (`played`) and at which table it was played, and whether it was `stopped`; `opened` is when the
    sitting began; `night`, `night_day` and `night_place` tell of the club night that it belonged to, `tournament_made`,
    `tournament_round` and `tournament_table` of the tournament. `log` holds all changes, among them struck hands and
    the entries before corrections; without `with_log`, for whoever may not read the club's log, it is left out.
    """
    last = 0
    while rows := db.session.execute(_matches_after(last, club.id, period, tournament)).all():
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


def hand_counts(club: Club, period: Period, most: int, tournament: int | None = None) -> list[int]:
    """How many hands the first `most` matches of the period, or of that tournament, have, one number a match."""
    found = _matches_after(0, club.id, period, tournament).limit(most)
    return [row.hand_count for row in db.session.execute(found)]


def newest_change(club: Club) -> tuple[object, ...]:
    """Values that are others as soon as an export would be another: from matches, tables and the club's own log."""
    of_club = select(ClubSitting.sitting_id).where(ClubSitting.club_id == club.id)
    changed = db.session.scalar(select(func.max(Match.changed_at)).where(Match.sitting_id.in_(of_club)))
    tables = db.session.scalar(select(func.count()).select_from(ClubSitting).where(ClubSitting.club_id == club.id))
    acts = (ClubLogLine.club_id == club.id, ClubLogLine.kind != "export")  # each wish for an export is one
    act = db.session.scalar(select(func.max(ClubLogLine.id)).where(*acts))
    versions = select(func.count(), func.sum(Tournament.version), func.sum(Tournament.desk_version))
    tournaments = db.session.execute(versions.where(Tournament.club_id == club.id)).one()
    noted = select(func.max(TournamentChange.id)).join(Tournament, Tournament.id == TournamentChange.tournament_id)
    return changed, tables, act, *tournaments, db.session.scalar(noted.where(Tournament.club_id == club.id))


def count_matches(club: Club, period: Period, tournament: int | None = None) -> int:
    """How many matches `match_lines` writes."""
    wanted = _matches_after(0, club.id, period, tournament).order_by(None).limit(None).with_only_columns(func.count())
    return db.session.scalar(wanted) or 0


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


def _matches_after(last: int, club: int, period: Period, tournament: int | None = None) -> Select[Any]:
    """Up to AT_ONCE matches with ids above `last`, as rows of `_with_places`."""
    found = _with_places().where(ClubSitting.club_id == club, Match.id > last, *period.contains(Match.started_at))
    if tournament is not None:
        found = found.where(TournamentTable.tournament_id == tournament)
    if period.game in period.named:
        of_game = select(Result.match_id).where(Result.club_id == club, Result.game == period.game)
        found = found.where(Match.id.in_(of_game))
    elif period.game:
        found = found.where(Match.setup["game"].as_string() == period.game)
    return found.order_by(Match.id).limit(AT_ONCE)


def _with_places() -> Select[Any]:
    """Clubs' matches, each with its table, and its night and tournament where it has one."""
    match = (Match.id, Match.setup, Match.hand_count, Match.started_at, Match.stopped)
    night = (Night.name.label("night"), Night.day.label("night_day"), Night.place.label("night_place"))
    tournament = (
        Tournament.made_at.label("tournament_made"),
        TournamentTable.round.label("tournament_round"),
        TournamentTable.number.label("tournament_table"),
        TournamentTable.ended_at.label("tournament_ended"),
    )
    return (
        select(*match, Sitting.name, Sitting.place, Sitting.opened_at, *night, *tournament)
        .join(Sitting, Sitting.id == Match.sitting_id)
        .outerjoin(NightTable, NightTable.sitting_id == Sitting.id)
        .outerjoin(Night, Night.id == NightTable.night_id)
        .outerjoin(TournamentTable, TournamentTable.sitting_id == Sitting.id)
        .outerjoin(Tournament, Tournament.id == TournamentTable.tournament_id)
        .join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
    )


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
    day = row.night_day.isoformat() if row.night_day else ""
    where = {
        "table": row.name,
        "place": row.place,
        "night": row.night,
        "night_day": day,
        "night_place": row.night_place,
    }
    if row.tournament_made:
        where |= {MADE: row.tournament_made.isoformat(), ENDED: "yes" if row.tournament_ended else ""}
        where |= {ROUND: str(row.tournament_round), TABLE: str(row.tournament_table)}
    return about | stopped | {key: text for key, text in where.items() if text}
