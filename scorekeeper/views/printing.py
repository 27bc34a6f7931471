"""Answering with paper: the PDF of a page, and how the visitor wants it printed."""

from flask import Response, abort, current_app, request

from scorekeeper.i18n import current_locale, known
from scorekeeper.sheets.papers import DEFAULT_PAPER, PAPERS
from scorekeeper.sheets.pdf import digest, pdf_of_page


def as_pdf(page: str, name: str) -> Response:
    """A sheet's page as the answer; who has this very sheet already is told so before it is set."""
    response = current_app.response_class(mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.set_etag(digest(page))
    if response.make_conditional(request).status_code != 304:
        response.set_data(pdf_of_page(page))
    return response


def asked_paper() -> str:
    """The paper asked for; 404 for one that there is not."""
    asked = request.args.get("paper") or DEFAULT_PAPER
    paper = next((name for name in PAPERS if name.casefold() == asked.casefold()), None)
    return paper or abort(404)


def asked_language() -> str:
    """The language asked for, else the visitor's own."""
    return known(request.args.get("lang")) or current_locale()
