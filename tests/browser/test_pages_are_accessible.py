"""axe finds nothing on any page, light or dark; and every page is readable with letters twice as large."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from scorekeeper.games import GAMES
from tests.browser.conftest import OpenPage, Site
from tests.browser.measures import COVERED, ENLARGED, REFLOW, at_every_size, clipped_if_spaced_out
from tests.browser.thumb import Thumb, drawn, refused, ways
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


def pages_in_turn(turn: int) -> list[Any]:
    """Returns the names of PAGES to try, for two tests in turn: each tries one of a game's two pages; at night both.

    The pages of games are alike, but for texts. The offline page first has to run the rules engine.
    """
    of_games = [name for name in PAGES if name.startswith(("new ", "rules of "))]
    left_out = {*of_games} - {*shared_out(of_games, turn, 2)}
    names = [name for name in PAGES if name not in left_out]
    return [pytest.param(name, marks=[pytest.mark.installs] if name == "offline" else []) for name in names]


AXE = Axe().axe_script
RUN = """([within, options]) => axe.run(within, options).then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 120))]))"""
TARGETS = {"target-size": {"enabled": True}}  # WCAG 2.5.8, which axe leaves out otherwise
VIOLATIONS = {"resultTypes": ["violations"], "rules": TARGETS}
# The dark page can differ only in its colours.
Schemes = dict[Literal["light", "dark"], dict[str, Any]]
SCHEMES: Schemes = {
    "light": VIOLATIONS,
    "dark": {
        "resultTypes": ["violations"],
        "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    },
}


# The dock covers targets until the page scrolls, which axe takes for small ones; SMALL asks for more.
AT_WORK: Schemes = {**SCHEMES, "light": {"resultTypes": ["violations"]}}
TWO_HANDS = (won(0), won(1, 3))


# Rules pages have the same colours but are long and slow to check: one game's always, the others at night only.
COLOURS_AT_NIGHT = set() if FUZZING else {f"rules of {game.slug}" for game in GAMES[1:]}
ALL_BUT_COLOURS = {**VIOLATIONS, "rules": {**TARGETS, "color-contrast": {"enabled": False}}}


def violations(page: Page, within: str = "html", schemes: Schemes = SCHEMES) -> list[str]:
    """Returns the violations that axe finds in a part of the page, light and dark, as text; the page stays dark."""
    problems: list[str] = []
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    for scheme, options in schemes.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # keys change colours without a transition
        problems += [f"{scheme} {rule}: {parts}" for rule, parts in page.evaluate(RUN, [within, options])]
    return problems


@pytest.mark.parametrize("name", pages_in_turn(1))
def test_axe_finds_nothing(site: Site, open_page: OpenPage, name: str) -> None:
    address = PAGES[name]
    if MATCH in address or SITTING in address:
        match = site.start(TRUCO, *TWO_HANDS)
        address = address.replace(MATCH, match).replace(SITTING, match.rpartition("/m/")[0])
    else:
        address = site.address + address
    page = open_page(address)
    schemes: Schemes = {"light": ALL_BUT_COLOURS} if name in COLOURS_AT_NIGHT else SCHEMES
    assert violations(page, schemes=schemes) == []


SMALL = """Array.from(document.querySelectorAll("a, button, summary, select, input:not([type=hidden])"))
  .map((each) => [each.closest("label") ?? each, each])
  .filter(([target, each]) => each.checkVisibility() && !each.matches(".line a, .skip"))
  .filter(([target]) => target.getBoundingClientRect().height < 43.9)
  .map(([target]) => target.outerHTML.slice(0, 100))"""


@pytest.mark.parametrize("head", HEADS)
def test_axe_finds_nothing_on_a_match_at_work(site: Site, open_page: OpenPage, head: str) -> None:
    """With every fold open, problems shown, and each way to enter in turn; the rest of the page is the same for all.

    And whatever is tapped is 44 pixels high, nothing is cut off with wider spacing, and at the smallest sizes, upright
    and lying in turn, the page is no wider than the screen and no control covered while it has the focus.
    """
    page = open_page(site.start(HEADS[head]))
    for number, slug in enumerate(ways(page)):
        Thumb(page).way(slug)
        page.evaluate("document.querySelectorAll('.way:not([hidden]) details').forEach(fold => fold.open = true)")
        assert number > 0 or page.evaluate(SMALL) == []  # later there are rules in the sentences of problems
        assert page.evaluate("document.documentElement.scrollWidth") == 375
        assert clipped_if_spaced_out(page) == []
        refused(page)
        assert violations(page, "html" if number == 0 else ".way:not([hidden])", AT_WORK) == []
    sizes = [ENLARGED, *in_turn([(320, 568), (667, 375)], list(HEADS).index(head))]
    assert at_every_size(page, REFLOW, COVERED, sizes=sizes) == {}


def test_axe_finds_nothing_on_a_finished_match(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO, *TWO_HANDS))
    thumb = Thumb(page)
    thumb.choose("winner,stake", "1,12")
    thumb.record("Record 0 – 12: the match is over")
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
def test_letters_twice_as_large_make_no_page_wider(site: Site, large_text: Page, head: str) -> None:
    """With more fields than the usual match of each game, which every size is tried with elsewhere."""
    large_text.goto(site.start(HEADS[head]))
    for width in (375, 320):
        large_text.set_viewport_size({"width": width, "height": 568})
        drawn(large_text)
        assert large_text.evaluate("document.documentElement.scrollWidth") == width
