"""A sitting keeps the idempotency key of the write that opened it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("sitting", sa.Column("key", sa.String(64)))
    op.create_index(op.f("ix_sitting_key"), "sitting", ["key"], unique=True)
