"""Comfort at the table: wake lock, vibration, clock, left-handed layout, light theme for the sun."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import ledger
from scorekeeper.store.models import db
from scorekeeper.web import links
from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, drawn, expect_totals, refused, says
from tests.support.fuzzing import shared_out
from tests.support.matches import BURACO, TRESETTE, TRUCO, won

HAND = {"sides": [{"melds": 100, "hand": 0, "pot": "played"}, {"melds": 50, "hand": 10, "pot": "played"}]}

# Fake device APIs that record the page's calls.
DEVICE = """
  window.asked = { locks: 0, ticks: [] };
  const lock = { request: async (kind) => { asked.locks += kind === "screen" ? 1 : 100; return { release() {} }; } };
  Object.defineProperty(navigator, "wakeLock", { value: lock });
  Object.defineProperty(navigator, "vibrate", { value: (pattern) => asked.ticks.push(pattern) > 0 });
"""


def new_page(site: Site, open_page: OpenPage, *scripts: str) -> Page:
    """Returns a page of a new phone, on which these scripts run before those of any page that is opened."""
    page = open_page(f"{site.address}/healthz", new=True)
    for script in scripts:
        page.add_init_script(script)
    return page


def look_away_and_back(page: Page) -> None:
    """Switches to another app and back; the browser has dropped the wake lock by then."""
    for hidden in ("true", "false"):
        page.evaluate(f"""() => {{
          Object.defineProperty(document, "hidden", {{ value: {hidden}, configurable: true }});
          document.dispatchEvent(new Event("visibilitychange"));
        }}""")


def assert_soon(page: Page, expression: str, value: int) -> None:
    """Polls, as the page's scripts may still be loading."""
    page.wait_for_function(f"() => {expression} === {value}")
    assert page.evaluate(expression) == value


def settle(page: Page, **chosen: str) -> None:
    """Changes settings, and returns to the previous page."""
    address = page.url
    page.goto(f"{address.split('/s/')[0]}/settings?back=/s/{address.split('/s/')[1]}")
    choose(page, **chosen)
    page.goto(address)


def choose(page: Page, **chosen: str) -> None:
    """Changes settings on their page."""
    for field, value in chosen.items():
        with says(page, "Saved"):
            page.locator(f"[name={field}][value='{value}']").check(force=True)


def test_the_screen_stays_awake_also_after_another_app_unless_it_may_go_dark(site: Site, open_page: OpenPage) -> None:
    page = new_page(site, open_page, DEVICE)
    page.goto(site.start(TRUCO))
    assert_soon(page, "asked.locks", 1)
    look_away_and_back(page)
    assert_soon(page, "asked.locks", 2)
    settle(page, awake="off")
    look_away_and_back(page)
    assert page.evaluate("asked.locks") == 0


def test_a_save_can_be_felt_and_a_refused_one_cannot(site: Site, open_page: OpenPage) -> None:
    page = new_page(site, open_page, DEVICE)
    page.goto(site.start(TRESETTE))
    thumb = Thumb(page)
    thumb.way("quick")
    for side in (0, 1):
        page.locator(f".way:not([hidden]) [name='points.{side}']").fill("30")
    refused(page)
    assert page.evaluate("asked.ticks") == []
    page.locator(".way:not([hidden]) [name='points.0']").fill("9")
    thumb.record("Record 9 – 2")
    assert page.evaluate("asked.ticks") == [[10]]
    settle(page, tick="off")
    (thumb := Thumb(page)).way("quick")
    thumb.keys("8")
    thumb.record("Record 8 – 3")
    assert page.evaluate("asked.ticks") == []


# Fake device APIs that record vibration, sound and speech across pages.
NOTES = """
  const note = (what) => sessionStorage.setItem("noted", (sessionStorage.getItem("noted") ?? "") + what + ";");
  Object.defineProperty(navigator, "vibrate", { value: (pattern) => (note("felt " + pattern), true) });
  AudioBufferSourceNode.prototype.start = () => note("heard");
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const voices = [{ lang: "en-GB", localService: false }, { lang: "en-US", localService: true }];
  const speak = (said) => (note("said " + said.text), said.onend());
  Object.defineProperty(window, "speechSynthesis", { value: { getVoices: () => voices, cancel() {}, speak } });
"""


def noted(page: Page, *parts: str) -> None:
    """Waits until the page has recorded these vibrations, sounds and spoken texts since the last call."""
    page.wait_for_function(
        "parts => parts.every((part) => (sessionStorage.getItem('noted') ?? '').includes(part))", arg=list(parts)
    )


def test_sound_and_voice_tell_a_hand_and_the_end_once_they_are_chosen(site: Site, open_page: OpenPage) -> None:
    page = new_page(site, open_page, NOTES)
    page.goto(site.start(TRUCO, won(0, 9)))
    Thumb(page).tap("label[data-worth='1'][data-of='1']")
    noted(page, "felt 10;")
    assert page.evaluate("sessionStorage.getItem('noted')") == "felt 10;"  # sound and voice are off by default
    settle(page, sound="on", voice="on")
    Thumb(page).tap("label[data-worth='1'][data-of='1']")
    noted(page, "heard;", "said Us 9, Them 2;")
    page.evaluate("sessionStorage.removeItem('noted')")
    Thumb(page).tap("label[data-worth='3'][data-of='0']")
    expect(page.locator(".flood")).to_be_visible()
    noted(page, "felt 30,60,30,60,80;", "heard;heard;heard;heard;heard;", "said Us 12, Them 2. The match goes to Us;")


