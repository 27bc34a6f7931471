"""A club for programs with a token (`clubs.tokens`): its results as JSON, lists in pages."""

from collections.abc import Sequence

from flask import Blueprint, Response, jsonify
from sqlalchemy import Select

from scorekeeper.clubs import nights, results, roster, standings
from scorekeeper.clubs import series as championships
from scorekeeper.clubs.places import ranked
from scorekeeper.clubs.tokens import READ, RESULTS
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.store.club_models import Night, Player, Series
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.club_json import (
    ChampionshipHead,
    NightHead,
    PlayerJson,
    StandingJson,
    TournamentHead,
    championship_head,
    championship_json,
    night_head,
    night_json,
    player_json,
    standings_json,
    tournament_head,
    tournament_json,
)
from scorekeeper.web.standings import rate_in_background, requested_period
from scorekeeper.web.token_access import Program, by_token, paged

bp = Blueprint("api", __name__, url_prefix="/api")


@bp.get("/club")
@by_token(READ)
def club(program: Program) -> Response:
    """The club of the token: its name, and the token's scopes."""
    return jsonify(name=program.club.name, slug=program.club.slug, scopes=program.token.scopes)


@bp.get("/players")
@by_token(READ)
@paged("players", PlayerJson, player_json)
def players(program: Program) -> Sequence[Player]:
    """The names on the club's roster, and whether they are active."""
    return roster.players(program.club, everybody=True)


@bp.get("/nights")
@by_token(READ)
@paged("nights", NightHead, night_head)
def all_nights(program: Program) -> Select[Night]:
    """The club's nights, latest first."""
    return nights.latest(program.club)


@bp.get("/nights/<int:number>")
@by_token(READ, Night)
def night(program: Program, night: Night) -> Response:
    """A night: its tables with their matches, and its ranking."""
    return jsonify(night_json(program.club, night))


@bp.get("/tournaments")
@by_token(READ)
@paged("tournaments", TournamentHead, tournament_head)
def all_tournaments(program: Program) -> Select[Tournament]:
    """The club's tournaments, latest first."""
    return keeping.latest(program.club)


@bp.get("/tournaments/<int:number>")
@by_token(READ, Tournament)
def tournament(program: Program, tournament: Tournament) -> Response:
    """A tournament: its document, and its standings. Held results only for programs that may enter results."""
    return jsonify(tournament_json(tournament, everything=RESULTS in program.token.scopes))


@bp.get("/championships")
@by_token(READ)
@paged("championships", ChampionshipHead, championship_head)
def all_championships(program: Program) -> Sequence[Series]:
    """The club's championships, newest first."""
    return championships.list_series(program.club)


@bp.get("/championships/<int:number>")
@by_token(READ, Series)
def championship(program: Program, series: Series) -> Response:
    """A championship: how it counts, its tournaments and nights, and its standings."""
    return jsonify(championship_json(series))


@bp.get("/standings")
@by_token(READ)
@paged("standings", StandingJson, lambda line: line)
def all_standings(program: Program) -> tuple[Sequence[StandingJson], dict[str, bool]]:
    """The club's standings, filtered like the page: by `game`, `from`, `to`, `approved` and `confirmed`."""
    period = requested_period(program.club)
    rate_in_background(program.club.id)
    lines = ranked(period, "won", standings.standings(program.club, period))
    is_complete = not results.has_backlog(db.session, program.club.id)
    return standings_json(lines, one_game=period.game is not None), {"complete": is_complete}
