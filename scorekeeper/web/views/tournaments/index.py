"""A club's tournaments: list, settings, log, export, closing and deleting."""

import json
import secrets

from flask import Blueprint, Response, current_app, flash, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import exporting
from scorekeeper.clubs.series import leading_in
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments import keeping, snapshots
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.json_lines import without_numbers
from scorekeeper.clubs.tournaments.keeping import Deleted, delete_tournament, deletion_effects, lines
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _
from scorekeeper.store.models import db, today
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.document import FORMAT
from scorekeeper.web.downloads import download, start_job
from scorekeeper.web.forms import PlainForm, number_in
from scorekeeper.web.loading import Visit, load_club, load_for_export
from scorekeeper.web.night_texts import default_choices
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.once import once
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.views.tournaments import overview
from scorekeeper.web.views.tournaments.settings_form import (
    check_scoring,
    choices,
    parse_settings,
    show_problems,
    typed_of,
    usual_in,
)
from scorekeeper.web.views.tournaments.tournament_parts import (
    Answer,
    Missed,
    load_tournament,
    log_line,
    seen_version,
    tournament_address,
)
from scorekeeper.web.work import TOURNAMENT, is_short

bp = Blueprint("tournaments", __name__, url_prefix="/c/<club>/tournaments")


SEEDS = 1_000_000  # seeds of the draw; short enough to read out


@bp.get("")
def index(club: str) -> str:
    """The club's tournaments and championships of a year, this one or `?year=`, with their winners."""
    visit = load_club(club)
    years, this = snapshots.years_of_tournaments(visit.club), today().year
    wanted = (number_in(request.args.get("year", ""), 4), this, *years)
    year = next((year for year in wanted if year in years), this)
    return render_template(
        "tournaments/index.html",
        visit=visit,
        years=years,
        year=year,
        tournaments=snapshots.tournaments_of_year(visit.club, year),
        leading=leading_in(visit.club, year),
    )


@bp.get("/new")
def new(club: str) -> str:
    """The form for a new tournament, prefilled with the club's defaults."""
    visit = load_club(club, "scorer")
    return _form(visit, PlainForm(usual_in(visit.club) | {"day": today().isoformat()}))


def _form(visit: Visit, form: PlainForm) -> str:
    presets = default_choices(visit.club.usual_preset)
    return render_template("tournaments/new.html", visit=visit, form=form, **choices(form), **presets)


@bp.post("/new")
@once
def make(club: str) -> AnyResponse | tuple[str, int]:
    """POST: creates a tournament; redirects to it, 422 if refused."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    try:
        agreed, desk = parse_settings(form)
        check_scoring(form, agreed)
        document = {"format": FORMAT, **agreed, "entrants": [], "seed": secrets.randbelow(SEEDS), "rounds": []}
        tournament = keeping.make(
            visit.club, document, day=form.text("day"), place=form.text("place"), desk=desk, actor=visit.account.name
        )
    except Refusal as refusal:
        db.session.rollback()
        show_problems(form, refusal)
        return _form(visit, form), 422
    visit.note("tournament", name=agreed["name"], day=tournament.day)
    db.session.commit()
    return redirect(tournament_address(visit, tournament), code=303)


@bp.get("/<int:number>")
def show(club: str, number: int) -> Response:
    """The tournament's page; 304 if unchanged."""
    visit = load_club(club)
    tournament = load_tournament(visit, number)
    return page_or_not_modified(
        overview.stamp(visit, tournament),
        lambda: render_template(
            "tournaments/show.html", visit=visit, tournament=tournament, **overview.values(visit, tournament)
        ),
    )


@bp.get("/<int:number>/edit")
def edit(club: str, number: int) -> str:
    """The settings form with the current values."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    texts = typed_of(tournament.document, desk_of(tournament))
    return _agreed_form(
        visit, tournament, PlainForm(texts | {"day": tournament.day.isoformat(), "place": tournament.place})
    )


def _agreed_form(visit: Visit, tournament: Tournament, form: PlainForm, missed: Missed = ()) -> str:
    return render_template(
        "tournaments/edit.html",
        visit=visit,
        tournament=tournament,
        form=form,
        missed=[log_line(line) for line in missed],
        **choices(form),
        **default_choices(visit.club.usual_preset),
    )


@bp.post("/<int:number>/edit")
def change(club: str, number: int) -> Answer:
    """POST: saves the settings; redirects, 422 if refused, 409 if others changed the tournament."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    try:
        agreed, desk = parse_settings(form, tournament.document)
        if any(agreed[name] != tournament.document.get(name) for name in ("game", "scoring")):
            check_scoring(form, agreed)
        version, about = seen_version(form), (form.text("day"), form.text("place"))
        keeping.change_settings(tournament, version, agreed, desk, about, actor=visit.account.name)
    except Refusal as refusal:
        db.session.rollback()
        show_problems(form, refusal)
        return _agreed_form(visit, tournament, form), 422
    except keeping.Stale as stale:
        db.session.rollback()
        return _agreed_form(visit, tournament, form, stale.changes), 409
    db.session.commit()
    return redirect(tournament_address(visit, tournament), code=303)


