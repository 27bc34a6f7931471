"""A club's tournaments: list, settings, log, export, closing and deleting."""

import json
import secrets
from typing import Any

from flask import Blueprint, Response, current_app, flash, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import exporting, log
from scorekeeper.clubs.nights import read_defaults
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.clubs.tournaments.json_lines import without_numbers
from scorekeeper.clubs.tournaments.keeping import Deleted, delete_tournament, deletion_effects, lines
from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine.base import Refusal, refuse
from scorekeeper.games.engine.base import _ as message
from scorekeeper.games.engine.checks import is_printable
from scorekeeper.i18n import _, say
from scorekeeper.store.club_models import Tournament
from scorekeeper.store.models import db, now
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.document import FORMAT
from scorekeeper.tournaments.fields import LONGEST_NAME
from scorekeeper.tournaments.scoring import UPPER, WHOLE, WINNERS_VP
from scorekeeper.web.forms import PlainForm, number_in, text_of, typed_number
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.views.clubs.club_access import Visit, load_club, load_for_export
from scorekeeper.web.views.clubs.downloads import download, start_job
from scorekeeper.web.views.clubs.nights import default_choices
from scorekeeper.web.views.tournaments import overview
from scorekeeper.web.views.tournaments.tournament_parts import (
    Answer,
    Missed,
    load_tournament,
    log_line,
    seen_version,
    to_tournament,
)
from scorekeeper.web.work import TOURNAMENT, is_short

bp = Blueprint("tournaments", __name__, url_prefix="/c/<club>/tournaments")


USUAL = {
    "preset": next((f"{game.slug}/{game.tournament_preset}" for game in GAMES if game.tournament_preset), ""),
    "scoring": "vp-4",
    "system": "danese",
    "rounds": "5",
    "first": "lots",
    "size": "4",
    "qualify": "2",
    "step": "1",
    "partners": "1+4",
    "confirm": "result",
}
PROPOSED = {"scoring": "match-3", "system": "knockout"}  # for games without victory points
WITH_ROUNDS = ("danese", "danese-pure", "draw", "mitchell")
TEXTS = ("rounds", "first", "size", "qualify", "step", "partners")  # of a system; also names of fields
MATCHES = (1, 2, 3, 5, 7)  # how many matches can decide a round


def parse_settings(form: PlainForm) -> tuple[Document, Desk]:
    """Parses the settings: a document without entrants, and minutes and confirmation. Raises Refusal."""
    name = form.text("name")
    if not 1 <= len(name) <= LONGEST_NAME or not is_printable(name):
        raise refuse("name", None, message("Enter 1 to {longest} characters"), longest=LONGEST_NAME)
    agreed = read_defaults(form.text("preset"), "", form.text("minutes"), form.text("confirm"))
    document: Document = {"name": name, "scoring": _scoring(form), "system": _system(form)}
    document |= {"game": agreed.game or None, "variant": agreed.variant or None}
    return document, {"minutes": agreed.minutes, "confirm": agreed.confirm}


def has_victory_points(slug: str | None) -> bool:
    """True if victory points can be chosen for a game: one with a preset for them, a custom game, or none (None)."""
    game = find_game(slug)
    return game is None or bool(game.tournament_preset or game.named_by)


def _check_scoring(form: PlainForm, document: Document) -> None:
    """Raises Refusal for victory points in a game that has none, and proposes matches won in the form."""
    game = find_game(document["game"])
    if document["scoring"]["kind"] == "vp" and game is not None and not has_victory_points(game.slug):
        form.typed = {**form.typed, **PROPOSED}
        text = message("{game} has no victory points: best of three in a knock-out is proposed. Check it, then save.")
        raise refuse("scoring", "TOU-1", text, game=say(game.title, {}))


def _scoring(form: PlainForm) -> Document:
    kind, _dash, number = form.text("scoring").partition("-")
    if kind == "match":
        return {"kind": "match", "best_of": typed_number(number, "scoring")}
    scoring: Document = {"kind": "vp", "hands": typed_number(number, "scoring")}
    bounds = form.text("table").replace(",", " ").replace(";", " ").split()
    if bounds:
        if len(bounds) != len(WINNERS_VP):
            raise refuse("table", "TOU-1", message("There must be {count} differences"), count=len(WINNERS_VP))
        uppers = [typed_number(bound, "table") for bound in bounds]
        scoring["table"] = [*map(list, zip(uppers, WINNERS_VP, strict=True)), [None, WHOLE]]
    return scoring


def _system(form: PlainForm) -> Document:
    kind, _dash, pure = form.text("system").partition("-")
    system: Document = {"kind": kind, "first": form.text("first") or "lots"}
    if form.text("system") in WITH_ROUNDS:
        system["rounds"] = typed_number(form.text("rounds"), "rounds")
    if pure:
        system["rematch"] = True
    if form.text("apart") and kind in ("danese", "draw", "mitchell", "knockout"):
        system |= {"apart": "club", "apart_rounds": 1}
    if form.text("singles") and kind in ("danese", "draw"):
        system |= {"singles": True, "partners": form.text("partners") or "1+4"}
    if kind == "mitchell":
        system["step"] = typed_number(form.text("step") or "1", "step")
    if kind == "round_robin" and form.text("twice"):
        system["twice"] = True
    third = {"third_place": bool(form.text("third_place"))}
    if kind == "groups":
        then = {"kind": "knockout", **third}
        sizes = {name: typed_number(form.text(name), name) for name in ("size", "qualify")}
        system |= {**sizes, "then": then}
    return system | third if kind == "knockout" else system


