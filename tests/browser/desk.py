"""An arbiter's browser at a tournament's desk, in Italian: what evenings have in common."""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect

from scorekeeper.clubs import accounts
from scorekeeper.store.models import db
from tests.browser.conftest import OpenPage, Site, an_account, log_in

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False}


def at_the_desk(site: Site, open_page: OpenPage, club: str, name: str) -> Page:
    """Returns the browser of a new club's owner, in Italian and logged in, at the club's tournaments."""
    with site.app.app_context():
        made = accounts.create_club(club)
        accounts.join(made, an_account(name.lower(), name), "owner")
        db.session.commit()
        address = f"{site.address}/c/{made.slug}/tournaments"
    page = open_page(f"{site.address}/login?lang=it", **DESK)
    log_in(page, name.lower())
    page.goto(address)
    return page


def paste_entries(desk: Page, lines: Sequence[str]) -> None:
    """Enters these pairs on the tournament's page of entries."""
    desk.get_by_role("link", name="Iscrizioni").first.click()
    desk.locator("#several summary").click()
    desk.locator("#several textarea").fill("\n".join(lines))
    desk.locator("#several button").click()
    expect(desk.locator("body")).to_contain_text(f"{len(lines)} iscrizioni aggiunte")


def pair_and_publish(desk: Page, number: int) -> None:
    """Pairs and publishes a round with two taps."""
    desk.get_by_role("link", name=f"Abbina il turno {number}").click()
    desk.get_by_role("button", name=f"Pubblica il turno {number}").first.click()
    expect(desk.get_by_role("heading", name=re.compile(r"mancano \d+ risultati", re.IGNORECASE))).to_be_visible()


def fill_slips(desk: Page, address: str, number: int, tables: int) -> None:
    """Fills in the slips of the missing tables on one page: the higher the table, the larger the difference."""
    desk.goto(f"{address}/rounds/{number}/typed")
    fields = desk.locator(".typed-tables input")
    expect(fields).to_have_count(2 * tables)
    for field in fields.all():
        table, side = map(int, str(field.get_attribute("name")).split("-")[1:])
        won = (table + number) % 2 == side
        field.fill(str(800 + 65 * table if won else 700))


def enter_slips(desk: Page, done: int) -> None:
    """Enters what the slips say; `done` tables then have a result."""
    desk.get_by_role("button", name="Inserisci risultati").click()
    expect(desk.locator(".desk-count")).to_have_text(str(done))
