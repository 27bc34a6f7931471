"""Importing a list of people into the roster: preview, import, and undo while none of them has played."""

from typing import NamedTuple

from flask import Blueprint, flash, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import results, roster, roster_import
from scorekeeper.clubs.person_details import LABELS, read_day
from scorekeeper.clubs.roster_headings import KINDS, UNKNOWN
from scorekeeper.clubs.roster_import import Plan, Row
from scorekeeper.clubs.roster_lists import MOST_BYTES, Sheet, check_kinds, decode, read_people, read_sheet
from scorekeeper.games.engine.base import N_, Refusal
from scorekeeper.i18n import _, format_date, ngettext
from scorekeeper.store.club_models import RosterList
from scorekeeper.store.models import db
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.once import once
from scorekeeper.web.saving import Page, saving, to

bp = Blueprint("roster_lists", __name__, url_prefix="/c/<club>/players/several")

CHANGED = N_("Something has changed since this was shown. Check it, then take the list.")
FEW = 10  # rows that are shown while a column has to be decided


class Reading(NamedTuple):
    """A list after reading: its rows, the kind of each column, and the changes that it would make to the roster.

    `plan` is None while a column's kind is missing; `shown` is its digest without the choices for doubtful rows.
    """

    sheet: Sheet
    kinds: list[str]
    plan: Plan | None = None
    shown: str = "-"


@bp.get("")
@of_club("scorer")
def show(visit: Visit) -> str:
    """The form for a list, and the imports that can be undone."""
    return _page(visit, PlainForm())


def _page(visit: Visit, form: PlainForm, reading: Reading | None = None) -> str:
    return render_template(
        "clubs/roster_list.html",
        visit=visit,
        form=form,
        reading=reading,
        kinds=KINDS,
        details=LABELS,
        rows=_rows(reading) if reading else [],
        lists=_lists(visit) if reading is None else [],
    )


@bp.post("")
@once
@of_club("scorer")
@saving(_page)
def read(visit: Visit, form: PlainForm) -> Page:
    """POST: previews a list; with `do=take` imports it, if the preview showed the same changes. 422 if refused."""
    form.typed = {**form.typed, "players": _sent_text(form)}
    if form.text("do") == "take":
        results.lock_results(db.session, visit.club.id)  # no change between comparing and writing
    reading = _reading(visit, form)
    if form.text("do") != "take" or reading.plan is None:
        return _page(visit, form, reading), 422 if form.problems and form.text("do") else 200
    return _take(visit, form, reading, reading.plan)


def _sent_text(form: PlainForm) -> str:
    """Returns the uploaded file's text, else the pasted one. Raises Refusal for a file that cannot be read."""
    upload = request.files.get("file")
    return decode(upload.read(MOST_BYTES + 1)) if upload is not None and upload.filename else form.raw("players")


def _reading(visit: Visit, form: PlainForm) -> Reading:
    """Returns the list with the columns as chosen, or as they look if none were; adds problems to the form."""
    was_shown = bool(form.text("shown"))
    sheet = read_sheet(form.raw("players"), has_headings=form.text("headings") == "1" if was_shown else None)
    kinds = sheet.guess()
    if was_shown and form.text("width") == str(sheet.width):
        chosen = [form.text(f"column-{at}") for at in range(sheet.width)]
        kinds = [kind if kind in KINDS else UNKNOWN for kind in chosen]
    if problems := check_kinds(sheet, kinds):
        form.refuse(Refusal(problems))
        return Reading(sheet, kinds)
    answers = {line: form.text(f"row-{line}") for line, _row in sheet.rows}
    people = read_people(sheet, kinds, roster.name_keys(visit.club))
    shown = roster_import.plan(visit.club, people, {}).digest
    return Reading(sheet, kinds, roster_import.plan(visit.club, people, answers), shown)


def _take(visit: Visit, form: PlainForm, reading: Reading, plan: Plan) -> Page:
    if form.text("shown") != reading.shown:
        form.problems[""] = _(CHANGED)
        return _page(visit, form, reading), 409
    if not plan.changes:
        flash(_("There is nothing new in this list."))
        return to("players.index", club=visit.club.slug)
    roster_import.write(visit.club, plan, visit.account.name)
    filled = sum(bool(row.filled) for row in plan.rows)
    for kind, count in (("players", len(plan.people)), ("filled", filled)):
        if count:
            visit.note(kind, count=count)
    flash(ngettext("One player added.", "%(num)s players added.", len(plan.people)))
    return _to_lists(visit)


def _to_lists(visit: Visit) -> AnyResponse:
    return to("roster_lists.show", club=visit.club.slug, _anchor="lists")


def _not_taken_back(visit: Visit, _form: PlainForm, number: int) -> AnyResponse:
    return _to_lists(visit)


@bp.post("/<int:number>/back")
@of_club("scorer")
@saving(_not_taken_back)
def take_back(visit: Visit, _form: PlainForm, number: int) -> Page:
    """POST: undoes the import of a list; only redirects if it was already undone."""
    listed = roster_import.find_list(visit.club, number)
    if listed is not None:
        count = roster_import.take_back(visit.club, listed)
        visit.note("no_players", count=count)
        flash(ngettext("List taken back: one player deleted.", "List taken back: %(num)s players deleted.", count))
    return _to_lists(visit)


def _rows(reading: Reading) -> list[tuple[list[str], Row | None]]:
    """Returns the cells of each row, days in words, with the row's effect on the roster."""
    rows = [[_as_shown(kind, cell) for kind, cell in zip(reading.kinds, row, strict=True)]
            for _line, row in reading.sheet.rows]  # fmt: skip
    if reading.plan is None:
        return [(cells, None) for cells in rows[:FEW]]
    return list(zip(rows, reading.plan.rows, strict=True))


def _as_shown(kind: str, cell: str) -> str:
    day = read_day(cell) if kind == "fee_until" else None
    return format_date(day) if day else cell


def _lists(visit: Visit) -> list[tuple[RosterList, int, str]]:
    """Returns each import that can be undone, with its number of players and one that is in use, if any."""
    lists = [(listed, roster_import.players_of(listed)) for listed in roster_import.lists(visit.club)]
    in_use = roster_import.players_in_use(visit.club, [player for _listed, players in lists for player in players])
    used = {player.id for player in in_use}
    return [
        (listed, len(players), next((player.name for player in players if player.id in used), ""))
        for listed, players in lists
    ]
