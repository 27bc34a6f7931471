"""Indexes for sums by player and for ratings."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.drop_index("ix_result_standings", "result")
    op.drop_index("ix_result_player", "result")
    op.create_index("ix_result_rated", "result", ["club_id", "game", "played_at", "match_id"])
    covering = ["won", "lost", "games", "points_for", "points_against"]
    op.create_index("ix_result_player", "result", ["player_id", "game", "played_at", "match_id", *covering])
