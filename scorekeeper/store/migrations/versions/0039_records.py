"""Highlights of matches, wins of partners by game, and streaks of wins, for the records of a club.

Partners and streaks are counted here; highlights are added when the club's pages are next opened.
"""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    op.add_column("club", sa.Column("highlights_from", sa.Integer(), nullable=True))
    op.execute("UPDATE club SET highlights_from = 0 WHERE id IN (SELECT club_id FROM result)")
    _create_tables()
    _count_partners()
    op.add_column("result", sa.Column("streak", sa.Integer(), nullable=False, server_default="0"))
    _count_streaks()
    _create_indexes()


def _create_tables() -> None:
    op.create_table(
        "match_highlight",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=True),
        sa.Column("hand", sa.Integer(), nullable=False),
        *(
            sa.ForeignKeyConstraint([f"{of}_id"], [f"{of}.id"], name=op.f(f"fk_match_highlight_{of}_id_{of}"))
            for of in ("match", "club")
        ),
        sa.PrimaryKeyConstraint("match_id", "kind", name=op.f("pk_match_highlight")),
    )
    keys = {"club_id": "club", "player_id": "player", "other_id": "player"}
    op.create_table(
        "partner_tally",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("year", "player_id", "other_id", "played", "won")),
        *(
            sa.ForeignKeyConstraint([key], [f"{of}.id"], name=op.f(f"fk_partner_tally_{key}_{of}"))
            for key, of in keys.items()
        ),
        sa.PrimaryKeyConstraint("club_id", "game", "year", "player_id", "other_id", name=op.f("pk_partner_tally")),
    )


def _count_partners() -> None:
    """Counts the partners of the existing results."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    year = "strftime('%Y', mine.played_at)" if on_sqlite else "extract(year FROM mine.played_at AT TIME ZONE 'UTC')"
    into = "INSERT INTO partner_tally (club_id, game, year, player_id, other_id, played, won) "
    op.execute(
        f"{into}SELECT mine.club_id, mine.game, CAST({year} AS INTEGER), mine.player_id, other.player_id, "  # noqa: S608 (constants only)
        "count(*), sum(mine.won) FROM result AS mine JOIN result AS other ON other.match_id = mine.match_id "
        "AND other.side = mine.side AND other.player_id > mine.player_id GROUP BY 1, 2, 3, 4, 5"
    )
    op.execute(
        f"{into}SELECT club_id, game, 0, player_id, other_id, sum(played), sum(won) FROM partner_tally "  # noqa: S608 (constants only)
        "GROUP BY 1, 2, 4, 5"
    )


def _count_streaks() -> None:
    """Counts the wins in a row after each result: those since the player's last match in the game without a win."""
    op.execute(
        "WITH ordered AS (SELECT match_id, seat, player_id, game, played_at, won, sum(1 - won) OVER ("
        "PARTITION BY player_id, game ORDER BY played_at, match_id, seat) AS breaks "
        "FROM result WHERE player_id IS NOT NULL), "
        "counted AS (SELECT match_id, seat, sum(won) OVER (PARTITION BY player_id, game, breaks "
        "ORDER BY played_at, match_id, seat) AS streak FROM ordered) "
        "UPDATE result SET streak = counted.streak FROM counted "
        "WHERE counted.match_id = result.match_id AND counted.seat = result.seat AND counted.streak > 0"
    )


def _create_indexes() -> None:
    best = ["club_id", "game", "kind", "value", "played_at", "match_id"]
    op.create_index("ix_match_highlight_best", "match_highlight", best)
    partners = [
        "club_id",
        "game",
        "year",
        "won",
        "played",
        "player_id",
        "other_id",
    ]
    op.create_index("ix_partner_tally_best", "partner_tally", partners)
    long = sa.text("streak >= 3")
    op.create_index(
        "ix_result_streak",
        "result",
        ["club_id", "game", "streak", "played_at", "match_id"],
        sqlite_where=long,
        postgresql_where=long,
    )
