"""Random matches of Sueca: points and cards, with and without tricks, draws, bandeiras, revokes, stops."""

from random import Random
from typing import Any

from tests.documents.pieces import Document, Entry, head, how_many, maybe, noted
from tests.games.table import document

NUMBERED = ("SUE", 9)
# Words of its pages that stay as they are: players in the examples, and sources.
NAMES = {"Rita", "Nuno", "Marta", "br", "copag", "ludoteka"}
NEVER_CITED = {"SUE-9"}  # settled without a line: the deal

VALUES = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}
PRESETS = {"": ("tricks", "nothing"), "standard": ("tricks", "nothing"), "brazil": ("points", "one_more"),
           "doubling": ("tricks", "double")}  # fmt: skip
MOST = {0: 0, 1: 44, 2: 84, 3: 100, 4: 112}  # card points that so many tricks hold; from five on all

BAD_OPTIONS: list[dict[str, Any]] = [
    {"target": 0},
    {"target": 100},
    {"target": "4"},
    {"bandeira": "cards"},
    {"bandeira": None},
    {"after_draw": "triple"},
    {"after_draw": 2},
    {"stakes": []},
]
CARDS = {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}
BAD_HANDS: list[Entry] = [
    {},
    {"points": [78, 43]},
    {"points": [1, 119]},
    {"points": [121, -1]},
    {"points": [120]},
    {"points": [40, 40, 40]},
    {"points": [60.0, 60]},
    {"points": ["60", 60]},
    {"points": [10**9, 120 - 10**9]},
    {"points": [60, 60], "tricks": [9, 1]},
    {"points": [30, 90], "tricks": [10, 0]},
    {"points": [70, 50], "tricks": [6, 5]},
    {"points": [70, 50], "tricks": [11, -1]},
    {"points": [70, 50], "tricks": None},
    {"points": [70, 50], "cards": CARDS},
    {"cards": {**CARDS, "Q": [2, 1]}},
    {"cards": {**CARDS, "6": [2, 2]}},
    {"cards": {**CARDS, "A": [5, -1]}},
    {"cards": {"A": [3, 1]}},
    {"cards": []},
    {"cards": CARDS, "tricks": [2, 8]},
    {"tricks": [6, 4]},
    {"revoke": 2},
    {"revoke": None},
    {"revoke": 0, "points": [70, 50]},
    {"revoke": True},
    {"stop": False},
    {"stop": True, "points": [70, 50]},
    {"next_dealer": "Anna", "points": [70, 50]},
]

BAD_VALUES: dict[str, list[Any]] = {
    "target": [0, 100, "4", 4.0, True],
    "bandeira": ["cards", None, 10],
    "after_draw": ["triple", None, 2],
}
GOING_ON: tuple[Document, list[int]] = (document("sueca", {"points": [91, 29]}), [2, 0])
FINISHED: tuple[Document, list[int], int | None] = (document("sueca", {"revoke": 0}), [0, 4], 1)
CLAIMS: list[Entry] = [
    {"type": "deal", "side": 0, "points": [70, 50]},
    {"type": "bandeira", "side": 0, "points": [120, 0], "tricks": [10, 0]},
    {"type": "safe_win", "side": 0, "cards": {"A": 3}},
]


def good(rng: Random) -> Document:
    """A good match of Sueca."""
    preset = rng.choice(list(PRESETS))
    bandeira, after_draw = PRESETS[preset]
    options: dict[str, Any] = {}
    if maybe(rng, 0.4):
        options["target"] = rng.choice([None, 1, 2, 4, 10, 99])
    if maybe(rng, 0.3):
        options["bandeira"] = bandeira = rng.choice(["tricks", "points"])
    if maybe(rng, 0.3):
        options["after_draw"] = after_draw = rng.choice(["nothing", "double", "one_more"])
    played = head(rng, "sueca", preset, options, (2, 2))
    target = options.get("target", 4)
    totals, draws = [0, 0], 0
    for _ in range(how_many(rng)):
        entry, winner, games = deal(rng, bandeira)
        if winner is None:
            draws += 1
        else:
            totals[winner] += games if "revoke" in entry else _raised(games, draws, after_draw)
            draws = 0
        played["hands"].append(noted(rng, entry))
        if target and max(totals) >= target:
            return played
    if target is None and maybe(rng, 0.4):
        played["hands"].append(noted(rng, {"stop": True}))
    return played


def _raised(games: int, draws: int, after_draw: str) -> int:
    return {"nothing": games, "double": games * 2**draws, "one_more": games + draws}[after_draw]


def deal(rng: Random, bandeira: str) -> tuple[Entry, int | None, int]:
    """An entry, who wins it (nobody: drawn), and the games that it is worth without draws before it."""
    if maybe(rng, 0.05):
        revoked = rng.choice([0, 1])
        return {"revoke": revoked}, 1 - revoked, 4
    entry, points = _counted(rng)
    needs_tricks = 120 in points and bandeira == "tricks"
    if needs_tricks or maybe(rng, 0.4):
        entry["tricks"] = _tricks(rng, entry, points)
    if points[0] == points[1]:
        return entry, None, 0
    winner = 0 if points[0] > points[1] else 1
    all_tricks = entry.get("tricks", [0, 0])[winner] == 10
    if all_tricks or (points[winner] == 120 and bandeira == "points"):
        return entry, winner, 4
    return entry, winner, 2 if points[winner] > 90 else 1


def _counted(rng: Random) -> tuple[Entry, list[int]]:
    """Points or cards: anything, a draw, all of them, or at the edge of what counts two games."""
    if maybe(rng, 0.35):
        ours = {rank: rng.randint(0, 4) for rank in VALUES}
        points = sum(VALUES[rank] * ours[rank] for rank in VALUES)
        return {"cards": {rank: [ours[rank], 4 - ours[rank]] for rank in VALUES}}, [points, 120 - points]
    ours_alone = rng.choice([60, 60, 0, 120, 90, 91, 29, 30, *[rng.randint(2, 118) for _ in range(8)]])
    return {"points": [ours_alone, 120 - ours_alone]}, [ours_alone, 120 - ours_alone]


def _tricks(rng: Random, entry: Entry, points: list[int]) -> list[int]:
    """Tricks of both sides that hold the points and the cards that count."""
    least = []
    for side in (0, 1):
        fewest = next(tricks for tricks in range(11) if MOST.get(tricks, 120) >= points[side])
        cards = sum(share[side] for share in entry.get("cards", {}).values())
        least.append(max(fewest, -(-cards // 4)))
    ours = rng.randint(least[0], 10 - least[1])
    return [ours, 10 - ours]


def claim(rng: Random, played: Document) -> Entry:
    """A claim of a deal, of a bandeira, or of a safe win."""
    kind, side = rng.choice(["deal", "bandeira", "safe_win"]), rng.choice([0, 1])
    if kind == "safe_win":
        ranks = [rank for rank in VALUES if maybe(rng, 0.9)]
        return {"type": kind, "side": side, "cards": {rank: rng.randint(0, 4) for rank in ranks}}
    entry = deal(rng, "tricks")[0]
    return {"type": kind, "side": side, **(entry if "revoke" not in entry else {"points": [70, 50]})}
