"""Entries from home: sending and withdrawing them, the waiting list, accepting them into the tournament; their privacy.

Places follow from the order of the entries and are not stored, so the waiting list moves up when a place is free. A
contact and a note are needed until the tournament is over: workers delete them CONTACTS_KEPT after its day and its last
change.
"""

import secrets
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Text, and_, cast, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.clubs.recognising import Known, People
from scorekeeper.clubs.tournaments import entries
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.identifying import as_person
from scorekeeper.clubs.tournaments.keeping import lock, note
from scorekeeper.clubs.tournaments.questions import Answer, Question
from scorekeeper.games.engine.base import N_, Problem, Refusal, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.ledger.names import Names
from scorekeeper.store.club_models import Club
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Registration, RegistrationForm, Tournament, TournamentChange
from scorekeeper.tournaments.changes.entries import (
    Newcomer,
    find_duplicates,
    next_round,
    number_key,
    read_newcomer,
)
from scorekeeper.tournaments.document import MOST

STATES = PENDING, ACCEPTED, REFUSED, WITHDRAWN = "pending", "accepted", "refused", "withdrawn"
NONCE = 12  # bytes
MOST_PENDING = 600  # entries of a tournament that wait for an organiser
MOST_AN_HOUR = 300  # entries of a tournament, before more have to wait: a flood leaves room for the others
MOST_SENT = 3_000  # entries of a tournament, with those that were withdrawn
HOUR = timedelta(hours=1)
LONGEST_CONTACT = 254  # characters
LONGEST_NOTE = 300


class Sent(NamedTuple):
    """An entry as the form sends it; only the organiser sees `contact`, `note` and `answers`.

    `alone`: looks for a partner.
    """

    newcomer: Newcomer
    alone: bool
    contact: str
    note: str
    answers: Sequence[Answer] = ()


class Queue(NamedTuple):
    """The pending entries of a tournament, oldest first.

    `placed` have a place, `waiting` are beyond the limit. `taken` is how many places entrants and `placed` take,
    `places` the limit or None.
    """

    placed: list[Registration]
    waiting: list[Registration]
    taken: int
    places: int | None

    @property
    def rows(self) -> list[Registration]:
        """All pending entries, oldest first."""
        return [*self.placed, *self.waiting]

    @property
    def recent(self) -> list[Registration]:
        """The pending entries of the last hour."""
        return [row for row in self.rows if row.made_at > now() - HOUR]

    def position(self, registration: Registration) -> int:
        """Returns the place on the waiting list, from 1; 0 if it is not on it."""
        return self.waiting.index(registration) + 1 if registration in self.waiting else 0


def form_of(tournament: Tournament) -> RegistrationForm:
    """Returns the tournament's form; a new one, not stored yet, if it has none."""
    stored = db.session.get(RegistrationForm, tournament.id)
    blank = {"accepting": False, "listed": False, "consent": "", "questions": []}
    return stored or RegistrationForm(tournament_id=tournament.id, **blank)


def is_open(form: RegistrationForm, tournament: Tournament) -> bool:
    """True if the form takes entries: it is on, not past its end, and no round is drawn."""
    in_time = form.closes_at is None or now() < form.closes_at
    return form.public is not None and in_time and may_change(tournament)


def may_change(tournament: Tournament) -> bool:
    """True if the tournament is open, and no round is drawn."""
    return tournament.closed_at is None and next_round(tournament.document) == 1


class Settings(NamedTuple):
    """The settings of a form, see `RegistrationForm`."""

    places: int | None
    closes_at: datetime | None
    accepting: bool
    listed: bool
    consent: str = ""
    questions: Sequence[Question] = ()


def set_form(tournament: Tournament, public: str | None, settings: Settings, actor: str) -> None:
    """Stores the form with its nonce, and logs that it was turned on or off. The caller commits. Raises Refusal."""
    if settings.places is not None and not 1 <= settings.places <= MOST:
        raise refuse("places", None, N_("This must be between {low} and {high}"), low=1, high=MOST)
    form = form_of(tournament)
    if (form.public is None) != (public is None):
        note(tournament, actor, "home_on" if public else "home_off", {})
    form.public = public
    form.places, form.closes_at, form.accepting, form.listed, form.consent, questions = settings
    form.questions = [question.json for question in questions]
    db.session.add(form)
    db.session.flush()


