"""Several screens at one table: a change on one is shown on all others within two seconds."""

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.test_offline import enter_elsewhere, record_elsewhere
from tests.browser.thumb import Thumb, at_work, expect_totals
from tests.support.matches import BURACO, FOUR, TRESETTE, TRUCO, points, won

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SOON = 2000  # ms: the maximal delay of a watcher
SCREEN = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False, "has_touch": False, "device_scale_factor": 1}
# Buraco: 600 and 185 points, the match goes on.
MELDS = {
    "sides": [
        {"melds": 300, "hand": 0, "pot": "played", "clean": 1, "dirty": 0},
        {"melds": 120, "hand": 35, "pot": "played", "clean": 0, "dirty": 1},
    ],
    "went_out": 0,
}
LONG = "Maximiliana Theodora Konstantinopoulou A"  # 40 characters


def still(open_page: OpenPage, address: str, **options: Any) -> Page:
    """Opens a page whose clock stands still until the test advances it."""
    page = open_page("about:blank", new=True, **options)
    page.clock.install(time=NOON)
    page.clock.pause_at(NOON + timedelta(seconds=1))
    page.goto(address)
    at_work(page)
    return page


def asks(page: Page, milliseconds: int) -> bool:
    """True if the page polls while its clock advances by so much; the response has arrived then."""
    requests: list[Request] = []

    def note(request: Request) -> None:
        requests.append(request)

    page.on("request", note)
    page.clock.run_for(milliseconds)
    page.evaluate("fetch('/healthz').then((answer) => answer.text())")  # earlier requests have been seen by now
    page.remove_listener("request", note)
    news = [each for each in requests if "state.json" in each.url]
    for each in news:
        answer = each.response()
        assert answer is not None
        answer.finished()
    page.evaluate("new Promise((done) => queueMicrotask(done))")
    return bool(news)


def quick(page: Page, number: int) -> Thumb:
    """Types points for the first side, without recording them."""
    thumb = Thumb(page)
    thumb.way("quick")
    thumb.keys(str(number))
    return thumb


def test_watchers_the_big_screen_and_the_other_phone_follow_within_two_seconds(site: Site, open_page: OpenPage) -> None:
    address = site.start(TRESETTE, points(8, 3))
    scorer, *others = (open_page(address), still(open_page, address), still(open_page, f"{address}/board", **SCREEN))
    quick(scorer, 2).record("Record 2 – 9")
    for page, rows in zip(others, ("[data-hands] > li", "[data-last-hands] > li"), strict=True):
        page.clock.run_for(SOON)
        expect(page.locator(".score [data-total]")).to_have_text(["10", "12"])
        expect(page.locator(rows)).to_have_count(2)
        expect(page.locator("[data-now]")).to_contain_text("Hand 3")


def test_a_half_entered_hand_is_left_alone_and_never_recorded_twice_by_two_phones(
    site: Site, open_page: OpenPage
) -> None:
    address = site.start(TRESETTE)
    mine = open_page(address)
    quick(mine, 4)
    enter_elsewhere(site, address, points(4, 7))
    expect(mine.locator("[data-missed-list]")).to_contain_text("Hand 1 recorded")
    expect_totals(mine, 4, 7)
    expect(mine.locator("[name='points.0']")).to_have_value("4")
    mine.locator("[data-record]").click()
    expect(mine.locator("[data-unsaved]")).to_be_visible()
    expect(mine.locator("[data-hands] > li")).to_have_count(1)
    expect(mine.locator("[name='points.0']")).to_have_value("4")


def test_an_open_explanation_stays_open_when_news_come(site: Site, open_page: OpenPage) -> None:
    address = site.start(TRESETTE, points(8, 3))
    mine = open_page(address)
    Thumb(mine).tap(".hand[data-hand='1'] summary")
    enter_elsewhere(site, address, points(4, 7))
    expect(mine.locator("[data-hands] > li")).to_have_count(2)
    expect(mine.locator(".hand[data-hand='1'] details")).to_have_attribute("open", "")


def test_a_page_that_nobody_looks_at_asks_for_nothing(site: Site, open_page: OpenPage) -> None:
    page = still(open_page, site.start(TRUCO))
    assert asks(page, 1500)
    page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { get: () => window.away });
      window.away = true;
    }""")
    asks(page, 1500)  # at most one more, which was scheduled before
    assert not asks(page, 2500)
    with page.expect_request("**/state.json*"):
        page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")


def test_what_another_phone_did_while_changes_were_unsent_is_shown_after_them(site: Site, open_page: OpenPage) -> None:
    """The first poll after it gets the state, and does not show it over this phone's own."""
    page = still(open_page, address := site.start(TRUCO))
    folder = f"/static/{site.app.config['STATIC_VERSION']}/js/phone"
    page.evaluate(
        """async ([folder, base]) => {
          const { addWrite, removeWrite } = await import(`${folder}/store.js`);
          const { isAhead } = await import(`${folder}/write.js`);
          const write = await addWrite({ base, act: "undo", hand: null, seen: 1, fields: [], key: "", applied: true });
          window.arrived = async () => {
            await isAhead(base); // the page has read that, too
            await removeWrite(write);
          };
        }""",
        [folder, urlsplit(address).path],
    )
    record_elsewhere(site, address, 1, 3)
    assert asks(page, 1500)
    page.evaluate("arrived()")
    expect_totals(page, 0, 0)
    assert asks(page, 1500)
    expect_totals(page, 0, 3)


