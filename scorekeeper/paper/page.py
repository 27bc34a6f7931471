"""Sheets rendered as HTML. Every text is escaped: names and notes are what people typed."""

import re
from functools import lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from scorekeeper import i18n
from scorekeeper.config import folder
from scorekeeper.paper.claim import ClaimSheet, answer
from scorekeeper.paper.club_sheets import Certificate, Settlement, StandingsSheet
from scorekeeper.paper.measure import PAPERS, in_print, is_lacking
from scorekeeper.paper.model import Cards, Sheet
from scorekeeper.paper.space import (
    chart_beside_signatures,
    filling_its_page,
    is_compact,
    score_size,
    signatures_across,
    standings_across,
)

COLOUR = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b")


def html_of(sheet: Sheet) -> str:
    """One sheet as a whole HTML document, in the sheet's language."""
    with i18n.speaking(sheet.language):
        filled = filling_its_page(sheet)
        return _render("paper/sheet.html", sheet=filled, score_size=score_size(sheet.result, PAPERS[sheet.paper]))


def html_of_claim(sheet: ClaimSheet) -> str:
    """The page of a verdict, in its language."""
    with i18n.speaking(sheet.language):
        return _render("paper/claim.html", sheet=sheet, answer=answer(sheet))


def html_of_cards(sheet: Cards) -> str:
    """The cards of a club night's tables, in their language."""
    with i18n.speaking(sheet.language):
        return _render("paper/cards.html", sheet=sheet)


def html_of_settlement(sheet: Settlement) -> str:
    """An evening's settlement, in its language."""
    with i18n.speaking(sheet.language):
        return _render("paper/settlement.html", sheet=sheet)


def html_of_standings(sheet: StandingsSheet) -> str:
    """A season's standings, in their language."""
    with i18n.speaking(sheet.language):
        return _render("paper/standings.html", sheet=sheet)


def html_of_certificate(sheet: Certificate) -> str:
    """A player's certificate, in its language."""
    with i18n.speaking(sheet.language):
        return _render("paper/certificate.html", sheet=sheet)


def html_of_tournament(sheet: object, template: str) -> str:
    """A sheet of a tournament, by the template of its kind (`list`, `slips`, `drawing`), in the language in force."""
    return _render(f"paper/tournaments/{template}.html", sheet=sheet)


def _render(template: str, **values: object) -> str:
    """Render a template; letters that no font has are replaced, and the foot of the page then says so."""
    page = _environment().get_template(template)
    html = page.render(lacking=False, **values)
    return in_print(page.render(lacking=True, **values) if is_lacking(html) else html)


def in_grey(drawing: str) -> Markup:
    """A drawing of ours with greys for its colours, as light as those are."""
    return Markup(COLOUR.sub(_grey, drawing))  # noqa: S704 (rendered from our own templates)


def _grey(colour: "re.Match[str]") -> str:
    digits = colour[1] if len(colour[1]) > 3 else "".join(2 * digit for digit in colour[1])
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return f"#{3 * f'{round(0.3 * red + 0.59 * green + 0.11 * blue):02x}'}"


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
    environment.filters["in_grey"] = in_grey
    environment.globals.update(
        is_compact=is_compact,
        chart_beside_signatures=chart_beside_signatures,
        signatures_across=signatures_across,
        standings_across=standings_across,
    )
    environment.install_gettext_callables(i18n.gettext, i18n.ngettext, newstyle=True)  # type: ignore[attr-defined]
    return environment
