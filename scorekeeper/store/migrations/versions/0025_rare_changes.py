"""Changes other than recorded hands have an index by kind, so that the newest of a kind are found at once."""

from alembic import op
from sqlalchemy import text

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    rare = text("kind != 'record'")
    op.create_index(
        "ix_change_of_kind",
        "change",
        ["kind", "at", "match_id", "number"],
        sqlite_where=rare,
        postgresql_where=rare,
    )