def test_the_evening_s_page_follows_its_matches(site: Site, open_page: OpenPage) -> None:
    address = site.start(TRESETTE)
    evening = still(open_page, address.removesuffix("/m/1"))
    enter_elsewhere(site, address, points(9, 2))
    evening.clock.run_for(2 * SOON)
    expect(evening.locator(".standing .total")).to_have_text(["9", "2"])


WIDE, TALL = SCREEN["viewport"], {"width": 375, "height": 667}
# Finds names, totals and what is to go that are not within their half.
STICKING_OUT = """() => [...document.querySelectorAll(".half")].flatMap((half) => {
  const outer = half.getBoundingClientRect();
  return [...half.querySelectorAll(".half-name, [data-total], [data-to-go]")].filter((part) => part.checkVisibility())
    .filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      return left < outer.left - 1 || right > outer.right + 1 || top < outer.top - 1 || bottom > outer.bottom + 1;
    }).map((part) => part.textContent);
})"""
LARGE = 1 / 3  # of the screen's height; with a tally a quarter
BOARDS = [
    (TRESETTE, (), WIDE, LARGE),
    (TRUCO, (won(0, 9),), WIDE, LARGE * 0.7),
    (BURACO, (), WIDE, LARGE),
    (BURACO, (MELDS, MELDS), WIDE, LARGE),
    (BURACO, (MELDS, MELDS), {"width": 1920, "height": 1080}, LARGE),
    (BURACO, (MELDS, MELDS), {"width": 1024, "height": 768}, LARGE * 0.75),
    (TRUCO, (won(0, 9), won(1, 3)), {"width": 667, "height": 375}, LARGE * 0.7),
    (TRUCO, (won(0, 12),), TALL, LARGE * 0.3),
]


def test_digits_on_the_board_are_large_and_nothing_sticks_out_or_collides(site: Site, open_page: OpenPage) -> None:
    sides = [{"name": LONG, "players": [LONG[::-1], "Bruno"]}, FOUR[1]]
    page = open_page(f"{site.address}/healthz", **SCREEN)
    for head, hands, size, least in BOARDS:
        page.set_viewport_size(size)
        page.goto(f"{site.start({**head, 'sides': sides}, *hands)}/board")
        digits = page.locator("[data-total]").first.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)")
        assert 0.72 * digits >= size["height"] * least, (head["game"], size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
        assert page.evaluate(STICKING_OUT) == [], (head["game"], size)
    eight = [{"name": name, "players": [name]} for name in "ABCDEFGH"]
    page.goto(f"{site.start({'game': 'own', 'sides': eight}, {'points': [-101] * 8})}/board")  # still upright
    assert page.evaluate(STICKING_OUT) == []


def test_the_board_shows_the_three_newest_hands_and_no_entries(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.start(TRUCO, won(0), won(1, 3), won(0), won(1))}/board", **SCREEN)
    expect(page.locator("[data-last-hands] [data-number]")).to_have_text(["4", "3", "2"])
    expect(page.locator("[data-last-hands] li").first.locator("[data-points]")).to_have_text(["0", "+1"])
    expect(page.locator("[data-last-hands] li").first.locator("[data-after]")).to_have_text(["2", "4"])


def test_the_bar_of_the_board_comes_when_the_pointer_moves_and_goes_again(site: Site, open_page: OpenPage) -> None:
    page = still(open_page, f"{site.start(TRUCO)}/board", **SCREEN)
    bar = page.locator(".masthead")
    expect(bar).to_have_css("opacity", "0")
    page.mouse.move(100, 100)
    page.mouse.move(120, 140)
    expect(bar).to_have_css("opacity", "1")
    page.clock.run_for(3500)
    expect(bar).to_have_css("opacity", "0")


def test_who_watches_asks_less_often_the_longer_nothing_happens(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO, may="watch"))
    watching = page.locator("script[src$='/watch.js']").get_attribute("src")
    assert watching is not None
    script = watching.replace("match/watch.js", "shared/poll.js")
    pauses = page.evaluate(
        "([script, minutes]) => import(script).then((live) => minutes.map((each) => live.pauseAfter(each * 60_000)))",
        [script, [0, 29, 30, 60, 120, 24 * 60]],
    )
    assert pauses[1] <= SOON  # during a hand
    assert pauses == sorted(pauses)
    assert pauses == [1000, 1000, 6000, 12_000, 24_000, 60_000]


def test_a_phone_that_knows_of_no_network_says_so_at_once(site: Site, open_page: OpenPage) -> None:
    """Without waiting for two failed polls: its clock stands still here."""
    page = still(open_page, site.start(TRUCO))
    behind = page.locator("[data-live]")
    expect(behind).to_be_hidden()
    page.route("**/state.json*", lambda route: route.abort())  # a poll may succeed before the network is gone
    page.context.set_offline(True)
    expect(behind).to_be_visible()
    page.unroute("**/state.json*")
    page.clock.resume()
    page.context.set_offline(False)
    expect(behind).to_be_hidden()


def test_a_touch_after_a_long_quiet_asks_at_once(site: Site, open_page: OpenPage) -> None:
    page = still(open_page, site.start(TRUCO, may="watch"))
    assert asks(page, 1500)
    page.clock.fast_forward("05:00:00")
    asks(page, 1500)  # one poll, then none for a minute
    assert not asks(page, 2500)
    with page.expect_request("**/state.json*"):
        page.touchscreen.tap(20, 300)


def test_the_board_is_dark_unless_it_is_to_be_light(site: Site, open_page: OpenPage) -> None:
    board = f"{site.start(TRUCO)}/board"
    page = open_page(board, **SCREEN)
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.goto(f"{board}?theme=light")
    assert page.locator("html").get_attribute("data-theme") == "light"