def test_a_theme_that_was_chosen_is_there_on_every_page_and_after_a_reload(site: Site, open_page: OpenPage) -> None:
    """At once on that of the settings, and then on each other one."""
    page = open_page(f"{site.address}/settings")
    before = background(page)
    for theme, darker in (("dark", True), ("sun", False), ("oled", True)):
        choose(page, theme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert (background(page) < before) == darker, theme
    for address in (f"{site.address}/", f"{site.address}/rules/truco", site.start(TRUCO)):
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("data-theme", "oled")
        assert background(page) < before, address
    page.reload()
    assert background(page) < before


def background(page: Page) -> int:
    """Returns the brightness of the page: the sum of red, green and blue."""
    colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))


def test_for_the_left_hand_what_is_used_most_lies_at_its_thumb(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(BURACO, HAND))
    right = places(page)
    settle(page, hand="left")
    left = places(page)
    middle = 375 / 2
    assert right["undo"] < middle < left["undo"]
    assert right["record"] > left["record"]
    for digits in (right, left):  # digits have the same places in both layouts
        assert digits["1"] < digits["2"] < digits["3"]


def places(page: Page) -> dict[str, float]:
    """Returns the centres of keys, from the left."""
    page.locator("[name='sides.0.melds']").click()
    found = {"undo": "[data-undo]", "record": "[data-record]"} | {each: f"[data-digit='{each}']" for each in "123"}
    boxes: dict[str, Any] = {name: page.locator(selector).bounding_box() for name, selector in found.items()}
    return {name: box["x"] + box["width"] / 2 for name, box in boxes.items()}


def test_the_minus_key_and_sums_enter_a_number(site: Site, open_page: OpenPage) -> None:
    two: dict[str, Any] = {"game": "own", "sides": [{"name": "Us"}, {"name": "Them"}]}
    page = open_page(f"{site.start(two, {'points': [10, 40]})}/hands/1")
    field = page.locator("[name='points.0']")
    thumb = Thumb(page)
    thumb.tap(field)
    thumb.keys("4", "5", "+", "3", "1")
    thumb.tap("[data-digit=back]")
    thumb.keys("0")
    expect(field).to_have_value("45+30")
    thumb.tap("[data-digit='-']")
    thumb.keys("1", "5")
    expect(field).to_have_value("45+30-15")
    assert field.evaluate("(box) => box.scrollWidth <= box.clientWidth")  # the last digit is visible too
    thumb.record("Save 60 – 40")
    expect_totals(page, 60, 40)


NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def test_the_clock_of_a_timed_match_warns_before_the_last_hand(site: Site, open_page: OpenPage) -> None:
    ends = "2026-11-21T20:12:00+00:00"
    page = new_page(site, open_page, DEVICE)
    page.clock.install(time=NOW)
    page.goto(site.start({**BURACO, "variant": "timed", "about": {"minutes": "12", "ends": ends}}))
    clock = page.locator("[data-clock]")
    expect(clock).to_contain_text("12 min left")
    expect(clock).not_to_have_class(re.compile("warns"))
    page.clock.fast_forward("07:05")
    expect(clock).to_contain_text("Last hands: 5 min left")
    expect(clock).to_have_class(re.compile("warns"))
    assert page.evaluate("asked.ticks") == []
    page.clock.fast_forward("05:00")
    expect(clock).to_contain_text("Time is up: this is the last hand")
    assert page.evaluate("asked.ticks") == [[200, 100, 200]]


def test_the_clock_tells_how_long_this_hand_has_lasted(site: Site, open_page: OpenPage) -> None:
    page = new_page(site, open_page)
    page.clock.install()
    page.goto(site.start({**BURACO, "variant": "timed", "about": {"minutes": "30"}}, HAND))
    expect(page.locator("[data-clock]")).to_contain_text("this hand 0:")
    page.clock.fast_forward("02:00")
    expect(page.locator("[data-clock]")).to_contain_text("this hand 2:")


def test_minutes_are_chosen_when_a_timed_match_starts_and_changed_later(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.address}/new?game=buraco")
    expect(page.locator("[name=minutes]")).to_have_count(0)
    page.locator("[data-way-panel] > summary").click()
    page.locator("[name=variant][value=timed]").check()
    page.locator("[name=minutes]").fill("45")
    page.locator("[name=start]").click()
    expect(page.locator("[data-clock]")).to_contain_text("45 min left")
    page.goto(f"{page.url}/table")
    page.locator("[name=minutes]").fill("20")
    page.get_by_role("button", name="Start clock").click()
    expect(page.locator("[data-clock]")).to_contain_text("20 min left")


