"""On every screen size score, field, pad and Record are in reach: a hand of each game by touch, with long names."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Game
from scorekeeper.games.engine.entries import typed_entry
from scorekeeper.games.engine.play import begin, first_table, score_hand
from tests.browser.conftest import PATIENCE_IN_MS, OpenPage, Site
from tests.browser.measures import CUT_FIGURES
from tests.browser.test_offline import go_offline, ready
from tests.browser.thumb import Thumb, drawn
from tests.documents.good import good_entry
from tests.support.fuzzing import FUZZING, in_turn, shared_out

# The smallest and largest sizes of each layout, one for every second game in turn; at night all, and those between.
LAYOUTS = [(320, 640), (430, 932), (568, 320), (932, 430), (768, 1024), (1280, 800)]
BETWEEN = [(375, 667), (667, 375), (844, 390)] if FUZZING else []


def long_name(letter: str) -> str:
    return letter * 40


def singly(players: str) -> list[dict[str, Any]]:
    return [{"name": long_name(each)} for each in players]


def in_teams(size: int) -> list[dict[str, Any]]:
    teams = ("ABC"[:size], "DEF"[:size])
    return [{"name": long_name(team[0].lower()), "players": [long_name(each) for each in team]} for team in teams]


def sides_of(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"sides": list(parts), "went_out": None}


# A match that allows many such hands, and such a hand; or the hands that it allows in turn.
MATCHES: dict[str, tuple[dict[str, Any], ...]] = {
    "albastini": ({"sides": singly("ABCDEF")}, {"points": [40, 20, 20, 20, 10, 10]}),
    "briscola": ({"sides": in_teams(2), "options": {"target": 99}}, {"points": [70, 50]}),
    "buraco": (
        {"sides": in_teams(3), "variant": "two-by-three", "options": {"target": 99_000}},
        sides_of({"melds": 345, "hand": 45, "pot": "played"}, {"melds": 160, "hand": 30, "pot": "played"}),
    ),
    "canasta": (
        {"sides": in_teams(2), "options": {"target": 99_000}},
        sides_of({"melds": 345, "hand": 45}, {"melds": 160, "hand": 30}),
    ),
    "own": ({"sides": singly("ABCDEF")}, {"points": [10, 5, 0, 20, 7, 3]}),
    "scala40": ({"sides": singly("ABCDEF")}, {"closed": 1, "counts": [2, 0, 3, 4, 5, 2]}),
    "scopa": (
        {"sides": in_teams(2), "options": {"target": 999}},
        {"cards": 0, "coins": 1, "settebello": 0, "primiera": None},
    ),
    "sueca": ({"sides": in_teams(2), "options": {"target": 99}}, {"points": [70, 50]}),
    "tresette": (
        {"sides": in_teams(2), "options": {"target": 999}}, {"aces": [3, 1], "figures": [12, 8], "last_trick": 0},
    ),
    "truco": (
        {"sides": in_teams(3), "variant": "paulista", "options": {"target": 999, "match_point": 998}},
        {"winner": 0, "stake": 3},
    ),
    "truco-argentino": ({"sides": in_teams(3), "options": {"target": 999}}, {"truco": [0, 2]}),
}  # fmt: skip


FIRST_WAY = {"terziglio": 1, "belote": 1}  # the way that the page shows; which it is never changes there


def with_most_players(game: Game) -> tuple[dict[str, Any], ...]:
    """The same of any other game: in its largest shape, to the highest target, with a hand for every size."""
    sides, players = max(game.shapes(game.presets[0]["slug"]), key=lambda shape: shape[0] * shape[1])
    names = [[long_name(chr(ord("A") + seat * sides + side)) for seat in range(players)] for side in range(sides)]
    named = [{"name": long_name(chr(ord("a") + side)), "players": seats} for side, seats in enumerate(names)]
    targets = {option["name"]: option["high"] for option in game.options if option["name"] == "target"}
    options = game.required_options(game.presets[0]["slug"]) | targets
    head = {"sides": named if players > 1 else singly("ABCDEFGHIJKL"[:sides]), "options": options}
    setup = begin({"format": "scorekeeper/1", "game": game.slug, **head})
    rng, table, entries = Random(game.slug), first_table(setup), list[dict[str, Any]]()
    for _size in range(len(LAYOUTS) + len(BETWEEN)):
        entries.append(good_entry(rng, setup, table, FIRST_WAY.get(game.slug)) or {})
        table = score_hand(setup, table, entries[-1])["table"]
    return head, *entries


MATCHES |= {game.slug: with_most_players(game) for game in GAMES if game.slug not in MATCHES}

# Returns which of the score, the focused field, the pad and the keys that record and undo are outside of the screen or
# covered.
OUT_OF_REACH = """() => {
  const parts = ".half .total, [data-active], [data-pad-panel] button, [data-record], .turn, .status";
  const wrong = (each) => {
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return true;
    return [[.5, .5], [.2, .25], [.8, .75]].some(([x, y]) => {
      const hit = document.elementFromPoint(left + x * width, top + y * height);
      const own = each.closest("label, .half, .status") ?? each;
      return !hit || !(own.contains(hit) || hit.contains(each));
    });
  };
  return Array.from(document.querySelectorAll(parts))
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && wrong(each))
    .map((each) => `${each.tagName}.${each.className} ${each.textContent.trim().slice(0, 20)}`);
}"""
# Returns null once everything was in reach in several frames in a row.
STAYS_OUT_OF_REACH = """async (patience) => {
  const outOfReach = OUT_OF_REACH;
  const ends = performance.now() + patience;
  let found = [];
  for (let well = 0; well < 6 && performance.now() < ends; well = found.length ? 0 : well + 1) {
    await new Promise((done) => requestAnimationFrame(done));
    found = outOfReach();
  }
  return found;
}""".replace("OUT_OF_REACH", OUT_OF_REACH)
TOO_WIDE = """() => Array.from(document.documentElement.scrollWidth > innerWidth ? document.all : [])
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest(".slim"))
  .map((each) => `too wide: ${each.tagName}.${each.className}`)"""
TYPES = """(typed) => {
  for (const control of document.querySelectorAll(".way:not([hidden]) :is(input:not([type=hidden]), select)")) {
    const text = control.name.split(",").map((name) => typed[name] ?? "").join(",");
    if (!text.replaceAll(",", "")) continue;
    if (control.type === "radio") control.checked = control.value === text;
    else if (text !== "null") control.value = text;
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""
FIELD = ".way:not([hidden]) :is(input[data-pad], label.key:not([hidden], .marks > *)), [data-pad-values] button"


def out_of_reach(page: Page) -> list[str]:
    """Returns what stays out of reach: the page scrolls to a field once it knows the height of the dock."""
    parts: list[str] = page.evaluate(STAYS_OUT_OF_REACH, PATIENCE_IN_MS)
    return parts


def play_a_hand(page: Page, entry: dict[str, Any]) -> list[str]:
    """Enters the first field by touch, the rest by typing, taps Record; returns what was out of reach before that."""
    thumb = Thumb(page)
    later = page.locator("[data-later]")
    if later.is_visible():  # the page asks which side the phone plays for
        thumb.tap(later)
    seen = page.locator("[name=seen]").first
    before = seen.input_value()
    at_once = page.locator(".way:not([hidden]) [data-at-once]").count() > 0
    parts = out_of_reach(page) if at_once else []
    thumb.tap(".way:not([hidden]) [data-at-once] label.key:not([hidden])" if at_once else FIELD)
    if not at_once:
        parts += out_of_reach(page)
        page.evaluate(TYPES, typed_entry(entry))
        expect(page.locator("[data-record]")).to_have_accessible_name(re.compile(r"^Record .*\d"))
        parts += page.evaluate(CUT_FIGURES)
        thumb.tap("[data-record]")
    expect(seen).not_to_have_value(before)
    return parts


@pytest.mark.parametrize("game", shared_out(MATCHES, 0, 2))
def test_a_hand_is_played_with_everything_in_reach(site: Site, open_page: OpenPage, game: str) -> None:
    head, *entries = MATCHES[game]
    page = open_page(site.start({"game": game, "about": {"confirm": "hands", "minutes": "30"}, **head}))
    wrong = {}
    for at, (width, height) in enumerate([*in_turn(LAYOUTS, list(MATCHES).index(game) // 2), *BETWEEN]):
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        found = play_a_hand(page, entries[at % len(entries)])
        wrong[width, height] = found + page.evaluate(TOO_WIDE)
    assert {size: found for size, found in wrong.items() if found} == {}


def test_trucos_name_is_whole_and_its_key_for_a_drawn_hand_above_the_dock(site: Site, open_page: OpenPage) -> None:
    head = {"game": "truco", "about": {"confirm": "hands", "minutes": "30"}}
    page = open_page(site.start({**head, "sides": in_teams(2)}, {"winner": 0, "stake": 3}))
    thumb = Thumb(page)
    thumb.tap("[data-later]")
    title = page.locator("h1")
    expect(title).to_have_text("Brazilian Truco")
    assert title.evaluate("(each) => each.scrollWidth <= each.clientWidth")
    thumb.fold("Drawn hand")
    drawn_hand = page.locator(".key", has_text="Drawn, nobody scores")
    place, dock = drawn_hand.bounding_box(), page.locator("[data-dock]").bounding_box()
    assert place is not None
    assert dock is not None
    assert place["y"] + place["height"] <= dock["y"]


def test_who_of_eight_players_closed_is_asked_above_the_dock_and_answered_in_the_form_too(
    site: Site, open_page: OpenPage
) -> None:
    head, *_entries = MATCHES["chinchon"]
    page = open_page(site.start({"game": "chinchon", **head}), viewport={"width": 320, "height": 568})
    drawn(page)
    question, dock = page.locator("[data-active]").bounding_box(), page.locator("[data-dock]").bounding_box()
    assert question is not None
    assert dock is not None
    assert question["y"] + question["height"] <= dock["y"]
    Thumb(page).choose("closed", "2")
    expect(page.locator("[data-active]")).to_have_attribute("name", "counts.0")


@pytest.mark.installs
def test_what_the_phone_has_to_say_without_a_network_moves_nothing(site: Site, open_page: OpenPage) -> None:
    head, entry = MATCHES["tresette"]
    page = ready(open_page(site.start({"game": "tresette", **head}), viewport={"width": 667, "height": 375}))
    places = "() => [...document.querySelectorAll('.pad button')].map((key) => key.getBoundingClientRect().y)"
    before = page.evaluate(places)
    go_offline(page)
    assert page.evaluate(places) == before
    assert play_a_hand(page, entry) == []
    expect(page.locator("[data-status] [data-unsent] summary")).to_have_text("Saved on this phone")
    assert page.evaluate(places) == before
    page.set_viewport_size({"width": 320, "height": 640})
    assert play_a_hand(page, entry) == []
