"""How the parts of a series are counted: points by place or sums, for players or pairs, the worst ones left out."""

from typing import NamedTuple

from scorekeeper.games.engine.base import _, refuse

USUAL = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
MOST_PLACES = 100
MOST_POINTS = 10_000
MOST_DROPPED = 50
COUNTS = ("places", "sums")
WHO = ("players", "pairs")


class Scheme(NamedTuple):
    """`kind` is one of COUNTS, `who` of WHO. `points` are those of place 1, 2, …; places behind them get none.

    Sums are victory points of a tournament, or its points where matches count, and matches won of a night. Of all
    parts the worst `drop` are left out, those that somebody missed first; at least one always counts.
    """

    kind: str = "places"
    who: str = "players"
    points: tuple[int, ...] = USUAL
    drop: int = 0


def scheme_of(stored: dict[str, object]) -> Scheme:
    """The scheme of a stored series."""
    known = {name: value for name, value in stored.items() if name in Scheme._fields}
    scheme = Scheme()._replace(**known)  # type: ignore[arg-type]  # stored by `read_scheme`
    return scheme._replace(points=tuple(scheme.points))


def read_scheme(count: str, who: str, points: str, drop: str) -> Scheme:
    """The scheme that was typed. Raises Refusal naming the field."""
    if count not in COUNTS or who not in WHO:
        raise refuse("count", None, _("This must be one of: {choices}"), choices=", ".join((*COUNTS, *WHO)))
    texts = points.replace(",", " ").replace(";", " ").split()
    if len(texts) > MOST_PLACES:
        raise refuse("points", None, _("Enter points for at most {most} places"), most=MOST_PLACES)
    given = tuple(_whole("points", text, MOST_POINTS) for text in texts)
    if list(given) != sorted(given, reverse=True):
        raise refuse("points", None, _("Enter the points in falling order"))
    if count == "places" and not any(given):
        raise refuse("points", None, _("Enter the points for each place"))
    return Scheme(count, who, given or USUAL, _whole("drop", drop or "0", MOST_DROPPED))


def _whole(field: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most):
        raise refuse(field, None, _("This must be a whole number from 0 to {most}"), most=most)
    return int(text)
