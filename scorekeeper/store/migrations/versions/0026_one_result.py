"""Results say whether an arbiter typed them, and whether they are confirmed; those of nights and tournaments are due.

They are computed again when somebody opens the club's standings.
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.add_column("result", sa.Column("typed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("result", sa.Column("confirmed", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("club", sa.Column("recount_from", sa.Integer(), nullable=True))
    op.add_column("tournament_table", sa.Column("settled", sa.JSON(), nullable=True))
    op.execute(
        "UPDATE club SET recount_from = 0 WHERE id IN (SELECT club_id FROM night) "
        "OR id IN (SELECT club_id FROM tournament)"
    )
