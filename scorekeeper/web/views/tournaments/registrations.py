"""The organiser's page of entries from home: the form's settings, accepting, pairing and refusing entries, and notices.

Notices are mails to the senders. The page also has the private links of entries, the places taken, and the daily limit.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from flask import Blueprint, Response, abort, flash, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.recognising import Found, People
from scorekeeper.clubs.tournaments import registrations
from scorekeeper.clubs.tournaments.entries import players_of_a_side
from scorekeeper.clubs.tournaments.keeping import check_open
from scorekeeper.clubs.tournaments.questions import (
    KINDS,
    LONGEST_CONSENT,
    LONGEST_QUESTION,
    MOST_QUESTIONS,
    Question,
    check_consent,
    check_question,
    questions_of,
)
from scorekeeper.clubs.tournaments.registrations import Settings
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import _, ngettext
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Registration, RegistrationForm, Tournament
from scorekeeper.tournaments.changes.entries import next_round, number_key
from scorekeeper.tournaments.document import MOST_PLAYERS
from scorekeeper.web.forms import PlainForm, number_in, row_numbers, text_of
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.once import once
from scorekeeper.web.public_address import nonce_of_form, qr_code
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.tournament_pages.entries import (
    commit_and_move_up,
    form_address,
    notify,
    own_address,
    why_nobody_enters,
)

bp = Blueprint("tournament_registrations", __name__, url_prefix="/c/<club>/tournaments/<int:number>/registrations")


class OnRoster(NamedTuple):
    """A player of an entry with the number that was typed, and who it is on the roster, or may be."""

    name: str
    number: str
    found: Found

    @property
    def is_other_number(self) -> bool:
        """True if a number was typed that is not this person's on the roster."""
        person = self.found.person
        return bool(self.number) and (person is None or number_key(self.number) != number_key(person.number))


class Row(NamedTuple):
    """A pending entry: its players, its place on the waiting list or 0, and why it cannot be accepted, or empty."""

    registration: Registration
    players: list[OnRoster]
    position: int
    problem: str


def rows_of(tournament: Tournament, queue: registrations.Queue) -> list[Row]:
    """Returns the pending entries, oldest first, compared with the roster."""
    if not queue.rows:
        return []
    people, problems = People(tournament.club_id), registrations.duplicates_of(tournament, queue.rows)

    def compared(row: Registration) -> list[OnRoster]:
        typed = list(zip(row.players, row.numbers or [""] * len(row.players), strict=True))
        found = [people.recognise(name, number) for name, number in typed]
        here = [each.person for each in found]
        offered = [each._replace(offers=tuple(who for who in each.offers if who not in here)) for each in found]
        return [OnRoster(*player, each) for player, each in zip(typed, offered, strict=True)]

    return [
        Row(row, compared(row), queue.position(row), text_of(problems[row.id]) if row.id in problems else "")
        for row in queue.rows
    ]


@bp.get("")
@of_club("scorer", Tournament)
def show(visit: Visit, tournament: Tournament) -> str:
    """The form's settings and address, and all pending entries."""
    return _page(visit, tournament, PlainForm())


def _as_typed(form: RegistrationForm) -> dict[str, str]:
    closes = form.closes_at.astimezone().strftime("%Y-%m-%dT%H:%M") if form.closes_at else ""
    texts = {"places": str(form.places or ""), "closes": closes}
    texts |= {"consent": form.consent} | {name: "1" for name in ("accepting", "listed") if getattr(form, name)}
    for at, question in enumerate(questions_of(form)):
        texts |= {f"question-{at}": question.text, f"kind-{at}": question.kind}
        texts |= {f"choices-{at}": ", ".join(question.choices), f"required-{at}": "1" if question.is_required else ""}
    return texts


def _page(visit: Visit, tournament: Tournament, fields: PlainForm) -> str:
    form, size = registrations.form_of(tournament), players_of_a_side(tournament)
    if "places" not in fields.typed:  # not the form of the settings
        fields.typed = _as_typed(form)
    queue = registrations.queue_of(tournament)
    rows = rows_of(tournament, queue)
    number = next_round(tournament.document)
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
        ready=sum(number == 1 and not (row.position or row.problem or row.registration.alone) for row in rows),
        closed=why_nobody_enters(tournament),
        next_round=number,
        kinds=KINDS,
        most=MOST_QUESTIONS,
        longest={"consent": LONGEST_CONSENT, "question": LONGEST_QUESTION},
    )


PLACES = tuple(map(str, range(MOST_PLAYERS)))
MOST_SHOWN = 100  # pending entries on the page, oldest first: more follow when these are decided


@bp.get("/code.svg")
@of_club("scorer", Tournament)
def code(_visit: Visit, tournament: Tournament) -> Response:
    """The QR code of the form's public address; 404 if it is off."""
    return qr_code(form_address(registrations.form_of(tournament)) or abort(404))


@bp.post("")
@of_club("scorer", Tournament)
@saving(_page)
def change(visit: Visit, tournament: Tournament, fields: PlainForm) -> Page:
    """POST: saves the settings; `public` turns the form on (1) or off (0). Redirects, 422 if refused."""
    check_open(tournament)
    form = registrations.form_of(tournament)
    public = nonce_of_form(form.public) if fields.text("public") else form.public
    before = registrations.queue_of(tournament)
    registrations.set_form(tournament, public, _settings(fields), visit.account.name)
    commit_and_move_up(tournament, before)
    return _back(visit, tournament)


