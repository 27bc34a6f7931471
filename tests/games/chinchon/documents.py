"""Random hands of Chinchón: ten less, a chinchón, coming back; claims of closing and of being out."""

from random import Random
from typing import Any

from scorekeeper.games.chinchon.fields import order_of
from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.cards import JOKER
from tests.documents.good import agreed, who_plays
from tests.documents.pieces import Document, Entry, maybe

NAMES = ("Ana", "CCCJ", "cccj", "nhfournier", "diariopopular", "conectagamesblog", "wordpress", "es", "com", "ar",
         "Naipes", "Heraclio", "Fournier", "Diario", "Popular", "Conectagames", "Reglament", "Conga")  # fmt: skip
NEVER_CITED = {"CHI-10", "CHI-12"}  # settled without a line: the deal, jokers in melds

CLAIMS: list[Entry] = [
    {"type": "close", "side": 0, "cards": ["AC", "2C", "3C", "JS", "JH", "JC", "2S"]},
    {"type": "out", "side": 1, "count": 14},
]
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([3, 24, 17], None), ([-10, 24, 17], None), ["CHI-3"], ([5, 24, 17], None), ([12, -25, 9], None),
    ([0, -10, 0], (1, 1, "chinchon")), ([4, -5, -10], None), ([3, 5, 8], (0, 1, "last_in")), ["CHI-7"],
    (True, {"left": 2, "points": 2, "chinchon": None}),
]  # fmt: skip


def entry(rng: Random, setup: Setup, table: Table) -> Entry:
    """A hand of those still in, and of some who come back."""
    made, playing = who_plays(rng, setup, table)
    counts = {side: rng.randint(0, rng.choice([9, 35, 35, 85])) for side in playing}
    closed = made["closed"] = rng.choice(playing)
    counts[closed] = rng.choice([0, rng.randint(0, setup["options"]["close"])])
    if not counts[closed] and maybe(rng, 0.13):
        made["chinchon"] = rng.choice(["joker", "joker", "joker", "clean"])
    return made | {"counts": [counts.get(side) for side in range(len(setup["sides"]))]}


def claim(rng: Random, document: Document) -> Entry:
    """A claim that a player is out, or that seven cards can be closed with."""
    side, rules = rng.randrange(len(document["sides"])), agreed(document)
    if maybe(rng, 0.3):
        made: Entry = {"type": "out", "side": side}
        return made | ({"count": rng.choice([0, 3, 14, 85, 86, 95, 137])} if maybe(rng, 0.7) else {})
    ranks, suit = order_of(rules), rng.choice("DHSC")
    first = rng.randrange(len(ranks) - 6)
    cards = [rank + suit for rank in ranks[first : first + 7]]
    for at in rng.sample(range(7), rng.choice([0, 0, 1, 3, 4])):
        rank = rng.choice(ranks)
        cards[at] = JOKER if maybe(rng, 0.1) else "AD" if maybe(rng, 0.1) else rank + rng.choice("DHSC")
    return {"type": "close", "side": side, "cards": rng.sample(cards, rng.choice([7] * 9 + [6]))}
