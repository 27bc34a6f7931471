"""Erases a person's names from the roster, results, logs and every other text column of the database.

The columns are found by their types, `FreeText` and `FreeJson`, so that new tables are included. Data that depend on a
game's rules are erased by `ledger.erasing` first.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Table, or_, select, true, update
from sqlalchemy.orm import Session

from scorekeeper import jobs
from scorekeeper.clubs import accounts, log, passkeys, results, roster
from scorekeeper.clubs.person_details import LABELS, Details, set_details
from scorekeeper.clubs.roster_import import forget_player
from scorekeeper.clubs.tournaments import entries as tournaments
from scorekeeper.clubs.tournaments import registrations
from scorekeeper.clubs.tournaments.keeping import KINDS
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.ledger.erasing import erase, erased_options, renamed_seats, seats_of
from scorekeeper.ledger.names import Names, name_key, shared_words
from scorekeeper.store.club_models import Account, Club, ClubGame, ClubSitting, Membership, Player, Result
from scorekeeper.store.models import Base, Change, FreeJson, FreeText, Hand, Match, Sitting, db

BY_LEDGER = {Match.__tablename__, Hand.__tablename__, Change.__tablename__}
KEYS = {"sitting.key"}  # made by browsers: without meaning, but with any content
# Tables and columns whose rows are erased, deleted or counted again by functions of their own.
APART = {"job", "club_game", "pair_tally", "guest_tally", "tournament.document", "tournament.desk"}
# Keys of the JSON of clubs, besides keys of matches: of logs, of personal details, of results in a tournament's log.
OF_LOGS = {name for kinds in (log.KINDS, KINDS) for text in kinds.values() for name in re.findall(r"{(\w+)}", text)}
MEMBERS = {*OF_LOGS, *LABELS, "bye", "forfeit", "late", "legs", "mp", "outcome", "tp", "vp"}
AT_ONCE = 1_000  # rows


def sweep(session: Session, club: Club, elsewhere: Sequence[int], accounts: Sequence[int], names: Names) -> None:
    """Erases the names from all rows of the club, of the sittings `elsewhere` and of these accounts.

    Tables without a link to a club, sitting or account are shared by all clubs: there all rows are searched.
    """
    session.flush()
    conditions = _roots(club, elsewhere, accounts)
    for table in Base.metadata.sorted_tables:
        if table.name not in conditions:
            conditions[table.name] = _belonging(table, conditions)
        columns = text_columns(table)
        if columns and table.name not in BY_LEDGER:
            _sweep_table(session, table, columns, conditions[table.name], names)
    session.expire_all()
    session.refresh(club)


def _roots(club: Club, elsewhere: Sequence[int], accounts: Sequence[int]) -> dict[str, ColumnElement[bool]]:
    """Returns the SQL conditions for the clubs, accounts and sittings to search; other rows reference these."""
    of_club = select(ClubSitting.sitting_id).where(ClubSitting.club_id == club.id)
    return {
        Club.__tablename__: Club.id == club.id,
        Account.__tablename__: Account.id.in_(accounts),
        Sitting.__tablename__: Sitting.id.in_(of_club) | Sitting.id.in_(elsewhere),
    }


def _belonging(table: Table, conditions: dict[str, ColumnElement[bool]]) -> ColumnElement[bool]:
    """Returns the condition for the rows of a table to search: rows that reference other searched rows.

    In a table without references to searched tables, these are all rows.
    """
    keys = [key for key in table.foreign_keys if key.column.table.name in conditions]
    references = [key.parent.in_(select(key.column).where(conditions[key.column.table.name])) for key in keys]
    return or_(*references) if references else true()


def text_columns(table: Table) -> list[Column[Any]]:
    """Returns a table's columns that may hold a name and are not erased by a function of their own."""
    free = [column for column in table.columns if isinstance(column.type, (FreeText, FreeJson))]
    return [column for column in free if not {table.name, f"{table.name}.{column.name}"} & APART]


def _sweep_table(
    session: Session, table: Table, columns: list[Column[Any]], whose: ColumnElement[bool], names: Names
) -> None:
    for row in list(_changed_rows(session, table, columns, whose, names)):
        is_this_row = [column == row[column.name] for column in table.primary_key]
        new = {column.name: row[f"new {column.name}"] for column in columns}
        session.execute(update(table).where(*is_this_row).values(new))


