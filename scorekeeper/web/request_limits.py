"""The one door for what is sent: nothing reaches a view that is larger than its route takes, or cannot be kept.

Every request is a `BoundedRequest`, so `request.form`, `request.files` and `request.get_json` are bounded wherever they
are read; JSON in a form's field is read by `json_field`. A body has at most 200 KB, where whole matches are sent 1 MB
(a club's import 20 MB, its logo 5 MB), a form 2,000 fields, a query string 8 KB. Texts have no NUL, and are text: no
keyboard types anything else, and PostgreSQL stores none of it. Nothing that is sent is decompressed but a logo (see
`clubs.logos`), so nothing else can grow in memory.
"""

from typing import Any

from flask import Flask, Request, abort, current_app, request

from scorekeeper import bounded_json
from scorekeeper.bounded_json import BadJson, Bounds

LARGEST = 200_000  # bytes of a body; a hand has less than one in a hundred of that
LARGEST_MATCH = 1_000_000  # bytes of a body that holds a whole match; one of 1,000 hands is a third of that
LARGEST_IMPORT = 20_000_000  # bytes that an owner may send as one file; what it may hold: `clubs.import_lines`
LARGEST_LOGO = 5_000_000  # bytes of a form with a club's logo
OF_ROUTE = {"sync.take_in": LARGEST_MATCH, "sync.arrived": LARGEST_MATCH, "past_match.judge": LARGEST_MATCH}
# Read once the view knows who sends it (`allow_large_form`).
ASKED_FIRST = {"import_export.preview", "club.save_logo"}
MOST_FIELDS = 2_000
LONGEST_NAME = 500  # characters of a field's name: one control may fill many fields
LONGEST_QUERY = 8_000  # bytes after the `?`
NUL = b"%00"
FORM = "application/x-www-form-urlencoded"


class _Json:
    """What Flask's requests and answers ask of a JSON module; only reading is ours."""

    @staticmethod
    def loads(sent: str | bytes, **_options: Any) -> Any:
        return bounded_json.read(sent)


class BoundedRequest(Request):
    """A request whose form, files and JSON are checked as they are read."""

    json_module: Any = _Json

    def _load_form_data(self) -> None:
        """Parse the body once, as Werkzeug does. 400 for a field that no form of ours sends."""
        if "form" in self.__dict__:
            return
        super()._load_form_data()
        if not all(_is_field(name, text) for name, text in self.form.items(multi=True)):
            self.__dict__["form"] = self.parameter_storage_class([])  # whoever draws the error's page reads it again
            abort(400)


def _is_field(name: str, text: str) -> bool:
    return len(name) <= LONGEST_NAME and bounded_json.is_sound(name) and bounded_json.is_sound(text)


def init_app(app: Flask) -> None:
    """Check every request. To be called before anything else that reads forms."""
    app.request_class = BoundedRequest
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, MAX_FORM_MEMORY_SIZE=LARGEST_MATCH, MAX_FORM_PARTS=MOST_FIELDS)
    app.before_request(_check)


def _check() -> None:
    if len(request.query_string) > LONGEST_QUERY:
        abort(414)
    if NUL in request.query_string or "\0" in request.path:
        abort(400)
    if request.method != "POST":
        return
    request.max_content_length = OF_ROUTE.get(request.endpoint or "", LARGEST)
    if request.mimetype == FORM:
        _check_bytes(request.get_data())  # cached by Werkzeug: the form is parsed from it
    if request.endpoint not in ASKED_FIRST:
        request.form  # noqa: B018 (read here, so that nothing unchecked reaches a view)


def _check_bytes(sent: bytes) -> None:
    """A form as it came: too many fields would take long to part, and Werkzeug would mend what is no text."""
    if sent.count(b"&") >= MOST_FIELDS:
        abort(413)
    try:
        sent.decode()
    except UnicodeDecodeError:
        abort(400)
    if NUL in sent or b"\0" in sent:
        abort(400)


def allow_large_form(size: int) -> None:
    """Raise the limit for this request, then check its CSRF token.

    Its view is exempt from the check before requests, which would parse the form before the view knows who may send it.
    """
    request.max_content_length = size
    if current_app.config["WTF_CSRF_ENABLED"]:
        current_app.extensions["csrf"].protect()


def json_field(name: str, kind: type = dict, bounds: Bounds = bounded_json.DOCUMENT) -> Any:
    """A field of the form that is JSON of its own; 400 where it is none, of another kind, or beyond its bounds."""
    try:
        value = bounded_json.read(request.form.get(name, ""), bounds)
    except BadJson:
        abort(400)
    return value if isinstance(value, kind) else abort(400)


LANE = "scorekeeper.takes_long"  # in the WSGI environment: whether this thread is for such answers
MANY = 500  # hands: all of them are read and written in some hundredths of a second


class TakesLong(BaseException):
    """Asked where others wait: to be asked again elsewhere. No page is made of it, and nothing is counted or logged."""


def read_all(hands: int) -> None:
    """To be called before all hands of a match are read. Raises TakesLong where that is to be done elsewhere."""
    if hands > MANY and request.environ.get(LANE) is False:
        raise TakesLong
