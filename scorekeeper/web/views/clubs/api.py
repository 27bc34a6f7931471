"""A club for programs with a token (`clubs.tokens`): its results as JSON, results of tournaments, and entries."""

from typing import Any

from flask import Blueprint, Response, jsonify

from scorekeeper.clubs import nights, results, roster, standings
from scorekeeper.clubs.places import ranked
from scorekeeper.clubs.tokens import ENTRIES, READ, RESULTS
from scorekeeper.clubs.tournaments import entries, keeping, registrations, table_results
from scorekeeper.clubs.tournaments.table_states import commit_and_tell
from scorekeeper.games.engine.base import N_, Problem, Refusal, problem, refuse
from scorekeeper.i18n import say
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import Newcomer, read_newcomer
from scorekeeper.tournaments.changes.results import OUTCOME, enter_results, outcome_of, round_of
from scorekeeper.tournaments.document import MOST, MOST_PLAYERS
from scorekeeper.web.club_json import (
    night_head,
    night_json,
    standings_json,
    tournament_head,
    tournament_json,
)
from scorekeeper.web.error_pages import error_answer, refusal_answer
from scorekeeper.web.programs import takes_only_json
from scorekeeper.web.request_limits import body_of_program
from scorekeeper.web.standings import rate_in_background, requested_period
from scorekeeper.web.token_access import Program, by_token
from scorekeeper.web.tournament_pages.entries import commit_and_move_up
from scorekeeper.web.tournament_pages.tables import log_line, read_once
from scorekeeper.web.tournament_pages.typed_scores import questions

bp = Blueprint("api", __name__, url_prefix="/api")

MEANWHILE = N_("Others changed this tournament. Look at what changed, then send yours again.")


@bp.get("/club")
@by_token(READ)
def club(program: Program) -> Response:
    """The club of the token: its name, and the token's scopes."""
    return jsonify(name=program.club.name, slug=program.club.slug, scopes=program.token.scopes)


@bp.get("/players")
@by_token(READ)
def players(program: Program) -> Response:
    """The names on the club's roster, and whether they are active."""
    rows = roster.players(program.club, everybody=True)
    return jsonify(players=[{"name": player.name, "active": player.active} for player in rows])


@bp.get("/nights")
@by_token(READ)
def all_nights(program: Program) -> Response:
    """The club's newest nights."""
    return jsonify(nights=[night_head(night) for night in nights.nights(program.club)])


@bp.get("/nights/<int:number>")
@by_token(READ, Night)
def night(program: Program, night: Night) -> Response:
    """A night: its tables with their matches, and its ranking."""
    return jsonify(night_json(program.club, night))


@bp.get("/tournaments")
@by_token(READ)
def all_tournaments(program: Program) -> Response:
    """The club's newest tournaments."""
    return jsonify(tournaments=[tournament_head(row) for row in keeping.tournaments(program.club)])


@bp.get("/tournaments/<int:number>")
@by_token(READ, Tournament)
def tournament(program: Program, tournament: Tournament) -> Response:
    """A tournament: its document, and its standings. Held results only for programs that may enter results."""
    return jsonify(tournament_json(tournament, everything=RESULTS in program.token.scopes))


@bp.get("/standings")
@by_token(READ)
def all_standings(program: Program) -> Response:
    """The club's standings, filtered like the page: by `game`, `from`, `to`, `approved` and `confirmed`."""
    period = requested_period(program.club)
    rate_in_background(program.club.id)
    lines = ranked(period, "won", standings.standings(program.club, period))
    is_complete = not results.has_backlog(db.session, program.club.id)
    return jsonify(standings=standings_json(lines, one_game=period.game is not None), complete=is_complete)


@bp.post("/tournaments/<int:number>/results")
@by_token(RESULTS, Tournament)
@takes_only_json
def enter(program: Program, tournament: Tournament) -> Response:
    """POST: enters results of a round, all or none: `tables` are `{"table", …}` with an outcome as in the document.

    `seen` is the version of the tournament. A doubtful result needs `sure`, one of a complete round a `reason`.
    Results that are entered already are no conflict, so that a request can be repeated.
    """
    try:
        body = body_of_program({"round": int, "seen": int, "tables": list})
        number: int = body["round"]
        outcomes = _new_outcomes(tournament, number, _outcomes(body["tables"]))
        if outcomes:
            _check(tournament, number, outcomes, body)
            reason = str(body.get("reason", ""))
            table_results.enter(tournament, body["seen"], number, outcomes, actor=program.actor, reason=reason)
            commit_and_tell(tournament, number, outcomes)
    except Refusal as refusal:
        db.session.rollback()
        return refusal_answer(refusal.problems)
    except keeping.Stale as stale:
        db.session.rollback()
        changes = [log_line(line).sentence for line in stale.changes]
        response = error_answer(say(MEANWHILE, {}), stale=True, changes=changes, version=tournament.version)
        response.status_code = 409
        return response
    return jsonify(version=tournament.version, entered=sorted(outcomes))


