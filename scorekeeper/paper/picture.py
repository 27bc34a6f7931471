"""A match's result or a year as a PNG picture: the layout of `pages` with the shipped fonts."""

import io
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from fontTools.misc.transform import Transform
from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

from scorekeeper.config import folder
from scorekeeper.pages.picture_shapes import colours_of
from scorekeeper.pages.pictures import Layout, Picture, Text, YearPicture, layout, year_layout

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont


FONTS = {
    "regular": "noto-sans/NotoSans_400Regular.ttf",
    "bold": "archivo-bold/Archivo_700Bold.ttf",
    "other-bold": "noto-sans/NotoSans_700Bold.ttf",
    "symbols": "noto-sans-symbols-2/NotoSansSymbols2_400Regular.ttf",
    "japanese": "noto-sans-jp/NotoSansJP_400Regular.ttf",
}
NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"  # which Archivo lacks
MINUS = "\N{MINUS SIGN}"  # in figures, while other mathematical signs are symbols


@lru_cache(maxsize=32)
def _text_font(name: str, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    return ImageFont.truetype(folder("static") / "fonts" / FONTS[name], size)


def _pieces(text: str, bold: bool) -> list[tuple[str, str]]:
    """Returns a text split into runs of one font each, as (name of the font, text)."""
    runs: list[tuple[str, str]] = []
    weight = "bold" if bold else "regular"
    for sign in text:
        code = ord(sign)
        symbol = 0x2190 <= code <= 0x2BFF and sign != MINUS
        font = "japanese" if 0x2E80 <= code <= 0xFFEF else "symbols" if symbol else weight
        if font == "bold" and (0x250 <= code < 0x2010 or sign == NARROW_SPACE):  # Greek, Cyrillic and others
            font = "other-bold"
        if runs and runs[-1][0] == font:
            runs[-1] = (font, runs[-1][1] + sign)
        else:
            runs.append((font, sign))
    return runs


def width(text: str, size: int, bold: bool) -> float:
    """Returns how wide a text is, in pixels."""
    return sum(_text_font(font, size).getlength(run) for font, run in _pieces(text, bold))


def write(pen: "ImageDraw", text: Text, colour: str) -> None:
    """Draws a text on one line, each run of it in its own font."""
    size, bold = text["size"], text["bold"]
    part = {"start": 0.0, "middle": 0.5, "end": 1.0}[text["anchor"]]
    x = text["x"] - part * width(text["text"], size, bold)
    for font, run in _pieces(text["text"], bold):
        pen.text((x, text["y"]), run, colour, _text_font(font, size), anchor="ls")
        x += _text_font(font, size).getlength(run)


UNITS = 100.0  # of a face, each way
STEPS = 10  # lines to a curve
FONT = "archivo-bold/Archivo_700Bold.ttf"

Outline = list[tuple[float, float]]


class _Flat(BasePen):  # type: ignore[misc]  # fontTools has no types
    """A fontTools pen that collects outlines of straight lines, approximating curves."""

    def __init__(self) -> None:
        super().__init__(None)
        self.outlines: list[Outline] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self.outlines.append([pt])

    def _lineTo(self, pt: tuple[float, float]) -> None:
        self.outlines[-1].append(pt)

    def _curveToOne(self, pt1: Any, pt2: Any, pt3: Any) -> None:
        start = self.outlines[-1][-1]
        for step in range(1, STEPS + 1):
            t = step / STEPS
            parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            spots = (start, pt1, pt2, pt3)
            x, y = (sum(part * spot[axis] for part, spot in zip(parts, spots, strict=True)) for axis in (0, 1))
            self.outlines[-1].append((x, y))


def draw_face(image: "Image", face: dict[str, Any], times: int) -> None:
    """Draws the face of a layout, an SVG, on an image `times` as large as the layout."""
    place = Transform(
        times * face["size"] / UNITS, 0, 0, times * face["size"] / UNITS, times * face["x"], times * face["y"]
    )
    for element, at, about in _elements(ElementTree.fromstring(face["svg"]), place, {}):  # noqa: S314  # our own template
        _draw_shape(image, element, at, about)


def _elements(
    parent: ElementTree.Element, at: Transform, about: dict[str, str]
) -> Iterator[tuple[ElementTree.Element, Transform, dict[str, str]]]:
    """Yields every SVG shape below `parent`, with its transformation and its attributes, inherited ones too."""
    for element in parent:
        own, here = {**about, **element.attrib}, _moved(at, element.get("transform", ""))
        if element.tag.endswith("}g"):
            own.pop("transform", None)
            yield from _elements(element, here, own)
        else:
            yield element, here, own


def _moved(at: Transform, text: str) -> Transform:
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", values)]
        if name == "translate":
            at = at.translate(*numbers)
        elif name == "scale":
            at = at.scale(*numbers)
        else:
            x, y = (numbers + [0, 0])[1:3]
            at = at.translate(x, y).rotate(numbers[0] * 3.141592653589793 / 180).translate(-x, -y)
    return at


def _draw_shape(image: "Image", element: ElementTree.Element, at: Transform, about: dict[str, str]) -> None:
    from PIL import Image, ImageChops, ImageDraw

    outlines = _outlines(element, at, about)
    letter = element.tag.endswith("}text")
    fill, stroke = about.get("fill", "#000"), about.get("stroke", "none")
    if fill != "none":
        mask = Image.new("L", image.size)
        for outline in outlines:
            one = Image.new("1", image.size) if letter else None
            ImageDraw.Draw(one or mask).polygon(outline, fill=255)
            mask = ImageChops.logical_xor(mask.convert("1"), one).convert("L") if one else mask
        _paint(image, mask, fill, float(about.get("fill-opacity", 1)))
    if stroke != "none" and not letter:
        mask = Image.new("L", image.size)
        pen, half = (
            ImageDraw.Draw(mask),
            float(about.get("stroke-width", 1)) * abs(at[0] * at[3] - at[1] * at[2]) ** 0.5 / 2,
        )
        for outline in outlines:
            pen.line(outline, 255, max(1, round(2 * half)), joint="curve")
            for x, y in outline if about.get("stroke-linecap") == "round" else ():
                pen.ellipse((x - half, y - half, x + half, y + half), 255)
        _paint(image, mask, stroke, float(about.get("stroke-opacity", 1)))


def _paint(image: "Image", mask: "Image", colour: str, part: float) -> None:
    """Paints where the mask is set; the rest of the image, which is most of it, is not looked at."""
    box = mask.getbbox()
    if box:
        image.paste(colour, box, mask.crop(box).point(lambda value: round(value * part)))


def _outlines(element: ElementTree.Element, at: Transform, about: dict[str, str]) -> list[Outline]:
    flat = _Flat()
    pen = TransformPen(flat, at)
    kind = element.tag.rsplit("}")[-1]
    if kind == "text":
        _letters(flat, at, element.text or "", about)
    else:
        parse_path(element.get("d") if kind == "path" else _path_of(kind, about), pen)
    return [outline for outline in flat.outlines if len(outline) > 1]


def _path_of(kind: str, about: dict[str, str]) -> str:
    """Returns a rectangle with round corners, or a circle, as a path."""
    x, y, r = (float(about.get(name, 0)) for name in (("x", "y", "rx") if kind == "rect" else ("cx", "cy", "r")))
    if kind == "circle":
        return f"M{x - r} {y}a{r} {r} 0 1 1 {2 * r} 0a{r} {r} 0 1 1 {-2 * r} 0z"
    w, h = float(about["width"]) - 2 * r, float(about["height"]) - 2 * r
    corner = [f"a{r} {r} 0 0 1 {dx} {dy}" for dx, dy in ((r, r), (-r, r), (-r, -r), (r, -r))]
    return f"M{x + r} {y}h{w}{corner[0]}v{h}{corner[1]}h{-w}{corner[2]}v{-h}{corner[3]}z"


@lru_cache(maxsize=1)
def _font() -> TTFont:
    return TTFont(folder("static") / "fonts" / FONT)


def _letters(flat: _Flat, at: Transform, text: str, about: dict[str, str]) -> None:
    """Adds the outlines of a text in the display font to `flat`."""
    font = _font()
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    size = float(about["font-size"]) / font["head"].unitsPerEm
    x = float(about["x"])
    for glyph in [glyphs[names[ord(sign)]] for sign in text if ord(sign) in names]:
        glyph.draw(TransformPen(flat, at.translate(x, float(about["y"])).scale(size, -size)))
        x += glyph.width * size


SMOOTH = 2  # times the size at which shapes are drawn
DRAWN = 48  # pictures kept, of some 60 KB each
_one_at_a_time = Lock()  # a tall one takes 25 MB while it is drawn


def png(picture: Picture | YearPicture) -> bytes:
    """Returns the picture as a PNG file."""
    return _png(json.dumps(picture, sort_keys=True))


@lru_cache(maxsize=DRAWN)
def _png(picture: str) -> bytes:
    stored = json.loads(picture)
    made = year_layout(stored, width) if "rows" in stored else layout(stored, width)
    with _one_at_a_time:
        image = _drawn(made, colours_of(stored["winner"]))
        written = io.BytesIO()
        image.save(written, "PNG")  # smaller by a thirtieth if optimised, in thrice the time
        return written.getvalue()


def _drawn(drawing: Layout, colours: dict[str, str]) -> "Image":
    from PIL import Image, ImageDraw

    wide, high = drawing["size"]
    large = Image.new("RGB", (wide * SMOOTH, high * SMOOTH), colours["ground"])
    pen: ImageDraw.ImageDraw = ImageDraw.Draw(large)
    for shape in drawing["shapes"]:
        _draw(pen, shape, colours[shape[1]])
    draw_face(large, drawing["face"], SMOOTH)
    image = large.resize((wide, high), Image.Resampling.BOX)
    pen = ImageDraw.Draw(image)
    for text in drawing["texts"]:
        write(pen, text, colours[text["colour"]])
    return image


def _draw(pen: "ImageDraw", shape: list[Any], colour: str) -> None:
    """Draws a shape of a layout, `SMOOTH` times as large."""
    kind, _colour, *about = shape
    if kind in ("line", "stroke"):
        spots, half = _large(about[1]), about[0] * SMOOTH / 2
        pen.line(spots, colour, round(2 * half), joint="curve")
        for x, y in spots if kind == "stroke" else ():
            pen.ellipse((x - half, y - half, x + half, y + half), colour)
    elif kind == "polygon":
        pen.polygon(_large(about[0]), colour)
    else:
        x, y, radius = (value * SMOOTH for value in about)
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), colour)


def _large(spots: list[list[float]]) -> list[tuple[float, float]]:
    return [(x * SMOOTH, y * SMOOTH) for x, y in spots]
