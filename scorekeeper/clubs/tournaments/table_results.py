"""Results of a tournament's tables: taken from confirmed matches, or entered, cleared and ruled on by an arbiter."""

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
from scorekeeper.ledger import Write, approve, writing
from scorekeeper.store.club_models import Tournament, TournamentChange, TournamentTable
from scorekeeper.store.models import Change, Match, db
from scorekeeper.tournaments.changes import results
from scorekeeper.tournaments.changes.results import Document, enter_result, outcome_of, table_of
from scorekeeper.tournaments.document import scoring_of
from scorekeeper.tournaments.model import Scoring
from scorekeeper.tournaments.scoring import lead_in_points

SIDES = (0, 1)


class MatchResult(NamedTuple):
    """The result of a table, from its matches; `outcome` is as for `changes.results.enter_result`, or empty.

    `counted` are the matches used. `is_over` is True if none of them is in play and no further match has to follow;
    `is_early` if one was stopped before its end.
    """

    outcome: dict[str, Any]
    counted: tuple[Match, ...]
    is_over: bool
    is_early: bool


def result_of_matches(scoring: Scoring, matches: Sequence[Match]) -> MatchResult:
    """Returns a table's result from its matches (in order), by the tournament's scoring.

    Decision: anything played after the match, or after the legs that decide it, does not count.
    """
    if scoring.kind == "match" and scoring.best_of > 1:
        return _legs(scoring, matches)
    if not matches or not _is_over(matches[0]):
        return MatchResult({}, tuple(matches[:1]), is_over=False, is_early=False)
    match = matches[0]
    outcome = _points(scoring, match) if scoring.kind == "vp" else _won(scoring, match)
    return MatchResult(
        outcome, (match,), is_over=True, is_early=was_stopped(match) and not _is_played_out(scoring, match)
    )


def _is_over(match: Match) -> bool:
    return match.status != "in_progress" and len(match.setup["sides"]) == len(SIDES)


def was_stopped(match: Match) -> bool:
    """True if the players or the arbiter ended the match before its rules did."""
    return match.status == "stopped" or match.table["won_by"] == "stopped"


def _is_played_out(scoring: Scoring, match: Match) -> bool:
    """True if a stopped match has all hands of the round, in scoring by victory points.

    Games without an option for the number of hands are stopped by hand.
    """
    hands = match.table["hands"] - (match.table["won_by"] == "stopped")  # stopping an open match adds an entry
    return scoring.kind == "vp" and hands >= scoring.hands


def _points(scoring: Scoring, match: Match) -> dict[str, Any]:
    """Returns the outcome by points: the totals, negated if the match and the tournament differ in which total wins."""
    lowest = game_of(match.setup).is_lowest_best(match.setup["options"])
    sign = 1 if lowest == scoring.lowest else -1
    return {"points": [sign * total for total in match.table["totals"]]}


def _won(scoring: Scoring, match: Match) -> dict[str, Any]:
    """Returns the outcome of a single match: its points, plus a leg for the winner where points do not show it.

    Empty if there is no winner although the points differ.
    """
    outcome, winner = _points(scoring, match), match.winner if match.winner is not None else _leader(match)
    lead = lead_in_points(scoring, outcome["points"])
    if winner is None:
        return {} if lead else outcome
    if lead > 0 if winner == 0 else lead < 0:
        return outcome
    return {"legs": [int(side == winner) for side in SIDES], **outcome}


def _leader(match: Match) -> int | None:
    """Returns the leading side of a match that was stopped; None if the match is a draw or was not stopped."""
    totals = match.table["totals"]
    if match.status != "stopped" or totals[0] == totals[1]:
        return None
    return totals.index(game_of(match.setup).best_of(totals, match.setup["options"]))


def _legs(scoring: Scoring, matches: Sequence[Match]) -> MatchResult:
    """Returns the result by legs won up to the deciding one; drawn and stopped legs count for no side."""
    legs, points, counted, early = [0, 0], [0, 0], list[Match](), False
    for match in matches:
        counted.append(match)
        if not _is_over(match):
            break
        early, totals = early or match.status == "stopped", _points(scoring, match)["points"]
        for side in SIDES:
            legs[side] += match.winner == side
            points[side] += totals[side]
        if is_decided(scoring, legs):
            return MatchResult({"legs": legs, "points": points}, tuple(counted), is_over=True, is_early=early)
    return MatchResult({}, tuple(counted), is_over=False, is_early=early)


def is_decided(scoring: Scoring, legs: Sequence[int]) -> bool:
    """True if no further leg is needed: one side has enough legs, or all `best_of` legs are shared evenly."""
    return max(legs) >= scoring.legs_to_win or sum(legs) >= scoring.best_of > 1


def confirming_sides(match: Match) -> list[int]:
    """Returns the sides that have confirmed the result of a match; both if an arbiter has approved it."""
    return list(SIDES) if match.locked is not None else confirmed_by(match) or []


def is_confirmed(result: MatchResult, confirm: str) -> bool:
    """True if both sides have confirmed every match that counts, or if the tournament asks for no confirmation."""
    return not confirm or all(len(confirming_sides(match)) == len(SIDES) for match in result.counted)


PHONE = "phone"  # the kind of the log's line


def follow_matches() -> None:
    """Subscribes to changed match results of the ledger."""
    writing.listen(follow)


