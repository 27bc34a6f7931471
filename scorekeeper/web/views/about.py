"""Pages about this server: the guide, privacy, accessibility, licences, security contact; and the health check."""

import time
from datetime import UTC, date, datetime, timedelta

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, url_for
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import __version__, mail
from scorekeeper.clubs import accounts, webhook_deliveries
from scorekeeper.clubs.tournaments import registrations
from scorekeeper.game_folders import LEFT_OUT
from scorekeeper.i18n import current_locale
from scorekeeper.jobs import orders
from scorekeeper.store.database import has_room, takes_writes, written_folders
from scorekeeper.store.models import db
from scorekeeper.web import assets, at_home, guide, notices, rate_limits
from scorekeeper.web.public_address import public_url_for
from scorekeeper.web.visitors import COMFORT

bp = Blueprint("about", __name__)

ASSESSED = date(2026, 11, 27)  # when docs/wcag.md was last gone through
REPORTS = timedelta(days=180)  # how long a copy of security.txt is valid: RFC 9116 recommends less than a year
help_bp = Blueprint("help", __name__, url_prefix="/help")
health_bp = Blueprint("health", __name__)


def operator() -> dict[str, str]:
    """Returns name, address and e-mail address of the operator; each is empty if it is not set."""
    config = current_app.config
    return {
        "name": config["OPERATOR"],
        "address": config["OPERATOR_ADDRESS"],
        "email": config["OPERATOR_EMAIL"],
    }


@bp.get("/privacy")
def privacy() -> str:
    """The privacy notice: stored data, purposes, durations and recipients, as Art. 13 GDPR requires."""
    return render_template(
        "about/privacy.html", operator=operator(), kept=durations(), comfort_cookie=COMFORT, by_mail=mail.is_on()
    )


def durations() -> dict[str, timedelta]:
    """Returns how long data are kept, by name."""
    return {
        "idle": accounts.IDLE,
        "session": accounts.LONGEST_SESSION,
        **accounts.VALID_FOR,
        "contact": registrations.CONTACTS_KEPT,
        "file": orders.KEPT,
        "delivery": webhook_deliveries.KEPT,
        "network": timedelta(seconds=rate_limits.DAY),
        "backup": timedelta(days=current_app.config["BACKUP_DAYS"]),
        "tables": current_app.permanent_session_lifetime,
        "comfort": timedelta(seconds=assets.YEAR),
        "trust": timedelta(seconds=at_home.TRUSTS_FOR),
    }


@bp.get("/accessibility")
def accessibility() -> str:
    """The accessibility statement: conformance, known limits, contact."""
    return render_template("about/accessibility.html", operator=operator(), assessed=ASSESSED)


@bp.get("/licences")
def licences() -> str:
    """The licences of the application, of the files that it ships and of the packages that it uses."""
    return render_template(
        "about/licences.html", texts=[notices.own_notice(), *notices.vendored()], packages=notices.packages()
    )


@bp.get("/.well-known/security.txt")
def security_txt() -> Response:
    """Where to report vulnerabilities (RFC 9116); 404 if no contact is configured."""
    config = current_app.config
    by_mail = config["OPERATOR_EMAIL"] and f"mailto:{config['OPERATOR_EMAIL']}"
    contact = config["SECURITY_CONTACT"] or by_mail
    if not contact:
        abort(404)
    expires = datetime.now(UTC).replace(microsecond=0, tzinfo=None) + REPORTS
    fields = {
        "Contact": contact,
        "Expires": f"{expires.isoformat()}Z",
        "Preferred-Languages": "en",
        "Canonical": config["PUBLIC_URL"] and public_url_for("about.security_txt"),
        "Policy": config["SECURITY_POLICY"],
    }
    lines = [f"{name}: {value}\n" for name, value in fields.items() if value]
    return Response("".join(lines), mimetype="text/plain")


@help_bp.get("/")
def contents() -> str:
    """The contents of the guide."""
    return _page(guide.CONTENTS)


@help_bp.get("/<name>")
def page(name: str) -> str:
    """A page of the guide; 404 if there is none of that name."""
    return _page(name) if name != guide.CONTENTS else abort(404)


def _page(name: str) -> str:
    if name not in guide.names():
        abort(404)
    roots = guide.Roots(url_for("help.contents"), url_for("static", filename=""))
    return render_template("help/page.html", page=guide.page(name, current_locale(), roots))


ROOM = "scorekeeper-room"
PROBE_HOLDS = 5.0  # seconds for which a result is reused, so that frequent checks cost little


@health_bp.get("/healthz")
def healthz() -> tuple[Response, int]:
    """200 if the database can be read, has its tables, accepts writes and its disks have room; else 503.

    `games_left_out` is the number of games from packages that are not listed; `scorekeeper doctor` has the
    reasons.
    """
    try:
        revision = db.session.scalar(text("SELECT version_num FROM alembic_version"))
        writable = takes_writes(db.session.connection()) and _disks_have_room()
    except SQLAlchemyError:
        return jsonify(status="no database", version=__version__), 503
    if not writable:
        return jsonify(status="cannot write", version=__version__, schema=revision), 503
    left_out = {"games_left_out": len(LEFT_OUT)} if LEFT_OUT else {}
    return jsonify(status="ok", version=__version__, schema=revision, **left_out), 200


def _disks_have_room() -> bool:
    """True if test files could be written next to the database and in the instance folder; reused for PROBE_HOLDS."""
    checked_at, result = current_app.extensions.get(ROOM, (-PROBE_HOLDS, False))
    if time.monotonic() - checked_at >= PROBE_HOLDS:
        result = all(map(has_room, written_folders(db.engine.url, current_app.instance_path)))
        current_app.extensions[ROOM] = (time.monotonic(), result)
    return bool(result)