def _changed_rows(
    session: Session, table: Table, columns: list[Column[Any]], whose: ColumnElement[bool], names: Names
) -> Iterator[dict[str, Any]]:
    """Yields the rows that contain one of the names, with their new values under `new <column>`."""
    key_columns = [column for column in table.primary_key if column not in columns]
    for rows in session.execute(select(*key_columns, *columns).where(whose)).mappings().partitions(AT_ONCE):
        for row in rows:
            new = {f"new {column.name}": _erased(column, row[column.name], names) for column in columns}
            if any(new[f"new {column.name}"] != row[column.name] for column in columns):
                yield {**row, **new}


def _erased(column: Column[Any], value: Any, names: Names) -> Any:
    if f"{column.table.name}.{column.name}" in KEYS and value is not None:
        return names.mark(value)
    erased = names.texts(value, MEMBERS)
    if column.name == "name_key" and erased != value:
        erased = name_key(erased)
    longest = getattr(column.type, "length", None)
    return erased[:longest] if isinstance(erased, str) and longest else erased


PLACEHOLDER = "N. N. "


class Person(NamedTuple):
    """A person to erase: the roster entry (None for a guest), all names, and the memberships of their accounts.

    `perhaps` has the memberships of accounts that share a word with a name, as "Zebulon" and "Zebulon K." do; an owner
    has to choose among them.
    """

    player: Player | None
    names: list[str]
    members: list[Membership]
    perhaps: list[Membership]


class Erased(NamedTuple):
    """The result of erasing a person: placeholder name, matches changed, and memberships ended."""

    instead: str
    matches: int
    accounts: int


def find_person(club: Club, name: str) -> Person:
    """Returns the person with this name, on the roster or a guest. Raises Refusal for an unknown name."""
    key = results.name_key(name)
    entry = db.session.scalar(select(Player).where(Player.club_id == club.id, Player.name_key == key))
    if entry is not None:
        player = db.session.get(Player, entry.merged_into) if entry.merged_into else entry
        return person_of_player(club, player or entry)
    sittings = sittings_of(club)
    everybody = seats_of(db.session, sittings) | renamed_seats(db.session, sittings)
    everybody |= tournaments.players_of(db.session, club) | ({club.president} - {""})
    seats = {seat for seat in everybody if results.name_key(seat) == key}
    if not seats:
        raise refuse("name", None, N_("No player in this club has this name"))
    return _person(club, None, sorted(seats))


def person_of_player(club: Club, player: Player) -> Person:
    """Returns the person behind a player of the roster, with the entries merged into it."""
    entries = [player, *db.session.scalars(select(Player).where(Player.merged_into == player.id))]
    names = [entry.name for entry in entries]
    return _person(club, player, names)


def _person(club: Club, player: Player | None, names: list[str]) -> Person:
    """Returns the person, with members of the club whose accounts are or may be the person's."""
    keys = {results.name_key(name) for name in names}
    members = accounts.members(club)
    theirs = [member for member in members if results.name_key(member.account.name) in keys]
    perhaps = [member for member in members if member not in theirs and _may_be(member.account, names)]
    return Person(player, names, theirs, perhaps)


def _may_be(account: Account, names: Sequence[str]) -> bool:
    return any(shared_words(name, text) for name in names for text in (account.name, account.login))


def with_accounts(person: Person, chosen: Collection[int]) -> Person:
    """Returns the person including the accounts of `perhaps` with ids in `chosen`, and their names."""
    also = [member for member in person.perhaps if member.account_id in chosen]
    names = [*person.names, *(member.account.name for member in also)]
    return person._replace(names=names, members=[*person.members, *also], perhaps=[])


def sittings_of(club: Club) -> list[int]:
    """Returns the ids of the club's sittings."""
    return list(db.session.scalars(select(ClubSitting.sitting_id).where(ClubSitting.club_id == club.id)))


def other_sittings() -> list[int]:
    """Returns the ids of all sittings that belong to no club."""
    return list(db.session.scalars(select(Sitting.id).where(Sitting.id.not_in(select(ClubSitting.sitting_id)))))


