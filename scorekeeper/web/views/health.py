"""The health check for load balancers, containers and service managers."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

from flask import Blueprint, Response, current_app, jsonify
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import __version__
from scorekeeper.jobs.queue_file import queue_file, state_of
from scorekeeper.store.models import db

bp = Blueprint("health", __name__)
Result = TypeVar("Result")

PROBE = b"0" * 8_192  # bytes: two database pages
PROBE_HOLDS = 5.0  # seconds for which a result is reused, so that frequent checks cost little


@bp.get("/healthz")
def healthz() -> tuple[Response, int]:
    """200 if the database answers, has its tables, accepts writes and its disks have room; else 503.

    `queue` is the state of the queue's file: `ok`, `damaged` until it is replaced, then `replaced`.
    """
    try:
        revision = db.session.scalar(text("SELECT version_num FROM alembic_version"))
        writable = _takes_writes() and _disks_have_room()
    except SQLAlchemyError:
        return jsonify(status="no database", version=__version__), 503
    if not writable:
        return jsonify(status="cannot write", version=__version__, schema=revision), 503
    file = queue_file(current_app.config)
    queue = {"queue": _cached_result("queue", lambda: state_of(file))} if file is not None else {}
    return jsonify(status="ok", version=__version__, schema=revision, **queue), 200


def _takes_writes() -> bool:
    """True if the database accepts writes; a PostgreSQL standby or read-only server does not."""
    if db.engine.dialect.name == "sqlite":
        return not db.session.scalar(text("PRAGMA query_only"))
    return str(db.session.scalar(text("SHOW transaction_read_only"))) == "off"


def _disks_have_room() -> bool:
    """True if test files could be written next to the database and in the instance folder."""
    file = db.engine.url.database if db.engine.dialect.name == "sqlite" else None
    folders = {current_app.instance_path, *([str(Path(file).parent)] if file else [])}
    return _cached_result("room", lambda: all(_has_room(folder) for folder in folders))


def _cached_result(name: str, check: Callable[[], Result]) -> Result:
    """Returns the result of a check, which is reused for PROBE_HOLDS seconds."""
    key = f"scorekeeper-health-{name}"
    checked_at, result = current_app.extensions.get(key, (-PROBE_HOLDS, None))
    if time.monotonic() - checked_at >= PROBE_HOLDS:
        result = check()
        current_app.extensions[key] = (time.monotonic(), result)
    return cast(Result, result)


def _has_room(folder: str) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(PROBE)
            probe.flush()
    except OSError:
        return False
    return True
