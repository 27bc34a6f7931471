"""The matches at a round's tables: which one is next, where each is, and what happens when time is called."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, select

from scorekeeper import ledger
from scorekeeper.clubs.tournaments import table_results
from scorekeeper.clubs.tournaments.desk import desk_of, ended
from scorekeeper.clubs.tournaments.keeping import change_desk, note
from scorekeeper.clubs.tournaments.rounds import table_of
from scorekeeper.clubs.tournaments.table_results import Told, agreeing, told_by
from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.store.club_models import Tournament, TournamentChange, TournamentTable
from scorekeeper.store.models import Match, Sitting, db, now
from scorekeeper.tournaments.changes.results import outcome_of
from scorekeeper.tournaments.document import scoring_of
from scorekeeper.tournaments.model import Scoring


def plays_legs(tournament: Tournament, table: TournamentTable) -> bool:
    """Whether the table decides its round in several matches."""
    scoring = scoring_of(tournament.document)
    return scoring.kind == "match" and scoring.best_of > 1 and table.ended_at is None


def has_next_leg(tournament: Tournament, table: TournamentTable) -> bool:
    """Whether another leg follows the newest one of the table, which is over."""
    if not plays_legs(tournament, table):
        return False
    found = select(Match).where(Match.sitting_id == table.sitting_id).order_by(Match.number)
    matches = db.session.scalars(found).all()
    is_going = bool(matches) and matches[-1].status == "in_progress"
    return not is_going and not told_by(scoring_of(tournament.document), matches).is_over


def is_last_here(sitting: Sitting) -> bool:
    """Whether the sitting is a tournament's table whose round is one match."""
    found = table_of(sitting)
    return found is not None and not plays_legs(*found)


def check_next(sitting: Sitting) -> None:
    """Raises Refusal where the sitting is a tournament's table, and no match begins there now."""
    found = table_of(sitting)
    if found and not has_next_leg(*found):
        raise refuse(None, None, _("This table has played its match: the next one has its own link"))


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


def call_time(tournament: Tournament, number: int, *, actor: str) -> None:
    """Call time for the last round: from now on `ready` matches count. Raises Refusal."""
    if not number or number != len(tournament.document.get("rounds") or []):
        raise refuse(None, None, _("You can only call time for the current round"))
    change_desk(tournament, lambda desk: {**ended(desk, now()), "time": number})
    note(tournament, actor, "time", {"round": number})


def tell_tables(tournament: Tournament, number: int) -> None:
    """Have the open pages of the round's matches say so.

    Once that time is called has been committed: a table that confirms locks its match first, then the tournament.
    """
    found = select(TournamentTable.sitting_id).where(
        TournamentTable.tournament_id == tournament.id, TournamentTable.round == number
    )
    ledger.tell_pages(db.session.scalars(found).all())


def is_called_at(sitting: int) -> bool:
    """Whether time is called at the table whose sitting has that id; False where it is no tournament's table."""
    found = select(TournamentTable.round, Tournament.desk).join(
        Tournament, Tournament.id == TournamentTable.tournament_id
    )
    row = db.session.execute(
        found.where(TournamentTable.sitting_id == sitting, TournamentTable.ended_at.is_(None))
    ).first()
    return row is not None and row.desk.get("time") == row.round


def ready(tournament: Tournament, number: int) -> list[int]:
    """The ids of the round's matches that were ended and confirmed before time was called."""
    return [each.match.id for each in at_tables(tournament, number).values() if each.state == "ready"]


def take(match_id: int) -> None:
    """Enter the result of a match that is ready, unless it is entered by now."""
    match = db.session.get(Match, match_id)
    if match is not None:
        table_results.follow(match)


def going_on(tournament: Tournament, number: int) -> list[int]:
    """The ids of the round's matches in which hands were played that are not over, nor their results typed.

    Decision: a match without a hand is left alone, that table may play with paper alone.
    """
    return [each.match.id for each in at_tables(tournament, number).values() if each.state == "playing"]


def end(tournament: Tournament, number: int, match_id: int, *, actor: str) -> None:
    """End a match of the round as it stands, unless it is over by now; both sides can confirm it then."""
    match = db.session.scalar(
        select(Match)
        .join(TournamentTable, TournamentTable.sitting_id == Match.sitting_id)
        .where(Match.id == match_id, TournamentTable.tournament_id == tournament.id, TournamentTable.round == number)
    )
    if match is not None:
        with suppress(Refusal):
            ledger.finish(match, ledger.Write(actor, f"time-{number}"))
