"""Namesakes are told apart by a Roman numeral, no longer by the member number, which is not for the public.

“Maria Rossi (00987)” becomes “Maria Rossi (I)”, on the roster and in tournaments. The former name remains as a further
name of the person, so that results under it count as before.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"

LONGEST = 40
ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
NUMERALS = [tens + ones for tens in ("", "X", "XX", "XXX") for ones in ONES if tens or ones]
TEXTS = ("name", "name_key", "number", "phone", "email", "category", "notes")
PLAYER = sa.table(
    "player", sa.column("id", sa.Integer()), sa.column("club_id", sa.Integer()),
    *(sa.column(name, sa.String()) for name in TEXTS), sa.column("active", sa.Boolean()),
    sa.column("merged_into", sa.Integer()), sa.column("made_at", sa.DateTime(timezone=True)),
)  # fmt: skip
TOURNAMENT = sa.table(
    "tournament", sa.column("id", sa.Integer()), sa.column("club_id", sa.Integer()),
    sa.column("document", sa.JSON(none_as_null=True)),
)  # fmt: skip


def upgrade() -> None:
    connection = op.get_bind()
    is_labelled = sa.and_(PLAYER.c.merged_into.is_(None), PLAYER.c.number != "", PLAYER.c.name.endswith(")"))
    rows = connection.execute(sa.select(PLAYER).where(is_labelled).order_by(PLAYER.c.club_id, PLAYER.c.number)).all()
    for club in dict.fromkeys(row.club_id for row in rows):
        keys = set(connection.scalars(sa.select(PLAYER.c.name_key).where(PLAYER.c.club_id == club)))
        renamed = _renamed([row for row in rows if row.club_id == club], keys)
        for row, name in renamed:
            new = {"name": name, "name_key": _key(name)}
            connection.execute(sa.update(PLAYER).where(PLAYER.c.id == row.id).values(**new))
            former = {**dict.fromkeys(TEXTS, ""), "name": row.name, "name_key": row.name_key, "merged_into": row.id}
            more = {"club_id": club, "active": True, "made_at": datetime.now(UTC)}
            connection.execute(sa.insert(PLAYER).values(**former, **more))
        _rename_in_tournaments(connection, club, {row.name: name for row, name in renamed})


def _renamed(rows: Sequence[Any], keys: set[str]) -> list[tuple[Any, str]]:
    """Returns the rows of names that end with their number, each with its new name."""
    renamed = []
    for row in rows:
        common = row.name.removesuffix(f" ({row.number})")
        names = (f"{common} ({numeral})" for numeral in NUMERALS)
        name = next((name for name in names if _key(name) not in keys), "")
        if common != row.name and name and len(name) <= LONGEST:
            keys.add(_key(name))
            renamed.append((row, name))
    return renamed


def _key(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _rename_in_tournaments(connection: sa.Connection, club: int, names: Mapping[str, str]) -> None:
    for number in connection.scalars(sa.select(TOURNAMENT.c.id).where(TOURNAMENT.c.club_id == club)).all():
        query = sa.select(TOURNAMENT.c.document).where(TOURNAMENT.c.id == number)
        document: dict[str, Any] = connection.scalars(query).one()
        entrants = [_entrant(entrant, names) for entrant in document["entrants"]]
        if entrants != document["entrants"]:
            values = {"document": {**document, "entrants": entrants}}
            connection.execute(sa.update(TOURNAMENT).where(TOURNAMENT.c.id == number).values(**values))


def _entrant(entrant: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    players = [names.get(player, player) for player in entrant["players"]]
    name = entrant["name"]
    for player in entrant["players"]:
        name = name.replace(player, names.get(player, player))
    new = {**entrant, "name": name, "players": players}
    if entrant.get("substitutes"):
        new["substitutes"] = [
            {**row, "out": names.get(row["out"], row["out"]), "in": names.get(row["in"], row["in"])}
            for row in entrant["substitutes"]
        ]
    return new
