"""PDFs of a club night: the sheets of all matches, and empty ones for every table."""

from dataclasses import replace

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import logos, nights
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import LOCALES, _, current_locale, format_date, speaking
from scorekeeper.paper import blank
from scorekeeper.paper.codes import Code
from scorekeeper.paper.letterhead import letterhead
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.page import html_of
from scorekeeper.paper.papers import DEFAULT_PAPER, PAPERS
from scorekeeper.paper.pdf import Pages
from scorekeeper.store.club_models import Night
from scorekeeper.web.public_address import public_url_for
from scorekeeper.web.rate_limits import PAPER, limiter, was_made
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.clubs.nights import load_night, title_of
from scorekeeper.web.views.clubs.print_jobs import print_file
from scorekeeper.web.views.clubs.tables import tokens
from scorekeeper.web.views.printing import asked_language, asked_paper, match_sheet
from scorekeeper.web.views.sheets import choices, sheet_query

bp = Blueprint("papers", __name__, url_prefix="/c/<club>/nights/<int:number>")

MOST_SHEETS = 120  # matches in one file, which takes some minutes
MOST_COPIES = 10


@bp.get("/sheets.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
def sheets(club: str, number: int) -> AnyResponse:
    """The sheets of all matches of the night, in one file."""
    visit = load_club(club)
    night, paper, language = load_night(visit, number), asked_paper(), asked_language()
    matches = nights.matches_of(night)[:MOST_SHEETS]
    if not matches:
        abort(404)

    def pages() -> Pages:
        with speaking(language):
            return [(html_of(match_sheet(match, paper=paper, language=language)), 1) for match in matches]

    stand = [
        (match.id, match.version, match.sitting.papers, match.sitting.name, match.sitting.place) for match in matches
    ]
    return print_file(
        visit,
        pages,
        about=("sheets", stand, _letterhead_key(visit), paper, language, request.host_url),
        different=len(matches),
        title=_("Sheets of %(night)s", night=title_of(night)),
        name=f"night-{night.day}.pdf",
        back=url_for("nights.show", club=club, number=number),
    )


def _letterhead_key(visit: Visit) -> tuple[str, str]:
    """What the letterhead depends on, for the print job's key."""
    logo = logos.logo_of(visit.club)
    return visit.club.name, logo.digest if logo else ""


@bp.get("/blank")
def choose(club: str, number: int) -> str:
    """The forms for empty sheets, one for each game."""
    visit = load_club(club, "scorer")
    night = load_night(visit, number)
    return render_template(
        "clubs/night_blank.html",
        visit=visit,
        night=night,
        title=title_of(night),
        games=GAMES,
        choices={game.slug: choices(game) for game in GAMES},
        papers=[(name, name) for name in PAPERS],
        languages=LOCALES,
        usual={"paper": DEFAULT_PAPER, "lang": current_locale()},
        most_copies=MOST_COPIES,
        tables=len(nights.tables_of(night)),
    )


@bp.get("/blank/<slug>.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
def blanks(club: str, number: int, slug: str) -> AnyResponse:
    """Empty sheets for every table, each with the code that opens it; `?copies=` of each, else as in `sheets.blank`."""
    visit = load_club(club, "scorer")
    night, paper, language = load_night(visit, number), asked_paper(), asked_language()
    copies, query = _copies(request.args.get("copies", "")), sheet_query()
    tables = nights.tables_of(night)
    keys = tokens(visit, [sitting for _number, sitting in tables])
    tables = [
        (table, sitting) for table, sitting in tables if sitting.id in keys
    ]  # a table whose links were revoked has none
    codes = {sitting.id: public_url_for("sittings.show", token=keys[sitting.id]) for _n, sitting in tables}
    if not tables:
        abort(404)
    with speaking(language):
        try:
            first = blank.blank_sheet(slug, paper=paper, language=language, night=_printed_of(visit, night), **query)
        except Refusal:
            abort(404)

    def pages() -> Pages:
        with speaking(language):
            return [(html_of(_for_table(first, table, codes[sitting.id])), copies) for table, sitting in tables]

    return print_file(
        visit,
        pages,
        about=("blank", slug, query, copies, night.place, codes, _letterhead_key(visit), paper, language),
        different=len(tables),
        copies=copies,
        title=_("Empty sheets for %(night)s", night=title_of(night)),
        name=f"{slug}-{night.day}.pdf",
        back=url_for("papers.choose", club=club, number=number),
        role="scorer",
    )


def _copies(text: str) -> int:
    if not text:
        return 1
    if not (text.isdecimal() and len(text) < 4 and 0 < int(text) <= MOST_COPIES):
        abort(404)
    return int(text)


def _printed_of(visit: Visit, night: Night) -> blank.Night:
    """What is printed on all empty sheets of the night; `_for_table` adds the table."""
    logo = logos.logo_of(visit.club)
    return blank.Night(
        letterhead=letterhead(visit.club.name, logo.picture if logo else None),
        code=Code("", _("Scan to keep score at this table")),
        place=night.place,
        day=format_date(night.day, "long"),
    )


def _for_table(sheet: Sheet, table: int, address: str) -> Sheet:
    """The sheet with the number and the code of its table."""
    assert sheet.letterhead is not None  # noqa: S101 (for mypy: a night has both)
    assert sheet.code is not None  # noqa: S101
    head = replace(sheet.letterhead, table=_("Table %(number)s", number=table))
    return replace(sheet, letterhead=head, code=replace(sheet.code, address=address))
