"""A club's tournaments: list, settings, log, export, closing and deleting."""

import json
import secrets

from flask import Blueprint, Response, current_app, flash, make_response, render_template, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import exporting
from scorekeeper.clubs.occasions import Occasion, occasion_of
from scorekeeper.clubs.series import leading_in
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments import keeping, snapshots
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.holding import shown_document
from scorekeeper.clubs.tournaments.json_lines import without_numbers
from scorekeeper.clubs.tournaments.keeping import Deleted, delete_tournament, deletion_effects, lines
from scorekeeper.clubs.winners import roll_of_winners
from scorekeeper.games import find_game
from scorekeeper.i18n import _, say
from scorekeeper.store.models import db, today
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.document import FORMAT
from scorekeeper.web.downloads import download, start_job
from scorekeeper.web.forms import PlainForm, number_in
from scorekeeper.web.loading import Visit, note_export, of_club
from scorekeeper.web.night_texts import default_choices
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.once import once
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.saving import Page, saving, seen_version, to
from scorekeeper.web.tournament_pages import overview
from scorekeeper.web.tournament_pages.held import check_revealed, held_for
from scorekeeper.web.tournament_pages.settings_form import (
    at_fields,
    check_scoring,
    choices,
    parse_settings,
    typed_of,
    usual_in,
)
from scorekeeper.web.tournament_pages.tables import log_line, to_tournament, tournament_address
from scorekeeper.web.work import TOURNAMENT, is_short

bp = Blueprint("tournaments", __name__, url_prefix="/c/<club>/tournaments")


SEEDS = 1_000_000  # seeds of the draw; short enough to read out


@bp.get("")
@of_club()
def index(visit: Visit) -> str:
    """The club's tournaments and championships of a year, this one or `?year=`, with their winners."""
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


@bp.get("/winners")
@of_club()
def winners(visit: Visit) -> str:
    """The roll of winners of all years, newest first; `?from=` is the year with which the page begins."""
    roll = roll_of_winners(visit.club, today().year, number_in(request.args.get("from", ""), 4))
    return render_template("tournaments/winners.html", visit=visit, roll=roll)


@bp.get("/new")
@of_club("scorer")
def new(visit: Visit) -> str:
    """The form for a new tournament, prefilled with the club's defaults."""
    return _form(visit, PlainForm(usual_in(visit.club) | {"day": today().isoformat()}))


def _form(visit: Visit, form: PlainForm) -> str:
    presets = default_choices(visit.club, visit.club.usual_preset)
    return render_template("tournaments/new.html", visit=visit, form=form, **choices(form), **presets)


@bp.post("/new")
@once
@of_club("scorer")
@saving(_form)
def make(visit: Visit, form: PlainForm) -> Page:
    """POST: creates a tournament; redirects to it, 422 if refused."""
    with at_fields(form):
        agreed, desk = parse_settings(form, club=visit.club.id)
        check_scoring(form, agreed, desk["options"])
        document = {"format": FORMAT, **agreed, "entrants": [], "seed": secrets.randbelow(SEEDS), "rounds": []}
        tournament = keeping.make(
            visit.club, document, **_occasion(form)._asdict(), desk=desk, actor=visit.account.name
        )
    visit.note("tournament", name=agreed["name"], day=tournament.day)
    return to_tournament(visit, tournament)


def _occasion(form: PlainForm) -> Occasion:
    return Occasion(form.text("day"), form.text("hour"), form.text("place"))


@bp.get("/<int:number>")
@of_club("member", Tournament)
def show(visit: Visit, tournament: Tournament) -> Response:
    """The tournament's page; 304 if unchanged."""
    return page_or_not_modified(
        overview.stamp(visit, tournament),
        lambda: render_template(
            "tournaments/show.html", visit=visit, tournament=tournament, **overview.values(visit, tournament)
        ),
    )


@bp.get("/<int:number>/edit")
@of_club("scorer", Tournament)
def edit(visit: Visit, tournament: Tournament) -> str:
    """The settings form with the current values."""
    texts = typed_of(tournament.document, desk_of(tournament))
    return _agreed_form(visit, tournament, PlainForm(texts | occasion_of(tournament)._asdict()))