def queue_of(tournament: Tournament) -> Queue:
    """Returns the pending entries in their order."""
    chosen = (Registration.tournament_id == tournament.id, Registration.state == PENDING)
    rows = db.session.scalars(select(Registration).where(*chosen).order_by(Registration.id)).all()
    taken = sum(1 for entrant in tournament.document["entrants"] if not entrant.get("out"))
    return _in_order(rows, taken, entries.players_of_a_side(tournament), form_of(tournament).places)


def _in_order(rows: Iterable[Registration], taken: int, size: int, places: int | None) -> Queue:
    """Returns the queue: places are given in order, and `size` players without a partner share one."""
    placed, waiting, seats_left = list[Registration](), list[Registration](), 0
    for row in rows:
        if row.alone and seats_left:
            seats_left -= 1
            placed.append(row)
        elif places is None or taken < places:
            taken += 1
            seats_left = size - 1 if row.alone else seats_left
            placed.append(row)
        else:
            waiting.append(row)
    return Queue(placed, waiting, taken, places)


def count_pending(tournament: Tournament) -> int:
    """Returns the number of pending entries."""
    chosen = (Registration.tournament_id == tournament.id, Registration.state == PENDING)
    return db.session.scalar(select(func.count()).select_from(Registration).where(*chosen)) or 0


def are_used(tournament: Tournament) -> bool:
    """True if the tournament has entries from home, or a form for them, even if the form is off."""
    form = select(RegistrationForm.tournament_id).where(RegistrationForm.tournament_id == tournament.id)
    entry = select(Registration.id).where(Registration.tournament_id == tournament.id)
    return bool(db.session.scalar(select(or_(form.exists(), entry.exists()))))


def find_sent(tournament: Tournament, key: str) -> Registration | None:
    """Returns the entry that was sent with this key, or None."""
    chosen = (Registration.tournament_id == tournament.id, Registration.key == key)
    return db.session.scalar(select(Registration).where(*chosen))


def read_sent(
    newcomer: Newcomer, size: int, *, alone: bool, contact: str, remark: str, answers: Sequence[Answer] = ()
) -> Sent:
    """Returns a checked entry. Raises Refusal if players are missing, or a text is too long."""
    count = len(newcomer.players)
    if alone and count > 1:
        raise refuse("player-1", None, N_("Leave this blank, or untick “I’m coming alone”"))
    if count < size and not alone:
        field = f"player-{count}"
        raise refuse(field, None, N_("Enter your partner’s name, or tick “I’m coming alone”"))
    if count > size:
        raise refuse(None, None, N_("There must be 1 to {most} players"), most=size)
    for field, text, longest in (("contact", contact, LONGEST_CONTACT), ("note", remark, LONGEST_NOTE)):
        if len(tidy(text)) > longest:
            raise refuse(field, None, N_("Use at most {longest} characters"), longest=longest)
    return Sent(newcomer, alone and size > 1, tidy(contact), tidy(remark), answers)


def send(tournament: Tournament, form: RegistrationForm, sent: Sent, key: str, language: str) -> Registration:
    """Stores an entry, with a line in the log; the same `key` returns the stored one. The caller commits.

    Raises Refusal if the form is closed or has too many entries.
    """
    take_turn(db.session)
    if not is_open(form, tournament):
        raise refuse(None, None, N_("Entries are closed."))
    _check_room(tournament)
    registration = new_registration(tournament, sent, key, language)
    try:
        db.session.add(registration)
        db.session.flush()
    except IntegrityError:  # an earlier tap has stored it
        db.session.rollback()
        return db.session.scalars(select(Registration).where(Registration.key == key)).one()
    note(tournament, "", "home", {"who": registration.name})
    return registration


def new_registration(tournament: Tournament, sent: Sent, key: str, language: str = "") -> Registration:
    """Returns a pending entry, not stored yet, with a new nonce for its address."""
    newcomer = sent.newcomer
    return Registration(
        tournament_id=tournament.id,
        public=secrets.token_urlsafe(NONCE),
        key=key,
        name=newcomer.name,
        players=list(newcomer.players),
        numbers=list(newcomer.numbers),
        club=newcomer.club,
        contact=sent.contact,
        note=sent.note,
        answers=list(sent.answers),
        alone=sent.alone,
        state=PENDING,
        language=language,
    )


MANY = N_(
    "Many entries are waiting for the organiser. Send this again in an hour: nothing you have typed here is lost."
)


