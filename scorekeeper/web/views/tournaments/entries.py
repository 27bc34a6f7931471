"""The entries of a tournament: adding from a form, a list or the roster; names, substitutes and withdrawals."""

from collections.abc import Callable
from functools import wraps

from flask import Blueprint, abort, flash, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import roster
from scorekeeper.clubs.tournaments import entries, identifying, presence, registrations
from scorekeeper.clubs.tournaments.cash import cash_of, fees_due
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.entries import players_of_a_side
from scorekeeper.clubs.tournaments.presence import EntrantRow
from scorekeeper.clubs.tournaments.substituting import add_substitute, drop_substitute
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import _, ngettext
from scorekeeper.store.club_models import Player
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import (
    Lines,
    Newcomer,
    find,
    first_substitutable,
    folded,
    next_round,
    read_newcomer,
)
from scorekeeper.tournaments.changes.results import Document, read_incomplete
from scorekeeper.tournaments.document import MOST_PLAYERS
from scorekeeper.tournaments.substitutes import after_half, sitting_in
from scorekeeper.web.downloads import table_download
from scorekeeper.web.forms import PlainForm, entrant_numbers, number_in, row_numbers
from scorekeeper.web.loading import Visit, note_export, of_club
from scorekeeper.web.once import once
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.tournament_pages.entries import (
    commit_and_move_up,
    pending_entries,
    say_entered,
    typed_newcomer,
    why_nobody_enters,
    without_partner,
)
from scorekeeper.web.tournament_pages.entry_table import entry_rows

bp = Blueprint("tournament_entries", __name__, url_prefix="/c/<club>/tournaments/<int:number>/entries")


MOST_PICKED = 200  # most players of the roster shown with checkboxes; a search finds the others
MOST_WRONG = 20  # most wrong lines that are shown


@bp.get("")
@of_club("member", Tournament)
def show(visit: Visit, tournament: Tournament) -> str:
    """All entrants, and for scorers the forms; `q` searches the entrants, `roster` the roster."""
    return _page(visit, tournament, PlainForm())


def _page(visit: Visit, tournament: Tournament, form: PlainForm, lines: Lines | None = None) -> str:
    search, roster_search = request.args.get("q", ""), request.args.get("roster", "")
    everybody = presence.entrant_rows(tournament, with_desk=visit.may_score)
    rows = presence.entrant_rows(tournament, search, with_desk=visit.may_score) if search.strip() else everybody
    may_enter = visit.may_score and tournament.closed_at is None
    closed = why_nobody_enters(tournament) if may_enter else ""
    return render_template(
        "tournaments/entries.html",
        visit=visit,
        tournament=tournament,
        desk=desk_of(tournament),
        cash=cash_of(tournament) if visit.may_score else None,
        everybody=everybody,
        found=rows,
        search=search,
        next_round=next_round(tournament.document),
        takes_entries=may_enter and not closed,
        closed=closed,
        absent=presence.absent_entrants(tournament) if may_enter else [],
        form=form,
        wrong=lines.wrong[:MOST_WRONG] if lines else [],
        all_wrong=len(lines.wrong) if lines else 0,
        sizes=range(players_of_a_side(tournament)),
        alone=without_partner(tournament),
        fees_due=fees_due(tournament) if visit.may_score else {},
        questions=identifying.questions(tournament) if may_enter else [],
        other_numbers=registrations.other_numbers(tournament) if visit.may_score else {},
        picks=_picks(visit, tournament, roster_search) if may_enter else [],
        asked=roster_search,
        pending=pending_entries(tournament) if may_enter else 0,
        names=[player.name for player in roster.players(visit.club, most=1_000)] if may_enter else [],
    )


@bp.get("/list.csv")
@limiter.limit(FILES)
@of_club("scorer", Tournament)
def entry_table(visit: Visit, tournament: Tournament) -> AnyResponse:
    """All entrants as CSV, with contacts, notes and answers of those who entered from home."""
    note_export(visit, "entries.csv")
    name = tournament.document.get("name") or ""
    return table_download(entry_rows(tournament), f"{tournament.day} {name} {_('Entries')}.csv")


def _picks(visit: Visit, tournament: Tournament, search: str) -> list[tuple[Player, bool]]:
    """Returns players of the roster, each with True if already entered; entered players come last."""
    entered = {folded(name) for entrant in tournament.document["entrants"] for name in entries.people_of(entrant)}
    players = roster.players(visit.club, search, most=MOST_PICKED)
    return sorted(((player, folded(player.name) in entered) for player in players), key=lambda pick: pick[1])


