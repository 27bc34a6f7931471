"""`scorekeeper sheet`, `tournament sheet` and `tournament table`: PDFs of scoresheets and papers, a ranking as CSV."""

import json
import sys
from typing import Any, BinaryIO, TextIO

import click

from scorekeeper import i18n
from scorekeeper.cli.documents import parsed, print_result, read_documents, refused_as, tournament_document
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Problem, Refusal
from scorekeeper.paper.blank import MOST_HANDS, blank_sheet
from scorekeeper.paper.fill import sheet_of_document
from scorekeeper.paper.model import BRACKET_PAPERS, PAPERS, Sheet, letterhead
from scorekeeper.paper.pdf import pdf_of, pdf_of_pages
from scorekeeper.paper.tournaments.pages import KINDS, pages_of, slips_with_geometry
from scorekeeper.paper.tournaments.parts import Wanted
from scorekeeper.paper.tournaments.result_sheet import csv_of
from scorekeeper.paper.typesetting import NO_PANGO, NoPango
from scorekeeper.tournaments.document import MOST, MOST_ROUNDS, read

Shape = tuple[int, int]


def language_option(_context: click.Context, _parameter: click.Parameter, text: str) -> str:
    """Option callback: returns the locale of a language tag. Raises BadParameter if there is none."""
    locale = i18n.locale_of(text)
    if locale is None:
        raise click.BadParameter(f"one of {', '.join(i18n.LOCALES)} is wanted")
    return locale