def _check_room(tournament: Tournament) -> None:
    """Raises Refusal if there are too many entries: of an hour, that wait, or in all. Refused ones do not count."""
    pending, recent, sent = (
        func.count().filter(condition)
        for condition in (
            Registration.state == PENDING,
            (Registration.made_at > now() - HOUR) & (Registration.state != REFUSED),
            Registration.state != REFUSED,
        )
    )
    counts = select(pending, recent, sent).where(Registration.tournament_id == tournament.id)
    waiting, of_hour, in_all = db.session.execute(counts).one()
    if in_all >= MOST_SENT:
        raise refuse(None, None, N_("This tournament has too many entries. Ask the organiser."))
    if waiting >= MOST_PENDING or of_hour >= MOST_AN_HOUR:
        raise refuse(None, None, MANY)


def decline_recent(tournament: Tournament, actor: str) -> int:
    """Refuses all pending entries of the last hour, with one line in the log; returns how many. The caller commits."""
    lock(tournament)
    recent = queue_of(tournament).recent
    for row in recent:
        row.state = REFUSED
    if recent:
        note(tournament, actor, "home_refuse_hour", {"count": len(recent)})
    return len(recent)


def _newcomer(rows: Sequence[Registration]) -> Newcomer:
    """Returns the entrant of one entry, or of players without a partner who were paired. Raises Refusal."""
    players = [name for row in rows for name in row.players]
    numbers = [number for row in rows for number in row.numbers or [""] * len(row.players)]
    clubs = {row.club for row in rows}
    is_named_after_players = len(rows) > 1 or rows[0].name == read_newcomer(rows[0].players).name
    name = "" if is_named_after_players else rows[0].name
    return read_newcomer(players, clubs.pop() if len(clubs) == 1 else "", numbers, name)


def duplicates_of(tournament: Tournament, rows: Sequence[Registration]) -> dict[int, Problem]:
    """Returns by id the problem of each entry with a name or member number that is already entered."""
    news: list[tuple[int, Newcomer]] = []
    problems: dict[int, Problem] = {}
    if not rows:
        return problems
    people = People(tournament.club_id)
    for row in rows:
        try:
            news.append((row.id, entries.recognised_newcomer(_newcomer([row]), people)))
        except Refusal as refusal:
            problems[row.id] = refusal.problems[0]
    return problems | dict(find_duplicates(news, entries.names_of(tournament), entries.numbers_of(tournament)))


def accept(
    tournament: Tournament, rows: Sequence[Registration], actor: str, who: tuple[int, Known] | None = None
) -> None:
    """Makes pending entries entrants of the tournament. The caller commits. Raises Refusal if one cannot be entered.

    With `who` the player at this place of the entry is this person of the roster.
    """
    news = [_newcomer([row]) for row in rows]
    ids = entries.enter(tournament, [as_person(new, *who) for new in news] if who else news, actor)
    for row, entrant in zip(rows, ids, strict=True):
        row.state, row.entrant = ACCEPTED, entrant
    db.session.flush()


def other_numbers(tournament: Tournament) -> dict[int, list[str]]:
    """Returns by entrant the member numbers in entries from home that differ from the players' own."""
    chosen = (Registration.tournament_id == tournament.id, Registration.state == ACCEPTED)
    numbers, other = desk_of(tournament)["numbers"], dict[int, list[str]]()
    for row in db.session.scalars(select(Registration).where(*chosen).order_by(Registration.id)):
        own = {number_key(number) for number in numbers.get(str(row.entrant), [])}
        if written := [number for number in row.numbers or [] if number and number_key(number) not in own]:
            other.setdefault(row.entrant or 0, []).extend(written)
    return other


def accept_all(tournament: Tournament, actor: str) -> list[Registration]:
    """Accepts every entry that has a place, a partner and no duplicate; returns them. The caller commits."""
    lock(tournament)
    if not may_change(tournament):
        return []
    ready = [row for row in queue_of(tournament).placed if not row.alone]
    doubtful = duplicates_of(tournament, ready)
    room = MOST - len(tournament.document["entrants"])
    accepted = [row for row in ready if row.id not in doubtful][:room]
    if accepted:
        accept(tournament, accepted, actor)
    return accepted


