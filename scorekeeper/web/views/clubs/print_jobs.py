"""A club's print jobs: the page that polls one, and its finished file."""

import hmac
from collections.abc import Callable, Sequence
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, flash, redirect, render_template, send_file, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.i18n import _
from scorekeeper.paper import print_queue
from scorekeeper.paper.pdf import Pages, load_weasyprint, pdf_of_pages
from scorekeeper.paper.print_queue import Busy, Job, Order
from scorekeeper.web.file_names import name_file
from scorekeeper.web.views.clubs.access import Visit, load_club

bp = Blueprint("print_jobs", __name__, url_prefix="/c/<club>/print")

LENGTH = 32  # of a job's id
FEW = 4  # different sheets that are made within the request


def print_file(
    visit: Visit,
    pages: Callable[[], Pages],
    *,
    about: Sequence[object],
    different: int,
    copies: int = 1,
    title: str,
    name: str,
    back: str,
    role: str = "member",
    long: bool = False,
) -> AnyResponse:
    """A PDF of `different` sheets: a short one as the answer, a longer one as a job and a redirect to its page.

    `about` is all that the file depends on: equal requests share a job. `role` is the least role that may see it,
    `back` the page to return to. A single sheet may be `long` too.
    """
    if different <= FEW and not long:
        return as_file(pdf_of_pages(pages()), name)
    load_weasyprint()  # where that cannot be, it is said now and not by a file that never comes
    order = Order(visit.club.id, role, title, name, different * copies, back)
    try:
        job = print_queue.submit(_folder(), _job_id((*order, *about)), order, pages)
    except Busy:
        flash(_("Another file is still being made for the club. Wait until it is there, then try again."), "error")
        return redirect(back, code=303)
    return redirect(url_for("print_jobs.show", club=visit.club.slug, job=job.number), code=303)


def as_file(written: bytes, name: str) -> Response:
    """A PDF answer."""
    response = Response(written, mimetype="application/pdf")
    name_file(response, "inline", name)
    return response


@bp.get("/<job>")
def show(club: str, job: str) -> Response:
    """The job's progress; without scripts the page reloads itself."""
    visit, found = _load(club, job)
    page = render_template("clubs/print_job.html", visit=visit, job=found, order=found.order)
    response = current_app.make_response(page)
    response.headers["Cache-Control"] = "no-store"  # also not for the back button
    return response


@bp.get("/<job>/<name>.pdf")
def file(club: str, job: str, name: str) -> Response:
    """The finished file."""
    _visit, found = _load(club, job)
    if found.status != "made":
        abort(404)
    return send_file(found.file, mimetype="application/pdf", download_name=found.order.name, conditional=True)


def _load(club: str, job: str) -> tuple[Visit, Job]:
    """A job of the club; 404 for any other, and for one that was deleted."""
    visit = load_club(club)
    found = print_queue.find_job(_folder(), job) if job.isalnum() and job.isascii() and len(job) == LENGTH else None
    if found is None or found.order.club != visit.club.id:
        abort(404)
    return load_club(club, found.order.role), found


def _job_id(about: Sequence[object]) -> str:
    """The job's id in addresses: an HMAC of all that the file depends on, so that nobody can guess it."""
    secret = f"press:{current_app.config['SECRET_KEY']}"
    return hmac.digest(secret.encode(), repr(tuple(about)).encode(), "sha256").hex()[:LENGTH]


def _folder() -> Path:
    return Path(current_app.instance_path) / "press"
