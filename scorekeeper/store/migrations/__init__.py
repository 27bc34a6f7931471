"""Alembic's migrations, one file for each revision in `versions/`; a released migration is never changed."""

HEAD = "0047"  # the newest revision; named here so that Alembic is only imported when there is something to do
