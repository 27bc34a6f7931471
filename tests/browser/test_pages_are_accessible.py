"""axe finds nothing on any page, light or dark; and nothing is cut off, with texts 40 % longer, at 320 pixels.

No page is wider than the screen then, nor with wider spacing, nor enlarged to 400 %, where no control is covered while
it has the focus; and every page is readable with letters twice as large.
"""

from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from scorekeeper.games import GAMES
from scorekeeper.games.card.library import card_named
from scorekeeper.web.card_pages.packing import packed
from tests.browser.axe import load_axe
from tests.browser.conftest import OpenPage, Site
from tests.browser.measures import (
    CLIPPED,
    CLIPPED_IF_SPACED_OUT,
    COVERED,
    ENLARGED,
    REFLOW,
    at_every_size,
    letters_twice_as_large,
    seen_by,
)
from tests.browser.thumb import drawn, refused, ways
from tests.documents import GAMES as DOCUMENTS
from tests.support.at_home import offered
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
OFFLINE = "offline"

RULES = {"format": "scorekeeper-rules/1", "game": "truco", "variant": "paulista", "options": {"target": 15}}
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
    "games to settle": "/claims/",
    "claims of a game": "/claims/buraco/",
    "claim without a match": "/claims/tresette/won?total.0=21&side=0&check=1",
    "more games": "/games",
    "cards": "/cards/",
    "new card": "/cards/new",
    "card that was sent": f"/cards/open?card={packed(card_named('skyjo'))}",
    "rules to share": f"/cards/open?card={packed(RULES)}&share=1",
    "form of a card that was sent": f"/new?card={packed(card_named('skyjo'))}&made=1",
    "lines of a card": "/rules/card/wizard",
    "settings": "/settings",
    "shared files": "/share",
    "forget": "/settings/forget",
    "privacy": "/privacy",
    "accessibility": "/accessibility",
    "licences": "/licences",
    "trust": "/trust?device=iphone",
    "trust by a computer": "/trust?device=computer",
    "club door": "/club",
    "club set-up": "/club/set-up",
    "log in": "/login",
    OFFLINE: "/offline",
    "sitting": SITTING,
    "share": f"{SITTING}/share",
    "stakes": f"{SITTING}/stakes",
    "next match": f"{SITTING}/new",
    "match": MATCH,
    "correction": f"{MATCH}/hands/1",
    "table": f"{MATCH}/table",
    "result": f"{MATCH}/result",
    "past evenings": "/evenings",
    "records": "/evenings/records",
    "board": f"{MATCH}/board",
    "claims": f"{MATCH}/claims/",
    "claim": f"{MATCH}/claims/hand",
    "older hands": f"{MATCH}/older?before=2",
    "how to print": f"{MATCH}/sheet",
    "agreed rules": f"{MATCH}/rules/",
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
    "/token", "/needs", ".crt", ".mobileconfig", ".xml", "/api",
)  # fmt: skip


def pages_in_turn() -> list[str]:
    """Returns the names of the PAGES to try: some of the games' pages, which are alike but for texts; at night all.

    The offline page has a test of its own.
    """
    of_games = [name for name in PAGES if name.startswith(("new ", "rules of "))]
    left_out = {OFFLINE, *of_games} - {*shared_out(of_games, 3, 5)}
    return [name for name in PAGES if name not in left_out]


def too_wide(page: Page) -> list[str]:
    """Returns what is wider than the screen or clipped, as text."""
    return seen_by(page, REFLOW, CLIPPED)


