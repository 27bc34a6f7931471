"""What owners make for programs and end again, tokens and webhooks: each page lists them, and shows a secret once."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import flash
from werkzeug.wrappers import Response

from scorekeeper.store.models import db
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.once import once
from scorekeeper.web.rate_limits import limiter
from scorekeeper.web.saving import Page, saving, to

CHANGES = "30 per minute"


def making(page: Callable[..., str]) -> Callable[[Callable[[Visit, PlainForm], Page]], Callable[..., Any]]:
    """Decorates a view that makes one for an owner who has confirmed the password; a repeated form makes none."""

    def decorate(view: Callable[[Visit, PlainForm], Page]) -> Callable[..., Any]:
        return wraps(view)(limiter.limit(CHANGES)(once(of_club("owner", confirmed=True)(saving(page)(view)))))

    return decorate


def changing(back: str, kind: type) -> Callable[[Callable[[Visit, Any], str]], Callable[..., Response]]:
    """Decorates a view that changes one for an owner: commits, flashes the text it returns, redirects to `back`."""

    def decorate(view: Callable[[Visit, Any], str]) -> Callable[..., Response]:
        @wraps(view)
        @limiter.limit(CHANGES)
        @of_club("owner", kind)
        def change(visit: Visit, row: Any) -> Response:
            text = view(visit, row)
            db.session.commit()
            if text:
                flash(text)
            return to(back, club=visit.club.slug)

        return change

    return decorate
