"""Who may do what: the token in an address is the only key to a sitting."""

from flask import abort, session

from scorekeeper.web import links
from scorekeeper.web.links import Access


def load_sitting(token: str, write: bool = False) -> Access:
    """What the token opens; this browser lists the sitting among its own from now on.

    Answers 404 for a token that is unknown, not whole or revoked, and 403 where it may only watch and `write` is asked.
    """
    access = links.open_link(token)
    if access is None:
        abort(404)
    if write and not access.may_score:
        abort(403)
    links.remember(session, access.link)
    return access
