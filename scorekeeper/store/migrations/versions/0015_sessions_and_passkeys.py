"""Sessions, passkeys and recovery codes have rows of their own; everybody has to log in again."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

MOMENT = sa.DateTime(timezone=True)


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f(f"fk_{table}_account_id_account"))


def upgrade() -> None:
    op.drop_column("account", "stamp")
    op.add_column("account", sa.Column("passkey_too", sa.Boolean(), nullable=False, server_default=sa.false()))
    _sign_ins()
    _passkeys()


def _sign_ins() -> None:
    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("network", sa.String(40), nullable=False),
        *(sa.Column(name, MOMENT, nullable=False) for name in ("began_at", "seen_at", "confirmed_at")),
        _of_account("sign_in"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("digest", name=op.f("uq_sign_in_digest")),
    )
    op.create_index(op.f("ix_sign_in_account_id"), "sign_in", ["account_id"])
    op.create_index(op.f("ix_sign_in_seen_at"), "sign_in", ["seen_at"])


def _passkeys() -> None:
    op.create_table(
        "passkey",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("credential", sa.LargeBinary(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT, nullable=True),
        _of_account("passkey"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkey")),
        sa.UniqueConstraint("credential", name=op.f("uq_passkey_credential")),
    )
    op.create_index(op.f("ix_passkey_account_id"), "passkey", ["account_id"])
    op.create_table(
        "recovery_code",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        _of_account("recovery_code"),
        sa.PrimaryKeyConstraint("account_id", "digest", name=op.f("pk_recovery_code")),
    )
