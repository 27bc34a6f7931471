"""Sums from day to day go from player to player, so nothing has to be sorted; ratings keep an index of their own."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.drop_index("ix_result_standings", "result")
    op.drop_index("ix_result_player", "result")
    op.create_index("ix_result_rated", "result", ["club_id", "game", "played_at", "match_id"])
    covering = ["won", "lost", "games", "points_for", "points_against"]
    op.create_index("ix_result_player", "result", ["player_id", "game", "played_at", "match_id", *covering])
