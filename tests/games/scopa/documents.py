"""Random deals of Scopa: the forty cards of the sides, entered as counts or points, and claims in play."""

from random import Random
from typing import Any

from scorekeeper.games.engine.base import Setup, Table
from tests.documents.good import agreed
from tests.documents.pieces import Document, Entry, maybe

# Settled without a line: the seats, the first cards of a deal, the order of counting.
NEVER_CITED = {"SCO-21", "SCO-22", "SCO-27", "SCO-28"}

CLAIMS: list[Entry] = [
    {"type": "target", "side": 0, "cards": 21, "coins": 6, "settebello": True},
    {"type": "primiera", "side": 0, "cards": [["7D", "6H", "AS", "7C"], ["6D", "7H", "7S", "6C"]]},
]

# Where the sources of the rules page appeared, what they are called, and what Italians call a suit's cards.
NAMES = {
    "alice", "bello", "spazioinwind", "libero",
    "centrosportivopieve", "clubdelgioco", "digitalmoka", "it", "melele", "es",
    "xoomer", "accusi", "accuso", "piccola", "grande", "matta",
}  # fmt: skip

Agreed = dict[str, Any]
RANKS = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
PACK = [rank + suit for suit in "DHSC" for rank in RANKS]
VALUES = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([3, 1], None), ([2, 2], None), ([2, 1], None), ([1, 1], None), ([2, 0, 1], None), ([1, 0, 1], None),
    ([14, 0], (0, 1, "napola")), ([1, 3], (1, 1, "target")), ([1, 0], (0, 1, "target")), ([3, 0], (0, 1, "claim")),
    ([2, 0], (1, 1, "claim_failed")), ([2, 0], (0, 1, "claim")), ([3, 3], None), ["SCO-17"],
    ([14, 18], None), ([12, 8], None), ["SCO-24"], ["SCO-26"],
]  # fmt: skip


def entry(rng: Random, setup: Setup, table: Table) -> Entry:
    """A deal of the forty cards, or a side that calls out."""
    options, sides = setup["options"], len(setup["sides"])
    taken = fallen(rng, sides)
    if maybe(rng, 0.04):
        return {"claim": called(rng, taken, options)}
    sweeps = [rng.choice([0, 0, 1, 2]) if len(cards) > 3 else 0 for cards in taken]
    knocks = _accusi(rng, sides) if options["accusi"] else {}
    return _deal(rng, taken, sweeps, options) | ({"accusi": knocks} if knocks else {})


def fallen(rng: Random, sides: int) -> list[list[str]]:
    """The forty cards as they fell to the sides, now and then nearly all to one, or the coins to one."""
    weights = rng.choice([[1] * sides, [8] + [1] * (sides - 1), [1] * (sides - 1) + [30]])
    coins = rng.randrange(sides) if maybe(rng, 0.15) else None
    taken: list[list[str]] = [[] for _ in range(sides)]
    for card in PACK:
        side = coins if coins is not None and card[-1] == "D" else rng.choices(range(sides), weights)[0]
        taken[side].append(card)
    return taken


def _accusi(rng: Random, sides: int) -> dict[str, list[int]]:
    """Accusi of some sides; now and then none, or of one kind only."""
    kinds = rng.choice([["3", "10"], ["3"], []])
    return {kind: [rng.choice([0, 0, 1, 2]) for _ in range(sides)] for kind in kinds}


def _grande(taken: list[list[str]]) -> int | None:
    """The side with all three figures of coins."""
    owners = {_owner(taken, card) for card in ("JD", "QD", "KD")}
    return owners.pop() if len(owners) == 1 else None


def _coins(cards: list[str]) -> int:
    return sum(card[-1] == "D" for card in cards)


def _napola(cards: list[str]) -> int:
    row = 0
    while row < 10 and RANKS[row] + "D" in cards:
        row += 1
    return row if row >= 3 else 0


def best(cards: list[str]) -> list[str | None]:
    """The best card of each suit."""
    found: list[str | None] = []
    for suit in "DHSC":
        ranks = sorted((card[:-1] for card in cards if card[-1] == suit), key=VALUES.__getitem__)
        found.append(None if not ranks else "F" if ranks[-1] in "JQK" else ranks[-1])
    return found


