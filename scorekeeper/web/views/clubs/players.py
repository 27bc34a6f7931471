"""The roster: adding, editing, merging, splitting and deleting players, and erasing a person from the club."""

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import erasing, log, roster, roster_lists
from scorekeeper.clubs.person_details import as_texts, details_of, read_details
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _
from scorekeeper.paper.pdf import pdf_of_page
from scorekeeper.store.club_models import Player
from scorekeeper.store.database import scrub
from scorekeeper.store.models import db, today
from scorekeeper.web.forms import PlainForm, first_problem
from scorekeeper.web.once import once
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.views.clubs.club_access import Visit, load_club, load_for_export
from scorekeeper.web.views.clubs.downloads import csv_download

bp = Blueprint("players", __name__, url_prefix="/c/<club>/players")


A_PAGE = 100  # players per page
LONGEST_KEY = 160
Page = AnyResponse | tuple[str, int] | str


@bp.get("")
def index(club: str) -> str:
    """The roster; `q` searches it, `all` includes inactive players, `after` pages through it."""
    return _index(load_club(club), PlainForm())


def _index(visit: Visit, form: PlainForm) -> str:
    search, everybody = request.args.get("q", ""), "all" in request.args
    after = request.args.get("after", "")[:LONGEST_KEY]
    which = {"everybody": everybody, "by_number": visit.may_score}
    rows = roster.players(visit.club, search, after=after, most=A_PAGE + 1, **which)
    return render_template(
        "clubs/players.html",
        visit=visit,
        form=form,
        players=rows[:A_PAGE],
        more=rows[A_PAGE - 1].name_key if len(rows) > A_PAGE else None,
        search=search,
        everybody=everybody,
        today=today(),
        guests=roster.guests(visit.club) if visit.may_score else [],
    )


@bp.post("")
@once
def add(club: str) -> Page:
    """POST: adds a player; redirects, 422 if refused."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    try:
        player = roster.add_player(visit.club, form.text("name"), form.text("number"))
    except Refusal as refusal:
        return _refusal_page(form, refusal), 422
    _note(visit, "player", who=player.name)
    db.session.commit()
    flash(_("%(name)s added.", name=player.name))
    return redirect(url_for("players.index", club=club), code=303)


@bp.get("/roster.csv")
@limiter.limit(FILES)
def roster_csv(club: str) -> Response:
    """The roster with everybody's details, as CSV."""
    visit = load_for_export(club, "roster.csv", "scorer")
    return csv_download(roster_lists.roster_rows(visit.club), f"{club}-{_('players')}.csv")


@bp.post("/<int:number>/delete")
def delete(club: str, number: int) -> Page:
    """POST: deletes a player without matches; redirects."""
    visit = load_club(club, "scorer")
    player = roster.find_player(visit.club, number)
    if player is None:  # the form was sent twice
        return redirect(url_for("players.index", club=club), code=303)
    name = player.name
    try:
        roster.delete_player(player)
    except Refusal as refusal:
        return _refused_change(visit, player, PlainForm(), refusal)
    _note(visit, "delete_player", who=name)
    db.session.commit()
    flash(_("%(name)s deleted.", name=name))
    return redirect(url_for("players.index", club=club), code=303)


def _refusal_page(form: PlainForm, refusal: Refusal) -> str:
    db.session.rollback()
    form.refuse(refusal)
    return _index(load_club(str((request.view_args or {})["club"])), form)


@bp.get("/<int:number>/edit")
def edit(club: str, number: int) -> str:
    """The form with a player's details."""
    visit = load_club(club, "scorer")
    player = load_player(visit, number)
    return _edit(visit, player, PlainForm(_as_typed(player)))


def _as_typed(player: Player) -> dict[str, str]:
    """Returns the player's current values as texts by form field."""
    return {"name": player.name, **as_texts(details_of(player)), "active": "1" if player.active else ""}


def _edit(visit: Visit, player: Player, form: PlainForm) -> str:
    return render_template(
        "clubs/player_edit.html",
        visit=visit,
        player=player,
        form=form,
        others=roster.other_entries(player),
        names=roster.other_names(player),
        may_be_deleted=roster.is_untouched(player),
    )


