"""Requests of programs: they carry their own authority, so cookies are ignored and no CSRF token is needed.

A link's token is in the address, a club's token in the header `Authorization`; a program sends JSON, or a form with
`Accept: application/json`. A page of another site can make a browser send a form, and its cookies, too. But browsers
mark every POST with the header Origin or Sec-Fetch-Site, so such a request is never a program's: it needs the CSRF
token. A program's request has an empty session that is never stored (`visitors.Sessions`), so that even an old browser
without these headers could not use the authority of its cookies.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from flask import Request, current_app, request
from flask_wtf.csrf import CSRFProtect
from werkzeug.datastructures import MultiDict

from scorekeeper.games.json_types import Schema
from scorekeeper.web.json_bodies import check_body

View = TypeVar("View", bound=Callable[..., Any])

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
BROWSERS_SEND = ("Origin", "Sec-Fetch-Site")
TYPES, BODY = "content_types", "json_body"  # attributes of a view that takes others than forms


def is_program(sent: Request) -> bool:
    """True if a request is a program's: it uses no cookie, and no browser can be made to send it by another site."""
    if any(header in sent.headers for header in BROWSERS_SEND):
        return False
    if bearer_of(sent) or (sent.method == "POST" and sent.mimetype == JSON):
        return True
    has_cookie = current_app.config["SESSION_COOKIE_NAME"] in sent.cookies
    return sent.method == "POST" and not has_cookie and sent.accept_mimetypes.best == JSON


def bearer_of(sent: Request) -> str:
    """Returns the token in the header `Authorization: Bearer …`; empty without one."""
    kind, _blank, token = sent.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


class Csrf(CSRFProtect):  # type: ignore[misc]  # has no type hints
    """Flask-WTF's CSRF protection, except for programs."""

    def protect(self, **options: bool) -> None:
        if not is_program(request):
            super().protect(**options)


def takes(*types: str, body: Schema | None = None) -> Callable[[View], View]:
    """Decorates a view that takes bodies of these content types, and of no others (`request_limits`: 415).

    A JSON body that does not fit the schema `body` is refused (`json_bodies`: 422).
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(*rows: Any, **address: Any) -> Any:
            if body is not None and request.mimetype == JSON:
                check_body(request.get_json(), body)
            return view(*rows, **address)

        setattr(answer, TYPES, types)
        setattr(answer, BODY, body)
        return cast(View, answer)

    return decorate


def takes_json(body: Schema) -> Callable[[View], View]:
    """Decorates a view that takes forms, and JSON bodies of this schema with the form's fields as members.

    The view reads `request.form` in both cases.
    """
    return takes(FORM, JSON, body=body)


def takes_only_json(body: Schema) -> Callable[[View], View]:
    """Decorates a view that takes JSON bodies of this schema only, and reads `request_limits.json_body`."""
    return takes(JSON, body=body)


def types_of(endpoint: str | None) -> tuple[str, ...]:
    """Returns the content types that the view of this endpoint takes, except for files."""
    types: tuple[str, ...] = getattr(current_app.view_functions.get(endpoint or ""), TYPES, (FORM,))
    return types


def body_of(endpoint: str | None) -> Schema | None:
    """Returns the schema of the JSON bodies that the view of this endpoint takes; None if it takes none."""
    body: Schema | None = getattr(current_app.view_functions.get(endpoint or ""), BODY, None)
    return body


def fields_of(body: dict[str, Any]) -> MultiDict[str, str]:
    """Returns the members of a JSON body as the texts of a form: numbers, texts, flags (1, 0) and lists of these.

    A list is spread over fields `name.0`, `name.1`, …; null and objects, which no form has, are left out.
    """
    fields = [(name, value) for name, value in body.items() if not isinstance(value, list)]
    for name, value in body.items():
        if isinstance(value, list):
            fields += [(f"{name}.{at}", item) for at, item in enumerate(value)]
    return MultiDict({name: _text(value) for name, value in fields if isinstance(value, str | int)})


def _text(value: str | int) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
