"""Slips for the tables of a round: both sides write what came out and sign. Two or four on a page, to be cut apart.

Lengths are in millimetres. The cuts go through the middle of the page, so top and bottom margin are alike.
"""

from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.games.engine.base import _ as marked
from scorekeeper.games.engine.base import refuse
from scorekeeper.i18n import _
from scorekeeper.paper.measure import PAPERS, width
from scorekeeper.paper.model import qr_code
from scorekeeper.paper.tournaments import wording
from scorekeeper.paper.tournaments.parts import Wanted, cut
from scorekeeper.paper.tournaments.wording import Seated, to_be_played
from scorekeeper.tournaments.model import Entrant, Ids, Scoring, Tournament

SIDE, EDGE = 10.0, 14.0  # margins left and right, top and bottom; `sheet-tournament.css` sets the same
PADDING = 4.0
NARROWEST = 80.0  # of a slip that can be written on
MOST_LEGS = 7  # with a row of their own
MOST_BLANK = 400
NAME, HEADING, BESIDE, SMALL = 10.0, 9.0, 7.6, 7.0  # points
PRINTED = {2: 47.0, 4: 66.0}  # by slips on a page: the height of what is in print, and of the lines to sign on
HIGHEST = 11.0  # of a row
NUMBER, TABLE, ROUND = 15.0, 30.0, 32.0  # the widths of a side's number, the table's, a round to be written
CODE, LOGO = 21.0, 13.0  # the widths of a table's code, of the club's logo
APART = 2.0  # between the names of the sides on wide slips
NEARLY = 0.97
FOOT, FOOT_TYPE = 0.7, 7.5  # the share of the width that the foot has, and its type
SPARE = 0.3  # for the borders of a slip


@dataclass(frozen=True, slots=True)
class SlipSide:
    """One of the two sides; empty on a blank slip. `members` are to be written where they are not known."""

    number: str = ""
    name: str = ""
    players: str = ""
    members: int = 0


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of a table; `address` is where a phone scores it, empty where none does."""

    table: str
    sides: tuple[SlipSide, SlipSide]
    address: str = ""

    @property
    def qr(self) -> Markup:
        """The code that opens the table's match."""
        return qr_code(self.address)


@dataclass(frozen=True, slots=True)
class Form:
    """What is written: a row for each hand or leg with the same columns for both sides, then one figure for each."""

    heading: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    ends: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slips:
    """All slips of a round. `title` is the tournament's name as it fits; `row` the height of a row to write on."""

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

    @property
    def footer(self) -> str:
        """What stands at the foot of each page."""
        told = " · ".join(part for part in (self.title, self.round) if part)
        return cut(told, FOOT * (PAPERS[self.paper].width - 2 * SIDE), FOOT_TYPE)

    @property
    def pages(self) -> list[tuple[Slip, ...]]:
        """The slips as they are cut from the pages."""
        return [self.slips[start : start + self.per_page] for start in range(0, len(self.slips), self.per_page)]

    @property
    def across(self) -> int:
        """How many stand side by side."""
        return self.per_page // 2


def slips(tournament: Tournament, wanted: Wanted) -> Slips:
    """A slip for each table of a round. Raises Refusal where there is no such round."""
    seated = to_be_played(tournament, wanted.round, wanted.hall)
    name = wording.round_name(tournament, seated.number)
    return _slips(tournament, wanted, name, _of_tables(tournament, wanted, seated))


def blank_slips(tournament: Tournament, wanted: Wanted) -> Slips:
    """Slips without a table, `number` of them, one page unless given."""
    empty = Slip("", (SlipSide(), SlipSide()))
    return _slips(tournament, wanted, "", (empty,) * (wanted.number or wanted.per_page))


def _slips(tournament: Tournament, wanted: Wanted, name: str, made: tuple[Slip, ...]) -> Slips:
    form = _form(tournament.scoring)
    height = _size(wanted)[1]
    written = len(form.rows) + len(form.ends)
    head = wanted.letterhead
    about = " · ".join(part for part in (head.club if head else "", wanted.place, wanted.day) if part)
    room = _room_for_title(wanted)
    return Slips(
        paper=wanted.paper,
        language=wanted.language,
        title=cut(tournament.name, NEARLY * room, HEADING, bold=True),
        round=name,
        about=_beside(name, about, NEARLY * room),
        form=form,
        per_page=wanted.per_page,
        height=height,
        row=round(min((height - 2 * PADDING - PRINTED[wanted.per_page]) / written, HIGHEST), 1),
        slips=made,
        logo=head.logo if head else "",
    )


def _beside(name: str, about: str, room: float) -> str:
    """Where and when it is, as much of it as stands in a line with the name of the round; little says nothing."""
    left = room - (width(f"{name} · ", HEADING) if name else ROUND)
    return cut(about, left, BESIDE) if left > NUMBER else ""


def _room_for_title(wanted: Wanted) -> float:
    """The width left of the table's number and code; on narrow slips the code stands below the number."""
    taken = TABLE if wanted.per_page == 2 or not wanted.codes else CODE
    taken += CODE if wanted.per_page == 2 and wanted.codes else 0
    has_logo = wanted.letterhead is not None and wanted.letterhead.logo
    return _size(wanted)[0] - taken - (LOGO if has_logo else 0)


def _size(wanted: Wanted) -> tuple[float, float]:
    """The width of what stands on a slip, and the slip's height."""
    paper = PAPERS[wanted.paper]
    across = (paper.width - 2 * SIDE) / (wanted.per_page // 2)
    if across < NARROWEST:
        raise refuse("per_page", None, marked("Four slips do not fit on paper of this size"))
    return across - 2 * PADDING, round((paper.height - 2 * EDGE) / 2 - SPARE, 1)


def _form(scoring: Scoring) -> Form:
    """Decision: so many legs that their rows would be too low are only added up."""
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


def _of_tables(tournament: Tournament, wanted: Wanted, seated: Seated) -> tuple[Slip, ...]:
    known = wording.by_id(tournament)
    free = _size(wanted)[0] - (CODE if wanted.codes else 0)
    room = NEARLY * ((free if wanted.per_page == 4 else free / 2 - APART) - NUMBER)  # beside each other on wide slips
    made = []
    for table in seated.tables:
        one, other = (_side(known, wanted, side, room) for side in table.sides)
        made.append(Slip(str(table.number), (one, other), wanted.codes.get(table.number, "")))
    return tuple(made)


def _side(known: dict[int, Entrant], wanted: Wanted, side: Ids, room: float) -> SlipSide:
    players = [(player, at) for each in side for at, player in enumerate(known[each].players)]
    numbers = [number for each in side for number in wanted.members.get(each, ())]
    if len(numbers) == len(players):
        told = ", ".join(f"{player} ({number})" for (player, _at), number in zip(players, numbers, strict=True))
    else:
        told = wording.players_of(known, side)
    name = cut(wording.names(known, side), room, NAME, 1 if told else 2, bold=True)
    missing = 0 if len(numbers) == len(players) else len(players)
    return SlipSide(wording.numbers(side), name, cut(told, room, SMALL, 1 if missing else 2), missing)
