"""Where the seats of a match stand around the table."""

from collections.abc import Sequence

from scorekeeper.paper.model import Seat, Seating

# Number of seats → how many sit at the right, at the top (one or none) and at the left.
PLACES = {2: (0, 1, 0), 3: (1, 0, 1), 4: (1, 1, 1), 5: (2, 0, 2), 6: (2, 1, 2)}
PLACES |= {7: (3, 0, 3), 8: (3, 1, 3), 9: (4, 0, 4), 10: (4, 1, 4), 11: (5, 0, 5), 12: (5, 1, 5)}


def around(seats: Sequence[Seat], *, clockwise: bool) -> Seating:
    """Seats in order of play, the first of them at the bottom, laid out as seen from above.

    Counter-clockwise play goes from the bottom to the right, then to the top and the left.
    """
    first, *others = seats
    if clockwise:
        others.reverse()
    at_right, at_top, _at_left = PLACES[len(seats)]
    right, top, left = others[:at_right], others[at_right : at_right + at_top], others[at_right + at_top :]
    return Seating(
        bottom=first,
        right=tuple(reversed(right)),
        top=top[0] if top else None,
        left=tuple(left),
        clockwise=clockwise,
    )
