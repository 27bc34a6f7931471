"""Which paragraph of the guide explains a page."""

from flask import Flask, url_for

from scorekeeper.web.guide import CONTENTS

# By endpoint, or by blueprint for all its other pages: the page of the guide and the anchor of the paragraph.
PARAGRAPHS = {
    "home": "first-match",
}


def init_app(app: Flask) -> None:
    """Adds `help_url` to the template globals."""
    app.jinja_env.globals["help_url"] = help_url


def paragraph_of(endpoint: str) -> str:
    """Returns the paragraph that explains the page of an endpoint, as `page#anchor`; the contents if there is none."""
    return PARAGRAPHS.get(endpoint) or PARAGRAPHS.get(endpoint.partition(".")[0], CONTENTS)


def help_url(endpoint: str | None) -> str:
    """Returns the address of the paragraph that explains the page of an endpoint."""
    page, _mark, anchor = paragraph_of(endpoint or "").partition("#")
    if page == CONTENTS:
        return url_for("help.contents")
    return url_for("help.page", name=page, _anchor=anchor or None)
