"""Saves what a form changes: `saving` commits, or rolls back and shows the form again; `to` redirects afterwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from flask import abort, flash, jsonify, redirect, request, session, url_for
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response

from scorekeeper import ledger
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import db
from scorekeeper.web.error_pages import refusal_answer, wants_json
from scorekeeper.web.forms import PlainForm, number_in

Page = Response | tuple[str, int] | str  # what views return


def saving(
    page: Callable[..., str | Response], as_json: Callable[..., object] | None = None
) -> Callable[[Callable[..., Page]], Callable[..., Page]]:
    """Decorates a view that changes something: calls it with the form after the loaded rows, and commits.

    If the view raises a Refusal, nothing is saved, and `page` shows the form again with the problems (422); if `page`
    redirects, the problems are flashed. If others changed the same thing in the meantime, their changes are
    `form.missed` (409). `page` gets all that the view gets; after a rollback rows are read again when they are used.

    A view that programs use too has `as_json`, which gets what the view got besides the form: they get what it returns
    as JSON in place of the view's answer, and a Refusal as JSON.
    """

    def decorate(view: Callable[..., Page]) -> Callable[..., Page]:
        @wraps(view)
        def save(*rows: Any, **address: Any) -> Page:
            form, status = PlainForm(request.form), 422
            by_program = as_json is not None and wants_json()
            try:
                answer = view(*rows, form, **address)
            except Refusal as refusal:
                if by_program:
                    db.session.rollback()
                    return refusal_answer(refusal.problems)
                form.refuse(refusal)
            except (keeping.Stale, ledger.Stale) as stale:
                form.missed, status = stale.changes, 409
            else:
                _commit()
                return jsonify(as_json(*rows, **address)) if as_json and by_program else answer
            db.session.rollback()
            again = page(*rows, form, **address)
            if isinstance(again, str):
                return again, status
            for problem in form.problems.values():
                flash(problem, "error")
            return again

        return save

    return decorate


def _commit() -> None:
    """Commits; if that fails, removes the messages that say what was saved."""
    try:
        db.session.commit()
    except SQLAlchemyError:
        session.pop("_flashes", None)
        raise


@contextmanager
def aborting(status: int) -> Iterator[None]:
    """Context manager in which a Refusal is answered with the error page of this status."""
    try:
        yield
    except Refusal:
        abort(status)


def to(endpoint: str, **address: Any) -> Response:
    """Returns the redirect to a page after a form was saved."""
    return redirect(url_for(endpoint, **address), code=303)


def seen_version(form: PlainForm) -> int:
    """Returns the document version that the form was made from; 400 if it is missing."""
    number = number_in(form.text("seen"))
    return abort(400) if number is None else number
