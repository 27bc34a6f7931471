"""Random matches of Scala 40: hands closed from hand, the flat hundred, going out, coming back."""

from random import Random
from typing import Any

from scorekeeper.games.engine.cards import JOKER, RANKS, SUITS
from scorekeeper.games.scala40 import GAME
from tests.documents.good import agreed, house_rules, some_variant
from tests.documents.pieces import Document, Entry, head, how_many, maybe, noted, seats

NAMES = ("fisca", "it", "onmadesoft", "github")  # words of the rules page that are no words of a language
NEVER_CITED = {"SCA-10", "SCA-13", "SCA-14"}  # the deal; a wrong meld is refused under SCA-12

ALONE = [{"players": ["Anna"]}, {"players": ["Bruno"]}]
GOING_ON: tuple[Document, list[int]] = (
    {"format": "scorekeeper/1", "game": "scala40", "sides": ALONE, "hands": [{"closed": 0, "counts": [0, 24]}]},
    [0, 24],
)
FINISHED: tuple[Document, list[int], int | None] = (
    {"format": "scorekeeper/1", "game": "scala40", "sides": ALONE, "hands": [{"closed": 0, "counts": [0, 140]}]},
    [0, 140],
    0,
)
CLAIMS: list[Entry] = [
    {"type": "opening", "side": 0, "melds": [["AS", "AH", "AD"]]},
    {"type": "out", "side": 1, "count": 14},
]
BAD_HANDS: list[Entry] = [
    {"closed": 0, "counts": [4, 5, 6]},
    {"closed": 1, "counts": [198, 0, 140]},
    {"closed": 0, "counts": [None, 12, 13]},
]


def good(rng: Random) -> Document:
    """A good match of Scala 40."""
    sides, variant = rng.randint(2, 6), some_variant(rng, GAME)
    document = head(rng, "scala40", variant, house_rules(rng, GAME, variant), (sides, 1))
    rules = agreed(document)
    limit = rules["limit"]
    totals, back = [0] * sides, [0] * sides
    went_out: list[int] = []
    for _ in range(how_many(rng)):
        playing = [side for side in range(sides) if totals[side] < limit]
        most = max(totals[side] for side in playing)
        again = [side for side in went_out if back[side] < rules["reentries"] and maybe(rng, 0.6)]
        entry, points = _hand(rng, sides, sorted(playing + again), rules)
        if again or maybe(rng, 0.1):
            entry["reenter"] = again
        for side in again:
            totals[side] = most
            back[side] += 1
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        went_out = [side for side in sorted(playing + again) if totals[side] >= limit]
        document["hands"].append(noted(rng, entry))
        if sum(total < limit for total in totals) == 1:
            return document
    return document


def _hand(rng: Random, sides: int, playing: list[int], rules: dict[str, Any]) -> tuple[Entry, list[int]]:
    """Returns an entry for the players still in, and each side's points, without those for coming back."""
    closed = rng.choice(playing)
    from_hand = maybe(rng, 0.3)
    flat = rules["unopened"] == "flat"
    unopened = [side for side in playing if flat and side != closed and maybe(rng, 0.3)]
    double = 2 if from_hand and rules["doubled_from_hand"] else 1
    counts: list[int | None] = [None] * sides
    points = [0] * sides
    most = rng.choice([60, 60, 120])
    for side in playing:
        if side in unopened:
            points[side] = 100
            continue
        counts[side] = 0 if side == closed else rng.randint(1 if rules["lone_ace"] else 2, most)
        points[side] = (counts[side] or 0) * double
    if sum(sorted([count or 0 for count in counts])[-2:]) > 240:  # more than two who opened can hold
        return _hand(rng, sides, playing, rules)
    entry: Entry = {"closed": closed, "counts": counts}
    if from_hand or maybe(rng, 0.1):
        entry["from_hand"] = from_hand
    if unopened or maybe(rng, 0.1):
        entry["unopened"] = unopened
    return entry, points


def claim(rng: Random, document: Document) -> Entry:
    """A claim that a player is out, or that an opening is worth forty."""
    side = rng.randrange(len(seats(document, (len(document["sides"]), 1))))
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
