"""Passkeys in a real browser, with Chromium's own virtual authenticator."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PASSWORD, OpenPage, Picture, Site
from tests.browser.test_pages_are_accessible import violations

PHONE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


def with_authenticator(page: Page) -> Page:
    """Adds a virtual authenticator to the page's browser, which confirms at once."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE})
    return page


def test_a_passkey_is_made_and_opens_the_club(
    site: Site, names: dict[str, Any], open_page: OpenPage, picture: Picture
) -> None:
    address = site.address.replace("127.0.0.1", "localhost")  # a passkey belongs to a host name
    page = with_authenticator(open_page(f"{address}/login?next=/account", new=True))
    picture(page, "log-in", full_page=True)
    page.get_by_label("Log-in name").fill("mia")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page.get_by_label("Name of a new passkey").fill("my phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    expect(page.locator(".codes code")).to_have_count(10)
    picture(page, "account", full_page=True)
    assert violations(page) == []

    page.goto(f"{address}/c/{names['club']}")
    page.locator("header summary").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You are logged out.")).to_be_visible()
    page.goto(f"{address}/login?next=/account")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    expect(page.locator(".lines strong").get_by_text("my phone")).to_be_visible()
    page.get_by_role("button", name="Turn on two-step login").click()
    expect(page.get_by_role("button", name="Turn off two-step login")).to_be_visible()

    page.get_by_role("button", name="Log out").first.click()
    page.wait_for_url("**/login?next=**")
    page.goto(f"{address}/login?next=/account")
    page.get_by_label("Log-in name").fill("mia")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="Confirm with your passkey")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page.get_by_role("button", name="Turn off two-step login").click()  # other tests use the same site
    expect(page.get_by_role("button", name="Turn on two-step login")).to_be_visible()
