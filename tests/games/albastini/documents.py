"""Random matches of Albastini: every shape of table, points and cards, draws, named dealers, undrawn trumps, stops."""

from random import Random
from typing import Any

from tests.documents.pieces import Document, Entry, head, how_many, maybe, noted, shares, teams

NUMBERED = ("ALB", 9)
NEVER_CITED = {"ALB-6"}  # settled without a line: the seats

SHAPES = ((2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (2, 2), (2, 2), (2, 3), (3, 2))
VALUES = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}
LOW = ("6", "5", "4", "3")

BAD_OPTIONS: list[dict[str, Any]] = [
    {"target": 0},
    {"target": -3},
    {"target": "10"},
    {"target": 5.0},
    {"target": False},
    {"stakes": []},
    {"undrawn": "K"},
]
BAD_HANDS: list[Entry] = [
    {},
    {"points": [70, 49]},
    {"points": [121, -1]},
    {"points": [120]},
    {"points": [60, 60, 0, 0, 0, 0, 0]},
    {"points": 120},
    {"points": [60.0, 60]},
    {"points": [None, 120]},
    {"points": ["60", "60"]},
    {"points": [True, 119]},
    {"points": [10**9, 120 - 10**9]},
    {"points": [70, 50], "next_dealer": "Nobody"},
    {"points": [60, 60], "next_dealer": "Anna"},
    {"points": [70, 50], "undrawn": "6"},
    {"points": [70, 50], "next_dealer": 0},
    {"points": [40, 30, 20, 20, 10]},
    {"points": [40, 30, 20, 16, 10], "undrawn": "8"},
    {"points": [40, 30, 20, 20, 10], "undrawn": "K"},
    {"points": [40, 30, 20, 16, 10], "undrawn": None},
    {"cards": {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 1]}},
    {"cards": {"A": [3, 1], "7": [2, 2], "K": [1, 3]}},
    {"cards": {"A": [5, -1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}},
    {"cards": {}},
    {"cards": []},
    {"cards": {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2], "6": [2, 2]}},
    {"cards": {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}, "points": [70, 50]},
    {"stop": False},
    {"stop": 1},
    {"stop": True, "points": [70, 50]},
    {"stop": True, "next_dealer": "Anna"},
    {"winner": 0, "stake": 1},
]


def good(rng: Random) -> Document:
    """A good match of Albastini."""
    shape = rng.choice(SHAPES)
    options: dict[str, Any] = {}
    if maybe(rng, 0.4):
        options["target"] = rng.choice([None, 1, 2, 5, 10, 30])
    document = head(rng, "albastini", rng.choice(["", "standard"]), options, shape, several_shapes=True)
    target = options.get("target")
    totals = [0] * shape[0]
    for _ in range(how_many(rng)):
        entry, points = deal(rng, shape)
        winner, scored = outcome(points, shape[1])
        if winner is not None:
            totals[winner] += scored
            if maybe(rng, 0.2):
                entry["next_dealer"] = rng.choice(teams(document, shape)[winner])
        document["hands"].append(noted(rng, entry))
        if target and max(totals) >= target:
            return document
    if target is None and maybe(rng, 0.4):
        document["hands"].append(noted(rng, {"stop": True}))
    return document


def deal(rng: Random, shape: tuple[int, int]) -> tuple[Entry, list[int]]:
    """An entry and the card points of it per side."""
    sides, each = shape
    undrawn = rng.choice([*VALUES, *LOW]) if sides == 5 and each == 1 else None
    entry: Entry
    if maybe(rng, 0.4):
        cards = {rank: shares(rng, 3 if rank == undrawn else 4, sides) for rank in VALUES}
        for row in cards.values():
            rng.shuffle(row)
        points = [sum(VALUES[rank] * cards[rank][side] for rank in cards) for side in range(sides)]
        entry = {"cards": cards}
    else:
        points = _split(rng, 120 - VALUES.get(undrawn or "", 0), sides, each)
        entry = {"points": points}
    if undrawn:
        entry["undrawn"] = undrawn
    return entry, points


def _split(rng: Random, total: int, sides: int, each: int) -> list[int]:
    """Card points per side: anything, a draw at the top, or a side at the edge of what counts double."""
    points = shares(rng, total, sides)
    way = rng.random()
    if way < 0.12:
        top = rng.randint(-(-total // sides), total // 2)
        points = [top, top, *shares(rng, total - 2 * top, sides - 2)] if sides > 2 else [total // 2, total - total // 2]
    elif way < 0.4:
        edge = max(10 * each + rng.choice([-1, -1, 0, 1]), 0)
        rest = total - edge * (sides - 1)
        points = [rest] + [edge] * (sides - 1)
    rng.shuffle(points)
    return points


def outcome(points: list[int], each: int) -> tuple[int | None, int]:
    """Who wins the deal (nobody: drawn) and how many game points it is worth."""
    best = max(points)
    if points.count(best) > 1:
        return None, 0
    winner = points.index(best)
    low = any(share < 10 * each for side, share in enumerate(points) if side != winner)
    return winner, 2 if low else 1


def claim(rng: Random, document: Document) -> Entry:
    """A claim of a deal, of a double, or of a safe win."""
    sides = len(document["sides"])
    each = len(document["sides"][0]["players"])
    kind = rng.choice(["deal", "double", "safe_win"])
    side = rng.randrange(sides)
    if kind != "safe_win":
        return {"type": kind, "side": side, **deal(rng, (sides, each))[0]}
    most = rng.choice([4, 4, 3])
    made: Entry = {"type": kind, "side": side, "cards": {rank: rng.randint(0, most) for rank in VALUES}}
    if sides == 5 and maybe(rng, 0.9):
        made["undrawn"] = rng.choice([*VALUES, *LOW])
        if made["cards"].get(made["undrawn"]) == 4:
            made["cards"][made["undrawn"]] = 3
    return made
