"""Forms that make something are remembered for some minutes, with their answers."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    op.create_table(
        "sent_form",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sent_form")),
    )
