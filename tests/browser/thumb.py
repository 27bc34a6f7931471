"""A thumb: taps only what is visible and in reach, one tap at a time, and counts its taps."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.conftest import PATIENCE_IN_MS

Place = tuple[float, float]

LEFT = "Execution context was destroyed"
# ms and pixels within which a page ignores a second tap (match/taps.js), and well after the 300 ms in which a browser
# takes two touches for a double tap, of which it may report neither
BOUNCE, BOUNCE_NEAR = 450, 24
MOST_MISSES = 10  # of one key that moves

# Waits for the page's scripts: importing a module again only waits until it has run.
AT_WORK = """() => Promise.allSettled(
  Array.from(document.querySelectorAll("script[type=module][src]"), (each) => import(each.src))).then(() => null)"""

# Returns a point where a touch hits the element or its label; null if it is covered or out of sight. Evaluated once the
# page's scripts have run, no pause after a record is active, the key is not waiting for a response, and the element has
# not moved for a frame.
# A deliberate second tap at the same place needs a pause, counted from when the page handled the last one.
#
# Then waits for the touch. If the page moves before it arrives, the touch is stopped and `tapped` is "missed"; so it is
# if no click follows, e.g. because a busy browser takes the touch for a long press. Else the tap is over once the page
# has not moved for two frames: the pad scrolls in the frame after a tap (static/js/entry/pad.js). A disabled key
# reports no click.
AIM = """async (element, [patience, bounce, near]) => {
  const ends = performance.now() + patience;
  const later = (pause) => new Promise((done) => setTimeout(done, pause));
  const picture = () => new Promise((done) => requestAnimationFrame(done));
  const until = async (so) => { while (!so() && performance.now() < ends) await later(20); }; // draws no frames
  const place = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const arrivesAt = (hit) => !!hit && (element.contains(hit) || hit.contains(element) && hit.matches("label, summary")
    || !!element.closest("label")?.contains(hit));

  await Promise.race([(AT_WORK)(), later(patience)]);
  await document.fonts.ready;
  await until(() => !document.querySelector(".resting") && !element.matches("[aria-busy=true]"));
  element.removeAttribute("data-rests"); // as if the thumb had paused (entry/pad-rest.js)
  const { at = -Infinity, x = 0, y = 0 } = window.lastTap ?? {};
  const isApart = () => Math.hypot(place()[0] - x, place()[1] - y) >= near || performance.now() > at + bounce;
  do { // it may move to where the last tap was
    await until(isApart);
    for (let before = ""; before !== `${place()}` && performance.now() < ends; await picture()) before = `${place()}`;
  } while (!isApart() && performance.now() < ends);
  if (!arrivesAt(document.elementFromPoint(...place()))) return null;

  const dealtWith = async () => {
    for (let before = NaN, same = 0; same < 2; await picture()) {
      same = scrollY === before ? same + 1 : 0;
      before = scrollY;
    }
  };
  const touched = new Promise((done) => {
    const stop = new AbortController();
    const listen = (kind, act) => addEventListener(kind, act, { capture: true, passive: false, signal: stop.signal });
    let missed = false;
    const look = (event) => {
      missed ||= !arrivesAt(event.target);
      if (!missed) return;
      event.preventDefault(); // so no click follows
      event.stopImmediatePropagation();
    };
    for (const kind of ["pointerdown", "touchstart", "pointerup"]) listen(kind, look);
    const finish = (how) => (done(how), stop.abort());
    const unanswered = () => finish(element.matches(":disabled") ? "" : "missed");
    listen("touchend", (event) => {
      look(event);
      if (missed) finish("missed");
      else later(3000).then(unanswered); // counted from the touch: it may be late itself
    });
    listen("click", (event) => { // arrives where the finger was, whatever has moved there since it left
      look(event);
      if (!missed) window.lastTap = { at: event.timeStamp, x: event.clientX, y: event.clientY };
      finish(missed ? "missed" : "");
    });
    later(patience).then(unanswered);
  });
  window.tapped = touched.then(async (how) => how || (await Promise.race([dealtWith(), later(3000)])) || "");
  return place();
}""".replace("AT_WORK", AT_WORK)

# Returns whether a tap on this key can record, and the version that the page has seen.
RECORDS_AT_ONCE = """async (key) => {
  while (document.querySelector(".resting")) await new Promise((done) => setTimeout(done, 20)); // it is being drawn
  return [
    !!key.closest("[data-at-once]") && !document.querySelector("[data-screen].is-correcting"),
    document.querySelector("[name=seen]")?.value,
  ];
}"""

# Fonts are loaded, no animation runs but endless ones, and nothing has moved for two frames.
DRAWN = """async () => {
  const box = (each) => Object.values(each?.getBoundingClientRect().toJSON() ?? {});
  const parts = ["main", "[data-dock]", "[data-status]", ".score"];
  const runs = (each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity;
  const state = () => `${[scrollX, scrollY, innerWidth, innerHeight, document.documentElement.scrollWidth,
    parts.map((each) => box(document.querySelector(each))), document.getAnimations().filter(runs).length]}`;
  await document.fonts.ready;
  for (let before = "", same = 0; same < 2;) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = state();
    same = now === before && !document.getAnimations().some(runs) ? same + 1 : 0;
    before = now;
  }
}"""


def drawn(page: Page) -> None:
    """Waits until the whole page is loaded and rendered."""
    page.wait_for_load_state()
    page.evaluate(DRAWN)


HEAR = """() => {
  window.heard = [];
  const toast = document.querySelector(".toast");
  toast.textContent = "";
  new MutationObserver(() => window.heard.push(toast.textContent)).observe(toast, { childList: true });
}"""


@contextmanager
def says(page: Page, text: str) -> Iterator[None]:
    """Waits at the end until a toast has said this: it does so for two seconds, which a busy machine may miss."""
    page.evaluate(HEAR)
    yield
    page.wait_for_function("text => window.heard.includes(text)", arg=text)


def at_work(page: Page) -> None:
    """Waits until the page is loaded and its scripts have added their elements."""
    page.wait_for_load_state()
    page.evaluate(AT_WORK)


def ways(page: Page) -> list[str]:
    """Returns the offered ways to enter a hand."""
    slugs: list[str] = page.locator("[data-way-link]:not([hidden])").evaluate_all(
        "(links) => links.map((each) => each.dataset.wayLink)"
    )
    return slugs


def refused(page: Page) -> None:
    """Sends the hand as it is, so that all its problems are shown; nothing if its way has no field to fill in."""
    at_work(page)
    if page.locator(".way:not([hidden]) [data-field]:not([data-field=note])").count() == 0:
        return
    page.evaluate("document.querySelector('[data-entry]').requestSubmit()")
    expect(page.locator("[data-record][aria-busy]")).to_have_count(0)  # until then earlier problems are shown
    expect(page.locator("[data-wrong][role=alert] .error:visible").first).to_be_visible()


class Thumb:
    """Counts taps, and how often it had to scroll first. A covered key fails the test."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.scrolls = 0
        self._recorded_from: str | None = None  # the version before a tap that also records

    def tap(self, target: str | Locator) -> None:
        if isinstance(target, str):
            locator = self.page.locator(target).locator("visible=true").first
        else:
            locator = target.locator("visible=true")
        place = self._aim(locator)  # once it is there
        self.scrolls += place is None
        for _miss in range(MOST_MISSES):
            place = place or self._scroll_to(locator)
            assert place, f"covered: {target}"
            self.page.touchscreen.tap(*place)
            if not self._has_missed():
                break
            place = self._aim(locator)
        else:
            pytest.fail(f"missed again and again: {target}")
        self.taps += 1

    def keys(self, *texts: str) -> None:
        """Taps keys of the pad, by their text."""
        for text in texts:
            self.tap(f"[data-pad-panel] button:text-is('{text}')")

    def digits(self, number: int) -> None:
        """Types a number by its digits; if numbers end in 0 or 5, the last digit is the key that completes it."""
        ends = self.page.locator("[data-pad-panel] [data-ends]").locator("visible=true").count() > 0
        text = str(number)
        self.keys(*text[:-1])
        if ends:
            self.tap(f"[data-ends='{text[-1]}']")
        else:
            self.keys(text[-1])

    def next(self) -> None:
        self.tap("[data-digit=next]")

    def count(self, field: str, times: int = 1) -> None:
        """Taps a key that counts its taps."""
        for _tap in range(times):
            self.tap(f".way:not([hidden]) .tap-key:has([name='{field}'])")

    def plus(self, field: str) -> None:
        self.tap(f"[data-stepper]:has([name='{field}']) [data-step='1']")

    def choose(self, field: str, value: str) -> None:
        """Taps a toggle key, by field and value; if one tap completes a new hand, it also records it."""
        key = self.page.locator(f".way:not([hidden]) .key:has([name='{field}'][value='{value}'])")
        records, seen = key.locator("visible=true").first.evaluate(RECORDS_AT_ONCE)
        self._recorded_from = seen if records else None
        self.tap(key)

    def last(self, key: str, label: str) -> int:
        """Taps the pad's key for the last field, which also records; returns as `record`."""
        self._recorded_from = self._seen()
        self.tap(f"[data-pad-panel] button:has-text('{key}')")
        return self.record(label)

    def last_figure(self, number: int, label: str) -> int:
        """Types the last number, whose last digit also records; returns as `record`."""
        self._recorded_from = self._seen()
        self.digits(number)
        return self.record(label)

    def pick(self, field: str, value: str) -> None:
        """Chooses a value by keyboard, which never records."""
        self.page.locator(f".way:not([hidden]) [name='{field}'][value='{value}']").focus()
        self.page.keyboard.press("Space")

    def way(self, slug: str) -> None:
        self.tap("[data-ways] > summary")
        self.tap(f"[data-way-link='{slug}']")

    def fold(self, text: str) -> None:
        """Opens the folded part of the form, which is listed beside the other ways."""
        self.tap("[data-ways] > summary")
        self.tap(f"[data-fold-links] button:has-text('{text}')")

    def record(self, label: str) -> int:
        """Taps Record (with this label), or waits if a tap has recorded; returns the taps since the last hand."""
        before, self._recorded_from = self._recorded_from, None
        if before is None:
            before = self._seen()
            button = self.page.locator("[data-record]")
            expect(button).to_have_accessible_name(label)
            self.tap(button)
            expect(self.page.locator("[name=seen]").first).not_to_have_value(before)
        else:
            expect(self.page.locator("[name=seen]").first).not_to_have_value(before)
            points = re.findall(r"−?\d+", label.split(":")[0])
            newest = self.page.locator(".hand").first.locator("[data-cell] [data-points]")
            expect(newest).to_have_text([each if each[0] in "0−" else f"+{each}" for each in points])
        taps, self.taps = self.taps, 0
        return taps

    def _seen(self) -> str:
        return self.page.locator("[name=seen]").first.input_value()

    def _scroll_to(self, locator: Locator) -> Place | None:
        """Returns where to tap after scrolling to it; the page may still be moving."""
        for turn in range(100):
            block = "center" if turn % 4 == 3 else "nearest"
            locator.evaluate("(element, block) => element.scrollIntoView({ block })", block)
            drawn(self.page)
            place = self._aim(locator)
            if place:
                return place
        return None

    def _aim(self, locator: Locator) -> Place | None:
        """Returns where a tap would arrive now; the page may be navigating."""
        while True:
            try:
                found = locator.evaluate(AIM, [PATIENCE_IN_MS, BOUNCE, BOUNCE_NEAR])
            except Error as error:
                if LEFT not in error.message:
                    raise
            else:
                return (found[0], found[1]) if found else None

    def _has_missed(self) -> bool:
        with suppress(Error):  # the tap opened another page
            return bool(self.page.evaluate("window.tapped") == "missed")
        return False


def totals(page: Page) -> list[str]:
    """Returns the score as the page shows it."""
    return page.locator(".score [data-total]").all_inner_texts()


def expect_totals(page: Page, *points: int) -> None:
    expect(page.locator(".score [data-total]")).to_have_text([str(each).replace("-", "−") for each in points])
