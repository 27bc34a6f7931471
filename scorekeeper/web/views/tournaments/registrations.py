"""The organiser's page of entries from home: the form's settings, accepting, pairing and refusing entries, and notices.

Notices are mails to the senders; beside them are the addresses of entries, the places taken, and the daily limit.
"""

import math
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from sqlalchemy import func, select
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import mail
from scorekeeper.clubs import results
from scorekeeper.clubs.signing_in import is_address
from scorekeeper.clubs.tournaments import registrations
from scorekeeper.clubs.tournaments.entries import players_of_a_side
from scorekeeper.clubs.tournaments.keeping import check_open
from scorekeeper.clubs.tournaments.registrations import Queue, Settings
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import _, current_locale, format_date, gettext, ngettext, speaking
from scorekeeper.mail import Mail
from scorekeeper.store.club_models import Club, Player
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Registration, RegistrationForm, Tournament
from scorekeeper.tournaments.changes.entries import folded
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.forms import PlainForm, number_in, row_numbers, text_of, typed_number
from scorekeeper.web.loading import Visit, load_club
from scorekeeper.web.once import once
from scorekeeper.web.public_address import address_of, nonce_of_form, qr_code
from scorekeeper.web.rate_limits import quotas
from scorekeeper.web.sitting_access import too_many
from scorekeeper.web.views.tournaments.tournament_parts import load_tournament
from scorekeeper.web.visitors import visitor_network

bp = Blueprint("tournament_registrations", __name__, url_prefix="/c/<club>/tournaments/<int:number>/registrations")

Page = AnyResponse | tuple[str, int] | str


class OnRoster(NamedTuple):
    """A player of an entry, compared with the roster.

    `number` is the member number that was typed, `player` the person with this name, or None. `whose` is the name of
    another person with this number, or empty.
    """

    name: str
    number: str
    player: Player | None
    whose: str

    @property
    def is_number(self) -> bool:
        """True if the typed number is this person's on the roster."""
        return self.player is not None and bool(self.number) and folded(self.number) == folded(self.player.number)


class Row(NamedTuple):
    """A pending entry: its players, its place on the waiting list or 0, and why it cannot be accepted, or empty."""

    registration: Registration
    players: list[OnRoster]
    position: int
    problem: str


def rows_of(tournament: Tournament, queue: registrations.Queue) -> list[Row]:
    """Returns the pending entries, oldest first, compared with the roster."""
    names = {name for row in queue.rows for name in row.players}
    ids = results.players_of(db.session, tournament.club_id, names)
    numbers = {folded(number) for row in queue.rows for number in row.numbers if number}
    of_club = select(Player).where(Player.club_id == tournament.club_id, Player.merged_into.is_(None))
    chosen = Player.id.in_(set(ids.values())) | func.lower(Player.number).in_(numbers)
    people = db.session.scalars(of_club.where(chosen)).all()
    by_id = {person.id: person for person in people}
    by_number = {folded(person.number): person for person in people if person.number}
    problems = registrations.duplicates_of(tournament, queue.rows)

    def compared(name: str, number: str) -> OnRoster:
        player, holder = by_id.get(ids.get(results.name_key(name), 0)), by_number.get(folded(number))
        return OnRoster(name, number, player, holder.name if holder is not None and holder is not player else "")

    return [
        Row(
            row,
            [compared(*player) for player in zip(row.players, row.numbers or [""] * len(row.players), strict=True)],
            queue.position(row),
            text_of(problems[row.id]) if row.id in problems else "",
        )
        for row in queue.rows
    ]


@bp.get("")
def show(club: str, number: int) -> str:
    """The form's settings and address, and all pending entries."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    return _page(visit, tournament, PlainForm(_as_typed(registrations.form_of(tournament))))


def _as_typed(form: RegistrationForm) -> dict[str, str]:
    closes = form.closes_at.astimezone().strftime("%Y-%m-%dT%H:%M") if form.closes_at else ""
    texts = {"places": str(form.places or ""), "closes": closes}
    return texts | {name: "1" for name in ("accepting", "listed") if getattr(form, name)}


def _page(visit: Visit, tournament: Tournament, fields: PlainForm) -> str:
    form, size = registrations.form_of(tournament), players_of_a_side(tournament.document)
    queue = registrations.queue_of(tournament)
    rows = rows_of(tournament, queue)
    return render_template(
        "tournaments/registrations.html",
        visit=visit,
        tournament=tournament,
        form=form,
        typed=fields,
        queue=queue,
        size=size,
        rows=[row for row in rows if not row.registration.alone][:MOST_SHOWN],
        recent=len(queue.recent),
        alone=[row for row in rows if row.registration.alone][:MOST_SHOWN],
        address=form_address(form),
        links=[(row, own_address(row)) for row in registrations.with_link(tournament)[:MOST_SHOWN]],
        is_open=registrations.is_open(form, tournament),
        ready=sum(1 for row in rows if not (row.position or row.problem or row.registration.alone)),
    )


MOST_SHOWN = 100  # pending entries on the page, oldest first: more follow when these are decided


@bp.get("/code.svg")
def code(club: str, number: int) -> Response:
    """The QR code of the form's public address; 404 if it is off."""
    tournament = load_tournament(load_club(club, "scorer"), number)
    return qr_code(form_address(registrations.form_of(tournament)) or abort(404))


