"""Export of results (CSV) and matches (JSON Lines), and import of match documents after a preview."""

import secrets
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import jobs
from scorekeeper.clubs import club_log, exporting, importing
from scorekeeper.clubs.period import Period, period_of_query
from scorekeeper.clubs.standings import standings
from scorekeeper.i18n import _, ngettext
from scorekeeper.store.job_models import Job
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import first_problem
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.request_limits import LARGEST_IMPORT, allow_large_form
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.clubs.print_jobs import start_job
from scorekeeper.web.views.clubs.standings import common
from scorekeeper.web.work import wishes
from scorekeeper.web.work.exports import MATCHES, RESULTS, as_asked, is_short
from scorekeeper.web.work.imports import AT_ONCE, IMPORT, PREVIEW, as_told

bp = Blueprint("import_export", __name__, url_prefix="/c/<club>")


@bp.get("/exchange")
def show(club: str) -> str:
    """The exports, and for owners the form for imports."""
    return render_template("clubs/exchange.html", visit=load_club(club), **common(period_of_query(request.args)))


@bp.get("/matches.jsonl")
@limiter.limit(FILES)
def matches_jsonl(club: str) -> AnyResponse:
    """Match documents, one a line; filtered as the standings are. Many of them are a job."""
    visit, period = load_club(club), period_of_query(request.args)
    if is_short(visit.club, period):
        return download(exporting.match_lines(visit.club, period), "application/jsonl", f"{club}-matches.jsonl")
    total = exporting.count_matches(visit.club, period)
    return _export(visit, period, MATCHES, total, _("All matches"), ("application/jsonl", f"{club}-matches.jsonl"))


@bp.get("/results.csv")
@limiter.limit(FILES)
def results_csv(club: str) -> AnyResponse:
    """A row for each match and player. Those of many matches are a job."""
    visit, period = load_club(club), period_of_query(request.args)
    if is_short(visit.club, period):
        return download(exporting.result_rows(visit.club, period), "text/csv", f"{club}-results.csv")
    total = exporting.count_results(visit.club, period) + 1
    return _export(visit, period, RESULTS, total, _("All results"), ("text/csv", f"{club}-results.csv"))


def _export(visit: Visit, period: Period, kind: str, total: int, title: str, file: tuple[str, str]) -> AnyResponse:
    """A long export as a job: its page while it is made, then the file itself."""
    mime, name = file
    back = f"{url_for('import_export.show', club=visit.club.slug)}?{urlencode(period.query)}"
    newest = exporting.newest_change(visit.club)
    what = {"asked": as_asked(period), "about": newest, "total": total, "mime": f"{mime}; charset=utf-8"}
    return start_job(visit, kind, back=back, title=title, name=name, **what)


@bp.get("/standings.csv")
@limiter.limit(FILES)
def standings_csv(club: str) -> Response:
    """The standings as CSV."""
    visit, period = load_club(club), period_of_query(request.args)
    lines = standings(visit.club, period)
    head = (
        _("position"), _("player"), _("won"), _("lost"), _("played"), _("games"), _("points"), _("points against"),
        _("rating"),
    )  # fmt: skip
    rows = (
        (place, line.name, line.won, line.lost, line.played, line.games, line.points_for, line.points_against)
        + (line.rating if line.rating is not None else "",)
        for place, line in enumerate(lines, 1)
    )
    return download((exporting.csv_line(cells) for cells in (head, *rows)), "text/csv", f"{club}-standings.csv")


def download(pieces: Iterator[str], kind: str, name: str) -> Response:
    """A short file that the browser saves; it is whole before the answer begins."""
    response = Response("".join(pieces), content_type=f"{kind}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@bp.post("/import")
@limiter.limit(FILES)
def preview(club: str) -> AnyResponse | str:
    """Look at an uploaded file: a large one is a job. Nothing is imported yet."""
    visit = load_club(club, "owner")
    allow_large_form(LARGEST_IMPORT)
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        flash(_("Choose a file first."), "error")
        return redirect(url_for("import_export.show", club=club), code=303)
    content = sent.read()
    what = {
        "asked": {"account": visit.account.id},
        "about": secrets.token_hex(16),  # looked at again, it may hold nothing new
        "title": _("Take matches in"),
        "back": url_for("import_export.show", club=club),
        "role": "owner",
        "total": content.count(b"\n") + 1,
        "sent": [content],
    }
    if len(content) > AT_ONCE:
        return start_job(visit, PREVIEW, name="", mime="", **what)
    told = as_told(importing.preview(visit.club, importing.lines_of(BytesIO(content))))
    job = wishes.wish(PREVIEW, name="", mime="", told=told, club=visit.club.id, **what)
    return render_template("clubs/import.html", visit=visit, found=told, name=job.number)


@bp.get("/import/<name>")
def previewed(club: str, name: str) -> str:
    """What the file holds and what is wrong with it."""
    visit = load_club(club, "owner")
    return render_template("clubs/import.html", visit=visit, found=_uploaded(visit, name).told, name=name)


@bp.post("/import/<name>")
def import_file(club: str, name: str) -> AnyResponse:
    """Import the file that was looked at: all of it or, where a line is bad by now, nothing. A large one is a job."""
    visit = load_club(club, "owner")
    job = _uploaded(visit, name)
    if not (job.told or {})["may_be_imported"]:
        abort(410)
    content = b"".join(islice(jobs.pieces(name, sent=True), 2))
    if len(content) > AT_ONCE:
        asked = {"upload": name, "actor": visit.account.name}
        back = url_for("standings.matches", club=club)
        what = {"asked": asked, "role": "owner", "total": job.total, "title": job.title, "mime": ""}
        return start_job(visit, IMPORT, name="", back=back, **what)
    try:
        lines = importing.lines_of(BytesIO(content))
        count = importing.import_matches(visit.club, lines, actor=visit.account.name)
        club_log.note(visit.club, visit.account.name, "import", count=count)
        flash(ngettext("One match was taken in.", "%(num)s matches were taken in.", count))
    except importing.BadFile as bad:
        db.session.rollback()
        why = first_problem(bad)
        flash(_("Nothing was taken in. Line %(number)s: %(why)s", number=bad.line, why=why), "error")
    jobs.delete_jobs([name])
    db.session.commit()
    return redirect(url_for("standings.matches", club=club), code=303)


def _uploaded(visit: Visit, name: str) -> Job:
    """A file that was looked at: only the account that sent it can import it, and only into that club."""
    job = wishes.find(name)
    sender = job is not None and job.kind == PREVIEW and job.asked["account"] == visit.account.id
    if job is None or not sender or job.club_id != visit.club.id or job.status != "made":
        abort(410)
    return job
