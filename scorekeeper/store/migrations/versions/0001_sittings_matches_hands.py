"""Sittings, their matches and links, the hands of a match and its log of changes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _sittings_and_links()
    _matches()
    _hands()
    _changes()


def _sittings_and_links() -> None:
    op.create_table(
        "sitting",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("place", sa.String(80), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sitting")),
    )
    op.create_table(
        "link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.Column("may", sa.String(8), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("nonce", sa.String(32), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name=op.f("fk_link_sitting_id_sitting")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link")),
    )
    op.create_index(op.f("ix_link_sitting_id"), "link", ["sitting_id"])


def _matches() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("table", sa.JSON(), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("hand_count", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("undo_top", sa.Integer(), nullable=True),
        sa.Column("redo_top", sa.Integer(), nullable=True),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name=op.f("fk_match_sitting_id_sitting")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("sitting_id", "number", name=op.f("uq_match_sitting_id_number")),
        sa.UniqueConstraint("sitting_id", "key", name=op.f("uq_match_sitting_id_key")),
    )


def _hands() -> None:
    op.create_table(
        "hand",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entry", sa.JSON(), nullable=False),
        sa.Column("dealer", sa.String(40), nullable=True),
        sa.Column("points", sa.JSON(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("table", sa.JSON(), nullable=False),
        sa.Column("struck", sa.Boolean(), nullable=False),
        sa.Column("corrected", sa.Boolean(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_hand_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_hand")),
    )


def _changes() -> None:
    op.create_table(
        "change",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=True),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("winner_changed", sa.Boolean(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=True),
        sa.Column("under", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_change_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_change")),
        sa.UniqueConstraint("match_id", "key", name=op.f("uq_change_match_id_key")),
    )
