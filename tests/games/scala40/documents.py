"""Random hands of Scala 40: closed from hand, the flat hundred, coming back; claims of melds and of being out."""

from random import Random
from typing import Any

from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.cards import JOKER, RANKS, SUITS
from tests.documents.good import who_plays
from tests.documents.pieces import Document, Entry, maybe

NAMES = ("fisca", "it", "onmadesoft", "github")  # words of the rules page that are no words of a language
NEVER_CITED = {"SCA-10", "SCA-13", "SCA-14"}  # the deal; a wrong meld is refused under SCA-12

CLAIMS: list[Entry] = [
    {"type": "opening", "side": 0, "melds": [["AS", "AH", "AD"]]},
    {"type": "out", "side": 1, "count": 14},
]
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([12, 0, 2], None), ([0, 24, 62], None), ([0, 100, 40], None), ([41, 6, 0, 4], (2, 1, "last_in")),
    ([0, -7, 4], None), ["SCA-3"], (True, 40),
]  # fmt: skip


def entry(rng: Random, setup: Setup, table: Table) -> Entry:
    """A hand of those still in, and of some who come back."""
    made, playing = who_plays(rng, setup, table)
    closed = made["closed"] = rng.choice(playing)
    most = rng.choice([60, 60, 120])
    counts: dict[int, int | None] = {side: rng.randint(1, most) * (side != closed) for side in playing}
    if maybe(rng, 0.3):
        made["from_hand"] = True
    if setup["options"]["unopened"] == "flat" and maybe(rng, 0.5):
        made["unopened"] = [side for side in playing if side != closed and maybe(rng, 0.3)]
        counts.update(dict.fromkeys(made["unopened"]))
    return made | {"counts": [counts.get(side) for side in range(len(setup["sides"]))]}


def claim(rng: Random, document: Document) -> Entry:
    """A claim that a player is out, or that an opening is worth forty."""
    side = rng.randrange(len(document["sides"]))
    if maybe(rng, 0.6):
        return {"type": "opening", "side": side, "melds": [_meld(rng) for _ in range(rng.randint(1, 4))]}
    made: Entry = {"type": "out", "side": side}
    if maybe(rng, 0.6):
        made["count"] = rng.choice([0, 1, 2, 14, 101, 155, 156, 198, 199])
        if maybe(rng, 0.5):
            made["from_hand"] = maybe(rng, 0.8)
    elif maybe(rng, 0.5):
        made["unopened"] = True
    return made


def _meld(rng: Random) -> list[str]:
    """A set or a sequence, now and then with a joker or a card that spoils it."""
    if maybe(rng, 0.5):
        rank = rng.choice(RANKS)
        cards = [rank + suit for suit in rng.sample(SUITS, rng.choice([3, 3, 4]))]
    else:
        row = [*RANKS, "A"]
        first, suit = rng.randrange(len(row) - 2), rng.choice(SUITS)
        cards = [rank + suit for rank in row[first : first + rng.choice([3, 3, 4, 5])]]
    if maybe(rng, 0.3):
        cards[rng.randrange(len(cards))] = JOKER
    if maybe(rng, 0.2):
        cards[rng.randrange(len(cards))] = rng.choice([*RANKS[:3]]) + rng.choice(SUITS)
    rng.shuffle(cards)
    return cards
