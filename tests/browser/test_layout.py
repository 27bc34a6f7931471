"""At every size, with long names, German words and totals of five digits, each page is complete and in reach."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from benchmarks.page_weight import usual_match
from scorekeeper import i18n
from scorekeeper.games import GAMES
from scorekeeper.games.engine.game import Game
from scorekeeper.i18n import texts
from tests.browser.conftest import OpenPage, Site
from tests.browser.measures import (
    CUT,
    HIDDEN,
    LONG,
    LYING,
    OUTLINED,
    SIZES,
    SMALL,
    SOLID,
    UNSIGNED,
    WAITS,
    at_every_size,
    largest_gap,
    letters_twice_as_large,
)
from tests.browser.thumb import Thumb, at_work, drawn
from tests.support.fuzzing import FUZZING, in_turn, shared_out
from tests.support.matches import BURACO

# As long as words in a phone's language can be.
GERMAN = {
    "nobody": "unentschieden",
    "Record": "Aufschreiben",
    "Undo": "Rückgängig",
    "Who went out?": "Wer hat ausgemacht?",
    "Went out": "Ausgemacht",
    "went out": "ausgemacht",
    "On the table": "Ausgelegte Karten",
    "Left in hand": "Restkarten",
    "Last trick": "Letzter Stich",
    "Figures": "Figuren",
    "Count the cards": "Karten zählen",
    "Points": "Punktezahl",
    "Another game": "Anderes Spiel",
    "Next": "Weiter",
    "Cards": "Kartenmehrheit",
    "Runs": "Kartenfolgen",
    "{points} to go": "noch {points} Punkte",
    "Hand {number}": "Runde {number}",
    "{name} deals": "{name} gibt Karten",
    "Rematch – %(name)s deals": "Revanche – %(name)s gibt",
    "Settings": "Einstellungen",
}


class German(i18n.Catalogue):
    """The catalogue of a language with long words."""

    def __init__(self) -> None:
        super().__init__(i18n.TRANSLATIONS / "none")

    def gettext(self, message: str) -> str:
        return GERMAN.get(message, message)


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = German()
    monkeypatch.setattr(texts, "catalogue", lambda _locale: spoken)


def hand_of_buraco(hand: int, melds: int) -> dict[str, Any]:
    ahead = {"melds": melds, "hand": 0, "clean": 6, "pot": "played"}
    return {"sides": [{"melds": 0, "hand": hand, "pot": "played"}, ahead], "went_out": 1}


# Hands that lead to −1450 and 10085, in games that have such totals.
FIVE_DIGITS: dict[str, tuple[dict[str, Any], ...]] = {
    "buraco": (*[hand_of_buraco(725, 355)] * 2, *[hand_of_buraco(0, 1080)] * 2, hand_of_buraco(0, 715)),
    "own": ({"points": [-1450, 10_085]},),
}
VARIANTS = {"buraco": "burraco"}  # the preset without a minimum for the first meld


def long_match(site: Site, game: Game) -> str:
    """Creates a match between long names, with the longest totals of its game; returns its address."""
    head = usual_match(game)
    pairs = len(head["sides"][0]["players"]) == 2
    singles = [f"{LONG[side % 2]['name']}{' bis' * (side // 2)}" for side in range(len(head["sides"]))]
    sides = LONG if pairs else [{"name": name, "players": [name]} for name in singles]
    hands = FIVE_DIGITS.get(game.slug, ())
    options = {"target": 99_000} if hands else head["options"]
    variant = VARIANTS.get(game.slug, game.presets[0]["slug"])
    return site.start({**head, "sides": sides, "options": options, "variant": variant}, *hands)


# What a tap must not move: the scroll position, the dock's top, the key that records.
PLACES = """() => {
  const box = (parts) => {
    const { top, bottom, left, right } = document.querySelector(parts)?.getBoundingClientRect() ?? {};
    return [top, bottom, left, right].map(Math.round);
  };
  const record = "[data-rare-key]:not([hidden]), [data-rare-key][hidden] ~ * > [data-record]";
  return [scrollY, ...box("[data-dock]").slice(0, 2), ...box(record)];
}"""
KEYS = "[data-pad-panel] button:not([disabled], [data-digit='back'], [data-digit='+'], [data-digit='-'])"
MOST_TAPS = 12 if FUZZING else 2


# Returns the widths of the score and of a half, as parts of the screen, and the height of the smallest total.
WIDTHS = """() => {
  const box = (each) => each.getBoundingClientRect();
  const width = (parts) => box(document.querySelector(parts)).width / innerWidth;
  const totals = [...document.querySelectorAll(".half .total")].map((each) => box(each).height);
  return { score: width(".score"), half: width(".half"), total: Math.min(...totals) };
}"""
HALVES = ("truco", "truco-argentino")  # their halves contain the keys and take the full width


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("game", shared_out(GAMES, 1, 2), ids=lambda game: game.slug)
def test_a_match_is_whole_in_reach_and_seen_at_a_glance(site: Site, open_page: OpenPage, game: Game) -> None:
    """No text is clipped, no key is small, and no control is below the screen or covered; lying, no room is wasted.

    At some of the sizes for each game in turn, and with letters twice as large at others; at night at all. One key is
    solid, or the one that waits is an outline; no colour of a side is without its sign, on the board neither. And a tap
    moves neither the page nor its keys.
    """
    page = open_page(long_match(site, game), reduced_motion="reduce")
    at_work(page)
    turn = GAMES.index(game)
    is_seen_at_a_glance(page)
    found = at_every_size(page, CUT, SMALL, HIDDEN, sizes=shared_out(SIZES, turn % 3, 3))
    for width, height in in_turn(LYING, turn // 2):
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        fills_a_phone_on_its_side(page, game)
        assert largest_gap(page, width, height) <= 0.2
    with letters_twice_as_large(page):
        twice = at_every_size(page, CUT, sizes=shared_out(SIZES, (turn + 1) % 3, 3))
    assert found == {}
    assert twice == {}
    page.set_viewport_size({"width": 375, "height": 667})
    drawn(page)
    taps_move_nothing(page)
    if FUZZING or turn % 3 == 0:
        page.goto(f"{page.url}/board")
        drawn(page)
        assert page.evaluate(UNSIGNED) == []


def is_seen_at_a_glance(page: Page) -> None:
    """One key is solid, or the one that waits is an outline, and no colour of a side is without its sign."""
    drawn(page)
    page.locator("[data-record][aria-disabled], [data-at-once], [data-rare-key]").locator("visible=true").or_(
        page.locator(".way:not([hidden]) [data-at-last]").first
    ).first.wait_for()
    instead = ".way:not([hidden]) [data-at-last], [data-rare-key]:not([hidden])"  # of the key that records
    waiting, last = page.evaluate(WAITS), page.locator(instead).count()
    assert waiting in ([], [OUTLINED])
    assert page.evaluate(SOLID) == (0 if waiting or last else 1)
    assert page.evaluate(UNSIGNED) == []


def taps_move_nothing(page: Page) -> None:
    """Taps a middle key of the pad for each field in turn, until the hand is complete, recorded, or refused.

    A long word may make the dock higher by a fraction of a line, which no thumb notices.
    Every other tap is on the key beside it: the page ignores a second one at the same place for a while.
    """
    thumb, before = Thumb(page), page.evaluate(PLACES)
    assert before[0] == 0
    seen = page.locator("[name=seen]").first.input_value()
    for tap in range(MOST_TAPS):
        keys = page.locator(KEYS).locator("visible=true")
        if not keys.count() or page.locator("[data-record].ready, .error:visible").count():
            break
        thumb.tap(keys.nth(max(keys.count() // 2 - tap % 2, 0)))
        drawn(page)
        if page.locator("[name=seen]").first.input_value() != seen:
            break
        assert page.evaluate(PLACES) == pytest.approx(before, abs=4)


def fills_a_phone_on_its_side(page: Page, game: Game) -> None:
    """The score has its part of the screen, and its figures are large."""
    widths = page.evaluate(WIDTHS)
    if game.slug in HALVES:
        assert 0.25 <= widths["half"] <= 0.42
    else:
        assert 0.25 <= widths["score"] <= (0.34 if widths["half"] > 0.25 else 0.48)
    assert widths["total"] >= 40


NAMES = ("Massimiliano", "Bernadetta", "Carla", "Guglielmina", "Eva", "Konstantin")
# The least size of the figures of a total, by the number of players and the size of the screen.
LEAST = {
    4: {(320, 568): 56, (375, 667): 74, (667, 375): 74, (915, 412): 74, (768, 1024): 123, (1280, 800): 176},
    6: {(320, 568): 46, (375, 667): 59, (667, 375): 56, (915, 412): 59, (768, 1024): 131, (1280, 800): 100},
}
# Returns the sizes of the totals' figures, the heights of the cells in the halves, the cells outside of their half, the
# names that are cut, and the score's part of the screen.
IN_HALVES = """() => {
  const all = (parts) => [...document.querySelectorAll(parts)];
  const box = (each) => each.getBoundingClientRect();
  const halves = all(".half").map(box);
  const isOut = (cell, at) => cell.left < halves[at].left || cell.right > halves[at].right
    || cell.top < halves[at].top || cell.bottom > halves[at].bottom + 1;
  const cells = all(".slots > .box").map(box);
  return {
    sizes: [...new Set(all(".half .total").map((each) => parseFloat(getComputedStyle(each).fontSize)))],
    cell: Math.min(...cells.map(({ height }) => height)),
    out: cells.filter(isOut).length,
    cut: all(".half .name").filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
    score: box(document.querySelector(".score")).height / innerHeight,
  };
}"""


@pytest.mark.parametrize("players", LEAST)
def test_the_half_of_each_of_several_players_is_their_cell(site: Site, open_page: OpenPage, players: int) -> None:
    head = {"game": "scala40", "sides": [{"players": [name]} for name in NAMES[:players]]}
    hand = {"closed": 0, "counts": [0, *range(20, 10 + 10 * players, 10)]}
    page = open_page(site.start(head, hand), reduced_motion="reduce")
    at_work(page)
    for (width, height), least in LEAST[players].items():
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        found = page.evaluate(IN_HALVES)
        (size,) = found["sizes"]
        assert size >= least
        assert found["cell"] >= 44
        assert (found["out"], found["cut"]) == (0, [])
    page.goto(site.start(head, hand, may="watch"))
    page.set_viewport_size({"width": 375, "height": 667})
    drawn(page)
    assert page.evaluate(IN_HALVES)["score"] >= 0.6


THREE = [{"players": [name]} for name in NAMES[:3]]


@pytest.mark.parametrize("sides, width, height", [(LONG, *LYING[0]), (THREE, *LYING[1]), (THREE, 375, 667)])
def test_all_rows_of_scopa_are_seen_and_a_tap_moves_nothing(
    site: Site, open_page: OpenPage, sides: list[dict[str, Any]], width: int, height: int
) -> None:
    page = open_page(site.start({"game": "scopa", "sides": sides}), viewport={"width": width, "height": height})
    at_work(page)
    rows = page.locator(".way:not([hidden]) .entry-row").locator("visible=true")
    expect(rows).to_have_count(5)
    for row in rows.all():
        expect(row).to_be_in_viewport(ratio=1)
    Thumb(page).tap(page.locator(".way:not([hidden]) label.key").locator("visible=true").last)
    drawn(page)
    assert page.evaluate("scrollY") == 0


def test_what_a_first_meld_must_be_worth_has_room_beside_its_key_and_above_all_rows(
    site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.start(BURACO))
    at_work(page)
    assert at_every_size(page, CUT, sizes=[(320, 568), *LYING]) == {}
    assert at_every_size(page, HIDDEN, sizes=[(320, 640)]) == {}
