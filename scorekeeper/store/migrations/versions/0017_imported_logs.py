"""A match knows which lines of its log were imported: nobody here saw them being written."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0015"

MATCH = sa.table("match", sa.column("id"), sa.column("imported", sa.Integer()))
CHANGE = sa.table("change", sa.column("match_id"), sa.column("number"), sa.column("key", sa.String()))


def upgrade() -> None:
    op.add_column("match", sa.Column("imported", sa.Integer(), nullable=True))
    op.execute(mark())


def mark() -> sa.Update:
    """The statement that marks what was imported with its log: no other log has such keys from its first line on."""
    own = sa.and_(CHANGE.c.match_id == MATCH.c.id, CHANGE.c.key.like("import-%"))
    last = sa.select(sa.func.max(CHANGE.c.number)).where(own).scalar_subquery()
    return sa.update(MATCH).values(imported=last).where(sa.exists().where(own, CHANGE.c.number == 1))
