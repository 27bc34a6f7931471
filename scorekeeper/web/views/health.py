"""The health check for load balancers, containers and service managers."""

from flask import Blueprint, Response, jsonify
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import __version__
from scorekeeper.store.models import db

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> tuple[Response, int]:
    """200 where the database answers and has its tables, else 503."""
    try:
        revision = db.session.scalar(text("SELECT version_num FROM alembic_version"))
    except SQLAlchemyError:
        return jsonify(status="no database", version=__version__), 503
    return jsonify(status="ok", version=__version__, schema=revision), 200
