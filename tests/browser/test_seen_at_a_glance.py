"""Halves, keys and signs show the score at a glance, not only by colour, and they do not move."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from benchmarks.page_weight import usual_match
from scorekeeper.games import GAMES
from scorekeeper.games.engine.game import Game
from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, at_work, drawn, expect_totals
from tests.support.fuzzing import FUZZING
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


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6, 8, 12])
def test_each_total_stands_under_the_sign_of_its_side(site: Site, open_page: OpenPage, sides: int) -> None:
    head = {"game": "own", "sides": [{"name": f"Player {number}"} for number in range(sides)]}
    hand = {"points": [100 + number for number in range(sides)]}
    page = open_page(site.start(head, hand))
    for width, height in ((375, 667), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        found = page.evaluate(COLUMNS)
        assert found["lie"] == 0
        assert found["signs"] == pytest.approx(found["totals"], abs=2)


# What a tap must not move: the scroll position, the dock's top, the key that records.
PLACES = """() => {
  const box = (parts) => {
    const { top, bottom, left, right } = document.querySelector(parts)?.getBoundingClientRect() ?? {};
    return [top, bottom, left, right].map(Math.round);
  };
  return { scroll: scrollY, dock: box("[data-dock]").slice(0, 2), record: box("[data-record]") };
}"""
KEYS = "[data-pad-panel] button:not([disabled], [data-digit='back'], [data-digit='+'], [data-digit='-'])"
MOST_TAPS = 12 if FUZZING else 6


# Returns the solid keys, grouped if several record, and the inactive ones: their styles and states.
SOLID = """() => {
  const visible = (each) => each.checkVisibility({ visibilityProperty: true });
  const all = (parts) => [...document.querySelectorAll(parts)].filter(visible);
  const record = all("[data-record]").filter((each) => !each.classList.contains("waits"));
  const groups = all("[data-records], [data-at-once]");
  return record.length + groups.length;
}"""
WAITS = """() => [...document.querySelectorAll("[data-record].waits")].filter((each) => each.checkVisibility())
  .map((each) => [each.getAttribute("aria-disabled"), getComputedStyle(each).backgroundColor])"""
OUTLINED = ["true", "rgba(0, 0, 0, 0)"]


# Finds parts in a side's colour without its sign. Keys of runs have the sign in the cells of their column, smaller
# stakes in the large key of their half.
UNSIGNED = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  const colours = new Set();
  for (const kind of ["tint", "vivid", "flood", "fill"]) {
    for (let side = 0; side < 6; side += 1) {
      probe.style.color = `var(--${kind}-${side})`;
      colours.add(getComputedStyle(probe).color);
    }
  }
  probe.remove();
  const signed = ":is(.worth-half, .call-form, label.key, .box, .button, .half, .count):has(.sign)";
  return [...document.querySelectorAll("body *")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 1)
    .filter((each) => colours.has(getComputedStyle(each).backgroundColor) && !each.closest(".tap-key"))
    .filter((each) => !each.closest(signed) && !each.querySelector(".sign"))
    .map((each) => `${each.tagName}.${each.className} ${each.textContent.trim().slice(0, 30)}`);
}"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_match_is_seen_at_a_glance_and_stays_where_it_is(site: Site, open_page: OpenPage, game: Game) -> None:
    """One key is solid, or the one that waits is an outline; no colour of a side is without its sign.

    And a tap moves neither the page nor its keys.
    """
    page = open_page(site.start(usual_match(game)), reduced_motion="reduce")
    at_work(page)
    drawn(page)
    page.locator("[data-record].waits, [data-at-once]").locator("visible=true").or_(
        page.locator(".way:not([hidden]) [data-at-last]").first
    ).first.wait_for()
    waiting, last = page.evaluate(WAITS), page.locator(".way:not([hidden]) [data-at-last]").count()
    assert waiting in ([], [OUTLINED])
    assert page.evaluate(SOLID) == (0 if waiting or last else 1)
    assert page.evaluate(UNSIGNED) == []
    taps_move_nothing(page)
    page.goto(f"{page.url}/board")
    drawn(page)
    assert page.evaluate(UNSIGNED) == []


def taps_move_nothing(page: Page) -> None:
    """Taps a middle key of the pad for each field in turn, until the hand is complete, recorded, or refused.

    Every other tap is on the key beside it: the page ignores a second one at the same place for a while.
    """
    thumb, before = Thumb(page), page.evaluate(PLACES)
    assert before["scroll"] == 0
    seen = page.locator("[name=seen]").first.input_value()
    for tap in range(MOST_TAPS):
        keys = page.locator(KEYS).locator("visible=true")
        if not keys.count() or page.locator("[data-record].ready, .error:visible").count():
            break
        thumb.tap(keys.nth(max(keys.count() // 2 - tap % 2, 0)))
        drawn(page)
        if page.locator("[name=seen]").first.input_value() != seen:
            break
        assert page.evaluate(PLACES) == before


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
