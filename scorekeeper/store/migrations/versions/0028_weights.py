"""A part of a championship has a weight, by which its points are multiplied."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.add_column("series_part", sa.Column("weight", sa.Double(), server_default="1", nullable=False))
