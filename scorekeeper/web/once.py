"""Prevents duplicate submissions: a form that is sent twice is processed once, and both requests get one response.

The form has a hidden field `once` with a random value. The response is stored for KEPT, encrypted with the form's
content, which only the browser has: it may contain a secret link, and the session of a new account.
"""

import hashlib
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import wraps
from typing import Any, cast
from urllib.parse import urlencode

from flask import Flask, abort, current_app, make_response, request, session
from flask.json.tag import TaggedJSONSerializer
from markupsafe import Markup
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from werkzeug.wrappers import Response

from scorekeeper.signatures import digest_of
from scorekeeper.store.models import SentForm, db, now
from scorekeeper.web.request_limits import MANY, require_slow_lane

FIELD = "once"
KEPT = timedelta(minutes=10)  # as long as people press “reload” after a lost answer
DIED = timedelta(seconds=60)  # a request without an answer after this was killed
WAIT = 30.0  # seconds for the answer of the same form, sent before
_serializer = TaggedJSONSerializer()  # as sessions are stored: keeps tuples and bytes


def init_app(app: Flask) -> None:
    """Lets templates call `once()`."""
    app.jinja_env.globals["once"] = once_field


def once_field() -> Markup:
    """Returns the hidden field of a form that makes something."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, secrets.token_urlsafe(16))


def once(view: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates a view that makes something and commits: a repeated form gets the stored response of the first.

    Responses with status 400 or more are not stored. A form without the field `once` is always processed.
    """

    @wraps(view)
    def answer(*args: object, **values: object) -> Any:
        if not request.form.get(FIELD):
            return view(*args, **values)
        sent = _identity()
        earlier = _claim(digest_of(sent), time.monotonic() + WAIT)
        return _make(view, sent, args, values) if earlier is None else _replay(sent, earlier)

    return answer


def _identity() -> str:
    """Returns all that distinguishes a form: its address and fields, with the random one and the CSRF token."""
    return f"{request.full_path} {urlencode(list(request.form.items(multi=True)))}"


def _claim(digest: str, until: float) -> bytes | None:
    """Returns the sealed answer to the form; None if this request is the first and has to make it. Commits.

    503 if another request is still making it after WAIT.
    """
    while time.monotonic() < until:
        died = SentForm.sealed.is_(None) & (SentForm.made_at < now() - DIED)
        db.session.execute(delete(SentForm).where(SentForm.digest == digest, died | (SentForm.made_at < now() - KEPT)))
        try:
            db.session.add(SentForm(digest=digest))
            db.session.commit()
            return None
        except IntegrityError:
            db.session.rollback()
        sealed = db.session.scalar(select(SentForm.sealed).where(SentForm.digest == digest))
        db.session.rollback()
        if sealed is not None:
            return sealed
        require_slow_lane(MANY + 1)
        time.sleep(0.05)
    return abort(503)


def _make(view: Callable[..., Any], sent: str, args: tuple[object, ...], values: dict[str, object]) -> Response:
    """Calls the view; stores its answer and what it changed in the session. Nothing is stored if it fails."""
    before = dict(session)
    try:
        response = cast(Response, make_response(view(*args, **values)))
    except BaseException:
        _forget(sent)
        raise
    if response.status_code >= 400:
        _forget(sent)
        return response
    changed = {name: value for name, value in session.items() if before.get(name) != value}
    gone = [name for name in before if name not in session]
    first = (response.status_code, [*response.headers], response.get_data(), changed, gone)
    sealed = _sealed(sent, _serializer.dumps(first).encode())
    db.session.execute(update(SentForm).where(SentForm.digest == digest_of(sent)).values(sealed=sealed))
    db.session.commit()
    return response


def _forget(sent: str) -> None:
    with suppress(SQLAlchemyError):
        db.session.rollback()
        db.session.execute(delete(SentForm).where(SentForm.digest == digest_of(sent)))
        db.session.commit()


def _replay(sent: str, sealed: bytes) -> Response:
    """Returns the first answer, and repeats its changes of the session: messages to show, and a login."""
    status, headers, body, changed, gone = _serializer.loads(_sealed(sent, sealed).decode())
    for name in gone:
        session.pop(name, None)
    session.update(changed)
    return current_app.response_class(body, status, headers)


def _sealed(sent: str, text: bytes) -> bytes:
    """Seals a text, or opens a sealed one: XOR with a stream from what was sent, which no other text is sealed with."""
    stream = hashlib.shake_256(f"answer to {sent}".encode("utf-8", "replace")).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, stream, strict=True))


def forget_old() -> None:
    """Deletes answers older than KEPT; the caller commits. Run once an hour."""
    db.session.execute(delete(SentForm).where(SentForm.made_at < now() - KEPT))
