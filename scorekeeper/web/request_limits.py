"""Bounds of everything that is sent: size, number of fields, characters.

Every request is a `BoundedRequest`, so `request.form`, `request.files` and `request.get_json` are bounded wherever they
are read; JSON in a form field is read by `json_field`. A body has at most 200 KB; whole matches 1 MB, a club's import
20 MB, its logo 5 MB, photographs of paper 20 MB, a scanner's frame 700 KB; a form 2,000 fields; a query string 8 KB.
Texts must be valid UTF-8 without NUL, which PostgreSQL cannot store. No input is decompressed except a logo
(`clubs.club_settings`), a card in an address (`card_pages.packing`) and, by processes of their own, photographs and
frames (`slips.picture`), so nothing else can grow in memory.
"""

from typing import Any, NoReturn

from flask import Flask, Request, abort, current_app, request
from werkzeug.exceptions import BadRequest, UnsupportedMediaType
from werkzeug.formparser import FormDataParser

from scorekeeper import bounded_json
from scorekeeper.bounded_json import BadJson, Bounds
from scorekeeper.games.engine.base import N_
from scorekeeper.i18n import say
from scorekeeper.web.programs import FORM as FORM
from scorekeeper.web.programs import JSON, fields_of, types_of

LARGEST = 200_000  # bytes of a body; a hand has less than a hundredth of that
LARGEST_MATCH = 1_000_000  # bytes of a body with a whole match; a match of 1,000 hands has a third of that
LARGEST_IMPORT = 20_000_000  # bytes of a file imported by an owner; its contents are bounded by `clubs.import_lines`
LARGEST_LOGO = 5_000_000  # bytes of a form with a club's logo
LARGEST_PHOTOGRAPHS = 20_000_000  # bytes of a form with photographs of paper, which a background job opens
LARGEST_FRAME = 700_000  # bytes of a picture of the live scanner; its script sends a fifth of that
OF_ROUTE = {
    "sync.take_in": LARGEST_MATCH,
    "sync.arrived": LARGEST_MATCH,
    "past_match.judge": LARGEST_MATCH,
    "tournament_scanner.read": LARGEST_FRAME,
}
# Parsed by the view after it has checked permissions (`allow_large_form`), or not at all (`sharing.receive`).
ASKED_FIRST = {
    "import_export.preview",
    "club_settings.save_logo",
    "tournament_photographs.send",
    "night_photographs.send",
    "sharing.receive",
}
MOST_FIELDS = 2_000
LONGEST_NAME = 500  # characters of a field's name
LONGEST_QUERY = 8_000  # bytes of the query string
NUL = b"%00"
OF_FILES = ("multipart/form-data", "")  # content types of any form


class _Json:
    """The `json_module` of requests, whose `loads` has the limits of `bounded_json`."""

    @staticmethod
    def loads(data: str | bytes, **_options: Any) -> Any:
        return bounded_json.read(data)


class _FormParser(FormDataParser):
    """Werkzeug's form parser with limits: 400 for long field names, and for NUL or lone surrogates in a text.

    The members of a JSON body are the fields of its form.
    """

    def parse(self, *source: Any, **options: Any) -> Any:
        stream, form, files = super().parse(*source, **options)
        if request.mimetype == JSON:
            form = self.cls(fields_of(request.get_json()))
        if not all(_is_field(name, text) for name, text in form.items(multi=True)):
            abort(400)
        return stream, form, files


class BoundedRequest(Request):
    """A request whose form, files and JSON are checked when they are read.

    The body is parsed once: if it was refused, an error page that reads the form gets an empty one.
    """

    form_data_parser_class = _FormParser
    is_parsed = False

    def get_json(self, *arguments: Any, **options: Any) -> Any:
        """Returns the JSON body, within bounds; 400 if it is not readable."""
        self.json_module = _Json  # Flask has put its own in its place
        return super().get_json(*arguments, **options)

    def on_json_loading_failed(self, e: ValueError | None) -> NoReturn:
        raise NotReadable(str(e))

    @property
    def want_form_data_parsed(self) -> bool:
        return not self.is_parsed and super().want_form_data_parsed

    def make_form_data_parser(self) -> FormDataParser:
        self.is_parsed = True
        return super().make_form_data_parser()


