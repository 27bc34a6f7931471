"""Draws the application's icon: five tally marks, four in ink and the fifth in red pencil, on warm paper.

Writes static/icons/favicon.svg and the PNGs for phones from the same strokes. It needs only Python, and the output is
the same on every machine. Run it after changing a stroke: `python tools/draw_icons.py`.
"""

import struct
import zlib
from pathlib import Path

ICONS = Path(__file__).parent.parent / "static" / "icons"
PAPER, INK, RED = (250, 246, 238), (33, 29, 24), (155, 28, 46)

Point = tuple[float, float]
Colour = tuple[int, int, int]

# In a square of 64 × 64: start, end, colour.
STROKES: list[tuple[Point, Point, Colour]] = [
    *[((x, 16.0), (x, 48.0), INK) for x in (17.0, 27.0, 37.0, 47.0)],
    ((9.0, 42.0), (55.0, 22.0), RED),
]
WIDTH = 4.5
CORNER = 14.0


def svg() -> str:
    """Returns the icon for browser tabs as SVG."""
    lines = "".join(
        f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="#{bytes(colour).hex()}"/>'
        for (x1, y1), (x2, y2), colour in STROKES
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" rx="{CORNER:g}" fill="#{bytes(PAPER).hex()}"/>'
        f'<g stroke-width="{WIDTH:g}" stroke-linecap="round">{lines}</g></svg>\n'
    )


def distance(point: Point, start: Point, end: Point) -> float:
    """Returns the distance of a point from the centre line of a stroke."""
    (x, y), (x1, y1), (x2, y2) = point, start, end
    along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
    along = min(1.0, max(0.0, along))
    return float(((x - x1 - along * (x2 - x1)) ** 2 + (y - y1 - along * (y2 - y1)) ** 2) ** 0.5)


def colour_at(point: Point, size: int, scale: float) -> list[int]:
    """Returns the colour of the pixel at a point, with the drawing scaled by `scale` around its centre."""
    x, y = (32 + (value - 32) / scale for value in point)
    mixed = [float(part) for part in PAPER]
    for start, end, colour in STROKES:
        inside = (WIDTH / 2 - distance((x, y), start, end)) * scale * size / 64  # in pixels
        cover = min(1.0, max(0.0, inside + 0.5))
        mixed = [below + cover * (above - below) for below, above in zip(mixed, colour, strict=True)]
    return [round(part) for part in mixed]


def png(size: int, scale: float = 1.0) -> bytes:
    """Returns a square PNG without transparency; phones round the corners."""
    middles = [(at + 0.5) * 64 / size for at in range(size)]
    rows = [b"\0" + b"".join(bytes(colour_at((x, y), size, scale)) for x in middles) for y in middles]
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


def main() -> None:
    """Writes all icons. Maskable ones are drawn smaller, because phones crop them to a circle."""
    ICONS.mkdir(parents=True, exist_ok=True)
    (ICONS / "favicon.svg").write_text(svg(), encoding="utf-8")
    for size in (180, 192, 512):
        (ICONS / f"icon-{size}.png").write_bytes(png(size))
    (ICONS / "icon-maskable-512.png").write_bytes(png(512, scale=0.8))


if __name__ == "__main__":
    main()
