"""`scorekeeper tournament sheet`: a tournament's lists, slips, bracket and certificates as a PDF."""

import sys
from typing import Any, BinaryIO

import click

from scorekeeper import i18n
from scorekeeper.cli.documents import parsed, print_result, read_documents, refused_as
from scorekeeper.cli.sheet import asked_language
from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper.letterhead import letterhead
from scorekeeper.paper.papers import PAPERS
from scorekeeper.paper.pdf import NO_PANGO, NoPango, pdf_of_pages
from scorekeeper.paper.tournaments.model import BRACKET_PAPERS, Wanted
from scorekeeper.paper.tournaments.sheets import KINDS, pages_of
from scorekeeper.tournaments.document import MOST, MOST_ROUNDS

LONGEST = 100  # letters of what is typed here


class Kind(click.Choice[str]):
    """A kind of sheet, its words joined by hyphens or not."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(value.replace(" ", "-"), param, ctx)


def _text(_context: click.Context, parameter: click.Parameter, text: str) -> str:
    if len(text) > LONGEST:
        raise click.BadParameter(f"at most {LONGEST} letters are wanted", param=parameter)
    return text


@click.command()
@click.argument("kind", type=Kind(KINDS))
@click.argument("file", type=click.File("rb"), required=False)
@click.option("-o", "--output", type=click.File("wb", lazy=True), required=True, help="The PDF to write, or -.")
@click.option("--round", "number", type=click.IntRange(1, MOST_ROUNDS), help="Else the one whose turn it is.")
@click.option("--paper", type=click.Choice(list(BRACKET_PAPERS), case_sensitive=False), default="A4", show_default=True)
@click.option("--lang", callback=asked_language, default=i18n.ENGLISH, show_default=True, help="The sheet's language.")
@click.option("--per-page", type=click.Choice(["2", "4"]), default="2", show_default=True, help="Slips on a page.")
@click.option("--number", "many", type=click.IntRange(1, MOST), help="How many blank slips, or places.")
@click.option("--club", default="", callback=_text, help="Whose paper it is.")
@click.option("--place", default="", callback=_text, help="Where it is played.")
@click.option("--day", default="", callback=_text, help="When it is played.")
def sheet(kind: str, file: BinaryIO | None, output: BinaryIO, **asked: Any) -> None:
    """Print a sheet of the tournament document in FILE (or standard input).

    A refusal is printed as one JSON line, with exit status 2, and no PDF is written.
    """
    if kind != "bracket" and asked["paper"] not in PAPERS:
        raise click.UsageError(f"{asked['paper']} is for the bracket")
    try:
        pages = pages_of(kind, _document(file or sys.stdin.buffer), _wanted(asked))
        written = pdf_of_pages(pages)
    except Refusal as refusal:
        print_result(refused_as(refusal.problems))
        raise SystemExit(2) from None
    except NoPango:
        with i18n.speaking(asked["lang"]):
            raise click.ClickException(i18n.gettext(NO_PANGO)) from None
    output.write(written)


def _wanted(asked: dict[str, Any]) -> Wanted:
    """What the options say."""
    return Wanted(
        paper=asked["paper"],
        language=asked["lang"],
        round=asked["number"] or 0,
        number=asked["many"] or 0,
        per_page=int(asked["per_page"]),
        letterhead=letterhead(asked["club"]) if asked["club"] else None,
        place=asked["place"],
        day=asked["day"],
    )


def _document(stream: BinaryIO) -> Any:
    documents: list[Any] = [parsed(document) for document in read_documents(stream)]
    if len(documents) != 1:
        raise click.UsageError(f"one tournament document is wanted, there are {len(documents)}")
    return documents[0]
