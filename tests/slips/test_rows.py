"""Which circle of a row is marked."""

import pytest

from scorekeeper.slips.ink import CUT, GLARE, HIDDEN, Ink, Measured
from scorekeeper.slips.marks import Mark
from scorekeeper.slips.rows import BLANK, CROSSED, FAINT, TWO, Row, rows_of
from tests.slips.drawn import NO_PICTURE

USUAL = 0.3
Circle = float | tuple[float, float] | tuple[float, float, str]


def row(*circles: Circle, usual: float = USUAL) -> Row:
    """Returns the reading of a row beside five rows with ordinary marks; a circle is (ink, span, why unseen)."""
    inks = [
        Ink(Mark(f"points.{number}", 0, 0, place=1, value=value), usual if value == 3 else 0.0)
        for number in range(5)
        for value in range(10)
    ]
    padded = [*circles, *[0.0] * (10 - len(circles))]
    for value, circle in enumerate(padded):
        amount, span, unseen = (*(circle if isinstance(circle, tuple) else (circle,)), 0.8, "")[:3]
        inks.append(Ink(Mark("legs.0", 0, 0, value=value), amount, unseen=unseen, span=span))
    measured = Measured(tuple(inks), spread=0.002, shade=0.9, corners=4, picture=NO_PICTURE)
    return rows_of(measured)["legs.0", None, ""]


@pytest.mark.parametrize(
    "circles, expected",
    [
        ((0.0, 0.0, 0.3), Row(2)),
        ((0.0, 0.1), Row(1)),
        ((0.02, 0.3, 0.05), Row(1)),
        ((0.02, 0.01, 0.03), Row(None, BLANK)),
        ((0.0, 0.05), Row(None, FAINT)),
        ((0.3, 0.0, 0.28), Row(None, TWO)),
        ((0.3, 0.0, 0.1), Row(None, TWO)),
        ((0.3, 0.28, 0.31), Row(None, TWO)),
        ((0.3, (0.6, 1.3)), Row(0)),
        (((0.6, 1.3), 0.3), Row(1)),
        ((0.1, (0.6, 1.3)), Row(None, TWO)),
        ((0.3, (0.45, 0.8)), Row(0, TWO, (1,))),
        ((0.3, (0.3, 1.0)), Row(0, TWO, (1,))),
        (((0.45, 1.2), (0.45, 1.35)), Row(0, TWO, (1,))),
        ((0.0, (0.45, 1.2)), Row(1)),
        ((0.0, (0.8, 1.4)), Row(1, CROSSED, (0, 2, 3, 4, 5, 6, 7, 8, 9))),
        (((0.6, 1.3), (0.6, 1.5)), Row(None, TWO)),
        ((0.1, 0.12, 0.5, 0.1, 0.12, 0.09), Row(None, CROSSED)),
        ((0.3, (0.0, 0.0, HIDDEN)), Row(None, HIDDEN)),
        (((0.0, 0.0, CUT),), Row(None, CUT)),
        (((0.0, 0.0, GLARE), 0.3), Row(None, GLARE)),
        (((0.5, 0.8, HIDDEN),), Row(0)),
    ],
)
def test_a_row(circles: tuple[Circle, ...], expected: Row) -> None:
    assert row(*circles) == expected


@pytest.mark.parametrize("span, why", [(1.6, ""), (1.65, CROSSED)])
def test_where_all_marks_fill_their_circles_a_crossed_out_one_exceeds_them(span: float, why: str) -> None:
    assert row((0.78, span), usual=0.7).doubt == why


@pytest.mark.parametrize(
    "usual, alone, expected",
    [
        ((0.6, 0.0, 0.0), (0.6, 0.45, 0.0), CROSSED),
        ((0.6, 0.45, 0.0), (0.6, 0.45, 0.0), ""),
        ((0.6, 0.0, 0.0), (0.6, 0.3, 0.2), CROSSED),
        ((0.6, 0.0, 0.0), (0.6, 0.3, -0.1), ""),
        ((0.3, 0.0, 0.0), (0.3, 0.4, 0.9), ""),
        ((0.3, 0.0, 0.0), (0.46, 0.4, 0.9), ""),
        ((0.3, 0.0, 0.0), (0.7, 0.4, 0.9), CROSSED),
        ((0.2, 0.0, 0.0), (0.5, 0.4, 0.9), CROSSED),
    ],
    ids=[
        "ink all around",
        "as around all",
        "with corners",
        "round",
        "a light X",
        "a long X",
        "a bold X",
        "X on a tick",
    ],
)
def test_a_mark_alone_is_compared_with_the_slip_s_other_marks(
    usual: tuple[float, float, float], alone: tuple[float, float, float], expected: str
) -> None:
    """The numbers are the ink, `aslant` and `angular`."""

    def ink(field: str, parts: tuple[float, float, float], span: float) -> Ink:
        amount, aslant, angular = parts
        return Ink(Mark(field, 0, 0, place=1, value=3), amount, span=span, aslant=aslant, angular=angular)

    inks = [ink(f"points.{number}", usual, 1.1) for number in range(5)]
    inks += [ink("legs.0", alone, 1.22), Ink(Mark("legs.0", 0, 0, place=1, value=4), 0.0)]
    measured = Measured(tuple(inks), spread=0.002, shade=0.9, corners=4, picture=NO_PICTURE)
    assert rows_of(measured)["legs.0", 1, ""].doubt == expected


def test_a_circle_by_itself_that_is_crossed_out_is_in_doubt() -> None:
    inks = [Ink(Mark(f"points.{number}", 0, 0, place=1, value=3), USUAL) for number in range(5)]
    inks.append(Ink(Mark("absent.0", 0, 0), 0.8, span=1.4))
    measured = Measured(tuple(inks), spread=0.002, shade=0.9, corners=4, picture=NO_PICTURE)
    assert rows_of(measured)["absent.0", None, ""] == Row(None, CROSSED)


def test_where_marks_are_bold_a_weak_one_may_be_a_stroke_from_elsewhere() -> None:
    inks = [Ink(Mark(f"points.{number}", 0, 0, place=1, value=3), 0.6) for number in range(5)]
    inks.append(Ink(Mark("legs.0", 0, 0, value=2), 0.1))
    measured = Measured(tuple(inks), spread=0.002, shade=0.9, corners=4, picture=NO_PICTURE)
    assert rows_of(measured)["legs.0", None, ""] == Row(None, FAINT)


def test_where_empty_circles_differ_much_a_weak_mark_is_not_sure() -> None:
    inks = tuple(Ink(Mark("legs.0", 0, 0, value=value), 0.08 * (value == 2)) for value in range(10))
    noisy = Measured(inks, spread=0.01, shade=0.9, corners=4, picture=NO_PICTURE)
    assert rows_of(noisy)["legs.0", None, ""] == Row(None, FAINT)
