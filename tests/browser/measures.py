"""Measures layout problems on a page: widths, clipped text, small targets, overlaps."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from tests.browser.thumb import drawn

SIZES = [(320, 568), (375, 667), (667, 375), (915, 412), (768, 1024), (1280, 800)]
LYING = [(667, 375), (915, 412)]
ENLARGED = (320, 256)  # a screen of 1280 × 1024 pixels at 400 %, which WCAG 1.4.10 asks about

# Long but realistic names of sides and players.
LONG = [
    {"name": "Massimiliano & Konstantin", "players": ["Massimiliano", "Konstantin"]},
    {"name": "Guglielmina & Wilhelmine", "players": ["Guglielmina", "Wilhelmine"]},
]

# Shared parts. A name is shortened by an ellipsis by design; fully clipped text is for screen readers only.
PARTS = """
  const root = document.documentElement;
  const seen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !each.closest(".unseen, .skip, .sr, svg") && !clippedAway(each);
  const clippedAway = (each) => {
    for (let part = each; part; part = part.parentElement) {
      if (getComputedStyle(part).clipPath.startsWith("inset(50%")) return true;
    }
    return false;
  };
  const elided = (each) => {
    for (let part = each.parentElement; part; part = part.parentElement) {
      if (getComputedStyle(part).textOverflow === "ellipsis") return true;
    }
    return false;
  };
  const call = (each) => `${each.tagName.toLowerCase()}.${each.className.baseVal ?? each.className}`
    + ` “${each.textContent.trim().replace(/\\s+/g, " ").slice(0, 30)}”`;
  const all = (parts, within = document) => [...within.querySelectorAll(parts)].filter(seen);
  const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowX);
  const framed = (each) => {
    for (let part = each.parentElement; part && part !== document.body; part = part.parentElement) {
      if (scrolls(part)) return true;
    }
    return false;
  };
"""

# Finds keys, chips, link buttons and summaries with text that overflows them or the page.
CLIPPED = """() => Array.from(document.querySelectorAll("button, .button, .key, .chip, summary, th, label, h1, h2"))
  .filter((each) => each.checkVisibility() && !each.closest(".unseen, .clip") && !each.matches(".clip, .skip"))
  .filter((each) => getComputedStyle(each).overflowX !== "auto" && getComputedStyle(each).display !== "inline")
  .filter((each) => {
    const box = each.getBoundingClientRect();
    const inFrame = each.closest(".table-frame, .chips.scroll, [tabindex='0']");
    return each.scrollWidth > each.clientWidth + 1
      || each.scrollHeight > each.clientHeight + 3
      || !inFrame && box.right > innerWidth + 1;
  })
  .map((each) => `${each.tagName}.${each.className} ${each.textContent.trim().slice(0, 60)}`)"""

# Finds what overflows, the page itself too, once letters, words, lines and paragraphs are spaced out as far as
# WCAG 1.4.12 says; leaves the page as it was. Such a sheet is not inline, so the page's policy allows it.
CLIPPED_IF_SPACED_OUT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important }"
    + "* { word-spacing: .16em !important } p { margin-block-end: 2em !important }");
  document.adoptedStyleSheets = [sheet];
  const wider = document.documentElement.scrollWidth - innerWidth;
  const found = [...(wider > 0 ? [`page wider by ${wider}`] : []), ...(CLIPPED)()];
  document.adoptedStyleSheets = [];
  return found;
}""".replace("CLIPPED", CLIPPED)

# Finds a page that is wider than the screen.
REFLOW = """() => document.documentElement.scrollWidth > innerWidth
  ? [`scrolls sideways: ${document.documentElement.scrollWidth}`] : []"""

