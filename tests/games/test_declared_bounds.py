"""Forms have the bounds and totals that the rules of each game name."""

from typing import Any

import pytest

from tests.games.table import game_in

NAMES = ("min", "max", "most", "total", "or_all", "step", "a_pack", "max_a_pack", "cards")

# By the slugs of ways and claims; a claim has a question mark, a field stands twice if it depends on an option.
BOUNDS: dict[str, dict[str, list[str]]] = {
    "albastini": {
        "points deal? double?": ["points total=120", "points total=120"],
    },
    "belote": {
        "deal deal? capot?": ["points total=162 or_all=252", "belote max=4", "announcements most=4"],
        "made? safe_win?": ["points max=162 or_all=252", "belote max=4", "announcements most=4"],
        "announcements?": ["melds most=4"],
    },
    "briscola": {
        "points": ["points total=120", "points total=120", "bid min=61 max=120"],
        "cards safe_win?": ["bid min=61 max=120"],
        "deal?": ["bid min=61 max=120", "points total=120", "points total=120"],
    },
    "buraco": {
        "lone": [
            "alone.melds min=0 step=5 a_pack=540",
            "alone.clean min=0",
            "alone.semi_clean min=0",
            "alone.dirty min=0",
            "alone.thirteen min=0",
            "alone.thirteen_dirty min=0",
            "alone.fourteen min=0",
            "alone.eight min=0",
            "alone.eight_dirty min=0",
            "alone.hand min=0 step=5",
            "alone.pot_cards min=0 step=5",
            "alone.failed_melds min=0",
            "pair.melds min=0 step=5 a_pack=540",
            "pair.clean min=0",
            "pair.semi_clean min=0",
            "pair.dirty min=0",
            "pair.thirteen min=0",
            "pair.thirteen_dirty min=0",
            "pair.fourteen min=0",
            "pair.eight min=0",
            "pair.eight_dirty min=0",
            "pair.hand min=0 step=5",
            "pair.pot_cards min=0 step=5",
            "pair.failed_melds min=0",
        ],
        "hand": [
            "sides.melds min=0 step=5 a_pack=540",
            "sides.clean min=0",
            "sides.semi_clean min=0",
            "sides.dirty min=0",
            "sides.thirteen min=0",
            "sides.thirteen_dirty min=0",
            "sides.fourteen min=0",
            "sides.eight min=0",
            "sides.eight_dirty min=0",
            "sides.hand min=0 step=5",
            "sides.pot_cards min=0 step=5",
            "sides.failed_melds min=0",
        ],
        "first_meld?": ["melds most=6", "failed_melds min=0"],
        "go_out?": [
            "clean min=0",
            "semi_clean min=0",
            "dirty min=0",
            "thirteen min=0",
            "thirteen_dirty min=0",
            "fourteen min=0",
            "eight min=0",
            "eight_dirty min=0",
            "hand min=0",
        ],
    },
    "canasta": {
        "hand": [
            "sides.melds min=0 step=5 a_pack=590",
            "sides.natural min=0",
            "sides.mixed min=0",
            "sides.samba min=0",
            "sides.wild min=0",
            "sides.red_threes min=0 max_a_pack=2",
            "sides.hand min=0 step=5 a_pack=590",
        ],
        "first_meld?": ["melds most=6"],
        "go_out?": ["natural min=0", "mixed min=0", "samba min=0", "wild min=0", "hand min=0"],
    },
    "chinchon": {
        "out?": ["count min=0"],
    },
    "king": {
        "tricks": ["tricks total=13"],
        "hearts hearts-king": ["hearts total=13"],
        "queens": ["queens total=4"],
        "men": ["men total=8"],
        "last_two": ["last_two total=2"],
        "tricks-last_two": ["tricks total=13", "last_two total=2"],
        "queens-men": ["queens total=4", "men total=8"],
        "festa": ["festa total=13", "sale.bid min=1 max=12"],
        "safe_win? over?": [
            "hand.tricks max=13",
            "hand.hearts max=13",
            "hand.queens max=4",
            "hand.men max=8",
            "hand.last_two max=2",
            "hand.festa max=13",
            "hand.sale.bid min=1 max=12",
        ],
    },
    "own": {
        "points": ["columns max=9999", "points min=-99999 max=99999"],
    },
    "scala40": {
        "hand": ["counts min=0 max=198", "counts min=0 max=155"],
        "opening?": ["melds most=4"],
        "out?": ["count min=1 max=198", "count min=1 max=155"],
    },
    "scopa": {
        "deal": ["cards total=40", "coins total=10", "sevens total=4"],
        "claim": [
            "claim.cards min=0 max=40",
            "claim.coins min=0 max=10",
            "claim.scope min=0 max=20",
            "claim.sevens min=0 max=4",
            "claim.napola min=0 max=10",
            "claim.accusi.3 min=0 max=6",
            "claim.accusi.10 min=0 max=6",
        ],
        "target?": [
            "cards min=0 max=40",
            "coins min=0 max=10",
            "scope min=0 max=20",
            "sevens min=0 max=4",
            "napola min=0 max=10",
            "accusi.3 min=0 max=6",
            "accusi.10 min=0 max=6",
        ],
    },
    "sueca": {
        "points bandeira deal? bandeira?": ["points total=120", "tricks total=10"],
        "cards": ["tricks total=10"],
    },
    "terziglio": {
        "points": ["points total=11"],
        "thirds": ["thirds total=35"],
        "cards": ["aces total=4", "figures total=20"],
        "deal?": ["points total=11", "thirds total=35", "aces total=4", "figures total=20"],
        "safe_win?": ["aces min=0 max=4", "figures min=0 max=20"],
    },
    "tresette": {
        "cards": [
            "aces total=4",
            "figures total=20",
            "tricks total=10",
            "tricks total=20",
            "honours most=12",
            "solo.aces min=0 max=4",
            "solo.figures min=0 max=20",
        ],
        "quick": [
            "points total=11",
            "points total=11",
            "points max=11",
            "tricks total=10",
            "tricks total=20",
            "honours most=12",
            "solo.aces min=0 max=4",
            "solo.figures min=0 max=20",
        ],
        "claim": [
            "claim.aces min=0 max=4",
            "claim.figures min=0 max=20",
            "claim.aces min=0 max=4",
            "claim.figures min=0 max=20",
            "honours most=12",
        ],
        "target?": [
            "aces min=0 max=4",
            "figures min=0 max=20",
            "aces min=0 max=4",
            "figures min=0 max=20",
            "honours most=12",
        ],
        "out?": ["points min=0 max=11"],
        "honours?": ["honours most=12"],
    },
    "truco": {
        "quick": ["stake min=1"],
        "full hand?": ["tricks most=3", "truco.trick min=1 max=3", "truco.proposals min=1"],
        "trick?": ["cards most=4", "cards most=2", "cards most=6"],
    },
    "truco_argentino": {
        "points": [
            "flor.calls most=2",
            "flor.calls most=20",
            "envido.calls most=4",
            "envido.calls most=20",
            "truco.tricks most=3",
            "truco.calls most=3",
        ],
        "duels": [
            "duels most=3",
            "duels.flor.calls most=2",
            "duels.flor.calls most=20",
            "duels.envido.calls most=4",
            "duels.envido.calls most=20",
            "duels.truco.tricks most=3",
            "duels.truco.calls most=3",
        ],
        "envido? flor?": ["hands most=6 cards=3"],
        "trick?": ["cards most=6"],
        "hand?": ["truco.tricks most=3", "truco.calls most=3", "duel min=1 max=3"],
    },
}


def bounds_of(fields: list[dict[str, Any]], path: str = "") -> list[str]:
    """Returns the bounds of fields as “bid min=61 max=120”, those inside a group by their path."""
    lines: list[str] = []
    for field in fields:
        bounds = [f"{name}={field[name]}" for name in NAMES if field.get(name) is not None]
        lines += [" ".join([path + field["name"], *bounds])] if bounds else []
        lines += bounds_of(field.get("fields", []), f"{path}{field['name']}.")
    return lines


@pytest.mark.parametrize("folder", BOUNDS)
def test_fields_have_the_bounds_of_the_rules(folder: str) -> None:
    game = game_in(folder)
    declared = {way["slug"]: bounds_of(way["fields"]) for way in game.ways}
    declared |= {f"{claim['slug']}?": bounds_of(claim["fields"]) for claim in game.claim_fields}
    expected = {slug: lines for slugs, lines in BOUNDS[folder].items() for slug in slugs.split()}
    assert {slug: lines for slug, lines in declared.items() if lines} == expected
