"""Card points counted in thirds: an ace and the last trick are three, a figure (3, 2, king, knight, jack) is one."""

ACES = 4
FIGURES = 20
ALL_POINTS = 11
THIRDS_OF_A_POINT = 3
THIRDS_OF_AN_ACE = 3
THIRDS_OF_THE_LAST_TRICK = 3
ALL_THIRDS = ACES * THIRDS_OF_AN_ACE + FIGURES + THIRDS_OF_THE_LAST_TRICK


def thirds_of(aces: int, figures: int, last_trick: bool = False) -> int:
    """Returns the value of captured cards, and of the last trick, in thirds of a point."""
    return aces * THIRDS_OF_AN_ACE + figures + (THIRDS_OF_THE_LAST_TRICK if last_trick else 0)


def mixed(thirds: int) -> str:
    """Returns thirds as players write them: 23 is `7⅔`."""
    points, rest = divmod(thirds, THIRDS_OF_A_POINT)
    return (str(points) if points or not rest else "") + ("", "⅓", "⅔")[rest]
