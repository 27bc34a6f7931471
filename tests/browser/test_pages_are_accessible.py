"""axe finds nothing on any page, light or dark; and nothing is cut off, with texts 40 % longer, at 320 pixels.

No page is wider than the screen then, nor with wider spacing, nor enlarged to 400 %, where no control is covered while
it has the focus; and every page is readable with letters twice as large.
"""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from scorekeeper.games import GAMES
from tests.browser.conftest import OpenPage, Site
from tests.browser.measures import (
    COVERED,
    ENLARGED,
    REFLOW,
    at_every_size,
    clipped,
    clipped_if_spaced_out,
    letters_twice_as_large,
)
from tests.browser.thumb import drawn, refused, ways
from tests.documents import GAMES as DOCUMENTS
from tests.support.fuzzing import FUZZING, in_turn, shared_out
from tests.support.matches import ALBASTINI, BURACO, TRESETTE, TRUCO, won

HEADS: dict[str, dict[str, Any]] = {
    "tresette": {**TRESETTE, "variant": "mcleod"},
    "truco": TRUCO,
    "albastini": ALBASTINI,
    "buraco": BURACO,
    "five": {"game": "albastini", "sides": [{"name": name, "players": [name]} for name in "ABCDE"]},
    "three-teams": {
        "game": "buraco",
        "variant": "three-teams",
        "sides": [{"name": "The Northern Lights of Ushuaia and Environs"[:40]}, {"name": "Two"}, {"name": "Three"}],
    },
}
for _slug, _made in DOCUMENTS.items():  # those of other games follow from their documents
    HEADS.setdefault(_slug, {name: value for name, value in _made.going_on[0].items() if name != "hands"})
MATCH = "{match}"
SITTING = "{sitting}"

# Addresses by name. Pages of a match show a match of Truco with two hands.
PAGES = {
    "home": "/",
    **{f"new {game.slug}": f"/new?game={game.slug}" for game in GAMES},
    "rules": "/rules/",
    "help": "/help/",
    "a page of help": "/help/first-club",
    **{f"rules of {game.slug}": f"/rules/{game.slug}" for game in GAMES},
    "agreement": "/rules/own?options.name=Rook&options.step=5",
    "blank sheets": "/blank",
    "past evening": "/over/",
    "settings": "/settings",
    "shared files": "/share",
    "forget": "/settings/forget",
    "privacy": "/privacy",
    "accessibility": "/accessibility",
    "licences": "/licences",
    "club door": "/club",
    "club set-up": "/club/set-up",
    "log in": "/login",
    "offline": "/offline",
    "sitting": SITTING,
    "share": f"{SITTING}/share",
    "stakes": f"{SITTING}/stakes",
    "next match": f"{SITTING}/new",
    "match": MATCH,
    "correction": f"{MATCH}/hands/1",
    "table": f"{MATCH}/table",
    "result": f"{MATCH}/result",
    "needs": f"{MATCH}/needs",
    "past evenings": "/evenings",
    "records": "/evenings/records",
    "board": f"{MATCH}/board",
    "claims": f"{MATCH}/claims/",
    "claim": f"{MATCH}/claims/hand",
    "older hands": f"{MATCH}/older?before=2",
    "how to print": f"{MATCH}/sheet",
}
# Responses that are no pages; and pages tested by tests/browser/test_club_*.py, by blueprint.
CLUB_PAGES = (
    "approvals.", "log_search.", "club.", "club_settings.", "own_page.", "import_export.", "nights.", "night_papers.",
    "people.", "players.", "standings.", "records.", "season_papers.", "sign_in.invitation", "sign_in.reset_form",
    "sign_in.ask_reset", "sign_in.ask_passkey", "print_jobs.", "proof.", "account.", "confirming.", "tournament",
    "series.", "roster_lists.", "registering.", "webhooks.", "night_photographs.",
)  # fmt: skip
NO_PAGES = (
    ".json", "/print/", ".pdf", ".png", ".svg", ".webmanifest", ".js", ".ics", ".csv", ".txt", "/healthz", "/static/",
    "/token",
)  # fmt: skip


def pages_in_turn() -> list[Any]:
    """Returns the turns and names of the PAGES to try: some of the games' pages, which are alike but for texts.

    At night all. The offline page first has to run the rules engine.
    """
    of_games = [name for name in PAGES if name.startswith(("new ", "rules of "))]
    left_out = {*of_games} - {*shared_out(of_games, 3, 4)}
    names = enumerate(name for name in PAGES if name not in left_out)
    marks = {"offline": [pytest.mark.installs]}
    return [pytest.param(turn, name, marks=marks.get(name, []), id=name) for turn, name in names]


def too_wide(page: Page) -> list[str]:
    """Returns what is wider than the screen or clipped, as text."""
    return page.evaluate(REFLOW) + clipped(page)


AXE = Axe().axe_script
RUN = """([within, options]) => axe.run(within, options).then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 120))]))"""
TARGETS = {"target-size": {"enabled": True}}  # WCAG 2.5.8, which axe leaves out otherwise
VIOLATIONS = {"resultTypes": ["violations"], "rules": TARGETS}
# The dark page can differ only in its colours.
Schemes = dict[Literal["light", "dark"], dict[str, Any]]
COLOURS = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
SCHEMES: Schemes = {"light": VIOLATIONS, "dark": COLOURS}

# The dock covers targets until the page scrolls, which axe takes for small ones; SMALL asks for more.
AT_WORK = {"resultTypes": ["violations"]}
TWO_HANDS = (won(0), won(1, 3))


