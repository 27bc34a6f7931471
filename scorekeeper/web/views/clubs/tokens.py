"""The tokens of a club for programs, for its owners: making and revoking them."""

from flask import Blueprint, flash, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import tokens
from scorekeeper.clubs.tokens import SCOPES, Made
from scorekeeper.i18n import _
from scorekeeper.store.models import db
from scorekeeper.store.token_models import ClubToken
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.once import once
from scorekeeper.web.rate_limits import limiter
from scorekeeper.web.saving import Page, saving, to

bp = Blueprint("tokens", __name__, url_prefix="/c/<club>/tokens")

CHANGES = "30 per minute"


@bp.get("")
@of_club("owner")
def show(visit: Visit) -> str:
    """The club's tokens with their last use, and the form for another one."""
    return _page(visit, PlainForm())


def _page(visit: Visit, form: PlainForm, made: Made | None = None) -> str:
    rows = tokens.tokens_of(visit.club)
    chosen = request.form.getlist("scopes") or [tokens.READ]
    may_make = len(rows) < tokens.MOST
    return render_template(
        "clubs/tokens.html",
        visit=visit,
        form=form,
        chosen=chosen,
        tokens=rows,
        made=made,
        scopes=SCOPES,
        may_make=may_make,
        longest=tokens.LONGEST,
    )


@bp.post("")
@limiter.limit(CHANGES)
@once
@of_club("owner", confirmed=True)
@saving(_page)
def make(visit: Visit, form: PlainForm) -> Page:
    """POST: makes a token; the response shows its secret, once. 422 if refused."""
    made = tokens.make(visit.club, form.text("name"), request.form.getlist("scopes"))
    visit.note("token", name=made.token.name)
    return _page(visit, PlainForm(), made), 201


@bp.post("/<int:number>/revoke")
@limiter.limit(CHANGES)
@of_club("owner", ClubToken)
def revoke(visit: Visit, token: ClubToken) -> AnyResponse:
    """POST: revokes a token at once; redirects."""
    visit.note("no_token", name=token.name)
    tokens.revoke(token)
    db.session.commit()
    flash(_("Token revoked."))
    return to("tokens.show", club=visit.club.slug)
