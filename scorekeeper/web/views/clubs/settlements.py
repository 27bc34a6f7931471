"""A club night's stake, for all of its tables, and the night's settlement as a page and as a PDF."""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.clubs import log, nights
from scorekeeper.clubs.reckoning import reckon
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import format_date, speaking
from scorekeeper.paper.page import html_of_settlement
from scorekeeper.paper.settlement import Settlement, blocks
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import Sitting, db
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.rate_limits import PAPER, limiter, was_made
from scorekeeper.web.views.arbiter import ruling, ruling_arbiter
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.clubs.night_forms import load_night
from scorekeeper.web.views.clubs.season_papers import head_of
from scorekeeper.web.views.printing import as_pdf, asked_language, asked_paper
from scorekeeper.web.views.stakes import typed

bp = Blueprint("settlements", __name__, url_prefix="/c/<club>/nights/<int:number>")


@bp.get("/settlement")
def show(club: str, number: int) -> str:
    """The settlement of all tables together; for scorers with the stake's form."""
    visit = load_club(club)
    night = load_night(visit, number)
    stakes = [sitting.stake for sitting in _sittings(night) if sitting.stake]
    return _page(visit, night, PlainForm(typed(stakes[0] if stakes else None)))


def _sittings(night: Night) -> list[Sitting]:
    return [sitting for _number, sitting in nights.tables_of(night)]


def _page(visit: Visit, night: Night, form: PlainForm) -> str:
    found = blocks(reckon(_sittings(night)), tables=True)
    approved = any(ledger.has_approved(sitting) for sitting in _sittings(night))
    return render_template(
        "clubs/settlement.html",
        visit=visit,
        night=night,
        form=form,
        blocks=found,
        approved=approved,
        arbiter=visit.is_arbiter,
    )


@bp.post("/settlement")
def save(club: str, number: int) -> AnyResponse | tuple[str, int]:
    """Set the stake of a game at every table of the night; an empty amount, or `none`, removes it."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    night = load_night(visit, number)
    try:
        reason: dict[str, str] = {}
        for sitting in _sittings(night):
            with ruling(sitting, ruling_arbiter(sitting)) as given:
                ledger.play_for(sitting, "" if "none" in form.typed else form.text("amount"), form.text("unit"))
                reason |= given
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        visit = load_club(club, "scorer")
        return _page(visit, load_night(visit, number), form), 422
    _note(visit, night, **reason)
    db.session.commit()
    return redirect(url_for("settlements.show", club=club, number=number), code=303)


def _note(visit: Visit, night: Night, **reason: str) -> None:
    stakes = [typed(sitting.stake) for sitting in _sittings(night) if sitting.stake]
    night_name = night.name or night.day.isoformat()
    if stakes:
        worth = f"{stakes[0]['amount']} {stakes[0]['unit']}".strip()
        log.note(visit.club, visit.account.name, "stake", table=night_name, stake=worth, **reason)
    else:
        log.note(visit.club, visit.account.name, "no_stake", table=night_name, **reason)


@bp.get("/settlement.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
def sheet(club: str, number: int) -> Response:
    """The settlement as a PDF; 404 where the night plays for nothing."""
    visit = load_club(club)
    night, paper, language = load_night(visit, number), asked_paper(), asked_language()
    with speaking(language):
        found = reckon(_sittings(night))
        if not found:
            abort(404)
        title = f"{visit.club.name} · {night.name}" if night.name else visit.club.name
        day = format_date(night.day, "long")
        head, reckoned = head_of(visit), blocks(found, tables=True)
        page = html_of_settlement(Settlement(night.name, night.place, day, paper, language, reckoned, head))
    return as_pdf(page, f"{night.day} {title}.pdf")
