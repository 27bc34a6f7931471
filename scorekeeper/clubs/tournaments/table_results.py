"""Results of a tournament's tables: read from confirmed matches, or entered, cleared and ruled by an arbiter."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session, object_session

from scorekeeper.clubs.approval import confirmed_by
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.keeping import Deleted, change, locked, note
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.game import game_of
from scorekeeper.ledger import writing
from scorekeeper.store.club_models import Tournament, TournamentChange, TournamentTable
from scorekeeper.store.models import Match, db
from scorekeeper.tournaments.changes import results
from scorekeeper.tournaments.changes.results import Document, enter_result, outcome_of, table_of
from scorekeeper.tournaments.document import scoring_of
from scorekeeper.tournaments.model import Scoring

SIDES = (0, 1)


class Told(NamedTuple):
    """`outcome` is as `changes.results.enter_result` takes it, empty where the matches do not say what came out.

    `counted` are the matches that it hangs on; `is_over` says that none of them goes on and no other has to follow,
    `is_early` that one was stopped before its end.
    """

    outcome: dict[str, Any]
    counted: tuple[Match, ...]
    is_over: bool
    is_early: bool


def told_by(scoring: Scoring, matches: Sequence[Match]) -> Told:
    """What a table's matches, in their order, say by the tournament's scoring.

    Decision: what was played beyond the match, or beyond the legs that decide it, counts for nothing.
    """
    if scoring.kind == "match" and scoring.best_of > 1:
        return _legs(scoring, matches)
    if not matches or not _is_over(matches[0]):
        return Told({}, tuple(matches[:1]), is_over=False, is_early=False)
    match = matches[0]
    outcome = _points(match) if scoring.kind == "vp" else _won(match)
    return Told(outcome, (match,), is_over=True, is_early=was_stopped(match) and not _is_played_out(scoring, match))


def _is_over(match: Match) -> bool:
    return match.status != "in_progress" and len(match.setup["sides"]) == len(SIDES)


def was_stopped(match: Match) -> bool:
    """Whether the players or the arbiter ended the match before its rules did."""
    return match.status == "stopped" or match.table["won_by"] == "stopped"


def _is_played_out(scoring: Scoring, match: Match) -> bool:
    """Whether the hands of the round were played before it was stopped, in a game that does not count them itself."""
    hands = match.table["hands"] - (match.table["won_by"] == "stopped")  # to stop an open match is an entry of its own
    return scoring.kind == "vp" and hands >= scoring.hands


def _points(match: Match) -> dict[str, Any]:
    """The totals; below zero where the lowest one wins, as more points win a table (TOU-1, TOU-2)."""
    sign = -1 if game_of(match.setup).is_lowest_best(match.setup["options"]) else 1
    return {"points": [sign * total for total in match.table["totals"]]}


def _won(match: Match) -> dict[str, Any]:
    """Who won a single match: by points where they say so, else as a leg; of a draw only where points are equal."""
    told, winner = _points(match), match.winner if match.winner is not None else _leader(match)
    points = told["points"]
    if winner is None:
        return told if points[0] == points[1] else {}
    if points[winner] > points[1 - winner]:
        return told
    return {"legs": [int(side == winner) for side in SIDES], **told}


def _leader(match: Match) -> int | None:
    """Who leads in a match that was stopped without a winner; nobody in one that ended in a draw."""
    totals = match.table["totals"]
    if match.status != "stopped" or totals[0] == totals[1]:
        return None
    return totals.index(game_of(match.setup).best_of(totals, match.setup["options"]))


def _legs(scoring: Scoring, matches: Sequence[Match]) -> Told:
    """Legs won up to the one that decides; drawn and stopped ones are nobody's."""
    legs, points, counted, early = [0, 0], [0, 0], list[Match](), False
    for match in matches:
        counted.append(match)
        if not _is_over(match):
            break
        early, told = early or match.status == "stopped", _points(match)["points"]
        for side in SIDES:
            legs[side] += match.winner == side
            points[side] += told[side]
        if is_decided(scoring, legs):
            return Told({"legs": legs, "points": points}, tuple(counted), is_over=True, is_early=early)
    return Told({}, tuple(counted), is_over=False, is_early=early)


def is_decided(scoring: Scoring, legs: Sequence[int]) -> bool:
    """Whether no other leg is played: one side has enough of them, or all of an even number are shared."""
    return max(legs) >= scoring.legs_to_win or sum(legs) >= scoring.best_of > 1


def agreeing(match: Match) -> list[int]:
    """The sides that agree with how a match ended; both where an arbiter has approved it."""
    return list(SIDES) if match.locked is not None else confirmed_by(match) or []


def is_confirmed(told: Told, confirm: str) -> bool:
    """Whether both sides agree with all that counts; where nobody was to `confirm` anything, they do."""
    return not confirm or all(len(agreeing(match)) == len(SIDES) for match in told.counted)


PHONE = "phone"  # the kind of the log's line


def follow_matches() -> None:
    """Enter results of all tables whose matches the ledger announces."""
    writing.listen(follow)


def follow(match: Match) -> None:
    """Enter the result of the match's table, where it has one that counts and nobody has typed another."""
    session = object_session(match)
    if session is None:
        raise ValueError("the match belongs to no session")
    table = session.get(TournamentTable, match.sitting_id)
    if table is None:
        return
    try:
        tournament = locked(session, table.tournament_id)
    except Deleted:
        return  # the match is one of the club's alone
    session.refresh(table)  # its round may have been taken back, and published anew, while we waited
    if table.ended_at is not None:
        return
    told = told_of(session, tournament, table)
    if told.outcome and is_open_for(tournament, table) and _counts(tournament, table, told):
        there = outcome_of(table_of(tournament.document, table.round, table.number))
        if there != told.outcome and (not there or there == last_from_phones(session, table)):
            with suppress(Refusal):  # a draw in a knock-out, say: the arbiter decides
                _enter(tournament, table, told, there)


