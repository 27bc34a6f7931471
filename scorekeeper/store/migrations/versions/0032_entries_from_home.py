"""Tournaments can be entered from home, and clubs have a calendar."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    op.add_column("club", sa.Column("calendar", sa.String(32), nullable=True))
    op.create_table(
        "registration_form",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("public", sa.String(32), nullable=True),
        sa.Column("places", sa.Integer(), nullable=True),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=True),
        *(sa.Column(name, sa.Boolean(), nullable=False) for name in ("accepting", "listed")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name=op.f("fk_registration_form_tournament_id_tournament")
        ),
        sa.PrimaryKeyConstraint("tournament_id", name=op.f("pk_registration_form")),
    )
    texts = {"public": 32, "key": 64, "name": 100, "club": 100, "contact": 254, "note": 300, "state": 12, "language": 8}
    op.create_table(
        "registration",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("id", "tournament_id")),
        *(sa.Column(name, sa.String(longest), nullable=False) for name, longest in texts.items()),
        *(sa.Column(name, sa.JSON(), nullable=False) for name in ("players", "numbers")),
        sa.Column("alone", sa.Boolean(), nullable=False),
        sa.Column("entrant", sa.BigInteger(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name=op.f("fk_registration_tournament_id_tournament")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_registration")),
        sa.UniqueConstraint("tournament_id", "key", name=op.f("uq_registration_tournament_id_key")),
    )
