"""The layouts of pictures for sharing, of a result and of a year: drawn by the server, the result's by phones too.

A picture has 1080 × 1080 or 1080 × 1920 pixels. A layout is plain shapes and texts in pixels, y downwards; colours are
names, which `colours_of` maps to `#rrggbb`:
`{"size": [width, height], "shapes": [shape…], "texts": [text…], "face": {"x", "y", "size", "svg"}}`. Shapes:
`["line", colour, width, spots]`, `["stroke", colour, width, spots]` with round ends, `["polygon", colour, spots]`,
`["disc", colour, x, y, radius]`. The face is the game's icon, an SVG of 100 × 100.
"""

from typing import Any, TypedDict

from scorekeeper.games.engine.figures import figure
from scorekeeper.games.engine.game import find_game
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import ngettext, say
from scorekeeper.pages.chart import SHAPES, Totals, spread
from scorekeeper.pages.picture_shapes import (
    COLOURS,
    WidthOf,
    confetti,
    mark_shapes,
    shortened,
    tally_shapes,
    tally_width,
)
from scorekeeper.pages.records import Record
from scorekeeper.pages.result_page import headline, shown_course, standing_of

SIZES = {"square": (1080, 1080), "tall": (1080, 1920)}
MARGIN = 64
LEAST = 30  # pixels: the smallest text
LOWEST = 0.72  # of the height: with two sides there is no confetti below it
DIGIT = 0.69  # a digit's height in parts of its size
NO_BOX, HEAD_BOX = (0.0, 0.0, 0.0, 0.0), (40.0, 40.0, 700.0, 200.0)  # where confetti leaves room
LEAST_COURSE = 120  # pixels: the least height of the lines of the totals
ROWS_OF_ONE = 4  # losers in one column; more are set in two

# The (y, size) of each part by the picture's form; y is the baseline of a text, the top of a shape.
PLACES: "dict[str, dict[str, tuple[int, int]]]" = {
    "square": {
        "face": (50, 132), "title": (116, 50), "way": (160, 30), "winner": (432, 104), "score": (712, 330),
        "loser": (794, 52), "tally": (841, 76), "rule": (951, 3), "foot": (1012, 30),
        "first": (330, 88), "best": (570, 270), "others": (620, 46),
    },
    "tall": {
        "face": (150, 330), "title": (568, 72), "way": (622, 38), "winner": (850, 120), "score": (1168, 372),
        "loser": (1278, 64), "tally": (1364, 104), "rule": (1708, 3), "foot": (1770, 30),
        "first": (850, 104), "best": (1120, 330), "others": (1180, 56),
    },
}  # fmt: skip


class Picture(TypedDict):
    """The contents of a picture. `sides`: (name, total) pairs; `face`: the game's icon as SVG.

    `order`: (side, place) pairs, the place 0 if sides have no places; `course`: the totals after each hand.
    `foot`: evening, day and place; `tally`: the highest total that is drawn as tally marks, 0 for no marks;
    `squares`: true if tally marks are squares.
    """

    form: str
    title: str
    way: str
    face: str
    headline: str
    winner: "int | None"
    sides: "list[tuple[str, int]]"
    order: "list[tuple[int, int]]"
    course: "list[list[int]]"
    tally: int
    squares: bool
    foot: str
    made_with: str


class Text(TypedDict):
    """A line of text with its baseline at `y`. `anchor`: the point at `x` (start, middle, end); `room`: its width."""

    x: float
    y: float
    text: str
    size: int
    bold: bool
    colour: str
    anchor: str
    room: float


class Layout(TypedDict):
    """Everything to draw: first the shapes, then the face, then the texts."""

    size: "list[int]"
    shapes: "list[list[Any]]"
    texts: "list[Text]"
    face: "dict[str, Any]"


