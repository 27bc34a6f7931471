"""A result as a picture to be shared: a PNG of 1080 × 1080 or 1080 × 1920 pixels, light or dark.

Everything on it stands in `Picture`, so the same one is drawn once and found again. Pillow draws no smooth edges:
shapes are drawn at twice the size first, texts afterwards.
"""

import io
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from scorekeeper.pages.chart import BOTTOM, HEIGHT, LEFT, RIGHT, SHAPES, WIDTH, Drawing, spread
from scorekeeper.paper.picture_text import shortened, width, wrapped, write

SIZES = {"square": (1080, 1080), "tall": (1080, 1920)}
MARGIN = 80
NAME = 34  # pixels, the size of names
END = 32  # pixels, of totals at the right edge of the chart
SMOOTH = 2  # times the size at which shapes are drawn
DRAWN = 48  # pictures kept, of some 60 KB each
# Paper, ink, second voice, hairlines and the sides of the two themes in static/css/tokens.css.
THEMES = {
    "light": ("#faf6ee", "#211d18", "#5f574b", "#ddd4c4"),
    "dark": ("#14110e", "#f3ebdd", "#b5aa99", "#3a332a"),
}
SIDES = {
    "light": ("#00599a", "#8c5a00", "#00704f", "#b84500", "#9c4476", "#00758f"),
    "dark": ("#5aa9e6", "#f0ad22", "#35c49a", "#ff8045", "#e09cc2", "#9bd6ff"),
}
_one_at_a_time = Lock()  # a tall one takes 25 MB while it is drawn


@dataclass(frozen=True, slots=True)
class Picture:
    """What stands on it. `sides`: name and total each; `hands`: numbers and totals of those that count."""

    form: str
    theme: str
    title: str
    where: str
    headline: str
    winner: int | None
    sides: tuple[tuple[str, str], ...]
    reason: str
    series: str
    hands: tuple[tuple[int, tuple[int, ...]], ...]
    target: int | None
    made_with: str


@lru_cache(maxsize=DRAWN)
def png(picture: Picture) -> bytes:
    """The picture as a PNG file."""
    with _one_at_a_time:
        return _Canvas(picture).png()


