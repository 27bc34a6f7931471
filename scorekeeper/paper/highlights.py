"""What was remarkable about a match, in a few words for its sheet."""

from collections.abc import Sequence

from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.games.engine.words import figure
from scorekeeper.i18n import _, ngettext
from scorekeeper.paper.hands_grid import Played

LEAST_TO_TELL = 2  # hands


def highlights(hands: Sequence[Played]) -> tuple[str, ...]:
    """The number of hands and the most that a side made in one; nothing for a match of a hand or two."""
    counted = [hand for hand in hands if not hand.struck]
    if len(counted) < LEAST_TO_TELL:
        return ()
    best, side = max((points, -side) for hand in counted for side, points in enumerate(hand.points))
    told = [ngettext("%(num)s hand", "%(num)s hands", len(counted))]
    if best > 0:
        told.append(_("biggest hand %(sign)s +%(points)s", sign=SIGNS[-side], points=figure(best)))
    return tuple(told)
