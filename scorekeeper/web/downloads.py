"""Downloads of a club’s files, sent at once or made by a background job with a progress page."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

from flask import Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.i18n import _, ngettext
from scorekeeper.i18n.languages import csv_file
from scorekeeper.jobs import Busy
from scorekeeper.paper.pdf import Pages, pdf_of_pages
from scorekeeper.paper.typesetting import load_weasyprint
from scorekeeper.store.models import Job
from scorekeeper.web import work
from scorekeeper.web.forms import name_file
from scorekeeper.web.loading import Visit
from scorekeeper.web.photographs import MOST_PICTURES, upload_of_pictures
from scorekeeper.web.request_limits import LARGEST_PHOTOGRAPHS, allow_large_form
from scorekeeper.web.work import MARK, PAGES, upload_of


def csv_download(lines: Iterable[str], name: str) -> Response:
    """Returns the lines as a CSV file; for browsers with a UTF-8 byte order mark, which spreadsheets need.

    `?bom=1` and `?bom=0` request the file with and without it.
    """
    response = download(chain([MARK] if is_marked() else [], lines), "text/csv", name)
    response.vary.add("Accept")
    return response


def is_marked() -> bool:
    """True if the CSV file should start with a UTF-8 byte order mark."""
    choice = request.args.get("bom")
    return choice == "1" or (choice is None and "text/html" in request.headers.get("Accept", ""))


def download(pieces: Iterable[str], kind: str, name: str) -> Response:
    """Returns a short file as a download; it is made completely before the response starts."""
    response = Response("".join(pieces), content_type=f"{kind}; charset=utf-8")
    name_file(response, "attachment", name)
    return response


def table_download(rows: Iterable[Sequence[object]], name: str) -> Response:
    """Returns a ranking as a CSV file for spreadsheets, in the current language."""
    response = Response(csv_file(rows), content_type="text/csv; charset=utf-8")
    name_file(response, "attachment", name)
    return response


FEW = 4  # most different sheets that are made within the request


def print_pages(
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
    """Returns the pages as a PDF; if there are many, submits a job and redirects to its progress page.

    `different` is the number of different sheets, each printed `copies` times. `about` is all that the file depends
    on: equal requests share a job. `role` is the lowest role that may see the file, `back` the page to return to.
    With `long` even a single page is made by a job.
    """
    if different <= FEW and not long:
        return print_now(pages(), name)
    load_weasyprint()  # fail now, not in the job
    what = {"about": about, "role": role, "sent": upload_of(pages), "total": different * copies, "asked": {}}
    return start_job(visit, PAGES, title=title, name=name, back=back, **what)


def start_job(visit: Visit, kind: str, *, back: str, **what: Any) -> AnyResponse:
    """Submits a job and redirects to its progress page, or back with a message if too many jobs are pending."""
    try:
        job = work.submit(kind, back=back, club=visit.club.id, **what)
    except Busy:
        flash(_("Another file is still being made for the club. Try again when it is ready."), "error")
        return redirect(back, code=303)
    return redirect(page_of(visit, job), code=303)


def start_reading(visit: Visit, kind: str, asked: dict[str, Any], *, title: str, back: str) -> AnyResponse:
    """Submits a job that reads the form's pictures, and redirects to its progress page; back if they are too many."""
    allow_large_form(LARGEST_PHOTOGRAPHS)
    pictures = [picture for picture in request.files.getlist("pictures") if picture.filename]
    if not pictures:
        flash(_("Choose a picture first."), "error")
        return redirect(back, code=303)
    if len(pictures) > MOST_PICTURES:
        flash(ngettext("At most %(num)s picture at once.", "At most %(num)s pictures at once.", MOST_PICTURES), "error")
        return redirect(back, code=303)
    what = {"asked": asked, "about": secrets.token_hex(16), "role": "scorer", "total": len(pictures)}
    sent = upload_of_pictures(pictures)
    return start_job(visit, kind, title=title, name="", mime="", back=back, sent=sent, **what)


def page_of(visit: Visit, job: Job) -> str:
    """Returns the address of the job's progress page."""
    return url_for("print_jobs.show", club=visit.club.slug, job=job.number)


def print_now(pages: Pages, name: str) -> Response:
    """Returns a PDF of these pages as the response."""
    response = Response(pdf_of_pages(pages), mimetype="application/pdf")
    name_file(response, "inline", name)
    return response
