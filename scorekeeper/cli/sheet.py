"""`scorekeeper sheet`: PDF scoresheets, of a match document or to write on by hand."""

import sys
from typing import Any, BinaryIO

import click

from scorekeeper import i18n
from scorekeeper.cli.documents import parsed, read_documents
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Problem, Refusal
from scorekeeper.paper.blank import MOST_HANDS, blank_sheet
from scorekeeper.paper.fill import sheet_of_document
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.papers import PAPERS
from scorekeeper.paper.pdf import NO_PANGO, NoPango, pdf_of

Shape = tuple[int, int]


def asked_language(_context: click.Context, _parameter: click.Parameter, wanted: str) -> str:
    """The locale that an option of a command names."""
    known = i18n.known(wanted)
    if known is None:
        raise click.BadParameter(f"one of {', '.join(i18n.LOCALES)} is wanted")
    return known


def _shape(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Shape | None:
    """`3x2` as (sides, players a side)."""
    if text is None:
        return None
    sides, _times, players = text.partition("x")
    if not (sides.isdecimal() and players.isdecimal()):
        raise click.BadParameter("sides and players a side are wanted, such as 3x2")
    return int(sides), int(players)


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@click.option("-o", "--output", type=click.File("wb", lazy=True), required=True, help="The PDF to write, or -.")
@click.option("--blank", type=click.Choice([game.slug for game in GAMES]), help="An empty sheet of this game.")
@click.option("--variant", help="Of an empty sheet: the game's preset.")
@click.option("--shape", callback=_shape, metavar="SIDESxPLAYERS", help="Of an empty sheet: such as 3x2, 6x1.")
@click.option("--hands", type=click.IntRange(1, MOST_HANDS), help="Of an empty sheet; else as many as fit on a page.")
@click.option("--paper", type=click.Choice(list(PAPERS), case_sensitive=False), default="A4", show_default=True)
@click.option("--lang", callback=asked_language, default=i18n.ENGLISH, show_default=True, help="The sheet's language.")
def sheet(
    file: BinaryIO | None,
    output: BinaryIO,
    blank: str | None,
    variant: str | None,
    shape: Shape | None,
    hands: int | None,
    paper: str,
    lang: str,
) -> None:
    """Print the scoresheet of the match document in FILE (or standard input), or an empty one to write on.

    Exit status 2 when the document, or the wish for an empty sheet, was refused.
    """
    if blank is None and (variant or shape or hands):
        raise click.UsageError("--variant, --shape and --hands go with --blank")
    if blank is not None and file is not None:
        raise click.UsageError("either FILE or --blank, not both")
    with i18n.speaking(lang):
        try:
            if blank is None:
                made = _of_document(file or sys.stdin.buffer, paper, lang)
            else:
                made = blank_sheet(blank, variant=variant, shape=shape, hands=hands, paper=paper, language=lang)
        except Refusal as refusal:
            for problem in refusal.problems:
                click.echo(_in_words(problem), err=True)
            raise SystemExit(2) from None
        try:
            written = pdf_of(made)
        except NoPango:
            raise click.ClickException(i18n.gettext(NO_PANGO)) from None
    output.write(written)


def _of_document(stream: BinaryIO, paper: str, language: str) -> Sheet:
    documents: list[Any] = [parsed(document) for document in read_documents(stream)]
    if len(documents) != 1:
        raise click.UsageError(f"one match document is wanted, there are {len(documents)}")
    return sheet_of_document(documents[0], paper=paper, language=language)


def _in_words(problem: Problem) -> str:
    """A problem on one line: where it is, what it is, by which rule."""
    hand = None if problem["hand"] is None else i18n.gettext("hand %(number)s", number=problem["hand"])
    place = ", ".join(part for part in (hand, problem["field"]) if part)
    rule = f" ({problem['rule']})" if problem["rule"] else ""
    return f"{place}{': ' if place else ''}{i18n.say(problem['message'], problem['params'])}{rule}"
