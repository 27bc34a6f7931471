"""Random hands of Belote in all variants, and claims during a deal."""

from random import Random
from typing import Any

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Setup, Table
from tests.documents.pieces import Document, Entry, maybe

# Words of its pages that stay as they are: players in the examples, the game's own words, sources.
NAMES = {
    "Louise", "Hugo", "Jeanne", "Paul", "Belote", "belote", "Coinche", "Contrée", "Montpellier", "Fédération",
    "française", "Règlement", "coinchons", "fr", "github", "vareversat", "carg", "montpellier", "coinchee",
}  # fmt: skip
NEVER_CITED = {"BEL-1", "BEL-6", "BEL-7", "BEL-8", "BEL-13", "BEL-21"}  # settled without a line, or rare

CLAIMS: list[Entry] = [
    {"type": "deal", "side": 0, "taker": 0, "points": [102, 60]},
    {"type": "capot", "side": 0, "taker": 0, "points": [252, 0]},
    {"type": "made", "side": 0, "taker": 0, "points": [82, 40]},
    {"type": "safe_win", "side": 0, "taker": 0, "points": [82, 40]},
    {"type": "announcements", "side": 0, "melds": [[["7H", "8H", "9H"]], []]},
]

POINTS = [0, 2, 20, 62, 76, 80, 81, 82, 86, 91, 100, 113, 142, 160, 162]
SAID = ["tierce", "cinquante", "cent", "jacks", "nines", "aces", "tens", "kings", "queens"]
SUITS = ["S", "H", "D", "C"]
RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([96, 86], None), ([20, 162], None), ["BEL-2"], ([243, 0], None), ([402, 0], None), ([220, 50], None),
    ([0, 260], None), ([540, 0], None), ([20, 1120], None), ([500, 0], None), ([720, 0], None), ([0, 180], None),
    ([20, 240], None), (True, {"winner": 0, "points": [20, 0]}), (True, {"still_out": 40, "possible": True}),
]  # fmt: skip


def entry(rng: Random, setup: Setup, table: Table) -> Entry:
    """A deal with a taker, or one that all passed or somebody spoilt."""
    if maybe(rng, 0.1):
        return {"passed": True}
    if maybe(rng, 0.1):
        return {"fault": rng.randrange(2)} | ({"contract": bid(rng)} if maybe(rng, 0.3) else {})
    return deal(rng, setup)


def bid(rng: Random) -> Any:
    """A contract, mostly a low one."""
    return rng.choice([80, 80, 90, 100, 110, 130, 150, 180, "capot"])


def deal(rng: Random, setup: Setup) -> Entry:
    """A deal with a taker, which the rules may refuse."""
    options = setup["options"]
    first = rng.choice(POINTS)
    points = rng.choice([[252, 0], [0, 252]]) if maybe(rng, 0.2) else [first, 162 - first]
    entry: Entry = {"taker": rng.randrange(2), "points": points}
    if setup["variant"] in ("coinche", "contree", "announced"):
        entry["contract"] = "generale" if options["generale"] and maybe(rng, 0.1) else bid(rng)
        if options["announcements"] and maybe(rng, 0.1):
            entry["contract"] = rng.choice([190, 300, 650])
        if maybe(rng, 0.3):
            entry["coinche"] = rng.choice([1, 2, 4])
        if entry["contract"] == "generale" and points[entry["taker"]] == 252:
            entry["alone"] = maybe(rng, 0.5)
    if maybe(rng, 0.3):
        entry["trump"] = rng.choice(SUITS + (["none", "all"] if options["no_trump"] else []))
    if maybe(rng, 0.4):
        entry["belote"] = rng.choice([None, 0, 1])
        if entry.get("trump") == "all" and maybe(rng, 0.7):
            entry["belote"] = [rng.randint(0, 2), rng.randint(0, 2)]
    if options["announcements"] and maybe(rng, 0.5):
        said = [rng.choice(SAID) for _ in range(rng.randint(0, 3))]
        entry["announcements"] = rng.choice([[said, []], [[], said]])
    if maybe(rng, 0.1):
        entry["player"] = rng.choice(setup["sides"][entry["taker"]]["players"])
    return entry


def claim(rng: Random, played: Document) -> Entry:
    """A claim about a deal that is over or being played, or about announcements."""
    setup = play.begin(played)
    side = rng.randrange(2)
    kind = rng.choice(["deal", "capot", "made", "safe_win"] + ["announcements"] * setup["options"]["announcements"])
    if kind == "announcements":
        trump = {"trump": rng.choice(SUITS)} if maybe(rng, 0.6) else {}
        return {"type": kind, "side": side, "melds": _melds(rng), **trump}
    made = {"type": kind, "side": side, **deal(rng, setup)}
    if kind in ("made", "safe_win"):
        made.pop("alone", None)
        made["points"] = [rng.choice([0, 20, 40, 62, 82]), rng.choice([0, 10, 40, 60, 80])]
    return made


def _melds(rng: Random) -> list[list[list[str]]]:
    """Each side's cards in a row of suits of its own, now and then all four of a rank."""
    melds: list[list[list[str]]] = [[], []]
    for suit in rng.sample(SUITS, rng.randint(0, 4)):
        size = rng.randint(3, 5)
        start = rng.randint(0, len(RANKS) - size)
        melds[rng.randrange(2)].append([rank + suit for rank in RANKS[start : start + size]])
    if maybe(rng, 0.3):
        rank = rng.choice(RANKS[1:])
        melds[rng.randrange(2)].append([rank + suit for suit in SUITS])
    return melds
