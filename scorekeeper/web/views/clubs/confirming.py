"""The page for confirming the password or a passkey."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games.engine.base import Refusal
from scorekeeper.web import confirming
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.public_address import own_path
from scorekeeper.web.visitors import this_session

bp = Blueprint("confirming", __name__)


@bp.get("/confirm")
def ask() -> AnyResponse | str:
    """The page for confirming the password or a passkey again; `next` is the page to continue to."""
    next_page = _next_address()
    if this_session() is None:
        return redirect(url_for("sign_in.log_in", next=next_page), code=303)
    return confirming.page(PlainForm(), next_page)


@bp.post("/confirm")
def confirm() -> AnyResponse | tuple[str, int]:
    """POST: checks the password or passkey and redirects to `next`; 422 if it is wrong."""
    next_page, begun = _next_address(), this_session()
    if begun is None:
        return redirect(url_for("sign_in.log_in", next=next_page), code=303)
    form = PlainForm(request.form)
    try:
        confirming.confirm(begun, form)
    except Refusal as refusal:
        form.refuse(refusal)
        return confirming.page(form, next_page), 422
    return redirect(next_page, code=303)


def _next_address() -> str:
    return own_path(request.args.get("next", "")) or url_for("account.show")
