"""Texts cut to the room that there is for them."""

from scorekeeper.paper.measure import lines, width

ELLIPSIS = "…"


def cut(text: str, measure: float, points: float, most: int = 1, *, bold: bool = False) -> str:
    """The text, or as much of it as takes so many lines of a measure in mm, with an ellipsis."""

    def fits(shown: str) -> bool:
        broken = lines(shown, measure, points, bold=bold)
        return len(broken) <= most and all(width(line, points, bold=bold) <= measure for line in broken)

    if fits(text):
        return text
    low, high = 0, len(text)  # so many letters fit; so many do not
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(text[:middle].rstrip() + ELLIPSIS) else (low, middle)
    return text[:low].rstrip() + ELLIPSIS
