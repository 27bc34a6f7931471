"""Passkeys in a real browser, with Chromium's own virtual authenticator."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from scorekeeper.clubs import passkeys
from scorekeeper.store.models import db
from tests.browser.conftest import PASSWORD, OpenPage, Picture, Site, log_in
from tests.browser.test_pages_are_accessible import scheme_in_turn, violations
from tests.clubs.conftest import the_account

PHONE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


def with_authenticator(page: Page, *keys: dict[str, Any]) -> Callable[[], list[dict[str, Any]]]:
    """Adds a virtual authenticator with these keys to the browser; it confirms at once. Returns what reads its keys."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE})
    for key in keys:
        session.send("WebAuthn.addCredential", {**made, "credential": key})
    return lambda: session.send("WebAuthn.getCredentials", made)["credentials"]


def test_a_passkey_is_made_and_opens_the_club(
    site: Site, names: dict[str, Any], open_page: OpenPage, picture: Picture
) -> None:
    address = site.address.replace("127.0.0.1", "localhost")  # a passkey belongs to a host name
    page = open_page(f"{address}/login?next=/account", new=True)
    with_authenticator(page)
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
    assert violations(page, schemes=scheme_in_turn(0)) == []

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
    assert violations(page, schemes=scheme_in_turn(5)) == []
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page.get_by_role("button", name="Turn off two-step login").click()  # other tests use the same site
    expect(page.get_by_role("button", name="Turn on two-step login")).to_be_visible()


def test_a_copied_key_opens_nothing_once_the_phone_has_been_used_again(
    site: Site, names: dict[str, Any], open_page: OpenPage
) -> None:
    """The browser itself refuses the key to a page of another host name."""
    address = site.address.replace("127.0.0.1", "localhost")
    page = open_page(f"{address}/login", new=True)
    keys = with_authenticator(page)
    log_in(page, "olga")
    page.goto(f"{address}/account")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    (copied,) = keys()
    for _again in range(2):
        page.context.clear_cookies()
        page.goto(f"{address}/login?next=/account")
        page.get_by_role("button", name="Log in with a passkey").click()
        expect(page.get_by_role("heading", name="Your account")).to_be_visible()

    thief = open_page(f"{address}/login?next=/account", new=True)
    with_authenticator(thief, copied)
    thief.get_by_role("button", name="Log in with a passkey").click()
    expect(thief.locator("p[role=alert]:visible")).to_contain_text("That passkey didn’t work")
    elsewhere = open_page(f"{site.address}/login", new=True)
    with_authenticator(elsewhere, copied)
    elsewhere.get_by_role("button", name="Log in with a passkey").click()
    expect(elsewhere.locator("[data-passkey-failed]")).to_be_visible()
    with site.app.app_context():  # other tests use the same site
        olga = the_account("olga")
        passkeys.remove_all(olga)
        db.session.commit()
