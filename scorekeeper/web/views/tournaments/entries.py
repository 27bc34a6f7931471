"""The entries of a tournament: adding from a form, a list or the roster; names, substitutes and withdrawals."""

from collections.abc import Callable

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import roster
from scorekeeper.clubs.tournaments import entries, presence, registrations
from scorekeeper.clubs.tournaments.cash import cash_of
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
    takes_entries,
)
from scorekeeper.tournaments.changes.results import Document, read_incomplete
from scorekeeper.tournaments.document import MOST_PLAYERS
from scorekeeper.tournaments.substitutes import after_half, sitting_in
from scorekeeper.tournaments.systems import is_over
from scorekeeper.web.forms import PlainForm, entrant_numbers, number_in, row_numbers
from scorekeeper.web.loading import Visit, load_club
from scorekeeper.web.once import once
from scorekeeper.web.views.tournaments.registrations import commit_and_move_up
from scorekeeper.web.views.tournaments.tournament_parts import load_tournament

bp = Blueprint("tournament_entries", __name__, url_prefix="/c/<club>/tournaments/<int:number>/entries")


def without_partner(document: Document) -> list[int]:
    """Returns the ids of entrants that need a partner; empty if no entrant has all its players."""
    size, entrants = players_of_a_side(document), document["entrants"]
    if not any(len(entrant["players"]) >= size for entrant in entrants):
        return []
    return [entrant["id"] for entrant in entrants if len(entrant["players"]) < size and not entrant.get("out")]


def typed_newcomer(form: PlainForm) -> Newcomer:
    """Parses a new entrant from the fields `player-0`, `number-0`, …, `club` and `name`. Raises Refusal."""
    players = [form.text(f"player-{at}") for at in range(MOST_PLAYERS)]
    numbers = [form.text(f"number-{at}") for at in range(MOST_PLAYERS)]
    try:
        return read_newcomer(players, form.text("club"), numbers, form.text("name"))
    except Refusal as refusal:
        for problem in refusal.problems:  # the form has no field for all players together
            problem["field"] = {"players": "player-0", "numbers": "number-0"}.get(
                problem["field"] or "", problem["field"]
            )
        raise


Page = AnyResponse | tuple[str, int] | str
MOST_PICKED = 200  # most players of the roster shown with checkboxes; a search finds the others
MOST_WRONG = 20  # most wrong lines that are shown


def has_last_round(document: Document) -> bool:
    """True if a new entrant could not play any more: the last round is published, or the tournament is over."""
    rounds = len(document.get("rounds") or [])
    tournament = read_incomplete(document)
    planned = tournament.system.rounds if tournament.system.takes_late_entries else 0
    return bool(rounds) and (0 < planned <= rounds or (tournament.complete == rounds and is_over(tournament)))


def pending_entries(tournament: Tournament) -> int:
    """Returns how many entries from home can be accepted; 0 in a closed tournament, or with no round left to enter."""
    pending = registrations.count_pending(tournament) if tournament.closed_at is None else 0
    document = tournament.document
    return pending if pending and takes_entries(document) and not has_last_round(document) else 0


@bp.get("")
def show(club: str, number: int) -> str:
    """All entrants, and for scorers the forms; `q` searches the entrants, `roster` the roster."""
    visit = load_club(club)
    return _page(visit, load_tournament(visit, number), PlainForm())


def _page(visit: Visit, tournament: Tournament, form: PlainForm, lines: Lines | None = None) -> str:
    search, roster_search = request.args.get("q", ""), request.args.get("roster", "")
    everybody = presence.entrant_rows(tournament, with_desk=visit.may_score)
    rows = presence.entrant_rows(tournament, search, with_desk=visit.may_score) if search.strip() else everybody
    may_enter = visit.may_score and tournament.closed_at is None
    is_last = has_last_round(tournament.document)
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
        takes_entries=may_enter and takes_entries(tournament.document) and not is_last,
        is_last=may_enter and is_last,
        absent=presence.absent_entrants(tournament) if may_enter else [],
        form=form,
        wrong=lines.wrong[:MOST_WRONG] if lines else [],
        all_wrong=len(lines.wrong) if lines else 0,
        sizes=range(players_of_a_side(tournament.document)),
        alone=without_partner(tournament.document),
        ambiguous=entries.ambiguous_names(tournament) if visit.may_score else {},
        picks=_picks(visit, tournament, roster_search) if may_enter else [],
        asked=roster_search,
        pending=pending_entries(tournament) if may_enter else 0,
        names=[player.name for player in roster.players(visit.club, most=1_000)] if may_enter else [],
    )


