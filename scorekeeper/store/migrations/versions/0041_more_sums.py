"""Each player's last rating and outcomes of a year beside the sums of a game, and the number of matches of each game.

Sums of months become sums of half months, months and quarters.

An index has the most frequent partners and opponents of a player in order. The indexes of players have no guests, for
whom SQLite would otherwise use them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"

BEGIN = {"sqlite": "({year} || '-01-01')", "postgresql": "make_timestamptz({year}, 1, 1, 0, 0, 0, 'UTC')"}

ORDER = ("result.played_at", "result.match_id", "result.won", "result.lost")


def upgrade() -> None:
    _store_ratings_and_outcomes()
    op.create_table(
        "game_tally",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_game_tally_club_id_club")),
        sa.PrimaryKeyConstraint("club_id", "year", "game", name=op.f("pk_game_tally")),
    )
    _count_games()
    frequent = ["player_id", "year", "beside", "played", "other_id"]
    op.create_index("ix_pair_tally_frequent", "pair_tally", frequent)
    _leave_out_guests()
    _add_up_spans()


def _store_ratings_and_outcomes() -> None:
    op.add_column("tally", sa.Column("rating", sa.Integer(), nullable=True))
    op.add_column("tally", sa.Column("outcomes", sa.Text(), nullable=False, server_default=""))
    dialect = op.get_bind().dialect.name
    first, next_year = (BEGIN[dialect].format(year=year) for year in ("tally.year", "(tally.year + 1)"))
    in_year = f"AND result.played_at >= {first} AND result.played_at < {next_year} "
    newest = ", ".join(f"{column} DESC" for column in (*ORDER, "result.rating"))
    of_game = "WHERE result.player_id = tally.player_id AND result.game = tally.game "
    for year, within in (("= 0", ""), ("> 0", in_year)):
        op.execute(
            f"UPDATE tally SET rating = (SELECT result.rating FROM result {of_game}{within}"  # noqa: S608 (constants only)
            f"ORDER BY {newest} LIMIT 1) WHERE game <> '' AND year {year}"
        )
    letters = "group_concat(letter, '')" if dialect == "sqlite" else "string_agg(letter, '')"
    letter = "CASE WHEN result.won = 1 THEN 'W' WHEN result.lost = 1 THEN 'L' ELSE 'D' END AS letter"
    for game, of in (("= ''", "WHERE result.player_id = tally.player_id "), ("<> ''", of_game)):
        op.execute(
            f"UPDATE tally SET outcomes = coalesce((SELECT {letters} FROM (SELECT {letter} FROM result {of}{in_year}"  # noqa: S608
            f"ORDER BY {', '.join(ORDER)}) AS in_order), '') WHERE game {game} AND year > 0"
        )


def _count_games() -> None:
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    year = "strftime('%Y', played_at)" if on_sqlite else "extract(year FROM played_at AT TIME ZONE 'UTC')"
    for key in (f"CAST({year} AS INTEGER)", "0"):
        op.execute(
            "INSERT INTO game_tally (club_id, year, game, played) "  # noqa: S608 (constants only)
            f"SELECT club_id, {key}, game, count(*) FROM result WHERE seat = 0 GROUP BY 1, 2, 3"
        )


def _leave_out_guests() -> None:
    players = sa.text("player_id IS NOT NULL")
    sums = ["won", "lost", "games", "points_for", "points_against"]
    for name, columns in (
        ("ix_result_player", ["player_id", "game", "played_at", "match_id"]),
        ("ix_result_in_order", ["player_id", "played_at", "match_id", "game"]),
    ):
        op.drop_index(name, "result")
        op.create_index(name, "result", [*columns, *sums], sqlite_where=players, postgresql_where=players)


SUMS = ("played", "won", "lost", "games")


def _add_up_spans() -> None:
    """Replaces `month_tally` by `span_tally`."""
    op.create_table(
        "span_tally",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("club_id", "span", "player_id", *SUMS)),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_span_tally_club_id_club")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_span_tally_player_id_player")),
        sa.PrimaryKeyConstraint("club_id", "span", "player_id", name=op.f("pk_span_tally")),
        sqlite_with_rowid=False,
    )
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    day = "strftime('%Y%m%d', played_at)" if on_sqlite else "to_char(played_at AT TIME ZONE 'UTC', 'YYYYMMDD')"
    month = f"CAST(substr({day}, 1, 6) AS INTEGER)"
    sums = ", ".join(f"sum({name})" for name in SUMS[1:])
    for span in (
        f"{month} * 10 + CASE WHEN substr({day}, 7) < '16' THEN 1 ELSE 2 END",
        month,
        f"{month} / 100 * 10 + ({month} % 100 + 2) / 3",
    ):
        op.execute(
            f"INSERT INTO span_tally (club_id, span, player_id, {', '.join(SUMS)}) "  # noqa: S608 (constants only)
            f"SELECT club_id, {span}, player_id, count(*), {sums} FROM result "
            "WHERE player_id IS NOT NULL GROUP BY 1, 2, 3"
        )
    op.drop_table("month_tally")