# Finds controls that are covered or off the screen while they have the focus, coming from either side (WCAG 2.4.11).
# What the reader can close with Escape does not count.
COVERED = """() => {
  PARTS
  const parts = "a[href], button, summary, select, textarea, input:not([type=hidden]), [tabindex='0']";
  const isCovered = (each) => {
    const shown = each.matches("input") ? each.closest("label") ?? each : each;
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const [x, x2] = [Math.max(left, 0), Math.min(right, innerWidth)];
    const [y, y2] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    return [.1, .5, .9].every((across) => [.1, .5, .9].every((down) => {
      const hit = document.elementFromPoint(x + across * (x2 - x), y + down * (y2 - y));
      return !hit || !shown.contains(hit) && !hit.closest("label")?.contains(each);
    }));
  };
  const staysCovered = (each) => {
    each.focus();
    if (document.activeElement !== each || !isCovered(each)) return false;
    each.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    return document.activeElement === each && isCovered(each);
  };
  document.activeElement.blur();
  const targets = [...document.querySelectorAll(parts)].filter((each) => each.tabIndex >= 0 && each.checkVisibility());
  return [...new Set([...targets, ...targets.toReversed()].filter(staysCovered).map(call))];
}""".replace("PARTS", PARTS)

# Finds a page that scrolls sideways, elements outside of it, fields wider than their place in the form, and text that
# is clipped or overflows its key.
CUT = """() => {
  PARTS
  const found = [];
  if (root.scrollWidth > root.clientWidth) found.push(`scrolls sideways: ${root.scrollWidth}`);
  if (visualViewport.scale !== 1) found.push(`zoomed: ${visualViewport.scale}`);
  for (const first of all(".status .now > b")) {
    const [own, line] = [first, first.closest(".status")].map((each) => each.getBoundingClientRect());
    if (own.bottom > line.bottom + 1 || own.width < 9) found.push(`the first fact is cut: ${call(first)}`);
  }
  for (const each of all("body *")) {
    const { left, right, width } = each.getBoundingClientRect();
    if (elided(each)) continue;
    if (width && (left < -1 || right > root.clientWidth + 1) && !framed(each)) found.push(`outside: ${call(each)}`);
  }
  for (const each of all(".entry :is(.box, .key, .tap-key, .count, .button)")) {
    const [own, place] = [each, each.parentElement].map((part) => part.getBoundingClientRect());
    const sticksOut = place.width && (own.left < place.left - 1 || own.right > place.right + 1);
    if (sticksOut) found.push(`sticks out: ${call(each)}`);
  }
  for (const each of all(".pad .button")) {
    const [own, pad] = [each, each.closest(".pad")].map((part) => part.getBoundingClientRect());
    if (own.bottom > pad.bottom + 2) found.push(`over the keys below the pad: ${call(each)}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const own = text.parentElement;
    if (!text.data.trim() || own.closest("script, style, option") || !seen(own) || framed(own)) continue;
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter(({ width }) => width);
    for (let part = own; part && part !== document.body; part = part.parentElement) {
      const style = getComputedStyle(part);
      if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") break;
      if (style.display === "inline" || style.display === "contents") continue;
      const box = part.getBoundingClientRect();
      if (lines.some(({ left, right }) => left < box.left - 1 || right > box.right + 1)) {
        found.push(`cut by ${call(part)}: ${text.data.trim().slice(0, 30)}`);
        break;
      }
      const key = part.matches("button, .button, label.key > span, label.box");
      const slack = 2 + parseFloat(style.fontSize) / 5; // a line is higher than its letters
      if (key && lines.some(({ top, bottom }) => top < box.top - slack || bottom > box.bottom + slack)) {
        found.push(`higher than ${call(part)}`);
      }
      if (part.matches("button, .button, label, .half, .status")) break;
    }
  }
  return found;
}""".replace("PARTS", PARTS)

# Finds numbers that are wider than their cell.
CUT_FIGURES = """() => [...document.querySelectorAll(".number-box")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth)
  .map((each) => `cut: ${each.name} ${each.value}`)"""

# Finds targets under 44 pixels; of a key with two functions, each part counts.
SMALL = """() => {
  PARTS
  const targets = all("a, button, summary, select, input:not([type=hidden], .stepper input), label.key")
    .map((each) => each.closest("label") ?? each)
    .filter((each) => getComputedStyle(each).display !== "inline" && !each.closest(".line, .rule"));
  return [...new Set(targets)].map((each) => [each, each.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
    .map(([each, { width, height }]) => `small: ${call(each)} ${Math.round(width)} × ${Math.round(height)}`);
}""".replace("PARTS", PARTS)

