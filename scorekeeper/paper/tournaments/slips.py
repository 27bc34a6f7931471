"""Slips for the tables of a round: both sides write the result and sign. Two or four on a page, to be cut apart.

Lengths are in millimetres. The cuts go through the middle of the page, so top and bottom margin are alike.
"""

from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.games.engine.base import _ as marked
from scorekeeper.games.engine.base import refuse
from scorekeeper.i18n import _
from scorekeeper.paper.model import PAPERS, qr_code
from scorekeeper.paper.tournaments import wording
from scorekeeper.paper.tournaments.parts import Wanted
from scorekeeper.paper.tournaments.wording import RoundTables, seating_of_round
from scorekeeper.tournaments.model import Entrant, Ids, Scoring, Tournament
from scorekeeper.tournaments.systems import is_knockout

SIDE, EDGE = 10.0, 14.0  # margins left and right, top and bottom
PADDING = 4.0
NARROWEST = 80.0  # of a slip that can be written on
MOST_LEGS = 7  # with a row of their own
MOST_BLANK = 400
PRINTED = {2: 47.0, 4: 66.0}  # by slips on a page: the height of what is in print, and of the lines to sign on
HIGHEST = 11.0  # of a row
SPARE = 0.3  # for the borders of a slip


@dataclass(frozen=True, slots=True)
class SlipSide:
    """A side on a slip, empty on a blank one; `members` is the number of member numbers to write by hand."""

    number: str = ""
    name: str = ""
    players: str = ""
    members: int = 0


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of a table; `address` is the link for scoring by phone, empty without one.

    `round` is the name of the table's match where its round has several, such as “Third place”; else empty.
    """

    table: str
    sides: tuple[SlipSide, SlipSide]
    address: str = ""
    round: str = ""

    @property
    def qr(self) -> Markup:
        """The code that opens the table's match."""
        return qr_code(self.address)


@dataclass(frozen=True, slots=True)
class Form:
    """The part to write in: a row for each hand or leg, with columns for both sides, then the rows `ends`."""

    heading: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    ends: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slips:
    """All slips of a round. `title` is the tournament's name; `row` the height of a row to write on.

    `margins` are the page's, top and left; CSS shortens what does not fit on a slip.
    """

    paper: str
    language: str
    title: str
    round: str
    about: str
    form: Form
    per_page: int
    height: float
    row: float
    slips: tuple[Slip, ...]
    logo: str = ""
    margins: tuple[float, float] = (EDGE, SIDE)

    @property
    def footer(self) -> str:
        """The text at the foot of each page."""
        return " · ".join(part for part in (self.title, self.round) if part)

    @property
    def pages(self) -> list[tuple[Slip, ...]]:
        """The slips of each page."""
        return [self.slips[start : start + self.per_page] for start in range(0, len(self.slips), self.per_page)]

    @property
    def across(self) -> int:
        """How many slips are side by side."""
        return self.per_page // 2


def slips(tournament: Tournament, wanted: Wanted) -> Slips:
    """A slip for each table of a round. Raises Refusal if there is no such round."""
    seated = seating_of_round(tournament, wanted.round, wanted.hall)
    name = wording.round_name(tournament, seated.number)
    return _slips(tournament, wanted, name, _of_tables(tournament, wanted, seated))


def blank_slips(tournament: Tournament, wanted: Wanted) -> Slips:
    """Returns `wanted.number` blank slips, by default as many as fit on one page."""
    empty = Slip("", (SlipSide(), SlipSide()))
    return _slips(tournament, wanted, "", (empty,) * (wanted.number or wanted.per_page))


def _slips(tournament: Tournament, wanted: Wanted, name: str, tables: tuple[Slip, ...]) -> Slips:
    form = _form(tournament.scoring)
    height = _height(wanted)
    written = len(form.rows) + len(form.ends)
    head = wanted.letterhead
    return Slips(
        paper=wanted.paper,
        language=wanted.language,
        title=tournament.name,
        round=name,
        about=" · ".join(part for part in (head.club if head else "", wanted.place, wanted.day) if part),
        form=form,
        per_page=wanted.per_page,
        height=height,
        row=round(min((height - 2 * PADDING - PRINTED[wanted.per_page]) / written, HIGHEST), 1),
        slips=tables,
        logo=head.logo if head else "",
    )


def _height(wanted: Wanted) -> float:
    """The height of a slip. Raises Refusal if slips would be too narrow on this paper."""
    paper = PAPERS[wanted.paper]
    if (paper.width - 2 * SIDE) / (wanted.per_page // 2) < NARROWEST:
        raise refuse("per_page", None, marked("Four slips do not fit on paper of this size"))
    return round((paper.height - 2 * EDGE) / 2 - SPARE, 1)


def _form(scoring: Scoring) -> Form:
    """Returns the form for a scoring; above MOST_LEGS legs, legs have no rows, only their sum."""
    total, penalties = _("Total"), _("Penalties")
    if scoring.kind == "vp":
        hands = tuple(str(number) for number in range(1, scoring.hands + 1))
        columns = (_("Base"), _("Points"), total)
        return Form(_("Hand"), hands, columns, (penalties, _("Difference (MP)"), _("Victory points (VP)")))
    tournament_points = _("Tournament points (TP)")
    if scoring.best_of == 1:
        return Form("", (), (), (_("Points"), penalties, tournament_points))
    legs = tuple(str(number) for number in range(1, scoring.best_of + 1)) if scoring.best_of <= MOST_LEGS else ()
    return Form(_("Leg"), legs, (_("Points"), _("Won")) if legs else (), (_("Legs won"), penalties, tournament_points))


def _of_tables(tournament: Tournament, wanted: Wanted, seated: RoundTables) -> tuple[Slip, ...]:
    known, names = wording.sitting(tournament, seated.number), _names(tournament, seated)
    changed = {each.id for each in tournament.entrants if known[each.id].players != each.players}
    slips_of_tables = []
    for table in seated.tables:
        one, other = (_side(known, wanted, side, has_numbers=changed.isdisjoint(side)) for side in table.sides)
        address = wanted.codes.get(table.number, "")
        slips_of_tables.append(Slip(str(table.number), (one, other), address, names.get(table.number, "")))
    return tuple(slips_of_tables)


def _names(tournament: Tournament, seated: RoundTables) -> dict[int, str]:
    """Returns what slips say instead of the round's name, by table: the final, or the round with a group or flight."""
    names = wording.table_names(tournament, seated.number, seated.tables)
    if is_knockout(tournament, seated.number):
        return names
    name_of_round = wording.round_name(tournament, seated.number)
    return {table: f"{name_of_round} · {name}" for table, name in names.items()}


def _side(known: dict[int, Entrant], wanted: Wanted, side: Ids, *, has_numbers: bool) -> SlipSide:
    """Returns a side; its players get their member numbers, unless a substitute sits for one of them."""
    players = [player for entrant in side for player in known[entrant].players]
    numbers = [number for entrant in side for number in wanted.members.get(entrant, ()) if has_numbers]
    if len(numbers) == len(players):
        named = ", ".join(f"{player} ({number})" for player, number in zip(players, numbers, strict=True))
    else:
        named = wording.players_of(known, side)
    missing = 0 if len(numbers) == len(players) else len(players)
    return SlipSide(wording.numbers(side), wording.names(known, side), named, missing)
