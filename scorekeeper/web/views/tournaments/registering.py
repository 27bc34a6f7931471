"""The public form for entering a tournament from home, and the private page of an entry."""

import hashlib
import secrets
from typing import Any

from flask import Blueprint, flash, redirect, render_template, session, url_for
from sqlalchemy import select

from scorekeeper import mail
from scorekeeper.clubs.tournaments import registrations, withdrawals
from scorekeeper.clubs.tournaments.entries import players_of_a_side
from scorekeeper.clubs.tournaments.questions import LONGEST_ANSWER, Answer, mark_of, questions_of, read_answers
from scorekeeper.clubs.tournaments.registrations import Sent
from scorekeeper.games.engine.base import Problem, Refusal
from scorekeeper.i18n import _, current_locale, format_date
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Registration, RegistrationForm, Tournament
from scorekeeper.tournaments.changes.entries import next_round
from scorekeeper.web import links
from scorekeeper.web.forms import PlainForm, gathering
from scorekeeper.web.page_parts import preview
from scorekeeper.web.public_address import PURPOSE, public_address, signed_number
from scorekeeper.web.rate_limits import QUESTIONS, TABLES, limiter
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.tournament_pages.entries import (
    commit_and_move_up,
    count_entry,
    form_address,
    load_form,
    load_own,
    notify,
    own_address,
    places_taken,
    typed_newcomer,
)

bp = Blueprint("registering", __name__)

ENTERED = "entered"  # session key: nonces of the entries that this browser has sent, newest last; ids may be reused
REMEMBERED = 20  # most remembered entries


@bp.get("/e/<code>")
@limiter.limit(QUESTIONS)
def show(code: str) -> str:
    """The form, with the number of places taken; or a note that entries are closed."""
    return _page(PlainForm(), code)


def _page(fields: PlainForm, code: str) -> str:
    form, tournament = load_form(code)
    links.own_secret(session)  # before sending, so that a second tap finds the entry
    size = players_of_a_side(tournament)
    entrants = [entrant for entrant in tournament.document["entrants"] if not entrant.get("out")]
    queue, about = registrations.queue_of(tournament), _about(tournament)
    return render_template(
        "tournaments/registering.html",
        code=code,
        form=form,
        typed=fields,
        queue=queue,
        places=places_taken(queue),
        card=preview(about["title"], [*about["when"], places_taken(queue)], form_address(form)),
        is_open=registrations.is_open(form, tournament),
        sizes=range(size),
        key=fields.text("key") or secrets.token_urlsafe(12),
        by_mail=mail.is_on(),
        listed=[entrant["name"] for entrant in entrants] if form.listed else [],
        own=[(row, own_address(row)) for row in _sent_here(tournament)],
        players_page=public_address(tournament),
        kept=registrations.CONTACTS_KEPT,
        questions=questions_of(form),
        asked=mark_of(form),
        longest=LONGEST_ANSWER,
        **about,
    )


def _about(tournament: Tournament) -> dict[str, Any]:
    """Returns what both pages show about the tournament; `title` and `when` (day and place) are for link previews."""
    club = db.session.get_one(Club, tournament.club_id)
    title = f"{tournament.document.get('name') or _('Tournament')} · {club.name}"
    return {
        "tournament": tournament,
        "club": club,
        "title": title,
        "when": [format_date(tournament.day, "full", tournament.hour), tournament.place],
    }


def _sent_here(tournament: Tournament) -> list[Registration]:
    """Returns the open entries that this browser has sent."""
    chosen = (Registration.tournament_id == tournament.id, Registration.public.in_(session.get(ENTERED, [])))
    is_open = Registration.state.in_((registrations.PENDING, registrations.ACCEPTED))
    return list(db.session.scalars(select(Registration).where(*chosen, is_open).order_by(Registration.id)))