def erase_person(club: Club, person: Person, *, elsewhere: Sequence[int] = ()) -> Erased:
    """Erases the person from the roster, results, matches, logs and labels; `elsewhere` are ids of further sittings.

    Raises Refusal for the last owner. The caller commits, and then clears free pages (`store.database`).
    """
    results.lock_results(db.session, club.id)
    sittings = [*sittings_of(club), *elsewhere]
    seats = seats_of(db.session, sittings) | tournaments.players_of(db.session, club)
    everybody = {*seats, *db.session.scalars(select(Player.name).where(Player.club_id == club.id))}
    everybody |= {member.account.name for member in accounts.members(club)} | {club.president} - {""}
    keys = {results.name_key(name) for name in everybody}
    used = keys | {results.name_key(name) for name in renamed_seats(db.session, sittings)}
    names = Names([*person.names, *_logins(person, keys)], _free_placeholder(used), everybody)
    ended = [member.account_id for member in person.members if _end_account(member, names)]
    _erase_on_the_roster(club, person, names)
    matches = erase(db.session, sittings, names)
    tournaments.erase(db.session, club, names)
    registrations.erase_contacts(db.session, club, names)
    _erase_in_named_games(club, names)
    jobs.delete_of_club(club.id, others=bool(elsewhere))
    president = club.president
    sweep(db.session, club, elsewhere, ended, names)
    results.count_guests(db.session, club.id)
    if club.president != president:
        club.president = ""  # no placeholder signs papers
    return Erased(names.instead, matches, len(person.members))


def _logins(person: Person, keys: set[str]) -> set[str]:
    """Returns log-in names and addresses of the person's accounts, unless another person is called the same.

    Logs may hold them.
    """
    texts = {text for member in person.members for text in (member.account.login, member.account.email) if text}
    return {text for text in texts if results.name_key(text) not in keys}


def is_erased(player: Player) -> bool:
    """True if the player has been erased."""
    return player.name.startswith(PLACEHOLDER) and not player.active


def _free_placeholder(used: set[str]) -> str:
    number = 1
    while results.name_key(f"{PLACEHOLDER}{number}") in used:
        number += 1
    return f"{PLACEHOLDER}{number}"


def _end_account(member: Membership, names: Names) -> bool:
    """Ends the membership; anonymises and disables an account without other clubs. True if it was anonymised."""
    account = member.account
    accounts.leave(member)
    if accounts.clubs_of(account):
        return False
    account.login, account.name = f"erased-{account.id}", names.instead
    account.password, account.passkey_too = "!", False  # no password has this hash
    account.email = account.language = None
    passkeys.remove_all(account)
    accounts.end_sessions(account)
    return True


def _erase_on_the_roster(club: Club, person: Person, names: Names) -> None:
    key = results.name_key(names.instead)
    whose: ColumnElement[bool] = Result.name_key.in_(names.keys)
    if person.player is not None:
        player = person.player
        roster.unlink(player)
        for entry in db.session.scalars(select(Player).where(Player.merged_into == player.id)):
            db.session.delete(entry)
        db.session.flush()
        set_details(player, Details())
        player.name, player.name_key, player.active, player.list_id = names.instead, key, False, None
        forget_player(club, player)
        whose = or_(Result.player_id == player.id, whose)
    for row in db.session.scalars(select(Result).where(Result.club_id == club.id, whose)):
        row.name, row.name_key = names.instead, key
    db.session.flush()


def _erase_in_named_games(club: Club, names: Names) -> None:
    """Erases the names from games that are named after the person, as in their matches.

    Games that then have the same name stay apart, because their results do.
    """
    taken: set[tuple[str, str]] = set()
    for game in db.session.scalars(select(ClubGame).where(ClubGame.club_id == club.id).order_by(ClubGame.id)):
        game.options = erased_options(game.game, game.options, names)
        game.name = names.name(game.name)[: ClubGame.name.type.length]
        key = name_key(game.name)
        while (game.game, key) in taken:
            key += "_"
        taken.add((game.game, key))
        game.name_key = key
    db.session.flush()