def _outcomes(tables: list[Any]) -> dict[int, dict[str, Any]]:
    """Returns the outcomes by table. Raises Refusal for what is no table with an outcome, or is there twice."""
    outcomes: dict[int, dict[str, Any]] = {}
    for at, row in enumerate(tables):
        number = row.get("table") if isinstance(row, dict) else None
        if type(number) is not int or number in outcomes:
            raise refuse(f"tables.{at}.table", None, N_("This must be a table, each of them once"))
        unknown = sorted(set(row) - {"table", *OUTCOME})
        if unknown:
            raise refuse(f"tables.{at}.{unknown[0]}", None, N_("Unknown field: {unknown}"), unknown=unknown[0][:40])
        outcomes[number] = outcome_of(row)
        if not outcomes[number]:
            raise refuse(f"tables.{at}", None, N_("Enter the result"))
    if not outcomes:
        raise refuse("tables", None, N_("Enter the result"))
    return outcomes


def _new_outcomes(tournament: Tournament, number: int, outcomes: dict[int, Any]) -> dict[int, Any]:
    """Returns the outcomes that differ from those in the document. Raises Refusal for an unknown round."""
    entered = {row["table"]: outcome_of(row) for row in round_of(tournament.document, number)["tables"]}
    return {table: outcome for table, outcome in outcomes.items() if entered.get(table) != outcome}


def _check(tournament: Tournament, number: int, outcomes: dict[int, Any], body: dict[str, Any]) -> None:
    """Raises Refusal for impossible results, doubtful ones unless `sure`, and a complete round without a reason."""
    whole = read_once(tournament.document)
    enter_results(tournament.document, number, outcomes)
    if number <= whole.complete and not body.get("reason"):
        raise refuse("reason", None, N_("Give a reason: the round is complete"))
    doubts = [problem("sure", "TOU-26", text) for outcome in outcomes.values() for text in questions(whole, outcome)]
    if doubts and body.get("sure") is not True:
        raise Refusal(doubts)


@bp.post("/tournaments/<int:number>/entries")
@by_token(ENTRIES, Tournament)
@takes_only_json
def add_entries(program: Program, tournament: Tournament) -> Response:
    """POST: adds entries, all or none: `entries` are `{"players", "name", "club", "numbers"}`, as in the document."""
    try:
        news = _newcomers(body_of_program({"entries": list})["entries"])
        before = registrations.queue_of(tournament)
        numbers = entries.enter(tournament, news, program.actor)
        commit_and_move_up(tournament, before)
    except Refusal as refusal:
        db.session.rollback()
        return refusal_answer(refusal.problems)
    return jsonify(version=tournament.version, entered=numbers)


def _newcomers(rows: list[Any]) -> list[Newcomer]:
    """Returns the entries. Raises Refusal with the first problem of each."""
    if not 0 < len(rows) <= MOST:
        raise refuse("entries", None, N_("At most {most} entries are possible"), most=MOST)
    news, problems = [], list[Problem]()
    for at, row in enumerate(rows):
        try:
            news.append(_newcomer(row))
        except Refusal as refusal:
            first = refusal.problems[0]
            problems.append({**first, "field": f"entries.{at}.{first['field'] or 'players'}"})
    if problems:
        raise Refusal(problems)
    return news


def _newcomer(row: Any) -> Newcomer:
    if not isinstance(row, dict):
        raise refuse(None, None, N_("This must be a group of named fields"))
    for name in sorted(set(row) - {"players", "numbers", "name", "club"}):
        raise refuse(name, None, N_("Unknown field: {unknown}"), unknown=name[:40])
    players, numbers = (_texts(row, name) for name in ("players", "numbers"))
    if len(players) > MOST_PLAYERS:
        raise refuse("players", None, N_("There must be 1 to {most} players"), most=MOST_PLAYERS)
    return read_newcomer(players, _text(row, "club"), numbers, _text(row, "name"))


def _texts(row: dict[str, Any], name: str) -> list[str]:
    texts = row.get(name) or []
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise refuse(name, None, N_("This must be a list of names"))
    return texts


def _text(row: dict[str, Any], name: str) -> str:
    text = row.get(name) or ""
    if not isinstance(text, str):
        raise refuse(name, None, N_("This must be a text"))
    return text
