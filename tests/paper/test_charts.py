"""The chart of a match's course."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from scorekeeper.pages.chart import DASHES, nice_step, progress, spread
from tests.paper.papers import filled, tresette

SVG = "{http://www.w3.org/2000/svg}"


def drawing(hands: list[list[int]], target: int | None = None) -> ElementTree.Element:
    """A chart of totals, hands numbered from 1."""
    return ElementTree.fromstring(progress(list(enumerate(hands, 1)), target, "Totals <&> hands"))


def texts(chart: ElementTree.Element) -> list[str]:
    """All that is written in it."""
    return [text.text or "" for text in chart.iter(f"{SVG}text")]


def test_every_side_has_a_line_with_a_dash_pattern_of_its_own() -> None:
    chart = drawing([list(range(1, 13)), list(range(2, 26, 2))])
    dashes = [line.get("stroke-dasharray", "") for line in chart.iter(f"{SVG}polyline")]
    assert tuple(dashes) == DASHES
    assert len(set(DASHES)) == 12


def test_a_line_begins_at_nought_and_ends_at_its_total() -> None:
    chart = drawing([[8, 3], [11, 11], [20, 13]])
    ours = next(chart.iter(f"{SVG}polyline")).get("points", "").split()
    assert len(ours) == 4
    assert texts(chart)[-2:] == ["20", "13"]


def test_a_target_in_reach_is_drawn_and_one_far_above_is_not() -> None:
    assert "21" in texts(drawing([[8, 3], [14, 8]], 21))
    assert "2000" not in texts(drawing([[8, 3], [14, 8]], 2000))


def test_hands_are_numbered_as_on_the_sheet() -> None:
    chart = ElementTree.fromstring(progress([(1, [8, 3]), (3, [10, 12])], None, ""))
    assert {"1", "2", "3"} <= set(texts(chart))


def test_its_description_is_escaped() -> None:
    assert drawing([[1, 2]]).get("aria-label") == "Totals <&> hands"


@pytest.mark.parametrize("totals", [[[0, 0]], [[-100, -160]], [[0, 0], [0, 0]], [[1, 0]] * 300, [[10**6, -(10**6)]]])
def test_any_totals_can_be_drawn_inside_the_frame(totals: list[list[int]]) -> None:
    chart = drawing(totals, 12)
    for line in chart.iter(f"{SVG}polyline"):
        for point in line.get("points", "").split():
            x, y = (float(each) for each in point.split(","))
            assert 0 <= x <= 300
            assert 0 <= y <= 130


@pytest.mark.parametrize("span, step", [(0, 1), (6, 1), (7, 2), (21, 5), (31, 10), (2000, 500), (3400, 1000)])
def test_steps_are_round_and_few(span: int, step: int) -> None:
    assert nice_step(span) == step


def test_labels_that_would_cover_one_another_are_moved_apart() -> None:
    spots = sorted(y for _side, y in spread([50, 50, 51, 120], 8, 120))
    assert all(below - above >= 8 for above, below in pairwise(spots))
    assert spots[-1] <= 120


@pytest.mark.parametrize("hands", [1, 5, 6])
def test_a_chart_is_drawn_from_six_hands_on(hands: int) -> None:
    made = filled(tresette(*[{"points": [7, 4]}] * hands, options={"target": 99}))
    assert bool(made.chart) == (hands >= 6)
