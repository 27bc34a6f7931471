"""The roster: adding, editing, merging, splitting and deleting players, and erasing a person from the club."""

from flask import Blueprint, Response, abort, flash, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import erasing, renaming, roster, roster_lists
from scorekeeper.clubs.person_details import as_texts, details_of, read_details
from scorekeeper.i18n import _
from scorekeeper.paper.pdf import pdf_of_page
from scorekeeper.store.club_models import Player
from scorekeeper.store.database import scrub
from scorekeeper.store.models import db, today
from scorekeeper.web.downloads import csv_download
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, load_for_export, of_club
from scorekeeper.web.once import once
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.saving import Page, saving, to

bp = Blueprint("players", __name__, url_prefix="/c/<club>/players")


A_PAGE = 100  # players per page
FOUND = 40  # players per page of a search: with more, people write another letter
LONGEST_KEY = 160


@bp.get("")
@of_club()
def index(visit: Visit) -> str:
    """The roster; `q` searches it, `all` includes inactive players, `after` pages through it."""
    return _index(visit, PlainForm())


def _index(visit: Visit, form: PlainForm) -> str:
    search, everybody = request.args.get("q", ""), "all" in request.args
    after = request.args.get("after", "")[:LONGEST_KEY]
    which = {"everybody": everybody, "by_number": visit.may_score}
    most = FOUND if search.strip() else A_PAGE
    rows = roster.players(visit.club, search, after=after, most=most + 1, **which)
    return render_template(
        "clubs/players.html",
        visit=visit,
        form=form,
        players=rows[:most],
        more=rows[most - 1].name_key if len(rows) > most else None,
        search=search,
        everybody=everybody,
        today=today(),
        guests=roster.guests(visit.club) if visit.may_score else [],
    )


@bp.post("")
@once
@of_club("scorer")
@saving(_index)
def add(visit: Visit, form: PlainForm) -> Page:
    """POST: adds a player; redirects, 422 if refused."""
    player = roster.add_player(visit.club, form.text("name"), form.text("number"))
    visit.note("player", who=player.name)
    flash(_("%(name)s added.", name=player.name))
    return to("players.index", club=visit.club.slug)


@bp.get("/roster.csv")
@limiter.limit(FILES)
def roster_csv(club: str) -> Response:
    """The roster with everybody's details, as CSV."""
    visit = load_for_export(club, "roster.csv", "scorer")
    return csv_download(roster_lists.roster_rows(visit.club), f"{club}-{_('players')}.csv")


@bp.get("/<int:number>/edit")
@of_club("scorer", Player)
def edit(visit: Visit, player: Player) -> str:
    """The form with a player's details."""
    return _edit(visit, player, PlainForm())


def _as_typed(player: Player) -> dict[str, str]:
    """Returns the player's current values as texts by form field."""
    return {"name": player.name, **as_texts(details_of(player)), "active": "1" if player.active else ""}


def _edit(visit: Visit, player: Player, form: PlainForm) -> str:
    form.typed = {**_as_typed(player), **form.typed}
    return render_template(
        "clubs/player_edit.html",
        visit=visit,
        player=player,
        form=form,
        others=[*roster.other_entries(player), *((name, _("guest")) for name, _matches in roster.guests(visit.club))],
        names=roster.other_names(player),
        may_be_deleted=roster.is_untouched(player),
    )


@bp.post("/<int:number>/edit")
@of_club("scorer", Player)
@saving(_edit)
def change(visit: Visit, player: Player, form: PlainForm) -> Page:
    """POST: saves a player's details; redirects, 422 if refused."""
    was, was_active, before = player.name, player.active, details_of(player)
    details = read_details(form.typed, before)
    active, actor = form.text("active") == "1", visit.account.name
    renaming.change_player(player, form.text("name"), details, active=active, actor=actor)
    if player.name != was:
        visit.note("rename", who=player.name, was=was)
    if player.active != was_active:
        visit.note("active" if player.active else "inactive", who=player.name)
    if details != before:
        visit.note("details", who=player.name)
    return to("players.index", club=visit.club.slug)


def _edit_again(visit: Visit, form: PlainForm, number: int) -> str:
    return _edit(visit, roster.find_player(visit.club, number) or abort(404), form)


@bp.post("/<int:number>/delete")
@of_club("scorer")
@saving(_edit_again)
def delete(visit: Visit, _form: PlainForm, number: int) -> Page:
    """POST: deletes a player without matches; redirects."""
    player = roster.find_player(visit.club, number)
    if player is not None:  # else the form was sent twice
        roster.delete_player(player)
        visit.note("delete_player", who=player.name)
        flash(_("%(name)s deleted.", name=player.name))
    return to("players.index", club=visit.club.slug)


@bp.post("/<int:number>/merge")
@of_club("owner", Player)
@saving(_edit)
def merge(visit: Visit, player: Player, form: PlainForm) -> Page:
    """POST: merges another player or a guest (`other` is the name) into this one; redirects."""
    renaming.merge(player, form.text("other"), visit.account.name)
    visit.note("merge", who=player.name, other=form.text("other"))
    flash(_("Merged: %(name)s now has the matches played under both names.", name=player.name))
    return to("players.edit", club=visit.club.slug, number=player.id)


@bp.post("/guests")
@of_club("owner")
@saving(_index)
def merge_guests(visit: Visit, form: PlainForm) -> Page:
    """POST: gives the matches of the guest `other` to the guest `guest`; redirects, 422 if refused."""
    name = renaming.merge_guests(visit.club, form.text("guest"), form.text("other"), visit.account.name)
    visit.note("merge", who=name, other=form.text("other"))
    flash(_("Merged: %(name)s now has the matches played under both names.", name=name))
    return to("players.index", club=visit.club.slug)


@bp.post("/<int:number>/part")
@of_club("owner")
def part(visit: Visit, number: int) -> Page:
    """POST: undoes a merge; `number` is the player that was merged into another."""
    entry = db.session.get(Player, number)
    if entry is None or entry.club_id != visit.club.id or not entry.merged_into:
        abort(404)
    player = roster.find_player(visit.club, number) or abort(404)
    renaming.separate(entry, visit.account.name)
    visit.note("part", who=player.name, other=entry.name)
    db.session.commit()
    return to("players.edit", club=visit.club.slug, number=entry.id)


@bp.get("/<int:number>/erase")
@of_club("owner", Player)
def ask_erasing(visit: Visit, player: Player) -> str:
    """The confirmation page for erasing a player."""
    person = erasing.person_of_player(visit.club, player)
    return render_template("clubs/erase.html", visit=visit, player=player, person=person)


def _not_erased(visit: Visit, player: Player, _form: PlainForm) -> AnyResponse:
    return to("players.ask_erasing", club=visit.club.slug, number=player.id)


@bp.post("/<int:number>/erase")
@of_club("owner", Player, confirmed=True)
@saving(_not_erased)
def erase(visit: Visit, player: Player, _form: PlainForm) -> Page:
    """POST: erases the player and the accounts in `account`; only redirects if it was already done."""
    if erasing.is_erased(player):
        return to("players.index", club=visit.club.slug)
    traces = erasing.person_of_player(visit.club, player)
    person = erasing.with_accounts(traces, request.form.getlist("account", type=int))
    done = erasing.erase_person(visit.club, person)
    visit.note("erase", who=done.instead)
    db.session.commit()
    pdf_of_page.cache_clear()
    if db.engine.dialect.name == "sqlite":  # PostgreSQL would lock all tables: use `db scrub`
        scrub(db.engine)
    flash(_("Personal data erased. The player is now %(name)s.", name=done.instead))
    return to("players.index", club=visit.club.slug)
