"""Export of results (CSV) and matches (JSON Lines), and import of match documents after a preview."""

import secrets
import time
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, flash, redirect, render_template, request, url_for
from flask import stream_with_context as streamed
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import club_log, exporting, importing
from scorekeeper.clubs.standings import standings
from scorekeeper.i18n import _, ngettext
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import first_problem
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.request_limits import LARGEST_IMPORT, allow_large_form
from scorekeeper.web.views.clubs.access import Visit, load_club, load_for_export
from scorekeeper.web.views.clubs.standings import asked_period, common

bp = Blueprint("import_export", __name__, url_prefix="/c/<club>")

PAUSE = 0.05  # seconds between batches, in which others may write
PREVIEW_EXPIRES = 24 * 3600  # seconds that an uploaded file waits to be imported


@bp.get("/exchange")
def show(club: str) -> str:
    """The exports, and for owners the form for imports."""
    visit = load_club(club)
    return render_template("clubs/exchange.html", visit=visit, **common(visit.club, asked_period(visit.club)))


@bp.get("/matches.jsonl")
@limiter.limit(FILES)
def matches_jsonl(club: str) -> Response:
    """Match documents, one a line; filtered as the standings are. Their logs are for who may read the club's."""
    visit = load_for_export(club, "matches.jsonl")
    period = asked_period(visit.club)
    lines = exporting.match_lines(visit.club, period, with_log=visit.may_score)
    return download(lines, "application/jsonl", f"{club}-matches.jsonl")


@bp.get("/results.csv")
@limiter.limit(FILES)
def results_csv(club: str) -> Response:
    """A row for each match and player."""
    visit = load_for_export(club, "results.csv")
    period = asked_period(visit.club)
    return csv_download(exporting.result_rows(visit.club, period), f"{club}-results.csv")


@bp.get("/standings.csv")
@limiter.limit(FILES)
def standings_csv(club: str) -> Response:
    """The standings as CSV."""
    visit = load_for_export(club, "standings.csv")
    period = asked_period(visit.club)
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
    return csv_download((exporting.csv_line(cells) for cells in (head, *rows)), f"{club}-standings.csv")


def csv_download(lines: Iterable[str], name: str) -> Response:
    """A table as CSV. Browsers, which hand it to a spreadsheet, get the mark by which that knows UTF-8.

    `?bom=1` and `?bom=0` ask for the file with and without it.
    """
    asked = request.args.get("bom")
    marked = asked == "1" or (asked is None and "text/html" in request.headers.get("Accept", ""))
    response = download(chain(["\ufeff"] if marked else [], lines), "text/csv", name)
    response.vary.add("Accept")
    return response


def download(pieces: Iterator[str], kind: str, name: str) -> Response:
    """A streamed answer that the browser saves as a file. Its first piece is made before anything is sent: a file that
    cannot be made is told as a failure, not as an empty file.
    """
    first = next(pieces, "")
    response = Response(streamed(chain([first], pieces)), content_type=f"{kind}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@bp.post("/import")
@limiter.limit(FILES)
def preview(club: str) -> AnyResponse | str:
    """Store an uploaded file and show what it holds and what is wrong with it. Nothing is imported yet."""
    visit = load_club(club, "owner")
    allow_large_form(LARGEST_IMPORT)
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        flash(_("Choose a file first."), "error")
        return redirect(url_for("import_export.show", club=club), code=303)
    _delete_expired_files()
    name = secrets.token_hex(16)
    sent.save(_file(visit, name))
    with _file(visit, name).open("rb") as lines:
        found = importing.preview(visit.club, importing.lines_of(lines))
    if not found.may_be_imported:
        _file(visit, name).unlink()
    return render_template("clubs/import.html", visit=visit, found=found, name=name)


@bp.post("/import/<name>")
def import_file(club: str, name: str) -> AnyResponse:
    """Import the file that was previewed: all of it or, where a line is bad by now, nothing."""
    visit = load_club(club, "owner", confirmed=True)
    file = _file(visit, name)
    if not file.is_file():
        abort(410)
    try:
        count = _import(visit, file)
        club_log.note(visit.club, visit.account.name, "import", count=count)
        db.session.commit()
        flash(ngettext("One match was taken in.", "%(num)s matches were taken in.", count))
    except importing.BadFile as bad:
        db.session.rollback()
        why = first_problem(bad)
        flash(_("Nothing was taken in. Line %(number)s: %(why)s", number=bad.line, why=why), "error")
    file.unlink(missing_ok=True)
    return redirect(url_for("standings.matches", club=club), code=303)


def _import(visit: Visit, file: Path) -> int:
    """Import a file in batches, between which others write. Raises BadFile, with nothing imported."""
    with file.open("rb") as lines:
        found = importing.preview(visit.club, importing.lines_of(lines))
        if found.bad:
            raise importing.BadFile(found.bad[0])
        lines.seek(0)
        matches = importing.lines_of(lines)
        return importing.import_matches(visit.club, matches, actor=visit.account.name, between=_let_others_write)


def _let_others_write() -> None:
    db.session.commit()
    time.sleep(PAUSE)


def _folder() -> Path:
    folder = Path(current_app.instance_path) / "imports"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _file(visit: Visit, name: str) -> Path:
    """The path of an uploaded file; only the account that sent it can import it, and only into that club."""
    if len(name) != 32 or not name.isalnum() or not name.isascii():
        abort(404)
    return _folder() / f"{visit.club.id}-{visit.account.id}-{name}.jsonl"


def _delete_expired_files() -> None:
    for file in _folder().glob("*.jsonl"):
        if file.stat().st_mtime < time.time() - PREVIEW_EXPIRES:
            file.unlink(missing_ok=True)
