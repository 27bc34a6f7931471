"""A phone at a tournament's table: the slip's address opens the match, the arbiter is called, both confirm."""

import pytest
from playwright.sync_api import expect

from scorekeeper.clubs.tournaments import table_results, table_states
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web import links
from tests.browser.conftest import OpenPage, Picture, Site
from tests.browser.test_offline import UNSENT, go_offline, ready
from tests.browser.thumb import Thumb
from tests.clubs.evenings import a_club
from tests.clubs.tournaments.at_tables import PLAYED, confirm, entered, match_at, play
from tests.clubs.tournaments.evening import a_tournament, publish_next

CONFIRMED_BELOW_THE_HEAD = """() => {
  const head = document.querySelector(".masthead");
  const bottom = Math.max(...[...head.children].map((part) => part.getBoundingClientRect().bottom));
  const ink = getComputedStyle(head).color === getComputedStyle(document.body).color;
  return ink && document.querySelector(".confirm p:not([hidden])").getBoundingClientRect().top >= bottom;
}"""


def test_a_table_plays_its_round(site: Site, open_page: OpenPage, picture: Picture) -> None:
    with site.app.app_context():
        made = a_tournament(a_club(), 4)
        first, _second = publish_next(made)
        slip = f"{site.address}/s/{links.token(links.make_link(first, 'score'))}/play"
        db.session.commit()
        number = made.id
    page = open_page(slip)
    expect(page.locator("header")).to_contain_text("Round 1 · Table 1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, "tournament-table", full_page=True)
    page.get_by_role("button", name="Call the arbiter to table 1").tap()
    expect(page.locator(".at-tournament")).to_contain_text("Arbiter called to table 1.")
    page.get_by_role("button", name="Withdraw call").tap()
    expect(page.get_by_role("button", name="Call the arbiter to table 1")).to_be_visible()
    with site.app.app_context():
        table_states.call_time(db.session.get_one(Tournament, number), 1, actor="Tilda")
        table_states.commit_and_tell(db.session.get_one(Tournament, number), 1)
    expect(page.locator("[data-time-called]")).to_be_visible()  # updated without a reload, as are the checks below
    with site.app.app_context():
        play(match_at(db.session.get_one(Tournament, number), 1))
        confirm(match_at(db.session.get_one(Tournament, number), 1), 1)
        db.session.commit()
    expect(page.locator("[data-winner]")).to_contain_text("Pair 1")
    expect(page.locator("[data-time-called]")).to_be_hidden()
    expect(page.get_by_role("button", name="Rematch")).to_be_hidden()
    page.reload()
    page.locator("[data-asks-side] button[name=side]").first.tap()
    page.locator("[data-agree]:visible").first.tap()
    expect(page.locator("[data-agreed-yes]:visible")).to_have_count(2)
    with site.app.app_context():
        assert entered(db.session.get_one(Tournament, number), 1) == PLAYED
    page.reload()
    expect(page.locator(".at-tournament")).to_contain_text("The result of this table is entered.")
    picture(page, "tournament-table-over", full_page=True)
    assert page.evaluate(CONFIRMED_BELOW_THE_HEAD)
    with site.app.app_context():
        tournament = db.session.get_one(Tournament, number)
        table_results.enter(tournament, tournament.version, 1, {1: {"points": [2480, 3070]}}, actor="Tilda")
        table_states.commit_and_tell(tournament, 1, [1])
    expect(page.locator(".flood")).to_contain_text("The arbiter entered 3,070 : 2,480 (13 : 7)")
    expect(page.locator("[data-winner]")).to_contain_text("Pair 2")
    expect(page.locator(".confirm")).to_have_count(0)
    picture(page, "tournament-table-ruled", full_page=True)


@pytest.mark.night
@pytest.mark.installs
def test_a_table_without_a_network_confirms_for_both_sides(site: Site, open_page: OpenPage, picture: Picture) -> None:
    """One phone at the table: its confirmations are entered into the round once it is online again.

    By day `test_what_was_confirmed_and_changed_meanwhile_is_looked_at_again` confirms on such a phone,
    tests/offline/test_confirming.py sends what was confirmed, and the test above has the table.
    """
    with site.app.app_context():
        made = a_tournament(a_club(), 4, game="truco", variant=None, scoring={"kind": "match"})
        first, _second = publish_next(made)
        slip = f"{site.address}/s/{links.token(links.make_link(first, 'score'))}/play"
        db.session.commit()
        number = made.id
    page = ready(open_page(slip))
    go_offline(page)
    thumb = Thumb(page)
    thumb.choose("winner,stake", "0,12")
    thumb.record("Record 12 – 0: the match is over")
    expect(page.locator("[data-asks-side]")).to_be_visible()
    page.locator("[data-asks-side] button[name=side][value='0']").tap()
    confirm_key = page.locator("[data-agree]").locator("visible=true")
    expect(confirm_key).to_have_count(2)
    for left in (1, 0):
        thumb.tap(confirm_key.first)
        expect(confirm_key).to_have_count(left)
    expect(page.locator("[data-told-of=result] li")).to_have_text(
        ["Pair 1 confirmed · waiting to send", "Pair 2 confirmed on the phone of Pair 1 · waiting to send"]
    )
    expect(page.locator(UNSENT)).to_have_text("Saved on this phone · waiting to send")
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    picture(page, "tournament-table-confirmed-offline", full_page=True)
    with site.app.app_context():
        assert entered(db.session.get_one(Tournament, number), 1) == {}
    page.context.set_offline(False)
    expect(page.locator(UNSENT)).to_have_text("All changes sent.")
    expect(page.locator("[data-agreed-yes]:visible")).to_have_count(2)
    expect(page.locator("[data-told-of=result] li").first).not_to_contain_text("waiting to send")
    with site.app.app_context():
        assert entered(db.session.get_one(Tournament, number), 1) == {"points": [12, 0]}
