"""A club's president is printed on its papers."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    op.add_column("club", sa.Column("president", sa.String(40), nullable=False, server_default=""))
