"""The matches at a round's tables: the state of each table, the next leg of a series, and calling time."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, select

from scorekeeper import ledger
from scorekeeper.clubs.results.outcomes import MatchResult, confirming_sides, result_of_matches
from scorekeeper.clubs.tournaments import table_results
from scorekeeper.clubs.tournaments.desk import desk_of, stop_clock
from scorekeeper.clubs.tournaments.keeping import change_desk, note
from scorekeeper.clubs.tournaments.rounds import table_of
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.games.engine.match_state import Contested
from scorekeeper.i18n import say
from scorekeeper.store.models import Match, Sitting, db, now
from scorekeeper.store.tournament_models import Tournament, TournamentChange, TournamentTable
from scorekeeper.tournaments.changes.results import outcome_of
from scorekeeper.tournaments.document import scoring_of
from scorekeeper.tournaments.model import Scoring


def plays_legs(tournament: Tournament, table: TournamentTable) -> bool:
    """True if the table plays several matches per round (best of 3, for example) and is not detached."""
    scoring = scoring_of(tournament.document)
    return scoring.kind == "match" and scoring.best_of > 1 and table.ended_at is None


def has_next_leg(tournament: Tournament, table: TournamentTable) -> bool:
    """True if the newest match of a series is over and another leg has to follow."""
    if not plays_legs(tournament, table):
        return False
    query = select(Match).where(Match.sitting_id == table.sitting_id).order_by(Match.number)
    matches = db.session.scalars(query).all()
    is_playing = bool(matches) and matches[-1].status == "in_progress"
    return not is_playing and not result_of_matches(scoring_of(tournament.document), matches).is_over


def plays_single_match(sitting: Sitting) -> bool:
    """True if the sitting is or was a tournament table, and no further leg can be played there."""
    table = table_of(sitting)
    return table is not None and not plays_legs(*table)


def check_next_leg(sitting: Sitting) -> None:
    """Raises Refusal if the sitting is a tournament table that may not start another match now."""
    table = table_of(sitting)
    if table and not has_next_leg(*table):
        raise refuse(None, None, N_("This table has played its match: the next one has its own link"))


class TableState(NamedTuple):
    """The state of a table with a match: its newest `match`, and the `outcome` of its matches, empty at first.

    `state` is one of

    - `waiting`: no hand yet; `playing`; `typed`: a result was entered although the match is not over;
    - `early`: stopped before its end, and time was not called; `unclear`: over without a winner;
    - `unconfirmed`: over, and the sides in `missing` have not confirmed yet; `ready`: confirmed, but not entered yet;
    - `same`: the entered result is the outcome of the matches; `differs`: another result was entered;
      `settled`: another one was entered, and the arbiter has decided that it counts.

    `contested` are the hands on which the sides do not agree, if the table waits for confirmation or the arbiter.
    """

    round: int
    number: int
    sitting: int
    match: Match
    state: str
    outcome: dict[str, Any]
    missing: tuple[int, ...]
    called_at: datetime | None
    contested: tuple[Contested, ...]

    @property
    def may_take(self) -> bool:
        """True if the matches have an outcome that the arbiter may enter."""
        return bool(self.outcome) and self.state not in ("same", "settled")


Row = tuple[TournamentTable, list[Match]]


def table_states(tournament: Tournament, number: int) -> dict[int, TableState]:
    """Returns the states of the tables with a match in round `number`, by table number."""
    of_round = _tables(tournament).where(TournamentTable.round == number, TournamentTable.ended_at.is_(None))
    return {table.number: state for table, state in _states(tournament, _rows(of_round))}


def late_changes(tournament: Tournament) -> list[TableState]:
    """Returns tables of earlier rounds whose matches, changed later, contradict the entered result."""
    sittings = _changed_late(tournament)
    if not sittings:
        return []
    query = _tables(tournament).where(TournamentTable.sitting_id.in_(sittings))
    return [state for _table, state in _states(tournament, _rows(query)) if state.state in ("differs", "typed")]


def _changed_late(tournament: Tournament) -> set[int]:
    """Returns the ids of sittings with a match changed after the next round was published."""
    published = select(TournamentChange.detail, TournamentChange.made_at).where(
        TournamentChange.tournament_id == tournament.id, TournamentChange.kind == "publish"
    )
    closed = {
        row.detail.get("round", 0) - 1: row.made_at
        for row in db.session.execute(published.order_by(TournamentChange.id))
    }
    query = select(TournamentTable.sitting_id, TournamentTable.round, Match.changed_at).join(
        Match, Match.sitting_id == TournamentTable.sitting_id
    )
    last = len(tournament.document.get("rounds") or [])
    earlier = TournamentTable.tournament_id == tournament.id, TournamentTable.round < last
    rows = db.session.execute(query.where(*earlier, TournamentTable.ended_at.is_(None)))
    return {row.sitting_id for row in rows if row.round in closed and row.changed_at > closed[row.round]}


def orphaned_matches(tournament: Tournament) -> list[tuple[TournamentTable, Match]]:
    """Returns matches that went on after their round was undone or reseated, with the table they were played at."""
    query = _tables(tournament).where(Match.changed_at > TournamentTable.ended_at, Match.hand_count > 0)
    return [(row.TournamentTable, row.Match) for row in db.session.execute(query)]


def _tables(tournament: Tournament) -> Select[TournamentTable, Match]:
    query = select(TournamentTable, Match).join(Match, Match.sitting_id == TournamentTable.sitting_id)
    in_order = query.order_by(TournamentTable.round, TournamentTable.number, TournamentTable.sitting_id, Match.number)
    return in_order.where(TournamentTable.tournament_id == tournament.id)


def _rows(query: Select[TournamentTable, Match]) -> list[Row]:
    rows: dict[int, Row] = {}
    for row in db.session.execute(query):
        rows.setdefault(row.TournamentTable.sitting_id, (row.TournamentTable, []))[1].append(row.Match)
    return list(rows.values())


def _states(tournament: Tournament, rows: Sequence[Row]) -> list[tuple[TournamentTable, TableState]]:
    if not rows:
        return []
    scoring = scoring_of(tournament.document)
    entered = {
        (number, row["table"]): outcome_of(row)
        for number, played in enumerate(tournament.document["rounds"], 1)
        for row in played["tables"]
    }
    return [
        (table, _table_state(tournament, scoring, table, matches, entered.get((table.round, table.number), {})))
        for table, matches in rows
    ]


def _table_state(
    tournament: Tournament, scoring: Scoring, table: TournamentTable, matches: list[Match], entered: dict[str, Any]
) -> TableState:
    result = result_of_matches(scoring, matches)
    missing: tuple[int, ...] = ()
    if result.is_over and not entered and desk_of(tournament)["confirm"]:
        confirmed = [confirming_sides(match) for match in result.counted]
        missing = tuple(side for side in (0, 1) if not all(side in sides for sides in confirmed))
    time = desk_of(tournament)["time"]
    state = _state(result, entered, missing, is_time=time == table.round)
    if state == "differs" and table.settled == result.outcome:
        state = "settled"
    waiting = result.counted if missing or table.called_at else ()
    return TableState(
        round=table.round,
        number=table.number,
        sitting=table.sitting_id,
        match=matches[-1],
        state=state,
        outcome=result.outcome,
        missing=missing,
        called_at=table.called_at,
        contested=tuple(each for match in waiting for each in ledger.contested(match, say)),
    )


def _state(result: MatchResult, entered: dict[str, Any], missing: Sequence[int], *, is_time: bool) -> str:
    if entered:
        if not result.is_over:
            return "typed"
        return "same" if result.outcome == entered else "differs"
    if not result.is_over:
        has_hands = any(match.table["hands"] for match in result.counted)
        return "playing" if has_hands else "waiting"
    if result.is_early and not is_time:
        return "early"
    if not result.outcome:
        return "unclear"
    return "unconfirmed" if missing else "ready"


def call_time(tournament: Tournament, number: int, *, actor: str) -> None:
    """Calls time for the last round: from now on, confirmed matches that were stopped count.

    Raises Refusal for any other round.
    """
    if not number or number != len(tournament.document.get("rounds") or []):
        raise refuse(None, None, N_("You can only call time for the current round"))
    change_desk(tournament, lambda desk: {**stop_clock(desk, now()), "time": number})
    note(tournament, actor, "time", {"round": number})


def commit_and_tell(tournament: Tournament, number: int, tables: Collection[int] = ()) -> None:
    """Commits, then makes the open pages of the round's matches, or of these `tables`, fetch the newest state.

    That comes after the commit: a table that confirms locks its match first, then the tournament.
    """
    db.session.commit()
    query = select(TournamentTable.sitting_id).where(
        TournamentTable.tournament_id == tournament.id, TournamentTable.round == number
    )
    if tables:
        query = query.where(TournamentTable.number.in_(tables))
    ledger.tell_pages(db.session.scalars(query).all())
    db.session.commit()


def is_time_called(sitting: int) -> bool:
    """True if time is called for the round of this sitting's table; False outside tournaments."""
    query = select(TournamentTable.round, Tournament.desk).join(
        Tournament, Tournament.id == TournamentTable.tournament_id
    )
    row = db.session.execute(
        query.where(TournamentTable.sitting_id == sitting, TournamentTable.ended_at.is_(None))
    ).first()
    return row is not None and row.desk.get("time") == row.round


