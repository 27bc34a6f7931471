"""Halves and signs show the score at a glance, not only by colour."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, at_work, drawn, expect_totals
from tests.support.fuzzing import in_turn, shared_out
from tests.support.matches import TRESETTE, TRUCO, points, won

SCALA40 = {"game": "scala40", "sides": [{"name": each} for each in ("Anna", "Bruno", "Carla", "Dino")]}

# Returns how far each half is filled, as a part of its height.
FILLED = """() => [...document.querySelectorAll(".half")].map((half) =>
  half.querySelector(".fill rect").getBoundingClientRect().height / half.getBoundingClientRect().height)"""


def scala40(*left: int) -> dict[str, Any]:
    """Returns a hand that Anna closes; the points that the others have left."""
    return {"closed": 0, "counts": [0, *left]}


@pytest.mark.parametrize(
    "head, hands, parts",
    [
        pytest.param(TRUCO, [won(0, 3), won(1), won(0)], [4 / 12, 1 / 12], id="truco"),
        pytest.param(TRESETTE, [points(8, 3), points(11, 0)], [19 / 21, 3 / 21], id="tresette"),
        pytest.param(SCALA40, [scala40(125, 60, 30)], [0, 1, 60 / 101, 30 / 101], id="beyond the target"),
    ],
)
def test_a_half_is_filled_as_far_as_its_side_has_come(
    site: Site, open_page: OpenPage, head: dict[str, Any], hands: list[dict[str, Any]], parts: list[float]
) -> None:
    page = open_page(site.start(head, *hands), reduced_motion="reduce")
    drawn(page)
    assert page.evaluate(FILLED) == pytest.approx(parts, abs=0.01)


# Returns the right ends of the signs above the list of hands, and of the last hand's totals, from the left; and the
# number of overlapping totals.
COLUMNS = """() => {
  const box = (each) => each.getBoundingClientRect();
  const rights = (parts) => [...document.querySelectorAll(parts)].map((each) => Math.round(box(each).right));
  const totals = [...document.querySelectorAll(".hand:first-child [data-cell] [data-total]")].map(box);
  const apart = (one, other) => one.right <= other.left || one.bottom <= other.top;
  const over = (one, other) => !apart(one, other) && !apart(other, one);
  const lie = totals.filter((one, at) => totals.slice(at + 1).some((other) => over(one, other))).length;
  return { signs: rights(".hand-head .hand-side"), totals: rights(".hand:first-child [data-cell]"), lie };
}"""


@pytest.mark.parametrize("sides", shared_out([2, 3, 4, 5, 6, 8, 12], 0, 2))
def test_each_total_stands_under_the_sign_of_its_side(site: Site, open_page: OpenPage, sides: int) -> None:
    head = {"game": "own", "sides": [{"name": f"Player {number}"} for number in range(sides)]}
    hand = {"points": [100 + number for number in range(sides)]}
    page = open_page(site.start(head, hand))
    for width, height in in_turn(((375, 667), (768, 1024)), sides):
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        found = page.evaluate(COLUMNS)
        assert found["lie"] == 0
        assert found["signs"] == pytest.approx(found["totals"], abs=2)


# Returns the most animations and transitions that ran in any frame while a hand is recorded.
WATCH = """() => {
  window.ran = 0;
  const look = () => {
    window.ran = Math.max(window.ran, document.getAnimations().length);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("motion, moves", [("reduce", False), ("no-preference", True)])
def test_a_recorded_hand_moves_the_fill_but_not_where_motion_is_reduced(
    site: Site, open_page: OpenPage, motion: str, moves: bool
) -> None:
    page = open_page(site.start(TRUCO), reduced_motion=motion)
    at_work(page)
    page.evaluate(WATCH)
    Thumb(page).choose("winner,stake", "0,3")
    expect_totals(page, 3, 0)
    drawn(page)
    assert (page.evaluate("window.ran") > 0) is moves


def test_without_scripts_all_of_it_is_seen(site: Site, open_page: OpenPage) -> None:
    page: Page = open_page(site.start(TRUCO, won(0, 3), won(1)), java_script_enabled=False)
    for part in (".half .fill", ".half .tally", ".status", ".way:not([hidden])", "[data-record]", ".hand"):
        expect(page.locator(part).first).to_be_visible()
    expect(page.locator("[data-record]")).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
