"""A table of a night may have a game of its own; the private link of an entry from home can be stopped."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.add_column("night_table", sa.Column("preset", sa.String(80), nullable=False, server_default=""))
    with op.batch_alter_table("registration") as batch:
        batch.alter_column("public", existing_type=sa.String(32), nullable=True)