def follow(match: Match) -> None:
    """Enters the result of the match's table if it is final, unless another result was entered by hand."""
    session = object_session(match)
    if session is None:
        raise ValueError("the match belongs to no session")
    table = session.get(TournamentTable, match.sitting_id)
    if table is None:
        return
    try:
        tournament = locked(session, table.tournament_id)
    except Deleted:
        return  # the match now belongs to the club only
    session.refresh(table)  # its round may have been undone, and published again, while this waited for the lock
    if table.ended_at is not None:
        return
    result = load_result(session, tournament, table)
    if result.outcome and accepts_results(tournament, table) and _counts(tournament, table, result):
        entered = outcome_of(table_of(tournament.document, table.round, table.number))
        if entered != result.outcome and (not entered or entered == last_automatic_result(session, table)):
            with suppress(Refusal):  # such as a draw in a knock-out: the arbiter decides
                _enter(tournament, table, result, entered)


def approve_match(match: Match, write: Write) -> Change:
    """Approves a match as `ledger.approve` does, and enters its result, as when both sides confirm it.

    Raises Refusal and Stale.
    """
    change = approve(match, write)
    follow(match)
    return change


def load_result(session: Session, tournament: Tournament, table: TournamentTable) -> MatchResult:
    """Returns the result of a table from its matches in the database."""
    query = select(Match).where(Match.sitting_id == table.sitting_id).order_by(Match.number)
    return result_of_matches(scoring_of(tournament.document), session.scalars(query).all())


def accepts_results(tournament: Tournament, table: TournamentTable) -> bool:
    """True if the table may get results from matches: its round is the last, and the tournament is open."""
    return tournament.closed_at is None and len(tournament.document.get("rounds") or []) == table.round


def _counts(tournament: Tournament, table: TournamentTable, result: MatchResult) -> bool:
    """True if both sides confirmed and the matches were played to their end, or stopped when time was called."""
    desk = desk_of(tournament)
    return (not result.is_early or desk["time"] == table.round) and is_confirmed(result, desk["confirm"])


def last_automatic_result(session: Session, table: TournamentTable) -> dict[str, Any]:
    """Returns the outcome entered last from this table's matches; empty if there was none."""
    query = select(TournamentChange.detail).where(
        TournamentChange.tournament_id == table.tournament_id, TournamentChange.kind == PHONE
    )
    details = session.scalars(query.order_by(TournamentChange.id.desc()))
    return next((detail["outcome"] for detail in details if detail.get("sitting") == table.sitting_id), {})


def _enter(tournament: Tournament, table: TournamentTable, result: MatchResult, was: dict[str, Any]) -> None:
    """Enters the result of the matches, with a log line. Raises Refusal."""
    about = {"round": table.round, "table": table.number, "was": was, "outcome": result.outcome}
    change(
        tournament,
        None,
        lambda document: enter_result(document, table.round, table.number, result.outcome),
        actor="",
        kind=PHONE,
        detail={**about, "sitting": table.sitting_id},
    )


TABLE_KINDS = ("result", "correct", "clear", "phone")
ROUND_KINDS = ("take_back", "seat", "publish")
SETTINGS_KINDS = ("agreed", "import")
Outcome = dict[str, Any]


def enter(
    tournament: Tournament, seen: int, number: int, outcomes: Mapping[int, Outcome], *, actor: str, reason: str = ""
) -> None:
    """Enters results at tables of round `number`; an empty outcome clears the table. Raises Refusal and Stale.

    All are entered or none; each table gets its own log line.
    """

    (kind, detail), *others = _log_details(tournament, number, outcomes)
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


def _log_details(
    tournament: Tournament, number: int, outcomes: Mapping[int, Outcome]
) -> list[tuple[str, dict[str, Any]]]:
    """Returns kind and detail of the log line for each table."""
    lines = []
    for table, outcome in outcomes.items():
        try:
            was = results.outcome_of(results.table_of(tournament.document, number, table))
        except Refusal:
            was = {}  # `change` will raise the same Refusal
        kind = "clear" if not outcome else "correct" if was else "result"
        lines.append((kind, {"round": number, "table": table, "was": was, "outcome": outcome}))
    return lines


def _was_touched(tournament: Tournament, seen: int, number: int, tables: Mapping[int, Outcome]) -> bool:
    """True if one of these tables, their round, or the settings were changed after version `seen`."""
    query = select(TournamentChange.kind, TournamentChange.detail).where(
        TournamentChange.tournament_id == tournament.id,
        TournamentChange.version > seen,
        TournamentChange.kind.in_((*TABLE_KINDS, *ROUND_KINDS, *SETTINGS_KINDS)),
    )
    for row in db.session.execute(query):
        if row.kind in SETTINGS_KINDS:
            return True
        if row.detail.get("round") == number and (row.kind in ROUND_KINDS or row.detail.get("table") in tables):
            return True
    return False


def add_ruling(tournament: Tournament, ruling: dict[str, Any], *, actor: str) -> None:
    """Adds a ruling, in the format of the document. Raises Refusal."""
    _change_rulings(tournament, ruling, results.add_ruling, "rule", actor)


def remove_ruling(tournament: Tournament, ruling: dict[str, Any], *, actor: str) -> None:
    """Removes a ruling. Raises Refusal if it is already removed."""
    _change_rulings(tournament, ruling, results.remove_ruling, "unrule", actor)


def _change_rulings(tournament: Tournament, ruling: dict[str, Any], function: Any, kind: str, actor: str) -> None:
    points = {name: value for name, value in ruling.items() if name in ("vp", "mp", "tp")}

    def detail(before: Document, _after: Document) -> dict[str, Any]:
        """Returns the detail of the log line. Called after the change, so that the entrant is known to exist."""
        names = {entrant["id"]: entrant["name"] for entrant in before["entrants"]}
        return {"round": ruling["round"], "who": names[ruling["entrant"]], **points}

    change(
        tournament,
        None,  # the order of rulings does not matter
        lambda document: function(document, ruling),
        actor=actor,
        kind=kind,
        detail=detail,
        reason=str(ruling.get("reason", "")),
    )
