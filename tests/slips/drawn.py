"""Slips drawn with Pillow, without the PDF writer: the block of `marks`, with circles marked on it."""

from collections.abc import Iterable
from random import Random
from typing import Any

import segno
from PIL import Image, ImageDraw, ImageFont

from benchmarks.photographs import Paper, Pen
from scorekeeper.slips.codes import texts_of
from scorekeeper.slips.marks import MODULE, Mark, as_json, block_of
from scorekeeper.tournaments.model import Table, Tournament

SCALE = 12  # pixels a millimetre
EDGE = 5.0  # millimetres of paper around the block
NO_PICTURE = Image.new("L", (1, 1))
PEN = Pen((25, 35, 110), 0.5, "cross")


def slip(tournament: Tournament, table: Table, key: bytes | None = None, number: int = 1) -> Image.Image:
    """An empty slip: only its block."""
    block = block_of(tournament.scoring)
    picture = Image.new("L", (round((block.width + 2 * EDGE) * SCALE), round((block.height + 2 * EDGE) * SCALE)), 255)
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=2.1 * SCALE)
    for mark in block.marks:
        x, y, r = (EDGE + mark.x) * SCALE, (EDGE + mark.y) * SCALE, mark.r * SCALE
        draw.ellipse((x - r, y - r, x + r, y + r), outline=70, width=round(0.2 * SCALE))
        if mark.value is not None:
            draw.text((x, y), str(mark.value), fill=185, font=font, anchor="mm")
    for corner in block.corners:
        _square(draw, corner.x, corner.y, corner.size)
    for box, text in zip(block.codes, texts_of(tournament, number, table, key), strict=True):
        for down, line in enumerate(segno.make(text, version=1, error="m", boost_error=False).matrix):
            for across, is_dark in enumerate(line):
                if is_dark:
                    _square(draw, box.x + across * MODULE, box.y + down * MODULE, MODULE)
    return picture


def _square(draw: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    left, top = (EDGE + x) * SCALE, (EDGE + y) * SCALE
    draw.rectangle((left, top, left + size * SCALE - 1, top + size * SCALE - 1), fill=0)


def marks_of(tournament: Tournament, result: dict[str, Any]) -> list[Mark]:
    """Returns the circles to mark for a result, e.g. {"points": [1850, 1210], "vp": [14, 6]} or {"absent": 1}."""
    return [mark for mark in block_of(tournament.scoring).marks if _is_wanted(mark, result)]


def _is_wanted(mark: Mark, result: dict[str, Any]) -> bool:
    name, side = mark.field.split(".")
    if name == "absent":
        return result.get("absent") == int(side)
    value = result[name][int(side)] if name in result else None
    if value is None:
        return False
    if mark.sign:
        return bool(value < 0)
    return bool(abs(value) // 10 ** (mark.place or 0) % 10 == mark.value)


def filled_in(
    tournament: Tournament,
    table: Table,
    marks: Iterable[Mark],
    pen: Pen = PEN,
    crossed: Iterable[Mark] = (),
    seed: int = 1,
    **how: Any,
) -> Image.Image:
    """A slip with circles marked, and others marked and crossed out."""
    paper, rng = Paper(slip(tournament, table, **how), SCALE), Random(seed)
    for mark in marks:
        paper.mark(rng, pen, as_json(mark, EDGE, EDGE))
    for mark in crossed:
        paper.mark(rng, pen, as_json(mark, EDGE, EDGE))
        paper.cross_out(rng, pen, as_json(mark, EDGE, EDGE))
    return paper.image
