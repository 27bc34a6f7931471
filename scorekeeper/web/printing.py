"""Responses with sheets as PDF and pictures as PNG; the paper and language of a request."""

from collections.abc import Callable
from dataclasses import replace

from flask import Response, abort, current_app, request

from scorekeeper.clubs import club_settings
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.side_names import in_words
from scorekeeper.i18n import _, current_locale, locale_of, say, speaking
from scorekeeper.pages.pictures import SIZES, Picture, YearPicture
from scorekeeper.paper import picture, proof_codes
from scorekeeper.paper.model import DEFAULT_PAPER, PAPERS, Code, Letterhead, Sheet, letterhead
from scorekeeper.paper.pdf import digest, pdf_of_page
from scorekeeper.paper.stored_match_sheet import fingerprint_of, night_of, sheet_of_recorded
from scorekeeper.store.models import Match
from scorekeeper.web.forms import name_file
from scorekeeper.web.loading import Visit
from scorekeeper.web.public_address import code_address_for


def as_pdf(page: str, name: str, *, two_up: bool = False) -> Response:
    """Returns a sheet's HTML page as a PDF response. Its ETag is a digest of the page: a 304 needs no PDF."""
    response = current_app.response_class(mimetype="application/pdf")
    name_file(response, "inline", name)
    response.set_etag(digest(page, two_up))
    if response.make_conditional(request).status_code != 304:
        response.set_data(pdf_of_page(page, two_up))
    return response


TWO_UP = "A5"  # two A5 pages on one A4 sheet
PAPER_CHOICES = [*((name, name) for name in PAPERS), (f"2x{TWO_UP}", f"2 × {TWO_UP}")]


def match_file(match: Match, *, more: str = "") -> str:
    """Returns the file name of a match in the current language: day, game and players."""
    game = game_of(match.setup).title_of(match.setup["options"], say)
    sides = " – ".join(", ".join(side["players"]) for side in in_words(match.setup, say)["sides"])
    _night, day = night_of(match)
    return " ".join(part for part in (day.isoformat(), game, more, sides) if part) + ".pdf"


def match_sheet(match: Match, *, paper: str, language: str) -> Sheet:
    """Returns the sheet of a stored match, with its club's letterhead and its verification code.

    Must be called inside `i18n.speaking`.
    """
    sheet = sheet_of_recorded(match, paper=paper, language=language)
    address = code_address_for("proof.show", code=proof_codes.code_of(match, fingerprint_of(match)))
    code = code_at(address, _("Scan to check this sheet"))
    return replace(sheet, code=code, letterhead=head_of_sitting(match.sitting_id))


def code_at(address: str, caption: str) -> Code:
    """Returns the QR code of an address with its caption; if the address is empty, a hint is the caption."""
    lacking = _(
        "No code: other devices can’t open this server’s address. Its administrator can set SCOREKEEPER_PUBLIC_URL."
    )
    return Code(address, caption if address else lacking)


def as_printed(match: Match) -> tuple[object, ...]:
    """Returns all that a match's sheet depends on, except paper, language and the site's address."""
    sitting, club = match.sitting, club_settings.club_of_sitting(match.sitting_id)
    head = (club[0].name, club[1].digest if club[1] else "") if club else ()
    return match.id, match.version, sitting.papers, sitting.name, sitting.place, head


def head_of_sitting(sitting: int, table: str = "") -> Letterhead | None:
    """Returns the letterhead for a sitting's sheets; None if it belongs to no club."""
    club_row = club_settings.club_of_sitting(sitting)
    if club_row is None:
        return None
    club, logo = club_row
    return letterhead(club.name, logo.picture if logo else None, table)


def wants_two_up() -> bool:
    """True for `?paper=2xA5`: two pages on one A4 sheet."""
    return request.args.get("paper", "").casefold() == f"2x{TWO_UP}".casefold()


def paper_of_query() -> str:
    """Returns the paper in `?paper=`, or the default; A5 for `2xA5`; 404 for an unknown paper."""
    if wants_two_up():
        return TWO_UP
    wanted = request.args.get("paper") or DEFAULT_PAPER
    paper = next((name for name in PAPERS if name.casefold() == wanted.casefold()), None)
    return paper or abort(404)


def language_of_query() -> str:
    """Returns the language in `?lang=`; the visitor's if it is missing or unknown."""
    return locale_of(request.args.get("lang")) or current_locale()


def picture_response(make: Callable[[str], Picture | YearPicture], name: str) -> Response:
    """Returns a picture as PNG, or 304: `?form=square|tall`, `?lang=`; 404 for other values.

    `make` returns its content in the current language, for a form. The file is called `name`-form.png.
    """
    form = request.args.get("form") or next(iter(SIZES))
    if form not in SIZES:
        abort(404)
    with speaking(language_of_query()):
        values = make(form)
    response = current_app.response_class(mimetype="image/png")
    response.headers["Content-Disposition"] = f'inline; filename="{name}-{form}.png"'
    response.set_etag(digest(repr(values)))
    if response.make_conditional(request).status_code != 304:
        response.set_data(picture.png(values))
    return response


def head_of(visit: Visit) -> Letterhead:
    """Returns the club's letterhead."""
    logo = club_settings.logo_of(visit.club)
    return letterhead(visit.club.name, logo.picture if logo else None, president=visit.club.president)