@bp.post("")
@once
@of_club("scorer", Tournament)
@saving(_page)
def enter(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: adds one entrant; redirects, 422 if refused."""
    new = typed_newcomer(form)
    entries.enter(tournament, [new], visit.account.name)
    flash(say_entered(tournament.document, _("%(name)s added.", name=new.name)))
    return _back(visit, tournament, "enter")


@bp.post("/lines")
@once
@of_club("scorer", Tournament)
@saving(_page)
def enter_lines(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: adds all entrants of a list, or none if a line is wrong (422)."""
    lines = entries.enter_lines(tournament, form.raw("lines"), visit.account.name)
    if not lines.good and not lines.wrong:
        raise refuse("lines", None, N_("The list is empty"))
    if lines.wrong:
        db.session.rollback()
        return _page(visit, tournament, form, lines), 422
    _say_added(tournament, len(lines.good))
    return _back(visit, tournament, "several")


@bp.post("/roster")
@once
@of_club("scorer", Tournament)
@saving(_page)
def enter_from_roster(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: adds the ticked players of the roster.

    `how` is `together` (one pair or team) or `alone` (one entrant each).
    """
    news = _ticked_newcomers(visit, form)
    entries.enter(tournament, news, visit.account.name)
    _say_added(tournament, len(news))
    return _back(visit, tournament, "roster")


def _say_added(tournament: Tournament, count: int) -> None:
    message = ngettext("%(num)s entry added.", "%(num)s entries added.", count)
    flash(say_entered(tournament.document, message))


def _ticked_newcomers(visit: Visit, form: PlainForm) -> list[Newcomer]:
    ids = row_numbers(request.form.getlist("player"))
    players = [
        roster_player for player_id in ids[:MOST_PICKED] if (roster_player := roster.find_player(visit.club, player_id))
    ]
    if not players:
        raise refuse("player", None, N_("Tick at least one player"))
    if form.text("how") == "alone":
        return [read_newcomer([player.name], form.text("club"), [player.number]) for player in players]
    if len(players) > MOST_PLAYERS:
        raise refuse("player", None, N_("There must be 1 to {most} players"), most=MOST_PLAYERS)
    return [
        read_newcomer([player.name for player in players], form.text("club"), [player.number for player in players])
    ]


@bp.post("/absent")
@of_club("scorer", Tournament)
@saving(_page)
def send_absent_away(visit: Visit, tournament: Tournament, _form: PlainForm) -> Page:
    """POST: removes the selected entrants (`entrant`, several), except those ticked as present meanwhile.

    Once the first round was drawn they are withdrawn instead.
    """
    there = {entrant.id for entrant in presence.absent_entrants(tournament)}
    before = registrations.queue_of(tournament)
    selected = entrant_numbers(request.form.getlist("entrant"))
    gone = [
        entrant for entrant in dict.fromkeys(selected) if entrant in there
    ]  # those ticked as present in the meantime stay
    if gone and next_round(tournament.document) == 1:
        entries.remove(tournament, gone, visit.account.name)
    elif gone:
        entries.withdraw(tournament, gone, visit.account.name)
    commit_and_move_up(tournament, before)
    flash(ngettext("%(num)s entry withdrawn.", "%(num)s entries withdrawn.", len(gone)))
    return _back(visit, tournament, "absent")


def _back(visit: Visit, tournament: Tournament, anchor: str) -> AnyResponse:
    return to("tournament_entries.show", club=visit.club.slug, number=tournament.id, _anchor=anchor)


@bp.get("/<entrant:entrant>")
@of_club("scorer", Tournament)
def edit(visit: Visit, tournament: Tournament, entrant: int) -> str:
    """The forms of one entrant with the current values."""
    return _entrant_page(visit, tournament, PlainForm(), entrant)


def _as_typed(row: EntrantRow) -> dict[str, str]:
    """Returns the entrant's current values as texts by form field."""
    texts = {"club": row.club, "name": "" if row.is_named_after_players else row.name}
    for at, (name, own) in enumerate(row.players):
        texts |= {f"player-{at}": name, f"number-{at}": own}
    return texts


def _entrant_row(tournament: Tournament, entrant: int) -> EntrantRow:
    return next((row for row in presence.entrant_rows(tournament) if row.id == entrant), None) or abort(404)


def _entrant_page(visit: Visit, tournament: Tournament, form: PlainForm, entrant: int) -> str:
    row = _entrant_row(tournament, entrant)
    form.typed = {**_as_typed(row), **form.typed}
    return render_template(
        "tournaments/entrant.html",
        visit=visit,
        tournament=tournament,
        entrant=row,
        form=form,
        sizes=range(min(len(row.players) + 1, MOST_PLAYERS)),
        next_round=next_round(tournament.document),
        since=_substitutable(tournament.document, row.id),
        sitting=sitting_in(find(tournament.document, row.id), next_round(tournament.document)),
        late=_after_half(tournament.document, row.id),
        count=len(tournament.document["entrants"]),
        sent=registrations.of_entrants(tournament).get(row.id, []),
        names=[player.name for player in roster.players(visit.club, most=1_000)],
    )


def _substitutable(document: Document, entrant: int) -> range:
    """Returns the rounds from which a substitute can be recorded; empty while players are simply replaced."""
    return range(first_substitutable(find(document, entrant)), next_round(document) + 1)


def _after_half(document: Document, entrant: int) -> list[int]:
    """Returns the rounds of the entrant's substitutes that are after half of the rounds (TOU-25)."""
    if not document.get("rounds"):
        return []
    return [substitute.round for of, substitute in after_half(read_incomplete(document)) if of.id == entrant]


def of_entrant(change: Callable[[Visit, Tournament, PlainForm, int], str]) -> Callable[..., Page]:
    """Decorates a function that changes one entrant and returns a message: makes it a view of scorers.

    The view redirects to the list of entrants, which shows the message; 422 if refused. Entries from home that have a
    place now move up.
    """

    @wraps(change)
    @of_club("scorer", Tournament)
    @saving(_entrant_page)
    def view(visit: Visit, tournament: Tournament, form: PlainForm, entrant: int) -> Page:
        _entrant_row(tournament, entrant)
        before = registrations.queue_of(tournament)
        message = change(visit, tournament, form, entrant)
        commit_and_move_up(tournament, before)
        flash(message)
        return _back(visit, tournament, "all")

    return view


@bp.post("/<entrant:entrant>")
@of_entrant
def change(visit: Visit, tournament: Tournament, form: PlainForm, entrant: int) -> str:
    """POST: corrects the names, club and member numbers of an entrant."""
    new = typed_newcomer(form)
    entries.rename(tournament, entrant, form.raw("was"), new, visit.account.name)
    return _("%(name)s: saved.", name=new.name)


@bp.post("/<entrant:entrant>/who")
@of_entrant
def identify(visit: Visit, tournament: Tournament, form: PlainForm, entrant: int) -> str:
    """POST: makes the player at position `at` the player `player` of the roster."""
    at, player = number_in(form.text("at"), 1), number_in(form.text("player"))
    place = -1 if at is None else at
    name = identifying.identify(tournament, entrant, form.raw("was"), place, player or 0, visit.account.name)
    return _("%(name)s: saved.", name=name)


@bp.post("/<entrant:entrant>/substitute")
@of_entrant
def substitute(visit: Visit, tournament: Tournament, form: PlainForm, entrant: int) -> str:
    """POST: replaces the player at position `at`; the results stay with the entrant."""
    place, since = number_in(form.text("at"), 1), number_in(form.text("since"), 5)
    at = -1 if place is None else place
    try:
        player = read_newcomer([form.text("player")], numbers=[form.text("number")])
    except Refusal as refusal:
        for problem in refusal.problems:
            problem["field"] = "player" if problem["field"] == "players" else problem["field"]
        raise
    actor, reason = visit.account.name, form.text("because")
    add_substitute(tournament, entrant, form.raw("was"), at, player, actor, reason, since)
    return _("%(name)s plays now. The results stay.", name=player.name)


@bp.post("/<entrant:entrant>/substitute/undo")
@of_entrant
def undo_substitute(visit: Visit, tournament: Tournament, form: PlainForm, entrant: int) -> str:
    """POST: removes a substitute, given by its `round`, `out` and `in`."""
    row = {"round": number_in(form.text("round"), 5), "out": form.raw("out"), "in": form.raw("in")}
    drop_substitute(tournament, entrant, row, visit.account.name)
    return _("%(name)s plays again.", name=row["out"])


@bp.post("/<entrant:entrant>/withdraw")
@of_entrant
def withdraw(visit: Visit, tournament: Tournament, form: PlainForm, entrant: int) -> str:
    """POST: withdraws an entrant from the next round on; the results so far count."""
    entries.withdraw(tournament, [entrant], visit.account.name, form.text("reason"))
    return _("Withdrawn from round %(number)s. Results so far count.", number=_entrant_row(tournament, entrant).out)


@bp.post("/<entrant:entrant>/return")
@of_entrant
def bring_back(visit: Visit, tournament: Tournament, _form: PlainForm, entrant: int) -> str:
    """POST: lets a withdrawn entrant play again."""
    entries.reinstate(tournament, entrant, visit.account.name)
    return _("%(name)s plays again.", name=_entrant_row(tournament, entrant).name)


@bp.post("/<entrant:entrant>/remove")
@of_entrant
def remove(visit: Visit, tournament: Tournament, _form: PlainForm, entrant: int) -> str:
    """POST: removes an entrant; allowed before the first round is drawn."""
    name = _entrant_row(tournament, entrant).name
    entries.remove(tournament, [entrant], visit.account.name)
    return _("%(name)s is off the list.", name=name)


@bp.post("/<entrant:entrant>/place")
@of_entrant
def reorder(visit: Visit, tournament: Tournament, form: PlainForm, entrant: int) -> str:
    """POST: moves an entrant in the order of entry, which some systems use as seeding."""
    entries.reorder(tournament, entrant, number_in(form.text("place"), 3) or 0, visit.account.name)
    return _("%(name)s: saved.", name=_entrant_row(tournament, entrant).name)