def _shape(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Shape | None:
    """Option callback: parses `3x2` (sides, players per side) as (3, 2). Raises BadParameter if malformed."""
    if text is None:
        return None
    sides, _times, players = text.partition("x")
    if not (sides.isdecimal() and players.isdecimal()):
        raise click.BadParameter("sides and players a side are wanted, such as 3x2")
    return int(sides), int(players)


SLUGS = click.Choice([game.slug for game in GAMES])


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@click.option("-o", "--output", type=click.File("wb", lazy=True), required=True, help="The PDF to write, or -.")
@click.option("--blank", type=SLUGS, metavar="GAME", help="An empty sheet of this game.")
@click.option("--variant", help="Preset of the empty sheet.")
@click.option("--shape", callback=_shape, metavar="SIDESxPLAYERS", help="Shape of the empty sheet, such as 3x2 or 6x1.")
@click.option("--hands", type=click.IntRange(1, MOST_HANDS), help="Hands on the empty sheet; default: one page.")
@click.option("--paper", type=click.Choice(list(PAPERS), case_sensitive=False), default="A4", show_default=True)
@click.option("--lang", callback=language_option, default=i18n.ENGLISH, show_default=True, help="The sheet's language.")
@click.option("--without-marks", is_flag=True, help="An empty sheet without circles to read it from a photograph.")
def sheet(
    file: BinaryIO | None,
    output: BinaryIO,
    blank: str | None,
    variant: str | None,
    shape: Shape | None,
    hands: int | None,
    paper: str,
    lang: str,
    without_marks: bool,
) -> None:
    """Write the scoresheet of the match document in FILE (or standard input) as PDF, or an empty one.

    Exit status 2 if the document or the options of the empty sheet were refused.
    """
    if blank is None and (variant or shape or hands or without_marks):
        raise click.UsageError("--variant, --shape, --hands and --without-marks go with --blank")
    if blank is not None and file is not None:
        raise click.UsageError("either FILE or --blank, not both")
    with i18n.speaking(lang):
        try:
            if blank is None:
                scoresheet = _of_document(file or sys.stdin.buffer, paper, lang)
            else:
                options: dict[str, Any] = {
                    "variant": variant,
                    "shape": shape,
                    "hands": hands,
                    "marks": not without_marks,
                }
                scoresheet = blank_sheet(blank, paper=paper, language=lang, **options)
            pdf = pdf_of(scoresheet)
        except Refusal as refusal:
            for problem in refusal.problems:
                click.echo(_in_words(problem), err=True)
            raise SystemExit(2) from None
        except NoPango:
            raise click.ClickException(i18n.gettext(NO_PANGO)) from None
    output.write(pdf)


def _of_document(stream: BinaryIO, paper: str, language: str) -> Sheet:
    documents: list[Any] = [parsed(document) for document in read_documents(stream)]
    if len(documents) != 1:
        raise click.UsageError(f"one match document is wanted, there are {len(documents)}")
    return sheet_of_document(documents[0], paper=paper, language=language)


def _in_words(problem: Problem) -> str:
    """Returns a problem on one line: hand and field, the message, the rule."""
    hand = None if problem["hand"] is None else i18n.gettext("hand %(number)s", number=problem["hand"])
    place = ", ".join(part for part in (hand, problem["field"]) if part)
    rule = f" ({problem['rule']})" if problem["rule"] else ""
    return f"{place}{': ' if place else ''}{i18n.say(problem['message'], problem['params'])}{rule}"


LONGEST = 100  # characters of an option's text


class Kind(click.Choice[str]):
    """A click type for kinds of sheet; accepts spaces for the hyphens in a kind."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(value.replace(" ", "-"), param, ctx)


def _text(_context: click.Context, parameter: click.Parameter, text: str) -> str:
    if len(text) > LONGEST:
        raise click.BadParameter(f"at most {LONGEST} letters are wanted", param=parameter)
    return text


@click.command("sheet")
@click.argument("kind", type=Kind(KINDS))
@click.argument("file", type=click.File("rb"), required=False)
@click.option("-o", "--output", type=click.File("wb", lazy=True), required=True, help="The PDF to write, or -.")
@click.option("--round", "number", type=click.IntRange(1, MOST_ROUNDS), help="Default: the current round.")
@click.option("--paper", type=click.Choice(list(BRACKET_PAPERS), case_sensitive=False), default="A4", show_default=True)
@click.option("--lang", callback=language_option, default=i18n.ENGLISH, show_default=True, help="The sheet's language.")
@click.option("--per-page", type=click.Choice(["2", "4"]), default="2", show_default=True, help="Slips per page.")
@click.option("--number", "many", type=click.IntRange(1, MOST), help="Number of blank slips, or of places.")
@click.option("--club", default="", callback=_text, help="The club's name for the letterhead.")
@click.option("--place", default="", callback=_text, help="Place, as printed.")
@click.option("--day", default="", callback=_text, help="Day, as printed.")
@click.option("--arbiter", default="", callback=_text, help="The arbiter's name, as printed.")
@click.option("--code", default="", callback=_text, help="A federation's code of the tournament, as printed.")
@click.option("--all-rounds", is_flag=True, help="The results of every round.")
@click.option("--without-marks", is_flag=True, help="Slips without circles to read them from a photograph.")
@click.option("--geometry", type=click.File("w", lazy=True), help="Where the circles of slips are, as JSON, or -.")
def tournament_sheet(
    kind: str, file: BinaryIO | None, output: BinaryIO, geometry: TextIO | None, **options: Any
) -> None:
    """Write a sheet of the tournament document in FILE (or standard input) as PDF.

    A refusal is printed as one JSON line, with exit status 2, and no PDF is written.
    """
    if kind != "bracket" and options["paper"] not in PAPERS:
        raise click.UsageError(f"{options['paper']} is for the bracket")
    if geometry and (kind != "slips" or options["without_marks"]):
        raise click.UsageError("--geometry is for slips with circles")
    where = None
    try:
        document, wanted = tournament_document(file or sys.stdin.buffer), _print_options(options)
        if geometry:
            pages, where = slips_with_geometry(document, wanted)
        else:
            pages = pages_of(kind, document, wanted)
        pdf = pdf_of_pages(pages)
    except Refusal as refusal:
        print_result(refused_as(refusal.problems))
        raise SystemExit(2) from None
    except NoPango:
        with i18n.speaking(options["lang"]):
            raise click.ClickException(i18n.gettext(NO_PANGO)) from None
    output.write(pdf)
    if geometry:
        geometry.write(f"{json.dumps(where)}\n")


def _print_options(options: dict[str, Any]) -> Wanted:
    return Wanted(
        paper=options["paper"],
        language=options["lang"],
        round=options["number"] or 0,
        number=options["many"] or 0,
        per_page=int(options["per_page"]),
        letterhead=letterhead(options["club"]) if options["club"] else None,
        place=options["place"],
        day=options["day"],
        arbiter=options["arbiter"],
        code=options["code"],
        every_round=options["all_rounds"],
        marks=not options["without_marks"],
    )


@click.command("table")
@click.argument("file", type=click.File("rb"), required=False)
@click.option("--lang", callback=language_option, default=i18n.ENGLISH, show_default=True, help="The table's language.")
def tournament_table(file: BinaryIO | None, lang: str) -> None:
    """Write the ranking of the tournament document in FILE (or standard input) as CSV, with every round.

    A refusal is printed as one JSON line, with exit status 2.
    """
    try:
        tournament = read(tournament_document(file or sys.stdin.buffer))
        with i18n.speaking(lang):
            table = csv_of(tournament)
    except Refusal as refusal:
        print_result(refused_as(refusal.problems))
        raise SystemExit(2) from None
    sys.stdout.buffer.write(table)
    sys.stdout.buffer.flush()
