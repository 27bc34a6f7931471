"""The guide for players, organisers, operators and developers (scorekeeper/web/guide.py)."""

from flask import Blueprint, abort, render_template, url_for

from scorekeeper.i18n import current_locale
from scorekeeper.web import guide

bp = Blueprint("help", __name__, url_prefix="/help")


@bp.get("/")
def contents() -> str:
    """The contents of the guide."""
    return _page(guide.CONTENTS)


@bp.get("/<name>")
def page(name: str) -> str:
    """A page of the guide; 404 if there is none of that name."""
    return _page(name) if name in guide.names() - {guide.CONTENTS} else abort(404)


def _page(name: str) -> str:
    roots = guide.Roots(url_for("help.contents"), url_for("static", filename=""))
    return render_template("help/page.html", page=guide.page(name, current_locale(), roots))
