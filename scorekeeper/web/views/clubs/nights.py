"""Club nights: planning, the live page of the tables, settings, closing and deleting, and cards for the tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from flask import Blueprint, Response, flash, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import nights
from scorekeeper.clubs.night_ranking import ranking
from scorekeeper.clubs.nights import Defaults, Planned, Table, defaults_of, read_defaults
from scorekeeper.clubs.occasions import occasion_of
from scorekeeper.i18n import _, speaking
from scorekeeper.paper.model import Card, Cards
from scorekeeper.paper.page import html_of_cards
from scorekeeper.store.club_models import Club, Night
from scorekeeper.store.models import db, today
from scorekeeper.web import not_modified
from scorekeeper.web.forms import PlainForm, number_in
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.night_texts import PURPOSE, default_choices, preset_choice, public_address, title_of
from scorekeeper.web.once import once
from scorekeeper.web.page_parts import preview
from scorekeeper.web.printing import as_pdf, head_of, language_of_query, paper_of_query
from scorekeeper.web.public_address import calendar_address, code_address_for, nonce_of_form, row_of
from scorekeeper.web.rate_limits import PAPER, QUESTIONS, limiter, was_made
from scorekeeper.web.saving import Page, aborting, saving, to
from scorekeeper.web.standings import ties_in_words
from scorekeeper.web.table_links import make_links, tokens

bp = Blueprint("nights", __name__)


def _typed_games(form: PlainForm, tables: Iterable[int]) -> dict[int, str]:
    """Returns the games in the form by table number; tables without a field keep theirs."""
    return {number: form.text(f"game-{number}") for number in tables if f"game-{number}" in form.typed}


def _typed_description(form: PlainForm) -> list[str]:
    return [form.text(name) for name in ("name", "place", "day", "hour")]


def typed_defaults(form: PlainForm, club: int) -> Defaults:
    """Parses the default settings of the form. Raises Refusal."""
    preset, hands, minutes, confirm = map(form.text, ("preset", "hands", "minutes", "confirm"))
    return read_defaults(preset, hands, minutes, confirm, club)


@bp.get("/c/<club>/nights/<int:number>/edit")
@of_club("scorer", Night)
def edit(visit: Visit, night: Night) -> str:
    """The settings form with the current values."""
    agreed = defaults_of(night)
    texts = {**occasion_of(night)._asdict(), "name": night.name, "confirm": agreed.confirm}
    texts |= {"preset": agreed.preset, "hands": str(agreed.hands or ""), "minutes": str(agreed.minutes or "")}
    for table, planned in nights.planned(night).items():
        texts |= {f"game-{table}": planned.preset, f"names-{table}": ", ".join(planned.names)}
    return _form(visit, night, PlainForm(texts))


def _form(visit: Visit, night: Night, form: PlainForm) -> str:
    tables = nights.tables_of(night)
    return render_template(
        "clubs/night_edit.html",
        visit=visit,
        night=night,
        form=form,
        tables=tables,
        own_games=any(form.text(f"game-{number}") for number, _sitting in tables),
        **default_choices(visit.club),
    )


@bp.post("/c/<club>/nights/<int:number>/edit")
@of_club("scorer", Night)
@saving(_form)
def change(visit: Visit, night: Night, form: PlainForm) -> Page:
    """POST: saves the settings; redirects, 422 if refused."""
    names = {table: form.text(f"names-{table}") for table, _sitting in nights.tables_of(night)}
    nights.describe_night(night, *_typed_description(form))
    nights.set_defaults(night, typed_defaults(form, visit.club.id))
    nights.set_games(night, _typed_games(form, names))
    nights.set_seating(night, {table: nights.listed_names(text) for table, text in names.items()})
    visit.note("night_edit", day=night.day)
    return _to_night(visit, night)


@bp.post("/c/<club>/nights/<int:number>/who")
@of_club("scorer", Night)
@saving(_form)
def identify(visit: Visit, night: Night, form: PlainForm) -> Page:
    """POST: the person called `name` at the night becomes the player `player` of the roster; redirects."""
    name = nights.identify(night, form.raw("name"), number_in(form.text("player")) or 0, visit.account.name)
    flash(_("%(name)s: saved.", name=name))
    return _to_night(visit, night)


@bp.post("/c/<club>/nights/<int:number>/closed")
@of_club("scorer", Night)
def close(visit: Visit, night: Night) -> AnyResponse:
    """POST: closes the night (`closed` is 1) or reopens it; redirects."""
    closed = request.form.get("closed") == "1"
    nights.close(night, closed=closed)
    visit.note("night_close" if closed else "night_open", day=night.day)
    db.session.commit()
    return _to_night(visit, night)


@bp.post("/c/<club>/nights/<int:number>/public")
@of_club("scorer", Night)
def publish(visit: Visit, night: Night) -> AnyResponse:
    """POST: turns the night's public page on (`public` is 1) or off; redirects."""
    night.public = nonce_of_form(night.public)
    visit.note("night_public" if night.public else "night_private", day=night.day)
    db.session.commit()
    return _to_night(visit, night)


