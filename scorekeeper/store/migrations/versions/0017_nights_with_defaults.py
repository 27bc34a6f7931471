"""Nights store defaults for their matches and who sits where; they can be closed, and have a public page."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("night", sa.Column("defaults", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("night", sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("night", sa.Column("public", sa.String(32), nullable=True))
    op.add_column("night_table", sa.Column("names", sa.JSON(), nullable=False, server_default="[]"))
