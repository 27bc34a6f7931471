"""A result as a picture to be shared, laid out: what server and phone draw alike, 1080 × 1080 or 1080 × 1920 pixels.

A layout is plain shapes and texts in pixels, y downwards; colours are names, of which a theme says what they are:
`{"size": [width, height], "shapes": [shape…], "texts": [text…]}`. Shapes: `["line", colour, width, spots]`,
`["polygon", colour, spots]`, `["disc", colour, x, y, radius]`.
"""

from typing import Any, TypedDict

from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.games.engine.summary import figure
from scorekeeper.i18n import gettext as _
from scorekeeper.pages.chart import BOTTOM, HEIGHT, LEFT, RIGHT, SHAPES, WIDTH, Drawing, Totals, spread, thinned
from scorekeeper.pages.result_page import headline
from scorekeeper.pages.text_lines import WidthOf, shortened, wrapped

SIZES = {"square": (1080, 1080), "tall": (1080, 1920)}
MARGIN = 80
NAME = 34  # pixels, the size of names
END = 32  # pixels, of totals at the right edge of the chart
LOWEST_CHART = 160  # pixels; with less room there is none
COLOURS = 6  # of sides; beyond, they come again
# As in static/css/tokens.css: paper, ink, second voice, hairlines, the sides.
THEMES = {
    "light": {
        "paper": "#faf6ee", "ink": "#211d18", "soft": "#5f574b", "hair": "#ddd4c4", "side-0": "#00599a",
        "side-1": "#8c5a00", "side-2": "#00704f", "side-3": "#b84500", "side-4": "#9c4476", "side-5": "#00758f",
    },
    "dark": {
        "paper": "#14110e", "ink": "#f3ebdd", "soft": "#b5aa99", "hair": "#3a332a", "side-0": "#5aa9e6",
        "side-1": "#f0ad22", "side-2": "#35c49a", "side-3": "#ff8045", "side-4": "#e09cc2", "side-5": "#9bd6ff",
    },
}  # fmt: skip


class Picture(TypedDict):
    """What stands on it. `sides`: name and total each; `hands`: as in `Totals`, at most some hundred."""

    form: str
    title: str
    where: str
    headline: str
    winner: "int | None"
    sides: "list[tuple[str, str]]"
    reason: str
    series: str
    hands: Totals
    target: "int | None"
    made_with: str


class Text(TypedDict):
    """A text on one line. `y`: the foot of its letters; `anchor`: whether `x` is its start, middle or end; `room`: how
    wide it may be at most."""

    x: float
    y: float
    text: str
    size: int
    bold: bool
    colour: str
    anchor: str
    room: float


class Layout(TypedDict):
    """What is to be drawn, shapes first."""

    size: "list[int]"
    shapes: "list[list[Any]]"
    texts: "list[Text]"


def picture_of(state: MatchState, course: Totals, series: str, form: str, where: "list[str]") -> Picture:
    """What stands on the picture of a match. `course`: totals after every hand that counts; `where`: day and place,
    none where they are not wanted."""
    return {
        "form": form,
        "title": state["title"],
        "where": " · ".join([each for each in where if each]),
        "headline": headline(state),
        "winner": state["winner"],
        "sides": [(side["name"], figure(side["total"])) for side in state["sides"]],
        "reason": ". ".join(state["ended"]),
        "series": series,
        "hands": thinned(course),
        "target": state["options"].get("target"),
        "made_with": _("Scorekeeper"),
    }


def layout(picture: Picture, width_of: WidthOf) -> Layout:
    """Where everything on it lies."""
    return _Layout(picture, width_of).done()


def side_colour(side: int) -> str:
    """The name of a side's colour."""
    return "side-" + str(side % COLOURS)


