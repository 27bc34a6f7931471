"""Claims by thumb on a phone of 375 × 667: cards picked, the verdict, and the actions after it."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Picture, Site
from tests.browser.thumb import Thumb
from tests.support.matches import ALBASTINI, BURACO, TRESETTE, TRUCO

MCLEOD: dict[str, Any] = {**TRESETTE, "variant": "mcleod"}


def ask(thumb: Thumb, *, yes: bool) -> None:
    """Requests the verdict, and expects a large yes or no."""
    thumb.tap("[name=check]")
    expect(thumb.page.locator("[data-verdict]")).to_have_class(f"verdict {'upheld' if yes else 'refused'}")


def pick(thumb: Thumb, *ranks: str, picker: str = "cards") -> None:
    """Picks cards of the selected suit."""
    for rank in ranks:
        thumb.tap(thumb.page.locator(f"[data-picker='{picker}'] [data-rank='{rank}']"))


def suit(thumb: Thumb, letter: str, picker: str = "cards") -> None:
    thumb.tap(thumb.page.locator(f"[data-picker='{picker}'] .chip:has([value='{letter}'])"))


def rules(page: Page) -> list[str]:
    return page.locator("[data-verdict] .rule").all_inner_texts()


def test_a_meld_is_picked_judged_and_carried_into_the_hand(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(f"{site.start(BURACO)}/claims/")
    page.get_by_role("link", name="This is a meld").click()
    thumb = Thumb(page)
    pick(thumb, "A", "2", "3", "4", "5", "6")
    suit(thumb, "H")
    pick(thumb, "2")
    expect(page.locator("[data-picked] .picked")).to_have_count(7)
    ask(thumb, yes=True)
    assert thumb.taps == 9
    assert rules(page) == ["BUR-16"]
    picture(page, "claim-meld")
    page.get_by_role("link", name="75 for Them").click()
    expect(page.locator("[name='sides.1.melds']")).to_have_value("75")
    expect(page.locator("[name='sides.1.dirty']")).to_have_value("1")


def test_a_picked_card_is_taken_out_by_a_tap(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.address}/")
    thumb = Thumb(page)
    thumb.tap("a:has-text('Settle an argument')")  # a meld is one without a match, too
    thumb.tap("a:has-text('Buraco')")
    thumb.tap("a:has-text('This is a meld')")
    pick(thumb, "9", "J", "JOKER", "Q", "K")
    thumb.tap(page.locator("[data-picked] .picked").first)
    expect(page.locator("[data-typed]")).to_have_value("JS JOKER QS KS")
    ask(thumb, yes=True)


def test_a_first_meld_that_is_too_low_raises_the_requirement(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.start(BURACO)}/claims/first_meld")
    thumb = Thumb(page)
    thumb.tap(".key:has([name=side][value='0'])")
    pick(thumb, "3", "4", "5", picker="melds.0")
    ask(thumb, yes=False)
    page.get_by_role("link", name="Note the failed attempt of Us").click()
    expect(page.locator(".due[data-side='0'] [data-due]")).to_have_text("65")


def test_going_out_without_a_clean_run_is_refused(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.start(BURACO)}/claims/go_out")
    thumb = Thumb(page)
    thumb.tap(".key:has([name=side][value='1'])")
    thumb.tap(".key:has([name=pot][value=played])")
    page.locator("[name=hand]").fill("0")
    ask(thumb, yes=False)
    decisive = page.locator("[data-verdict] .sum > li:first-child.against")
    expect(decisive).to_contain_text("No clean run yet")
    expect(page.locator("[data-verdict] .sum > .for")).to_have_count(2)
    assert rules(page) == ["BUR-9"]


def test_a_trick_shows_who_played_which_card(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(f"{site.start(TRUCO)}/claims/trick")
    thumb = Thumb(page)
    thumb.tap(".key:has([name='cards.led'][value='1'])")
    suit(thumb, "C")
    pick(thumb, "4")
    suit(thumb, "H")
    pick(thumb, "7", "3", "back")
    assert page.locator("[data-picked] .picked.side-1").count() == 2
    ask(thumb, yes=True)
    expect(page.locator("[data-verdict]")).to_contain_text("The trick goes to Them")
    picture(page, "claim-trick")


def test_a_hand_of_truco_is_settled_by_its_tricks(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.start(TRUCO)}/claims/hand")
    thumb = Thumb(page)
    thumb.tap(".key:has([name=side][value='0'])")
    for trick, winner in enumerate(("0", "1", "null")):
        thumb.tap(f".key:has([name='tricks.{trick}'][value='{winner}'])")
    ask(thumb, yes=True)
    assert rules(page) == ["TRU-4"]


def test_a_target_claim_is_recorded_and_ends_the_match(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(f"{site.start(TRESETTE)}/claims/target")
    thumb = Thumb(page)
    thumb.tap(".key:has([name=side][value='0'])")
    thumb.tap(".chip:has([name=aces][value='1'])")
    thumb.tap(".chip:has([name=figures][value='12'])")
    assert thumb.taps == 3
    ask(thumb, yes=False)
    picture(page, "claim-target")
    expect(page.locator("[data-verdict] form")).to_contain_text("The match goes to Them")
    page.locator("[data-verdict]").get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("[data-winner]")).to_contain_text("The match goes to Them")
    expect(page.locator("[data-ended]")).to_contain_text("claim")
    expect(page.locator(".flood .how")).to_have_count(0)  # no margin, as they won with fewer points


def test_honours_go_into_the_hand_with_one_tap(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.start(MCLEOD)}/claims/honours")
    page.locator("summary", has_text="Honours").click()
    page.locator("[name='honours.0.player']").select_option("Anna")
    page.locator("[name^='honours.0.kind']").select_option(label="Four 3s")
    ask(Thumb(page), yes=True)
    page.get_by_role("link", name="Add honours to hand").click()
    expect(page.locator("[name='honours.0.player']").locator("visible=true")).to_have_value("Anna")


def test_a_safe_win_counts_what_is_still_out(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.start(ALBASTINI)}/claims/safe_win")
    thumb = Thumb(page)
    thumb.tap(".key:has([name=side][value='0'])")
    for rank, count in (("A", 3), ("7", 2), ("K", 1), ("J", 2)):
        thumb.tap(f".chip:has([name='cards.{rank}'][value='{count}'])")
    ask(thumb, yes=True)
    expect(page.locator("[data-verdict]")).to_contain_text("120 − 63 = 57")