def picture_of(state: MatchState, course: Totals, face: str, form: str, foot: "list[str]") -> Picture:
    """Returns the content of a match's picture.

    `course`: totals after each hand; `face`: the game's icon as SVG; `foot`: evening, day, place if any.
    """
    game = find_game(state["game"])
    return {
        "form": form,
        "title": state["title"],
        "way": way_text(state),
        "face": face,
        "headline": headline(state),
        "winner": state["winner"],
        "sides": [(side["name"], side["shown"]) for side in state["sides"]],
        "order": [(place["side"], place["place"]) for place in standing_of(state)],
        "course": [totals for _number, totals in shown_course(state, course)],
        "tally": game.tally if game else 0,
        "squares": bool(game and game.squares),
        "foot": " · ".join([part for part in foot if part]),
        "made_with": _("Scorekeeper"),
    }


def way_text(state: MatchState) -> str:
    """Returns the preset and the goal as text, “Brazilian, to 12”; empty if the game has neither."""
    game = find_game(state["game"])
    name = game.variant_title(state["variant"], say) if game else ""
    options = state["options"]
    aim = options.get("target") if options.get("target") is not None else options.get("limit")
    goal = "" if aim is not None and str(aim) in name else state["goal"]
    return ", ".join([part for part in (name, goal) if part])


def layout(picture: Picture, width_of: WidthOf) -> Layout:
    """Returns the layout of a picture. `width_of` measures texts."""
    return Drawing(picture, width_of).done()


