"""Championships (series) of tournaments and nights."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "series",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("id", "club_id")),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("scheme", sa.JSON(), nullable=False),
        sa.Column("public", sa.String(32), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_series_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_series")),
    )
    op.create_index("ix_series_club", "series", ["club_id", "id"])
    op.create_table(
        "series_part",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("id", "series_id")),
        *(sa.Column(name, sa.Integer(), nullable=True) for name in ("tournament_id", "night_id")),
        *(
            sa.ForeignKeyConstraint([f"{name}_id"], [f"{name}.id"], name=op.f(f"fk_series_part_{name}_id_{name}"))
            for name in ("series", "tournament", "night")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_series_part")),
        sa.UniqueConstraint("series_id", "tournament_id", name=op.f("uq_series_part_series_id_tournament_id")),
        sa.UniqueConstraint("series_id", "night_id", name=op.f("uq_series_part_series_id_night_id")),
    )
