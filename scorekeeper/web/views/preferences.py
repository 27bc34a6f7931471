"""How somebody likes the pages: colours, the hand that holds the phone, a screen that stays awake, a tick that is felt.

Kept in a cookie of this browser's own and rendered by the server, so that it works without scripts and never flickers.
Whoever is logged in can also choose a language here, which is kept with the account.
"""

from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.clubs import accounts
from scorekeeper.games.engine.base import _
from scorekeeper.i18n import forget_choice, known
from scorekeeper.store.models import db
from scorekeeper.web.redirects import own_path
from scorekeeper.web.views.clubs.signed_in import signed_in

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
        "comfort/settings.html",
        choices=CHOICES,
        titles=TITLES,
        kept=_kept(),
        account=signed_in(),
        back=_back(request.args.get("back", "")),
    )


@bp.post("/settings")
def keep() -> Response:
    """Keep what was chosen, and go back to where it was asked for."""
    back = _back(request.form.get("back", ""))
    _keep_language(request.form.get("language"))
    response = redirect(back, 303)
    wanted = _known(request.form)
    if wanted:
        response.set_cookie(COOKIE, urlencode(wanted), max_age=YEAR, samesite="Lax", secure=request.is_secure)
    else:
        response.delete_cookie(COOKIE)
    return response


def _keep_language(wanted: str | None) -> None:
    """Keep a language with the account. One that was chosen on this phone gives way, so that it is seen at once."""
    account = signed_in() if wanted is not None else None
    if account and wanted is not None and known(wanted) != account.language:
        accounts.choose_language(account, wanted)
        db.session.commit()
        forget_choice()


def _kept() -> dict[str, str]:
    return _known(dict(parse_qsl(request.cookies.get(COOKIE, "")[:200])))


def _known(wanted: "dict[str, str]") -> dict[str, str]:
    """Of what is wanted, what can be chosen and is not so by itself."""
    return {name: wanted[name] for name, known in CHOICES.items() if wanted.get(name) in dict(known[1:])}


def _back(path: str) -> str:
    """Where to go back to: a page of this server, else the first one."""
    return own_path(path) or url_for("home.index")
