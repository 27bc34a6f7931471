"""Erasing a person from a club, as privacy law lets everybody ask: names are replaced everywhere, scores stay.

The names are replaced by a placeholder, `N. N.` with a number: the same in every language and wherever the person sat.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, or_, select

from scorekeeper import jobs
from scorekeeper.clubs import accounts, results
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.ledger.erasing import erase, seats_of
from scorekeeper.ledger.names import Names
from scorekeeper.store.club_models import Club, ClubLogLine, ClubSitting, Membership, Night, OneTimeLink, Player, Result
from scorekeeper.store.models import Sitting, db

PLACEHOLDER = "N. N. "


class Person(NamedTuple):
    """Whom to erase: an entry of the roster or a guest (None), all of their names, and the accounts of these names."""

    player: Player | None
    names: list[str]
    members: list[Membership]


class Erased(NamedTuple):
    """What was done: the placeholder, in how many matches it was put, and how many accounts were ended."""

    instead: str
    matches: int
    accounts: int


def find(club: Club, name: str) -> Person:
    """The person with this name on the roster, or a guest. Raises Refusal where nobody ever had it."""
    key = results.name_key(name)
    entry = db.session.scalar(select(Player).where(Player.club_id == club.id, Player.name_key == key))
    if entry is not None:
        player = db.session.get(Player, entry.merged_into) if entry.merged_into else entry
        return of_player(club, player or entry)
    seats = {seat for seat in seats_of(db.session, sittings_of(club)) if results.name_key(seat) == key}
    if not seats:
        raise refuse("name", None, _("Nobody of that name has played in this club"))
    return Person(None, sorted(seats), _members(club, seats))


def of_player(club: Club, player: Player) -> Person:
    """The person behind a player of the roster, with the entries that were merged into it."""
    entries = [player, *db.session.scalars(select(Player).where(Player.merged_into == player.id))]
    names = [entry.name for entry in entries]
    return Person(player, names, _members(club, names))


def _members(club: Club, names: Sequence[str] | set[str]) -> list[Membership]:
    """The club's memberships of accounts with one of these names."""
    keys = {results.name_key(name) for name in names}
    return [each for each in accounts.members(club) if results.name_key(each.account.name) in keys]


def sittings_of(club: Club) -> list[int]:
    """The ids of the club's sittings."""
    return list(db.session.scalars(select(ClubSitting.sitting_id).where(ClubSitting.club_id == club.id)))


def other_sittings() -> list[int]:
    """The ids of the sittings that belong to no club."""
    return list(db.session.scalars(select(Sitting.id).where(Sitting.id.not_in(select(ClubSitting.sitting_id)))))


def erase_person(club: Club, person: Person, *, elsewhere: Sequence[int] = ()) -> Erased:
    """Erase the person from the roster, results, matches, logs and labels; `elsewhere` are ids of further sittings.

    Raises Refusal for the last owner. The caller commits, and then clears free pages (`paper.erase_files`).
    """
    results.lock_results(db.session, club.id)
    sittings = [*sittings_of(club), *elsewhere]
    seats = seats_of(db.session, sittings)
    known = {*seats, *db.session.scalars(select(Player.name).where(Player.club_id == club.id))}
    names = Names(person.names, _free_placeholder({results.name_key(name) for name in known}), known)
    for member in person.members:
        _end_account(member, names)
    _erase_on_the_roster(club, person, names)
    _erase_around(club, names)
    matches = erase(db.session, sittings, names)
    jobs.delete_of_club(club.id, others=bool(elsewhere))
    return Erased(names.instead, matches, len(person.members))


def is_erased(player: Player) -> bool:
    """Whether the player has been erased."""
    return player.name.startswith(PLACEHOLDER) and not player.active


def _free_placeholder(taken: set[str]) -> str:
    number = 1
    while results.name_key(f"{PLACEHOLDER}{number}") in taken:
        number += 1
    return f"{PLACEHOLDER}{number}"


def _end_account(member: Membership, names: Names) -> None:
    """End the membership; an account that belongs to no other club is made anonymous and unusable."""
    account = member.account
    accounts.leave(member)
    for issued in db.session.scalars(select(OneTimeLink).where(OneTimeLink.account_id == account.id)):
        issued.label = names.name(issued.label)
    if accounts.clubs_of(account):
        return
    account.login, account.name = f"erased-{account.id}", names.instead
    account.password, account.stamp = "!", secrets.token_urlsafe(12)  # no password has this hash
    account.email = account.language = None


def _erase_on_the_roster(club: Club, person: Person, names: Names) -> None:
    key = results.name_key(names.instead)
    whose: ColumnElement[bool] = Result.name_key.in_(names.keys)
    if person.player is not None:
        player = person.player
        for entry in db.session.scalars(select(Player).where(Player.merged_into == player.id)):
            db.session.delete(entry)
        db.session.flush()
        player.name, player.name_key, player.number, player.active = names.instead, key, "", False
        whose = or_(Result.player_id == player.id, whose)
    for row in db.session.scalars(select(Result).where(Result.club_id == club.id, whose)):
        row.name, row.name_key = names.instead, key
    db.session.flush()


def _erase_around(club: Club, names: Names) -> None:
    """Erase the names from the club's log, its nights and the labels of its one-time links."""
    for act in db.session.scalars(select(ClubLogLine).where(ClubLogLine.club_id == club.id)):
        act.actor, act.about = names.name(act.actor), names.texts(act.about)
    for night in db.session.scalars(select(Night).where(Night.club_id == club.id)):
        night.name, night.place = names.text(night.name), names.text(night.place)
    for issued in db.session.scalars(select(OneTimeLink).where(OneTimeLink.club_id == club.id)):
        issued.label = names.text(issued.label)
    db.session.flush()


# Every column that holds text or JSON, and whether it may hold a name: `test_erasing` fails for one missing here.
COLUMNS = {
    "erased": {
        "sitting.name", "sitting.place", "match.setup", "hand.entry", "hand.dealer", "hand.lines", "change.actor",
        "change.before", "change.after", "change.reason", "link.label", "account.login", "account.name",
        "account.password", "account.stamp", "account.email", "account.language", "pass.label", "night.name",
        "night.place", "player.name", "player.name_key", "player.number", "result.name", "result.name_key",
        "club_act.actor", "club_act.about",
        "job.asked", "job.told", "job.title", "job.name", "job.back",  # deleted with their files
    },
    "about no person": {
        "sitting.key", "match.key", "match.table", "match.rules", "hand.points", "hand.table", "change.key",
        "change.device", "change.kind", "link.may", "link.nonce", "stake.unit", "club.slug", "club.name",
        "club_logo.digest", "membership.role", "pass.purpose", "pass.role", "pass.digest", "result.game", "tally.game",
        "rating_owed.game", "club_act.kind", "job.number", "job.kind", "job.visitor", "job.role", "job.mime",
        "job.language", "job.root", "job.status", "job_piece.job", "rate_count.key",
    },
}  # fmt: skip
