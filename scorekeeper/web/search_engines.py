"""What search engines may list, if the operator wants it: the home page, the rules and the guide.

All other pages have the header `X-Robots-Tag: noindex`: a link to a table may be found, but never its contents.
"""

from collections.abc import Iterator

from flask import current_app, url_for

from scorekeeper.games import GAMES
from scorekeeper.games.card.library import SLUGS
from scorekeeper.web import guide

LISTED = ("home.index", "rules.index", "rules.game", "rules.card", "help.contents", "help.page")


def may_list(endpoint: str | None) -> bool:
    """True if search engines may list the page of an endpoint."""
    return endpoint in LISTED and bool(current_app.config["SEARCHABLE"])


def paths() -> Iterator[str]:
    """Yields the paths of all pages that may be listed."""
    for endpoint in ("home.index", "rules.index"):
        yield url_for(endpoint)
    yield from (url_for("rules.game", slug=game.slug) for game in GAMES)
    yield from (url_for("rules.card", variant=variant) for variant in SLUGS)
    yield url_for("help.contents")
    yield from (url_for("help.page", name=name) for name in sorted(guide.names() - {guide.CONTENTS}))
