"""Photographs of a night's blank sheets: sent on one page, read by a job, and entered from another as final results."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, flash, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.clubs import night_sheets, nights
from scorekeeper.clubs.night_sheets import READY, SAME, Target, target_of
from scorekeeper.games.engine.base import N_, Problem, Refusal, Setup, refuse
from scorekeeper.i18n import _, called, ngettext
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import Match, Sitting
from scorekeeper.web.downloads import start_reading
from scorekeeper.web.forms import PlainForm, gathering, number_in, numbers_of_sides
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.night_texts import title_of
from scorekeeper.web.once import once
from scorekeeper.web.photographs import MOST_PICTURES
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.request_limits import LARGEST_PHOTOGRAPHS
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.sheet_readings import NIGHT_SHEETS, SheetSeen, find_sheets

bp = Blueprint("night_photographs", __name__, url_prefix="/c/<club>/nights/<int:number>/photographs")

POINTS = "points"
CHANGED = N_("The match at this table is not as shown: check it, then enter the result again")


@bp.get("")
@of_club("scorer", Night)
def ask(visit: Visit, night: Night) -> str:
    """The form for photographs and scans."""
    megabytes = LARGEST_PHOTOGRAPHS // 1_000_000
    return render_template(
        "clubs/night_photographs.html",
        visit=visit,
        night=night,
        title=title_of(night),
        most=MOST_PICTURES,
        megabytes=megabytes,
    )


@bp.post("")
@limiter.limit(FILES)
@of_club("scorer", Night)
def send(visit: Visit, night: Night) -> AnyResponse:
    """POST: has the pictures read by a job; redirects to its progress page."""
    back = url_for("night_photographs.ask", club=visit.club.slug, number=night.id)
    return start_reading(visit, NIGHT_SHEETS, {"night": night.id}, title=_("Photographs of sheets"), back=back)


@dataclass
class SheetRow:
    """A sheet on the page: its `number` in the job, its table and the match there, and the names of its sides.

    `sitting` and `target` are None if the sheet names no table, and none was chosen. `is_second` is True if an earlier
    sheet of the job is of the same table. `setup` is that of the match; None if the sheet fits none.
    """

    number: int
    seen: SheetSeen
    table: int
    sitting: Sitting | None = None
    target: Target | None = None
    sides: Sequence[str] = ()
    setup: Setup | None = None
    is_second: bool = False

    @property
    def state(self) -> str:
        """The state of the target; empty without one."""
        return self.target.state if self.target else ""

    @property
    def mark(self) -> str:
        """A text that changes with the table or its match."""
        return f"{self.table}/{self.target.mark}" if self.target else ""

    @property
    def is_ready(self) -> bool:
        """True if the sheet was read without a doubt, and its result needs no confirmation."""
        return not self.seen.doubts and self.state == READY and not self.is_second

    @property
    def is_entered(self) -> bool:
        """True if the match has this result already."""
        return self.state == SAME

    @property
    def needs_answer(self) -> bool:
        """True if the visitor has to confirm the result, because the table has another match or hands."""
        return self.target is not None and not self.is_entered and (self.state != READY or self.is_second)


@bp.get("/<job>")
@of_club("scorer", Night)
def read(visit: Visit, night: Night, job: str) -> AnyResponse | str:
    """The form for the results on the sheets, as they were read, each beside its cut-out; redirects if deleted."""
    sheets = find_sheets(job, night)
    if sheets is None:
        return _deleted(visit, night)
    texts = {
        f"{POINTS}-{at}-{side}": str(points)
        for at, sheet in enumerate(sheets)
        for side, points in enumerate(sheet.points)
        if points is not None
    }
    return _page(visit, night, PlainForm(texts), job)


def _deleted(visit: Visit, night: Night) -> AnyResponse:
    flash(_("These photographs were deleted. Send them again."), "error")
    return to("night_photographs.ask", club=visit.club.slug, number=night.id)


def _rows(night: Night, sheets: list[SheetSeen], form: PlainForm, matches: dict[int, list[Match]]) -> list[SheetRow]:
    """Returns the sheets of the night, each with its current match; a table may be chosen in the form."""
    sittings = dict(nights.tables_of(night))
    rows: list[SheetRow] = []
    for at, sheet in enumerate(sheets):
        row = SheetRow(at, sheet, sheet.table or number_in(form.text(f"table-{at}")) or 0)
        if sheet.game and row.table in sittings:
            row.is_second = any(other.table == row.table for other in rows)
            _aim(row, sittings[row.table], matches.get(row.table, []))
        rows.append(row)
    return rows


def _aim(row: SheetRow, sitting: Sitting, matches: list[Match]) -> None:
    """Finds the match for the result of a row, and names its sides."""
    row.sitting, row.target = sitting, target_of(matches, row.seen.game, row.seen.points)
    with suppress(Refusal):  # entering the result is refused, too, with the reason
        row.setup = night_sheets.setup_of(sitting, row.target, row.seen.game, len(row.seen.points))
        row.sides = [called(side["name"]) for side in row.setup["sides"]]


def _page(visit: Visit, night: Night, form: PlainForm, job: str) -> str | AnyResponse:
    sheets = find_sheets(job, night)
    if sheets is None:
        return _deleted(visit, night)
    rows = _rows(night, sheets, form, nights.matches_by_table(night))
    return render_template(
        "clubs/night_read.html",
        visit=visit,
        night=night,
        job=job,
        title=title_of(night),
        form=form,
        others=[row.seen for row in rows if not row.seen.game],
        rows=sorted((row for row in rows if row.seen.game), key=lambda row: (row.is_entered, row.is_ready, row.table)),
        tables=[table for table, _sitting in nights.tables_of(night)],
    )


@bp.post("/<job>")
@once
@of_club("scorer", Night)
@saving(_page)
def enter(visit: Visit, night: Night, form: PlainForm, job: str) -> Page:
    """POST: enters the results that are filled in as final results of their matches, all if nothing is wrong.

    A result for a match with hands, or beside a match that is over, needs `again-3`, where 3 is the sheet's number in
    the job. 422 with the form if a result is refused, or if its match has changed since the form was shown (`was-3`).
    """
    sheets = find_sheets(job, night)
    if sheets is None:
        return _deleted(visit, night)
    entered, problems, matches = 0, list[Problem](), nights.matches_by_table(night)
    for row in _rows(night, sheets, form, matches):
        write = ledger.Write(visit.account.name, f"sheet-{job}-{row.number}")
        of_row: list[Problem] = []
        with gathering(of_row):
            entered += _enter(matches.setdefault(row.table, []), form, row, write)
        problems += [{**problem, "field": _field(problem, row)} for problem in of_row]
    if problems:
        raise Refusal(problems)
    flash(ngettext("%(num)s result entered.", "%(num)s results entered.", entered))
    return to("nights.show", club=visit.club.slug, number=night.id)


def _field(problem: Problem, row: SheetRow) -> str:
    """Returns the form's field for a problem: its own, or the first one of the row."""
    field = problem["field"] or ""
    return field if field.startswith(f"{POINTS}-") else f"{POINTS}-{row.number}-0"


def _enter(matches: list[Match], form: PlainForm, row: SheetRow, write: ledger.Write) -> bool:
    """Enters the result of a row; False if it has none, or if it needs a confirmation (`again`) that is missing.

    `matches` are the table's, newest first; a new one is added. Raises Refusal.
    """
    points = numbers_of_sides(form, POINTS, f"-{row.number}", len(row.seen.points))
    if points is None or row.sitting is None or row.target is None or row.is_entered:
        return False
    is_shown = f"was-{row.number}" in form.typed  # not if the table was chosen just now
    if is_shown and row.needs_answer and f"again-{row.number}" not in form.typed:
        return False
    if form.text(f"was-{row.number}") != row.mark if is_shown else row.needs_answer:
        raise refuse(None, None, CHANGED)
    # Earlier sheets may have changed the table, and the points may be others than those that were read.
    target = target_of(matches, row.seen.game, points)
    if target.state == SAME:
        return False
    try:
        match = night_sheets.enter(row.sitting, target, row.seen.game, points, write)
    except ledger.Stale:
        raise refuse(None, None, CHANGED) from None
    if match not in matches:
        matches.insert(0, match)
    return True
