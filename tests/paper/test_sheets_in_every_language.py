"""Paper in every language: filled, empty and for a claim, in the shipped fonts, with every text readable in the PDF."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.claims import judge_for_reader
from scorekeeper.i18n import LOCALES, gettext, say, speaking
from scorekeeper.paper.blank import Night
from scorekeeper.paper.claim import claim_sheet
from scorekeeper.paper.model import Code, letterhead
from scorekeeper.paper.page import html_of_claim
from scorekeeper.paper.pdf import pdf_of_page
from tests.documents import GAMES as DOCUMENTS
from tests.paper.papers import ALL_PAPERS, albastini, buraco, empty, filled, match, read, size_in_mm, tresette
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
SIZES = {"A4": (210, 297), "A5": (148, 210), "Letter": (215.9, 279.4)}  # in millimetres


def told(pdf: bytes) -> tuple[str, set[str]]:
    """The text of a PDF without white space and hyphens, and the fonts in it."""
    return told_by(PdfReader(BytesIO(pdf)))


def told_by(pdf: PdfReader) -> tuple[str, set[str]]:
    fonts = {str(font["/BaseFont"]) for page in pdf.pages for font in page["/Resources"]["/Font"].values()}
    text = "".join("".join(page.extract_text() for page in pdf.pages).replace("\N{HYPHEN}", "").split())
    return text, {name.removeprefix("/").partition("+")[2].rstrip(",") for name in fonts}


def in_pdf(text: str) -> str:
    return "".join(text.split())


LONGEST = Night(
    letterhead=letterhead("Associazione Culturale e Sportiva Dilettantistica dei Giocatori di Carte", None, "Table 12"),
    code=Code("https://cards.example.org/s/123456789-abcdefghijklmnopqrstuv", "Scan to keep score at this table"),
    place="Circolo ricreativo dei lavoratori del porto, sala grande al primo piano a destra",
    day="27 de novembro de 2026",
    name="Terza serata del torneo sociale d'autunno",
)
SLUGS = [game.slug for game in GAMES]
# By day each language has its turn with the filled sheet of one game and (but for the last) the empty one of another.
LANGUAGES = [(kind, language) for kind in ("filled", "empty") for language in LOCALES]
IN_TURN = [(game, *kind) for turn, game in enumerate(SLUGS) for kind in in_turn(LANGUAGES, turn)]
ALL = [(*wish, paper) for turn, wish in enumerate(IN_TURN) for paper in in_turn(ALL_PAPERS, turn)]


@pytest.mark.parametrize("game, kind, language, paper", ALL)
def test_a_filled_and_an_empty_sheet_read_back(game: str, kind: str, language: str, paper: str) -> None:
    """The empty one has hands on one page below the longest names that a club and its place may have, and a code."""
    own = GAMES[SLUGS.index(game)]
    named = MATCHES[game].get("options", {}).get(own.named_by)
    if kind == "empty":
        sheet = empty(game, paper, language, night=LONGEST)
        assert len(sheet.grid.rows) >= (own.hands_of(own.presets[0]["options"]) or 4)
    else:
        sheet = filled(MATCHES[game], paper, language)
    pdf = read(sheet)
    text, fonts = told_by(pdf)
    assert fonts <= OURS
    assert NOWHERE not in text
    assert kind == "filled" or len(pdf.pages) == 1
    assert size_in_mm(sheet) == SIZES[paper]
    assert pdf.trailer["/Root"]["/Lang"] == language.replace("_", "-")
    assert pdf.metadata
    assert pdf.metadata.title == sheet.footer
    assert all(side.get("name", "") in sheet.footer for side in ([] if sheet.blank else MATCHES[game]["sides"]))
    with speaking(language):
        title = gettext(own.title) if sheet.blank or not named else named
        headings = [column.heading for column in sheet.grid.columns]
        for wanted in (title, *headings, *([] if sheet.blank else [gettext("Arbiter")])):
            assert in_pdf(wanted) in text, wanted


@pytest.mark.parametrize("language", ["sw", "ja"])
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
