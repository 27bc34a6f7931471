"""Entries from home in an export, as a part of the tournament's line: writing, and reading and checking for an import.

Refused and withdrawn entries are left out, and so are the nonces of addresses: an imported form is turned off.
"""

import secrets
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs.tournaments.questions import LONGEST_CONSENT, Question, read_exported, read_exported_answers
from scorekeeper.clubs.tournaments.registrations import (
    ACCEPTED,
    LONGEST_CONTACT,
    LONGEST_NOTE,
    MOST_PENDING,
    NONCE,
    PENDING,
    Sent,
    new_registration,
)
from scorekeeper.games.engine.base import N_, Refusal
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Registration, RegistrationForm, Tournament
from scorekeeper.tournaments.changes.entries import read_newcomer
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.document import MOST
from scorekeeper.tournaments.fields import LARGEST_ID, Fields

HEAD = ("places", "closes", "accepting", "listed", "consent", "questions", "entries")
PARTS = ("players", "numbers", "name", "club", "contact", "note", "answers", "alone", "entrant", "made")


class ImportedEntry(NamedTuple):
    """An entry of an imported form; `entrant` is its id in the document, or None while it is pending."""

    sent: Sent
    entrant: int | None
    made: datetime


class ImportedForm(NamedTuple):
    """The settings of an imported form, and its entries in their order."""

    places: int | None
    closes: datetime | None
    accepting: bool
    listed: bool
    consent: str
    questions: list[Question]
    entries: list[ImportedEntry]


def exported(tournament: Tournament) -> dict[str, Any]:
    """Returns the form's settings and the open entries as JSON values; empty without a form."""
    form = db.session.get(RegistrationForm, tournament.id)
    if form is None:
        return {}
    is_open = Registration.state.in_((PENDING, ACCEPTED))
    query = select(Registration).where(Registration.tournament_id == tournament.id, is_open).order_by(Registration.id)
    line: dict[str, Any] = {"places": form.places, "accepting": form.accepting, "listed": form.listed}
    line |= {"consent": form.consent, "questions": form.questions}
    line["closes"] = form.closes_at.isoformat() if form.closes_at else None
    line["entries"] = [_exported_entry(row) for row in db.session.scalars(query)]
    return {name: value for name, value in line.items() if value}


def _exported_entry(row: Registration) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in PARTS if name != "made"}
    filled = {name: value for name, value in values.items() if value not in ("", None, False, [])}
    return {**filled, "made": row.made_at.isoformat()}


def read(fields: Fields, document: Document) -> ImportedForm:
    """Returns a checked form; adds problems to `fields`."""
    fields.only(HEAD)
    ids = {entrant["id"] for entrant in document["entrants"]}
    places = fields.whole("places", None, 1, MOST) if fields.has_value("places") else None
    rows = fields.groups("entries")
    if len(rows) > MOST_PENDING + MOST:
        fields.refuse("entries", None, N_("At most {most} entries are possible"), most=MOST_PENDING + MOST)
    entries = [entry for row in rows[: MOST_PENDING + MOST] if (entry := _read_entry(row, ids)) is not None]
    accepting, listed = (fields.has_value(name) and fields.flag(name, None) for name in ("accepting", "listed"))
    consent = fields.text("consent", LONGEST_CONSENT) if fields.has_value("consent") else ""
    closes, questions = moment_in(fields, "closes"), read_exported(fields)
    return ImportedForm(places, closes, accepting, listed, consent, questions, entries)


def moment_in(fields: Fields, name: str, needed: bool = False) -> datetime | None:
    """Returns a date and time; None if it is missing, or invalid; added to the problems if invalid or `needed`."""
    moment = ledger.moment_of(fields.mapping.get(name))
    if moment is None and (needed or fields.has_value(name)):
        fields.refuse(name, None, N_("This must be a day and a time, as 2026-11-21T20:15:00+00:00"))
    return moment


def _read_entry(fields: Fields, ids: set[int]) -> ImportedEntry | None:
    """Returns a checked entry; None if it is refused."""
    fields.only(PARTS)
    before = len(fields.problems)
    players, numbers = (_texts(fields, name) for name in ("players", "numbers"))
    name, club = (fields.text(part) if fields.has_value(part) else "" for part in ("name", "club"))
    contact = fields.text("contact", LONGEST_CONTACT) if fields.has_value("contact") else ""
    note = fields.text("note", LONGEST_NOTE) if fields.has_value("note") else ""
    alone = fields.has_value("alone") and fields.flag("alone", None)
    answers = read_exported_answers(fields)
    entrant = fields.whole("entrant", None, -LARGEST_ID, LARGEST_ID) if fields.has_value("entrant") else None
    if entrant is not None and entrant not in ids:
        fields.refuse("entrant", None, N_("There is no entrant {entrant}"), entrant=entrant)
    made_at = moment_in(fields, "made") or now()
    if len(fields.problems) > before:
        return None
    try:
        sent = Sent(read_newcomer(players, club, numbers, name), alone, contact, note, answers)
        return ImportedEntry(sent, entrant, made_at)
    except Refusal as refusal:
        for problem in refusal.problems:
            fields.refuse(problem["field"] or "players", problem["rule"], problem["message"], **problem["params"])
        return None


def _texts(fields: Fields, name: str) -> list[str]:
    """Returns the texts of a list; refuses anything else."""
    values = fields.list_of(name)
    for at, value in enumerate(values):
        if not isinstance(value, str):
            fields.refuse(f"{name}.{at}", None, N_("This must be a text"))
    return [value for value in values if isinstance(value, str)]


def insert(tournament: Tournament, form: ImportedForm) -> None:
    """Stores an imported form, turned off, with its entries."""
    db.session.add(
        RegistrationForm(
            tournament_id=tournament.id,
            places=form.places,
            closes_at=form.closes,
            accepting=form.accepting,
            listed=form.listed,
            consent=form.consent,
            questions=[question.json for question in form.questions],
        )
    )
    db.session.add_all(_row(tournament, entry) for entry in form.entries)
    db.session.flush()


def _row(tournament: Tournament, entry: ImportedEntry) -> Registration:
    row = new_registration(tournament, entry.sent, secrets.token_urlsafe(NONCE))
    row.made_at = entry.made
    if entry.entrant is not None:
        row.state, row.entrant = ACCEPTED, entry.entrant
    return row
