"""Whether the application can do its work: for a load balancer, a container or a service manager to ask."""

from flask import Blueprint, Response, jsonify
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import __version__
from scorekeeper.store.models import db

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> tuple[Response, int]:
    """200 when the database answers and has its tables, 503 otherwise."""
    try:
        revision = db.session.scalar(text("SELECT version_num FROM alembic_version"))
    except SQLAlchemyError:
        return jsonify(status="no database", version=__version__), 503
    return jsonify(status="ok", version=__version__, schema=revision), 200
