"""A club's exports made by workers."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from scorekeeper.clubs import exporting
from scorekeeper.clubs.standings import Period
from scorekeeper.jobs import Work, maker
from scorekeeper.store.club_models import Club, Tournament
from scorekeeper.store.models import db

MATCHES, RESULTS, TOURNAMENT = "matches", "results", "tournament"
MARK = "\ufeff"  # by which spreadsheets know UTF-8
MANY_MATCHES, MANY_HANDS = 200, 5_000  # an export of more is a job


def is_short(club: Club, period: Period, tournament: int | None = None) -> bool:
    """Whether the matches of the period, or of the tournament, are few enough to be written within the request."""
    hands = exporting.hand_counts(club, period, MANY_MATCHES + 1, tournament)
    return len(hands) <= MANY_MATCHES and sum(hands) <= MANY_HANDS


def as_asked(period: Period) -> dict[str, Any]:
    """A period as a worker is told of it."""
    days = {"since": period.since, "until": period.until}
    written = {name: day.isoformat() if day else None for name, day in days.items()}
    return {"game": period.game, "named": period.named, **written}


@maker(MATCHES)
def make_matches(work: Work) -> Iterator[bytes]:
    """The period's tournaments and matches, one a line, and `with_log` for who may read that."""
    return _counted(work, exporting.lines(_club(work), _period(work.asked), with_log=work.asked["with_log"]))


@maker(TOURNAMENT)
def make_tournament(work: Work) -> Iterator[bytes]:
    """The tournament with the id `tournament` and its matches, one a line; `with_log` as above."""
    tournament = db.session.get_one(Tournament, work.asked["tournament"])
    return _counted(work, exporting.tournament_lines(_club(work), tournament, with_log=work.asked["with_log"]))


@maker(RESULTS)
def make_results(work: Work) -> Iterator[bytes]:
    """The period's results, one a line; `marked` for spreadsheets."""
    if work.asked["marked"]:
        yield MARK.encode()
    yield from _counted(work, exporting.result_rows(_club(work), _period(work.asked)))


def _counted(work: Work, lines: Iterator[str]) -> Iterator[bytes]:
    """The lines, with a report of how many there were."""
    done = 0
    for text in lines:
        yield text.encode()
        done += text.count("\n")
        work.report(done)


def _club(work: Work) -> Club:
    return db.session.get_one(Club, work.club_id)


def _period(asked: dict[str, Any]) -> Period:
    since, until = (date.fromisoformat(asked[name]) if asked[name] else None for name in ("since", "until"))
    return Period(asked["game"], since, until, tuple(asked["named"]))
