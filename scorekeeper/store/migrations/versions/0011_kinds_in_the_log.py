"""The newest changes are found by their kind too, without reading what they were about."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.drop_index("ix_change_newest", "change")
    op.create_index("ix_change_newest", "change", ["at", "match_id", "number", "kind"])
