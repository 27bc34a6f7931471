"""A club's logo: uploaded by owners, shown to members."""

from flask import Blueprint, Response, abort, current_app, flash, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import logos
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.rate_limits import limiter
from scorekeeper.web.request_limits import LARGEST_LOGO, allow_large_form
from scorekeeper.web.views.clubs.access import load_club
from scorekeeper.web.views.clubs.front import front_page

bp = Blueprint("logo", __name__, url_prefix="/c/<club>")

PICTURES = "10 per minute; 60 per hour"


@bp.get("/logo.png")
def show(club: str) -> Response:
    """The picture; its address changes with its content (`?v=`), so browsers may cache it."""
    found = logos.logo_of(load_club(club).club) or abort(404)
    response = current_app.response_class(found.picture, mimetype="image/png")
    response.headers["Cache-Control"] = "private, max-age=86400"
    response.set_etag(found.digest)
    response.make_conditional(request)
    return response


@bp.post("/logo")
@limiter.limit(PICTURES)
def save(club: str) -> AnyResponse | tuple[str, int]:
    """Replace the logo, or remove it (`drop`)."""
    visit = load_club(club, "owner")
    allow_large_form(LARGEST_LOGO)
    if "drop" in request.form:
        logos.remove_logo(visit.club)
    else:
        sent = request.files.get("logo")
        try:
            logos.set_logo(visit.club, sent.read(logos.LARGEST + 1) if sent else b"")
        except Refusal as refusal:
            db.session.rollback()
            form = PlainForm(request.form)
            form.refuse(refusal)
            return front_page(load_club(club, "owner"), form), 422
    db.session.commit()
    flash(_("Logo removed.") if "drop" in request.form else _("Logo saved."))
    return redirect(url_for("club.show", club=visit.club.slug), code=303)
