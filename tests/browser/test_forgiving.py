"""Mistaken taps: missing fields are named and shown, double taps are ignored, every choice can be taken back."""

import time
from contextlib import suppress
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Place, Thumb, at_work, drawn, expect_totals
from tests.support.matches import BURACO, TRESETTE, TRUCO, points, won

LANDSCAPE = {"viewport": {"width": 667, "height": 375}}


def middle(page: Page, target: str) -> tuple[float, float]:
    box = page.locator(target).bounding_box()
    assert box is not None
    return round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)


def touches(page: Page, apart: float, *places: Place) -> None:
    """Taps these places so many seconds apart on the page's clock, however busy the machine is."""
    session, start = page.context.new_cdp_session(page), time.time()
    for at, (x, y) in enumerate(places):
        for kind, points_down in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            touch = {"type": kind, "touchPoints": points_down, "timestamp": start + at * apart}
            session.send("Input.dispatchTouchEvent", touch)


def test_record_names_the_question_that_is_left_and_takes_the_thumb_there(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(BURACO), **LANDSCAPE)
    at_work(page)
    record = page.locator("[data-record]")
    for path, text in (("0.melds", "345"), ("1.melds", "160"), ("0.hand", "45"), ("1.hand", "30")):
        page.locator(f"[name='sides.{path}']").fill(text)
        if path == "0.melds":
            page.locator("[name='sides.1.melds']").focus()
            expect(record).to_have_accessible_name("On the table of Them ?")
    expect(record).to_have_accessible_name("Who went out?")
    expect(record).to_have_attribute("aria-disabled", "true")
    thumb = Thumb(page)
    thumb.tap(record)
    expect(page.locator("[data-pad-title]")).to_have_text("Who went out?")
    expect(page.locator("[data-field='went_out']")).to_be_in_viewport(ratio=0.9)
    thumb.tap("[data-pad-panel] button.big:has-text('Us')")
    expect(record).to_have_accessible_name("Runs of Us ?")  # they mend the answer, which is against the rules
    expect(page.locator(".error:visible [data-text]")).to_have_text("Going out needs a clean run")
    assert (
        page.locator("[data-dock]").evaluate("(each) => Math.round(innerWidth - each.getBoundingClientRect().right)")
        == 0
    )
    thumb.count("sides.0.clean")
    thumb.record("Record 600 – 130")


def test_a_refusal_is_seen_where_the_thumb_is(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO), **LANDSCAPE)
    thumb = Thumb(page)
    thumb.way("full")
    for trick, winner in enumerate(("0", "0", "1")):
        thumb.choose(f"tricks.{trick}", winner)
    thumb.tap("[data-record]")
    error = page.locator(".way:not([hidden]) .error").first
    expect(error).to_be_in_viewport(ratio=1)
    bottom = error.evaluate("(each) => each.getBoundingClientRect().bottom")
    assert bottom <= page.locator("[data-dock]").evaluate("(each) => each.getBoundingClientRect().top")
    assert page.evaluate("scrollY") == 0


def test_a_choice_is_taken_back_by_another_tap_on_it(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO))
    thumb = Thumb(page)
    thumb.way("full")
    for trick, winner in enumerate(("0", "1", "0")):
        thumb.choose(f"tricks.{trick}", winner)
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 1 – 0")
    text = page.locator(".way:not([hidden]) .key:has([name='tricks.2'][value='0']) > span")
    text.evaluate(
        "(each) => (each.style = 'position: relative; z-index: 1')"
    )  # above its control, as while it is pressed
    thumb.choose("tricks.2", "0")
    expect(page.locator("[name='tricks.2']:checked")).to_have_count(0)
    thumb.fold("Note")
    expect(page.locator(".way:not([hidden]) [name=note]")).to_be_focused()
    thumb.choose("tricks.1", "1")
    thumb.choose("tricks.1", "0")
    thumb.record("Record 1 – 0")