def told_of(session: Session, tournament: Tournament, table: TournamentTable) -> Told:
    """What the matches of a table say."""
    found = select(Match).where(Match.sitting_id == table.sitting_id).order_by(Match.number)
    return told_by(scoring_of(tournament.document), session.scalars(found).all())


def is_open_for(tournament: Tournament, table: TournamentTable) -> bool:
    """Whether results of the table's round go in by themselves: it is the last one, and the tournament is open."""
    return tournament.closed_at is None and len(tournament.document.get("rounds") or []) == table.round


def _counts(tournament: Tournament, table: TournamentTable, told: Told) -> bool:
    """Whether it was played to its end, or until the arbiter called time, and both sides agree."""
    desk = desk_of(tournament)
    return (not told.is_early or desk["time"] == table.round) and is_confirmed(told, desk["confirm"])


def last_from_phones(session: Session, table: TournamentTable) -> dict[str, Any]:
    """The outcome that came from the table by itself last; empty where none has."""
    found = select(TournamentChange.detail).where(
        TournamentChange.tournament_id == table.tournament_id, TournamentChange.kind == PHONE
    )
    details = session.scalars(found.order_by(TournamentChange.id.desc()))
    return next((each["outcome"] for each in details if each.get("sitting") == table.sitting_id), {})


def _enter(tournament: Tournament, table: TournamentTable, told: Told, was: dict[str, Any]) -> None:
    """Enter what the matches say, with a line of the log. Raises Refusal."""
    about = {"round": table.round, "table": table.number, "was": was, "outcome": told.outcome}
    change(
        tournament,
        None,
        lambda document: enter_result(document, table.round, table.number, told.outcome),
        actor="",
        kind=PHONE,
        detail={**about, "sitting": table.sitting_id},
    )


OF_TABLE = ("result", "correct", "clear", "phone")
OF_ROUND = ("take_back", "seat", "publish")
OF_ALL = ("agreed", "import")
Outcome = dict[str, Any]


def enter(
    tournament: Tournament, seen: int, number: int, outcomes: Mapping[int, Outcome], *, actor: str, reason: str = ""
) -> None:
    """Enter what came out at tables of round `number`; an empty outcome clears. Raises Refusal, and Stale.

    Either all of it is entered or nothing; each table has its line of the log.
    """

    (kind, detail), *others = _told(tournament, number, outcomes)
    change(
        tournament,
        seen,
        lambda document: results.enter_results(document, number, outcomes),
        actor=actor,
        kind=kind,
        detail=detail,
        reason=reason,
        touches=lambda: _was_touched(tournament, seen, number, outcomes),
    )
    for kind, detail in others:
        note(tournament, actor, kind, detail, reason)


def _told(tournament: Tournament, number: int, outcomes: Mapping[int, Outcome]) -> list[tuple[str, dict[str, Any]]]:
    """The kind and the detail of each line of the log."""
    found = []
    for table, outcome in outcomes.items():
        try:
            was = results.outcome_of(results.table_of(tournament.document, number, table))
        except Refusal:
            was = {}  # the change itself is refused for that
        kind = "clear" if not outcome else "correct" if was else "result"
        found.append((kind, {"round": number, "table": table, "was": was, "outcome": outcome}))
    return found


def _was_touched(tournament: Tournament, seen: int, number: int, tables: Mapping[int, Outcome]) -> bool:
    """Whether anything was done since that version to one of these tables, to their round, or to what was agreed."""
    found = select(TournamentChange.kind, TournamentChange.detail).where(
        TournamentChange.tournament_id == tournament.id,
        TournamentChange.version > seen,
        TournamentChange.kind.in_((*OF_TABLE, *OF_ROUND, *OF_ALL)),
    )
    for row in db.session.execute(found):
        if row.kind in OF_ALL:
            return True
        if row.detail.get("round") == number and (row.kind in OF_ROUND or row.detail.get("table") in tables):
            return True
    return False


def add_ruling(tournament: Tournament, ruling: dict[str, Any], *, actor: str) -> None:
    """Add a ruling as the document has it. Raises Refusal."""
    _ruled(tournament, ruling, results.add_ruling, "rule", actor)


def remove_ruling(tournament: Tournament, ruling: dict[str, Any], *, actor: str) -> None:
    """Take a ruling away. Raises Refusal where it is gone."""
    _ruled(tournament, ruling, results.remove_ruling, "unrule", actor)


def _ruled(tournament: Tournament, ruling: dict[str, Any], act: Any, kind: str, actor: str) -> None:
    given = {name: value for name, value in ruling.items() if name in ("vp", "mp", "tp")}

    def detail(before: Document, _after: Document) -> dict[str, Any]:
        """Asked once the ruling is known to be a good one."""
        names = {each["id"]: each["name"] for each in before["entrants"]}
        return {"round": ruling["round"], "who": names[ruling["entrant"]], **given}

    change(
        tournament,
        None,  # rulings add up in any order
        lambda document: act(document, ruling),
        actor=actor,
        kind=kind,
        detail=detail,
        reason=str(ruling.get("reason", "")),
    )