@bp.post("")
def change(club: str, number: int) -> Page:
    """POST: saves the settings; `public` turns the form on (1) or off (0). Redirects, 422 if refused."""
    visit, fields = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    try:
        check_open(tournament)
        form = registrations.form_of(tournament)
        public = nonce_of_form(form.public) if fields.text("public") else form.public
        before = registrations.queue_of(tournament)
        registrations.set_form(tournament, public, _settings(fields), visit.account.name)
    except Refusal as refusal:
        return _refusal_page(visit, number, fields, refusal)
    commit_and_move_up(tournament, before)
    return _back(visit, number)


@bp.post("/link")
def change_link(club: str, number: int) -> Page:
    """POST: renews the private link of the entry `entry`, or revokes it (`do=stop`); redirects.

    Does nothing for an entry that was refused or withdrawn meanwhile.
    """
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    renew, entry = request.form.get("do") != "stop", number_in(request.form.get("entry", "")) or 0
    row = registrations.change_link(tournament, entry, visit.account.name, renew=renew)
    db.session.commit()
    if row and renew:
        notify(tournament, [row], "link")
        flash(_("New private link for %(name)s.", name=row.name))
    elif row:
        flash(_("Private link of %(name)s stopped.", name=row.name))
    return redirect(url_for("tournament_registrations.show", club=club, number=number, _anchor="links"), code=303)


def _settings(fields: PlainForm) -> Settings:
    places = typed_number(fields.text("places"), "places") if fields.text("places") else None
    accepting, listed = (fields.text(name) == "1" for name in ("accepting", "listed"))
    return Settings(places, _moment(fields.text("closes")), accepting, listed)


def _moment(text: str) -> datetime | None:
    """Parses a local time, e.g. 2026-11-28T18:00; None for an empty text. Raises Refusal."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None).astimezone() if text else None
    except (ValueError, OverflowError, OSError):
        raise refuse("closes", None, N_("This must be a day and a time, as 2026-11-28 18:00")) from None


@bp.post("/accept")
def accept(club: str, number: int) -> Page:
    """POST: accepts the entry `entry`, also from the waiting list; redirects, 422 if refused."""
    return _decide_entries(club, number, registrations.accept, "accepted")


@bp.post("/refuse")
def decline(club: str, number: int) -> Page:
    """POST: refuses the entry `entry`; redirects."""
    return _decide_entries(club, number, registrations.decline, "refused")


@bp.post("/refuse-recent")
def decline_recent(club: str, number: int) -> Page:
    """POST: refuses all pending entries of the last hour, without mails; redirects, 422 if refused."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    try:
        check_open(tournament)
        count = registrations.decline_recent(tournament, visit.account.name)
    except Refusal as refusal:
        return _refusal_page(visit, number, PlainForm(), refusal)
    db.session.commit()
    flash(ngettext("%(num)s entry refused.", "%(num)s entries refused.", count))
    return _back(visit, number)


@bp.post("/pair")
@once
def pair(club: str, number: int) -> Page:
    """POST: makes one entrant of players without a partner (`entry`, several); redirects, 422 if refused."""
    return _decide_entries(club, number, registrations.pair, "accepted")


