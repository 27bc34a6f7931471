"""Projections between a plane and a picture of it."""

import pytest

from scorekeeper.slips.projection import Projection, fitted

VIEW = Projection(11.0, 1.5, 300.0, -2.0, 9.0, 400.0, 0.001, -0.0007)
SQUARES = [(0, 29), (12, 29), (12, 42), (0, 42), (74, 29), (87, 29), (87, 42), (74, 42)]


def test_points_of_a_plane_determine_how_it_is_seen() -> None:
    view = fitted([VIEW(x, y) for x, y in SQUARES], SQUARES)
    assert view == pytest.approx(VIEW)


def test_a_heavier_point_pulls_more() -> None:
    seen = [VIEW(x, y) for x, y in SQUARES]
    seen[0] = seen[0][0] + 5, seen[0][1]

    def off(weight: float) -> float:
        view = fitted(seen, SQUARES, [weight, *[1.0] * 7])
        assert view is not None
        return abs(view(*SQUARES[0])[0] - seen[0][0])

    assert off(50.0) < off(1.0) / 3


@pytest.mark.parametrize("known", [[(0, 0)] * 4, [(0, 0), (1, 1), (2, 2), (3, 3)]])
def test_points_on_a_line_determine_nothing(known: list[tuple[float, float]]) -> None:
    assert fitted([(0, 0), (5, 0), (5, 5), (0, 5)], known) is None


def test_a_view_of_a_scaled_part_of_the_plane() -> None:
    assert VIEW.scaled(0.1, -4, -4)(50, 60) == pytest.approx(VIEW(1, 2))


def test_a_view_in_a_part_of_the_picture_that_is_shrunk() -> None:
    x, y = VIEW(5, 6)
    assert VIEW.onto(10, 20, 2)(5, 6) == pytest.approx(((x - 10) / 2, (y - 20) / 2))
