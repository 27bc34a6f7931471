"""An evening may be decided by the best of so many matches."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("sitting", sa.Column("best_of", sa.Integer(), nullable=False, server_default="0"))
