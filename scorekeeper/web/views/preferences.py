"""Settings of one browser: theme, hand that holds the phone, screen, vibration, sound and voice.

They are stored in a cookie and rendered by the server, so they work without scripts and pages do not flicker. Users who
are logged in can also choose the language of their account.
"""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, current_app, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.clubs import accounts
from scorekeeper.games.engine.base import N_
from scorekeeper.i18n import forget_choice, locale_of
from scorekeeper.store.models import db
from scorekeeper.web.assets import YEAR
from scorekeeper.web.public_address import own_path
from scorekeeper.web.sessions import sign_out
from scorekeeper.web.visitors import COMFORT, signed_in

bp = Blueprint("preferences", __name__)

# The choices; the first of each is the default and is not stored.
CHOICES = {
    "theme": [
        ("", N_("As this device")),
        ("light", N_("Light")),
        ("dark", N_("Dark")),
        ("oled", N_("Black")),
        ("sun", N_("Full sun")),
    ],
    "hand": [("", N_("Right hand")), ("left", N_("Left hand"))],
    "awake": [("", N_("Stays on")), ("off", N_("May switch off"))],
    "tick": [("", N_("On")), ("off", N_("Off"))],
    "sound": [("", N_("Off")), ("on", N_("On"))],
    "voice": [("", N_("Off")), ("on", N_("On"))],
}
TITLES = {
    "theme": N_("Colours"),
    "hand": N_("Which hand holds the phone?"),
    "awake": N_("Screen during a match"),
    "tick": N_("Vibrate when a hand is saved"),
    "sound": N_("Sound"),
    "voice": N_("Say the score after each hand"),
}


@bp.app_context_processor
def chosen() -> dict[str, object]:
    """Template context: `theme`, and `comfort` with all stored choices."""
    stored = _stored_settings()
    return {"theme": stored.get("theme"), "comfort": stored}


@bp.get("/settings")
def show() -> str:
    """The settings form; `?back=` is the page to return to."""
    return render_template(
        "preferences/settings.html",
        choices=CHOICES,
        titles=TITLES,
        stored=_stored_settings(),
        account=signed_in(),
        back=_back(request.args.get("back", "")),
    )


@bp.post("/settings")
def save() -> Response:
    """POST: stores the settings in the cookie, the language in the account; redirects to the previous page."""
    back = _back(request.form.get("back", ""))
    _save_language(request.form.get("language"))
    response = redirect(back, 303)
    values = _valid(request.form)
    if values:
        cookie = urlencode(values)
        response.set_cookie(COMFORT, cookie, YEAR, path=_here(), samesite="Lax", secure=request.is_secure)
    else:
        response.delete_cookie(COMFORT, path=_here())
    return response


@bp.get("/settings/forget")
def ask_forget() -> str:
    """The confirmation page for deleting all data in this browser."""
    return render_template("preferences/forget.html")


@bp.post("/settings/forget")
def forget() -> Response:
    """POST: ends the session, deletes the cookies and sends Clear-Site-Data, which needs https but no scripts."""
    sign_out()
    session.clear()
    response = make_response(render_template("preferences/forgotten.html"))
    for name in request.cookies:
        response.delete_cookie(name, path=_here())
    response.headers["Clear-Site-Data"] = '"cache", "cookies", "storage"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _here() -> str:
    """Returns the path that this server's cookies are set for."""
    return current_app.config["SESSION_COOKIE_PATH"] or "/"


def _save_language(wanted: str | None) -> None:
    """Stores the language in the account, and deletes it from the session, where it would take precedence."""
    account = signed_in() if wanted is not None else None
    if account and wanted is not None and locale_of(wanted) != account.language:
        accounts.choose_language(account, wanted)
        db.session.commit()
        forget_choice()


def _stored_settings() -> dict[str, str]:
    return _valid(dict(parse_qsl(request.cookies.get(COMFORT, "")[:200])))


def _valid(values: Mapping[str, str]) -> dict[str, str]:
    """Returns the values that are valid and not the default."""
    return {name: values[name] for name, choices in CHOICES.items() if values.get(name) in dict(choices[1:])}


def _back(path: str) -> str:
    """Returns the path if it is one of this server, else the address of the home page."""
    return own_path(path) or url_for("home.index")
