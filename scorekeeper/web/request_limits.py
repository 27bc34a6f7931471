"""Limits on the size of requests, checked before anything parses them.

A body has at most 1 MB (a club's import 20 MB, its logo 5 MB), a form 2,000 fields, a query string 8 KB. Nothing that
is sent is decompressed but a logo (see `clubs.logos`), so nothing else can grow in memory.
"""

from flask import Flask, abort, current_app, request

LARGEST = 1_000_000  # bytes of a body; a match of 1,000 hands is a third of that
LARGEST_IMPORT = 20_000_000  # bytes that an owner may send as one file; what it may hold: `clubs.importing`
LARGEST_LOGO = 5_000_000  # bytes of a form with a club's logo
MOST_FIELDS = 2_000
LONGEST_QUERY = 8_000  # bytes after the `?`
NUL = b"%00"  # no keyboard types it, and PostgreSQL stores no text with it
FORM = "application/x-www-form-urlencoded"


def init_app(app: Flask) -> None:
    """Check every request. To be called before anything else that reads forms."""
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, MAX_FORM_MEMORY_SIZE=LARGEST, MAX_FORM_PARTS=MOST_FIELDS)
    app.before_request(_check)


def _check() -> None:
    if len(request.query_string) > LONGEST_QUERY:
        abort(414)
    if NUL in request.query_string or "\0" in request.path:
        abort(400)
    if request.method == "POST" and request.mimetype == FORM:
        sent = request.get_data()  # cached by Werkzeug: the form is parsed from it
        if sent.count(b"&") >= MOST_FIELDS:
            abort(413)
        if not _is_text(sent) or NUL in sent:
            abort(400)


def allow_large_form(size: int) -> None:
    """Raise the limit for this request, then check its CSRF token.

    Its view is exempt from the check before requests, which would parse the form before the view knows who may send it.
    """
    request.max_content_length = size
    if current_app.config["WTF_CSRF_ENABLED"]:
        current_app.extensions["csrf"].protect()


def _is_text(sent: bytes) -> bool:
    try:
        sent.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in sent
