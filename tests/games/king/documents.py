"""Claims of King about a hand so far."""

from random import Random
from typing import Any

from scorekeeper.games.engine import play
from tests.documents.pieces import Document, Entry, maybe, shares

# Words of its pages that stay as they are: the game, a word of it, sources and their names.
NAMES = {"King", "sbn", "pt", "copag", "br", "wikarta", "github", "frankbexxx", "sueca"}
NEVER_CITED = {"KIN-5", "KIN-6", "KIN-8", "KIN-9"}  # the order, whose festa it is, the deal, what must fit

HOW_MANY = {"tricks": 13, "hearts": 13, "queens": 4, "men": 8, "last_two": 2, "festa": 13}
CLAIMS: list[Entry] = [
    {"type": "safe_win", "side": 0},
    {"type": "over", "side": 1, "hand": {"hearts": [5, 4, 4, 0]}},
    {"type": "rest", "side": 2, "cards": ["AS"], "others": ["KS", "QS", "2H"]},
]
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([-80, -80, -40, -60], None), ["KIN-1"], ([75, 50, 125, 75], None), ([100, 175, -50, 100], None),
    ([-50, 100, 175, 100], None), ([25, -125, 325, 100], None), ([75, 75, 100, 75], None),
    ([-120, 0, -60, -240], None), (True, {"winner": 0, "margins": [None, 100, 290, 120]}), (True, {"tricks": 2}),
]  # fmt: skip


def claim(rng: Random, played: Document) -> Entry:
    """A claim about the hand that may come next, counted up to some trick, or about the last cards."""
    side, kind = rng.randrange(4), rng.choice(["safe_win", "over", "rest"])
    if kind == "rest":
        pack = [rank + suit for suit in "SHDC" for rank in ("A", "K", "Q", "J", "10", "2")]
        tricks = rng.randint(1, 4)
        cards = rng.sample(pack, 4 * tricks)
        trump = {"trump": rng.choice(["S", "H", "none"])} if maybe(rng, 0.6) else {}
        return {"type": kind, "side": side, "cards": cards[:tricks], "others": cards[tricks:], **trump}
    made: Entry = {"type": kind, "side": side}
    if kind == "over" or maybe(rng, 0.7):
        made["hand"] = so_far(rng, play.score(played)["next_hand"])
    return made


def so_far(rng: Random, next_hand: dict[str, Any]) -> Entry:
    """A hand as it may have been counted so far, now and then one that cannot be."""
    keys = rng.choice(next_hand.get("choice") or [["tricks"]])
    hand: Entry = {}
    for key in keys:
        if key == "king":
            hand[key] = rng.choice([None, 0, 1, 2, 3])
        else:
            hand[key] = shares(rng, HOW_MANY[key] - rng.choice([0, 0, 1, 2]), 4)
    if "festa" in keys:
        if maybe(rng, 0.4):
            hand["nulos"] = maybe(rng, 0.7)
        if maybe(rng, 0.4):
            hand["sale"] = {"buyer": rng.randrange(4), "bid": rng.randint(1, 5)}
        if next_hand.get("owner") is None or maybe(rng, 0.2):
            hand["owner"] = rng.randrange(4)
    return hand