class _Layout:
    """A picture being laid out from the top to the bottom; `y` is where the next piece begins."""

    def __init__(self, picture: Picture, width_of: WidthOf) -> None:
        self.picture = picture
        self.width_of = width_of
        self.size = SIZES[picture["form"]]
        self.wide = self.size[0] - 2.0 * MARGIN
        self.tall = picture["form"] == "tall"
        self.shapes: list[list[Any]] = []
        self.texts: list[Text] = []
        self.y = float(MARGIN)

    def done(self) -> Layout:
        """Lay out everything."""
        self._head()
        self._totals()
        self._reasons()
        self._foot()
        return {"size": list(self.size), "shapes": self.shapes, "texts": self.texts}

    def _head(self) -> None:
        self.y += 120 if self.tall else 0
        self._centred(self.picture["title"], 38, True, "soft", 1)
        if self.picture["where"]:
            self._centred(self.picture["where"], 30, False, "soft", 1)
        self.y += 60 if self.tall else 12
        winner = self.picture["winner"]
        size = 92 if self.tall else 64
        self._centred(self.picture["headline"], size, True, "ink" if winner is None else side_colour(winner), 2)
        self.y += 50 if self.tall else 16

    def _totals(self) -> None:
        """Each side's sign, name and total, beside each other; many in rows of three."""
        sides = self.picture["sides"]
        columns = min(len(sides), 3)
        room = self.wide / columns
        large = (190 if self.tall else 130) if len(sides) <= 3 else 80 if len(sides) <= 6 else 52
        for first in range(0, len(sides), columns):
            row = sides[first : first + columns]
            names = [wrapped(name, NAME, True, room - 2 * NAME, self.width_of)[:2] for name, _total in row]
            high = max([len(lines) for lines in names]) * NAME * 1.25
            for at in range(len(row)):
                middle = MARGIN + room * (at + 0.5)
                self._name(first + at, middle, room - 2 * NAME, names[at])
                self._total(middle, room - 2 * NAME, row[at][1], large, high)
            self.y += high + large * 1.25

    def _name(self, side: int, middle: float, wide: float, lines: "list[str]") -> None:
        shown = [shortened(each, NAME, True, wide, self.width_of) for each in lines]
        longest = max([self.width_of(each, NAME, True) for each in shown])
        left = middle - (longest + NAME * 1.2) / 2 + NAME * 1.2
        self._sign(side, left - NAME * 0.7, self.y + NAME * 0.7, NAME * 0.38)
        for at, each in enumerate(shown):
            self._text(left, self.y + at * NAME * 1.25, each, NAME, True, side_colour(side), "start", wide)

    def _total(self, middle: float, wide: float, total: str, large: int, below: float) -> None:
        size = int(min(large, large * wide / max(self.width_of(total, large, True), 1)))
        self._text(middle, self.y + below - 8, total, size, True, "ink", "middle", wide)

    def _reasons(self) -> None:
        self.y += 20 if self.tall else 4
        for text, bold in ((self.picture["reason"], False), (self.picture["series"], True)):
            if text:
                self._centred(text, 34, bold, "ink", 2)
        self.y += 20

    def _foot(self) -> None:
        """The course of the match in what room is left, and whose picture this is below it."""
        bottom = self.size[1] - MARGIN - (100 if self.tall else 0)
        self._text(self.size[0] / 2, bottom - 20, self.picture["made_with"], 26, False, "soft", "middle", self.wide)
        high = min(bottom - 60 - self.y, self.wide * 0.9)
        if self.picture["hands"] and high >= LOWEST_CHART:
            self._chart(high)

    def _chart(self, high: float) -> None:
        """The drawing of `pages.chart`, stretched: lines across, courses with their signs, figures at the edges."""
        drawing = Drawing(self.picture["hands"], self.picture["target"])
        across, down, top = self.wide / WIDTH, high / HEIGHT, self.y

        def spot(x: float, y: float) -> "list[float]":
            return [round(MARGIN + x * across, 1), round(top + y * down, 1)]

        for level in drawing.levels:
            colour = "soft" if level.nought or level.target else "hair"
            self.shapes.append(["line", colour, 1.5, [spot(LEFT, level.y), spot(WIDTH - RIGHT, level.y)]])
            x, y = spot(LEFT - 4, level.y)
            self._text(x, y - 18, level.text, 24, False, "soft", "end", x)
        for side, course in enumerate(drawing.courses):
            self.shapes.append(["line", side_colour(side), 6, [spot(x, y) for x, y in course]])
            for x, y in drawing.marks[side]:
                self._sign(side, spot(x, y)[0], spot(x, y)[1], 9)
        texts = {side: text for side, _y, text in drawing.ends}
        finals = [course[-1][1] * down for course in drawing.courses]
        for side, y in spread(finals, END * 1.2, (HEIGHT - BOTTOM) * down):
            x = spot(WIDTH - RIGHT + 9, 0)[0]
            self._sign(side, x, top + y, END * 0.3)
            self._text(
                x + END * 0.6, top + y - END * 0.65, texts[side], END, True, "ink", "start", self.size[0] - x - 2 * END
            )

    def _sign(self, side: int, x: float, y: float, half: float) -> None:
        corners = SHAPES[side]
        if not corners:
            self.shapes.append(["disc", side_colour(side), x, y, half])
            return
        spots = [[round(x + half * cx, 1), round(y + half * cy, 1)] for cx, cy in corners]
        self.shapes.append(["polygon", side_colour(side), spots])

    def _centred(self, text: str, size: int, bold: bool, colour: str, lines: int) -> None:
        """A text in lines around the middle; smaller where it would need more of them."""
        while size > 28 and len(wrapped(text, size, bold, self.wide, self.width_of)) > lines:
            size -= 4
        for row in wrapped(text, size, bold, self.wide, self.width_of)[:lines]:
            shown = shortened(row, size, bold, self.wide, self.width_of)
            self._text(self.size[0] / 2, self.y, shown, size, bold, colour, "middle", self.wide)
            self.y += size * 1.3

    def _text(
        self, x: float, top: float, text: str, size: int, bold: bool, colour: str, anchor: str, room: float
    ) -> None:
        """A text of which nothing stands above `top`."""
        if text:
            x, y, room = round(x, 1), round(top + size, 1), round(room, 1)
            where: Any = {"x": x, "y": y, "anchor": anchor, "room": room}
            where.update({"text": text, "size": size, "bold": bold, "colour": colour})
            self.texts.append(where)