@bp.post("/all")
@once
def accept_all(club: str, number: int) -> Page:
    """POST: accepts every entry that has a place and no duplicate; redirects."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    try:
        check_open(tournament)
        accepted = registrations.accept_all(tournament, visit.account.name)
    except Refusal as refusal:
        return _refusal_page(visit, number, PlainForm(), refusal)
    db.session.commit()
    notify(tournament, accepted, "accepted")
    flash(ngettext("%(num)s entry added.", "%(num)s entries added.", len(accepted)))
    return _back(visit, number)


Decision = Callable[[Tournament, Sequence[Registration], str], object]


def _decide_entries(club: str, number: int, decide: Decision, kind: str) -> Page:
    """Runs `decide` on the pending entries of the form, mails the senders, and redirects; 422 if refused.

    `kind` is the kind of the mail. Entries that were decided or withdrawn meanwhile are left out.
    """
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    before = registrations.queue_of(tournament)
    try:
        check_open(tournament)
        rows = registrations.find(tournament, row_numbers(request.form.getlist("entry")))
        if rows:
            decide(tournament, rows, visit.account.name)
    except Refusal as refusal:
        return _refusal_page(visit, number, PlainForm(), refusal)
    commit_and_move_up(tournament, before)
    if rows:
        notify(tournament, rows, kind)
    return _back(visit, number)


def _refusal_page(visit: Visit, number: int, fields: PlainForm, refusal: Refusal) -> tuple[str, int]:
    """Returns 422: the page with the typed values and the problems."""
    slug = visit.club.slug
    db.session.rollback()
    visit = load_club(slug, "scorer")
    tournament = load_tournament(visit, number)
    shown = fields if fields.typed else PlainForm(_as_typed(registrations.form_of(tournament)))
    shown.refuse(refusal)
    return _page(visit, tournament, shown), 422


def _back(visit: Visit, number: int) -> AnyResponse:
    return redirect(url_for("tournament_registrations.show", club=visit.club.slug, number=number), code=303)


FORM, OWN = "registration form", "registration"  # purposes of the signatures
ENTRIES_A_DAY = 60  # of one network: a village's phones may share an address
MAILS_A_DAY = 5  # to one address


def form_address(form: RegistrationForm) -> str:
    """Returns the public address of the form; empty if it is off."""
    return address_of("registering.show", FORM, form)


def own_address(registration: Registration) -> str:
    """Returns the private address of an entry; empty if it was stopped."""
    return address_of("registering.mine", OWN, registration)


def places_taken(queue: Queue) -> str:
    """Returns a sentence with the number of places taken; empty without a limit."""
    if not queue.places:
        return ""
    taken = min(queue.taken, queue.places)
    return gettext("%(taken)s of %(places)s places taken", taken=taken, places=queue.places)


ENOUGH = ErrorText(
    N_("Daily limit reached"),
    N_("This network has reached today’s limit for entries. Try again tomorrow, or ask the organiser."),
)


def count_entry() -> None:
    """Counts an entry of this network. Raises TooManyRequests beyond ENTRIES_A_DAY."""
    counted = quotas()
    wait = counted.take("entries", visitor_network(), ENTRIES_A_DAY) if counted else 0
    if wait:
        raise too_many(ENOUGH, math.ceil(wait))


def commit_and_move_up(tournament: Tournament, before: Queue) -> None:
    """Accepts entries that have a place now, if the form accepts automatically; commits, and mails those who moved up.

    `before` is the queue before this request's change.
    """
    accepted = registrations.move_up(tournament)
    db.session.commit()
    notify(tournament, accepted, "accepted")
    placed = registrations.queue_of(tournament).placed
    notify(tournament, [row for row in before.waiting if row in placed], "place")


SENTENCES = {
    "received": N_("Your entry has arrived. The organiser will confirm it."),
    "accepted": N_("Your entry is accepted."),
    "place": N_("A place is free: your entry has moved up from the waiting list."),
    "refused": N_("Your entry was not accepted. Ask the organiser."),
    "partner": N_("Your partner has withdrawn. The organiser looks for another one."),
    "link": N_("You have a new private link. The old one no longer works."),
}
YOUR_PAGE = N_("See your entry, or withdraw it: %(address)s")
NOT_YOURS = N_("If you have not entered, ignore this mail.")


def notify(tournament: Tournament, rows: list[Registration], kind: str) -> None:
    """Mails the senders of these entries who gave an address; nothing that they typed is in the mail."""
    if not mail.is_on():
        return
    club, limits, mails = db.session.get_one(Club, tournament.club_id), quotas(), []
    for row in rows:
        address = row.contact
        if not is_address(address) or (limits and limits.take("entry mails", address.casefold(), MAILS_A_DAY)):
            continue
        with speaking(row.language or current_locale()):
            name = tournament.document.get("name") or gettext("Tournament")
            head = f"{name} · {format_date(tournament.day, 'full')} · {club.name}"
            link = [gettext(YOUR_PAGE, address=own_address(row))] if row.public else []
            text = "\n\n".join([head, gettext(SENTENCES[kind]), *link, gettext(NOT_YOURS)])
            mails.append(Mail(address, f"{name}: {gettext(SENTENCES[kind])}", f"{text}\n"))
    if mails:
        mail.submit(lambda: mails)
