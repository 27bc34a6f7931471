"""PDF answers, and the paper and language that a request asks for."""

from dataclasses import replace

from flask import Response, abort, current_app, request

from scorekeeper.clubs import logos
from scorekeeper.i18n import _, current_locale, known
from scorekeeper.paper import proof_codes
from scorekeeper.paper.codes import Code
from scorekeeper.paper.letterhead import Letterhead, letterhead
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.papers import DEFAULT_PAPER, PAPERS
from scorekeeper.paper.pdf import digest, pdf_of_page
from scorekeeper.paper.stored_match_sheet import fingerprint_of, sheet_of_recorded
from scorekeeper.store.models import Match
from scorekeeper.web.public_address import public_url_for


def as_pdf(page: str, name: str) -> Response:
    """A sheet's page as a PDF answer. Its ETag is the page's digest, so 304 is answered without making the PDF."""
    response = current_app.response_class(mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.set_etag(digest(page))
    if response.make_conditional(request).status_code != 304:
        response.set_data(pdf_of_page(page))
    return response


def match_sheet(match: Match, *, paper: str, language: str) -> Sheet:
    """The sheet of a stored match, with its club's letterhead and the code by which it can be checked.

    To be called inside `i18n.speaking`.
    """
    sheet = sheet_of_recorded(match, paper=paper, language=language)
    address = public_url_for("proof.show", code=proof_codes.code_of(match, fingerprint_of(match)))
    code = Code(address, _("Scan to check this sheet"))
    return replace(sheet, code=code, letterhead=head_of_sitting(match.sitting_id))


def head_of_sitting(sitting: int, table: str = "") -> Letterhead | None:
    """The letterhead for a sitting's sheets; None where it belongs to no club."""
    found = logos.club_of_sitting(sitting)
    if found is None:
        return None
    club, logo = found
    return letterhead(club.name, logo.picture if logo else None, table)


def asked_paper() -> str:
    """The paper of `?paper=`, else the default; 404 for an unknown one."""
    asked = request.args.get("paper") or DEFAULT_PAPER
    paper = next((name for name in PAPERS if name.casefold() == asked.casefold()), None)
    return paper or abort(404)


def asked_language() -> str:
    """The language of `?lang=`, else the visitor's own."""
    return known(request.args.get("lang")) or current_locale()
