"""Reads the slips in a photograph: returns the result of each table, with doubts.

A number is sure only if its marks are clear, if the game can give it, and if everything on the slip agrees: the victory
points have to follow from the points (TOU-1), legs have to end the match (TOU-2). Any other number is None and has a
doubt, a message to translate like the message of a refusal.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from PIL import Image

from scorekeeper.games.engine.base import N_, Refusal, english
from scorekeeper.slips.codes import is_of, table_of
from scorekeeper.slips.fields import Doubt, doubt
from scorekeeper.slips.finding import SeenSlip, slips_in
from scorekeeper.slips.ink import Measured, measure
from scorekeeper.slips.marks import ABOVE, LEFT, LEGS, POINTS, VP, Block, Frame, around, block_of
from scorekeeper.slips.picture import pictures_of
from scorekeeper.slips.results import Pair, result_of
from scorekeeper.slips.rows import rows_of
from scorekeeper.tournaments.model import Ids, Tournament

Read = TypeVar("Read")
FEWEST_CORNERS = 3  # of a block's four
NO_SLIP = N_("No slip of a tournament was found in this picture")
FOREIGN = N_("This slip is not of this tournament, or its table was changed after it was printed")
TWICE = N_("The same slip is in this picture twice")
DECIDED = N_("This table already has a result")
UNCLEAR = N_("The slip cannot be seen well enough: photograph it again, flat and whole")


@dataclass(frozen=True)
class Reading:
    """The result read from a slip. `points`, `vp` and `legs` are pairs, None if they do not count in the tournament.

    A number in doubt is None. `absent` is the id of the entrant who did not play. `cutout` is the picture of the block
    and the handwriting beside it.
    """

    round: int | None = None
    table: int | None = None
    sides: tuple[Ids, Ids] | None = None
    points: Pair | None = None
    vp: Pair | None = None
    legs: Pair | None = None
    absent: int | None = None
    doubts: tuple[Doubt, ...] = ()
    cutout: Image.Image | None = field(default=None, compare=False)

    @property
    def is_sure(self) -> bool:
        """True if nothing is in doubt."""
        return not self.doubts

    def as_json(self) -> dict[str, Any]:
        """Returns the reading as the command line prints it, with English reasons."""
        sides = None if self.sides is None else [side[0] if len(side) == 1 else list(side) for side in self.sides]
        pairs = {name: None if pair is None else list(pair) for name, pair in self._pairs()}
        doubts = [{"field": reason.field, "why": english(reason.message, reason.params)} for reason in self.doubts]
        where = {"round": self.round, "table": self.table, "sides": sides}
        return {**where, **pairs, "absent": self.absent, "sure": self.is_sure, "doubts": doubts}

    def _pairs(self) -> list[tuple[str, Pair | None]]:
        return [(POINTS, self.points), (VP, self.vp), (LEGS, self.legs)]


def readings_of(data: bytes, tournament: Tournament, keys: Sequence[bytes] = ()) -> Iterator[Reading]:
    """Yields the reading of each slip in a picture or a scanner's PDF; one reading with a doubt if there is no slip.

    `keys` are the keys of the tournament's seals, present and earlier; empty for slips from the command line.
    """
    return in_pictures(data, lambda picture, slip: _reading(picture, slip, tournament, keys), _doubted, NO_SLIP)


def _doubted(doubts: Sequence[Doubt]) -> Reading:
    return Reading(doubts=tuple(doubts))


def in_pictures(
    data: bytes, read: Callable[[Image.Image, SeenSlip], Read], doubted: Callable[[Sequence[Doubt]], Read], nothing: str
) -> Iterator[Read]:
    """Yields the result of `read` for each slip in the pictures of a file, by round and table.

    If the file cannot be read or shows no slip, yields the result of `doubted` instead. `nothing` is the message for a
    file without slips.
    """
    has_slip = False
    try:
        for picture in pictures_of(data):
            for slip in slips_in(picture):
                has_slip = True
                yield read(picture, slip)
    except Refusal as refusal:
        yield doubted([Doubt(None, problem["message"], problem["params"]) for problem in refusal.problems])
        return
    if not has_slip:
        yield doubted([doubt(None, nothing)])


def measured_well(
    picture: Image.Image, slip: SeenSlip, block: Block, shown: Frame
) -> tuple[Measured | None, tuple[Doubt, ...]]:
    """Returns the ink of a slip's circles, and the doubts that prevent reading its numbers, if any."""
    if len({seen.code.corner for seen in slip.codes}) < len(slip.codes):
        return None, (doubt(None, TWICE),)
    measured = measure(picture, slip, block, shown)
    is_clear = measured is not None and measured.corners >= FEWEST_CORNERS
    return measured, () if is_clear else (doubt(None, UNCLEAR),)


def _reading(picture: Image.Image, slip: SeenSlip, tournament: Tournament, keys: Sequence[bytes]) -> Reading:
    number, table = slip.code.round, table_of(slip.code, tournament)
    if table is None or not all(is_of(seen.code, tournament, keys) for seen in slip.codes):
        return Reading(number, slip.code.table, doubts=(doubt(None, FOREIGN),))
    empty = Reading(number, table.number, table.sides)
    if number < len(tournament.rounds):
        return replace(empty, doubts=(doubt(None, N_("Round {round} is over"), round=number),))
    block = block_of(tournament.scoring)
    shown = around(block, above=ABOVE) if slip.code.above else around(block, left=LEFT)
    measured, doubts = measured_well(picture, slip, block, shown)
    if measured is None or doubts:
        return replace(empty, doubts=doubts, cutout=measured.picture if measured else None)
    result = result_of(rows_of(measured), tournament, number, table)
    decided = (doubt(None, DECIDED),) if table.is_decided else ()
    return replace(
        empty,
        points=result.points,
        vp=result.vp,
        legs=result.legs,
        absent=result.absent,
        doubts=(*result.doubts, *decided),
        cutout=measured.picture,
    )