@bp.post("/e/<code>")
@limiter.limit(TABLES)
@saving(_page)
def enter(fields: PlainForm, code: str) -> Page:
    """POST: stores the entry; redirects to its private page, 422 if refused. A second tap stores nothing."""
    form, tournament = load_form(code)
    registration = _store_entry(form, tournament, fields)
    if registration.public is None:  # sent before, and its link was stopped since
        return to("registering.show", code=code)
    sent_before = [nonce for nonce in session.get(ENTERED, []) if nonce != registration.public]
    session[ENTERED] = [*sent_before, registration.public][-REMEMBERED:]
    session.permanent = True
    return redirect(own_address(registration), code=303)


def _store_entry(form: RegistrationForm, tournament: Tournament, fields: PlainForm) -> Registration:
    """Returns the entry of the form, stored now or by an earlier tap; commits. Raises Refusal, 429 over the limit."""
    own = f"{links.own_secret(session)}:{fields.text('key') or secrets.token_urlsafe(12)}"
    key = hashlib.sha256(own.encode("utf-8", "replace")).hexdigest()
    stored = registrations.find_sent(tournament, key)
    if stored is not None:
        return stored
    size = players_of_a_side(tournament)
    sent = _read(form, fields, size)
    count_entry()
    registration = registrations.send(tournament, form, sent, key, current_locale())
    accepted = registrations.move_up(tournament)
    db.session.commit()
    if registration not in accepted:
        notify(tournament, [registration], "received")
    notify(tournament, accepted, "accepted")
    return registration


def _read(form: RegistrationForm, fields: PlainForm, size: int) -> Sent:
    """Parses the entry, and the answers to the form's questions. Raises Refusal with the problems of both."""
    is_alone, problems, answers = fields.text("alone") == "1", list[Problem](), list[Answer]()
    with gathering(problems):
        answers = read_answers(form, fields.text)
    with gathering(problems):
        contact, remark = fields.text("contact"), fields.text("note")
        sent = registrations.read_sent(
            typed_newcomer(fields), size, alone=is_alone, contact=contact, remark=remark, answers=answers
        )
    if problems:
        raise Refusal(problems)
    return sent


@bp.get("/y/<code>")
@limiter.limit(QUESTIONS)
def mine(code: str) -> str:
    """The private page of an entry: its state, and the button that withdraws it."""
    return _own_page(PlainForm(), code)


def _own_page(form: PlainForm, code: str) -> str:
    registration, tournament = load_own(code)
    entrants, about = tournament.document["entrants"], _about(tournament)
    return render_template(
        "tournaments/registration.html",
        code=code,
        registration=registration,
        form=form,
        position=registrations.queue_of(tournament).position(registration),
        entrant=next((row for row in entrants if row["id"] == registration.entrant), None),
        my_table=_my_table(tournament, registration),
        leaves_from=withdrawals.withdraws_from(tournament, registration),
        next_round=next_round(tournament.document),
        address=own_address(registration),
        card=preview(about["title"], about["when"], ""),
        **about,
    )


def _my_table(tournament: Tournament, registration: Registration) -> str:
    """Returns the address of the entrant's own page among the players' pages; empty if they are off."""
    if tournament.public is None or registration.entrant is None:
        return ""
    code = signed_number(PURPOSE, tournament.id, tournament.public)
    return url_for("tournament_following.remember", code=code, entrant=registration.entrant)


@bp.post("/y/<code>/withdraw")
@limiter.limit(TABLES)
@saving(_own_page)
def withdraw(_form: PlainForm, code: str) -> Page:
    """POST: withdraws the entry, so that the next on the waiting list gets its place; redirects to its page.

    Between rounds its results stay, and it is no longer paired; a round that is drawn is played out.
    """
    registration, tournament = load_own(code)
    before = registrations.queue_of(tournament)
    left = withdrawals.withdraw(tournament, registration)
    since = withdrawals.withdrawn_from(tournament, registration)
    commit_and_move_up(tournament, before)
    notify(tournament, left, "partner" if since is None else "out")
    flash(_("Withdrawn from round %(number)s. Results so far count.", number=since) if since else _("Entry withdrawn."))
    return redirect(own_address(registration), code=303)
