"""Random matches of Briscola: every shape, points and cards, draws, cappotto, agreed hands, stops; and the chiamata."""

from random import Random
from typing import Any

from tests.documents.pieces import Document, Entry, head, how_many, maybe, noted, shares
from tests.games.table import document

NUMBERED = ("BRI", 15)
# Words of its pages that stay as they are: players in the examples, and sources.
NAMES = {"Ada", "Bice", "Carlo", "Dario", "Elsa", "it", "timendum", "viniciocoletti", "giuseppefilianoti", "github"}
NAMES |= {"carte", "Vinicio", "Coletti", "Giuseppe", "Filianoti", "Jacopo", "Gelli", "Hoepli"}
NEVER_CITED = {"BRI-8"}  # settled without a line: the deal

SHAPES = ((2, 1), (3, 1), (2, 2), (2, 2), (2, 3), (3, 2))
VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
TARGETS = {"": 2, "best-of-three": 2, "single": 1, "best-of-five": 3, "first-to-five": 5, "chiamata": None}

BAD_OPTIONS: list[dict[str, Any]] = [
    {"target": 0},
    {"target": 100},
    {"target": "2"},
    {"hands": 0},
    {"hands": 1000},
    {"hands": 2.0},
    {"cappotto": 3},
    {"cappotto": True},
    {"cappotto": None},
    {"direction": "cw"},
]
CARDS = {"A": [3, 1], "3": [2, 2], "K": [1, 3], "Q": [4, 0], "J": [2, 2]}
BAD_HANDS: list[Entry] = [
    {},
    {"points": [70, 49]},
    {"points": [119, 1]},
    {"points": [121, -1]},
    {"points": [120]},
    {"points": [30, 30, 30, 30]},
    {"points": [60.0, 60]},
    {"points": [None, 120]},
    {"points": "70"},
    {"points": [10**9, 120 - 10**9]},
    {"points": [70, 50], "cards": CARDS},
    {"points": [70, 50], "tricks": [6, 4]},
    {"cards": {**CARDS, "J": [2, 1]}},
    {"cards": {**CARDS, "7": [2, 2]}},
    {"cards": {**CARDS, "A": [5, -1]}},
    {"cards": {"A": [3, 1]}},
    {"cards": []},
    {"caller": 0, "points": [70, 50]},
    {"caller": 0, "partner": 0, "points": [70, 50]},
    {"caller": 5, "partner": 1, "points": [70, 50]},
    {"caller": 0, "partner": 7, "points": [70, 50]},
    {"caller": 0, "partner": 1, "bid": 60, "points": [70, 50]},
    {"caller": 0, "partner": 1, "bid": 121, "points": [70, 50]},
    {"caller": 0, "partner": 1, "bid": None, "points": [70, 50]},
    {"caller": None, "partner": 1, "points": [70, 50]},
    {"caller": 0, "partner": None, "points": [20, 20, 20, 30, 30]},
    {"stop": False},
    {"stop": 1},
    {"stop": True, "points": [70, 50]},
    {"revoke": 0},
]

BAD_VALUES: dict[str, list[Any]] = {
    "target": [0, 100, "2", 2.0, True],
    "hands": [0, 1000, "6", False],
    "cappotto": [0, 3, None, True, "2"],
}
GOING_ON: tuple[Document, list[int]] = (document("briscola", {"points": [70, 50]}), [1, 0])
FINISHED: tuple[Document, list[int], int | None] = (
    document("briscola", {"points": [50, 70]}, variant="single"),
    [0, 1],
    1,
)
CLAIMS: list[Entry] = [
    {"type": "deal", "side": 0, "points": [70, 50]},
    {"type": "safe_win", "side": 0, "cards": {"A": 3}},
]


