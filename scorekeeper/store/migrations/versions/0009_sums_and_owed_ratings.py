"""Results summed by year, a backlog of ratings, and an index for the archive."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

SUMS = ("played", "won", "lost", "games", "points_for", "points_against")


def upgrade() -> None:
    op.create_table(
        "tally",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in SUMS),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_tally_club_id_club")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_tally_player_id_player")),
        sa.PrimaryKeyConstraint("club_id", "game", "year", "player_id", name=op.f("pk_tally")),
    )
    op.create_table(
        "rating_owed",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_rating_owed_club_id_club")),
        sa.PrimaryKeyConstraint("club_id", "game", name=op.f("pk_rating_owed")),
    )
    op.create_index("ix_result_newest", "result", ["club_id", "seat", "played_at", "match_id", "game"])
    _add_up()


def _add_up() -> None:
    """Adds up the existing results."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    year = "strftime('%Y', played_at)" if on_sqlite else "extract(year FROM played_at AT TIME ZONE 'UTC')"
    year = f"CAST({year} AS INTEGER)"
    sums = ", ".join(f"sum({name})" for name in SUMS[1:])
    op.execute(
        f"INSERT INTO tally (club_id, game, year, player_id, {', '.join(SUMS)}) "  # noqa: S608 (constants only)
        f"SELECT club_id, game, {year}, player_id, count(*), {sums} FROM result "
        f"WHERE player_id IS NOT NULL GROUP BY club_id, game, {year}, player_id"
    )
