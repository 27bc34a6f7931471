"""An index that finds the results of guests by name."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.drop_index("ix_result_name", "result")
    op.create_index("ix_result_guest", "result", ["club_id", "player_id", "name_key", "played_at"])