def _system_choice(system: Document) -> str:
    if not _is_shown(system):
        return KEEP
    kind: str = system["kind"]
    return f"{kind}-pure" if system.get("rematch") and kind == "danese" else kind


KEEP = "keep"  # the pairing of a document whose system the form cannot show


def _is_shown(system: Document) -> bool:
    """True if the form has all settings of a system: not those that only documents have (TOU-21, TOU-22, TOU-24)."""
    then = system.get("then") or {}
    return system["kind"] != "mixed" and system.get("rematch") != "previous" and then.get("kind") != "groups"


def _kept(form: PlainForm, document: Document) -> Document:
    """Returns the settings of the document that the form leaves as they are."""
    return {"system": document["system"]} if form.text("system") == KEEP else {}


def show_problems(form: PlainForm, refusal: Refusal) -> None:
    """Adds each problem of the document to its field of the form."""
    for problem in refusal.problems:
        group, _dot, name = (problem["field"] or "").partition(".")
        field = name.partition(".")[0]
        form.problems[field if field in form.typed else group] = text_of(problem)


def typed_of(document: Document, desk: Desk) -> dict[str, str]:
    """Returns the current settings as texts by form field."""
    scoring, system = document["scoring"], document["system"]
    vp = scoring["kind"] == "vp"
    texts = dict(USUAL) | {
        "name": document.get("name") or "",
        "preset": f"{document['game']}/{document.get('variant') or ''}" if document.get("game") else "",
        "scoring": f"vp-{scoring['hands']}" if vp else f"match-{scoring.get('best_of') or 1}",
        "system": _system_choice(system),
        "minutes": str(desk.get("minutes") or ""),
        "confirm": desk.get("confirm", ""),
    }
    if vp and scoring.get("table"):
        texts["table"] = ", ".join(str(row[0]) for row in scoring["table"][:-1])
    texts |= {name: str(system[name]) for name in TEXTS if name in system}
    third = (system.get("then") or system).get("third_place")
    ticked = {name: system.get(name) for name in ("apart", "singles", "twice")} | {"third_place": third}
    return texts | {name: "1" for name, value in ticked.items() if value}


def choices() -> dict[str, Any]:
    """Returns the choices of the settings form: numbers of hands and of matches per round, proposals by game."""
    return {
        "hands": tuple(UPPER),
        "legs": MATCHES,
        "victory_points": [game.slug for game in GAMES if has_victory_points(game.slug)],
        "proposed": {"vp": {name: USUAL[name] for name in PROPOSED}, "match": PROPOSED},
    }


SEEDS = 1_000_000  # seeds of the draw; short enough to read out


@bp.get("")
def index(club: str) -> str:
    """The club's tournaments."""
    visit = load_club(club)
    return render_template("tournaments/index.html", visit=visit, tournaments=keeping.tournaments(visit.club))


@bp.get("/new")
def new(club: str) -> str:
    """The form for a new tournament, prefilled with common settings."""
    return _form(load_club(club, "scorer"), PlainForm(USUAL | {"day": now().date().isoformat()}))


def _form(visit: Visit, form: PlainForm) -> str:
    return render_template("tournaments/new.html", visit=visit, form=form, **choices(), **default_choices())


@bp.post("/new")
def make(club: str) -> AnyResponse | tuple[str, int]:
    """POST: creates a tournament; redirects to it, 422 if refused."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    try:
        agreed, desk = parse_settings(form)
        _check_scoring(form, agreed)
        document = {"format": FORMAT, **agreed, "entrants": [], "seed": secrets.randbelow(SEEDS), "rounds": []}
        tournament = keeping.make(
            visit.club, document, day=form.text("day"), place=form.text("place"), desk=desk, actor=visit.account.name
        )
    except Refusal as refusal:
        db.session.rollback()
        show_problems(form, refusal)
        return _form(visit, form), 422
    log.note(visit.club, visit.account.name, "tournament", name=agreed["name"], day=tournament.day)
    db.session.commit()
    return redirect(to_tournament(visit, tournament), code=303)


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
        **choices(),
        **default_choices(),
    )


@bp.post("/<int:number>/edit")
def change(club: str, number: int) -> Answer:
    """POST: saves the settings; redirects, 422 if refused, 409 if others changed the tournament."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    try:
        agreed, desk = parse_settings(form)
        agreed |= _kept(form, tournament.document)
        if any(agreed[name] != tournament.document.get(name) for name in ("game", "scoring")):
            _check_scoring(form, agreed)
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
    return redirect(to_tournament(visit, tournament), code=303)


@bp.post("/<int:number>/closed")
def close(club: str, number: int) -> AnyResponse:
    """POST: closes the tournament (`closed` is 1), so that nothing can be changed, or reopens it."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    keeping.close(tournament, closed=request.form.get("closed") == "1", actor=visit.account.name)
    db.session.commit()
    return redirect(to_tournament(visit, tournament), code=303)


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
    log.note(visit.club, visit.account.name, "no_tournament", name=name, day=tournament.day)
    delete_tournament(tournament)
    db.session.commit()
    flash(_("Tournament deleted. Its matches stay with the club."))
    return redirect(url_for("tournaments.index", club=club), code=303)


@bp.app_errorhandler(Deleted)
def deleted_meanwhile(_error: Deleted) -> Response:
    """Error handler: returns 404 if the tournament was deleted during the request."""
    db.session.rollback()
    return make_response(current_app.handle_user_exception(NotFound()))
