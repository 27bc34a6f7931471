"""A result as a PNG file: the layout of `pages.result_picture`, drawn with the shipped fonts.

Everything on it stands in the picture's own values, so the same one is drawn once and found again. Pillow draws no
smooth edges: shapes are drawn at twice the size first, texts afterwards.
"""

import io
import json
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from scorekeeper.pages.picture_parts import colours_of
from scorekeeper.pages.result_picture import Layout, Picture, layout
from scorekeeper.paper.picture_face import draw_face
from scorekeeper.paper.picture_text import width, write

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

SMOOTH = 2  # times the size at which shapes are drawn
DRAWN = 48  # pictures kept, of some 60 KB each
_one_at_a_time = Lock()  # a tall one takes 25 MB while it is drawn


def png(picture: Picture) -> bytes:
    """The picture as a PNG file."""
    return _png(json.dumps(picture, sort_keys=True))


@lru_cache(maxsize=DRAWN)
def _png(picture: str) -> bytes:
    stored: Picture = json.loads(picture)
    with _one_at_a_time:
        image = _drawn(layout(stored, width), colours_of(stored["winner"]))
        written = io.BytesIO()
        image.save(written, "PNG", optimize=True)
        return written.getvalue()


def _drawn(found: Layout, colours: dict[str, str]) -> "Image":
    from PIL import Image, ImageDraw

    wide, high = found["size"]
    large = Image.new("RGB", (wide * SMOOTH, high * SMOOTH), colours["ground"])
    pen: ImageDraw.ImageDraw = ImageDraw.Draw(large)
    for shape in found["shapes"]:
        _draw(pen, shape, colours[shape[1]])
    draw_face(large, found["face"], SMOOTH)
    image = large.resize((wide, high), Image.Resampling.BOX)
    pen = ImageDraw.Draw(image)
    for text in found["texts"]:
        write(pen, text, colours[text["colour"]])
    return image


def _draw(pen: "ImageDraw", shape: list[Any], colour: str) -> None:
    """A shape of a layout, at `SMOOTH` times its size."""
    kind, _colour, *about = shape
    if kind in ("line", "stroke"):
        spots, half = _large(about[1]), about[0] * SMOOTH / 2
        pen.line(spots, colour, round(2 * half), joint="curve")
        for x, y in spots if kind == "stroke" else ():
            pen.ellipse((x - half, y - half, x + half, y + half), colour)
    elif kind == "polygon":
        pen.polygon(_large(about[0]), colour)
    else:
        x, y, radius = (each * SMOOTH for each in about)
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), colour)


def _large(spots: list[list[float]]) -> list[tuple[float, float]]:
    return [(x * SMOOTH, y * SMOOTH) for x, y in spots]
