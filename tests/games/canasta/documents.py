"""Random matches of Canasta: points and counted cards, two numbers a side, canastas, red threes, and winning."""

from random import Random
from typing import Any

from scorekeeper.games.canasta import GAME
from tests.documents.good import agreed, house_rules, some_variant
from tests.documents.pieces import Document, Entry, head, how_many, maybe, noted
from tests.games.canasta.claim_documents import claim as claim
from tests.games.table import document

NEVER_CITED = {"CAN-12", "CAN-13"}  # settled without a line: the stock, totals below zero

NAMES = {"bicyclecards", "britannica", "howstuffworks"}  # where its sources appeared

CLASSES = {"joker": 50, "2": 20, "A": 20, "8-K": 10, "4-7": 5, "3": 5}

FULL: Entry = {
    "sides": [
        {"melds": 420, "natural": 1, "mixed": 1, "red_threes": 2, "hand": 35},
        {"melds": {"joker": 1, "2": 2, "A": 3, "8-K": 9, "4-7": 6}, "mixed": 1, "hand": {"2": 1, "8-K": 3, "4-7": 3}},
    ],
    "went_out": 0,
}
GOING_ON = (document("canasta", FULL), [1485, 505])
FINISHED = (document("canasta", {"stop": True}, options={"target": None}), [0, 0], None)
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
OUT: Entry = {"melds": 420, "natural": 1, "mixed": 1, "red_threes": 2, "hand": 0}
OTHER: Entry = {"melds": 180, "hand": 40}
WRONG_SIDES: list[Entry] = [
    {"melds": 2000},
    {"melds": 10},
    {"melds": 80, "natural": 1, "mixed": 1},
    {"melds": {"joker": 0, "A": 2}},
    {"melds": {"joker": 4, "A": 2}},
    {"melds": {"A": 4, "3": 2}},
    {"melds": {"A": 5, "3": 3}, "natural": 0},
    {"melds": {"8-K": 8}, "natural": 1, "mixed": 1},
    {"melds": {"8-K": 14}, "natural": 1, "mixed": 1},
    {"natural": 12},
    {"mixed": 13},
    {"natural": 7, "mixed": 10, "melds": 1180},
    {"samba": 1},
    {"red_threes": 5},
    {"hand": 1180},
    {"hand": {"8-K": 49}},
]
BAD_HANDS: list[Entry] = [
    {"sides": [OUT, OTHER], "went_out": 1},
    {"sides": [OUT, OTHER], "concealed": True},
    {"sides": [OUT, OTHER], "stop": True},
    {"stop": 1},
    {"sides": [OUT | {"red_threes": 3}, OTHER | {"red_threes": 3}]},
    {"sides": [OUT | {"melds": 900}, OTHER | {"hand": 800}]},
    {"sides": [OUT | {"melds": {"A": 8, "8-K": 9}}, OTHER | {"hand": {"A": 7}}]},
    {"sides": [OUT | {"natural": 6}, OTHER | {"natural": 6, "melds": 215}]},
    {"sides": [{"base": 1150, "count": 385}, {"base": 0, "count": 0}]},
    {"sides": [{"base": 1100, "count": 383}, {"base": 0, "count": 0}]},
    {"sides": [{"base": 99900, "count": 385}, {"base": 0, "count": 0}]},
    {"sides": [{"base": -400, "count": 0}, {"base": -700, "count": 0}]},
    {"sides": [{"base": -1500, "count": 0}, {"base": 0, "count": 0}]},
    {"sides": [{"base": -100, "count": 5}, {"base": -200, "count": 100}]},
    {"sides": [{"base": 0, "count": 1000}, {"base": 0, "count": -900}]},
    *[{"sides": [OUT | wrong, OTHER], "went_out": 0} for wrong in WRONG_SIDES],
]


