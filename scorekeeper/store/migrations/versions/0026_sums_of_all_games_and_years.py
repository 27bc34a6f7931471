"""Results of all games and of all years summed by player, so that standings read one row for each player."""

from alembic import op

revision = "0026"
down_revision = "0025"

SUMS = ("played", "won", "lost", "games", "points_for", "points_against")


def upgrade() -> None:
    op.create_index("ix_tally_player", "tally", ["player_id", "game", "year"])
    op.execute("DELETE FROM tally WHERE year = 0 OR game = ''")  # none, unless a newer version filled the table
    sums = ", ".join(f"sum({name})" for name in SUMS)
    for game, year, by in (("''", "year", "year"), ("game", "0", "game")):
        op.execute(
            f"INSERT INTO tally (club_id, game, year, player_id, {', '.join(SUMS)}) "  # noqa: S608 (constants only)
            f"SELECT club_id, {game}, {year}, player_id, {sums} FROM tally GROUP BY club_id, {by}, player_id"
        )
