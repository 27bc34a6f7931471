"""The settings of a club, for its owners: name, address, president, usual game and papers, and the logo."""

from datetime import date

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import club_settings, log
from scorekeeper.clubs.club_settings import MONTHS, Settings, settings_of
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _, format_date
from scorekeeper.paper.model import PAPERS
from scorekeeper.store.models import db
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.rate_limits import limiter
from scorekeeper.web.request_limits import LARGEST_LOGO, allow_large_form
from scorekeeper.web.views.clubs.club_access import Visit, load_club
from scorekeeper.web.views.clubs.nights import default_choices

bp = Blueprint("club_settings", __name__, url_prefix="/c/<club>")


@bp.get("/settings")
def show(club: str) -> str:
    """The form for the settings, and one for the logo."""
    visit = load_club(club, "owner")
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
def change(club: str) -> AnyResponse | tuple[str, int]:
    """POST: changes the settings; redirects to the club, 422 if refused."""
    visit, form = load_club(club, "owner"), PlainForm(request.form)
    before = settings_of(visit.club)
    settings = Settings(*(form.text(name) for name in Settings._fields))
    try:
        club_settings.change(visit.club, settings, PAPERS)
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        return _page(load_club(club, "owner"), form), 422
    after = settings_of(visit.club)
    if after.name != before.name:
        log.note(visit.club, visit.account.name, "renamed", was=before.name, name=after.name)
    if after[1:] != before[1:]:
        log.note(visit.club, visit.account.name, "settings")
    db.session.commit()
    flash(_("Settings saved."))
    return redirect(url_for("club.show", club=visit.club.slug), code=303)


PICTURES = "10 per minute; 60 per hour"


@bp.post("/logo")
@limiter.limit(PICTURES)
def save_logo(club: str) -> AnyResponse | tuple[str, int]:
    """POST: replaces the logo, or removes it (`drop`); redirects, 422 for an unusable file."""
    visit = load_club(club, "owner")
    allow_large_form(LARGEST_LOGO)
    if "drop" in request.form:
        club_settings.remove_logo(visit.club)
    else:
        upload = request.files.get("logo")
        try:
            club_settings.set_logo(visit.club, upload.read(club_settings.LARGEST_LOGO + 1) if upload else b"")
        except Refusal as refusal:
            db.session.rollback()
            visit = load_club(club, "owner")
            form = PlainForm(settings_of(visit.club)._asdict())
            form.refuse(refusal)
            return _page(visit, form), 422
    log.note(visit.club, visit.account.name, "logo")
    db.session.commit()
    flash(_("Logo removed.") if "drop" in request.form else _("Logo saved."))
    return redirect(url_for("club_settings.show", club=visit.club.slug), code=303)
