"""Exports: matches and tournaments as JSON lines, results and standings as CSV, streamed in batches."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Row, Select, and_, func, or_, select

from scorekeeper import ledger
from scorekeeper.clubs import club_lines, named_games
from scorekeeper.clubs.occasions import hour_text
from scorekeeper.clubs.places import Placed, ranked
from scorekeeper.clubs.standings import Line, Period, standings
from scorekeeper.clubs.statistics import with_place
from scorekeeper.clubs.tournaments import json_lines
from scorekeeper.clubs.tournaments.json_lines import ENDED, MADE, ROUND, SETTLED, TABLE
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Entry
from scorekeeper.i18n import _, called
from scorekeeper.i18n.languages import csv_line
from scorekeeper.store.club_models import Club, ClubLogLine, ClubSitting, Night, NightTable, Player, Result
from scorekeeper.store.models import Change, Hand, Match, Sitting, db
from scorekeeper.store.tournament_models import Tournament, TournamentChange, TournamentTable

AT_ONCE = 200  # matches a query


def lines(club: Club, period: Period, *, with_log: bool = True, with_people: bool = False) -> Iterator[str]:
    """Yields the period's tournaments, then its matches, as lines of JSON; `with_log` as in `match_lines`.

    With `with_people` the whole roster is between them, and the club's logo and championships follow.
    """
    for tournament in json_lines.tournaments_of(club, period):
        yield json_lines.write_line(tournament, with_desk=with_log)
    if with_people:
        yield from club_lines.person_lines(club)
    yield from match_lines(club, period, with_log=with_log)
    if with_people:
        yield from club_lines.lines(club)  # after the matches: importing those creates the nights


def tournament_lines(club: Club, tournament: Tournament, *, with_log: bool = True) -> Iterator[str]:
    """Yields a tournament and then all of its matches, one per line."""
    yield json_lines.write_line(tournament, with_desk=with_log)
    yield from match_lines(club, Period(), with_log=with_log, tournament=tournament.id)


def match_lines(club: Club, period: Period, *, with_log: bool = True, tournament: int | None = None) -> Iterator[str]:
    """Yields every match of the period, or of a tournament, as a match document, one per line, by id.

    In `about`, `played` is the start of the match, `opened` of the sitting; `table`, `place`, `night`, `night_day`,
    `night_hour`, `night_place`, `tournament_made`, `tournament_round` and `tournament_table` are where it was played,
    and `stopped` is "yes" for a stopped match. `tournament_settled` is the outcome that an arbiter has set aside, as
    JSON.

    `log` holds all changes, including struck hands and entries before corrections; it is left out without `with_log`,
    for users who may not read the club's log.
    """
    last = 0
    while rows := db.session.execute(_matches_after(last, club.id, period, tournament)).all():
        numbers = [row.id for row in rows]
        entries, logs = _entries(numbers), _logs(numbers) if with_log else {}
        for row in rows:
            entered = [ledger.with_current_names(row.setup, number, entry) for number, entry in entries.get(row.id, [])]
            document = rules.document(row.setup, entered)
            document["about"] = {**document.get("about", {}), **_about(row)}
            if with_log:
                document["log"] = ledger.log_lines(logs[row.id])
            yield _json_line(document)
        last = rows[-1].id


def hand_counts(club: Club, period: Period, most: int, tournament: int | None = None) -> list[int]:
    """Returns the number of hands of the first `most` matches of the period or tournament."""
    query = _matches_after(0, club.id, period, tournament).limit(most)
    return [row.hand_count for row in db.session.execute(query)]


def newest_change(club: Club) -> tuple[object, ...]:
    """Returns a key for caching exports: its values change whenever an export would."""
    of_club = select(ClubSitting.sitting_id).where(ClubSitting.club_id == club.id)
    changed = db.session.scalar(select(func.max(Match.changed_at)).where(Match.sitting_id.in_(of_club)))
    tables = db.session.scalar(select(func.count()).select_from(ClubSitting).where(ClubSitting.club_id == club.id))
    acts = (ClubLogLine.club_id == club.id, ClubLogLine.kind != "export")  # every export adds one
    act = db.session.scalar(select(func.max(ClubLogLine.id)).where(*acts))
    versions = select(func.count(), func.sum(Tournament.version), func.sum(Tournament.desk_version))
    tournaments = db.session.execute(versions.where(Tournament.club_id == club.id)).one()
    noted = select(func.max(TournamentChange.id)).join(Tournament, Tournament.id == TournamentChange.tournament_id)
    return changed, tables, act, *tournaments, db.session.scalar(noted.where(Tournament.club_id == club.id))


def count_matches(club: Club, period: Period, tournament: int | None = None) -> int:
    """Returns how many matches `match_lines` writes."""
    query = _matches_after(0, club.id, period, tournament).order_by(None).limit(None).with_only_columns(func.count())
    return db.session.scalar(query) or 0


def _json_line(document: dict[str, Any]) -> str:
    """Returns a document as one line of ASCII JSON.

    Old versions stored entries that JSON cannot hold (NaN, or nested too deeply) in declined offline hands; these
    entries are left out.
    """
    try:
        return json.dumps(document, separators=(",", ":"), allow_nan=False) + "\n"
    except (ValueError, RecursionError):
        for line in document.get("log", []):
            if "declined" in line.get("after", {}):
                line["after"] = {"declined": {**line["after"]["declined"], "entry": {}}}
        return json.dumps(document, separators=(",", ":")) + "\n"


def _matches_after(last: int, club: int, period: Period, tournament: int | None = None) -> Select[Any]:
    """Returns the query for up to AT_ONCE matches with ids above `last`, as rows of `_with_places`."""
    day = func.coalesce(Night.day, Tournament.day)
    within = ([day >= period.since] if period.since else []) + ([day <= period.until] if period.until else [])
    elsewhere = and_(day.is_(None), *period.contains(Match.started_at))
    query = _with_places().where(ClubSitting.club_id == club, Match.id > last)
    query = query.where(or_(elsewhere, and_(*within))) if within else query
    if tournament is not None:
        query = query.where(TournamentTable.tournament_id == tournament)
    if period.game in period.named:
        of_game = select(Result.match_id).where(Result.club_id == club, Result.game == period.game)
        query = query.where(Match.id.in_(of_game))
    elif period.game:
        query = query.where(Match.setup["game"].as_string() == period.game)
    return query.order_by(Match.id).limit(AT_ONCE)


def _with_places() -> Select[Any]:
    """Returns the query for clubs' matches, each with its table, night and tournament."""
    match = (Match.id, Match.setup, Match.hand_count, Match.started_at, Match.stopped)
    night = (
        Night.name.label("night"),
        Night.day.label("night_day"),
        Night.hour.label("night_hour"),
        Night.place.label("night_place"),
    )
    tournament = (
        Tournament.made_at.label("tournament_made"),
        TournamentTable.round.label("tournament_round"),
        TournamentTable.number.label("tournament_table"),
        TournamentTable.ended_at.label("tournament_ended"),
        TournamentTable.settled.label("tournament_settled"),
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
    """Returns the entries by match id: number and entry of each hand that is not struck."""
    hands = select(Hand.match_id, Hand.number, Hand.entry).where(Hand.match_id.in_(matches), Hand.struck.is_(False))
    entries: dict[int, list[tuple[int, Entry]]] = {}
    for row in db.session.execute(hands.order_by(Hand.match_id, Hand.number)):
        entries.setdefault(row.match_id, []).append((row.number, row.entry))
    return entries


def _logs(matches: list[int]) -> dict[int, list[Row[Any]]]:
    """Returns the log lines by match id, as rows rather than objects, which would fill the session."""
    lines = select(*Change.__table__.columns).where(Change.match_id.in_(matches))
    logs: dict[int, list[Row[Any]]] = {}
    for row in db.session.execute(lines.order_by(Change.match_id, Change.number)):
        logs.setdefault(row.match_id, []).append(row)
    return logs


def _about(row: Row[Any]) -> dict[str, str]:
    about = {"played": row.started_at.isoformat(), "opened": row.opened_at.isoformat()}
    stopped = {"stopped": "yes"} if row.stopped else {}
    day = row.night_day.isoformat() if row.night_day else ""
    where = {
        "table": row.name,
        "place": row.place,
        "night": row.night,
        "night_day": day,
        "night_hour": hour_text(row.night_hour),
        "night_place": row.night_place,
    }
    if row.tournament_made:
        where |= {MADE: row.tournament_made.isoformat(), ENDED: "yes" if row.tournament_ended else ""}
        where |= {ROUND: str(row.tournament_round), TABLE: str(row.tournament_table)}
        where |= {SETTLED: json.dumps(row.tournament_settled, separators=(",", ":")) if row.tournament_settled else ""}
    return about | stopped | {key: text for key, text in where.items() if text}


RESULTS_AT_ONCE = 2_000  # results a query


def count_results(club: Club, period: Period) -> int:
    """Returns how many rows `result_rows` writes, without the heading."""
    return db.session.scalar(select(func.count()).select_from(Result).where(*period.conditions(club.id))) or 0


def result_rows(club: Club, period: Period, *, with_numbers: bool = True) -> Iterator[str]:
    """Yields every result of the period as CSV, a row per finished match and player, with headings in the user's
    language.

    Without `with_numbers`, for users who may not read them, the member numbers are blank. Days and times are in the
    server's time zone, in a form that every spreadsheet reads.
    """
    yield csv_line((
        _("match"), _("played on"), _("time"), _("night"), _("table"), _("game"), _("player"), _("member"), _("guest"),
        _("side"), _("partners"), _("won"), _("lost"), _("games"), _("points"), _("points against"), _("rating"),
        _("tournament"), _("round"), _("remark"),
    ))  # fmt: skip
    titles = named_games.all_titles(club)
    last = 0
    while rows := db.session.execute(_results_after(last, club.id, period)).all():
        # The limit may have cut off seats of the last match, so that match is read again.
        complete = [row for row in rows if row[0].match_id < rows[-1][0].match_id]
        complete = complete if len(rows) == RESULTS_AT_ONCE else list(rows)
        for _match, seats in groupby(complete, lambda row: row[0].match_id):
            together = list(seats)
            yield "".join(csv_line(_cells(row, together, titles, with_numbers)) for row in together)
        last = complete[-1][0].match_id
        db.session.expunge_all()


def _results_after(last: int, club: int, period: Period) -> Any:
    more = (
        Match.started_at,
        Match.locked,
        Tournament.document["name"].as_string(),
        TournamentTable.round,
        TournamentTable.number,
    )
    columns = (Result, Player.name, Player.number, Sitting.name, NightTable.number, Night.name, Night.day)
    return (
        with_place(select(*columns, *more).outerjoin(Player, Player.id == Result.player_id))
        .where(*period.conditions(club), Result.match_id > last)
        .order_by(Result.match_id, Result.seat)
        .limit(RESULTS_AT_ONCE)
    )


def _cells(row: Any, together: Sequence[Any], titles: Mapping[str, str], with_numbers: bool) -> list[object]:
    result, name, number, sitting, table, night, day, started, locked, tournament, round_number, round_table = row
    partners = [other for other in together if other[0].side == result.side and other[0].seat != result.seat]
    return [
        result.match_id,
        result.played_at.astimezone().date().isoformat(),
        started.astimezone().strftime("%H:%M"),
        night or (day.isoformat() if day else ""),
        table or round_table or called(sitting),
        titles.get(result.game, result.game),
        name or called(result.name),
        (number or "") if with_numbers else "",
        "" if name else _("guest"),
        result.side + 1,
        ", ".join(partner_row[1] or called(partner_row[0].name) for partner_row in partners),
        result.won,
        result.lost,
        result.games,
        result.points_for,
        result.points_against,
        result.rating,
        tournament or "",
        round_number or "",
        _("entered by the arbiter") if result.typed else "" if result.confirmed or locked else _("not confirmed"),
    ]


def standings_rows(places: Sequence[Placed[Line]], *, one_game: bool) -> Iterator[str]:
    """Yields standings as CSV; with `one_game` also ratings and points."""
    head = [_("position"), _("player"), _("won"), _("lost"), _("played"), _("games")]
    yield csv_line(head + ([_("points"), _("points against"), _("rating")] if one_game else []))
    for place, line in places:
        cells: list[object] = [place, line.name, line.won, line.lost, line.played, line.games]
        more = [line.points_for, line.points_against, "" if line.rating is None else line.rating]
        yield csv_line(cells + (more if one_game else []))


def standings_lines(club: Club, period: Period) -> Iterator[str]:
    """Yields the standings as lines of CSV, by matches won."""
    lines = ranked(period, "won", standings(club, period))
    return standings_rows(lines, one_game=period.game is not None)
