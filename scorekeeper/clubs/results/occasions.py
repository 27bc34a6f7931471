"""The night or tournament at which a match was played: its day, and the result entered for the table."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.clubs.results.outcomes import SIDES, confirmed_by, result_of_matches, sign_of_points
from scorekeeper.store.club_models import Night, NightTable
from scorekeeper.store.models import Match
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.tournaments.changes.results import outcome_of
from scorekeeper.tournaments.document import scoring_of
from scorekeeper.tournaments.model import Scoring
from scorekeeper.tournaments.scoring import lead_in_points

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

    The outcome entered at a tournament replaces what the phones recorded: of a table's matches the first has it.
    """
    if occasion is None or occasion.scoring is None or not occasion.outcome:
        return [_recorded_score(match) for match in matches]
    agrees = result_of_matches(occasion.scoring, matches).outcome == occasion.outcome
    if agrees and all(match.status != "stopped" for match in matches):
        scores = [_recorded_score(match) for match in matches]
        return [score and score._replace(confirmed=True) for score in scores]
    entered = _entered_score(matches[0], occasion.scoring, occasion.outcome, typed=not agrees)
    return [entered, *(None for _match in matches[1:])]


def _recorded_score(match: Match) -> Score | None:
    if match.status != "finished":
        return None
    confirmed = confirmed_by(match)
    is_confirmed = confirmed is None or len(confirmed) == len(match.setup["sides"])
    games, totals = match.table["games"], match.table["totals"]
    return Score(match.winner, games, totals, typed=False, confirmed=is_confirmed)


def _entered_score(match: Match, scoring: Scoring, outcome: dict[str, Any], *, typed: bool) -> Score | None:
    """Returns the score of an entered outcome; None if nothing was played, because a side did not come in time.

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
