"""Export of results (CSV) and matches (JSON Lines), and import of match documents after a preview."""

import secrets
from io import BytesIO
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, flash, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import jobs
from scorekeeper.clubs import bg_stats, exporting, import_lines, importing
from scorekeeper.clubs.exporting import standings_lines
from scorekeeper.clubs.standings import Period
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _, ngettext
from scorekeeper.store.models import Job, db
from scorekeeper.web import work
from scorekeeper.web.downloads import csv_download, download, is_marked, start_job
from scorekeeper.web.forms import first_problem
from scorekeeper.web.loading import Visit, load_for_export, of_club
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.request_limits import LARGEST_IMPORT, allow_large_form
from scorekeeper.web.saving import to
from scorekeeper.web.standings import common, requested_period
from scorekeeper.web.work import (
    IMPORT,
    LINES_AT_ONCE,
    MATCHES,
    PREVIEW,
    RESULTS,
    is_short,
    period_arguments,
    preview_values,
)

bp = Blueprint("import_export", __name__, url_prefix="/c/<club>")


@bp.get("/exchange")
@of_club()
def show(visit: Visit) -> str:
    """The export links, and for owners the import form."""
    return render_template("clubs/exchange.html", visit=visit, **common(visit.club, requested_period(visit.club)))


@bp.get("/matches.jsonl")
@limiter.limit(FILES)
def matches_jsonl(club: str) -> AnyResponse:
    """Tournaments and matches as JSON Lines, filtered like the standings; with the matches' logs for scorers.

    With `people=1` scorers get the roster, too. A large export becomes a job.
    """
    visit = load_for_export(club, "matches.jsonl")
    period, name = requested_period(visit.club), f"{club}-matches.jsonl"
    parts = {"with_log": visit.may_score, "with_people": visit.may_score and request.args.get("people") == "1"}
    if is_short(visit.club, period):
        lines = exporting.lines(visit.club, period, **parts)
        return download(lines, "application/jsonl", name)
    what = {
        "asked": {**period_arguments(period), **parts},
        "mime": "application/jsonl; charset=utf-8",
    }
    what["role"] = "scorer" if visit.may_score else "member"
    total = exporting.count_matches(visit.club, period)
    return _export(visit, period, MATCHES, title=_("All matches"), name=name, total=total, **what)


@bp.get("/results.csv")
@limiter.limit(FILES)
def results_csv(club: str) -> AnyResponse:
    """A CSV row for each match and player, with member numbers for scorers. A large export becomes a job."""
    visit = load_for_export(club, "results.csv")
    period, name = requested_period(visit.club), f"{club}-results.csv"
    if is_short(visit.club, period):
        return csv_download(exporting.result_rows(visit.club, period, with_numbers=visit.may_score), name)
    parameters = {**period_arguments(period), "marked": is_marked(), "with_numbers": visit.may_score}
    what = {"asked": parameters, "mime": "text/csv; charset=utf-8", "role": "scorer" if visit.may_score else "member"}
    total = exporting.count_results(visit.club, period) + 1
    return _export(visit, period, RESULTS, title=_("All results"), name=name, total=total, **what)


def _export(visit: Visit, period: Period, kind: str, **what: Any) -> AnyResponse:
    """Submits a job for a large export and redirects to its progress page."""
    back = f"{url_for('import_export.show', club=visit.club.slug)}?{urlencode(period.query)}"
    return start_job(visit, kind, back=back, about=exporting.newest_change(visit.club), **what)


@bp.get("/standings.csv")
@limiter.limit(FILES)
def standings_csv(club: str) -> Response:
    """The standings as CSV."""
    visit = load_for_export(club, "standings.csv")
    return csv_download(standings_lines(visit.club, requested_period(visit.club)), f"{club}-standings.csv")


