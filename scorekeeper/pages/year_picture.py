"""The picture of a year: its matches, the most played game, who won most, the longest streak, the best hand.

It is laid out and drawn as a result's picture is (see `pages.result_picture`).
"""

from typing import TypedDict

from scorekeeper.games.engine.words import figure
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import ngettext
from scorekeeper.pages.picture_parts import COLOURS, WidthOf, shortened
from scorekeeper.pages.records import Record
from scorekeeper.pages.result_picture import LEAST, MARGIN, Drawing, Layout

# The (y, size) of each part beside those of a result's picture; rows start at `rows`, each is as high as its size.
PLACES: "dict[str, dict[str, tuple[int, int]]]" = {
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
    """The layout of a picture. `width_of` measures texts."""
    return _YearDrawing(picture, width_of).done()


class _YearDrawing(Drawing):
    """Collects the shapes and texts of a year's picture."""

    def __init__(self, picture: YearPicture, width_of: WidthOf) -> None:
        super().__init__(picture, width_of)
        self.places = dict(self.places)
        self.places.update(PLACES[picture["form"]])

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
