"""A tournament as a file: its document by itself, and with all of its matches, to be taken in here or elsewhere."""

import json

from flask import Blueprint, Response, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import exporting
from scorekeeper.clubs.standings import Period
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Tournament
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.views.clubs.access import load_for_export
from scorekeeper.web.views.clubs.downloads import download
from scorekeeper.web.views.clubs.print_jobs import start_job
from scorekeeper.web.views.tournaments.access import load_tournament
from scorekeeper.web.work import TOURNAMENT, is_short

bp = Blueprint("tournament_files", __name__, url_prefix="/c/<club>/tournaments/<int:number>")


@bp.get("/document.json")
@limiter.limit(FILES)
def document(club: str, number: int) -> Response:
    """The tournament document, as the command line reads it."""
    visit = load_for_export(club, "document.json")
    tournament = load_tournament(visit, number)
    text = json.dumps(tournament.document, ensure_ascii=False, indent=1)
    return download([text, "\n"], "application/json", f"{_name(tournament, club)}.json")


def _name(tournament: Tournament, club: str) -> str:
    return f"{tournament.day} {tournament.document.get('name') or club}"


@bp.get("/tournament.jsonl")
@limiter.limit(FILES)
def matches(club: str, number: int) -> AnyResponse:
    """The tournament and its matches, one a line. Logs and member numbers are for who may read the club's log.

    Many matches are a job.
    """
    visit = load_for_export(club, "tournament.jsonl")
    tournament = load_tournament(visit, number)
    name = f"{_name(tournament, club)}.jsonl"
    if is_short(visit.club, Period(), tournament.id):
        lines = exporting.tournament_lines(visit.club, tournament, with_log=visit.may_score)
        return download(lines, "application/jsonl", name)
    return start_job(
        visit,
        TOURNAMENT,
        asked={"tournament": tournament.id, "with_log": visit.may_score},
        role="scorer" if visit.may_score else "member",
        mime="application/jsonl; charset=utf-8",
        title=_("The tournament"),
        name=name,
        total=exporting.count_matches(visit.club, Period(), tournament.id) + 1,
        back=url_for("tournaments.show", club=club, number=number),
        about=exporting.newest_change(visit.club),
    )