def _sum(cards: list[str]) -> int:
    """A side's primiera; 0 where it has none."""
    found = best(cards)
    return 0 if None in found else sum(VALUES["K" if card == "F" else str(card)] for card in found)


def _most(values: list[int], least: int = 1) -> int | None:
    top = max(values)
    return values.index(top) if values.count(top) == 1 and top >= least else None


def _owner(taken: list[list[str]], card: str) -> int:
    return next(side for side, cards in enumerate(taken) if card in cards)


def _winners(taken: list[list[str]], rules: Agreed) -> dict[str, int | None]:
    """Who has each ready point, in the order in which they are counted."""
    won: dict[str, int | None] = {
        "cards": _most([len(cards) for cards in taken], 21 if rules["majority"] else 1),
        "coins": _most([_coins(cards) for cards in taken], 6 if rules["majority"] else 1),
        "settebello": _owner(taken, "7D"),
    }
    if rules["fourth_point"] == "sevens":
        won["sevens"] = _most([_sevens(cards) for cards in taken])
    else:
        won["primiera"] = _most([_sum(cards) for cards in taken])
    if rules["re_bello"]:
        won["re_bello"] = _owner(taken, "KD")
    return won


def _sevens(cards: list[str]) -> int:
    return sum(card[0] == "7" for card in cards)


def _deal(rng: Random, taken: list[list[str]], sweeps: list[int], rules: Agreed) -> Entry:
    """The deal as a player might enter it: with counts, or only with the owners of the points."""
    entry: Entry = dict(_winners(taken, rules))
    counted: Entry = {
        "cards": [len(cards) for cards in taken],
        "coins": [_coins(cards) for cards in taken],
        "sevens": [_sevens(cards) for cards in taken],
        "primiera": {"best": [best(cards) for cards in taken]},
    }
    for name, value in counted.items():
        if name in entry and maybe(rng, 0.5):
            entry[name] = value
    if any(sweeps) or maybe(rng, 0.3):
        entry["scope"] = sweeps
    rows = [_napola(cards) for cards in taken]
    if rules["napola"] != "none" and (any(rows) or maybe(rng, 0.2)):
        entry["napola"] = rows
    grande = _grande(taken)
    if rules["grande"] and (grande is not None or maybe(rng, 0.2)):
        entry["grande"] = grande
    return entry


def called(rng: Random, taken: list[list[str]], rules: Agreed) -> Entry:
    """Returns the cards so far of a side that calls out: some of the cards that it has in the end."""
    side = rng.randrange(len(taken))
    cards = [card for card in taken[side] if maybe(rng, 0.8)]
    made: Entry = {"side": side, "cards": len(cards), "coins": _coins(cards), "settebello": "7D" in cards}
    if len(cards) > 3 and maybe(rng, 0.6):
        made["scope"] = rng.randint(0, 2)
    if rules["fourth_point"] == "sevens":
        made["sevens"] = _sevens(cards)
    elif maybe(rng, 0.6):
        made["best"] = best(cards)
    if rules["napola"] != "none":
        made["napola"] = _napola(cards)
    if rules["re_bello"]:
        made["re_bello"] = "KD" in cards
    if rules["grande"]:
        made["grande"] = {"JD", "QD", "KD"} <= set(cards)
    if rules["accusi"] and maybe(rng, 0.5):
        made["accusi"] = {"3": rng.randint(0, 2), "10": rng.randint(0, 2)}
    return made


def claim(rng: Random, document: Document) -> Entry:
    """A claim of the primiera, or that a side has the points."""
    sides = len(document["sides"])
    taken = fallen(rng, sides)
    if maybe(rng, 0.5):
        return {"type": "target", **called(rng, taken, agreed(document))}
    shown = [[card for card in cards if maybe(rng, 0.9)] for cards in taken]
    if maybe(rng, 0.2):
        shown[0] += rng.choice([["8D"], ["10S"], ["JOKER"], shown[-1][:1], ["7d"], [""]])
    return {"type": "primiera", "side": rng.randrange(sides), "cards": shown}
