"""Results of all games summed by month, so that standings of a period read single results of two months at most."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

SUMS = ("played", "won", "lost", "games", "points_for", "points_against")


def upgrade() -> None:
    op.create_table(
        "month_tally",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("month", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in SUMS),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_month_tally_club_id_club")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_month_tally_player_id_player")),
        sa.PrimaryKeyConstraint("club_id", "month", "player_id", name=op.f("pk_month_tally")),
    )
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    month = "strftime('%Y%m', played_at)" if on_sqlite else "to_char(played_at AT TIME ZONE 'UTC', 'YYYYMM')"
    month = f"CAST({month} AS INTEGER)"
    sums = ", ".join(f"sum({name})" for name in SUMS[1:])
    op.execute(
        f"INSERT INTO month_tally (club_id, month, player_id, {', '.join(SUMS)}) "  # noqa: S608 (constants only)
        f"SELECT club_id, {month}, player_id, count(*), {sums} FROM result "
        f"WHERE player_id IS NOT NULL GROUP BY club_id, {month}, player_id"
    )