KEYS = "[data-pad-panel] button"
ONE, NEXT, EIGHT = f"{KEYS} >> nth=1", f"{KEYS}[data-digit=next]", f"{KEYS}[data-digit='8']"
CHINCHON = {"game": "chinchon", "sides": [{"players": [name]} for name in "ABCDEF"]}
KING = {"game": "king", "variant": "free", "sides": CHINCHON["sides"][:4]}
QUEENS = [".games a:has-text('Queens')"]
FORTY = [f"{KEYS}.side-1", f"{KEYS}[data-digit='4']"]
ONE_COUNT = {"counts.0": "48", "counts.1": ""}

# The match, what is tapped first, then quickly, how far apart in seconds, and the figures that follow.
HASTY_TAPS: list[tuple[dict[str, Any], list[str], list[str], float, dict[str, str]]] = [
    # A bouncing thumb.
    (TRESETTE, [], [ONE, ONE], 0.1, {"aces.0": "1", "figures.0": ""}),
    (KING, QUEENS, [ONE, ONE], 0.1, {"queens.0": "1", "queens.1": ""}),
    # The same number for several players.
    (KING, QUEENS, [ONE, ONE, ONE], 0.2, {"queens.0": "1", "queens.1": "1", "queens.2": "1", "queens.3": "1"}),
    # The closer's keys come after the second digit: the place of Next is empty, and others rest.
    (CHINCHON, FORTY, [EIGHT, NEXT], 0.2, ONE_COUNT),
    (CHINCHON, FORTY, [EIGHT, EIGHT], 0.2, ONE_COUNT),
    (CHINCHON, [], FORTY[:1] * 2, 0.2, {"counts.0": ""}),
]


@pytest.mark.parametrize("head, first, hasty, apart, figures", HASTY_TAPS)
def test_a_quick_tap_works_only_on_a_key_that_kept_its_meaning(
    site: Site, open_page: OpenPage, head: dict[str, Any], first: list[str], hasty: list[str], apart: float,
    figures: dict[str, str],
) -> None:  # fmt: skip
    page = open_page(site.start(head))
    at_work(page)
    for key in first:
        Thumb(page).tap(key)
    drawn(page)
    expect(page.locator("[data-rests]")).to_have_count(0)
    touches(page, apart, *[middle(page, key) for key in hasty])
    for name, value in figures.items():
        expect(page.locator(f"[name='{name}']:visible")).to_have_value(value)
    for name in [name for name, value in figures.items() if value == ""][-1:]:
        expect(page.locator(f"[name='{name}']:visible")).to_have_attribute("data-active", "")


def test_next_skips_nothing_after_a_field_that_went_on_by_itself(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({"game": "own", "sides": [{"name": "Us"}, {"name": "Them"}]}))
    thumb = Thumb(page)
    thumb.tap("[name='points.0']")
    thumb.digits(10000)
    expect(page.locator("[data-pad-title]")).to_contain_text("Points of Them")
    thumb.next()
    thumb.digits(160)
    expect(page.locator("[name='points.1']")).to_have_value("160")


def test_escape_closes_an_open_menu_before_the_pad(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRESETTE))
    Thumb(page).tap("[data-ways] > summary")
    page.keyboard.press("Escape")
    expect(page.locator("[data-ways][open]")).to_have_count(0)
    expect(page.locator("[data-pad-panel]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-pad-panel]")).to_be_hidden()


def test_undo_and_redo_keep_their_places_without_loading_the_page(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO, won(0, 3), won(1, 1)))
    at_work(page)
    drawn(page)
    page.evaluate("window.kept = true")
    before = middle(page, "[data-undo]")
    thumb = Thumb(page)
    thumb.tap("[data-undo]")
    expect_totals(page, 3, 0)
    redo = page.get_by_role("button", name="Redo")
    expect(redo).to_be_visible()
    drawn(page)  # a key that is pressed is lower
    assert middle(page, "[data-undo]") == before
    thumb.tap(redo)
    expect_totals(page, 3, 1)
    drawn(page)
    assert middle(page, "[data-undo]") == before
    assert page.evaluate("window.kept")


