"""From a request to a job and back: a wish with what a worker has to know of the visitor, its page, its file."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from flask import Response, current_app, render_template, request, stream_with_context
from flask_limiter.util import get_remote_address

from scorekeeper import jobs
from scorekeeper.i18n import language_tag
from scorekeeper.jobs import Order
from scorekeeper.store.models import Job, db
from scorekeeper.web import public_address
from scorekeeper.web.file_names import file_name, name_file

IN_MEMORY = 8  # pieces, of a megabyte each, that are answered at once; more are read as they are sent
LENGTH = 32  # of a job's number


def wish(
    kind: str,
    *,
    title: str,
    name: str,
    back: str,
    total: int,
    asked: dict[str, Any],
    language: str = "",
    sent: Iterable[bytes] = (),
    told: dict[str, Any] | None = None,
    about: object = (),
    **more: Any,
) -> Job:
    """The job for a wish of this visitor: a new one, or the one that there is (see `jobs.submit`). Raises Busy."""
    order = Order(
        kind=kind,
        title=title,
        name=file_name(name) if name else "",
        back=back,
        total=total,
        asked=asked,
        language=language or language_tag(),
        root=request.url_root,
        visitor=get_remote_address(),
        about=(public_address.base(), about),
        **more,
    )
    return jobs.submit(order, sent, told)


def find(number: str) -> Job | None:
    """The job with this number in its address."""
    well_formed = len(number) == LENGTH and number.isalnum() and number.isascii()
    return jobs.find(number) if well_formed else None


def progress_page(template: str, job: Job, **values: object) -> Response:
    """The job's page; without scripts it reloads itself."""
    response = current_app.make_response(render_template(template, job=job, **values))
    response.headers["Cache-Control"] = "no-store"  # also not for the back button
    return response


def file_of(job: Job) -> Response:
    """The finished file: paper is shown, everything else is saved."""
    held = jobs.pieces(job.number)
    first = list(islice(held, IN_MEMORY))
    whole = len(first) < IN_MEMORY
    body: bytes | Iterator[bytes] = b"".join(first) if whole else stream_with_context(chain(first, held))
    response = Response(body, content_type=job.mime)
    shown = "inline" if job.mime == "application/pdf" else "attachment"
    name_file(response, shown, job.name)
    response.set_etag(f"{job.number}-{job.tries}")
    if whole:
        db.session.rollback()
        response.make_conditional(request, accept_ranges=True, complete_length=sum(map(len, first)))
    return response
