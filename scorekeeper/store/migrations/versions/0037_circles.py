"""A club's slips and blank sheets are printed with circles that machines read, or without."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.add_column("club", sa.Column("circles", sa.Boolean(), nullable=False, server_default=sa.true()))
