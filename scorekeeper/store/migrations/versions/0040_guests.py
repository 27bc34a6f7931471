"""The index of guests has only guests, and their names as written: pages read one row of each guest they name."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    op.drop_index("ix_result_guest", "result")
    guests = sa.text("player_id IS NULL")
    columns = ["club_id", "name_key", "played_at", "name"]
    op.create_index("ix_result_guest", "result", columns, sqlite_where=guests, postgresql_where=guests)