def _picks(visit: Visit, tournament: Tournament, search: str) -> list[tuple[Player, bool]]:
    """Returns players of the roster, each with True if already entered; entered players come last."""
    entered = {folded(name) for entrant in tournament.document["entrants"] for name in entries.people_of(entrant)}
    players = roster.players(visit.club, search, most=MOST_PICKED)
    return sorted(((player, folded(player.name) in entered) for player in players), key=lambda pick: pick[1])


@bp.post("")
@once
def enter(club: str, number: int) -> Page:
    """POST: adds one entrant; redirects, 422 if refused."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    try:
        new = typed_newcomer(form)
        entries.enter(tournament, [new], visit.account.name)
    except Refusal as refusal:
        return _refusal_page(visit, number, form, refusal)
    db.session.commit()
    flash(_("%(name)s added.", name=new.name))
    return _back(visit, number, "enter")


@bp.post("/lines")
@once
def enter_lines(club: str, number: int) -> Page:
    """POST: adds all entrants of a list, or none if a line is wrong (422)."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    try:
        lines = entries.enter_lines(tournament, form.raw("lines"), visit.account.name)
        if not lines.good and not lines.wrong:
            raise refuse("lines", None, N_("The list is empty"))
    except Refusal as refusal:
        return _refusal_page(visit, number, form, refusal)
    if lines.wrong:
        db.session.rollback()
        visit = load_club(club, "scorer")
        return _page(visit, load_tournament(visit, number), form, lines), 422
    db.session.commit()
    flash(ngettext("%(num)s entry added.", "%(num)s entries added.", len(lines.good)))
    return _back(visit, number, "several")


@bp.post("/roster")
@once
def enter_from_roster(club: str, number: int) -> Page:
    """POST: adds the ticked players of the roster.

    `how` is `together` (one pair or team) or `alone` (one entrant each).
    """
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    try:
        news = _ticked_newcomers(visit, form)
        entries.enter(tournament, news, visit.account.name)
    except Refusal as refusal:
        return _refusal_page(visit, number, form, refusal)
    db.session.commit()
    flash(ngettext("%(num)s entry added.", "%(num)s entries added.", len(news)))
    return _back(visit, number, "roster")


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


@bp.post("/fee")
def set_entry_fee(club: str, number: int) -> Page:
    """POST: sets the entry fee; redirects."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    try:
        presence.set_fee(load_tournament(visit, number), form.text("fee"))
    except Refusal as refusal:
        return _refusal_page(visit, number, form, refusal)
    db.session.commit()
    return _back(visit, number, "fee")


@bp.post("/absent")
def send_absent_away(club: str, number: int) -> Page:
    """POST: removes the selected entrants (`entrant`, several), except those ticked as present meanwhile.

    Once the first round was drawn they are withdrawn instead.
    """
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    there = {entrant.id for entrant in presence.absent_entrants(tournament)}
    before = registrations.queue_of(tournament)
    selected = entrant_numbers(request.form.getlist("entrant"))
    gone = [
        entrant for entrant in dict.fromkeys(selected) if entrant in there
    ]  # those ticked as present in the meantime stay
    try:
        if gone and next_round(tournament.document) == 1:
            entries.remove(tournament, gone, visit.account.name)
        elif gone:
            entries.withdraw(tournament, gone, visit.account.name)
    except Refusal as refusal:
        return _refusal_page(visit, number, PlainForm(), refusal)
    commit_and_move_up(tournament, before)
    flash(ngettext("%(num)s entry withdrawn.", "%(num)s entries withdrawn.", len(gone)))
    return _back(visit, number, "absent")


def _refusal_page(visit: Visit, number: int, form: PlainForm, refusal: Refusal) -> tuple[str, int]:
    """Returns 422: the page with the typed values and the problems."""
    slug = visit.club.slug
    db.session.rollback()
    form.refuse(refusal)
    visit = load_club(slug, "scorer")
    return _page(visit, load_tournament(visit, number), form), 422


def _back(visit: Visit, number: int, anchor: str) -> AnyResponse:
    there = url_for("tournament_entries.show", club=visit.club.slug, number=number, _anchor=anchor)
    return redirect(there, code=303)


@bp.get("/<entrant:entrant>")
def edit(club: str, number: int, entrant: int) -> str:
    """The forms of one entrant with the current values."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    row = _entrant_row(tournament, entrant)
    return _entrant_page(visit, tournament, row, PlainForm(_as_typed(row)))