class _Canvas:
    """A picture being drawn from the top to the bottom; `y` is where the next piece begins."""

    def __init__(self, picture: Picture) -> None:
        from PIL import Image, ImageDraw

        self.picture = picture
        self.size = SIZES[picture.form]
        self.paper, self.ink, self.soft, self.hair = THEMES[picture.theme]
        self.shapes = Image.new("RGB", (self.size[0] * SMOOTH, self.size[1] * SMOOTH), self.paper)
        self.draw: ImageDraw.ImageDraw = ImageDraw.Draw(self.shapes)
        self.texts: list[tuple[float, float, str, int, str, str]] = []
        self.y = float(MARGIN)

    def png(self) -> bytes:
        """Draw everything."""
        from PIL import Image, ImageDraw

        self._head()
        self._totals()
        self._reasons()
        self._chart()
        image = self.shapes.resize(self.size, Image.Resampling.BOX)
        pen = ImageDraw.Draw(image)
        for x, y, text, size, weight, colour in self.texts:
            write(pen, x, y, text, size, weight, colour)
        written = io.BytesIO()
        image.save(written, "PNG", optimize=True)
        return written.getvalue()

    @property
    def tall(self) -> bool:
        """Whether there is room to breathe."""
        return self.picture.form == "tall"

    def _side(self, side: int) -> str:
        colours = SIDES[self.picture.theme]
        return colours[side % len(colours)]

    def _head(self) -> None:
        self.y += 120 if self.tall else 0
        self._centred(self.picture.title, 38, "bold", self.soft, lines=1)
        if self.picture.where:
            self._centred(self.picture.where, 30, "regular", self.soft, lines=1)
        self.y += 60 if self.tall else 12
        winner = self.picture.winner
        size = 92 if self.tall else 64
        self._centred(self.picture.headline, size, "bold", self.ink if winner is None else self._side(winner), lines=2)
        self.y += 50 if self.tall else 16

    def _totals(self) -> None:
        """Each side's sign, name and total, beside each other; many in rows of three."""
        sides = self.picture.sides
        columns = len(sides) if len(sides) <= 3 else 3
        wide = (self.size[0] - 2 * MARGIN) / columns
        large = (190 if self.tall else 130) if len(sides) <= 3 else 80 if len(sides) <= 6 else 52
        for first in range(0, len(sides), columns):
            row = sides[first : first + columns]
            rows = [wrapped(name, NAME, "bold", wide - 2 * NAME)[:2] for name, _total in row]
            high = max(len(names) for names in rows) * NAME * 1.25
            for column, (names, (_name, total)) in enumerate(zip(rows, row, strict=True)):
                self._column(first + column, MARGIN + wide * (column + 0.5), wide - 2 * NAME, names, total, large, high)
            self.y += high + large * 1.25

    def _column(
        self, side: int, middle: float, wide: float, names: list[str], total: str, large: int, high: float
    ) -> None:
        """One side: its sign and name in lines, below them its total."""
        shown = [shortened(each, NAME, "bold", wide) for each in names]
        left = middle - (max(width(each, NAME, "bold") for each in shown) + NAME * 1.2) / 2 + NAME * 1.2
        self._sign(side, left - NAME * 0.7, self.y + NAME * 0.7, NAME * 0.38)
        for line, each in enumerate(shown):
            self.texts.append((left, self.y + line * NAME * 1.25, each, NAME, "bold", self._side(side)))
        size = int(min(large, large * wide / max(width(total, large, "bold"), 1)))
        self.texts.append((middle - width(total, size, "bold") / 2, self.y + high - 8, total, size, "bold", self.ink))

    def _reasons(self) -> None:
        self.y += 20 if self.tall else 4
        for text, weight, colour in (
            (self.picture.reason, "regular", self.ink),
            (self.picture.series, "bold", self.ink),
        ):
            if text:
                self._centred(text, 34, weight, colour, lines=2)
        self.y += 20

    def _centred(self, text: str, size: int, weight: str, colour: str, lines: int) -> None:
        """A text in lines around the middle; smaller where it would need more of them."""
        wide = self.size[0] - 2 * MARGIN
        while size > 28 and len(wrapped(text, size, weight, wide)) > lines:
            size -= 4
        for row in wrapped(text, size, weight, wide)[:lines]:
            shown = shortened(row, size, weight, wide)
            self.texts.append(((self.size[0] - width(shown, size, weight)) / 2, self.y, shown, size, weight, colour))
            self.y += size * 1.3

    def _sign(self, side: int, x: float, y: float, size: float) -> None:
        corners = SHAPES[side]
        middle, half = (x * SMOOTH, y * SMOOTH), size * SMOOTH
        if not corners:
            self.draw.ellipse(
                (middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half), self._side(side)
            )
            return
        self.draw.polygon([(middle[0] + half * cx, middle[1] + half * cy) for cx, cy in corners], self._side(side))

    def _chart(self) -> None:
        """The course of the match in what room is left, and whose picture this is below it."""
        bottom = self.size[1] - MARGIN - (100 if self.tall else 0)
        made_with = self.picture.made_with
        self.texts.append(
            ((self.size[0] - width(made_with, 26, "regular")) / 2, bottom - 20, made_with, 26, "regular", self.soft)
        )
        wide = self.size[0] - 2 * MARGIN
        high = min(bottom - 60 - self.y, wide * 0.9)
        if not self.picture.hands or high < 160:
            return
        _Course(self, wide, high).draw()


class _Course:
    """The chart on a canvas: the drawing of `pages.chart`, stretched into a box."""

    def __init__(self, canvas: _Canvas, wide: float, high: float) -> None:
        self.canvas = canvas
        self.drawing = Drawing(
            [(number, list(totals)) for number, totals in canvas.picture.hands], canvas.picture.target
        )
        self.across, self.down = wide / WIDTH, high / HEIGHT

    def _spot(self, x: float, y: float) -> tuple[float, float]:
        return MARGIN + x * self.across, self.canvas.y + y * self.down

    def draw(self) -> None:
        """Lines across, courses with their signs, figures at the edges."""
        canvas, pen = self.canvas, self.canvas.draw
        for level in self.drawing.levels:
            ends = [self._spot(LEFT, level.y), self._spot(WIDTH - RIGHT, level.y)]
            strong = level.nought or level.target
            pen.line([_large(each) for each in ends], canvas.soft if strong else canvas.hair, 3)
            if level.text:
                x, y = self._spot(LEFT - 4, level.y)
                canvas.texts.append(
                    (x - width(level.text, 24, "regular"), y - 18, level.text, 24, "regular", canvas.soft)
                )
        for side, course in enumerate(self.drawing.courses):
            line = [_large(self._spot(*spot)) for spot in course]
            pen.line(line, canvas._side(side), 6 * SMOOTH, joint="curve")
            for spot in self.drawing.marks[side]:
                canvas._sign(side, *self._spot(*spot), 9)
        finals = [course[-1][1] * self.down for course in self.drawing.courses]
        for side, y in spread(finals, END * 1.2, (HEIGHT - BOTTOM) * self.down):
            x, high = self._spot(WIDTH - RIGHT + 9, y / self.down)
            canvas._sign(side, x, high, END * 0.3)
            text = next(text for index, _y, text in self.drawing.ends if index == side)
            canvas.texts.append((x + END * 0.6, high - END * 0.65, text, END, "bold", canvas.ink))


def _large(spot: tuple[float, float]) -> tuple[float, float]:
    return spot[0] * SMOOTH, spot[1] * SMOOTH
