"""The outcome of a table's matches and its confirmations; a match's night or tournament, and the entered result."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper import ledger
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.progress import hands_played
from scorekeeper.store.club_models import Night, NightTable
from scorekeeper.store.models import Match
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.tournaments.changes.results import outcome_of
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
    return scoring.kind == "vp" and hands_played(match.table) >= scoring.hands


def _points(scoring: Scoring, match: Match) -> dict[str, Any]:
    """Returns the outcome by points: the totals, negated if the lower wins only the match or only the tournament."""
    sign = sign_of_points(scoring, match)
    return {"points": [sign * total for total in match.table["totals"]]}


def sign_of_points(scoring: Scoring, match: Match) -> int:
    """Returns 1 if the higher total wins in both match and tournament, or in neither; else −1."""
    return 1 if game_of(match.setup).is_lowest_best(match.setup["options"]) == scoring.lowest else -1


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
    """True if both sides have confirmed every match that counts, or if the tournament requires no confirmation."""
    return not confirm or all(len(confirming_sides(match)) == len(SIDES) for match in result.counted)


def confirmed_by(match: Match) -> list[int] | None:
    """Returns the sides that have confirmed a match; None if the match needs no confirmation.

    A side has confirmed if it confirmed the result or, where hands are confirmed, every hand.

    Decision: confirming the result confirms the hands behind it too; the last hand needs no confirmation of its own.
    """
    what = match.setup["about"].get("confirm")
    if what not in ledger.CONFIRMED:
        return None
    sides_by_hand = {
        number: {confirmation.side for confirmation in confirmations if confirmation.stands}
        for number, confirmations in ledger.confirmations(match).items()
    }
    whole = sides_by_hand.get(None, set())
    hands = [hand.number for hand in ledger.hands(match) if not hand.struck] if what == "hands" else []
    return [
        side
        for side in range(len(match.setup["sides"]))
        if side in whole or (hands and all(side in sides_by_hand.get(number, ()) for number in hands))
    ]


DAY = timedelta(days=1)


class Occasion(NamedTuple):
    """The night or tournament of a table, by its `day`; at a tournament also its scoring and the entered outcome.

    `outcome` is as for `tournaments.changes.results.enter_result`, empty while nothing is entered.
    """

    day: date
    scoring: Scoring | None
    outcome: dict[str, Any]


class Score(NamedTuple):
    """A match's score for statistics: the winner (None for a draw), the match's value and the points by side.

    `typed` is True if an arbiter entered it, and the phones did not report the same. `confirmed` is False if both
    sides have yet to confirm the match.
    """

    winner: int | None
    games: Sequence[int]
    points: Sequence[int]
    typed: bool
    confirmed: bool


def occasions(session: Session, sittings: Iterable[int]) -> dict[int, Occasion]:
    """Returns the occasion of each sitting that is a table of a night, or of a round of a tournament."""
    ids = set(sittings)
    nights = select(NightTable.sitting_id, Night.day).join(Night, Night.id == NightTable.night_id)
    of_night = nights.where(NightTable.sitting_id.in_(ids))
    result = {row.sitting_id: Occasion(row.day, None, {}) for row in session.execute(of_night)}
    tables = select(TournamentTable).where(TournamentTable.sitting_id.in_(ids), TournamentTable.ended_at.is_(None))
    at_tournaments = session.scalars(tables).all()
    chosen = Tournament.id.in_({table.tournament_id for table in at_tournaments})
    rows = session.execute(select(Tournament.id, Tournament.day, Tournament.document).where(chosen))
    tournaments = {row.id: row for row in rows} if at_tournaments else {}
    for table in at_tournaments:
        tournament = tournaments[table.tournament_id]
        outcome = _entered_outcome(tournament.document, table.round, table.number)
        result[table.sitting_id] = Occasion(tournament.day, scoring_of(tournament.document), outcome)
    return result


def _entered_outcome(document: dict[str, Any], number: int, table: int) -> dict[str, Any]:
    rounds = document.get("rounds") or []
    tables = rounds[number - 1]["tables"] if number <= len(rounds) else []
    return next((outcome_of(row) for row in tables if row["table"] == table), {})


def moment_of(match: Match, occasion: Occasion | None) -> datetime:
    """Returns the time at which a match counts: its start, moved into the day of its night or tournament.

    Decision: a match that was started after midnight, or that was entered days later, belongs to that day. What was
    started before or after it counts at the first or last second that is of this day in UTC and on the server.
    """
    if occasion is None:
        return match.started_at
    midnight = datetime.combine(occasion.day, time())
    starts = (midnight.replace(tzinfo=UTC), midnight.astimezone())
    ends = ((midnight + DAY).replace(tzinfo=UTC), (midnight + DAY).astimezone())
    return min(max(match.started_at, *starts), min(ends) - timedelta(seconds=1)).astimezone(UTC)


def scores_of(matches: Sequence[Match], occasion: Occasion | None) -> list[Score | None]:
    """Returns the score of each match at one table, in order; None for a match that does not count.

    The outcome entered at a tournament replaces the phones' result: the first of a table's matches has it. So has it
    where several legs decide a match: they count as one match, once it is decided.
    """
    if occasion is not None and occasion.scoring is not None and occasion.scoring.best_of > 1:
        return [_score_of_legs(matches, occasion.scoring, occasion.outcome), *(None for _leg in matches[1:])]
    if occasion is None or occasion.scoring is None or not occasion.outcome:
        return [_recorded_score(match) for match in matches]
    agrees = result_of_matches(occasion.scoring, matches).outcome == occasion.outcome
    if agrees and all(match.status != "stopped" for match in matches):
        scores = [_recorded_score(match) for match in matches]
        return [score and score._replace(confirmed=True) for score in scores]
    entered = _entered_score(matches[0], occasion.scoring, occasion.outcome, typed=not agrees)
    return [entered, *(None for _match in matches[1:])]


def _score_of_legs(matches: Sequence[Match], scoring: Scoring, entered: dict[str, Any]) -> Score | None:
    """Returns the score of a match of several legs: as entered, else as the phones have it; None without one."""
    result = result_of_matches(scoring, matches)
    agrees = bool(result.outcome) and {**result.outcome, **entered} == result.outcome
    outcome = result.outcome if agrees else entered
    score = _entered_score(matches[0], scoring, outcome, typed=not agrees) if outcome else None
    if entered or score is None:
        return score
    recorded = [_recorded_score(leg) for leg in result.counted]
    return score._replace(confirmed=all(leg is None or leg.confirmed for leg in recorded))


def _recorded_score(match: Match) -> Score | None:
    if match.status != "finished":
        return None
    confirmed = confirmed_by(match)
    is_confirmed = confirmed is None or len(confirmed) == len(match.setup["sides"])
    games, totals = match.table["games"], match.table["totals"]
    return Score(match.winner, games, totals, typed=False, confirmed=is_confirmed)


def _entered_score(match: Match, scoring: Scoring, outcome: dict[str, Any], *, typed: bool) -> Score | None:
    """Returns the score of an entered outcome; None for a forfeit, because nothing was played.

    Decision: legs are the match's value, since nothing is known of each of them; without legs the winner has 1.
    """
    name = next((name for name in ("legs", "points", "vp") if name in outcome), None)
    if name is None or len(match.setup["sides"]) != len(SIDES):
        return None
    one, other = outcome[name]
    lead = lead_in_points(scoring, outcome[name]) if name == "points" else one - other
    winner = int(lead < 0) if lead else None
    games = outcome.get("legs") or [int(side == winner) for side in SIDES]
    sign = sign_of_points(scoring, match)
    points = [sign * points for points in outcome.get("points", (0, 0))]
    return Score(winner, games, points, typed=typed, confirmed=True)
