"""Serves this checkout while somebody works on it (`make dev`): an invented club, log-in by one tap, reload on change.

The page that logs in is made here, outside the package: no server of `scorekeeper serve` can have it. This server
listens on 127.0.0.1 and answers to no other name. Its data are in `instance/dev`; delete that folder to begin again.
"""

import os
import secrets
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

from flask import Blueprint, Flask, redirect, render_template_string, url_for
from sqlalchemy import select
from werkzeug.serving import is_running_from_reloader, run_simple
from werkzeug.wrappers import Response

from scorekeeper.app import create_app
from scorekeeper.cli.job_worker import working
from scorekeeper.clubs import accounts
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db, now
from scorekeeper.web.sessions import sign_in
from scorekeeper.web.visitors import this_session

HOST = "127.0.0.1"
FOLDER = Path(__file__).parents[1] / "instance" / "dev"
MATCHES = 60
PAGE = """{% extends "base.html" %}{% from "clubs/_fields.html" import csrf %}{% block title %}Log in{% endblock %}
{% block main %}<h1>Log in as</h1>
{% for role in roles %}<form class="stack" method="post" action="{{ url_for('dev.log_in', role=role) }}">{{ csrf() }}
<button class="button wide">{{ role.title() }}</button></form>{% endfor %}{% endblock %}"""

bp = Blueprint("dev", __name__, url_prefix="/dev")


@bp.get("/")
def choose() -> str:
    """A button for each role."""
    return render_template_string(PAGE, roles=accounts.ROLES)


@bp.post("/<any(member, scorer, owner):role>")
def log_in(role: str) -> Response:
    """Logs in as the club's member of this name; no page asks this session for a password."""
    club = db.session.scalars(select(Club).order_by(Club.id)).first()
    assert club is not None  # noqa: S101 (`fill` made it)
    account = accounts.find_account(role) or accounts.create_account(role, role.title(), secrets.token_urlsafe())
    accounts.join(club, account, role)
    sign_in(account)
    begun = this_session()
    assert begun is not None  # noqa: S101 (it has just begun)
    begun.confirmed_at = now() + timedelta(days=365)
    db.session.commit()
    return redirect(url_for("club.show", club=club.slug), code=303)


def application() -> Flask:
    """Returns the application with the page that logs in."""
    app = create_app({"NAMES": (HOST,)})
    app.register_blueprint(bp)
    return app


def fill() -> None:
    """Fills the database if it is new, or else migrates it."""
    is_new = not FOLDER.exists()
    command = ["demo", "--evening", "--matches", str(MATCHES)] if is_new else ["db", "upgrade"]
    environment = {**os.environ, "SCOREKEEPER_PASSWORD": secrets.token_urlsafe()}
    subprocess.run([sys.executable, "-m", "scorekeeper", *command], check=True, env=environment)


def main() -> None:
    """Serves until Ctrl-C; the reloader runs this once more in a child, and again after each change."""
    port = int(sys.argv[1])
    os.environ |= {"SCOREKEEPER_INSTANCE": str(FOLDER), "FLASK_DEBUG": "1"}
    os.environ.pop("DATABASE_URL", None)
    if not is_running_from_reloader():
        fill()
        print(f"Log in at http://{HOST}:{port}/dev/")
    with working(is_running_from_reloader()):
        run_simple(HOST, port, application(), use_reloader=True, threaded=True)


if __name__ == "__main__":
    main()
