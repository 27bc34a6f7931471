"""Rate limits are no longer counted in the database."""

from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.drop_table("rate_count")
