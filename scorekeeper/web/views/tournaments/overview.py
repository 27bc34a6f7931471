"""The values of a tournament's own page: where the evening stands, and every table of the round."""

from typing import Any

from sqlalchemy import func, select

from scorekeeper.clubs.tournaments import rounds
from scorekeeper.clubs.tournaments.at_tables import at_tables, late_news, left_behind
from scorekeeper.clubs.tournaments.desk import clock_of, desk_of
from scorekeeper.clubs.tournaments.followed import followed, glance
from scorekeeper.clubs.tournaments.presence import plan_of
from scorekeeper.paper.tournaments import words
from scorekeeper.store.club_models import Tournament, TournamentTable
from scorekeeper.store.models import Match, db, now
from scorekeeper.tournaments import model
from scorekeeper.tournaments.changes.results import as_it_stands
from scorekeeper.tournaments.pairing import programme
from scorekeeper.tournaments.systems import is_knockout, is_over
from scorekeeper.web.tournament_address import public_address
from scorekeeper.web.views.clubs.access import Visit
from scorekeeper.web.views.clubs.tables import tokens
from scorekeeper.web.views.tournaments import clock
from scorekeeper.web.views.tournaments.desk_rows import Row, call_time, in_order, spot_state
from scorekeeper.web.views.tournaments.hall_plan import Spot, spots
from scorekeeper.web.views.tournaments.names import named_sides, names_of
from scorekeeper.web.views.tournaments.next_step import Desk, next_step
from scorekeeper.web.views.tournaments.ranking_lines import Line, ranking_of
from scorekeeper.web.views.tournaments.table_lines import vp_of_tables

FEW = 6  # tables that are seen at a glance in their list
FIRST = 6  # places of the ranking on the page


def stamp(visit: Visit, tournament: Tournament) -> tuple[object, ...]:
    """A value that changes with everything that the page shows."""
    found = select(func.count(Match.id), func.sum(Match.version), func.sum(Match.called), func.max(Match.changed_at))
    found = found.join(TournamentTable, TournamentTable.sitting_id == Match.sitting_id)
    played = db.session.execute(found.where(TournamentTable.tournament_id == tournament.id)).one()
    calls = select(TournamentTable.sitting_id, TournamentTable.called_at).where(
        TournamentTable.tournament_id == tournament.id, TournamentTable.called_at.is_not(None)
    )
    calling = [tuple(row) for row in db.session.execute(calls.order_by(TournamentTable.sitting_id))]
    own = (tournament.version, tournament.desk_version, tournament.closed_at, tournament.public, tournament.day)
    return (own, tournament.place, visit.role, tuple(played), calling, _is_time_over(tournament))


def _is_time_over(tournament: Tournament) -> bool:
    running = clock_of(tournament.desk)
    last = len(tournament.document.get("rounds") or [])
    if running is None or running.round != last or running.ends_at is None:
        return False
    return running.ends_at <= now()


def values(visit: Visit, tournament: Tournament) -> dict[str, Any]:
    """What `tournaments/show.html` needs besides `visit` and `tournament`."""
    read = as_it_stands(tournament.document)
    number, desk = len(read.rounds), desk_of(tournament)
    rows = in_order(_rows(visit, tournament, number))
    stage, going = _stage(read), sum(row.match is not None and row.match.state == "playing" for row in rows)
    panel = clock.panel(tournament)
    rounds_agreed = max(_rounds(read), number)
    return {
        "about": [text for text in (words.game(read), _system(read), words.scoring(read.scoring)) if text],
        "round": number,
        "rounds": rounds_agreed,
        "round_name": words.round_name(read, number) if number else "",
        "stage": stage,
        "rows": rows,
        "vp": vp_of_tables(read, number) if number else {},
        "plan": _plan(tournament, rows),
        "done": sum(bool(row.table.outcome) for row in rows),
        "going": going,
        "time_called": desk["time"] == number,
        "step": next_step(
            Desk(
                stage=stage,
                round=number,
                is_last=number >= rounds_agreed and not is_knockout(read, number + 1),
                entrants=len(tournament.document["entrants"]),
                rows=rows,
                going=going,
                is_late=_is_time_over(tournament),
                is_called=desk["time"] == number,
                needs_clock=bool(desk["minutes"]) and panel["clock"] is None,
            )
        ),
        "ranking": _ranking(tournament),
        "bye": names_of(tournament.document, tournament.document["rounds"][-1].get("bye")) if number else [],
        "news": late_news(tournament),
        "left": left_behind(tournament),
        "clock_time": call_time,
        "address": public_address(tournament),
        **panel,
    }


def _rounds(read: model.Tournament) -> int:
    """How many rounds were agreed; 0 if that depends on who is still in."""
    if not read.rounds or is_knockout(read, len(read.rounds)):
        return 0
    planned = read.system.kind in ("round_robin", "groups")
    return len(programme(read)) if planned else read.system.rounds or 0


def _ranking(tournament: Tournament) -> tuple[str, list[Line]] | None:
    """The title and the first lines of the ranking, with the results of a round under way; None before any result."""
    summary = glance(tournament.id)
    state = followed(summary) if summary else None
    if state is None or not (state.has_ranking or state.has_news):
        return None
    ranking = ranking_of(state, live=state.has_news)
    return ranking.title, list(ranking.everybody.lines[:FIRST])


def _system(read: model.Tournament) -> str:
    """Who meets whom; before the first round it is not known of a document with too few entrants."""
    return words.system(read) if read.rounds else ""


def _stage(read: model.Tournament) -> str:
    """`entering`, `playing` (a round is under way), `between` two rounds, or `over`."""
    if not read.rounds:
        return "entering"
    if read.complete < len(read.rounds):
        return "playing"
    return "over" if is_over(read) else "between"


def _rows(visit: Visit, tournament: Tournament, number: int) -> list[Row]:
    if not number:
        return []
    matches, over = at_tables(tournament, number), _is_time_over(tournament)
    sittings = rounds.tables_of(tournament, number)
    keys = tokens(visit, [sitting for _table, sitting in sittings.values()])
    made = []
    for table in named_sides(tournament.document, tournament.document["rounds"][number - 1]["tables"]):
        match = matches.get(table.number)
        key = keys.get(match.sitting) if match else None
        made.append(Row(table, match, over and not table.outcome, key))
    return made


def _plan(tournament: Tournament, rows: list[Row]) -> list[list[Spot]]:
    """The floor plan with the state of every table of the round; empty if a list of few tables is enough."""
    if not rows or not (desk_of(tournament)["hall"] or len(rows) > FEW):
        return []
    return spots(plan_of(tournament), {row.table.number: spot_state(row) for row in rows})
