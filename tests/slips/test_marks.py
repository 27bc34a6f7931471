"""The block of marks on a slip or a sheet: where everything lies."""

from itertools import combinations
from math import hypot

import pytest

from scorekeeper.slips.marks import MINUS, Block, Mark, as_json, block_of, block_of_sheet
from scorekeeper.tournaments.model import Scoring
from scorekeeper.tournaments.scoring import vp_table

SCORINGS = {
    "vp": Scoring("vp", hands=4, table=vp_table(4)),
    "points": Scoring("match"),
    "best of 3": Scoring("match", best_of=3),
    "four games": Scoring("match", best_of=4),
    "best of 99": Scoring("match", best_of=99),
}


BLOCKS = [*map(block_of, SCORINGS.values()), block_of_sheet(2), block_of_sheet(4, 3), block_of_sheet(3, 6)]


@pytest.fixture(params=BLOCKS, ids=[*SCORINGS, "a sheet", "three sides", "six sides"])
def block(request: pytest.FixtureRequest) -> Block:
    made: Block = request.param
    return made


def test_circles_leave_room_between_each_other(block: Block) -> None:
    nearest = min(hypot(one.x - other.x, one.y - other.y) for one, other in combinations(block.marks, 2))
    assert nearest >= 4.0 - 0.001


def test_codes_and_squares_leave_room_to_the_circles(block: Block) -> None:
    for box in block.codes + block.corners:
        for mark in block.marks:
            beside = max(box.x - mark.x, mark.x - box.x - box.size, 0.0)
            below = max(box.y - mark.y, mark.y - box.y - box.size, 0.0)
            assert hypot(beside, below) >= mark.r + 1.0


def test_labels_lie_beside_the_circles(block: Block) -> None:
    for label in block.labels:
        for mark in block.marks:
            assert abs(label.x - mark.x) >= label.width / 2 + mark.r - 0.001 or abs(label.y - mark.y) >= mark.r + 1.4


def test_the_block_fits_in_the_narrowest_slip_and_all_is_inside(block: Block) -> None:
    assert block.width <= 87
    assert block.height <= (80 if any(label.name == "side.2" for label in block.labels) else 45)
    for box in block.codes + block.corners:
        assert 0 <= box.x <= block.width - box.size
        assert 0 <= box.y <= block.height - box.size + 0.001
    for mark in block.marks:
        assert mark.r <= mark.x <= block.width - mark.r
        assert mark.r <= mark.y <= block.height - mark.r


def values(block: Block, field: str, place: int | None) -> list[int | None]:
    return [mark.value for mark in block.marks if (mark.field, mark.place) == (field, place) and not mark.sign]


@pytest.mark.parametrize(
    "scoring, field, place, most",
    [
        ("vp", "points.1", 3, 9),
        ("vp", "vp.0", 1, 2),
        ("vp", "vp.1", 0, 9),
        ("best of 3", "points.0", 0, 9),
        ("best of 3", "legs.0", None, 2),
        ("four games", "legs.1", None, 4),
        ("best of 99", "legs.0", 1, 5),
        ("best of 99", "legs.0", 0, 9),
    ],
)
def test_a_row_has_a_circle_for_each_digit(scoring: str, field: str, place: int | None, most: int) -> None:
    assert values(block_of(SCORINGS[scoring]), field, place) == list(range(most + 1))


def test_victory_points_and_legs_are_there_only_where_they_count() -> None:
    names = {name: {mark.field[:-2] for mark in block_of(scoring).marks} for name, scoring in SCORINGS.items()}
    assert names["vp"] == {"points", "vp", "absent"}
    assert names["points"] == {"points", "absent"}
    assert names["best of 3"] == {"points", "legs", "absent"}


def test_a_mark_as_json_says_only_what_it_has() -> None:
    digit = Mark("points.0", 1.8, 5.7, place=3, value=0)
    sign = Mark("points.0", 19.5, 33.1, sign=MINUS)
    assert as_json(digit, 10, 20) == {"field": "points.0", "place": 3, "value": 0, "x": 11.8, "y": 25.7, "r": 1.6}
    assert as_json(sign, 0, 0) == {"field": "points.0", "sign": "-", "x": 19.5, "y": 33.1, "r": 1.6}