@bp.get("/c/<club>/nights/<int:number>/delete")
@of_club("owner", Night)
def ask_delete(visit: Visit, night: Night) -> str:
    """The confirmation page for deleting the night."""
    return render_template(
        "clubs/night_delete.html",
        visit=visit,
        night=night,
        matches=len(nights.matches_of(night)),
        empty=sum(not sitting.matches for _number, sitting in nights.tables_of(night)),
    )


@bp.post("/c/<club>/nights/<int:number>/delete")
@of_club("owner", Night)
def delete(visit: Visit, night: Night) -> AnyResponse:
    """POST: deletes the night and its unused tables; redirects to the list of nights."""
    visit.note("night_delete", day=night.day)
    nights.delete_night(night)
    db.session.commit()
    flash(_("Night deleted. Its matches stay in the club."))
    return to("nights.index", club=visit.club.slug)


def _to_night(visit: Visit, night: Night) -> AnyResponse:
    return to("nights.show", club=visit.club.slug, number=night.id)


AllPlanned = Mapping[int, Planned]


def night_page(
    night: Night, planned: AllPlanned, tables: Sequence[Table], keys: Mapping[int, str]
) -> dict[str, object]:
    """Returns the template values of tables, matches and ranking; `keys` are link tokens by sitting id."""
    matches = nights.matches_by_table(night)
    approved = request.args.get("approved") == "1"
    places = ranking(night, approved=approved)
    return {
        "tables": [
            (sitting, matches.get(number, []), _planned_text(night, planned[number]), keys.get(sitting.id))
            for number, sitting in tables
        ],
        "ranking": places,
        "ties": ties_in_words(places.order, places.game),
        "approved": approved,
    }


def _planned_text(night: Night, planned: Planned) -> str:
    """Returns the plan for a table as text: its game, if it differs from the night's, and its players."""
    preset = nights.find_preset(planned.preset, night.club_id)
    own_game = preset_choice(*preset)[1] if preset else ""
    return " · ".join(filter(None, (own_game, ", ".join(planned.names))))


def page_or_not_modified(night: Night, page: Callable[[AllPlanned], str]) -> Response:
    """Returns the page rendered by `page`, or 304 without rendering it if the browser has the current version."""
    planned = nights.planned(night)
    about = (night.name, night.place, night.day, night.hour, night.closed_at, night.public, night.defaults)
    return not_modified.page_or_not_modified((nights.versions_of(night), about, planned), lambda: page(planned))


@bp.get("/c/<club>/nights/<int:number>/board")
@of_club("member", Night)
def board(visit: Visit, night: Night) -> Response:
    """The ranking and all tables on a big screen."""
    back = url_for("nights.show", club=visit.club.slug, number=night.id)
    return page_or_not_modified(
        night,
        lambda planned: render_template(
            "clubs/night_board.html",
            club=visit.club,
            night=night,
            back=back,
            **night_page(night, planned, nights.tables_of(night), {}),
        ),
    )


