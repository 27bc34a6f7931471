"""Run by Alembic: applies migrations on the connection of `scorekeeper.store.upgrade`, in one transaction."""

from alembic import context

import scorekeeper.store.club_models
import scorekeeper.store.sum_models
import scorekeeper.store.token_models
import scorekeeper.store.tournament_models
import scorekeeper.store.webhook_models  # noqa: F401 (all imported for the tables that they define)
from scorekeeper.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite cannot alter columns, so Alembic copies the table
    compare_type=True,
    on_version_apply=context.config.attributes.get("applied"),
)
with context.begin_transaction():
    context.run_migrations()
