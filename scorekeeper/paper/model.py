"""Sizes of paper, and a match's sheet as plain values: head, seats, grid of hands, result and foot."""

from base64 import b64encode
from dataclasses import dataclass

import segno
from markupsafe import Markup

from scorekeeper.games.engine.figures import side_by_side
from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.games.paper import Band, Column, CribLine, Row
from scorekeeper.paper.marks import Marks


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper with its margins (`side`: left and right) in millimetres, and the size of its type in points.

    The pages' CSS takes these figures from here. `crib_columns` is the number of columns of the rules in short.
    """

    name: str
    width: float
    height: float
    top: float
    bottom: float
    side: float
    type: float
    crib_columns: int

    @property
    def measure(self) -> float:
        """The width between the margins."""
        return self.width - 2 * self.side

    @property
    def depth(self) -> float:
        """The height between the margins."""
        return self.height - self.top - self.bottom

    @property
    def type_height(self) -> float:
        """The size of the type in millimetres."""
        return self.type * 25.4 / 72

    @property
    def crib_line(self) -> int:
        """The number of characters, about, in a line of the rules in short (`.crib` in sheet.css)."""
        return int((self.measure / self.crib_columns - 16) / (0.76 * CHARACTER * self.type_height))

    @property
    def is_large(self) -> bool:
        """True if its type is of the usual size or larger."""
        return self.type >= USUAL_TYPE


USUAL_TYPE = 9  # points
CHARACTER = 0.41  # of the size of the type: the mean width of a text's characters
PAPERS = {
    paper.name: paper
    for paper in (
        Paper("A4", 210, 297, top=10.5, bottom=17, side=12, type=USUAL_TYPE, crib_columns=3),
        Paper("A5", 148, 210, top=11, bottom=16, side=11, type=8, crib_columns=2),
        Paper("Letter", 215.9, 279.4, top=12.7, bottom=17, side=12.7, type=USUAL_TYPE, crib_columns=3),
    )
}
DEFAULT_PAPER = "A4"
A3 = Paper("A3", 297, 420, top=14, bottom=17, side=14, type=11, crib_columns=3)
BRACKET_PAPERS = {**PAPERS, A3.name: A3}


@dataclass(frozen=True, slots=True)
class Letterhead:
    """The letterhead of a club; `logo` is a data URL or empty, `table` is the name of the sheet's table.

    `president` signs for the club; empty if it has not named one.
    """

    club: str
    logo: str = ""
    table: str = ""
    president: str = ""


def letterhead(club: str, logo: bytes | None = None, table: str = "", president: str = "") -> Letterhead:
    """Returns the letterhead of a club; `logo` is a PNG as stored by `clubs.club_settings`."""
    picture = f"data:image/png;base64,{b64encode(logo).decode('ascii')}" if logo else ""
    return Letterhead(club, picture, table, president)


def qr_code(address: str) -> Markup:
    """Returns the QR code of an address as an `<svg>` element without width and height."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(border=4, omitsize=True, light="#fff")
    return Markup(drawn)  # noqa: S704 (made by segno from an address of ours)


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code at the foot of a sheet with its caption; without an address the caption has the reason."""

    address: str
    caption: str

    @property
    def qr(self) -> Markup:
        """The code as SVG; empty without an address."""
        return qr_code(self.address) if self.address else Markup()


MOST_IN_A_SCORE = 3  # sides; more are listed
MOST_IN_A_COLUMN = 4
SIGNATURES_IN_A_ROW = 3


@dataclass(frozen=True, slots=True)
class Fact:
    """A line about the occasion of a match, e.g. its date, place or table: a label and its text."""

    label: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table. `side` is the index of his side; `deals_first` marks the first dealer."""

    side: int
    name: str = ""
    deals_first: bool = False

    @property
    def sign(self) -> str:
        """The sign of the player's side."""
        return SIGNS[self.side]


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats as around a table looked at from above; `left` and `right` run from top to bottom."""

    bottom: Seat
    right: tuple[Seat, ...] = ()
    top: Seat | None = None
    left: tuple[Seat, ...] = ()
    clockwise: bool = False

    @property
    def is_large(self) -> bool:
        """True if there are so many seats that names are set smaller."""
        return len(self.left) + len(self.right) > 2


@dataclass(frozen=True, slots=True)
class Grid:
    """The table of hands; each hand has `lines` rows. `row_height` in millimetres is set if rows fill the page.

    `left` is the number of hands still to be played; None if the match is open.

    `larger` is the size of totals, times the type; `widths` are the column widths in millimetres as found by `layout`,
    or empty.
    """

    columns: tuple[Column, ...]
    bands: tuple[Band, ...]
    rows: tuple[Row, ...]
    row_height: float | None = None
    lines: int = 1
    left: int | None = None
    larger: float = 1.0
    widths: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote to the grid: its mark and its text."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A side's result as texts; empty ones are left blank for handwriting."""

    side: int
    name: str = ""
    total: str = ""
    games: str = ""
    won: bool = False

    @property
    def sign(self) -> str:
        """The sign of the side."""
        return SIGNS[self.side]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of the match, or its present state: how it ended, and every side's standing.

    `headline` names the winner; `facts` are short texts about the match; `tally` is the winner's total where the game's
    totals are also drawn as strokes (`squares`: as squares), else 0. An `open` match has its winner written in by hand.
    """

    sentence: str
    standings: tuple[Standing, ...]
    headline: str = ""
    facts: tuple[str, ...] = ()
    tally: int = 0
    squares: bool = False
    open: bool = False

    @property
    def headline_sign(self) -> str:
        """The sign of the side that won, or nothing."""
        return next((standing.sign for standing in self.standings if standing.won), "")

    @property
    def games(self) -> str:
        """The games won by each side, e.g. “1 – 0”; of many sides only the winner's; empty without a winner."""
        many = len(self.standings) > MOST_IN_A_SCORE
        return side_by_side(
            [standing.games for standing in self.standings if standing.games and (standing.won or not many)]
        )

    @property
    def standings_across(self) -> int:
        """The number of columns in the list of sides: two for many sides, else one."""
        return 1 if len(self.standings) <= MOST_IN_A_COLUMN else 2

    @property
    def score(self) -> str:
        """The totals, e.g. “23 – 21”; empty if there are too many for one line."""
        many = len(self.standings) > MOST_IN_A_SCORE
        return "" if many else side_by_side([standing.total for standing in self.standings])


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet of a match, filled or blank, as values; `crib` are the rules in short, in columns.

    `fingerprint` is printed on every page; the QR code `code` is for checking a match's sheet, or for scoring at the
    table; `marks` are the machine-readable part of a blank sheet. `whole` is False for a piece of a long sheet; the
    piece that `opens` has the head, the one that `closes` the end, and `first_page` is the number of its first page.
    """

    title: str
    game: str
    variant: str
    paper: str
    language: str
    seating: Seating
    grid: Grid
    result: Result
    facts: tuple[Fact, ...] = ()
    house_rules: tuple[str, ...] = ()
    footnotes: tuple[Footnote, ...] = ()
    rulings: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    chart: Markup | None = None
    crib: tuple[tuple[CribLine, ...], ...] = ()
    footer: str = ""
    blank: bool = False
    fingerprint: str = ""
    code: Code | None = None
    letterhead: Letterhead | None = None
    whole: bool = True
    opens: bool = True
    closes: bool = True
    first_page: int = 1
    score_size: float = 1.0  # times the type
    marks: Marks | None = None

    @property
    def is_compact(self) -> bool:
        """True if the seats are printed beside the title, which leaves a blank A5 sheet more room for rows."""
        return self.blank and self.paper == "A5"

    @property
    def has_chart_beside_signatures(self) -> bool:
        """True if there is a chart and the signatures are few enough to fit beside it."""
        return self.chart is not None and len(self.result.standings) < SIGNATURES_IN_A_ROW

    @property
    def signatures_across(self) -> int:
        """The number of signatures in a row: on A5 four with three sides or more, and five on blank sheets, else three.

        So the lines of four players and the arbiter share a row that many hands of a blank A5 sheet need.
        """
        many = len(self.result.standings) >= SIGNATURES_IN_A_ROW and self.paper == "A5"
        return SIGNATURES_IN_A_ROW + many + (many and self.blank)


@dataclass(frozen=True, slots=True)
class Card:
    """A table's card at a club night; `address` is its QR code's link, empty if other devices cannot open it."""

    number: int
    address: str

    @property
    def typed(self) -> str:
        """The address without its scheme, to be typed without a camera."""
        return self.address.split("://", 1)[-1]

    @property
    def qr(self) -> Markup:
        """The code that opens the table."""
        return qr_code(self.address)


@dataclass(frozen=True, slots=True)
class Cards:
    """All table cards of a club night, printed four on a page; the QR code on each card opens its table."""

    club: str
    title: str
    paper: str
    language: str
    cards: tuple[Card, ...]
    logo: str = ""

    @property
    def footer(self) -> str:
        """The text at the foot of the page."""
        return f"{self.club} · {self.title}"

    @property
    def pages(self) -> list[tuple[Card, ...]]:
        """The cards of each page."""
        return [self.cards[start : start + 4] for start in range(0, len(self.cards), 4)]
