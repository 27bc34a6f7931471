"""Club nights: planning, the live page of all tables, and the PDF with the cards for the tables."""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import log, nights
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import format_date, speaking
from scorekeeper.paper.cards import Card, Cards
from scorekeeper.paper.page import html_of_cards
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.public_address import code_address_for
from scorekeeper.web.rate_limits import PAPER, limiter, was_made
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.clubs.night_forms import default_choices, load_night, typed_defaults
from scorekeeper.web.views.clubs.night_page import night_page, public_address, unless_known
from scorekeeper.web.views.clubs.season_papers import head_of
from scorekeeper.web.views.clubs.tables import make_links, tokens
from scorekeeper.web.views.printing import as_pdf, asked_language, asked_paper

bp = Blueprint("nights", __name__, url_prefix="/c/<club>/nights")


@bp.get("")
def index(club: str) -> str:
    """The nights, and the form for the next one."""
    return _index(load_club(club), PlainForm())


def _index(visit: Visit, form: PlainForm) -> str:
    return render_template(
        "clubs/nights.html", visit=visit, nights=nights.nights(visit.club), form=form, **default_choices()
    )


@bp.post("")
def plan(club: str) -> AnyResponse | tuple[str, int]:
    """Plan a night with its tables."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    try:
        night = nights.plan_night(visit.club, form.text("name"), form.text("place"), form.text("day"))
        nights.agree(night, typed_defaults(form))
        _add_tables(visit, night, form.text("tables"))
        log.note(visit.club, visit.account.name, "night", day=night.day)
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        return _index(visit, form), 422
    db.session.commit()
    return redirect(url_for("nights.show", club=club, number=night.id), code=303)


def _add_tables(visit: Visit, night: Night, count: str) -> None:
    for sitting in nights.add_tables(visit.club, night, int(count) if count.isdecimal() and len(count) < 4 else 0):
        make_links(sitting)


@bp.get("/<int:number>")
def show(club: str, number: int) -> Response:
    """All tables of the night as they stand, and its ranking; 304 where nothing has changed."""
    visit = load_club(club)
    night = load_night(visit, number)
    tables = nights.tables_of(night)
    return unless_known(
        night,
        lambda: render_template(
            "clubs/night.html",
            visit=visit,
            night=night,
            address=public_address(night),
            doubled=nights.at_two_tables(night),
            **night_page(night, tables, tokens(visit, [each[1] for each in tables])),
        ),
    )


@bp.post("/<int:number>/tables")
def add_table(club: str, number: int) -> AnyResponse:
    """One more table."""
    visit = load_club(club, "scorer")
    try:
        night = load_night(visit, number)
        _add_tables(visit, night, "1")
        log.note(visit.club, visit.account.name, "tables", day=night.day)
    except Refusal:
        abort(400)
    db.session.commit()
    return redirect(url_for("nights.show", club=club, number=number), code=303)


@bp.get("/<int:number>/cards.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
def cards(club: str, number: int) -> Response:
    """The cards for the tables as a PDF; each has the code of a link that scores."""
    visit = load_club(club, "scorer")
    night, language = load_night(visit, number), asked_language()
    tables = nights.tables_of(night)
    keys = tokens(visit, [sitting for _number, sitting in tables])
    with speaking(language):
        printed = Cards(
            club=visit.club.name,
            title=title_of(night),
            paper=asked_paper(),
            language=language,
            logo=head_of(visit).logo,
            cards=tuple(
                Card(table, code_address_for("sittings.show", token=keys[sitting.id]))
                for table, sitting in tables
                if sitting.id in keys
            ),
        )
    return as_pdf(html_of_cards(printed), f"{night.day} {night.name or visit.club.name}.pdf")


def title_of(night: Night) -> str:
    """A night's name and date."""
    day = format_date(night.day, "long")
    return f"{night.name} · {day}" if night.name else day