@bp.post("/<int:number>/edit")
def change(club: str, number: int) -> Page:
    """POST: saves a player's details; redirects, 422 if refused."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    player = load_player(visit, number)
    was, was_active, before = player.name, player.active, details_of(player)
    try:
        details = read_details(form.typed, before)
        roster.change_player(player, form.text("name"), details, active=form.text("active") == "1")
        if player.name != was:
            _note(visit, "rename", who=player.name, was=was)
        if player.active != was_active:
            _note(visit, "active" if player.active else "inactive", who=player.name)
        if details != before:
            _note(visit, "details", who=player.name)
        db.session.commit()
    except Refusal as refusal:
        return _refused_change(visit, player, form, refusal)
    return redirect(url_for("players.index", club=club), code=303)


@bp.post("/<int:number>/merge")
def merge(club: str, number: int) -> Page:
    """POST: merges another player (`other` is its name) into this one; redirects."""
    visit, form = load_club(club, "owner"), PlainForm(request.form)
    player = load_player(visit, number)
    duplicate = roster.find_by_name(visit.club, form.text("other"))
    try:
        roster.merge(player, duplicate or player)
        _note(visit, "merge", who=player.name, other=form.text("other"))
        db.session.commit()
    except Refusal as refusal:
        return _refused_change(visit, player, form, refusal)
    flash(_("Merged: %(name)s now has the matches played under both names.", name=player.name))
    return redirect(url_for("players.edit", club=club, number=player.id), code=303)


@bp.post("/<int:number>/part")
def part(club: str, number: int) -> Page:
    """POST: undoes a merge; `number` is the player that was merged into another."""
    visit = load_club(club, "owner")
    entry = db.session.get(Player, number)
    if entry is None or entry.club_id != visit.club.id or not entry.merged_into:
        abort(404)
    player = load_player(visit, number)
    roster.unmerge(entry)
    _note(visit, "part", who=player.name, other=entry.name)
    db.session.commit()
    return redirect(url_for("players.edit", club=club, number=entry.id), code=303)


def _note(visit: Visit, kind: str, **about: object) -> None:
    log.note(visit.club, visit.account.name, kind, **about)


def _refused_change(visit: Visit, player: Player, form: PlainForm, refusal: Refusal) -> tuple[str, int]:
    number = player.id
    db.session.rollback()
    form.refuse(refusal)
    player = load_player(visit, number)
    return _edit(visit, player, PlainForm({**_as_typed(player), **form.typed}, form.problems)), 422


def load_player(visit: Visit, number: int) -> Player:
    """Returns a player of the club; 404 if there is none."""
    return roster.find_player(visit.club, number) or abort(404)


@bp.get("/<int:number>/erase")
def ask_erasing(club: str, number: int) -> str:
    """The confirmation page for erasing a player."""
    visit = load_club(club, "owner")
    player = load_player(visit, number)
    person = erasing.person_of_player(visit.club, player)
    return render_template("clubs/erase.html", visit=visit, player=player, person=person)


@bp.post("/<int:number>/erase")
def erase(club: str, number: int) -> AnyResponse:
    """POST: erases the player and the accounts in `account`; only redirects if it was already done."""
    visit = load_club(club, "owner", confirmed=True)
    player = load_player(visit, number)
    if erasing.is_erased(player):
        return redirect(url_for("players.index", club=club), code=303)
    try:
        traces = erasing.person_of_player(visit.club, player)
        person = erasing.with_accounts(traces, request.form.getlist("account", type=int))
        done = erasing.erase_person(visit.club, person)
    except Refusal as refusal:
        db.session.rollback()
        flash(first_problem(refusal), "error")
        return redirect(url_for("players.ask_erasing", club=club, number=number), code=303)
    log.note(visit.club, visit.account.name, "erase", who=done.instead)
    db.session.commit()
    pdf_of_page.cache_clear()
    if db.engine.dialect.name == "sqlite":  # PostgreSQL would lock all tables: use `db scrub`
        scrub(db.engine)
    flash(_("Personal data erased. The player is now %(name)s.", name=done.instead))
    return redirect(url_for("players.index", club=club), code=303)
