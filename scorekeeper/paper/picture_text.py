"""Texts on pictures of results: how wide they are, and written with each sign in a shipped font that has it."""

from functools import lru_cache
from typing import TYPE_CHECKING

from scorekeeper.config import folder
from scorekeeper.pages.result_picture import Text

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

FONTS = {
    "regular": "noto-sans/NotoSans_400Regular.ttf",
    "bold": "archivo-bold/Archivo_700Bold.ttf",
    "other-bold": "noto-sans/NotoSans_700Bold.ttf",
    "symbols": "noto-sans-symbols-2/NotoSansSymbols2_400Regular.ttf",
    "japanese": "noto-sans-jp/NotoSansJP_400Regular.ttf",
}


@lru_cache(maxsize=32)
def _font(name: str, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    return ImageFont.truetype(folder("static") / "fonts" / FONTS[name], size)


def _pieces(text: str, bold: bool) -> list[tuple[str, str]]:
    """A text in runs that one font has all signs of."""
    runs: list[tuple[str, str]] = []
    weight = "bold" if bold else "regular"
    for sign in text:
        code = ord(sign)
        font = "japanese" if 0x2E80 <= code <= 0xFFEF else "symbols" if 0x2190 <= code <= 0x2BFF else weight
        font = "other-bold" if font == "bold" and 0x250 <= code < 0x2010 else font  # Greek, Cyrillic and others
        if runs and runs[-1][0] == font:
            runs[-1] = (font, runs[-1][1] + sign)
        else:
            runs.append((font, sign))
    return runs


def width(text: str, size: int, bold: bool) -> float:
    """How wide a text is, in pixels."""
    return sum(_font(font, size).getlength(run) for font, run in _pieces(text, bold))


def write(pen: "ImageDraw", text: Text, colour: str) -> None:
    """A text with all its fonts on one line."""
    size, bold = text["size"], text["bold"]
    part = {"start": 0.0, "middle": 0.5, "end": 1.0}[text["anchor"]]
    x = text["x"] - part * width(text["text"], size, bold)
    for font, run in _pieces(text["text"], bold):
        pen.text((x, text["y"]), run, colour, _font(font, size), anchor="ls")
        x += _font(font, size).getlength(run)
