"""Background jobs: turning a request into a job, showing its progress, and the workers' functions."""

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from itertools import chain, islice
from typing import Any

from flask import Response, current_app, render_template, request, stream_with_context

from scorekeeper import jobs
from scorekeeper.clubs import exporting, import_lines, importing, log
from scorekeeper.clubs.importing import BadFile, Preview
from scorekeeper.clubs.standings import Period
from scorekeeper.i18n import current_locale, language_tag
from scorekeeper.jobs import Order, Work, maker
from scorekeeper.paper.pdf import Pages, pdf_of_pages, pdf_of_sheets
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import Job, Match, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web import public_address
from scorekeeper.web.forms import file_name, name_file
from scorekeeper.web.printing import match_sheet
from scorekeeper.web.visitors import visitor_network

IN_MEMORY = 8  # pieces of a megabyte each that are sent at once; longer files are streamed
LENGTH = 32  # length of a job's number


def submit(
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
    """Submits a job for this visitor, or returns the existing job for the same request (`jobs.submit`). Raises Busy."""
    order = Order(
        kind=kind,
        title=title,
        name=file_name(name) if name else "",
        back=back,
        total=total,
        asked=asked,
        language=language or language_tag(),
        root=request.url_root,
        visitor=visitor_network(),
        about=(public_address.base(), about),
        **more,
    )
    return jobs.submit(order, sent, told)


def find(number: str) -> Job | None:
    """Returns the job with this number; None if it is unknown, expired or malformed."""
    well_formed = len(number) == LENGTH and number.isalnum() and number.isascii()
    return jobs.find(number) if well_formed else None


def progress_page(template: str, job: Job, **values: object) -> Response:
    """Returns the job's progress page, which reloads itself without scripts."""
    response = current_app.make_response(render_template(template, job=job, **values))
    response.headers["Cache-Control"] = "no-store"  # the back button must not show an old state
    return response


def file_of(job: Job) -> Response:
    """Returns the response with a job's finished file: PDFs inline, everything else as a download."""
    pieces = jobs.pieces(job.number)
    first = list(islice(pieces, IN_MEMORY))
    whole = len(first) < IN_MEMORY
    body: bytes | Iterator[bytes] = b"".join(first) if whole else stream_with_context(chain(first, pieces))
    response = Response(body, content_type=job.mime)
    shown = "inline" if job.mime == "application/pdf" else "attachment"
    name_file(response, shown, job.name)
    response.set_etag(f"{job.number}-{job.tries}")
    if whole:
        db.session.rollback()
        response.make_conditional(request, accept_ranges=True, complete_length=sum(map(len, first)))
    return response


MATCHES, RESULTS, TOURNAMENT = "matches", "results", "tournament"
MARK = "\ufeff"  # UTF-8 byte order mark, needed by spreadsheets
MANY_MATCHES, MANY_HANDS = 200, 5_000  # longer exports become a job


def is_short(club: Club, period: Period, tournament: int | None = None) -> bool:
    """True if the period or tournament has few enough matches and hands to export within the request."""
    hands = exporting.hand_counts(club, period, MANY_MATCHES + 1, tournament)
    return len(hands) <= MANY_MATCHES and sum(hands) <= MANY_HANDS


def period_arguments(period: Period) -> dict[str, Any]:
    """Returns a period as plain values for a job's arguments."""
    days = {"since": period.since, "until": period.until}
    written = {name: day.isoformat() if day else None for name, day in days.items()}
    return {"game": period.game, "named": period.named, **written}


@maker(MATCHES)
def make_matches(work: Work) -> Iterator[bytes]:
    """Yields the period's tournaments and matches, one JSON object per line.

    `with_log` includes their logs, `with_people` the roster, logo, cards and championships.
    """
    parts = {"with_log": work.asked["with_log"], "with_people": work.asked.get("with_people", False)}
    return _with_progress(work, exporting.lines(_club(work), _period(work.asked), **parts))


@maker(TOURNAMENT)
def make_tournament(work: Work) -> Iterator[bytes]:
    """Yields the tournament with the id `tournament` and its matches, one JSON object per line."""
    tournament = db.session.get_one(Tournament, work.asked["tournament"])
    return _with_progress(work, exporting.tournament_lines(_club(work), tournament, with_log=work.asked["with_log"]))


@maker(RESULTS)
def make_results(work: Work) -> Iterator[bytes]:
    """Yields the period's results as CSV; `marked` starts the file with a byte order mark.

    `with_numbers` includes the member numbers.
    """
    if work.asked["marked"]:
        yield MARK.encode()
    with_numbers = work.asked.get("with_numbers", False)
    yield from _with_progress(work, exporting.result_rows(_club(work), _period(work.asked), with_numbers=with_numbers))


def _with_progress(work: Work, lines: Iterator[str]) -> Iterator[bytes]:
    """Yields the lines as bytes, and reports the number of lines so far as progress."""
    done = 0
    for text in lines:
        yield text.encode()
        done += text.count("\n")
        work.report(done)


def _club(work: Work) -> Club:
    return db.session.get_one(Club, work.club_id)


def _period(parameters: dict[str, Any]) -> Period:
    since, until = (date.fromisoformat(parameters[name]) if parameters[name] else None for name in ("since", "until"))
    return Period(parameters["game"], since, until, tuple(parameters["named"]))


PREVIEW, IMPORT = "preview", "import"
LINES_AT_ONCE = 300_000  # bytes; larger files are previewed and imported by a job


@maker(PREVIEW)
def look(work: Work) -> Iterator[bytes]:
    """Previews an import file: stores counts and problems as the job's result, and imports nothing."""
    club = db.session.get_one(Club, work.club_id)
    work.store_result(preview_values(importing.preview(club, _lines(work, work.number))))
    return iter(())


@maker(IMPORT)
def take_in(work: Work) -> Iterator[bytes]:
    """Imports the file of the job `upload` in the name of `actor`; stores the count, or the first problem."""
    club, actor, count = db.session.get_one(Club, work.club_id), work.asked["actor"], (work.told or {}).get("count", 0)

    def lines() -> Iterator[bytes]:
        return _lines(work, work.asked["upload"])

    def report(new: int) -> None:
        nonlocal count
        count += new
        work.store_result({"count": count})

    wanted = {name: work.asked[name] for name in ("with_roster", "with_nights")}
    try:
        importing.import_in_batches(club, lines, actor=actor, mark=work.number, report=report, **wanted)
    except BadFile as bad:
        first = bad.problems[0]
        work.store_result({"line": bad.line, "message": first["message"], "params": first["params"]})
        raise
    work.store_result({"count": count})
    log.note(club, actor, "import", count=count)
    db.session.commit()
    return iter(())


def preview_values(preview: Preview) -> dict[str, Any]:
    """Returns an import's preview as plain values for a job's result."""
    bad = [{"number": line.number, "problems": line.problems[:1]} for line in preview.bad]
    counts = {"good": preview.good, "known": preview.known, "hands": preview.hands, "players": len(preview.players)}
    counts |= {
        "tournaments": preview.tournaments,
        "championships": preview.championships,
        "cards": preview.cards,
        "logo": preview.logo,
        "people": preview.people,
        "strangers": len(preview.strangers),
        "nights": len(preview.nights),
    }
    return {**counts, "bad": bad, "may_be_imported": preview.may_be_imported}


def _lines(work: Work, upload: str) -> Iterator[bytes]:
    """Yields the lines of an uploaded file and reports their number as progress."""
    with tempfile.TemporaryFile() as file:
        file.writelines(work.sent(upload))
        file.seek(0)
        for number, line in enumerate(import_lines.lines_of(file), 1):
            work.report(number)
            yield line


SHEETS_AT_ONCE = 60  # hands on sheets that are printed within the request
SHEETS, PAGES = "sheets", "pages"


@maker(SHEETS)
def make_sheets(work: Work) -> Iterator[bytes]:
    """Yields a PDF of the uploaded pages, then the matches with the ids in `matches`, on this `paper`."""
    matches = (db.session.get(Match, number) for number in work.asked["matches"])
    sheets = (match_sheet(match, paper=work.asked["paper"], language=current_locale()) for match in matches if match)
    yield pdf_of_sheets(sheets, work.report, before=_pages(work))


@maker(PAGES)
def make_pages(work: Work) -> Iterator[bytes]:
    """Yields a PDF of the uploaded pages."""
    yield pdf_of_pages(_pages(work), work.report)


def _pages(work: Work) -> Pages:
    pages: list[Any] = json.loads(b"".join(work.sent()) or b"[]")
    return [(page, copies) for page, copies in pages]


def upload_of(pages: Callable[[], Pages]) -> Iterator[bytes]:
    """Yields pages as JSON, to be sent with a job; `pages` is called only if the job needs them."""
    yield json.dumps(pages()).encode()
