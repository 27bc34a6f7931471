"""Counting Tresette's captured cards in thirds of a point (TRE-1 to TRE-4)."""

from ..engine.base import Line, _, line

ACES = 4
FIGURES = 20  # 3, 2, Re, Cavallo and Fante of each suit
TRICKS = 10
ALL_POINTS = 11
THIRDS_OF_A_POINT = 3
THIRDS_OF_AN_ACE = 3
THIRDS_OF_THE_LAST_TRICK = 3
LESS_THAN_A_POINT = 2  # thirds


def thirds_of(aces: int, figures: int) -> int:
    """The thirds in captured cards (TRE-1, TRE-2)."""
    return aces * THIRDS_OF_AN_ACE + figures


def counted_lines(side: int, aces: int, figures: int, last_trick: bool) -> list[Line]:
    """The count as one does it aloud: thirds for the cards and the last trick, then whole points, rounded down."""
    thirds = thirds_of(aces, figures)
    lines = [
        line(side, "TRE-1", _("Aces: {aces} × 3/3 = {thirds}/3"), aces=aces, thirds=thirds_of(aces, 0)),
        line(side, "TRE-2", _("Figures: {figures} × 1/3 = {thirds}/3"), figures=figures, thirds=thirds_of(0, figures)),
    ]
    if last_trick:
        thirds += THIRDS_OF_THE_LAST_TRICK
        lines.append(line(side, "TRE-3", _("Last trick: 3/3")))
    lines.append(_whole_points(side, thirds))
    return lines


def _whole_points(side: int, thirds: int) -> Line:
    """Thirds as whole points, rounded down: 23/3 = 7⅔ → 7."""
    score = thirds // THIRDS_OF_A_POINT
    if thirds % THIRDS_OF_A_POINT == 0:
        return line(side, "TRE-4", _("{thirds}/3 = {score}"), score, thirds=thirds, score=score)
    mixed = (str(score) if score else "") + ("", "⅓", "⅔")[thirds % THIRDS_OF_A_POINT]
    text = _("{thirds}/3 = {mixed}, rounded down: {score}")
    return line(side, "TRE-4", text, score, thirds=thirds, mixed=mixed, score=score)
