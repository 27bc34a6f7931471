"""A person's names taken out of every column of every table that can hold a text, but for those of matches.

The columns are found from the tables themselves, so that a table that is new tomorrow is swept too. What of a match
depends on the rules of its game (`ledger.erasing`) has been done by then.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import JSON, Column, ColumnElement, String, Table, or_, select, true, update
from sqlalchemy.orm import Session

from scorekeeper.ledger.names import Names, name_key
from scorekeeper.store.club_models import Account, Club, ClubSitting
from scorekeeper.store.models import Base, Change, Hand, Match, Sitting

BY_RULES = {Match.__tablename__, Hand.__tablename__, Change.__tablename__}
KEYS = {"sitting.key"}  # made by a browser: they mean nothing, but may hold anything
# Words and secrets of the program's own, in which nobody is named, whoever is called so; and the club's address, which
# others have linked to.
OUR_OWN = {
    "club.slug", "club_logo.digest", "account.login", "account.password", "account.language",
    "membership.role", "pass.purpose", "pass.role", "pass.digest", "link.may", "link.nonce", "result.game",
    "tally.game", "rating_owed.game", "club_act.kind", "club_game.game", "club_game.variant",
    "sign_in.digest", "sign_in.device", "sign_in.network", "recovery_code.digest",
    "night.defaults", "night.public", "match.call",
    "tournament.document", "tournament.desk", "tournament.public",  # erased by their shape (`tournaments.erasing`)
    "tournament_change.kind", "series.scheme", "series.public",
    # Jobs are deleted whole, with their files; nobody is named in what is counted.
    "job.number", "job.kind", "job.visitor", "job.role", "job.mime", "job.language", "job.root", "job.status",
    "job.title", "job.name", "job.back", "job.asked", "job.told", "job_piece.job", "rate_count.key",
}  # fmt: skip
AT_ONCE = 1_000  # rows


def sweep(session: Session, club: Club, elsewhere: Sequence[int], accounts: Sequence[int], names: Names) -> None:
    """Erase the names from all rows of the club, of sittings `elsewhere` and of these accounts.

    Rows of tables that hang on no club, sitting or account are everybody's: there the names go wherever they stand.
    """
    session.flush()
    known = _roots(club, elsewhere, accounts)
    for table in Base.metadata.sorted_tables:
        if table.name not in known:
            known[table.name] = _belonging(table, known)
        columns = text_columns(table)
        if columns and table.name not in BY_RULES:
            _sweep_table(session, table, columns, known[table.name], names)
    session.expire_all()
    session.refresh(club)


def _roots(club: Club, elsewhere: Sequence[int], accounts: Sequence[int]) -> dict[str, ColumnElement[bool]]:
    """The conditions for the rows that all others hang on."""
    of_club = select(ClubSitting.sitting_id).where(ClubSitting.club_id == club.id)
    return {
        Club.__tablename__: Club.id == club.id,
        Account.__tablename__: Account.id.in_(accounts),
        Sitting.__tablename__: Sitting.id.in_(of_club) | Sitting.id.in_(elsewhere),
    }


def _belonging(table: Table, known: dict[str, ColumnElement[bool]]) -> ColumnElement[bool]:
    """The condition for a table's rows: whatever they hang on is the club's; all of them where they hang on nothing."""
    keys = [key for key in table.foreign_keys if key.column.table.name in known]
    hang_on = [key.parent.in_(select(key.column).where(known[key.column.table.name])) for key in keys]
    return or_(*hang_on) if hang_on else true()


def text_columns(table: Table) -> list[Column[Any]]:
    """A table's columns that may hold a name."""
    kinds = ((column, getattr(column.type, "impl", column.type)) for column in table.columns)
    texts = [column for column, kind in kinds if isinstance(kind, (String, JSON))]
    return [column for column in texts if f"{table.name}.{column.name}" not in OUR_OWN]


def _sweep_table(
    session: Session, table: Table, columns: list[Column[Any]], whose: ColumnElement[bool], names: Names
) -> None:
    for row in list(_changed(session, table, columns, whose, names)):
        own = [column == row[column.name] for column in table.primary_key]
        new = {column.name: row[f"new {column.name}"] for column in columns}
        session.execute(update(table).where(*own).values(new))


def _changed(
    session: Session, table: Table, columns: list[Column[Any]], whose: ColumnElement[bool], names: Names
) -> Iterator[dict[str, Any]]:
    """The rows in which a name stands, with their new values."""
    own = [column for column in table.primary_key if column not in columns]
    for rows in session.execute(select(*own, *columns).where(whose)).mappings().partitions(AT_ONCE):
        for row in rows:
            new = {f"new {column.name}": _erased(column, row[column.name], names) for column in columns}
            if any(new[f"new {column.name}"] != row[column.name] for column in columns):
                yield {**row, **new}


def _erased(column: Column[Any], value: Any, names: Names) -> Any:
    if f"{column.table.name}.{column.name}" in KEYS and value is not None:
        return names.mark(value)
    erased = names.texts(value)
    if column.name == "name_key" and erased != value:
        erased = name_key(erased)
    longest = getattr(column.type, "length", None)
    return erased[:longest] if isinstance(erased, str) and longest else erased