RUN = """([within, options]) => axe.run(within, options).then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 120))]))"""
TARGETS = {"target-size": {"enabled": True}}  # WCAG 2.5.8, which axe leaves out otherwise
# Without selectors of what is found, as its HTML is shown; and without fetching style sheets, which no rule reads.
QUICK = {"resultTypes": ["violations"], "selectors": False, "preload": {"assets": ["media"]}}
VIOLATIONS = {**QUICK, "rules": TARGETS}
# The dark page can differ only in its colours.
Schemes = dict[Literal["light", "dark"], dict[str, Any]]
COLOURS = {**QUICK, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
SCHEMES: Schemes = {"light": VIOLATIONS, "dark": COLOURS}

OFTEN = {"target-size": 2, "color-contrast": 4}  # by day on every so many pages

# The dock covers targets until the page scrolls, which axe takes for small ones; SMALL asks for more.
AT_WORK = QUICK
TWO_HANDS = (won(0), won(1, 3))


def violations(page: Page, within: str = "html", schemes: Schemes = SCHEMES) -> list[str]:
    """Returns the violations that axe finds in a part of the page, light and dark, as text; the page stays dark."""
    problems: list[str] = []
    load_axe(page)
    for scheme, options in schemes.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # keys change colours without a transition
        problems += [f"{scheme} {rule}: {parts}" for rule, parts in page.evaluate(RUN, [within, options])]
    return problems


def scheme_in_turn(turn: int, options: dict[str, Any] = VIOLATIONS) -> Schemes:
    """Returns what to look for on one of many pages of the same parts: light or dark in turn, at night both.

    By day what takes the most time is looked at less often: the sizes of targets on every second page, and the colours,
    which all pages share, on every fourth.
    """
    left_out = {name for name, times in OFTEN.items() if turn % times and not FUZZING}
    rules = {**options.get("rules", {}), **{name: {"enabled": False} for name in left_out}}
    return {scheme: {**options, "rules": rules} for scheme in in_turn(SCHEMES, turn // 4)}


def violations_in_turn(page: Page, turn: int) -> list[str]:
    """Returns the violations on one of many pages of the same parts: by day on every second page, at night on each."""
    return violations(page, schemes=scheme_in_turn(turn)) if FUZZING or turn % 2 == 0 else []


USUAL = {"width": 375, "height": 667}
GROUPS = 5  # of pages that one phone opens one after another


@pytest.mark.parametrize("group", range(GROUPS))
def test_pages_are_whole_and_axe_finds_nothing(
    site: Site, open_page: OpenPage, screen: dict[str, int], monkeypatch: pytest.MonkeyPatch, group: int
) -> None:
    monkeypatch.setitem(site.app.config, "AT_HOME", (offered("127.0.0.1", "table.local"),))
    match = site.start(TRUCO, *TWO_HANDS)
    page = open_page(f"{site.address}/healthz")
    problems = {}
    for turn, name in list(enumerate(pages_in_turn()))[group::GROUPS]:
        path = PAGES[name].replace(MATCH, match).replace(SITTING, match.rpartition("/m/")[0])
        page.set_viewport_size(USUAL)
        page.goto(path if path.startswith("http") else site.address + path)
        problems[name] = violations(page, schemes=scheme_in_turn(turn)) + what_is_not_whole(page, screen, turn)
    assert {name: found for name, found in problems.items() if found} == {}


@pytest.mark.installs
def test_the_offline_page_is_whole_and_axe_finds_nothing(
    site: Site, open_page: OpenPage, screen: dict[str, int]
) -> None:
    """It is shown by the rules engine once that runs."""
    page = open_page(site.address + PAGES[OFFLINE])
    assert violations(page, schemes=scheme_in_turn(0)) == []
    assert what_is_not_whole(page, screen, 0) == []


OPEN = "() => { document.querySelectorAll('details').forEach(fold => fold.open = true); return []; }"


def what_is_not_whole(page: Page, screen: dict[str, int], turn: int) -> list[str]:
    """Returns what is cut off, covered or wider than the screen with every fold open: small, spaced out or enlarged.

    Enlarged, a page is as wide as on the small screen, but low: by day in every second turn.
    """
    page.set_viewport_size(screen)
    found = seen_by(page, OPEN, REFLOW, CLIPPED, CLIPPED_IF_SPACED_OUT)
    enlarged = {} if turn % 2 and not FUZZING else at_every_size(page, REFLOW, COVERED, sizes=[ENLARGED])
    return found + [each for problems in enlarged.values() for each in problems]


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


# By day of two heads of a game only the one with more fields, and every second game: the others' matches are looked at
# by test_layout.
WITH_FEWER_FIELDS = set() if FUZZING else {"albastini", "buraco"}
TRIED = {game.slug for game in shared_out(GAMES, 0, 2)}


@pytest.mark.parametrize(
    "head", [name for name, head in HEADS.items() if name not in WITH_FEWER_FIELDS and head["game"] in TRIED]
)
def test_a_match_at_work_is_whole_and_axe_finds_nothing(
    site: Site, open_page: OpenPage, screen: dict[str, int], head: str
) -> None:
    """With every fold open, problems shown, and each way to enter in turn; the rest of the page is the same for all.

    By day with the first way and half of the others, and axe looks at the rest of the page with every third head.

    And whatever is tapped is 44 pixels high, nothing is cut off with wider spacing, and enlarged, or at the smallest
    sizes upright or lying, the page is no wider than the screen and no control covered while it has the focus.
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
        within = "html" if number == 0 and (FUZZING or turn % 3 == 0) else ".way:not([hidden])"
        assert violations(page, within, scheme_in_turn(2 * turn + min(number, 1), AT_WORK)) == [], slug
    sizes = in_turn([ENLARGED, (320, 568), (667, 375)], turn)
    assert at_every_size(page, REFLOW, COVERED, sizes=sizes) == {}
    page.set_viewport_size(USUAL)
    for slug in tried:
        show_way(page, slug)
        page.evaluate(OF_USUAL_LENGTH)
        assert page.evaluate(CLIPPED_IF_SPACED_OUT) == [], slug


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
