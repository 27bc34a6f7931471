"""Nights and tournaments may begin at an hour."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"


def upgrade() -> None:
    for table in ("night", "tournament"):
        op.add_column(table, sa.Column("hour", sa.Time(), nullable=True))
