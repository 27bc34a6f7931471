"""Random claims of Buraco: melds that are nearly right, first melds, going out."""

from random import Random

from tests.documents.pieces import Document, Entry, maybe

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def claim(rng: Random, document: Document) -> Entry:
    """A claim of a meld, of a first meld, or of going out."""
    kind = rng.choice(["meld", "meld", "first_meld", "go_out"])
    if kind == "meld":
        return {"type": kind, "cards": meld(rng)}
    side = rng.randrange(len(document["sides"]))
    if kind == "first_meld":
        made: Entry = {"type": kind, "side": side, "melds": [meld(rng) for _ in range(rng.choice([1, 1, 2, 3]))]}
        if maybe(rng, 0.6):
            made["failed_melds"] = rng.randint(0, 3)
        return made
    made = {"type": kind, "side": side, "pot": rng.choice(["played", "played", "unplayed", "none", "stock"])}
    made.update(clean=rng.randint(0, 2), dirty=rng.randint(0, 2), hand=rng.choice([0, 0, 0, 1, 5, 30]))
    if maybe(rng, 0.4):
        made[rng.choice(["semi_clean", "thirteen", "thirteen_dirty", "fourteen", "eight", "eight_dirty"])] = 1
    return made


def meld(rng: Random) -> list[str]:
    """A sequence or a group, then wild cards and one slip now and then, in any order."""
    cards = _sequence(rng) if maybe(rng, 0.75) else _group(rng)
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        wild = "JOKER" if maybe(rng, 0.4) else "2" + rng.choice("SSHDC")
        if maybe(rng, 0.6) and len(cards) > 2:
            cards[rng.randrange(len(cards))] = wild
        else:
            cards.append(wild)
    if maybe(rng, 0.1):
        cards[rng.randrange(len(cards))] = rng.choice(["AS", "10S", "7H", "back", "JOKER", "1S", "S10", "2S", "", "KS"])
    if maybe(rng, 0.05):
        cards.append(rng.choice(cards))
    rng.shuffle(cards)
    return cards


def _sequence(rng: Random) -> list[str]:
    suit = "S" if maybe(rng, 0.8) else rng.choice("HDC")
    start = rng.choice([0, 1, 2, rng.randrange(12)])
    length = rng.choice([3, 4, 5, 6, 7, 7, 8, 9, 10, 13, 14])
    if maybe(rng, 0.1):  # from ace to ace
        start, length = 0, 14
    return [rank + suit for rank in RANKS[start : start + length]]


def _group(rng: Random) -> list[str]:
    rank = rng.choice(["J", "Q", "K", "A", "A", rng.choice(RANKS)])
    return rng.sample([rank + suit for suit in "SHDC" * 2], rng.choice([2, 3, 4, 6, 7, 8]))
