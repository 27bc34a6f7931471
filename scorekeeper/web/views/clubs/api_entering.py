"""What programs with a token enter in a club: results of tournaments and nights, entries, and seats."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Blueprint

from scorekeeper.clubs import log, night_results, nights
from scorekeeper.clubs.night_results import Sent
from scorekeeper.clubs.tokens import ENTRIES, RESULTS
from scorekeeper.clubs.tournaments import entries, registrations, table_results
from scorekeeper.clubs.tournaments.table_states import commit_and_tell
from scorekeeper.games.engine.base import N_, Problem, Refusal, problem, refuse
from scorekeeper.games.json_types import ANYTHING, FLAG, TEXT, group, listed
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import Match, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import read_newcomer
from scorekeeper.tournaments.changes.results import OUTCOME, enter_results, outcome_of, round_of
from scorekeeper.tournaments.document import MOST
from scorekeeper.tournaments.schemas import ENTRANT, TABLE
from scorekeeper.web.club_json import match_json
from scorekeeper.web.forms import gathering
from scorekeeper.web.json_bodies import HAND, KEY, NUMBER, SEEN
from scorekeeper.web.programs import takes_only_json
from scorekeeper.web.token_access import Program, by_token, entering
from scorekeeper.web.tournament_pages.entries import commit_and_move_up
from scorekeeper.web.tournament_pages.tables import read_once
from scorekeeper.web.tournament_pages.typed_scores import questions

bp = Blueprint("api_entering", __name__, url_prefix="/api")

# Tables and entries are sent as they are in documents, without what the server adds.
RESULT = group({name: TABLE["properties"][name] for name in ("table", *OUTCOME)}, ["table"])
OF_ROUND = group(
    {"round": NUMBER, "seen": SEEN, "tables": listed(RESULT, 1, MOST), "reason": TEXT, "sure": FLAG},
    ["round", "seen", "tables"],
)
ENTRY = group({name: ENTRANT["properties"][name] for name in ("players", "name", "club", "numbers")}, ["players"])
SITTING_DOWN = group({"table": NUMBER, "players": listed(TEXT, most=nights.MOST_SEATS)}, ["table", "players"])
PLAYED = group(
    {"table": NUMBER, "hands": listed(HAND, 1, 500), "seen": SEEN, "match": ANYTHING},
    ["table", "hands"],
)


@bp.post("/tournaments/<int:number>/results")
@by_token(RESULTS, Tournament)
@takes_only_json(OF_ROUND)
@entering
def enter(program: Program, tournament: Tournament, body: dict[str, Any]) -> dict[str, Any]:
    """POST: enters results of a round, all or none: `tables` are `{"table", …}` with an outcome as in the document.

    `seen` is the version of the tournament. A doubtful result needs `sure`, one of a complete round a `reason`.
    Results that are entered already are no conflict, so that a request can be repeated.
    """
    number, reason = body["round"], body.get("reason") or ""
    outcomes = _new_outcomes(tournament, number, _outcomes(body["tables"]))
    if outcomes:
        _check(tournament, number, outcomes, reason, is_sure=body.get("sure") is True)
        table_results.enter(tournament, body["seen"], number, outcomes, actor=program.actor, reason=reason)
        commit_and_tell(tournament, number, outcomes)
    return {"version": tournament.version, "entered": sorted(outcomes)}


def _outcomes(tables: list[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """Returns the outcomes by table. Raises Refusal for a table without one, or that is there twice."""
    outcomes: dict[int, dict[str, Any]] = {}
    for at, row in enumerate(tables):
        if row["table"] in outcomes:
            raise refuse(f"tables.{at}.table", None, TWICE)
        outcomes[row["table"]] = outcome_of(row)
        if not outcomes[row["table"]]:
            raise refuse(f"tables.{at}", None, N_("Enter the result"))
    return outcomes


TWICE = N_("This must be a table, each of them once")


def _new_outcomes(tournament: Tournament, number: int, outcomes: dict[int, Any]) -> dict[int, Any]:
    """Returns the outcomes that differ from those in the document. Raises Refusal for an unknown round."""
    entered = {row["table"]: outcome_of(row) for row in round_of(tournament.document, number)["tables"]}
    return {table: outcome for table, outcome in outcomes.items() if entered.get(table) != outcome}


def _check(tournament: Tournament, number: int, outcomes: dict[int, Any], reason: str, *, is_sure: bool) -> None:
    """Raises Refusal for impossible results, doubtful ones unless sure, and a complete round without a reason."""
    whole = read_once(tournament.document)
    enter_results(tournament.document, number, outcomes)
    if number <= whole.complete and not reason:
        raise refuse("reason", None, N_("Give a reason: the round is complete"))
    doubts = [problem("sure", "TOU-26", text) for outcome in outcomes.values() for text in questions(whole, outcome)]
    if doubts and not is_sure:
        raise Refusal(doubts)


@bp.post("/tournaments/<int:number>/entries")
@by_token(ENTRIES, Tournament)
@takes_only_json(group({"entries": listed(ENTRY, 1, MOST)}, ["entries"]))
@entering
def add_entries(program: Program, tournament: Tournament, body: dict[str, Any]) -> dict[str, Any]:
    """POST: adds entries, all or none: `entries` are `{"players", "name", "club", "numbers"}`, as in the document."""
    news, problems = [], list[Problem]()
    for at, row in enumerate(body["entries"]):
        with gathering(problems), _inside(f"entries.{at}", "players"):
            numbers = [number or "" for number in row.get("numbers") or []]
            news.append(read_newcomer(row["players"], row.get("club") or "", numbers, row.get("name") or ""))
    if problems:
        raise Refusal(problems)
    before = registrations.queue_of(tournament)
    numbers_of_entries = entries.enter(tournament, news, program.actor)
    commit_and_move_up(tournament, before)
    return {"version": tournament.version, "entered": numbers_of_entries}


@bp.post("/nights/<int:number>/results")
@by_token(RESULTS, Night)
@takes_only_json(group({"key": KEY, "tables": listed(PLAYED, 1, nights.MOST_TABLES)}, ["key", "tables"]))
@entering
def enter_at_night(program: Program, night: Night, body: dict[str, Any]) -> dict[str, Any]:
    """POST: enters hands or final results at a night's tables, all or none: `tables` are `{"table", "hands", …}`.

    `hands` are as in match documents, so the last one may be `{"final": [12, 7]}`. They go to the match in play, for
    which `seen` is its version, if it has hands already. Without one, or with `match` (a match document, of which all
    may be left out), a new match begins, by default with the planned players. A repeated `key` enters nothing again.
    """
    key, entered = f"api/{program.token.id}/{body['key']}", list[tuple[int, Match]]()
    for at, row in enumerate(body["tables"]):
        if row["table"] in dict(entered):
            raise refuse(f"tables.{at}.table", None, TWICE)
        sent = Sent(row["table"], row["hands"], row.get("seen"), row.get("match"))
        with _inside(f"tables.{at}", "hands"):
            entered.append((sent.table, night_results.enter(night, sent, program.actor, key)))
    db.session.commit()
    return {"entered": [{"table": table, "match": match_json(match)} for table, match in entered]}


@bp.post("/nights/<int:number>/seats")
@by_token(ENTRIES, Night)
@takes_only_json(group({"tables": listed(SITTING_DOWN, 1, nights.MOST_TABLES)}, ["tables"]))
@entering
def seat(program: Program, night: Night, body: dict[str, Any]) -> dict[str, Any]:
    """POST: plans who plays at a night's tables: `tables` are `{"table", "players"}`, in the order of play."""
    planned = nights.planned(night)
    for at, row in enumerate(body["tables"]):
        if row["table"] not in planned:
            raise refuse(f"tables.{at}.table", None, N_("There is no table {number}"), number=row["table"])
        with _inside(f"tables.{at}", "players", keeps=False):
            nights.set_seating(night, {row["table"]: row["players"]})
    log.note(program.club, program.actor, "night_edit", day=night.day)
    db.session.commit()
    return {"tables": [{"table": table, "players": plan.names} for table, plan in nights.planned(night).items()]}


@contextmanager
def _inside(path: str, usual: str, *, keeps: bool = True) -> Iterator[None]:
    """Context manager in which a Refusal's first problem is at its field inside `path`, or at the `usual` one.

    With `keeps=False` it is always at the usual one.
    """
    try:
        yield
    except Refusal as refusal:
        first = refusal.problems[0]
        field = first["field"] if keeps and first["field"] else usual
        raise Refusal([{**first, "field": f"{path}.{field}"}]) from None