class NotReadable(BadRequest):
    """400: the body, or its `field`, is not what the view takes; the reason is for programs."""

    def __init__(self, reason: str, field: str | None = None) -> None:
        super().__init__()
        self.field = field
        self.for_programs = say(BAD_FIELD if field else BAD_BODY, {"field": field, "reason": reason[:LONGEST_NAME]})


BAD_BODY = N_("The body is not a JSON object: {reason}")
BAD_FIELD = N_("{field} is not readable: {reason}")


class WrongType(UnsupportedMediaType):
    """415: a body of another content type than the view takes."""

    def __init__(self) -> None:
        super().__init__()
        self.for_programs = say(WRONG_TYPE, {"types": ", ".join(types_of(request.endpoint))})


WRONG_TYPE = N_("Send a body with Content-Type {types}")


def _is_field(name: str, text: str) -> bool:
    return len(name) <= LONGEST_NAME and bounded_json.is_sound(name) and bounded_json.is_sound(text)


def init_app(app: Flask) -> None:
    """Installs the limits. Must run before anything that reads forms."""
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
    _check_type()
    if request.mimetype == FORM:
        _check_bytes(request.get_data())  # cached by Werkzeug, which then parses the form from it
    if request.endpoint not in ASKED_FIRST:
        request.form  # noqa: B018 (read here, so that nothing unchecked reaches a view)


def _check_type() -> None:
    """415 for a body of a type that the view does not take, also for JSON sent as a form; 400 for no JSON object."""
    types = types_of(request.endpoint)
    if request.mimetype == JSON and JSON in types:
        if not isinstance(request.get_json(), dict):
            raise NotReadable(type(request.json).__name__)
        return
    is_json_as_form = request.mimetype == FORM and request.get_data().lstrip()[:1] == b"{"
    if is_json_as_form or request.mimetype not in (types + OF_FILES if FORM in types else types):
        raise WrongType


def _check_bytes(data: bytes) -> None:
    """413 for a raw form with too many fields; 400 for NUL or invalid UTF-8, which Werkzeug would replace."""
    if data.count(b"&") >= MOST_FIELDS:
        abort(413)
    try:
        data.decode()
    except UnicodeDecodeError:
        abort(400)
    if NUL in data or b"\0" in data:
        abort(400)


def allow_large_form(size: int) -> None:
    """Raises the body limit for this request, then checks its CSRF token.

    The view is exempt from the check before the request, which would parse the form before permissions are checked.
    """
    request.max_content_length = size
    if current_app.config["WTF_CSRF_ENABLED"]:
        current_app.extensions["csrf"].protect()


def bytes_sent() -> bytes:
    """Returns the body of a request that is a file itself, for views that take its type; at most `OF_ROUTE` bytes."""
    return request.get_data()


def json_body() -> dict[str, Any]:
    """Returns the JSON body of a program, for views that declare its schema (`programs.takes_only_json`)."""
    body: dict[str, Any] = request.get_json()
    return body


def is_sent(name: str) -> bool:
    """True if the form, or the JSON body, has this field."""
    return name in (request.get_json() if request.is_json else request.form)


def json_field(name: str, kind: type = dict, bounds: Bounds = bounded_json.DOCUMENT) -> Any:
    """Returns the JSON in a form field, or a member of a JSON body.

    400 if it is missing or invalid, has the wrong type or exceeds its bounds.
    """
    try:
        if request.is_json:
            value = request.get_json().get(name)
            bounded_json.check(value, bounds)
        else:
            value = bounded_json.read(request.form.get(name, ""), bounds)
    except BadJson as error:
        raise NotReadable(str(error), name) from None
    if not isinstance(value, kind):
        raise NotReadable(f"not a {kind.__name__}", name)
    return value


LANE = "scorekeeper.takes_long"  # WSGI environment key: True on threads of the slow lane
MANY = 500  # most hands and former names read on a fast thread; that takes some hundredths of a second


class TakesLong(BaseException):
    """Raised on a fast-lane thread for slow work.

    The server retries the request in the slow lane, without a log line.
    """


def require_slow_lane(size: int) -> None:
    """Raises TakesLong on a fast-lane thread if `size` (`ledger.size_of`) is above MANY; call before reading all."""
    if size > MANY and request.environ.get(LANE) is False:
        raise TakesLong


MOST_HANDS = 2_000  # hands of a document; scored in a fifth of a second

TOO_MANY = N_("This match has {hands} hands; the limit here is {most}")
