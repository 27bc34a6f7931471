"""The tokens of a club for programs, for its owners: making and revoking them."""

from flask import Blueprint, render_template, request

from scorekeeper.clubs import tokens
from scorekeeper.clubs.tokens import SCOPES, Made
from scorekeeper.i18n import _
from scorekeeper.store.token_models import ClubToken
from scorekeeper.web.club_keys import changing, making
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.saving import Page

bp = Blueprint("tokens", __name__, url_prefix="/c/<club>/tokens")


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
@making(_page)
def make(visit: Visit, form: PlainForm) -> Page:
    """POST: makes a token; the response shows its secret, once. 422 if refused."""
    made = tokens.make(visit.club, form.text("name"), request.form.getlist("scopes"))
    visit.note("token", name=made.token.name)
    return _page(visit, PlainForm(), made), 201


@bp.post("/<int:number>/revoke")
@changing("tokens.show", ClubToken)
def revoke(visit: Visit, token: ClubToken) -> str:
    """POST: revokes a token at once; redirects."""
    visit.note("no_token", name=token.name)
    tokens.revoke(token)
    return _("Token revoked.")
