"""Changes store the browser that sent them, matches the digest of the rules that scored them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("change", sa.Column("device", sa.String(16), nullable=True))
    op.add_column("match", sa.Column("rules", sa.String(16), nullable=True))
    op.add_column("match", sa.Column("rescored", sa.Integer(), nullable=True))
