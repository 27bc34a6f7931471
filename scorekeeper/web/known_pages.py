"""Pages that are asked for again and again: 304 where the visitor has the page as it stands."""

import hashlib
from collections.abc import Callable

from flask import Response, current_app, make_response, request

from scorekeeper.i18n import language_tag
from scorekeeper.web.browsers import COMFORT


def unless_known(stamp: object, page: Callable[[], str]) -> Response:
    """The page, or 304 where the visitor has it: then it is not even made.

    `stamp` has a `repr` that changes with everything the page shows. What the address asks, the language, the colours
    that were chosen and the version of the style sheets count besides.
    """
    response = make_response()
    chosen = (request.full_path, language_tag(), request.cookies.get(COMFORT), current_app.config["STATIC_VERSION"])
    response.set_etag(hashlib.sha256(repr((stamp, chosen)).encode()).hexdigest()[:32])
    if response.make_conditional(request).status_code != 304:
        response.set_data(page())
    return response
