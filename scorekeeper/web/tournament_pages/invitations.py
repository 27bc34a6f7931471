"""The invitation to a tournament, as a text for chats and on a poster: day, fee, prizes, how to enter."""

from collections.abc import Iterator

from scorekeeper.clubs.tournaments import registrations
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.i18n import _, format_clock, format_date, format_time, ngettext
from scorekeeper.paper.tournaments.parts import Invitation
from scorekeeper.store.tournament_models import RegistrationForm, Tournament
from scorekeeper.web.public_address import leads_to_this_machine_only, public_address
from scorekeeper.web.tournament_pages.entries import form_address, places_taken


def invitation_text(tournament: Tournament, title: str, club: str) -> str:
    """Returns the invitation for chats, with the address of the form for entries from home while that is open."""
    day = format_date(tournament.day, "full", tournament.hour)
    lines = [title, f"{day} · {tournament.place}" if tournament.place else day, club, *_money(tournament)]
    form = registrations.form_of(tournament)
    if registrations.is_open(form, tournament):
        taken = places_taken(registrations.queue_of(tournament))
        lines += [text for text in (taken, *_closing(form)) if text]
        lines += ["", _("Enter here: %(address)s", address=form_address(form))]
    return "\n".join(lines)


def invitation_of(tournament: Tournament) -> Invitation:
    """Returns the same for a poster, in the current language; its code is left out where only this machine opens it."""
    form = registrations.form_of(tournament)
    is_open = registrations.is_open(form, tournament)
    address = form_address(form) if is_open else public_address(tournament)
    return Invitation(
        day=format_date(tournament.day, "full"),
        hour=format_clock(tournament.hour) if tournament.hour else "",
        lines=(*_money(tournament), *(_closing(form) if is_open else ())),
        address="" if leads_to_this_machine_only() else address,
        enters=is_open,
    )


def _money(tournament: Tournament) -> Iterator[str]:
    """Yields sentences about fee and prizes; the prizes as shares of the fees, because the sum is not known yet."""
    desk = desk_of(tournament)
    if desk["fee"]:
        yield _("Entry fee: %(fee)s", fee=desk["fee"])
    shares = desk["cash"].get("shares")
    if shares:
        percent = desk["cash"]["percent"]
        yield ngettext(
            "Prizes: %(percent)s %% of the fees, to the winners",
            "Prizes: %(percent)s %% of the fees, to the first %(num)s",
            len(shares),
            percent=percent,
        )


def _closing(form: RegistrationForm) -> Iterator[str]:
    if form.closes_at:
        yield _("Entries close on %(time)s", time=format_time(form.closes_at.astimezone()))
