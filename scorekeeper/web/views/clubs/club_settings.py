"""The settings of a club, for its owners: name, address, president, usual game and papers, and the logo."""

from datetime import date

from flask import Blueprint, flash, render_template, request

from scorekeeper.clubs import club_settings
from scorekeeper.clubs.club_settings import MONTHS, Settings, settings_of
from scorekeeper.i18n import _, format_date
from scorekeeper.paper.model import PAPERS
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.night_texts import default_choices
from scorekeeper.web.rate_limits import limiter
from scorekeeper.web.request_limits import LARGEST_LOGO, allow_large_form
from scorekeeper.web.saving import Page, saving, to

bp = Blueprint("club_settings", __name__, url_prefix="/c/<club>")


@bp.get("/settings")
@of_club("owner")
def show(visit: Visit) -> str:
    """The form for the settings, and one for the logo."""
    return _page(visit, PlainForm(settings_of(visit.club)._asdict()))


def _page(visit: Visit, form: PlainForm) -> str:
    return render_template(
        "clubs/settings.html",
        visit=visit,
        form=form,
        logo=club_settings.logo_of(visit.club),
        presets=default_choices()["presets"],
        months=[(month, format_date(date(2026, month, 1), "LLLL")) for month in MONTHS],
        papers=[("", _("As chosen when printing")), *((name, name) for name in PAPERS)],
    )


@bp.post("/settings")
@of_club("owner")
@saving(_page)
def change(visit: Visit, form: PlainForm) -> Page:
    """POST: changes the settings; redirects to the club, 422 if refused."""
    before = settings_of(visit.club)
    settings = Settings(*(form.text(name) for name in Settings._fields))
    club_settings.change(visit.club, settings, PAPERS)
    after = settings_of(visit.club)
    if after.name != before.name:
        visit.note("renamed", was=before.name, name=after.name)
    if after[1:] != before[1:]:
        visit.note("settings")
    flash(_("Settings saved."))
    return to("club.show", club=visit.club.slug)


PICTURES = "10 per minute; 60 per hour"


def _page_of_logo(visit: Visit, form: PlainForm) -> str:
    return _page(visit, PlainForm(settings_of(visit.club)._asdict(), form.problems))


@bp.post("/logo")
@limiter.limit(PICTURES)
@of_club("owner")
def save_logo(visit: Visit) -> Page:
    """POST: replaces the logo, or removes it (`drop`); redirects, 422 for an unusable file."""
    allow_large_form(LARGEST_LOGO)  # before the form is read
    return _save_logo(visit)


@saving(_page_of_logo)
def _save_logo(visit: Visit, _form: PlainForm) -> Page:
    if "drop" in request.form:
        club_settings.remove_logo(visit.club)
    else:
        upload = request.files.get("logo")
        club_settings.set_logo(visit.club, upload.read(club_settings.LARGEST_LOGO + 1) if upload else b"")
    visit.note("logo")
    flash(_("Logo removed.") if "drop" in request.form else _("Logo saved."))
    return to("club_settings.show", club=visit.club.slug)
