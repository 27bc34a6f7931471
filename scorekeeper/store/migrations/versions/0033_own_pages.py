"""An account in a club may be linked to an entry of the roster."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    with op.batch_alter_table("membership") as batch:
        batch.add_column(sa.Column("player_id", sa.Integer(), nullable=True))
        batch.create_foreign_key(op.f("fk_membership_player_id_player"), "player", ["player_id"], ["id"])