def move_up(tournament: Tournament) -> list[Registration]:
    """Runs `accept_all` if the form is on and accepts automatically; returns those accepted. The caller commits."""
    form = form_of(tournament)
    return accept_all(tournament, "") if form.public is not None and form.accepting else []


def pair(tournament: Tournament, rows: Sequence[Registration], actor: str) -> None:
    """Makes one entrant of players without a partner. The caller commits. Raises Refusal."""
    size = entries.players_of_a_side(tournament)
    if not 2 <= len(rows) <= size or not all(row.alone and row.state == PENDING for row in rows):
        raise refuse("alone", None, N_("Choose {count} players without a partner"), count=size)
    (entrant,) = entries.enter(tournament, [_newcomer(rows)], actor)
    for row in rows:
        row.state, row.entrant = ACCEPTED, entrant
    db.session.flush()


def decline(tournament: Tournament, rows: Sequence[Registration], actor: str) -> None:
    """Refuses pending entries; does nothing to any others. The caller commits."""
    for row in rows:
        if row.state == PENDING:
            row.state = REFUSED
            note(tournament, actor, "home_refuse", {"who": row.name})
    db.session.flush()


def find(tournament: Tournament, ids: Collection[int]) -> list[Registration]:
    """Returns the tournament's pending entries with these ids, locked until the commit, oldest first."""
    lock(tournament)
    chosen = (Registration.tournament_id == tournament.id, Registration.id.in_(ids), Registration.state == PENDING)
    return list(db.session.scalars(select(Registration).where(*chosen).order_by(Registration.id)))


def of_entrants(tournament: Tournament) -> dict[int, list[Registration]]:
    """Returns the accepted entries by the id of their entrant; two of an organiser's pair are in their order."""
    chosen = (Registration.tournament_id == tournament.id, Registration.state == ACCEPTED)
    accepted: dict[int, list[Registration]] = {}
    for row in db.session.scalars(select(Registration).where(*chosen).order_by(Registration.id)):
        accepted.setdefault(row.entrant or 0, []).append(row)
    return accepted


CONTACTS_KEPT = timedelta(days=30)


def _can_have_link(tournament: Tournament) -> ColumnElement[bool]:
    return and_(Registration.tournament_id == tournament.id, Registration.state.in_((PENDING, ACCEPTED)))


def with_link(tournament: Tournament) -> list[Registration]:
    """Returns the entries that can have a private link, pending or accepted, by name; some links may be revoked."""
    entries = select(Registration).where(_can_have_link(tournament))
    return list(db.session.scalars(entries.order_by(Registration.name, Registration.id)))


def change_link(tournament: Tournament, number: int, actor: str, *, renew: bool) -> Registration | None:
    """Revokes the private link of an entry, and with `renew` makes a new one; logs it. The caller commits.

    Returns the entry; None if the tournament has no pending or accepted entry with this number.
    """
    lock(tournament)
    row = db.session.scalar(select(Registration).where(_can_have_link(tournament), Registration.id == number))
    if row is None or (row.public is None and not renew):
        return row
    row.public = secrets.token_urlsafe(NONCE) if renew else None
    note(tournament, actor, "home_link" if renew else "home_no_link", {"who": row.name})
    db.session.flush()
    return row


def forget_contacts() -> None:
    """Deletes contacts, notes and answers of tournaments that have been over for CONTACTS_KEPT. Run once an hour."""
    then = now() - CONTACTS_KEPT
    changed = select(func.max(TournamentChange.made_at)).where(TournamentChange.tournament_id == Tournament.id)
    is_over = (Tournament.day < then.date(), func.coalesce(changed.scalar_subquery(), Tournament.made_at) < then)
    has_answers = func.length(cast(Registration.answers, Text)) > len("[]")
    has_contact = or_(Registration.contact != "", Registration.note != "", has_answers)
    chosen = Registration.tournament_id.in_(select(Tournament.id).where(*is_over))
    db.session.execute(update(Registration).where(has_contact, chosen).values(contact="", note="", answers=[]))


def erase_contacts(session: Session, club: Club, names: Names) -> None:
    """Deletes contact, note, answers and member numbers of entries that name the person; names are replaced later."""
    of_club = select(Tournament.id).where(Tournament.club_id == club.id)
    for row in session.scalars(select(Registration).where(Registration.tournament_id.in_(of_club))):
        if any(names.name(player) != player for player in row.players):
            row.contact = row.note = ""
            row.numbers, row.answers = [], []
    session.flush()