@bp.get("/n/<code>")
@limiter.limit(QUESTIONS)
def public(code: str) -> Response:
    """The night's public page, read-only and without links to the tables; 404 if it is off."""
    night = row_of(code, PURPOSE, lambda number: db.session.get(Night, number))
    club = db.session.get_one(Club, night.club_id)
    response = page_or_not_modified(
        night,
        lambda planned: render_template(
            "clubs/night_public.html",
            club=club,
            night=night,
            card=preview(f"{title_of(night)} · {club.name}", [night.place], public_address(night)),
            **night_page(night, planned, nights.tables_of(night), {}),
        ),
    )
    response.headers["X-Robots-Tag"] = "noindex"
    return response


PLANNED = range(1, 9)  # tables that the form for a new night has a game for; others get theirs later


@bp.get("/c/<club>/nights")
@of_club()
def index(visit: Visit) -> str:
    """The list of nights, and the form for the next one."""
    proposed = {
        "day": today().isoformat(),
        "place": visit.club.address,
        "preset": visit.club.usual_preset,
    }
    return _index(visit, PlainForm(proposed))


def _index(visit: Visit, form: PlainForm) -> str:
    return render_template(
        "clubs/nights.html",
        visit=visit,
        nights=nights.nights(visit.club),
        form=form,
        calendar=calendar_address(visit.club),
        planned=PLANNED,
        **default_choices(visit.club, visit.club.usual_preset),
    )


@bp.post("/c/<club>/nights")
@once
@of_club("scorer")
@saving(_index)
def plan(visit: Visit, form: PlainForm) -> Page:
    """POST: plans a night with its tables; redirects to it, 422 if refused."""
    night = nights.plan_night(visit.club, *_typed_description(form))
    nights.set_defaults(night, typed_defaults(form, visit.club.id))
    _add_tables(visit, night, form.text("tables"))
    nights.set_games(night, _typed_games(form, PLANNED))
    visit.note("night", day=night.day)
    return _to_night(visit, night)


def _add_tables(visit: Visit, night: Night, count: str) -> None:
    for sitting in nights.add_tables(visit.club, night, int(count) if count.isdecimal() and len(count) < 4 else 0):
        make_links(sitting)


@bp.get("/c/<club>/nights/<int:number>")
@of_club("member", Night)
def show(visit: Visit, night: Night) -> Response:
    """All tables of the night with their scores, and the ranking; 304 if unchanged."""
    tables = nights.tables_of(night)
    return page_or_not_modified(
        night,
        lambda planned: render_template(
            "clubs/night.html",
            visit=visit,
            night=night,
            address=public_address(night),
            doubled=nights.double_bookings(night),
            doubts=nights.people_in_doubt(night) if visit.may_score else {},
            **night_page(night, planned, tables, tokens(visit, [table[1] for table in tables])),
        ),
    )


@bp.post("/c/<club>/nights/<int:number>/tables")
@once
@of_club("scorer", Night)
def add_table(visit: Visit, night: Night) -> AnyResponse:
    """POST: adds a table to the night; redirects."""
    with aborting(400):
        _add_tables(visit, night, "1")
    visit.note("tables", day=night.day)
    db.session.commit()
    return _to_night(visit, night)


@bp.get("/c/<club>/nights/<int:number>/cards.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
@of_club("scorer", Night)
def cards(visit: Visit, night: Night) -> Response:
    """A card for each table as PDF, with the QR code of its score link."""
    language = language_of_query()
    tables = nights.tables_of(night)
    keys = tokens(visit, [sitting for _number, sitting in tables])
    with speaking(language):
        printed = Cards(
            club=visit.club.name,
            title=title_of(night),
            paper=paper_of_query(),
            language=language,
            logo=head_of(visit).logo,
            cards=tuple(
                Card(table, code_address_for("sittings.show", token=keys[sitting.id]))
                for table, sitting in tables
                if sitting.id in keys
            ),
        )
    return as_pdf(html_of_cards(printed), f"{night.day} {night.name or visit.club.name}.pdf")