@bp.post("/link")
@of_club("scorer", Tournament)
def change_link(visit: Visit, tournament: Tournament) -> Page:
    """POST: renews the private link of the entry `entry`, or revokes it (`do=stop`); redirects.

    Does nothing for an entry that was refused or withdrawn meanwhile.
    """
    renew, entry = request.form.get("do") != "stop", number_in(request.form.get("entry", "")) or 0
    row = registrations.change_link(tournament, entry, visit.account.name, renew=renew)
    db.session.commit()
    if row and renew:
        notify(tournament, [row], "link")
        flash(_("New private link for %(name)s.", name=row.name))
    elif row:
        flash(_("Private link of %(name)s stopped.", name=row.name))
    return to("tournament_registrations.show", club=visit.club.slug, number=tournament.id, _anchor="links")


def _settings(fields: PlainForm) -> Settings:
    places = fields.number("places") if fields.text("places") else None
    accepting, listed = (fields.text(name) == "1" for name in ("accepting", "listed"))
    consent, questions = check_consent(fields.text("consent")), [*_questions(fields)]
    return Settings(places, _moment(fields.text("closes")), accepting, listed, consent, questions)


def _questions(fields: PlainForm) -> Iterator[Question]:
    """Yields the organiser's questions that are filled in. Raises Refusal naming the question's field."""
    for at in range(MOST_QUESTIONS):
        text, choices = fields.text(f"question-{at}"), fields.text(f"choices-{at}").split(",")
        if text:
            try:
                yield check_question(
                    text, fields.text(f"kind-{at}"), choices, is_required=fields.text(f"required-{at}") == "1"
                )
            except Refusal as refusal:
                for problem in refusal.problems:
                    problem["field"] = f"{problem['field']}-{at}"
                raise


def _moment(text: str) -> datetime | None:
    """Parses a local time, e.g. 2026-11-28T18:00; None for an empty text. Raises Refusal."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None).astimezone() if text else None
    except (ValueError, OverflowError, OSError):
        raise refuse("closes", None, N_("This must be a day and a time, as 2026-11-28 18:00")) from None


@bp.post("/accept")
@of_club("scorer", Tournament)
@saving(_page)
def accept(visit: Visit, tournament: Tournament, _fields: PlainForm) -> Page:
    """POST: accepts the entry `entry`, also from the waiting list; redirects, 422 if refused.

    With `who` (`at-id`) the player at this place is this player of the roster.
    """
    at, _dash, number = request.form.get("who", "").partition("-")
    person = People(visit.club.id).by_id.get(number_in(number) or 0) if number else None
    who = (int(at), person) if person and at in PLACES else None
    return _decide_entries(visit, tournament, partial(registrations.accept, who=who), "accepted")


@bp.post("/refuse")
@of_club("scorer", Tournament)
@saving(_page)
def decline(visit: Visit, tournament: Tournament, _fields: PlainForm) -> Page:
    """POST: refuses the entry `entry`; redirects."""
    return _decide_entries(visit, tournament, registrations.decline, "refused")


@bp.post("/refuse-recent")
@of_club("scorer", Tournament)
@saving(_page)
def decline_recent(visit: Visit, tournament: Tournament, _fields: PlainForm) -> Page:
    """POST: refuses all pending entries of the last hour, without mails; redirects, 422 if refused."""
    check_open(tournament)
    count = registrations.decline_recent(tournament, visit.account.name)
    flash(ngettext("%(num)s entry refused.", "%(num)s entries refused.", count))
    return _back(visit, tournament)


@bp.post("/pair")
@once
@of_club("scorer", Tournament)
@saving(_page)
def pair(visit: Visit, tournament: Tournament, _fields: PlainForm) -> Page:
    """POST: makes one entrant of players without a partner (`entry`, several); redirects, 422 if refused."""
    return _decide_entries(visit, tournament, registrations.pair, "accepted")


@bp.post("/all")
@once
@of_club("scorer", Tournament)
@saving(_page)
def accept_all(visit: Visit, tournament: Tournament, _fields: PlainForm) -> Page:
    """POST: accepts every entry that has a place and no duplicate; redirects."""
    check_open(tournament)
    accepted = registrations.accept_all(tournament, visit.account.name)
    db.session.commit()
    notify(tournament, accepted, "accepted")
    flash(ngettext("%(num)s entry added.", "%(num)s entries added.", len(accepted)))
    return _back(visit, tournament)


Decision = Callable[[Tournament, Sequence[Registration], str], object]


def _decide_entries(visit: Visit, tournament: Tournament, decide: Decision, kind: str) -> AnyResponse:
    """Runs `decide` on the pending entries of the form, mails the senders, and redirects. Raises Refusal.

    `kind` is the kind of the mail. Entries that were decided or withdrawn meanwhile are left out.
    """
    before = registrations.queue_of(tournament)
    check_open(tournament)
    rows = registrations.find(tournament, row_numbers(request.form.getlist("entry")))
    if rows:
        decide(tournament, rows, visit.account.name)
    commit_and_move_up(tournament, before)
    if rows:
        notify(tournament, rows, kind)
    return _back(visit, tournament)


def _back(visit: Visit, tournament: Tournament) -> AnyResponse:
    return to("tournament_registrations.show", club=visit.club.slug, number=tournament.id)
