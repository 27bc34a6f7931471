"""Papers made by workers: sheets of matches, and pages that the view has written already."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from scorekeeper.i18n import current_locale
from scorekeeper.jobs import Work, maker
from scorekeeper.paper.long_sheets import pdf_of_sheets
from scorekeeper.paper.pdf import Pages, pdf_of_pages
from scorekeeper.store.models import Match, db

AT_ONCE = 60  # hands on sheets that are set within the request
SHEETS, PAGES = "sheets", "pages"


@maker(SHEETS)
def make_sheets(work: Work) -> Iterator[bytes]:
    """The sheets of the matches with the ids in `matches`, on this `paper`, behind the pages that were sent along."""
    from scorekeeper.web.views.printing import match_sheet  # the views import this module for their wishes

    found = (db.session.get(Match, number) for number in work.asked["matches"])
    sheets = (match_sheet(match, paper=work.asked["paper"], language=current_locale()) for match in found if match)
    yield pdf_of_sheets(sheets, work.report, before=_pages(work))


@maker(PAGES)
def make_pages(work: Work) -> Iterator[bytes]:
    """The pages that were sent along."""
    yield pdf_of_pages(_pages(work), work.report)


def _pages(work: Work) -> Pages:
    pages: list[Any] = json.loads(b"".join(work.sent()) or b"[]")
    return [(page, copies) for page, copies in pages]


def as_sent(pages: Callable[[], Pages]) -> Iterator[bytes]:
    """Pages as they are sent along, written only where somebody reads them."""
    yield json.dumps(pages()).encode()
