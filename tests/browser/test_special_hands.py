"""A match page shows after a special hand what a reload shows, no matter who recorded, undid or corrected it."""

import re
from collections.abc import Callable
from contextlib import suppress
from difflib import unified_diff
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import ledger
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from tests.browser.conftest import OpenPage, Site
from tests.browser.test_offline import go_offline, ready
from tests.browser.thumb import Thumb, drawn
from tests.games.buraco.test_three_players import TO_1000
from tests.games.king.hands import FESTAS, SIX
from tests.games.table import PAIRS, singly
from tests.support.matches import TRUCO, won
from tests.support.polling import until

Act = Callable[[Match, ledger.Write], Any]

# Every visible part: kind, classes, own text, and box. What was just said, and what is shown for a moment, is left out.
SHOWN = """() => Array.from(document.querySelectorAll(".score *, .status *, .middle *, .dock *, [data-hands] *"))
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => !each.closest("[data-said-line], [data-live], [data-outcome], svg *"))
  .map((each) => {
    const classes = Array.from(each.classList).filter((name) => !["ticked", "resting"].includes(name)).sort();
    const text = Array.from(each.childNodes, (node) => node.nodeType === 3 ? node.data : "").join("");
    const box = each.getBoundingClientRect();
    const place = [box.x, box.y, box.width].map(Math.round);
    return [each.tagName, classes, text.replace(/\\s/g, ""), ...place].join(" ");
  })"""


def looks_reloaded(page: Page) -> None:
    """Waits until the page shows what another one shows that is opened now."""
    with page.context.expect_page() as opened:
        page.evaluate("open(location.href)")
    fresh = opened.value
    fresh.set_viewport_size(page.viewport_size or {"width": 375, "height": 667})
    drawn(fresh)
    drawn(page)

    pair: dict[str, list[str]] = {}

    def alike() -> bool:
        pair.update(here=shown(page), there=shown(fresh))
        return pair["here"] == pair["there"]

    with suppress(AssertionError):
        until(alike, "the same page")
    assert alike(), "\n".join(unified_diff(pair["there"], pair["here"], "reloaded", "live", lineterm="", n=0))
    fresh.close()


def shown(page: Page) -> list[str]:
    parts: list[str] = page.evaluate(SHOWN)
    return parts


def elsewhere(site: Site, page: Page, act: Act) -> None:
    """Changes the page's match as from another phone, and waits until the page has heard of it."""
    token, number = page.url.split("/s/")[1].split("/m/")
    with site.app.app_context():
        _link, match = links.open_match(token, int(number)) or (None, None)
        assert match
        act(match, ledger.Write("", f"elsewhere {match.version}", match.version))
        version = match.version
        db.session.commit()
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("form[data-entry] [name=seen]")).to_have_value(str(version))


def record(entry: dict[str, Any]) -> Act:
    return lambda match, mark: ledger.record(match, entry, mark)


PAULISTA = {**TRUCO, "variant": "paulista"}
SCALA = {"game": "scala40", "sides": singly(4), "options": {"reentries": 1}}
CHINCHON = {"game": "chinchon", "sides": singly(3), "options": {"reentries": 1}}
OUT = {"closed": 0, "counts": [0, 110, 88, 20]}
SPECIAL: dict[str, tuple[dict[str, Any], list[dict[str, Any]], list[Act]]] = {
    "hand of eleven, and back": (TRUCO, [won(0, 9), won(0, 1)], [record(won(0)), ledger.undo, ledger.redo]),
    "iron hand": (PAULISTA, [won(0, 9), won(1, 9), won(0), won(1), won(1)], [record({"fold": True}), record(won(0))]),
    "hand of ten": ({**TRUCO, "variant": "mineiro"}, [won(0, 6), won(0, 2)], [record(won(0, 2)), record(won(1, 4))]),
    "Argentine buenas": ({**TRUCO, "game": "truco-argentino"}, [{"truco": [4, 0]}] * 3, [record({"truco": [4, 0]})]),
    "a festa": ({"game": "king", "sides": singly(4)}, SIX[:5], [record(SIX[5]), record(FESTAS[0])]),
    "a litige": ({"game": "belote", "sides": PAIRS}, [], [record({"taker": 0, "points": [81, 81]})]),
    "a draw": ({"game": "sueca", "sides": PAIRS}, [], [record({"points": [60, 60]})]),
    "who is out may come back": (SCALA, [], [record(OUT), ledger.undo]),
    "somebody is out": ({**SCALA, "options": {}}, [], [record(OUT)]),
    "a re-entry": (CHINCHON, [{"closed": 0, "counts": [0, 60, 9]}], [record({"closed": 0, "counts": [0, 60, 9]})]),
    "the lone hand": (
        {"game": "buraco", "variant": "burraco-3", "sides": singly(3)},
        [],
        [record(TO_1000)],
    ),
}


@pytest.mark.parametrize("special", SPECIAL)
def test_after_a_special_hand_from_another_phone(site: Site, open_page: OpenPage, special: str) -> None:
    head, before, acts = SPECIAL[special]
    page = open_page(site.start(head, *before))
    for act in acts:
        elsewhere(site, page, act)
        looks_reloaded(page)


def test_a_hand_of_eleven_is_given_up_with_one_tap(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(PAULISTA, won(0, 9), won(1, 9), won(0, 1)))
    thumb = Thumb(page)
    thumb.choose("winner,stake", "0,1")
    expect(page.locator(".special")).to_have_text("Us may look at their cards")
    looks_reloaded(page)
    thumb.tap(".fold-key")
    expect(page.locator("[data-now]")).to_contain_text("Hand 6")
    expect(page.locator(".half.side-1 [data-total]")).to_have_text("10")
    looks_reloaded(page)
    thumb.tap("[data-hand='1'] summary")
    expect(page.locator("label[data-stake='12'][data-of='0']")).to_be_visible()  # a past hand has all stakes
    thumb.tap("[data-cancel]")
    expect(page.locator("label[data-stake]:visible")).to_have_text(["Us 3", "Them 3"])


@pytest.mark.installs
def test_a_match_that_ends_without_a_network_ends_as_with_one(site: Site, open_page: OpenPage) -> None:
    page = ready(open_page(site.start(TRUCO, won(0, 9), won(1, 9))))
    go_offline(page)
    thumb = Thumb(page)
    thumb.choose("winner,stake", "0,3")
    expect(page.locator("[data-winner]")).to_contain_text("Us")
    expect(page.locator("[data-shown-picture]")).to_have_attribute("src", re.compile("^data:"))
    looks_reloaded(page)
    thumb.tap("[data-undo-end]")
    expect(page.locator(".half.side-0 [data-total]")).to_have_text("9")
    looks_reloaded(page)
