"""Background jobs with their files, and counts of rate limits."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

LENGTHS = {"kind": 24, "visitor": 32, "role": 8, "title": 200, "name": 120, "mime": 60, "language": 8, "status": 8}
ADDRESSES = {"back": 400, "root": 400}


def upgrade() -> None:
    op.create_table(
        "job",
        sa.Column("number", sa.String(32), nullable=False),
        *(sa.Column(name, sa.String(length), nullable=False) for name, length in (LENGTHS | ADDRESSES).items()),
        *(sa.Column(name, sa.Integer(), nullable=True) for name in ("club_id", "sitting_id")),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("total", "done", "tries")),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("alive_until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_job")),
    )
    op.create_index("ix_job_club_id", "job", ["club_id"])
    op.create_index("ix_job_sitting_id", "job", ["sitting_id"])
    op.create_index("ix_job_status_job_made_at", "job", ["status", "made_at"])
    op.create_table(
        "job_piece",
        sa.Column("job", sa.String(32), nullable=False),
        sa.Column("sent", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["job"], ["job.number"], name=op.f("fk_job_piece_job_job")),
        sa.PrimaryKeyConstraint("job", "sent", "number", name=op.f("pk_job_piece")),
    )
    op.create_table(
        "rate_count",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("ends", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_rate_count")),
    )
