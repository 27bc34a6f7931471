"""Texts on a picture: measured, broken into lines and written, each sign in the first font that has it.

A `weight` is `regular` or `bold`; sizes and widths are in pixels.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from scorekeeper.config import folder

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

FONTS = {
    "regular": "noto-sans/NotoSans_400Regular.ttf",
    "bold": "noto-sans/NotoSans_700Bold.ttf",
    "symbols": "noto-sans-symbols-2/NotoSansSymbols2_400Regular.ttf",
    "japanese": "noto-sans-jp/NotoSansJP_400Regular.ttf",
}


def wrapped(text: str, size: int, weight: str, wide: float) -> list[str]:
    """A text in lines of at most that width, where its words allow it."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, weight) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def shortened(text: str, size: int, weight: str, wide: float) -> str:
    """A text that fits, its end left out where it would not."""
    if width(text, size, weight) <= wide:
        return text
    kept = text
    while kept and width(f"{kept}…", size, weight) > wide:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


@lru_cache(maxsize=32)
def _font(name: str, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    return ImageFont.truetype(folder("static") / "fonts" / FONTS[name], size)


def _pieces(text: str, weight: str) -> list[tuple[str, str]]:
    """A text in runs that one font has all signs of."""
    runs: list[tuple[str, str]] = []
    for sign in text:
        code = ord(sign)
        font = "japanese" if 0x2E80 <= code <= 0xFFEF else "symbols" if 0x2190 <= code <= 0x2BFF else weight
        if runs and runs[-1][0] == font:
            runs[-1] = (font, runs[-1][1] + sign)
        else:
            runs.append((font, sign))
    return runs


def width(text: str, size: int, weight: str) -> float:
    """How wide a text is."""
    return sum(_font(font, size).getlength(run) for font, run in _pieces(text, weight))


def write(pen: "ImageDraw", x: float, y: float, text: str, size: int, weight: str, colour: str) -> None:
    """A text from its left end, on one line with all its fonts; `y` is the top of its line."""
    for font, run in _pieces(text, weight):
        pen.text((x, y + size), run, colour, _font(font, size), anchor="ls")
        x += _font(font, size).getlength(run)