def _as_typed(row: EntrantRow) -> dict[str, str]:
    """Returns the entrant's current values as texts by form field."""
    texts = {"club": row.club, "name": "" if row.is_named_after_players else row.name}
    for at, (name, own) in enumerate(row.players):
        texts |= {f"player-{at}": name, f"number-{at}": own}
    return texts


def _entrant_row(tournament: Tournament, entrant: int) -> EntrantRow:
    return next((row for row in presence.entrant_rows(tournament) if row.id == entrant), None) or abort(404)


def _entrant_page(visit: Visit, tournament: Tournament, row: EntrantRow, form: PlainForm) -> str:
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


@bp.post("/<entrant:entrant>")
def change(club: str, number: int, entrant: int) -> Page:
    """POST: corrects the names, club and member numbers of an entrant."""

    def renamed(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        new = typed_newcomer(form)
        entries.rename(tournament, entrant, form.raw("was"), new, visit.account.name)
        return _("%(name)s: saved.", name=new.name)

    return _done(club, number, entrant, renamed)


@bp.post("/<entrant:entrant>/substitute")
def substitute(club: str, number: int, entrant: int) -> Page:
    """POST: replaces the player at position `at`; the results stay with the entrant."""

    def replaced(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
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

    return _done(club, number, entrant, replaced)


@bp.post("/<entrant:entrant>/substitute/undo")
def undo_substitute(club: str, number: int, entrant: int) -> Page:
    """POST: removes a substitute, given by its `round`, `out` and `in`."""

    def undone(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        row = {"round": number_in(form.text("round"), 5), "out": form.raw("out"), "in": form.raw("in")}
        drop_substitute(tournament, entrant, row, visit.account.name)
        return _("%(name)s plays again.", name=row["out"])

    return _done(club, number, entrant, undone)


@bp.post("/<entrant:entrant>/withdraw")
def withdraw(club: str, number: int, entrant: int) -> Page:
    """POST: withdraws an entrant from the next round on; the results so far count."""

    def gone(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        entries.withdraw(tournament, [entrant], visit.account.name, form.text("reason"))
        out = _entrant_row(tournament, entrant).out
        return _("Withdrawn from round %(number)s. Results so far count.", number=out)

    return _done(club, number, entrant, gone)


@bp.post("/<entrant:entrant>/return")
def bring_back(club: str, number: int, entrant: int) -> Page:
    """POST: lets a withdrawn entrant play again."""

    def back(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        entries.reinstate(tournament, entrant, visit.account.name)
        return _("%(name)s plays again.", name=_entrant_row(tournament, entrant).name)

    return _done(club, number, entrant, back)


@bp.post("/<entrant:entrant>/remove")
def remove(club: str, number: int, entrant: int) -> Page:
    """POST: removes an entrant; allowed before the first round is drawn."""

    def removed(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        name = _entrant_row(tournament, entrant).name
        entries.remove(tournament, [entrant], visit.account.name)
        return _("%(name)s is off the list.", name=name)

    return _done(club, number, entrant, removed)


@bp.post("/<entrant:entrant>/place")
def reorder(club: str, number: int, entrant: int) -> Page:
    """POST: moves an entrant in the order of entry, which some systems use as seeding."""

    def moved(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        entries.reorder(tournament, entrant, number_in(form.text("place"), 3) or 0, visit.account.name)
        return _("%(name)s: saved.", name=_entrant_row(tournament, entrant).name)

    return _done(club, number, entrant, moved)


def _done(club: str, number: int, entrant: int, action: Callable[[Visit, Tournament, PlainForm], str]) -> Page:
    """Runs `action`, commits, flashes its message and redirects to the list; 422 with the form if refused."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    _entrant_row(tournament, entrant)
    before = registrations.queue_of(tournament)
    try:
        done = action(visit, tournament, form)
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        visit = load_club(club, "scorer")
        tournament = load_tournament(visit, number)
        row = _entrant_row(tournament, entrant)
        return _entrant_page(visit, tournament, row, PlainForm({**_as_typed(row), **form.typed}, form.problems)), 422
    commit_and_move_up(tournament, before)
    flash(done)
    return redirect(url_for("tournament_entries.show", club=club, number=number, _anchor="all"), code=303)
