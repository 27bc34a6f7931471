"""A thumb: it taps what it can see and reach, one tap at a time, and counts."""

import re
from contextlib import suppress
from math import dist
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

BOUNCE, BOUNCE_NEAR = 300, 24  # ms and pixels in which a page takes a second tap for a bounce (match/taps.js)

# Whether a touch at the point arrives at the element, or at the label that is its own.
ARRIVES = """(element, [x, y]) => {
  const hit = document.elementFromPoint(x, y);
  return !!hit && (element.contains(hit) || hit.contains(element) && hit.matches("label, summary")
    || !!element.closest("label")?.contains(hit));
}"""

# The page has dealt with a tap once what it does a moment later is done too: the pad comes into view after 60 ms of the
# page's own time (static/js/entry/pad.js), and the page stands still again. A key that takes no taps tells of none.
NOTES_THE_TAP = """() => {
  const later = (pause) => new Promise((done) => setTimeout(done, pause));
  const picture = () => new Promise((done) => requestAnimationFrame(done));
  const dealtWith = async () => {
    await later(0);
    await later(60);
    for (let before = NaN; before !== scrollY; await picture()) before = scrollY;
  };
  const clicked = new Promise((done) => addEventListener("click", done, { capture: true, once: true }));
  window.tapped = Promise.race([clicked.then(dealtWith), later(3000)]).then(() => null);
}"""
# Fonts are there, and nothing was drawn anew for some pictures.
DRAWN = """async () => {
  await document.fonts.ready;
  for (let pictures = 0; pictures < 6; pictures += 1) await new Promise((done) => requestAnimationFrame(done));
}"""


def drawn(page: Page) -> None:
    """Wait until all of the page is there, and has been drawn."""
    page.wait_for_load_state()
    page.evaluate(DRAWN)


class Thumb:
    """Counts taps, and how often it had to scroll first. A key that is covered by something else fails the test."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.scrolls = 0
        self._last, self._at = (-1000.0, -1000.0), 0.0  # where and when the last tap was
        self._recorded_from: str | None = None  # the version before a tap that records by itself

    def tap(self, target: str | Locator) -> None:
        expect(self.page.locator(".resting")).to_have_count(0)  # after a record a thumb that bounces does nothing
        locator = self.page.locator(target).locator("visible=true").first if isinstance(target, str) else target
        locator.wait_for()
        if not self._reaches(locator):
            self.scrolls += 1
            self._scroll_to(locator)
        assert self._reaches(locator), f"covered: {target}"
        place = self._middle(locator)
        if dist(place, self._last) < BOUNCE_NEAR:  # whoever means a second tap at one place takes a moment
            self.page.wait_for_function(f"since => performance.now() > since + {BOUNCE}", arg=self._at)
        self._last, self._at = place, self.page.evaluate("performance.now()")
        self.page.evaluate(NOTES_THE_TAP)
        self.page.touchscreen.tap(*place)
        self.taps += 1
        with suppress(Error):  # the tap led to another page
            self.page.evaluate("window.tapped")

    def keys(self, *texts: str) -> None:
        """Keys of the pad, by their text."""
        for text in texts:
            self.tap(f"[data-pad-panel] button:text-is('{text}')")

    def digits(self, number: int) -> None:
        self.keys(*str(number))

    def next(self) -> None:
        self.tap("[data-digit=next]")

    def plus(self, field: str) -> None:
        self.tap(f"[data-stepper]:has([name='{field}']) [data-step='1']")

    def choose(self, field: str, value: str) -> None:
        """A key that stays down, by field and value; where one tap says all of a new hand, it records it."""
        key = f".key:has([name='{field}'][value='{value}'])"
        self.page.locator(f".way:not([hidden]) {key}").first.wait_for()
        at_once = self.page.locator(f".way:not([hidden]) [data-at-once] {key}").count() > 0
        correcting = self.page.locator("[data-correcting]").is_visible()
        self._recorded_from = self._seen() if at_once and not correcting else None
        self.tap(f".way:not([hidden]) {key}")

    def last(self, key: str, label: str) -> int:
        """The pad's key for the last thing that is asked, which records; answers as `record`."""
        self._recorded_from = self._seen()
        self.tap(f"[data-pad-panel] button:has-text('{key}')")
        return self.record(label)

    def pick(self, field: str, value: str) -> None:
        """The same from a keyboard, which never records by itself."""
        self.page.locator(f".way:not([hidden]) [name='{field}'][value='{value}']").focus()
        self.page.keyboard.press("Space")

    def way(self, slug: str) -> None:
        self.tap(f"[data-way-link='{slug}']")

    def record(self, label: str) -> int:
        """Save, once the button says so, or see that a tap has done it; answers the taps since the last save."""
        before, self._recorded_from = self._recorded_from, None
        if before is None:
            before = self._seen()
            button = self.page.locator("[data-record]")
            expect(button).to_have_text(label)
            self.tap(button)
            expect(self.page.locator("[name=seen]").first).not_to_have_value(before)
        else:
            expect(self.page.locator("[name=seen]").first).not_to_have_value(before)
            points = [int(each) for each in re.findall(r"\d+", label.split(":")[0])]
            newest = self.page.locator(".hand").first.locator("[data-cell] [data-points]")
            expect(newest).to_have_text([f"+{each}" if each else "0" for each in points])
        taps, self.taps = self.taps, 0
        return taps

    def _seen(self) -> str:
        return self.page.locator("[name=seen]").first.input_value()

    def _scroll_to(self, locator: Locator) -> None:
        """Until it can be tapped; the page may still be moving by itself."""
        for turn in range(200):
            block = "center" if turn % 4 == 3 else "nearest"
            locator.evaluate("(element, block) => element.scrollIntoView({ block })", block)
            drawn(self.page)
            if self._reaches(locator):
                return

    def _reaches(self, locator: Locator) -> bool:
        return bool(locator.evaluate(ARRIVES, list(self._middle(locator))))

    @staticmethod
    def _middle(locator: Locator) -> tuple[float, float]:
        box: Any = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def totals(page: Page) -> list[str]:
    """The score as the page shows it."""
    return page.locator(".scoreboard [data-total]").all_inner_texts()


def expect_totals(page: Page, *points: int) -> None:
    expect(page.locator(".scoreboard [data-total]")).to_have_text([str(each).replace("-", "−") for each in points])
