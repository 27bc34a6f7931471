"""Rosters, the sittings of clubs, and the results of their matches."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _players()
    _sittings()
    _results()


def _players() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_key", sa.String(160), nullable=False),
        sa.Column("number", sa.String(20), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("merged_into", sa.Integer(), nullable=True),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_player_club_id_club")),
        sa.ForeignKeyConstraint(["merged_into"], ["player.id"], name=op.f("fk_player_merged_into_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("club_id", "name_key", name=op.f("uq_player_club_id_name_key")),
    )
    op.create_index(op.f("ix_player_merged_into"), "player", ["merged_into"])


def _sittings() -> None:
    op.create_table(
        "club_sitting",
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name=op.f("fk_club_sitting_sitting_id_sitting")),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_club_sitting_club_id_club")),
        sa.PrimaryKeyConstraint("sitting_id", name=op.f("pk_club_sitting")),
    )
    op.create_index("ix_club_sitting_newest", "club_sitting", ["club_id", "sitting_id"])


def _results() -> None:
    numbers = ("won", "lost", "games", "games_against", "points_for", "points_against")
    op.create_table(
        "result",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_key", sa.String(160), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("played_at", MOMENT, nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in numbers),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_result_match_id_match")),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_result_club_id_club")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_result_player_id_player")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_result")),
    )
    columns = ["club_id", "game", "played_at", "player_id", "won", "lost", "games", "points_for", "points_against"]
    op.create_index("ix_result_standings", "result", columns)
    op.create_index("ix_result_player", "result", ["player_id", "game", "played_at", "match_id"])
    op.create_index("ix_result_name", "result", ["club_id", "name_key", "played_at"])