@bp.post("/<int:number>/closed")
def close(club: str, number: int) -> AnyResponse:
    """POST: closes the tournament (`closed` is 1), so that nothing can be changed, or reopens it."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    keeping.close(tournament, closed=request.form.get("closed") == "1", actor=visit.account.name)
    db.session.commit()
    return redirect(tournament_address(visit, tournament), code=303)


A_PAGE = 50


@bp.get("/<int:number>/log")
def log_page(club: str, number: int) -> str:
    """A page of the tournament's log; `before` is the previous page's last line."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    log_lines = lines(tournament, A_PAGE + 1, number_in(request.args.get("before", "")))
    return render_template(
        "tournaments/log.html",
        visit=visit,
        tournament=tournament,
        lines=[log_line(line) for line in log_lines[:A_PAGE]],
        more=len(log_lines) > A_PAGE,
    )


@bp.get("/<int:number>/document.json")
@limiter.limit(FILES)
def export_document(club: str, number: int) -> Response:
    """The tournament document as JSON, in the format of the command line; with member numbers for scorers only."""
    tournament = load_tournament(load_club(club), number)
    visit = load_for_export(club, "document.json")
    document = tournament.document if visit.may_score else without_numbers(tournament.document)
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return download([text, "\n"], "application/json", f"{_file_name(tournament, club)}.json")


def _file_name(tournament: Tournament, club: str) -> str:
    return f"{tournament.day} {tournament.document.get('name') or club}"


@bp.get("/<int:number>/tournament.jsonl")
@limiter.limit(FILES)
def export_matches(club: str, number: int) -> AnyResponse:
    """The tournament and its matches as JSON Lines; logs and member numbers only for permitted members.

    A large export becomes a job.
    """
    tournament = load_tournament(load_club(club), number)
    visit = load_for_export(club, "tournament.jsonl")
    name = f"{_file_name(tournament, club)}.jsonl"
    if is_short(visit.club, Period(), tournament.id):
        lines = exporting.tournament_lines(visit.club, tournament, with_log=visit.may_score)
        return download(lines, "application/jsonl", name)
    return start_job(
        visit,
        TOURNAMENT,
        asked={"tournament": tournament.id, "with_log": visit.may_score},
        role="scorer" if visit.may_score else "member",
        mime="application/jsonl; charset=utf-8",
        title=_("The tournament"),
        name=name,
        total=exporting.count_matches(visit.club, Period(), tournament.id) + 1,
        back=url_for("tournaments.show", club=club, number=number),
        about=exporting.newest_change(visit.club),
    )


@bp.get("/<int:number>/delete")
def confirm_delete(club: str, number: int) -> str:
    """The confirmation page for deleting the tournament."""
    visit = load_club(club, "owner")
    tournament = load_tournament(visit, number)
    return render_template(
        "tournaments/delete.html", visit=visit, tournament=tournament, effects=deletion_effects(tournament)
    )


@bp.post("/<int:number>/delete")
def delete(club: str, number: int) -> AnyResponse:
    """POST: deletes the tournament with a line in the club's log; its matches stay. Redirects to the list."""
    visit = load_club(club, "owner")
    tournament = load_tournament(visit, number)
    name = tournament.document.get("name") or ""
    visit.note("no_tournament", name=name, day=tournament.day)
    delete_tournament(tournament)
    db.session.commit()
    flash(_("Tournament deleted. Its matches stay with the club."))
    return redirect(url_for("tournaments.index", club=club), code=303)


@bp.app_errorhandler(Deleted)
def deleted_meanwhile(_error: Deleted) -> Response:
    """Error handler: returns 404 if the tournament was deleted during the request."""
    db.session.rollback()
    return make_response(current_app.handle_user_exception(NotFound()))