@bp.post("/import")
@limiter.limit(FILES)
@of_club("owner")
def preview(visit: Visit) -> AnyResponse | str:
    """POST: previews an uploaded file; a large one in a job. Nothing is imported yet."""
    allow_large_form(LARGEST_IMPORT)
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        flash(_("Choose a file first."), "error")
        return to("import_export.show", club=visit.club.slug)
    content = upload.read()
    try:
        plays = bg_stats.read(content)
    except Refusal as refusal:
        flash(first_problem(refusal), "error")
        return to("import_export.show", club=visit.club.slug)
    content = content if plays is None else plays.lines
    what: dict[str, Any] = {
        "asked": {"account": visit.account.id, "left_out": _left_out(plays)},
        "about": secrets.token_hex(16),  # a second preview may find nothing new
        "title": _("Import matches"),
        "back": url_for("import_export.show", club=visit.club.slug),
        "role": "owner",
        "total": content.count(b"\n") + 1,
        "sent": [content],
    }
    if len(content) > LINES_AT_ONCE:
        return start_job(visit, PREVIEW, name="", mime="", **what)
    contents = preview_values(importing.preview(visit.club, import_lines.lines_of(BytesIO(content))))
    job = work.submit(PREVIEW, name="", mime="", told=contents, club=visit.club.id, **what)
    return _page(visit, job, contents)


SHOWN = 50  # plays of a file that are left out


def _left_out(plays: bg_stats.Export | None) -> dict[str, Any]:
    """Returns how many plays are left out, and of the first ones what and why."""
    left_out = plays.left_out if plays else []
    return {"count": len(left_out), "first": [list(each) for each in left_out[:SHOWN]]}


def _page(visit: Visit, job: Job, found: Any) -> str:
    left_out = job.asked.get("left_out")
    return render_template("clubs/import.html", visit=visit, found=found, name=job.number, left_out=left_out)


@bp.get("/import/<name>")
@of_club("owner")
def previewed(visit: Visit, name: str) -> str:
    """The preview of an uploaded file: its contents and its errors."""
    job = _upload_job(visit, name)
    return _page(visit, job, job.told)


@bp.post("/import/<name>")
@of_club("owner", confirmed=True)
def import_file(visit: Visit, name: str) -> AnyResponse:
    """POST: imports the previewed file, completely or not at all; a large one in a job. Redirects."""
    job = _upload_job(visit, name)
    if not (job.told or {})["may_be_imported"]:
        abort(410)
    content = b"".join(islice(jobs.pieces(name, sent=True), 2))
    choices = {"with_roster": request.form.get("roster") == "1", "with_nights": request.form.get("nights") == "1"}
    if len(content) > LINES_AT_ONCE:
        arguments = {"upload": name, "actor": visit.account.name, **choices}
        back = url_for("standings.matches", club=visit.club.slug)
        what = {"asked": arguments, "role": "owner", "total": job.total, "title": job.title, "mime": ""}
        return start_job(visit, IMPORT, name="", back=back, **what)
    try:
        lines = import_lines.lines_of(BytesIO(content))
        count = importing.import_matches(visit.club, lines, actor=visit.account.name, **choices)
        visit.note("import", count=count)
        flash(_taken_in(count, (job.told or {}).get("tournaments", 0), (job.told or {}).get("people", 0)))
    except importing.BadFile as bad:
        db.session.rollback()
        why = first_problem(bad)
        flash(_("Nothing imported. Line %(number)s: %(why)s", number=bad.line, why=why), "error")
    jobs.delete_jobs([name])
    db.session.commit()
    return to("standings.matches", club=visit.club.slug)


def _taken_in(matches: int, tournaments: int, people: int) -> str:
    texts = [ngettext("One match imported.", "%(num)s matches imported.", matches)]
    if people:
        texts.insert(0, ngettext("One player imported.", "%(num)s players imported.", people))
    if tournaments:
        texts.insert(0, ngettext("One tournament imported.", "%(num)s tournaments imported.", tournaments))
    return " ".join(texts)


def _upload_job(visit: Visit, name: str) -> Job:
    """Returns the finished preview job of an uploaded file; 410 unless this account uploaded it for this club."""
    job = work.find(name)
    sender = job is not None and job.kind == PREVIEW and job.asked["account"] == visit.account.id
    if job is None or not sender or job.club_id != visit.club.id or job.status != "made":
        abort(410)
    return job
