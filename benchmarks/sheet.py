"""The cost of a sheet: from the match document to the PDF, and WeasyPrint alone on the same finished HTML.

    python -m benchmarks.sheet

All in turns in one run, in processor time, so that other programs change little. WeasyPrint is measured twice: as in
its manual, and with fonts and style sheets reused for the next sheet, as ours does.
Target: ours at most 1.3 times WeasyPrint's on a sheet of 30 hands.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import perf_counter, process_time
from typing import Any

from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

from scorekeeper import i18n
from scorekeeper.config import folder
from scorekeeper.paper.fill import sheet_of_document
from scorekeeper.paper.layout import html_of
from scorekeeper.paper.pdf import pdf_of_page, write_pdf

TARGET = 1.3
STYLES = [folder("static") / "fonts" / "fonts.css", folder("static") / "css" / "sheet.css"]


def document(hands: int) -> dict[str, Any]:
    """Returns a match of Buraco for an agreed time, the game with the longest rows."""
    won = {"melds": 345, "clean": 1, "dirty": 1, "hand": 0, "pot": "played"}
    lost = {"melds": 160, "dirty": 1, "hand": 30, "pot": "unplayed", "pot_cards": 85}
    sides = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
    return {
        "format": "scorekeeper/1",
        "game": "buraco",
        "variant": "timed",
        "sides": sides,
        "hands": [{"sides": [won, lost], "went_out": 0}, {"sides": [lost, won], "went_out": 1}] * (hands // 2),
    }


def page(hands: int) -> str:
    """Returns the finished HTML of a match of `hands` hands."""
    with i18n.speaking("en"):
        return html_of(sheet_of_document(document(hands), paper="A4", language="en"))


def ours(hands: int) -> float:
    """Returns the seconds from the document to the PDF, not cached."""
    began = process_time()
    write_pdf(page(hands))
    return process_time() - began


def weasyprint_alone(html: str) -> float:
    """Returns the seconds of WeasyPrint as in its manual."""
    began = process_time()
    fonts = FontConfiguration()
    HTML(string=html).write_pdf(stylesheets=[CSS(path, font_config=fonts) for path in STYLES], font_config=fonts)
    return process_time() - began


class Kept:
    """WeasyPrint with fonts and style sheets reused."""

    def __init__(self) -> None:
        self.fonts = FontConfiguration()
        self.styles = [CSS(path, font_config=self.fonts) for path in STYLES]

    def seconds(self, html: str) -> float:
        """Returns the seconds for one sheet."""
        began = process_time()
        HTML(string=html).write_pdf(stylesheets=self.styles, font_config=self.fonts)
        return process_time() - began


def in_turn(measures: Sequence[Callable[[], float]], rounds: int) -> list[float]:
    """Returns the median of each, measured in turns."""
    seconds = [[measure() for measure in measures] for _ in range(rounds)]
    return [median(column) for column in zip(*seconds, strict=True)]


def command_line() -> float:
    """Returns the seconds of `scorekeeper sheet --blank truco`, from start to end."""
    began = perf_counter()
    command = [sys.executable, "-m", "scorekeeper", "sheet", "--blank", "truco", "-o", "-"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - began


def main() -> None:
    """Prints the milliseconds and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--hands", type=int, nargs="+", default=[30, 300])
    options = parser.parse_args()
    reused = Kept()
    for hands in options.hands:
        html = page(hands)
        measures = [partial(ours, hands), partial(weasyprint_alone, html), partial(reused.seconds, html)]
        mine, alone, tuned = in_turn(measures, options.rounds)
        print(f"{hands} hands, from the document to the PDF: {mine * 1000:.0f} ms (medians of {options.rounds})")
        print(f"  WeasyPrint on the same HTML: {alone * 1000:.0f} ms, ratio {mine / alone:.2f} (target {TARGET})")
        print(f"  … with its fonts and styles kept: {tuned * 1000:.0f} ms, ratio {mine / tuned:.2f}")
    html = page(30)
    pdf_of_page(html)
    began = perf_counter()
    pdf_of_page(page(30))
    print(f"30 hands, printed before: {(perf_counter() - began) * 1000:.1f} ms")
    print(f"`scorekeeper sheet --blank truco`: {median(command_line() for _ in range(min(3, options.rounds))):.2f} s")


if __name__ == "__main__":
    main()
