"""The seats around the table as a form shows them: whose each is, its name's field, and where it stands."""

from typing import TypeAlias

Shape: TypeAlias = "tuple[int, int]"  # sides, players of a side

# Where the seats stand around the table, counter-clockwise from the nearest one, by their number.
SPOTS = {
    2: ("near", "far"),
    3: ("near", "right", "left"),
    4: ("near", "right", "far", "left"),
    5: ("near", "right", "right-far", "left-far", "left"),
    6: ("near", "right", "right-far", "far", "left-far", "left"),
}

IN_ORDER = "in-order"  # more seats than have a spot of their own stand one after the other, in the order of play


class Seat:
    """A place at the table: whose it is, the field of its player's name, and the spot of SPOTS where it stands."""

    def __init__(self, number: int, side: int, path: str, default: str, spot: str) -> None:
        self.number = number
        self.side = side
        self.path = path
        self.default = default
        self.spot = spot


def seats_of(shape: Shape, names: list[str], clockwise: bool) -> list[Seat]:
    """The seats in the order of play: the first player of each side in turn, then the second of each.

    `names` are those of the sides: single players are called so, others after their side with a number.
    """
    sides, players = shape
    count = sides * players
    return [
        Seat(
            number,
            number % sides,
            f"sides.{number % sides}.players.{number // sides}",
            f"{names[number % sides]} {number // sides + 1}" if players > 1 else names[number],
            SPOTS[count][-number % count if clockwise else number] if count in SPOTS else IN_ORDER,
        )
        for number in range(count)
    ]
