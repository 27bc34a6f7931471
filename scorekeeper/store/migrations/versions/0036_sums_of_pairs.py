"""How often two sat at one table, by year, the matches of guests, and an index of each player's results in order."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"

KEYS = "player_id, year, beside, other_id, name_key"


def upgrade() -> None:
    op.create_table(
        "pair_tally",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("beside", sa.Boolean(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(160), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_pair_tally_player_id_player")),
        sa.PrimaryKeyConstraint(*KEYS.split(", "), name=op.f("pk_pair_tally")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "guest_tally",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(160), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_guest_tally_club_id_club")),
        sa.PrimaryKeyConstraint("club_id", "name_key", name=op.f("pk_guest_tally")),
    )
    _count()
    covering = ["game", "won", "lost", "games", "points_for", "points_against"]
    op.create_index("ix_result_in_order", "result", ["player_id", "played_at", "match_id", *covering])


def _count() -> None:
    """Counts the guests and pairs of the existing results."""
    op.execute(
        "INSERT INTO guest_tally (club_id, name_key, played) "
        "SELECT club_id, name_key, count(*) FROM result WHERE player_id IS NULL GROUP BY club_id, name_key"
    )
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    year = "strftime('%Y', mine.played_at)" if on_sqlite else "extract(year FROM mine.played_at AT TIME ZONE 'UTC')"
    op.execute(
        f"INSERT INTO pair_tally ({KEYS}, played, won) "  # noqa: S608 (constants only)
        f"SELECT mine.player_id, CAST({year} AS INTEGER), mine.side = other.side, coalesce(other.player_id, 0), "
        "CASE WHEN other.player_id IS NULL THEN other.name_key ELSE '' END, count(*), sum(mine.won) "
        "FROM result AS mine JOIN result AS other ON other.match_id = mine.match_id AND other.seat <> mine.seat "
        "WHERE mine.player_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5"
    )
    op.execute(
        f"INSERT INTO pair_tally ({KEYS}, played, won) "  # noqa: S608 (constants only)
        "SELECT player_id, 0, beside, other_id, name_key, sum(played), sum(won) FROM pair_tally GROUP BY 1, 2, 3, 4, 5"
    )
