"""Matches store the calls during a hand, and count their changes."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("match", sa.Column("call", sa.JSON(), nullable=True))
    op.add_column("match", sa.Column("called", sa.Integer(), nullable=True))
