"""The form for entries from home has a consent and questions of the organiser, and entries have answers."""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    op.add_column("registration_form", sa.Column("consent", sa.String(1000), nullable=False, server_default=""))
    op.add_column("registration_form", sa.Column("questions", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("registration", sa.Column("answers", sa.JSON(), nullable=False, server_default="[]"))
