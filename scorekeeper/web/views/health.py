"""The health check for load balancers, containers and service managers."""

import time
from collections.abc import Callable
from typing import TypeVar, cast

from flask import Blueprint, Response, current_app, jsonify
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import __version__
from scorekeeper.game_folders import LEFT_OUT
from scorekeeper.jobs.queue_file import queue_file, state_of
from scorekeeper.store.database import has_room, takes_writes, written_folders
from scorekeeper.store.models import db

bp = Blueprint("health", __name__)
Result = TypeVar("Result")

PROBE_HOLDS = 5.0  # seconds for which a result is reused, so that frequent checks cost little


@bp.get("/healthz")
def healthz() -> tuple[Response, int]:
    """200 if the database answers, has its tables, accepts writes and its disks have room; else 503.

    `queue` is the state of the queue's file: `ok`, `damaged` until it is replaced, then `replaced`. `games_left_out` is
    the number of games from packages that are not listed; `scorekeeper doctor` says why.
    """
    try:
        revision = db.session.scalar(text("SELECT version_num FROM alembic_version"))
        writable = takes_writes(db.session.connection()) and _disks_have_room()
    except SQLAlchemyError:
        return jsonify(status="no database", version=__version__), 503
    if not writable:
        return jsonify(status="cannot write", version=__version__, schema=revision), 503
    file = queue_file(current_app.config)
    queue = {"queue": _cached_result("queue", lambda: state_of(file))} if file is not None else {}
    left_out = {"games_left_out": len(LEFT_OUT)} if LEFT_OUT else {}
    return jsonify(status="ok", version=__version__, schema=revision, **queue, **left_out), 200


def _disks_have_room() -> bool:
    """True if test files could be written next to the database and in the instance folder."""
    folders = written_folders(db.engine.url, current_app.instance_path)
    return _cached_result("room", lambda: all(map(has_room, folders)))


def _cached_result(name: str, check: Callable[[], Result]) -> Result:
    """Returns the result of a check, which is reused for PROBE_HOLDS seconds."""
    key = f"scorekeeper-health-{name}"
    checked_at, result = current_app.extensions.get(key, (-PROBE_HOLDS, None))
    if time.monotonic() - checked_at >= PROBE_HOLDS:
        result = check()
        current_app.extensions[key] = (time.monotonic(), result)
    return cast(Result, result)
