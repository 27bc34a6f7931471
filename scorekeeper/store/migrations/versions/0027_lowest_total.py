"""If the lowest total wins, points of tournament tables are entered as they are, no longer as negative numbers.

The signs of all points of these tournaments change, so that the same side wins by the same difference (TOU-27).
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

GAME = "scala40"
TOURNAMENT = sa.table("tournament", sa.column("id", sa.Integer()), sa.column("document", sa.JSON(none_as_null=True)))


def upgrade() -> None:
    connection = op.get_bind()
    for number in connection.scalars(sa.select(TOURNAMENT.c.id)).all():
        of_tournament = TOURNAMENT.c.id == number
        document = connection.scalar(sa.select(TOURNAMENT.c.document).where(of_tournament))
        if document and document.get("game") == GAME and document.get("rounds"):
            connection.execute(sa.update(TOURNAMENT).where(of_tournament).values(document=_turned(document)))


def _turned(document: dict[str, Any]) -> dict[str, Any]:
    rounds = [{**played, "tables": [_table(table) for table in played["tables"]]} for played in document["rounds"]]
    return {**document, "rounds": rounds}


def _table(table: dict[str, Any]) -> dict[str, Any]:
    points = table.get("points")
    return table if points is None else {**table, "points": [-each for each in points]}
