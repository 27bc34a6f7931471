"""Sheets rendered as HTML. Every text is escaped: names and notes are what people typed."""

from functools import lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorekeeper import i18n
from scorekeeper.config import folder
from scorekeeper.paper.cards import Cards
from scorekeeper.paper.claim import ClaimSheet, answer
from scorekeeper.paper.letters import in_print, is_lacking
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.season import Certificate, StandingsSheet
from scorekeeper.paper.settlement import Settlement


def html_of(sheet: Sheet) -> str:
    """One sheet as a whole HTML document, in the sheet's language."""
    with i18n.speaking(sheet.language):
        return _render("sheets/sheet.html", sheet=sheet)


def html_of_claim(sheet: ClaimSheet) -> str:
    """The page of a verdict, in its language."""
    with i18n.speaking(sheet.language):
        return _render("sheets/claim.html", sheet=sheet, answer=answer(sheet))


def html_of_cards(sheet: Cards) -> str:
    """The cards of a club night's tables, in their language."""
    with i18n.speaking(sheet.language):
        return _render("sheets/cards.html", sheet=sheet)


def html_of_settlement(sheet: Settlement) -> str:
    """An evening's settlement, in its language."""
    with i18n.speaking(sheet.language):
        return _render("sheets/settlement.html", sheet=sheet)


def html_of_standings(sheet: StandingsSheet) -> str:
    """A season's standings, in their language."""
    with i18n.speaking(sheet.language):
        return _render("sheets/standings.html", sheet=sheet)


def html_of_certificate(sheet: Certificate) -> str:
    """A player's certificate, in its language."""
    with i18n.speaking(sheet.language):
        return _render("sheets/certificate.html", sheet=sheet)


def html_of_tournament(sheet: object, template: str) -> str:
    """A sheet of a tournament, by the template of its kind (`list`, `slips`, `drawing`), in the language in force."""
    return _render(f"sheets/tournaments/{template}.html", sheet=sheet)


def _render(template: str, **values: object) -> str:
    """Render a template; letters that no font has are replaced, and the foot of the page then says so."""
    page = _environment().get_template(template)
    html = page.render(lacking=False, **values)
    return in_print(page.render(lacking=True, **values) if is_lacking(html) else html)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    """A Jinja environment without Flask: the command line prints without the application."""
    environment = Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        auto_reload=False,
    )
    environment.install_gettext_callables(i18n.gettext, i18n.ngettext, newstyle=True)  # type: ignore[attr-defined]
    return environment
