"""Files that a phone shares with the installed app wait there until somebody says where they go."""

import pytest
from playwright.sync_api import expect

from scorekeeper.clubs import accounts
from scorekeeper.store.models import db
from tests.browser.conftest import OpenPage, Picture, Site, an_account
from tests.browser.phones import without_rules
from tests.browser.test_offline import POLLING
from tests.browser.test_pages_are_accessible import SMALL, scheme_in_turn, violations
from tests.clubs.conftest import PASSWORD
from tests.clubs.tournaments.evening import a_tournament, publish_next

pytestmark = pytest.mark.installs

SHARE = """([name, type]) => {  // as the phone's share dialog does: a form without a token
  const form = document.createElement("form"), input = document.createElement("input"), files = new DataTransfer();
  files.items.add(new File(["contents of " + name], name, { type }));
  Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "/share" });
  Object.assign(input, { type: "file", name: "files", files: files.files });
  form.append(input);
  document.body.append(form);
  form.submit();
}"""
PUT_OLD = """async () => (await caches.open("shared")).put("/share", new Response("", { headers: { "X-At": "1" } }))"""
FIRST_FILE = "async (input) => [input.files[0].name, await input.files[0].text()]"


def test_shared_files_survive_the_log_in_and_fill_the_form_that_was_chosen(
    site: Site, open_page: OpenPage, picture: Picture
) -> None:
    with site.app.test_request_context():
        club = accounts.create_club("Circolo dei Condivisi")
        accounts.join(club, an_account("tosca", "Tosca"), "owner")
        publish_next(a_tournament(club, 4))
        db.session.commit()
    page = open_page(f"{site.address}/healthz", new=True, routes=True)
    without_rules(page)
    page.goto(f"{site.address}/")
    page.wait_for_function("() => navigator.serviceWorker.controller", polling=POLLING)
    page.evaluate(SHARE, ["slips.jpg", "image/jpeg"])
    expect(page.get_by_text("slips.jpg")).to_be_visible()
    assert violations(page, schemes=scheme_in_turn(0)) == []
    assert page.evaluate(SMALL) == []
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Log-in name").fill("tosca")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_text("slips.jpg")).to_be_visible()
    expect(page.get_by_role("link", name="Circolo dei Condivisi", exact=True)).to_be_hidden()  # imports no picture
    picture(page, "shared")
    assert violations(page, schemes=scheme_in_turn(1)) == []
    page.get_by_role("link", name="Round 1").click()
    field = page.locator("[name=pictures]")
    page.wait_for_function("() => document.querySelector('[name=pictures]')?.files.length === 1")
    assert field.evaluate(FIRST_FILE) == ["slips.jpg", "contents of slips.jpg"]
    page.evaluate(SHARE, ["club.jsonl", ""])
    page.get_by_role("link", name="Circolo dei Condivisi", exact=True).click()
    page.wait_for_function("() => document.querySelector('[name=file]')?.files.length === 1")
    assert page.locator("[name=file]").evaluate(FIRST_FILE) == ["club.jsonl", "contents of club.jsonl"]
    page.goto(f"{site.address}/share")
    page.get_by_role("button", name="Discard files").click()
    page.wait_for_url(f"{site.address}/")
    page.goto(f"{site.address}/share")
    expect(page.get_by_text("club.jsonl")).to_have_count(0)
    page.evaluate(PUT_OLD)
    page.goto(f"{site.address}/")
    page.wait_for_function("async () => !(await caches.has('shared'))")  # a day has passed
