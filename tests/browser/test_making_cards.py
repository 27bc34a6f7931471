"""A game is made on a phone: the tried hand follows the answers, and the phone keeps and lists the game."""

from playwright.sync_api import expect

from scorekeeper.games.card.library import card_named
from scorekeeper.web.card_pages.packing import packed
from tests.browser.conftest import OpenPage, Site


def test_the_tried_hand_follows_the_answers_and_the_phone_keeps_the_game(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.address}/cards/new")
    page.get_by_label("Name of the game").fill("Kings")
    for side, points in enumerate((3, 0, 1)):
        page.locator(f"[name='try.made.{side}']").fill(str(points))
    expect(page.locator(".try-points .num")).to_have_text(["+3", "0", "+1"])
    page.locator("[data-row='points.0'] summary").click()
    page.get_by_label("Points for each").fill("-5")
    expect(page.locator(".try-points .num")).to_have_text(["−15", "0", "−5"])
    page.get_by_role("button", name="Yes or no").click()
    expect(page.locator("[name='fields.1.label']")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[name='fields.1.label']")).to_have_count(0)
    page.get_by_role("button", name="Save and play").click()
    expect(page.locator("[data-told]")).to_have_text("Kept in your games on this phone.")
    page.goto(f"{site.address}/cards/")
    expect(page.locator("[data-mine] a")).to_have_text("Kings")


def test_a_link_opens_a_card_and_says_what_differs_from_mine(site: Site, open_page: OpenPage) -> None:
    card = card_named("skyjo")
    page = open_page(f"{site.address}/cards/open#{packed(card)}")
    page.get_by_role("button", name="Keep in my games").click()
    page.goto(f"{site.address}/cards/open?card={packed({**card, 'end': {'target': 200}})}")
    expect(page.locator(".card-differs")).to_contain_text("One thing differs")
    page.get_by_role("button", name="Replace mine").click()
    page.goto(f"{site.address}/cards/")
    expect(page.locator("[data-mine] a")).to_have_count(1)
