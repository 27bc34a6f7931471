"""The language of an account."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("account", sa.Column("language", sa.String(8), nullable=True))