def ready_matches(tournament: Tournament, number: int) -> list[int]:
    """Returns the ids of the round's matches that are over and confirmed, but whose results are not entered."""
    return _match_ids(tournament, number, "ready")


def enter_ready_result(match_id: int) -> None:
    """Enters the result of a match that is ready, unless it has been entered meanwhile."""
    match = db.session.get(Match, match_id)
    if match is not None:
        table_results.follow(match)


def unfinished_matches(tournament: Tournament, number: int) -> list[int]:
    """Returns the ids of the round's matches in play, with at least one hand and no entered result.

    Decision: a match without a hand is left alone, because that table may be playing on paper.
    """
    return _match_ids(tournament, number, "playing")


def _match_ids(tournament: Tournament, number: int, state: str) -> list[int]:
    return [table.match.id for table in table_states(tournament, number).values() if table.state == state]


def end_match(tournament: Tournament, number: int, match_id: int, *, actor: str) -> None:
    """Ends a match of the round with its present score, unless it is over; both sides can confirm it afterwards."""
    match = db.session.scalar(
        select(Match)
        .join(TournamentTable, TournamentTable.sitting_id == Match.sitting_id)
        .where(Match.id == match_id, TournamentTable.tournament_id == tournament.id, TournamentTable.round == number)
    )
    if match is not None:
        with suppress(Refusal):
            ledger.finish(match, ledger.Write(actor, f"time-{number}"))
