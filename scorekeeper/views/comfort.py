"""How somebody likes the pages: colours, the hand that holds the phone, a screen that stays awake, a tick that is felt.

Kept in a cookie of this browser's own and rendered by the server, so that it works without scripts and never flickers.
"""

from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.base import _

bp = Blueprint("comfort", __name__)

COOKIE = "comfort"
YEAR = 31_536_000  # seconds
# What can be chosen; the first of each is so by itself and is not kept.
CHOICES = {
    "theme": [
        ("", _("As this device")),
        ("light", _("Light")),
        ("dark", _("Dark")),
        ("oled", _("Black")),
        ("sun", _("Full sun")),
    ],
    "hand": [("", _("Right hand")), ("left", _("Left hand"))],
    "awake": [("", _("Stays awake")), ("off", _("May go dark"))],
    "tick": [("", _("Can be felt")), ("off", _("Silent"))],
}
TITLES = {
    "theme": _("Colours"),
    "hand": _("The phone is held in the"),
    "awake": _("The screen at a match"),
    "tick": _("A hand that is saved"),
}


@bp.app_context_processor
def chosen() -> dict[str, object]:
    """For every page: `theme`, and `comfort` with all that was chosen."""
    comfort = _kept()
    return {"theme": comfort.get("theme"), "comfort": comfort}


@bp.get("/settings")
def show() -> str:
    """The choices."""
    return render_template(
        "comfort/settings.html", choices=CHOICES, titles=TITLES, kept=_kept(), back=_back(request.args.get("back", ""))
    )


@bp.post("/settings")
def keep() -> Response:
    """Keep what was chosen, and go back to where it was asked for."""
    back = _back(request.form.get("back", ""))
    response = redirect(back, 303)
    wanted = _known(request.form)
    if wanted:
        response.set_cookie(COOKIE, urlencode(wanted), max_age=YEAR, samesite="Lax", secure=request.is_secure)
    else:
        response.delete_cookie(COOKIE)
    return response


def _kept() -> dict[str, str]:
    return _known(dict(parse_qsl(request.cookies.get(COOKIE, "")[:200])))


def _known(wanted: "dict[str, str]") -> dict[str, str]:
    """Of what is wanted, what can be chosen and is not so by itself."""
    return {name: wanted[name] for name, known in CHOICES.items() if wanted.get(name) in dict(known[1:])}


def _back(path: str) -> str:
    """An address of ours; the first page where it is none."""
    ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and "\\" not in path
    return path if ours else url_for("home.index")
