"""Webhooks of clubs, and a secret address with a club's standings."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.add_column("club", sa.Column("standings", sa.String(32), nullable=True))
    op.create_table(
        "webhook",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("id", "club_id")),
        sa.Column("address", sa.String(500), nullable=False),
        sa.Column("form", sa.String(8), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("root", sa.String(400), nullable=False),
        sa.Column("nonce", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_webhook_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook")),
    )
    op.create_index(op.f("ix_webhook_club_id"), "webhook", ["club_id"])
    op.create_table(
        "webhook_delivery",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("id", "webhook_id")),
        sa.Column("event", sa.String(16), nullable=False),
        sa.Column("subject", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(32), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("problem", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["webhook_id"], ["webhook.id"], name=op.f("fk_webhook_delivery_webhook_id_webhook")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_delivery")),
    )
    op.create_index("ix_webhook_delivery_newest", "webhook_delivery", ["webhook_id", "made_at"])
    op.create_index(op.f("ix_webhook_delivery_due_at"), "webhook_delivery", ["due_at"])
