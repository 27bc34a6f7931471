"""How the matches at a round's tables stand, beside what the document says: for the arbiter's page."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, select

from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.told import Told, agreeing, told_by
from scorekeeper.store.club_models import Tournament, TournamentChange, TournamentTable
from scorekeeper.store.models import Match, db
from scorekeeper.tournaments.changes.results import outcome_of
from scorekeeper.tournaments.document import scoring_of
from scorekeeper.tournaments.model import Scoring


class AtTable(NamedTuple):
    """A table with a match. `match` is the newest one, `outcome` what the matches say, empty while they say nothing.

    `state` is one of

    - `waiting`: no hand yet; `playing`; `typed`: a result was entered while the match goes on;
    - `early`: stopped before its end, and nobody has called time; `unclear`: over, but nobody has won;
    - `unconfirmed`: over, and the sides in `missing` do not agree yet; `ready`: all agree, but it has not been entered;
    - `same`: entered as the matches say; `differs`: another result is entered than they say.
    """

    round: int
    number: int
    sitting: int
    match: Match
    state: str
    outcome: dict[str, Any]
    missing: tuple[int, ...]
    called_at: datetime | None

    @property
    def may_take(self) -> bool:
        """Whether the arbiter may enter what the matches say."""
        return bool(self.outcome) and self.state != "same"


Row = tuple[TournamentTable, list[Match]]


def at_tables(tournament: Tournament, number: int) -> dict[int, AtTable]:
    """The tables of a round that have a match, by their number."""
    of_round = _tables(tournament).where(TournamentTable.round == number, TournamentTable.ended_at.is_(None))
    return {table.number: each for table, each in _seen(tournament, _rows(of_round))}


def late_news(tournament: Tournament) -> list[AtTable]:
    """Tables of rounds that are closed, whose matches were changed since and say something else than is entered."""
    late = _changed_late(tournament)
    if not late:
        return []
    found = _tables(tournament).where(TournamentTable.sitting_id.in_(late))
    return [each for _table, each in _seen(tournament, _rows(found)) if each.state in ("differs", "typed")]


def _changed_late(tournament: Tournament) -> set[int]:
    """The sittings with a change after the next round was published."""
    published = select(TournamentChange.detail, TournamentChange.made_at).where(
        TournamentChange.tournament_id == tournament.id, TournamentChange.kind == "publish"
    )
    closed = {
        row.detail.get("round", 0) - 1: row.made_at
        for row in db.session.execute(published.order_by(TournamentChange.id))
    }
    found = select(TournamentTable.sitting_id, TournamentTable.round, Match.changed_at).join(
        Match, Match.sitting_id == TournamentTable.sitting_id
    )
    last = len(tournament.document.get("rounds") or [])
    earlier = TournamentTable.tournament_id == tournament.id, TournamentTable.round < last
    rows = db.session.execute(found.where(*earlier, TournamentTable.ended_at.is_(None)))
    return {row.sitting_id for row in rows if row.round in closed and row.changed_at > closed[row.round]}


def left_behind(tournament: Tournament) -> list[tuple[TournamentTable, Match]]:
    """Matches that went on after their round was taken back or seated anew, with the table that they were played at."""
    found = _tables(tournament).where(Match.changed_at > TournamentTable.ended_at, Match.hand_count > 0)
    return [(row.TournamentTable, row.Match) for row in db.session.execute(found)]


def _tables(tournament: Tournament) -> Select[TournamentTable, Match]:
    found = select(TournamentTable, Match).join(Match, Match.sitting_id == TournamentTable.sitting_id)
    in_order = found.order_by(TournamentTable.round, TournamentTable.number, TournamentTable.sitting_id, Match.number)
    return in_order.where(TournamentTable.tournament_id == tournament.id)


def _rows(found: Select[TournamentTable, Match]) -> list[Row]:
    rows: dict[int, Row] = {}
    for row in db.session.execute(found):
        rows.setdefault(row.TournamentTable.sitting_id, (row.TournamentTable, []))[1].append(row.Match)
    return list(rows.values())


def _seen(tournament: Tournament, rows: Sequence[Row]) -> list[tuple[TournamentTable, AtTable]]:
    if not rows:
        return []
    scoring = scoring_of(tournament.document)
    entered = {
        (number, each["table"]): outcome_of(each)
        for number, played in enumerate(tournament.document["rounds"], 1)
        for each in played["tables"]
    }
    return [
        (table, _at_table(tournament, scoring, table, matches, entered.get((table.round, table.number), {})))
        for table, matches in rows
    ]


def _at_table(
    tournament: Tournament, scoring: Scoring, table: TournamentTable, matches: list[Match], entered: dict[str, Any]
) -> AtTable:
    told = told_by(scoring, matches)
    missing: tuple[int, ...] = ()
    if told.is_over and not entered and desk_of(tournament)["confirm"]:
        agree = [agreeing(match) for match in told.counted]
        missing = tuple(side for side in (0, 1) if not all(side in each for each in agree))
    time = desk_of(tournament)["time"]
    return AtTable(
        round=table.round,
        number=table.number,
        sitting=table.sitting_id,
        match=matches[-1],
        state=_state(told, entered, missing, is_time=time == table.round),
        outcome=told.outcome,
        missing=missing,
        called_at=table.called_at,
    )


def _state(told: Told, entered: dict[str, Any], missing: Sequence[int], *, is_time: bool) -> str:
    if entered:
        if not told.is_over:
            return "typed"
        return "same" if told.outcome == entered else "differs"
    if not told.is_over:
        begun = any(match.hand_count for match in told.counted)
        return "playing" if begun else "waiting"
    if told.is_early and not is_time:
        return "early"
    if not told.outcome:
        return "unclear"
    return "unconfirmed" if missing else "ready"