def violations(page: Page, within: str = "html", schemes: Schemes = SCHEMES) -> list[str]:
    """Returns the violations that axe finds in a part of the page, light and dark, as text; the page stays dark."""
    problems: list[str] = []
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    for scheme, options in schemes.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # keys change colours without a transition
        problems += [f"{scheme} {rule}: {parts}" for rule, parts in page.evaluate(RUN, [within, options])]
    return problems


def scheme_in_turn(turn: int, options: dict[str, Any] = VIOLATIONS) -> Schemes:
    """Returns what to look for on one of many pages with the same colours: light or dark in turn, at night both.

    By day on every second page without the colours, which take the most time.
    """
    if turn % 2 and not FUZZING:
        options = {**options, "rules": {**options.get("rules", {}), "color-contrast": {"enabled": False}}}
    return dict.fromkeys(in_turn(SCHEMES, turn // 2), options)


@pytest.mark.parametrize("turn, name", pages_in_turn())
def test_a_page_is_whole_and_axe_finds_nothing(
    site: Site, open_page: OpenPage, screen: dict[str, int], turn: int, name: str
) -> None:
    address = PAGES[name]
    if MATCH in address or SITTING in address:
        match = site.start(TRUCO, *TWO_HANDS)
        address = address.replace(MATCH, match).replace(SITTING, match.rpartition("/m/")[0])
    else:
        address = site.address + address
    page = open_page(address)
    assert violations(page, schemes=scheme_in_turn(turn)) == []
    page.set_viewport_size(screen)
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    assert too_wide(page) == []
    assert clipped_if_spaced_out(page) == []
    assert at_every_size(page, REFLOW, COVERED, sizes=[ENLARGED]) == {}


SMALL = """Array.from(document.querySelectorAll("a, button, summary, select, input:not([type=hidden])"))
  .map((each) => [each.closest("label") ?? each, each])
  .filter(([target, each]) => each.checkVisibility() && !each.matches(".line a, .skip"))
  .filter(([target]) => target.getBoundingClientRect().height < 43.9)
  .map(([target]) => target.outerHTML.slice(0, 100))"""


# Takes from each text of the pseudo-language what makes it longer than in English.
OF_USUAL_LENGTH = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(/⟦|( ǔ[ǔx ]*)?⟧/g, "");
}"""


# By day of two heads of a game only the one with more fields.
WITH_FEWER_FIELDS = set() if FUZZING else {"albastini", "buraco"}


@pytest.mark.parametrize("head", [head for head in HEADS if head not in WITH_FEWER_FIELDS])
def test_a_match_at_work_is_whole_and_axe_finds_nothing(
    site: Site, open_page: OpenPage, screen: dict[str, int], head: str
) -> None:
    """With every fold open, problems shown, and each way to enter in turn; the rest of the page is the same for all.

    By day with the first way and half of the others.

    And whatever is tapped is 44 pixels high, nothing is cut off with wider spacing, and at the smallest sizes, upright
    and lying in turn, the page is no wider than the screen and no control covered while it has the focus.
    """
    page = open_page(site.start(HEADS[head]))
    turn = list(HEADS).index(head)
    show_way(page, ways(page)[0])
    assert page.evaluate(SMALL) == []  # later there are rules in the sentences of problems
    page.set_viewport_size(screen)
    first, *others = ways(page)
    tried = [first, *shared_out(others, turn % 2, 2)]
    for number, slug in enumerate(tried):
        show_way(page, slug)
        refused(page)
        assert too_wide(page) == [], slug
        within = "html" if number == 0 else ".way:not([hidden])"
        assert violations(page, within, scheme_in_turn(2 * turn + min(number, 1), AT_WORK)) == [], slug
    sizes = [ENLARGED, *in_turn([(320, 568), (667, 375)], turn)]
    assert at_every_size(page, REFLOW, COVERED, sizes=sizes) == {}
    page.set_viewport_size({"width": 375, "height": 667})
    for slug in tried:
        show_way(page, slug)
        page.evaluate(OF_USUAL_LENGTH)
        assert clipped_if_spaced_out(page) == [], slug


def show_way(page: Page, slug: str) -> None:
    """Shows a way to enter a hand, with every fold open."""
    page.locator(f"[data-way-link='{slug}']").dispatch_event("click")
    page.evaluate("document.querySelectorAll('.way:not([hidden]) details').forEach(fold => fold.open = true)")


def test_axe_finds_nothing_on_a_finished_match(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO, *TWO_HANDS, won(1, 9)))
    page.locator(".hand summary").first.click()
    assert violations(page) == []


def test_every_page_is_looked_at(site: Site) -> None:
    """A new page must be added to PAGES, here or in the club tests."""
    adapter = site.app.url_map.bind("localhost")
    looked_at = {
        adapter.match(address.replace(MATCH, "/s/t/m/1").replace(SITTING, "/s/t").partition("?")[0])[0]
        for address in PAGES.values()
    }
    rules = [rule for rule in site.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    pages = {rule.endpoint for rule in rules if not any(sign in rule.rule for sign in NO_PAGES)}
    assert {page for page in pages - looked_at if not page.startswith(CLUB_PAGES)} == set()


@pytest.mark.parametrize("head", ["tresette", "five", "three-teams"])
def test_letters_twice_as_large_make_no_page_wider(site: Site, open_page: OpenPage, head: str) -> None:
    """With more fields than the usual match of each game, which every size is tried with elsewhere."""
    page = open_page(site.start(HEADS[head]))
    with letters_twice_as_large(page):
        for width in (375, 320):
            page.set_viewport_size({"width": width, "height": 568})
            drawn(page)
            assert page.evaluate("document.documentElement.scrollWidth") == width
