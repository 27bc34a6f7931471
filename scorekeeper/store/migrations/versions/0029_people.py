"""Players of the roster have details, and imports of lists can be undone."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"

TEXTS = {"phone": 40, "email": 254, "category": 40, "notes": 500}


def upgrade() -> None:
    op.create_table(
        "roster_list",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("filled", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_roster_list_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roster_list")),
    )
    op.create_index(op.f("ix_roster_list_club_id"), "roster_list", ["club_id"])
    for name, longest in TEXTS.items():
        op.add_column("player", sa.Column(name, sa.String(longest), nullable=False, server_default=""))
    op.add_column("player", sa.Column("fee_until", sa.Date(), nullable=True))
    # SQLite adds a foreign key only with its column, and Alembic only by copying the table.
    op.execute(
        "ALTER TABLE player ADD COLUMN list_id INTEGER"
        " CONSTRAINT fk_player_list_id_roster_list REFERENCES roster_list (id)"
    )
    op.create_index(op.f("ix_player_list_id"), "player", ["list_id"])
