"""Matches store which lines of their log were imported."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

MATCH = sa.table("match", sa.column("id"), sa.column("imported", sa.Integer()))
CHANGE = sa.table("change", sa.column("match_id"), sa.column("number"), sa.column("key", sa.String()))


def upgrade() -> None:
    op.add_column("match", sa.Column("imported", sa.Integer(), nullable=True))
    op.execute(mark())


def mark() -> sa.Update:
    """Returns the statement that marks imported logs: only those have import keys from the first line on."""
    own = sa.and_(CHANGE.c.match_id == MATCH.c.id, CHANGE.c.key.like("import-%"))
    last = sa.select(sa.func.max(CHANGE.c.number)).where(own).scalar_subquery()
    return sa.update(MATCH).values(imported=last).where(sa.exists().where(own, CHANGE.c.number == 1))
