"""The progress page of a background job for a club, and the file that it made."""

from flask import Blueprint, Response, abort
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.store.models import Job
from scorekeeper.web import work
from scorekeeper.web.loading import Visit, load_club
from scorekeeper.web.saving import to
from scorekeeper.web.sheet_readings import NIGHT_SHEETS
from scorekeeper.web.slip_readings import SLIPS
from scorekeeper.web.work import PREVIEW

bp = Blueprint("print_jobs", __name__, url_prefix="/c/<club>/print")


@bp.get("/<job>")
def show(club: str, job: str) -> AnyResponse:
    """The progress page of a job; a finished preview, or reading of pictures, redirects to its result."""
    visit, job_row = _load(club, job)
    if job_row.kind == PREVIEW and job_row.status == "made":
        return to("import_export.previewed", club=club, name=job)
    if job_row.kind == SLIPS and job_row.status == "made":
        number, played = (job_row.asked[name] for name in ("tournament", "round"))
        return to("tournament_typed.ask", club=club, number=number, round=played, photographs=job)
    if job_row.kind == NIGHT_SHEETS and job_row.status == "made":
        return to("night_photographs.read", club=club, number=job_row.asked["night"], job=job)
    return work.progress_page("clubs/print_job.html", job_row, visit=visit)


@bp.get("/<job>/<name>")
def file(club: str, job: str, name: str) -> Response:
    """The finished file of a job; 404 if it is not finished."""
    _visit, job_row = _load(club, job)
    if job_row.status != "made" or not job_row.name:
        abort(404)
    return work.file_of(job_row)


def _load(club: str, number: str) -> tuple[Visit, Job]:
    """Returns a job of the club, with the visitor's role; 404 if the job is unknown or expired."""
    visit = load_club(club)
    job_row = work.find(number)
    if job_row is None or job_row.sitting_id is not None or job_row.club_id != visit.club.id:
        abort(404)
    return load_club(club, job_row.role), job_row
