"""Access to sittings: the token in the address is the only credential."""

from flask import abort, session

from scorekeeper.web import links
from scorekeeper.web.links import Access


def load_sitting(token: str, write: bool = False) -> Access:
    """The sitting that the token opens; the browser's session lists it from now on.

    Aborts with 404 for a token that is unknown, incomplete or revoked, and with 403 for `write` with a link that may
    only watch.
    """
    access = links.open_link(token)
    if access is None:
        abort(404)
    if write and not access.may_score:
        abort(403)
    links.remember(session, access.link)
    return access
