"""A club's long files: a page that follows one while it is made, and the file."""

import hmac
from collections.abc import Callable, Sequence
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, flash, redirect, render_template, send_file, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import press
from scorekeeper.i18n import _
from scorekeeper.press import Busy, Job, Order
from scorekeeper.sheets.pdf import Pages, load_weasyprint, pdf_of_pages
from scorekeeper.views.clubs.access import Visit, load_club

bp = Blueprint("press", __name__, url_prefix="/c/<club>/print")

LENGTH = 32  # of an order's number
FEW = 4  # different sheets that are made while one waits


def printed(
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
    """A file of `different` sheets: a short one at once, a longer one by way of the page that follows it.

    `about` is all that the file depends on; `role` must have who may see it; `back` is the page that it was asked from.
    A single sheet may be `long` too.
    """
    if different <= FEW and not long:
        return as_file(pdf_of_pages(pages()), name)
    load_weasyprint()  # where that cannot be, it is said now and not by a file that never comes
    order = Order(visit.club.id, role, title, name, different * copies, back)
    try:
        job = press.take(_folder(), _number((*order, *about)), order, pages)
    except Busy:
        flash(_("Another file is still being made for the club. Wait until it is there, then try again."), "error")
        return redirect(back, code=303)
    return redirect(url_for("press.show", club=visit.club.slug, job=job.number), code=303)


def as_file(written: bytes, name: str) -> Response:
    """A PDF as the answer."""
    response = Response(written, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


@bp.get("/<job>")
def show(club: str, job: str) -> Response:
    """How far it is; without a script the page loads itself again."""
    visit, found = _load(club, job)
    page = render_template("clubs/press.html", visit=visit, job=found, order=found.order)
    response = current_app.make_response(page)
    response.headers["Cache-Control"] = "no-store"  # also when one comes back to it
    return response


@bp.get("/<job>/<name>.pdf")
def file(club: str, job: str, name: str) -> Response:
    """The finished file."""
    _visit, found = _load(club, job)
    if found.standing != "made":
        abort(404)
    return send_file(found.file, mimetype="application/pdf", download_name=found.order.name, conditional=True)


def _load(club: str, job: str) -> tuple[Visit, Job]:
    """An order of the club; 404 for any other, and for one that is not kept any more."""
    visit = load_club(club)
    found = press.look(_folder(), job) if job.isalnum() and job.isascii() and len(job) == LENGTH else None
    if found is None or found.order.club != visit.club.id:
        abort(404)
    return load_club(club, found.order.role), found


def _number(about: Sequence[object]) -> str:
    """The order's number in addresses: the same for the same file, and nothing that one could guess."""
    secret = f"press:{current_app.config['SECRET_KEY']}"
    return hmac.digest(secret.encode(), repr(tuple(about)).encode(), "sha256").hex()[:LENGTH]


def _folder() -> Path:
    return Path(current_app.instance_path) / "press"
