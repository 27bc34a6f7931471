"""Random hands of Canasta: points and counted cards, two numbers a side, canastas, red threes."""

from random import Random
from typing import Any

from scorekeeper.games.engine.base import Setup, Table
from tests.documents.pieces import Entry, maybe
from tests.games.canasta.claim_documents import claim as claim

NEVER_CITED = {"CAN-12", "CAN-13"}  # settled without a line: the stock, totals below zero

NAMES = {"bicyclecards", "britannica", "howstuffworks"}  # where its sources appeared

PAGES = [
    "?way=two-numbers",
    "?add.sides.0.melds=70&add.sides.0.natural=1",
    "/claims/canasta?cards=KS%20KH%20KD%20KC%20KS%202H%20JOKER&check=1",
    "/claims/canasta?cards=9S%203H%20JOKER%204X&check=1",
    "/claims/first_meld?side=1&melds.0=9S%209H&going_out=on&check=1",
    "/claims/go_out?side=0&natural=1&hand=0&partner=no&check=1",
]
CLAIMS: list[Entry] = [
    {"type": "canasta", "cards": ["KS", "KH", "KD"]},
    {"type": "first_meld", "side": 0, "melds": [["KS", "KH", "KD"]]},
    {"type": "go_out", "side": 0, "natural": 1, "hand": 0},
]
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([1485, 505], None), ([1485, 505], None), ([800, -295], None), ([1600, 75], None), ([855, 75], None),
    ([2690, 260], None), (True, 90), ["CAN-14"], ([905, 1240], (1, 1, "target")),
]  # fmt: skip


def entry(rng: Random, setup: Setup, table: Table) -> Entry:
    """A hand by its cards, or in two numbers a side."""
    options, sides = setup["options"], len(setup["sides"])
    if maybe(rng, 0.2):
        return _numbers(rng, sides)
    made: Entry = {"sides": [_side(rng, options) for _side_of_table in range(sides)]}
    for _three in range(rng.choice([0, 1, 2, 3, 4, 2 * options["packs"]])):
        side = made["sides"][0] if maybe(rng, 0.7) else rng.choice(made["sides"])
        side["red_threes"] = side.get("red_threes", 0) + 1
    out = rng.choice([None, *range(sides)])
    if out is None:
        return made | ({"went_out": None} if maybe(rng, 0.3) else {})
    made["went_out"] = out
    made["sides"][out]["hand"] = rng.choice([0, 0, 15, {"A": 1}])
    if isinstance(made["sides"][out]["melds"], dict) and maybe(rng, 0.3):
        made["sides"][out]["melds"]["3"] = 3
    return made | ({"concealed": True} if maybe(rng, 0.3) else {})


def _numbers(rng: Random, sides: int) -> Entry:
    """A hand in two numbers a side; a base below 0 is red threes of a side without a meld."""
    parts = []
    for _side in range(sides):
        base = 100 * rng.choice([0, 0, 3, 5, 8, 11, 15, -1, -2])
        count = -5 * rng.randint(0, 20) if base < 0 else 5 * rng.randint(-20, 60)
        parts.append({"base": base, "count": count})
    return {"sides": parts}


def _side(rng: Random, rules: dict[str, Any]) -> Entry:
    """One side's lines: nothing melded, or enough for any first meld and for its canastas."""
    made: Entry = {"melds": 0, "hand": 5 * rng.randint(0, 15)}
    if maybe(rng, 0.3):
        made["hand"] = {"4-7": rng.randint(0, 3), "8-K": rng.randint(0, 3), "2": 1}
    if maybe(rng, 0.15):
        return made
    made["melds"] = 5 * rng.randint(30, 45)
    if maybe(rng, 0.4):
        made["melds"] = {"joker": 1, "2": 1, "A": 2, "8-K": rng.randint(7, 9), "4-7": rng.randint(0, 2)}
    kinds = ["natural", "mixed", *(["samba"] if rules["samba"] else [])]
    if isinstance(made["melds"], int):
        if maybe(rng, 0.8):
            made[rng.choice(kinds)] = 1
        if maybe(rng, 0.4):
            made["mixed"] = made.get("mixed", 0) + 1
        if rules["wild_canasta"] and maybe(rng, 0.2):
            made = {"melds": 190, "natural": 1, "wild": 1, "hand": made["hand"]}
    elif maybe(rng, 0.7):
        made["mixed"] = 1
    return made