# Finds controls below the screen's edge, and fields covered by the dock or the status line.
HIDDEN = """() => {
  PARTS
  const found = [];
  const [status] = all(".status"), [dock] = all(".dock"), entry = document.querySelector(".entry:not([hidden])");
  for (const each of all(".dock, .calls, .confirm, [data-record], [data-at-once] label.key")) {
    const { bottom } = each.getBoundingClientRect();
    if (bottom > innerHeight + 1) found.push(`below: ${call(each)} by ${Math.round(bottom - innerHeight)}`);
  }
  if (!entry || !dock) return found;
  const inForm = all(".box, .key, .tap-key, .count, .button", entry).filter((each) => !each.closest(".over-halves"));
  const fields = inForm.map((each) => each.getBoundingClientRect());
  const low = Math.max(...fields.map(({ bottom }) => bottom)), high = Math.min(...fields.map(({ top }) => top));
  const over = dock.getBoundingClientRect().top, under = status?.getBoundingClientRect().bottom;
  if (innerWidth < innerHeight && low > over + 1) found.push(`under the dock by ${Math.round(low - over)}`);
  if (high < under - 1) found.push(`under the line of state by ${Math.round(under - high)}`);
  return found;
}""".replace("PARTS", PARTS)

# Finds controls that get the focus after one that is below them, on a page of one column (WCAG 2.4.3).
BACKWARDS = """() => {
  PARTS
  const controls = all("a[href], button, summary, select, input:not([type=hidden])", document.querySelector("main"));
  const boxes = controls.map((each) => each.getBoundingClientRect());
  return controls.filter((_each, at) => at && boxes[at].bottom <= boxes[at - 1].top).map(call);
}""".replace("PARTS", PARTS)

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

# Returns the drawn rectangles: halves, keys and cells as a whole, of other elements the letters.
DRAWN_ON = """() => {
  PARTS
  const parts = all(".half, .button, .key, .box, .count, .icon-key, input, .calls");
  const found = parts.map((each) => each.getBoundingClientRect());
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (texts.nextNode()) {
    if (!texts.currentNode.data.trim() || !seen(texts.currentNode.parentElement)) continue;
    range.selectNodeContents(texts.currentNode);
    found.push(...range.getClientRects());
  }
  return found.map(({ left, top, right, bottom }) => [left, top, right, bottom]);
}""".replace("PARTS", PARTS)
STEP = 6  # pixels


def largest_gap(page: Page, width: int, height: int) -> float:
    """Returns the share of the screen (0 to 1) that the largest empty rectangle takes."""
    taken = [[False] * (width // STEP) for _row in range(height // STEP)]
    for left, top, right, bottom in page.evaluate(DRAWN_ON):
        for row in taken[max(int(top // STEP), 0) : int(bottom // STEP) + 1]:
            start, end = max(int(left // STEP), 0), min(int(right // STEP) + 1, len(row))
            row[start:end] = [True] * max(end - start, 0)
    free, most = [0] * (width // STEP), 0
    for row in taken:
        free = [0 if full else high + 1 for full, high in zip(row, free, strict=True)]
        most = max(most, _largest_under(free))
    return most * STEP * STEP / (width * height)


def _largest_under(heights: list[int]) -> int:
    """Returns the area of the largest rectangle under a skyline."""
    most, rising = 0, [(-1, 0)]
    for at, height in enumerate([*heights, 0]):
        start = at
        while rising[-1][1] > height:
            start, high = rising.pop()
            most = max(most, high * (at - start))
        rising.append((start, height))
    return most


def at_every_size(page: Page, *looks: str, sizes: list[tuple[int, int]] = SIZES) -> dict[tuple[int, int], Any]:
    """Returns the problems by screen size, without sizes that have none."""
    wrong = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        if found := seen_by(page, *looks):
            wrong[width, height] = found
    return wrong


def seen_by(page: Page, *looks: str) -> list[Any]:
    """Returns what these scripts find, in one call of the browser."""
    found: list[Any] = page.evaluate(f"() => [{', '.join(looks)}].flatMap((look) => look())")
    return found


@contextmanager
def letters_twice_as_large(page: Page) -> Iterator[None]:
    """The page with the default font size of a browser in which letters are twice as large."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    try:
        yield
    finally:
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        session.detach()