class Drawing:
    """Collects the shapes and texts of a picture."""

    def __init__(self, picture: Any, width_of: WidthOf) -> None:
        self.picture = picture
        self.width_of = width_of
        self.size = SIZES[picture["form"]]
        self.places = PLACES[picture["form"]]
        self.middle = self.size[0] / 2
        self.wide = self.size[0] - 2.0 * MARGIN
        self.tall = picture["form"] == "tall"
        self.shapes: list[list[Any]] = []
        self.texts: list[Text] = []

    def done(self) -> Layout:
        """Adds all parts and returns the layout."""
        face = self._head()
        used = self._two() if len(self.picture["sides"]) == 2 else self._many()
        if self.tall and self.picture["course"]:
            self._course(used + 60, self.places["rule"][0] - 50.0)
        self._foot()
        return {"size": list(self.size), "shapes": self.shapes, "texts": self.texts, "face": face}

    def _head(self) -> "dict[str, Any]":
        """Adds the game's title and variant beside or below its icon; returns the icon as the layout's face."""
        top, size = self.places["face"]
        left = self.middle - size / 2 if self.tall else 50.0
        start = self.middle if self.tall else left + size + 24
        room = self.wide if self.tall else self.size[0] - MARGIN - start
        anchor = "middle" if self.tall else "start"
        self.shapes += confetti(self.size[0], self._lowest(), NO_BOX if self.tall else HEAD_BOX)
        self._fitted("title", self.picture["title"], start, True, anchor, room)
        self._fitted("way", self.picture["way"], start, False, anchor, room)
        return {"x": left, "y": top, "size": size, "svg": self.picture["face"]}

    def _lowest(self) -> float:
        """Returns where confetti ends."""
        return self.size[1] * LOWEST if len(self.picture["sides"]) == 2 else self.places["others"][0] - 20.0

    def _two(self) -> float:
        """Adds the winner's name, both totals, the loser's name and any tally marks; returns the y below them."""
        picture, winner = self.picture, self.picture["winner"]
        order = [0, 1] if winner is None else [winner, 1 - winner]
        y, size = self.places["winner"]
        below = self.places["loser"]
        if winner is None:
            self._fitted("winner", picture["headline"], self.middle, True, "middle", self.wide)
            for side in order:
                part = self.size[0] * (0.28 if side == 0 else 0.72)
                self._named(side, part, below[0], below[1], self.wide * 0.44)
        else:
            self._named(winner, self.middle, y, size, self.wide)
            self._named(1 - winner, self.middle, below[0], below[1], self.wide)
        self._score([figure(picture["sides"][side][1]) for side in order], winner is not None)
        if picture["tally"]:
            self._tallies([min(max(picture["sides"][side][1], 0), picture["tally"]) for side in order])
            return float(sum(self.places["tally"]))
        return float(below[0])

    def _score(self, totals: "list[str]", faint: bool) -> None:
        y, large = self.places["score"]
        parts = [(totals[0], 1.0, "on"), ("–", 0.5, "on"), (totals[1], 1.0, "faint" if faint else "on")]
        gap = 0.18 if "−" in totals[0] + totals[1] else 0.1

        def width(size: float) -> float:
            return sum([self._wide(text, int(size * part)) for text, part, _colour in parts]) + 2 * gap * size

        size = large if width(large) <= self.wide else int(large * self.wide / width(large))
        y -= int((large - size) * DIGIT / 2)
        x = self.middle - width(size) / 2
        for text, part, colour in parts:
            wide = self._wide(text, int(size * part))
            lift = size * 0.11 if part < 1 else 0.0
            self._text(x, y - lift, text, int(size * part), True, colour, "start", wide + 1)
            x += wide + gap * size

    def _tallies(self, totals: "list[int]") -> None:
        """Adds both sides' tally marks with a line between them."""
        top, high = self.places["tally"][0], float(self.places["tally"][1])
        whole = sum([tally_width(total, high) for total in totals]) + 1.5 * high
        high = min(high, high * self.wide / whole)  # all in one line
        gap, bar = high * 0.75, high * 0.16
        widths = [tally_width(total, high) for total in totals]
        x = self.middle - sum(widths) / 2 - gap
        self.shapes += tally_shapes(totals[0], self.picture["squares"], x, top, high)
        middle = x + widths[0] + gap
        self.shapes.append(["line", "rule", 3, [[middle, top + bar], [middle, top + high - bar]]])
        self.shapes += tally_shapes(totals[1], self.picture["squares"], middle + gap, top, high)

    def _many(self) -> float:
        """Adds the winner, and the others in rows; without a winner all in rows. Returns the y below them."""
        picture, winner = self.picture, self.picture["winner"]
        y, size = self.places["first"]
        others = [(side, place) for side, place in picture["order"] if side != winner]
        if winner is None:
            self._fitted("first", picture["headline"], self.middle, True, "middle", self.wide)
            return self._rows(others, y + size * 0.4)
        self._named(winner, self.middle, y, size, self.wide)
        self._fitted("best", figure(picture["sides"][winner][1]), self.middle, True, "middle", self.wide)
        return self._rows(others, float(self.places["others"][0]))

    def _rows(self, sides: "list[tuple[int, int]]", top: float) -> float:
        """Adds a row for each side, with its place; returns the y below the rows."""
        columns = 1 if len(sides) <= ROWS_OF_ONE else 2
        rows = (len(sides) + columns - 1) // columns
        high = min((self.places["rule"][0] - 30 - top) / rows, self.places["others"][1] * 1.6)
        longest = max([self._wide(self.picture["sides"][side][0], 100) for side, _place in sides]) / 100
        gap, part = 56.0, 0.75 if columns == 1 else 0.5  # of a row: the longest name
        wide = self.wide * 0.7 if columns == 1 else (self.wide - gap) / 2
        size = int(max(min(high * 0.72, self.places["others"][1], part * wide / max(longest, 1.0)), LEAST))
        for at, (side, place) in enumerate(sides):
            left = self.middle - wide / 2 if columns == 1 else MARGIN + (at // rows) * (wide + gap)
            y = top + (at % rows) * high + high * 0.72
            indent = self._wide(str(sides[-1][1]), size) + size * 0.3 if place else 0.0
            if place:
                self._text(left, y, str(place), size, True, "faint", "start", indent)
            self._row(side, left + indent, y, wide - indent, size)
        return top + rows * high

    def _course(self, top: float, bottom: float) -> None:
        """Adds the line of each side's total after each hand, with its sign at the end, if there is room."""
        course = [[0] * len(self.picture["sides"])] + self.picture["course"]
        low, high = min([min(totals) for totals in course]), max([max(totals) for totals in course])
        if bottom - top < LEAST_COURSE or low == high:
            return
        step, scale = (self.wide - 60) / (len(course) - 1), (bottom - top) / (high - low)
        nought = round(bottom + low * scale, 1)
        self.shapes.append(["line", "rule", 3, [[MARGIN, nought], [MARGIN + self.wide - 60, nought]]])
        for side, y in spread([bottom - (total - low) * scale for total in course[-1]], 28.0, bottom):
            line = [
                [round(MARGIN + at * step, 1), round(bottom - (totals[side] - low) * scale, 1)]
                for at, totals in enumerate(course)
            ]
            colour = "on" if self.picture["winner"] in (None, side) else "faint"
            self.shapes.append(["line", colour, 8 if side == self.picture["winner"] else 4, line])
            self._sign(side, MARGIN + self.wide - 20, y, 13.0)

    def _row(self, side: int, left: float, y: float, wide: float, size: int) -> None:
        """Adds a side's sign and name with its total at the right."""
        name, total = self.picture["sides"][side]
        text = figure(total)
        figures = self._wide(text, size) + 1
        room = wide - figures - size * 1.8
        self._sign(side, left + size * 0.5, y - size * 0.34, size * 0.34)
        shown = shortened(name, size, True, room, self.width_of)
        self._text(left + size * 1.2, y, shown, size, True, "on", "start", room)
        self._text(left + wide, y, text, size, True, "on", "end", figures)

    def _named(self, side: int, middle: float, y: float, size: int, room: float) -> None:
        """Adds a side's sign and name, centred; a name that is too wide gets a smaller font, then an ellipsis."""
        name = self.picture["sides"][side][0]
        part = 0.78  # of the size: the sign and the gap after it
        while size > LEAST and self._wide(name, size) + size * part > room:
            size -= 2
        shown = shortened(name, size, True, room - size * part, self.width_of)
        wide = self._wide(shown, size)
        left = middle - (wide + size * part) / 2
        self._sign(side, left + size * 0.3, y - size * 0.34, size * 0.28)
        self._text(left + size * part, y, shown, size, True, "on", "start", wide + 1)

    def _foot(self) -> None:
        """Adds the evening, day and place, and the application's logo and name."""
        y, size = self.places["foot"]
        right = self.size[0] - MARGIN
        line = self.places["rule"][0]
        self.shapes.append(["line", "rule", 3, [[MARGIN, line], [right, line]]])
        wide = self._wide(self.picture["made_with"], 34)
        self._text(right - wide, y, self.picture["made_with"], 34, True, "on", "start", wide + 1)
        self.shapes += mark_shapes(right - wide - 54, y - 31, 42)
        room = right - wide - 54 - 24 - MARGIN
        shown = shortened(self.picture["foot"], size, False, room, self.width_of)
        self._text(MARGIN, y, shown, size, False, "on", "start", room)

    def _sign(self, side: int, x: float, y: float, half: float) -> None:
        corners = SHAPES[side]
        if not corners:
            self.shapes.append(["disc", "on", round(x, 1), round(y, 1), round(half, 1)])
            return
        spots = [[round(x + half * cx, 1), round(y + half * cy, 1)] for cx, cy in corners]
        self.shapes.append(["polygon", "on", spots])

    def _fitted(self, place: str, text: str, x: float, bold: bool, anchor: str, room: float) -> None:
        """Adds a text at a place of PLACES; one that is too wide gets a smaller font, then an ellipsis."""
        y, size = self.places[place]
        while size > LEAST and self.width_of(text, size, bold) > room:
            size -= 2
        self._text(x, y, shortened(text, size, bold, room, self.width_of), size, bold, "on", anchor, room)

    def _wide(self, text: str, size: int) -> float:
        return self.width_of(text, size, True)

    def _text(
        self, x: float, y: float, text: str, size: int, bold: bool, colour: str, anchor: str, room: float
    ) -> None:
        if text:
            where: Any = {"x": round(x, 1), "y": round(y, 1), "anchor": anchor, "room": round(room, 1)}
            where.update({"text": text, "size": size, "bold": bold, "colour": colour})
            self.texts.append(where)


# The (y, size) of each part beside those of a result's picture; rows start at `rows`, each is as high as its size.
YEAR_PLACES: "dict[str, dict[str, tuple[int, int]]]" = {
    "square": {"best": (420, 230), "unit": (484, 44), "rows": (530, 100)},
    "tall": {"best": (900, 300), "unit": (980, 60), "rows": (1060, 152)},
}


class YearPicture(TypedDict):
    """The contents of a picture. `rows`: (label, text) pairs; `winner`: the side that has the picture's colours."""

    form: str
    title: str
    way: str
    face: str
    winner: int
    matches: int
    rows: "list[tuple[str, str]]"
    foot: str
    made_with: str


class Year(TypedDict):
    """The facts on the picture of a year. `played`: (title, matches) of each game, most first; at least one.

    `most_wins`: a name and its wins; `streak` and `highest`: the game's title and the record; each may be None.
    """

    year: int
    whose: str
    played: "list[tuple[str, int]]"
    most_wins: "tuple[str, int] | None"
    streak: "tuple[str, Record] | None"
    highest: "tuple[str, Record] | None"


def year_picture(year: Year, face: str, form: str) -> YearPicture:
    """Returns the contents of a year's picture. `face`: the icon of the most played game as SVG."""
    game, matches = year["played"][0]
    rows = [(_("Most played game"), _joined(game, ngettext("%(num)s match", "%(num)s matches", matches)))]
    if year["most_wins"]:
        name, wins = year["most_wins"]
        rows.append((_("Most wins"), _joined(name, ngettext("%(num)s win", "%(num)s wins", wins))))
    if year["streak"]:
        title, record = year["streak"]
        length = ngettext("%(num)s win", "%(num)s wins", record["value"])
        rows.append((_("Longest streak"), _joined(length, ", ".join(record["names"]), title)))
    if year["highest"]:
        title, record = year["highest"]
        rows.append((_("Most points in one hand"), _joined(figure(record["value"]), ", ".join(record["names"]), title)))
    return {
        "form": form,
        "title": _("%(year)s in review", year=year["year"]),
        "way": year["whose"],
        "face": face,
        "winner": year["year"] % COLOURS,
        "matches": sum([count for _title, count in year["played"]]),
        "rows": rows,
        "foot": "",
        "made_with": _("Scorekeeper"),
    }


def _joined(*parts: str) -> str:
    return " · ".join([part for part in parts if part])


def year_layout(picture: YearPicture, width_of: WidthOf) -> Layout:
    """Returns the layout of a picture. `width_of` measures texts."""
    return _YearDrawing(picture, width_of).done()


class _YearDrawing(Drawing):
    """Collects the shapes and texts of a year's picture."""

    def __init__(self, picture: YearPicture, width_of: WidthOf) -> None:
        super().__init__(picture, width_of)
        self.places = dict(self.places)
        self.places.update(YEAR_PLACES[picture["form"]])

    def done(self) -> Layout:
        """Adds all parts and returns the layout."""
        face = self._head()
        matches = self.picture["matches"]
        self._fitted("best", str(matches), self.middle, True, "middle", self.wide)
        self._fitted("unit", _("Matches"), self.middle, True, "middle", self.wide)
        for at, (label, text) in enumerate(self.picture["rows"]):
            self._lines(label, text, at)
        self._foot()
        return {"size": list(self.size), "shapes": self.shapes, "texts": self.texts, "face": face}

    def _lowest(self) -> float:
        return self.places["rows"][0] - 20.0

    def _lines(self, label: str, text: str, at: int) -> None:
        """Adds a label, and the text below it."""
        top, high = self.places["rows"]
        small, large = max(int(high * 0.28), LEAST), int(high * 0.4)
        y = top + at * high + small
        self._text(MARGIN, y, label, small, False, "faint", "start", self.wide)
        while large > LEAST and self._wide(text, large) > self.wide:
            large -= 2
        shown = shortened(text, large, True, self.wide, self.width_of)
        self._text(MARGIN, y + int(high * 0.46), shown, large, True, "on", "start", self.wide)
