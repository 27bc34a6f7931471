"""A club's sheets as plain values: standings, certificates and settlements. Every text is ready to print."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.side_names import is_named
from scorekeeper.i18n import _, called, format_amount, format_signed, say
from scorekeeper.ledger import Reckoning
from scorekeeper.paper.model import Letterhead
from scorekeeper.store.models import Match


def signs_for(head: Letterhead | None) -> str:
    """Returns the signatory of the club: the president, by name if it is known."""
    return _("President: %(name)s", name=head.president) if head and head.president else _("For the club")


@dataclass(frozen=True, slots=True)
class Heading:
    """A column's heading; `kind` is the CSS class of its cells."""

    text: str
    kind: str


class Cell(NamedTuple):
    """A cell of a list: a text, a second one in small type, and a kind.

    Kinds are `won` (the winner), `own` (an entrant against itself) and `write` (a line to write on), or empty.
    """

    text: str
    small: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Ranks:
    """A further ranking with its own title."""

    title: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class StandingsSheet:
    """A ranking of all players; `rows` are cells in the order of the headings, `note` explains a figure.

    `parts` are the names of the columns of a championship, with their headings. `wide`: on paper that lies on its side.
    """

    paper: str
    language: str
    letterhead: Letterhead
    title: str
    season: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str
    footer: str
    more: tuple[Ranks, ...] = ()
    signatures: tuple[str, ...] = ()
    wide: bool = False
    parts: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on a certificate: a number, its label, and optional details."""

    number: str
    text: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate of a player or team; `place` is a sentence, empty if there are no others.

    `names` are the names of a team's players if they are not part of `player`.
    """

    paper: str
    language: str
    letterhead: Letterhead
    season: str
    player: str
    place: str
    figures: tuple[Figure, ...]
    day: str
    footer: str = ""
    names: str = ""

    @property
    def signature(self) -> str:
        """The signatory of the club."""
        return signs_for(self.letterhead)


@dataclass(frozen=True, slots=True)
class Row:
    """A match in a settlement: its number and game, its winner, and how many games it counts for."""

    match: str
    winner: str
    games: str


@dataclass(frozen=True, slots=True)
class Block:
    """The part of a settlement in one unit, e.g. points; amounts are texts."""

    unit: str
    rows: tuple[Row, ...]
    balances: tuple[tuple[str, str], ...]
    payments: tuple[tuple[str, str, str], ...]  # payer, payee, amount
    fewest: bool


@dataclass(frozen=True, slots=True)
class Settlement:
    """An evening's settlement on one sheet."""

    title: str
    place: str
    day: str
    paper: str
    language: str
    blocks: tuple[Block, ...]
    letterhead: Letterhead | None = None

    @property
    def footer(self) -> str:
        """The text at the foot of every page."""
        club = self.letterhead.club if self.letterhead else ""
        return " · ".join(part for part in (_("Settlement"), club, self.title, self.day, self.place) if part)


def blocks(reckonings: Sequence[Reckoning], *, tables: bool = False) -> tuple[Block, ...]:
    """Returns reckonings as texts. `tables`: show each match's table, because every table numbers its own matches."""
    return tuple(
        Block(
            unit=reckoning.unit[0] or _("points"),
            rows=tuple(_row(result.match, result.games, tables=tables) for result in reckoning.played),
            balances=tuple(
                (called(name), format_signed(amount, reckoning.unit[1])) for name, amount in reckoning.balances.items()
            ),
            payments=tuple(
                (called(payment.payer), called(payment.payee), amount_of(payment.amount, reckoning))
                for payment in reckoning.payments
            ),
            fewest=reckoning.fewest,
        )
        for reckoning in reckonings
    )


def amount_of(amount: int, reckoning: Reckoning) -> str:
    """Returns an amount with its unit."""
    return _(
        "%(amount)s %(unit)s", amount=format_amount(amount, reckoning.unit[1]), unit=reckoning.unit[0] or _("points")
    )


def _row(match: Match, games: int, *, tables: bool) -> Row:
    number = str(match.number)
    if tables and match.sitting.name:
        number = f"{called(match.sitting.name)} · {_('Match %(number)s', number=match.number)}"
    side = match.setup["sides"][match.winner or 0]
    players = ", ".join(called(player) for player in side["players"])
    winner = f"{side['name']} ({players})" if is_named(side) else called(side["name"])
    return Row(f"{number} · {game_of(match.setup).title_of(match.setup['options'], say)}", winner, str(games))
