"""Sheets rendered as HTML. Every text is escaped, because users type names and notes."""

import re
from functools import cache, lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from scorekeeper import i18n
from scorekeeper.config import folder
from scorekeeper.paper.claim import ClaimSheet, answer
from scorekeeper.paper.club_sheets import Certificate, Settlement, StandingsSheet
from scorekeeper.paper.model import BRACKET_PAPERS, PAPERS, Cards, Sheet
from scorekeeper.paper.typesetting import USUAL, best_size, in_print, is_lacking, pages_needed, positions, sizes_for

COLOUR = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b")


def html_of_hands(sheet: Sheet, *, trial: bool = False) -> str:
    """Returns a match's sheet as HTML in the current language; `trial` adds the ids that `layout` measures."""
    return rendered("paper/sheet.html", sheet=sheet, trial=trial)


def html_of_claim(sheet: ClaimSheet) -> str:
    """Returns the page of a verdict, in its language."""
    with i18n.speaking(sheet.language):
        return rendered("paper/claim.html", sheet=sheet, answer=answer(sheet))


def html_of_cards(sheet: Cards) -> str:
    """Returns the cards of a club night's tables, in their language."""
    with i18n.speaking(sheet.language):
        return rendered("paper/cards.html", sheet=sheet)


def html_of_settlement(sheet: Settlement) -> str:
    """Returns an evening's settlement, in its language."""
    with i18n.speaking(sheet.language):
        return rendered("paper/settlement.html", sheet=sheet)


FITS = 32  # kept


def html_of_standings(sheet: StandingsSheet) -> str:
    """Returns a season's standings, in their language, in type as large as fits on the fewest pages. Raises NoPango."""
    with i18n.speaking(sheet.language):
        size, tight = _fitted(sheet)
        return rendered("paper/standings.html", sheet=sheet, type_size=size, tight=tight)


@lru_cache(FITS)
def _fitted(sheet: StandingsSheet) -> tuple[float, bool]:
    """Returns the size of a ranking's type, times the usual one, and True if names may break anywhere."""
    sizes = sizes_for(len(sheet.rows))

    @cache
    def pages_at(size: float) -> float:
        return pages_needed(rendered("paper/standings.html", sheet=sheet, type_size=size, tight=False))

    size = best_size(sizes, pages_at)
    return (size, False) if size else (min(sizes, default=USUAL), True)


NAME = 34.0  # points of a name on a certificate, at the largest
NEARLY = 0.88  # of the width


def html_of_certificate(sheet: Certificate) -> str:
    """Returns a player's certificate, in its language, with the name as large as fits on one line. Raises NoPango."""
    largest = NAME * PAPERS[sheet.paper].type / 9
    with i18n.speaking(sheet.language):
        at = positions(rendered("paper/certificate.html", sheet=sheet, name_size=largest, trial=True))
        room = PAPERS[sheet.paper].width - 2 * at["start"][0]
        size = min(largest, largest * NEARLY * room / max(at["name-end"][0] - at["name"][0], 1))
        return rendered("paper/certificate.html", sheet=sheet, name_size=round(size, 1), trial=False)


def rendered(template: str, **values: object) -> str:
    """Renders a template. Letters missing in all fonts are replaced, with a note at the foot of the page."""
    page = _environment().get_template(template)
    html = page.render(lacking=False, **values)
    return in_print(page.render(lacking=True, **values) if is_lacking(html) else html)


MAY_BREAK = "\N{ZERO WIDTH SPACE}"  # where a translation allows a long word to break
WORD_END = re.compile(f"(?<=[ {MAY_BREAK}])(?=[^ {MAY_BREAK}])|(?<=[ぁ-ゟ])(?=[「（ア-ヺ一-鿿].)")


def words(text: str) -> list[str]:
    """Returns the parts of a heading that must not break, each with the space after it.

    A Japanese phrase ends where hiragana that inflect or join (の, った) are followed by kanji or katakana; a single
    letter at the end stays with the phrase before it.
    """
    return WORD_END.split(text) if text else []


def longest_word(text: str) -> str:
    """Returns the longest of the words between spaces at which a line may break."""
    return max(text.split(" "), key=len)


def in_grey(drawing: str) -> Markup:
    """Returns an SVG drawing with each colour replaced by a grey of the same lightness."""
    return Markup(COLOUR.sub(_grey, drawing))  # noqa: S704 (rendered from our own templates)


def _grey(colour: "re.Match[str]") -> str:
    digits = colour[1] if len(colour[1]) > 3 else "".join(2 * digit for digit in colour[1])
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return f"#{3 * f'{round(0.3 * red + 0.59 * green + 0.11 * blue):02x}'}"


@lru_cache(maxsize=1)
def _environment() -> Environment:
    """Returns a Jinja environment without Flask: the command line prints without the application."""
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
    environment.filters.update(words=words, longest_word=longest_word)
    environment.globals.update(papers=BRACKET_PAPERS)
    environment.install_gettext_callables(i18n.gettext, i18n.ngettext, newstyle=True)  # type: ignore[attr-defined]
    return environment