def _own_game(tournament: Tournament) -> list[tuple[str, str]]:
    """Returns the choice of the game on a card that the tournament carries, which may have left the club's list."""
    game, variant = find_game(tournament.document.get("game")), tournament.document.get("variant") or ""
    options = desk_of(tournament)["options"]
    if game is None or not options or not game.required_options(variant):
        return []
    return [(f"{game.slug}/{variant}", game.title_of(options, say))]


def _agreed_form(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
    return render_template(
        "tournaments/edit.html",
        visit=visit,
        tournament=tournament,
        form=form,
        missed=[log_line(line) for line in form.missed],
        **choices(form),
        **default_choices(visit.club, visit.club.usual_preset, _own_game(tournament)),
    )


@bp.post("/<int:number>/edit")
@of_club("scorer", Tournament)
@saving(_agreed_form)
def change(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: saves the settings; redirects, 422 if refused, 409 if others changed the tournament."""
    with at_fields(form):
        agreed, desk = parse_settings(form, tournament.document, visit.club.id)
        house_rules = desk.get("options", desk_of(tournament)["options"])
        if any(agreed[name] != tournament.document.get(name) for name in ("game", "scoring")):
            check_scoring(form, agreed, house_rules)
        held = _occasion(form)
        keeping.change_settings(tournament, seen_version(form), agreed, desk, held, actor=visit.account.name)
    return to_tournament(visit, tournament)


@bp.post("/<int:number>/closed")
@of_club("scorer", Tournament)
def close(visit: Visit, tournament: Tournament) -> AnyResponse:
    """POST: closes the tournament (`closed` is 1), so that nothing can be changed, or reopens it."""
    keeping.close(tournament, closed=request.form.get("closed") == "1", actor=visit.account.name)
    db.session.commit()
    return to_tournament(visit, tournament)


A_PAGE = 50


@bp.get("/<int:number>/log")
@of_club("scorer", Tournament)
def log_page(visit: Visit, tournament: Tournament) -> str:
    """A page of the tournament's log; `before` is the previous page's last line."""
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
@of_club("member", Tournament)
def export_document(visit: Visit, tournament: Tournament) -> Response:
    """The tournament document as JSON, in the format of the command line.

    Only scorers get member numbers, and rounds that are held back.
    """
    note_export(visit, "document.json")
    document = shown_document(tournament.document, held_for(visit, tournament))
    document = document if visit.may_score else without_numbers(document)
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return download([text, "\n"], "application/json", f"{_file_name(tournament, visit.club.slug)}.json")


def _file_name(tournament: Tournament, club: str) -> str:
    return f"{tournament.day} {tournament.document.get('name') or club}"


@bp.get("/<int:number>/tournament.jsonl")
@limiter.limit(FILES)
@of_club("member", Tournament)
def export_matches(visit: Visit, tournament: Tournament) -> AnyResponse:
    """The tournament and its matches as JSON Lines; logs and member numbers only for permitted members.

    A large export becomes a job. 403 for members while results are held back.
    """
    check_revealed(visit, tournament)
    note_export(visit, "tournament.jsonl")
    name = f"{_file_name(tournament, visit.club.slug)}.jsonl"
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
        back=tournament_address(visit, tournament),
        about=exporting.newest_change(visit.club),
    )


@bp.get("/<int:number>/delete")
@of_club("owner", Tournament)
def confirm_delete(visit: Visit, tournament: Tournament) -> str:
    """The confirmation page for deleting the tournament."""
    return render_template(
        "tournaments/delete.html", visit=visit, tournament=tournament, effects=deletion_effects(tournament)
    )


@bp.post("/<int:number>/delete")
@of_club("owner", Tournament)
def delete(visit: Visit, tournament: Tournament) -> AnyResponse:
    """POST: deletes the tournament with a line in the club's log; its matches stay. Redirects to the list."""
    name = tournament.document.get("name") or ""
    visit.note("no_tournament", name=name, day=tournament.day)
    delete_tournament(tournament)
    db.session.commit()
    flash(_("Tournament deleted. Its matches stay with the club."))
    return to("tournaments.index", club=visit.club.slug)


@bp.app_errorhandler(Deleted)
def deleted_meanwhile(_error: Deleted) -> Response:
    """Error handler: returns 404 if the tournament was deleted during the request."""
    db.session.rollback()
    return make_response(current_app.handle_user_exception(NotFound()))