def test_the_next_hand_goes_on_in_the_way_from_before_a_correction(site: Site, open_page: OpenPage) -> None:
    cards = {"aces": [3, 1], "figures": [12, 8], "last_trick": 0}
    page = open_page(site.start(TRESETTE, cards, points(6, 5)))
    thumb = Thumb(page)
    thumb.tap(".hand[data-hand='1'] summary")
    expect(page.locator("[data-way-link=cards]")).to_have_attribute("aria-current", "true")
    thumb.tap("[data-cancel]")
    expect(page.locator("[data-way-link=quick]")).to_have_attribute("aria-current", "true")


def test_the_way_back_from_a_rule_finds_what_was_typed(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRESETTE))
    Thumb(page).keys("3", "12")
    Thumb(page).choose("last_trick", "0")
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 8 – 3")
    page.locator(".masthead summary").click()
    page.get_by_role("link", name="Rules").click()
    expect(page.locator("h1")).to_have_text("Tresette")
    page.go_back()
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 8 – 3")
    assert page.locator("[name='figures.0']").input_value() == "12"


def test_a_hand_that_was_taken_back_brings_its_form_again(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**TRESETTE, "options": {"target": 8}}, points(8, 3)))
    expect(page.locator("[data-entry]")).to_be_hidden()
    thumb = Thumb(page)
    expect(page.locator("[data-redo-end]")).to_be_disabled()
    assert page.locator("[data-undo-end]").inner_text() == "Undo: hand 1"
    thumb.tap("[data-undo-end]")
    expect(page.locator("[data-said-text]")).to_have_text("Undone: hand 1. This changes the result: the match goes on.")
    expect(page.locator("[data-pad-panel]")).to_be_visible()
    expect(page.locator("[data-redo]")).to_have_text("Redo: hand 1")
    thumb.keys("3", "12")
    thumb.last("Them", "Record 7 – 4")


def test_a_last_figure_that_is_refused_leaves_the_key_naming_what_is_wrong(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**BURACO, "variant": "burraco"}))
    thumb = Thumb(page)
    thumb.tap("[data-pad-panel] button.big:has-text('Us')")
    for figure in (345, 160, 45, 30):
        thumb.digits(figure)
    expect(page.locator("[data-record]")).to_have_accessible_name("Runs of Us ?")
    expect(page.locator(".error:visible [data-text]")).to_have_text("Going out needs a run")
    expect(page.locator("[name='sides.0.clean']")).to_be_focused()
    thumb.count("sides.0.clean")
    thumb.record("Record 600 – 130")


def test_record_is_not_lost_if_it_is_tapped_before_the_key_knows_the_last_field(
    site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.start(TRUCO), routes=True)
    thumb, held, may_go = Thumb(page), list[Route](), Event()
    thumb.way("full")
    thumb.choose("tricks.0", "0")
    expect(page.locator("[data-record].waits")).to_be_visible()  # it asks for the second trick
    page.route("**/preview", lambda route: route.continue_() if may_go.is_set() else held.append(route))
    thumb.choose("tricks.1", "0")
    with page.expect_request("**/preview"):
        thumb.tap("[data-record]")
    may_go.set()
    for route in held:
        with suppress(Error):  # a later preview has replaced it
            route.continue_()
    expect(page.locator(".hand")).to_have_count(1)


def test_what_is_corrected_before_a_refusal_arrives_is_judged_and_not_what_was_sent(
    site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.start(TRESETTE), routes=True)
    held: list[Route] = []
    page.route("**/hands", lambda route: held.append(route))
    Thumb(page).way("quick")
    ours = page.locator(".way:not([hidden]) [name='points.0']")
    ours.fill("30")
    with page.expect_request("**/hands"):
        page.evaluate("document.querySelector('[data-entry]').requestSubmit()")
    ours.fill("9")
    with page.expect_response("**/hands"):
        held[0].continue_()
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 9 – 2")
