"""Clubs, accounts, memberships and one-time links."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _clubs_and_accounts()
    _memberships()
    _passes()


def _clubs_and_accounts() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
        sa.UniqueConstraint("slug", name=op.f("uq_club_slug")),
    )
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("login", sa.String(80), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("password", sa.String(255), nullable=False),
        sa.Column("stamp", sa.String(32), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("login", name=op.f("uq_account_login")),
    )


def _memberships() -> None:
    op.create_table(
        "membership",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_membership_club_id_club")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_membership_account_id_account")),
        sa.PrimaryKeyConstraint("club_id", "account_id", name=op.f("pk_membership")),
    )
    op.create_index(op.f("ix_membership_account_id"), "membership", ["account_id"])


def _passes() -> None:
    op.create_table(
        "pass",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("role", sa.String(8), nullable=True),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_pass_club_id_club")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_pass_account_id_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pass")),
        sa.UniqueConstraint("digest", name=op.f("uq_pass_digest")),
    )
    op.create_index(op.f("ix_pass_club_id"), "pass", ["club_id"])
