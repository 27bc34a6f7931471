"""Paper in every language: filled, empty and for a claim, in the shipped fonts, with every text readable in the PDF."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.claims import judge_for_reader
from scorekeeper.i18n import LOCALES, gettext, say, speaking
from scorekeeper.paper.claim import claim_sheet
from scorekeeper.paper.page import html_of_claim
from scorekeeper.paper.pdf import pdf_of, pdf_of_page
from tests.documents import GAMES as DOCUMENTS
from tests.paper.papers import albastini, buraco, empty, filled, match, tresette
from tests.paper.test_printed_pages import OURS as SHIPPED
from tests.support.fuzzing import in_turn

US, THEM = ("Gęśla ♠", ["髙橋 美咲", "Ngũgĩ"]), ("Ñandú", ["Ünal", "João"])
MATCHES = {
    "tresette": tresette({"aces": [3, 1], "figures": [12, 8], "last_trick": 0}, sides=[US, THEM]),
    "truco": match("truco", [US, THEM], [{"winner": 0, "stake": 1}, {"winner": None}]),
    "albastini": albastini(2, 2, [70, 50]),
    "buraco": buraco("us", [US, THEM], 1),
}
# Those of other games follow from their documents.
MATCHES = {slug: made.going_on[0] for slug, made in DOCUMENTS.items()} | MATCHES
# Letters that a font lacks a bold of are made bolder by WeasyPrint: still the shipped font.
OURS = SHIPPED | {"Noto-Sans-Symbols-2-Bold"}
NOWHERE = "\N{REPLACEMENT CHARACTER}"


def told(pdf: bytes) -> tuple[str, set[str]]:
    """The text of a PDF without white space and hyphens, and the fonts in it."""
    pages = PdfReader(BytesIO(pdf)).pages
    fonts = {str(font["/BaseFont"]) for page in pages for font in page["/Resources"]["/Font"].values()}
    text = "".join("".join(page.extract_text() for page in pages).replace("\N{HYPHEN}", "").split())
    return text, {name.removeprefix("/").partition("+")[2].rstrip(",") for name in fonts}


def in_pdf(text: str) -> str:
    return "".join(text.split())


SLUGS = [game.slug for game in GAMES]
# By day each language has its turn with the filled sheet of one game and (but for the last) the empty one of another.
LANGUAGES = [(kind, language) for kind in ("filled", "empty") for language in LOCALES]
IN_TURN = [(game, *kind) for turn, game in enumerate(SLUGS) for kind in in_turn(LANGUAGES, turn)]


@pytest.mark.parametrize("game, kind, language", IN_TURN)
def test_a_filled_and_an_empty_sheet_read_back(game: str, kind: str, language: str) -> None:
    own = next(each for each in GAMES if each.slug == game)
    named = MATCHES[game].get("options", {}).get(own.named_by)
    sheet = empty(game, language=language) if kind == "empty" else filled(MATCHES[game], language=language)
    text, fonts = told(pdf_of(sheet))
    assert fonts <= OURS
    assert NOWHERE not in text
    with speaking(language):
        title = gettext(own.title) if sheet.blank or not named else named
        headings = [column.heading for column in sheet.grid.columns]
        for wanted in (title, *headings, *([] if sheet.blank else [gettext("Arbiter")])):
            assert in_pdf(wanted) in text, wanted


@pytest.mark.parametrize("language", LOCALES)
def test_a_verdict_reads_back(language: str) -> None:
    setup = rules.begin(MATCHES["tresette"])
    table = rules.first_table(setup)
    with speaking(language):
        verdict = judge_for_reader(setup, table, {"type": "won", "side": 0}, say)
        sheet = claim_sheet(
            setup, table, title=gettext("Tresette"), question=gettext("The match is won"), claimant=0, shown=[],
            verdict=verdict, day="2026-11-21", paper="A4", language=language,
        )  # fmt: skip
        text, fonts = told(pdf_of_page(html_of_claim(sheet)))
        assert fonts <= OURS
        assert NOWHERE not in text
        assert text.count("✗") == 2
        assert in_pdf(gettext("Signature")) in text
