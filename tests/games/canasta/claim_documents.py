"""Random claims of Canasta: melds that are nearly right, first melds, going out."""

from random import Random

from tests.documents.pieces import Document, Entry, maybe

RANKS = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def claim(rng: Random, document: Document) -> Entry:
    """A claim of a canasta, of a first meld, or of going out."""
    kind = rng.choice(["canasta", "canasta", "first_meld", "go_out"])
    if kind == "canasta":
        return {"type": kind, "cards": meld(rng)}
    side = rng.randrange(len(document["sides"]))
    if kind == "first_meld":
        made: Entry = {"type": kind, "side": side, "melds": [meld(rng) for _ in range(rng.choice([1, 1, 2, 3]))]}
        if maybe(rng, 0.4):
            made["going_out"] = maybe(rng, 0.6)
        return made
    made = {"type": kind, "side": side, "hand": rng.choice([0, 0, 0, 1, 5])}
    made.update(natural=rng.randint(0, 2), mixed=rng.randint(0, 1))
    if maybe(rng, 0.2):
        made[rng.choice(["samba", "wild"])] = rng.randint(0, 1)
    if maybe(rng, 0.3):
        made["partner"] = rng.choice(["yes", "yes", "no", None])
    return made


def meld(rng: Random) -> list[str]:
    """Cards of a rank or a sequence, then wild cards and one slip now and then, in any order."""
    cards = _sequence(rng) if maybe(rng, 0.25) else _group(rng)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3, 4])):
        wild = "JOKER" if maybe(rng, 0.4) else "2" + rng.choice("SHDC")
        if maybe(rng, 0.6) and len(cards) > 2:
            cards[rng.randrange(len(cards))] = wild
        else:
            cards.append(wild)
    if maybe(rng, 0.15):
        cards[rng.randrange(len(cards))] = rng.choice(
            ["3H", "3D", "3S", "KS", "back", "JOKER", "1S", "S10", "2S", "", "4C"]
        )
    if maybe(rng, 0.05):
        cards.append(rng.choice(cards))
    rng.shuffle(cards)
    return cards


def _sequence(rng: Random) -> list[str]:
    suit = rng.choice("SHDC")
    start = rng.randrange(9)
    return [rank + suit for rank in RANKS[start : start + rng.choice([2, 3, 4, 7, 7, 8])]]


def _group(rng: Random) -> list[str]:
    if maybe(rng, 0.08):
        return rng.sample(["3S", "3C", "3S", "3C"], rng.choice([2, 3, 4]))
    rank = rng.choice(RANKS)
    return rng.sample([rank + suit for suit in "SHDC" * 2], rng.choice([2, 3, 4, 5, 7, 7, 8]))