def name_of(letter: str) -> str:
    """Returns forty letters without a space, which cannot be wrapped."""
    return letter * 40


SIX: dict[str, dict[str, Any]] = {
    "two sides of three": {
        **BURACO,
        "variant": "two-by-three",
        "sides": [
            {"name": name_of("S"), "players": [name_of(each) for each in "ABC"]},
            {"name": name_of("T"), "players": [name_of(each) for each in "DEF"]},
        ],
    },
    "six singly": {"game": "albastini", "sides": [{"name": name_of(each)} for each in "ABCDEF"]},
}


@pytest.mark.parametrize("head", SIX.values(), ids=list(SIX))
def test_six_names_of_forty_letters_break_no_page_of_a_match(
    site: Site, open_page: OpenPage, head: dict[str, Any]
) -> None:
    address = site.start({**head, "about": {"confirm": "hands", "minutes": "30"}})
    token = address.split("/s/")[1].split("/")[0]
    with site.app.app_context():
        found = links.open_match(token, 1)
        assert found is not None
        match = found[1]
        assert match is not None
        entry = {"points": [120, 0, 0, 0, 0, 0]} if head["game"] == "albastini" else HAND
        ledger.record(match, entry, ledger.Write("", "hand", match.version))
        ledger.seat(match, 0, name_of("Z"), ledger.Write("", "seat", match.version))
        db.session.commit()
    page = open_page(address, viewport={"width": 320, "height": 640})
    for path in shared_out(("/table", "/board", "/hands/1"), list(SIX.values()).index(head), 2):
        page.goto(address + path)
        drawn(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
    page.goto(address)
    drawn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    Thumb(page).tap(".hand[data-hand='1'] summary")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.goto(address.rpartition("/m/")[0])
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_substitute_is_told_by_both_names(site: Site, open_page: OpenPage) -> None:
    address = site.start(TRUCO, won(0, 1))
    page, other = open_page(f"{address}/table"), open_page(address)
    page.locator("[name='seats.0']").fill("Zoe")
    page.get_by_role("button", name="Save names").click()
    told = "From hand 2: Zoe instead of Anna"
    expect(page.locator("[data-said-text]")).to_have_text(told)
    expect(other.locator(".seatings")).to_have_text(told)
    expect(other.locator(".score")).to_contain_text("Zoe")


def test_two_phones_confirm_what_was_recorded(site: Site, open_page: OpenPage) -> None:
    """The second phone says no to a hand: both show both versions, play on, and agree. It says yes to the next one."""
    address = site.start({**TRUCO, "about": {"confirm": "hands"}})
    ours, theirs = open_page(address), open_page(address)
    sit(ours, 0)
    catch_up(theirs, ours)
    sit(theirs, 1)
    catch_up(ours, theirs)
    our_thumb, their_thumb = Thumb(ours), Thumb(theirs)
    our_thumb.choose("winner,stake", "0,3")
    our_thumb.record("Record 3 – 0")
    expect(ours.locator("[data-waiting]")).to_contain_text("Waiting for")
    expect(ours.locator("[data-agree]").locator("visible=true")).to_have_count(0)
    for change in (False, True):
        their_thumb.tap("[data-confirm-else] [data-correct]")
        expect(theirs.locator("[data-record]")).to_have_text("Change what is wrong")
        if not change:
            their_thumb.tap("[data-cancel]")
    their_thumb.choose("winner,stake", "1,3")
    their_thumb.tap("[data-record]")
    for page in (ours, theirs):
        expect(page.locator("[data-contest-now]")).to_have_text("Hand 1 is contested")
        expect(page.locator(".contest .version-points")).to_have_text(["3 – 0", "0 – 3"])
    our_thumb.tap(".contest [data-later]")
    our_thumb.choose("winner,stake", "0,1")
    our_thumb.record("Record 1 – 0")
    expect_totals(theirs, 4, 0)
    our_thumb.tap("[data-contested]")
    our_thumb.tap(".contest button:text-is('They are right: 0\u00a0–\u00a03')")
    key = theirs.locator("[data-agreed-side='1'] [data-agree]")
    expect(key).to_have_text("Yes, 1 – 0 is right")
    key.click()
    for page in (ours, theirs):
        expect(page.locator("[data-waiting]")).to_be_hidden()
        Thumb(page).tap(".hand[data-hand='2'] summary")
        expect(page.locator(".hand[data-hand='2'] [data-told] li")).to_have_count(2)
        expect(page.locator(".hand[data-hand='2'] [data-told]")).to_contain_text("Them confirmed")
    expect_totals(theirs, 1, 3)


def sit(page: Page, side: int) -> None:
    page.locator(f"[data-asks-side] button[name=side][value='{side}']").click()
    expect(page.locator("[data-asks-side]")).to_have_count(0)


def catch_up(page: Page, other: Page) -> None:
    """Waits until a page knows about the changes of the other, because an outdated page gets a conflict."""
    expect(page.locator("[name=seen]").first).to_have_value(other.locator("[name=seen]").first.input_value())
