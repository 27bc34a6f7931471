"""Pages that are asked for again and again: 304 where the visitor has the page as it stands."""

import hashlib
from collections.abc import Callable

from flask import Response, current_app, make_response, request, session

from scorekeeper.i18n import language_tag
from scorekeeper.web.browsers import COMFORT

FORMS = "csrf_token"  # of a session: what the forms of its pages carry is made from it


def unless_known(stamp: object, page: Callable[[], str]) -> Response:
    """The page, or 304 where the visitor has it: then it is not even made.

    `stamp` has a `repr` that changes with everything the page shows. What the address asks, the language, the colours
    that were chosen and the version of the style sheets count besides, and so does the session: the forms of a page
    that was kept from an earlier one are refused.
    """
    response = make_response()
    response.set_etag(_tag(stamp))
    if response.make_conditional(request).status_code != 304:
        response.set_data(page())
        response.set_etag(_tag(stamp))  # the first form on a page begins the session
    return response


def _tag(stamp: object) -> str:
    chosen = (request.full_path, language_tag(), request.cookies.get(COMFORT), current_app.config["STATIC_VERSION"])
    return hashlib.sha256(repr((stamp, chosen, session.get(FORMS))).encode()).hexdigest()[:32]