def good(rng: Random) -> Document:
    """A good match of Briscola."""
    preset = rng.choice(list(TARGETS))
    is_chiamata = preset == "chiamata"
    shape = (5, 1) if is_chiamata else rng.choice(SHAPES)
    options: dict[str, Any] = {}
    if maybe(rng, 0.4):
        options["target"] = rng.choice([None, 1, 2, 5, 7, 11])
    if maybe(rng, 0.3):
        options["hands"] = rng.choice([None, 1, 3, 6, 20])
    if maybe(rng, 0.3):
        options["cappotto"] = rng.choice([1, 2])
    played = head(rng, "briscola", preset, options, shape, several_shapes=True)
    target, hands = options.get("target", TARGETS[preset]), options.get("hands")
    cappotto = options.get("cappotto", 2 if is_chiamata else 1)
    totals = [0] * shape[0]
    for before in range(how_many(rng)):
        entry, points = (_called if is_chiamata else _shared)(rng, shape[0], cappotto)
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        played["hands"].append(noted(rng, entry))
        best = max(totals)
        if before + 1 == hands or (target and best >= target and totals.count(best) == 1):
            return played
    if target is None and hands is None and maybe(rng, 0.4):
        played["hands"].append(noted(rng, {"stop": True}))
    return played


def _shared(rng: Random, sides: int, cappotto: int) -> tuple[Entry, list[int]]:
    """A hand of several sides, and the games that it gives each."""
    entry, taken = _counted(rng, sides)
    best = max(taken)
    games = [0] * sides
    if taken.count(best) == 1:
        games[taken.index(best)] = cappotto if best == 120 else 1
    return entry, games


def _called(rng: Random, sides: int, cappotto: int) -> tuple[Entry, list[int]]:
    """A hand of the chiamata, and what it pays each player."""
    caller = rng.randrange(sides)
    partner = rng.choice([None, *[side for side in range(sides) if side != caller]])
    entry, taken = _counted(rng, 2)
    entry |= {"caller": caller, "partner": partner}
    if maybe(rng, 0.4):
        entry["bid"] = rng.choice([61, 62, 75, 120, taken[0] if taken[0] > 60 else 61])
    won = 1 if taken[0] >= entry.get("bid", 61) else -1
    pays = [-won * (cappotto if 120 in taken else 1)] * sides
    pays[caller] *= -4 if partner is None else -2
    if partner is not None:
        pays[partner] *= -1
    return entry, pays


def _counted(rng: Random, sides: int) -> tuple[Entry, list[int]]:
    """Points or cards of so many: anything, a tie for the most, or all of them."""
    if maybe(rng, 0.4):
        cards = {rank: shares(rng, 4, sides) for rank in VALUES}
        return {"cards": cards}, [sum(VALUES[rank] * cards[rank][side] for rank in cards) for side in range(sides)]
    way = rng.random()
    if way < 0.15:
        points = [60, 60] if sides == 2 else [48, 48, 24]
    elif way < 0.3:
        points = [120] + [0] * (sides - 1)
    else:
        points = [2 * half for half in shares(rng, 60, sides)]
        if sides == 2 and maybe(rng, 0.5) and 1 < points[0] < 117:
            points = [points[0] + 1, points[1] - 1]
    rng.shuffle(points)
    return {"points": points}, points


def claim(rng: Random, played: Document) -> Entry:
    """A claim of a hand or of a safe win; in the chiamata now and then with a bid that cannot be."""
    sides = len(played["sides"])
    is_chiamata = played.get("variant") == "chiamata"
    side = rng.randrange(sides)
    entry = (_called if is_chiamata else _shared)(rng, sides, 1)[0]
    if is_chiamata and maybe(rng, 0.1):
        entry["bid"] = rng.choice([60, 121])  # out of bounds
    if maybe(rng, 0.5):
        return {"type": "deal", "side": side, **entry}
    parties: Entry = {name: entry[name] for name in ("caller", "partner", "bid") if name in entry}
    ranks = [rank for rank in VALUES if maybe(rng, 0.9)]
    return {"type": "safe_win", "side": side, **parties, "cards": {rank: rng.randint(0, 4) for rank in ranks}}
