"""Entries of a tournament: parses typed ones; addresses, places, daily limit and mails of those from home."""

from scorekeeper import mail
from scorekeeper.clubs.signing_in import is_address
from scorekeeper.clubs.tournaments import registrations
from scorekeeper.clubs.tournaments.entries import players_of_a_side
from scorekeeper.clubs.tournaments.registrations import Queue
from scorekeeper.games.engine.base import N_, Refusal
from scorekeeper.i18n import current_locale, format_date, gettext, speaking
from scorekeeper.mail import Mail
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Registration, RegistrationForm, Tournament
from scorekeeper.tournaments.changes.entries import Newcomer, next_round, read_newcomer, why_closed
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.document import MOST_PLAYERS
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.forms import PlainForm, text_of
from scorekeeper.web.public_address import address_of, followed_row
from scorekeeper.web.rate_limits import quotas
from scorekeeper.web.sitting_access import too_many
from scorekeeper.web.visitors import visitor_network

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
        raise too_many(ENOUGH, wait)


def commit_and_move_up(tournament: Tournament, before: Queue) -> None:
    """Accepts entries that have a place now, if the form accepts automatically; commits, and mails those who moved up.

    `before` is the queue before this request's change.
    """
    accepted = registrations.move_up(tournament)
    db.session.commit()
    notify(tournament, accepted, "accepted")
    placed = [] if why_closed(tournament.document) else registrations.queue_of(tournament).placed
    notify(tournament, [row for row in before.waiting if row in placed], "place")


SENTENCES = {
    "received": N_("Your entry has arrived. The organiser will confirm it."),
    "accepted": N_("Your entry is accepted."),
    "place": N_("A place is free: your entry has moved up from the waiting list."),
    "refused": N_("Your entry was not accepted. Ask the organiser."),
    "partner": N_("Your partner has withdrawn. The organiser looks for another one."),
    "out": N_("Your partner has withdrawn your pair from the next round on. If that is wrong, tell the organiser."),
    "link": N_("You have a new private link. The old one no longer works."),
}
YOUR_PAGE = N_("See your entry, or withdraw it: %(address)s")
PLAYS_FROM = N_("You play from round %(number)s.")
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
            head = f"{name} · {format_date(tournament.day, 'full', tournament.hour)} · {club.name}"
            link = [gettext(YOUR_PAGE, address=own_address(row))] if row.public else []
            text = "\n\n".join(
                [head, gettext(SENTENCES[kind]), *_first_round(tournament, row), *link, gettext(NOT_YOURS)]
            )
            mails.append(Mail(address, f"{name}: {gettext(SENTENCES[kind])}", f"{text}\n"))
    if mails:
        mail.submit(lambda: mails)


def _first_round(tournament: Tournament, row: Registration) -> list[str]:
    """Returns a sentence with the first round of an accepted entry that is late."""
    entrants = tournament.document["entrants"]
    late = next((entrant.get("late") for entrant in entrants if entrant["id"] == row.entrant), None)
    return [gettext(PLAYS_FROM, number=late)] if late else []


def load_form(code: str) -> tuple[RegistrationForm, Tournament]:
    """Returns the form of a public code with its tournament; 404 if it is off."""
    form = followed_row(code, FORM, lambda number: db.session.get(RegistrationForm, number))
    return form, db.session.get_one(Tournament, form.tournament_id)


def load_own(code: str) -> tuple[Registration, Tournament]:
    """Returns the entry of a private code with its tournament; 404 if the code is wrong."""
    registration = followed_row(code, OWN, lambda number: db.session.get(Registration, number))
    return registration, db.session.get_one(Tournament, registration.tournament_id)


def without_partner(tournament: Tournament) -> list[int]:
    """Returns the ids of entrants that need a partner; empty if no entrant has all its players."""
    size, entrants = players_of_a_side(tournament), tournament.document["entrants"]
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


def say_entered(document: Document, message: str) -> str:
    """Returns the message; after the first round was drawn, with the round from which the new entrants play."""
    number = next_round(document)
    return message if number == 1 else f"{message} " + gettext("Playing from round %(number)s.", number=number)


def why_nobody_enters(tournament: Tournament) -> str:
    """Returns why nobody can be entered now; empty if somebody can, and in a closed tournament."""
    why = why_closed(tournament.document) if tournament.closed_at is None else None
    return text_of(why) if why else ""


def pending_entries(tournament: Tournament) -> int:
    """Returns how many entries from home can be accepted; 0 if nobody can enter now."""
    pending = registrations.count_pending(tournament) if tournament.closed_at is None else 0
    return 0 if pending and why_closed(tournament.document) else pending
