"""The database's history: one file a step in `versions/`, none ever changed once it was released."""

HEAD = "0024"  # the newest step, so that a start with nothing to do need not load Alembic
