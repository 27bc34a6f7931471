"""Clubs have an address, the month in which the season begins, a usual game, and paper and language of their sheets."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"

TEXTS = {"address": 80, "usual_preset": 80, "usual_paper": 8, "sheet_language": 8}


def upgrade() -> None:
    for name, longest in TEXTS.items():
        op.add_column("club", sa.Column(name, sa.String(longest), nullable=False, server_default=""))
    op.add_column("club", sa.Column("season_month", sa.Integer(), nullable=False, server_default="1"))
