"""What a thumb feels on a phone: from a tap to the score, and what the phone does meanwhile.

    python -m benchmarks.phone --rounds 7 --game truco

Chromium, the size of a phone, with the app installed, at the match page of `scorekeeper serve` on this machine. Times
are medians in ms. Targets: record → score within 200 ms on every network, 500 ms on a processor four times slower; at
most 200 ms of processor, with all threads of the page, before the first key (`SETTLED` ms after it was opened).
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from benchmarks.page_weight import match_page
from benchmarks.servers import OURS, served
from scorekeeper.app import create_app
from scorekeeper.games import find_game
from scorekeeper.store import upgrade
from scorekeeper.store.models import db
from tests.browser.conftest import FLAGS
from tests.browser.phones import PHONE
from tools.install import debian

SETTLED = 2500
IDLE = 8000  # ms in which a phone fetches and starts everything that it does without being asked
FAST = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
NETWORKS: dict[str, dict[str, Any]] = {
    "fast": FAST,
    "400 ms, 50 kB/s": {**FAST, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000},
    "2 s": {**FAST, "latency": 2000},
    "offline": {**FAST, "offline": True},
}
# Records by the page's own key, and returns ms until a total has changed. Undoing it is measured as well.
TAP = """async (key) => {
  const totals = () => Array.from(document.querySelectorAll(".half [data-total]"), (each) => each.textContent).join();
  const before = totals(), began = performance.now();
  const target = document.querySelector(key);
  target.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true })); // as from a finger
  while (totals() === before) await new Promise((done) => setTimeout(done, 2));
  return performance.now() - began;
}"""
CACHED = """async () => {
  const sizes = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const kept of await cache.matchAll()) sizes.push((await kept.arrayBuffer()).byteLength);
  }
  return [sizes.length, sizes.reduce((sum, each) => sum + each, 0)];
}"""
RECORD, UNDO = ".key [name='winner,stake'][value='0,1']", "[data-undo]"


def processor(browser: Browser) -> float:
    """Returns the milliseconds that all pages of a browser have used so far, in all threads."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return float(sum(1000 * each["cpuTime"] for each in processes if each["type"] == "renderer"))


def throttle(session: CDPSession, network: dict[str, Any], slower: int = 1) -> None:
    session.send("Network.emulateNetworkConditions", network)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})


def ready(page: Page) -> None:
    page.wait_for_selector("html[data-phone=ready]", state="attached", timeout=60_000)
    page.wait_for_timeout(IDLE)


def taps(page: Page, rounds: int) -> list[float]:
    """Records and undoes a hand so many times; returns ms from each tap to the score."""
    times = []
    for round_ in range(2 * rounds):
        page.wait_for_timeout(700)  # as a thumb: taps right after a hand are ignored
        times.append(float(page.evaluate(TAP, UNDO if round_ % 2 else RECORD)))
    return times


def first_visit(context: BrowserContext, address: str) -> str:
    page = context.new_page()
    page.goto(address)
    ready(page)
    files, size = page.evaluate(CACHED)
    page.close()
    return f"{files} files, {size / 1e6:.1f} MB unpacked"


def opening(browser: Browser, context: BrowserContext, address: str) -> tuple[float, float]:
    """Returns ms of processor until `SETTLED`: of the page's main thread, and of all threads."""
    page = context.new_page()
    page.goto("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = processor(browser)
    page.goto(address, wait_until="commit")
    page.wait_for_timeout(SETTLED)
    used = processor(browser) - before
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    page.close()
    return 1000 * metrics["TaskDuration"], used


def offline(context: BrowserContext, address: str) -> tuple[float, float]:
    """Returns ms until the page shows the totals without a network, and until its keys work."""
    page = context.new_page()
    context.set_offline(True)
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(".half .total")
    scored = time.perf_counter() - began
    page.wait_for_selector("body:not([inert]) .match:not(.loading) [data-entry]")
    usable = time.perf_counter() - began
    context.set_offline(False)
    page.close()
    return 1000 * scored, 1000 * usable


def several(rounds: int, act: Callable[[], tuple[float, ...]]) -> str:
    return " / ".join(f"{median(each):.0f}" for each in zip(*(act() for _round in range(rounds)), strict=True))


def measure(browser: Browser, address: str, rounds: int) -> None:
    context = browser.new_context(**PHONE)
    print(f"{'cached after the first visit':40} {first_visit(context, address)}")
    opened = several(rounds, lambda: opening(browser, context, address))
    print(f"{'processor before the first key':40} {opened} (main / all threads)")
    page = context.new_page()
    page.goto(address)
    ready(page)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    for name, network in NETWORKS.items():
        throttle(session, network)
        print(f"{f'record → score, {name}':40} {median(taps(page, rounds)):.0f}")
    throttle(session, FAST, 4)
    page.wait_for_timeout(IDLE)  # what waits is sent
    print(f"{'record → score, processor 4 × slower':40} {median(taps(page, rounds)):.0f}")
    page.wait_for_timeout(IDLE)
    page.close()
    print(f"{'opened without a network':40} {several(rounds, lambda: offline(context, address))} (score / keys)")
    context.close()


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--game", default="truco")
    options = parser.parse_args()
    game = find_game(options.game)
    assert game is not None
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app({"INSTANCE_PATH": folder})
        with app.app_context():
            upgrade.upgrade(db.engine, Path(folder))
            page = match_page(game)
            db.engine.dispose()
        browser = playwright.chromium.launch(executable_path=debian.browser(), args=FLAGS)
        with served("granian", OURS, {"SCOREKEEPER_INSTANCE": folder, "DATABASE_URL": ""}, "/healthz") as (port, _pid):
            measure(browser, f"http://127.0.0.1:{port}{page}", options.rounds)
        browser.close()


if __name__ == "__main__":
    main()