def good(rng: Random) -> Document:
    """A good match of Canasta."""
    variant = some_variant(rng, GAME)
    shape = GAME.shapes(variant or "classic")[0]
    made = head(rng, "canasta", variant, house_rules(rng, GAME, variant), shape)
    rules = agreed(made)
    totals = [0] * shape[0]
    for _ in range(how_many(rng)):
        entry = _numbers(rng, shape[0]) if maybe(rng, 0.2) else _hand(rng, rules, shape)
        made["hands"].append(noted(rng, entry))
        for side in range(shape[0]):
            totals[side] += _points(entry, side, rules)
        if rules["target"] and max(totals) >= rules["target"] and totals.count(max(totals)) == 1:
            return made
    if rules["target"] is None and maybe(rng, 0.5):
        made["hands"].append(noted(rng, {"stop": True}))
    return made


def _numbers(rng: Random, sides: int) -> Entry:
    """A hand in two numbers a side; a base below 0 is red threes of a side without a meld."""
    parts = []
    for _side in range(sides):
        base = 100 * rng.choice([0, 0, 3, 5, 8, 11, 15, -1, -2])
        count = -5 * rng.randint(0, 20) if base < 0 else 5 * rng.randint(-20, 60)
        parts.append({"base": base, "count": count})
    return {"sides": parts}


def _hand(rng: Random, rules: dict[str, Any], shape: tuple[int, int]) -> Entry:
    """A hand in which no more is laid down and held than the packs hold."""
    entry: Entry = {"sides": [_side(rng, rules, first=side == 0) for side in range(shape[0])]}
    _deal_red_threes(rng, entry["sides"], 2 * rules["packs"])
    out = [side for side, part in enumerate(entry["sides"]) if canastas(part) >= rules["canastas_to_go_out"]]
    if not out or maybe(rng, 0.2):
        if maybe(rng, 0.3):
            entry["went_out"] = None
        return entry
    side = rng.choice(out)
    entry["went_out"] = side
    entry["sides"][side]["hand"] = 0 if shape[1] == 1 else rng.choice([0, 0, 15, {"A": 1}])
    if isinstance(entry["sides"][side]["melds"], dict) and maybe(rng, 0.3):
        entry["sides"][side]["melds"]["3"] = 3
    if rules["concealed"] and maybe(rng, 0.3):
        entry["concealed"] = True
    return entry


def canastas(part: Entry) -> int:
    """How many canastas of any kind a side has."""
    return sum(part.get(kind, 0) for kind in ("natural", "mixed", "samba", "wild"))


def _deal_red_threes(rng: Random, sides: list[Entry], every: int) -> None:
    """Red threes to one side or to several; now and then all of them to one."""
    if maybe(rng, 0.1):
        rng.choice(sides)["red_threes"] = every
        return
    for _three in range(rng.randint(0, every)):
        side = rng.choice(sides)
        side["red_threes"] = side.get("red_threes", 0) + 1


def _side(rng: Random, rules: dict[str, Any], first: bool) -> Entry:
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
        if rules["wild_canasta"] and first and maybe(rng, 0.2):
            made = {"melds": 190, "natural": 1, "wild": 1, "hand": made["hand"]}
    elif maybe(rng, 0.7):
        made["mixed"] = 1
    return made


def worth(cards: int | dict[str, int]) -> int:
    """Points of cards that were entered as points or as counts by class."""
    return cards if isinstance(cards, int) else sum(CLASSES[name] * count for name, count in cards.items())


def _points(entry: Entry, side: int, rules: dict[str, Any]) -> int:
    """Returns a side's points for a hand (CAN-2 to CAN-11)."""
    part = entry["sides"][side]
    if "base" in part:
        return int(part["base"] + part["count"])
    threes = part.get("red_threes", 0)
    every = 2 * rules["packs"]
    minus = worth(part["melds"]) == 0 or canastas(part) < rules["red_threes_need"]
    for_threes = 100 * threes
    if threes == every and not (minus and rules["red_threes_minus"] == "flat"):
        for_threes = {4: 800, 6: 1000}[every]
    out = 0
    if entry.get("went_out") == side:
        out = rules["concealed"] if entry.get("concealed") else rules["go_out"]
    return int(
        worth(part["melds"]) + 500 * part.get("natural", 0) + 300 * part.get("mixed", 0)
        + rules["samba"] * part.get("samba", 0) + rules["wild_canasta"] * part.get("wild", 0)
        + (-for_threes if minus else for_threes) + out - worth(part["hand"])
    )  # fmt: skip
