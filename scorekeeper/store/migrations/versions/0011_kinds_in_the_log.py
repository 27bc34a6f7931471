"""An index that finds the newest changes of a kind."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.drop_index("ix_change_newest", "change")
    op.create_index("ix_change_newest", "change", ["at", "match_id", "number", "kind"])
