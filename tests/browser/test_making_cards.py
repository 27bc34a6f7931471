"""A game is made on a phone, shared with another, kept and played there, with and without a network."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.games.card.library import card_named
from scorekeeper.web.card_pages.packing import packed
from tests.browser.conftest import OpenPage, Site
from tests.browser.test_offline import ready


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
    expect(page.locator("[name=start]")).to_be_visible()  # one tap led to the table
    page.goto(f"{site.address}/cards/")
    expect(page.locator("[data-mine] a")).to_have_text("Kings")
    page.get_by_role("button", name="Remove Kings").click()
    page.get_by_role("button", name="Undo Kings").click()
    page.reload()
    expect(page.locator("[data-mine] a")).to_have_text("Kings")
    page.goto(site.address)
    page.locator("[data-kept] a").click()
    expect(page.locator("[data-part=agreement]")).to_contain_text("Points: Points: −5 × Points.")


def test_a_link_opens_a_card_and_says_what_differs_from_mine(site: Site, open_page: OpenPage) -> None:
    card = card_named("skyjo")
    page = open_page(f"{site.address}/cards/open#{packed(card)}")
    page.get_by_role("button", name="Keep in my games").click()
    page.goto(f"{site.address}/cards/open?card={packed({**card, 'end': {'target': 200}})}")
    expect(page.locator(".card-differs")).to_contain_text("Your Skyjo differs in one thing")
    page.get_by_role("button", name="Replace mine").click()
    page.goto(f"{site.address}/cards/")
    expect(page.locator("[data-mine] a")).to_have_count(1)


def test_house_rules_are_sent_to_another_phone_which_keeps_them(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.address}/new?game=truco")
    page.locator("[data-way-panel] > summary").click()
    page.locator("[data-part=options] > summary").click()
    page.locator("[name='options.target']").fill("15")
    page.get_by_role("button", name="Share these rules").click()
    page.get_by_label("Your name").fill("Luca")
    page.get_by_role("button", name="Add it").click()
    expect(page).to_have_url(re.compile("giver=Luca"))
    link = page.locator("[data-link]").input_value()
    other = open_page(site.address)
    sent: list[str] = []
    other.on("request", lambda request: sent.append(request.method))
    other.goto(link)
    expect(other.locator(".opened-head")).to_contain_text("From Luca")
    other.get_by_role("button", name="Keep in my games").click()
    expect(other.locator("[data-told]")).to_have_text("Kept in your games on this phone.")
    assert set(sent) == {"GET"}
    other.goto(f"{site.address}/games")
    own = other.locator("[data-mine] li")
    expect(own).to_have_text(re.compile("Brazilian Truco.*From Luca"))
    own.locator("a").click()
    expect(other.locator("[name='options.target']")).to_have_value("15")


@pytest.mark.installs
def test_a_kept_card_is_started_and_its_rules_are_read_without_a_network(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.address}/new?game=card&variant=wizard")
    ready(page)
    page.wait_for_function("async () => caches.match('/rules/card/wizard')")
    page.context.set_offline(True)
    page.goto(f"{site.address}/rules/card/wizard")
    expect(page.locator("#card-1")).to_contain_text("20 + 10 × Tricks")
    page.goto(f"{site.address}/new?card={packed({**card_named('skyjo'), 'name': 'Sky'})}")
    expect(page).to_have_title(re.compile("Sky"))
    expect(page.locator("[data-part=agreement]")).to_contain_text("Played to 100.")
