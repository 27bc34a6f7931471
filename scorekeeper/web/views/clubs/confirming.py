"""The page for confirming the password or a passkey."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.web import confirming
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.public_address import own_path
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.visitors import this_session

bp = Blueprint("confirming", __name__)


@bp.get("/confirm")
def ask() -> AnyResponse | str:
    """The page for confirming the password or a passkey again; `next` is the page to continue to."""
    next_page = _next_address()
    if this_session() is None:
        return to("sign_in.log_in", next=next_page)
    return _again(PlainForm())


def _again(form: PlainForm) -> str:
    return confirming.page(form, _next_address())


@bp.post("/confirm")
@saving(_again)
def confirm(form: PlainForm) -> Page:
    """POST: checks the password or passkey and redirects to `next`; 422 if it is wrong."""
    next_page, begun = _next_address(), this_session()
    if begun is None:
        return to("sign_in.log_in", next=next_page)
    confirming.confirm(begun, form)
    return redirect(next_page, code=303)


def _next_address() -> str:
    return own_path(request.args.get("next", "")) or url_for("account.show")
