"""Erasing a person from a club, as privacy law lets everybody ask: names are replaced everywhere, scores stay.

The names are replaced by a placeholder, `N. N.` with a number: the same in every language and wherever the person sat.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, or_, select

from scorekeeper import jobs
from scorekeeper.clubs import accounts, passkeys, results, sign_ins
from scorekeeper.clubs.text_sweep import sweep
from scorekeeper.clubs.tournaments import erasing as tournaments
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.ledger.erasing import erase, seats_of
from scorekeeper.ledger.names import Names, shared_words
from scorekeeper.store.club_models import Account, Club, ClubSitting, Membership, Player, Result
from scorekeeper.store.models import Sitting, db

PLACEHOLDER = "N. N. "


class Person(NamedTuple):
    """Whom to erase: an entry of the roster or a guest (None), all of their names, and the accounts of these names.

    Accounts in `perhaps` share a word with a name, as those of "Zebulon" and "Zebulon K." do: somebody has to say.
    """

    player: Player | None
    names: list[str]
    members: list[Membership]
    perhaps: list[Membership]


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
    sat = seats_of(db.session, sittings_of(club)) | tournaments.players_of(db.session, club)
    seats = {seat for seat in sat if results.name_key(seat) == key}
    if not seats:
        raise refuse("name", None, _("No player in this club has this name"))
    return _person(club, None, sorted(seats))


def of_player(club: Club, player: Player) -> Person:
    """The person behind a player of the roster, with the entries that were merged into it."""
    entries = [player, *db.session.scalars(select(Player).where(Player.merged_into == player.id))]
    names = [entry.name for entry in entries]
    return _person(club, player, names)


def _person(club: Club, player: Player | None, names: list[str]) -> Person:
    """The person with the club's memberships of accounts that are theirs, or may be."""
    keys = {results.name_key(name) for name in names}
    members = accounts.members(club)
    theirs = [each for each in members if results.name_key(each.account.name) in keys]
    perhaps = [each for each in members if each not in theirs and _may_be(each.account, names)]
    return Person(player, names, theirs, perhaps)


def _may_be(account: Account, names: Sequence[str]) -> bool:
    return any(shared_words(name, text) for name in names for text in (account.name, account.login))


def with_accounts(person: Person, chosen: Collection[int]) -> Person:
    """The person with those of the accounts in `perhaps` that are chosen, by their ids, and their names."""
    also = [member for member in person.perhaps if member.account_id in chosen]
    names = [*person.names, *(member.account.name for member in also)]
    return person._replace(names=names, members=[*person.members, *also], perhaps=[])


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
    seats = seats_of(db.session, sittings) | tournaments.players_of(db.session, club)
    known = {*seats, *db.session.scalars(select(Player.name).where(Player.club_id == club.id))}
    known |= {member.account.name for member in accounts.members(club)}
    keys = {results.name_key(name) for name in known}
    names = Names([*person.names, *_logins(person, keys)], _free_placeholder(keys), known)
    gone = [member.account_id for member in person.members if _end_account(member, names)]
    _erase_on_the_roster(club, person, names)
    matches = erase(db.session, sittings, names)
    tournaments.erase(db.session, club, names)
    jobs.delete_of_club(club.id, others=bool(elsewhere))
    sweep(db.session, club, elsewhere, gone, names)
    return Erased(names.instead, matches, len(person.members))


def _logins(person: Person, keys: set[str]) -> set[str]:
    """Log-in names and addresses of the person's accounts, which logs may hold, but for names of somebody else."""
    found = {text for member in person.members for text in (member.account.login, member.account.email) if text}
    return {text for text in found if results.name_key(text) not in keys}


def is_erased(player: Player) -> bool:
    """Whether the player has been erased."""
    return player.name.startswith(PLACEHOLDER) and not player.active


def _free_placeholder(taken: set[str]) -> str:
    number = 1
    while results.name_key(f"{PLACEHOLDER}{number}") in taken:
        number += 1
    return f"{PLACEHOLDER}{number}"


def _end_account(member: Membership, names: Names) -> bool:
    """End the membership; an account that belongs to no other club is made anonymous and unusable. Whether it is."""
    account = member.account
    accounts.leave(member)
    if accounts.clubs_of(account):
        return False
    account.login, account.name = f"erased-{account.id}", names.instead
    account.password, account.passkey_too = "!", False  # no password has this hash
    account.email = account.language = None
    passkeys.remove_all(account)
    sign_ins.end_all(account)
    return True


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
