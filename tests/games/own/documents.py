"""Random matches of a game of one's own: every way to agree on it, out at a limit, draws, stops."""

from random import Random
from typing import Any

from tests.documents.pieces import Document, Entry, head, how_many, maybe, noted

NEVER_CITED = {"OWN-5", "OWN-10"}  # settled without a line: totals, the deal
NAMES = ("melds", "canastas")  # what the columns of an example are called
SHAPES = ((2, 1), (3, 1), (4, 1), (6, 1), (9, 1), (12, 1), (2, 2), (3, 2), (2, 6), (4, 3))
ALONE = [{"players": ["Anna"]}, {"players": ["Bruno"]}]
AGREED = {"name": "Bocce", "columns": [{"name": "Carte", "factor": 10}]}
GOING_ON: tuple[Document, list[int]] = (
    {
        "format": "scorekeeper/1", "game": "own", "sides": ALONE, "options": AGREED,
        "hands": [{"points": [3, 4]}, {"columns": {"Carte": [1, 0]}, "points": [0, -2]}],
    },
    [13, 2],
)  # fmt: skip
FINISHED: tuple[Document, list[int], int | None] = (
    {"format": "scorekeeper/1", "game": "own", "sides": ALONE, "hands": [{"points": [3, 3]}, {"stop": True}]},
    [3, 3],
    None,
)
BAD_OPTIONS: list[dict[str, Any]] = [{"limit": 50}, {"limit": 50, "best": "low", "target": 60}]
BAD_OPTIONS += 8 * [{"negative": False}, {"sum": 7}]  # good by themselves, but not with many a hand
BAD_HANDS: list[Entry] = [
    {},
    {"columns": {}},
    {"points": [None, 2]},
    {"stop": False},
    {"stop": True, "points": [0, 0]},
]
BAD_HANDS += [{"points": [-5] * sides} for sides in (2, 3, 4, 6, 9, 12)]


def good(rng: Random) -> Document:
    """A good match of one's own game."""
    shape = rng.choice(SHAPES)
    options = _options(rng)
    document = head(rng, "own", rng.choice(["", "own"]), options, shape, several_shapes=True)
    limit, lowest = options.get("limit"), options.get("best") == "low"
    target, hands = options.get("target"), options.get("hands")
    totals = [0] * shape[0]
    for number in range(1, how_many(rng) + 1):
        playing = [side for side in range(shape[0]) if limit is None or totals[side] < limit]
        entry, points = _hand(rng, shape[0], playing, options)
        document["hands"].append(noted(rng, entry))
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        left = [side for side in playing if limit is None or totals[side] < limit]
        best = min(totals) if lowest else max(totals)
        if number == hands or len(left) < 2 or (target and max(totals) >= target and totals.count(best) == 1):
            return document
    if not any((limit, target, hands)) and maybe(rng, 0.5):
        document["hands"].append(noted(rng, {"stop": True}))
    return document


def _options(rng: Random) -> dict[str, Any]:
    """Returns the agreed options; empty in a third of the matches."""
    if maybe(rng, 0.3):
        return {}
    options: dict[str, Any] = {}
    if maybe(rng, 0.5):
        options["columns"] = [{"name": "runs", "factor": 5}, {"name": "50%, clean", "factor": -20}][: rng.randint(0, 2)]
    if maybe(rng, 0.5):
        options["best"] = rng.choice(["low", "high"])
    if maybe(rng, 0.4):
        options["hands"] = rng.choice([None, 1, 3, 10])
    if options.get("best") == "low" and maybe(rng, 0.6):
        options["limit"] = rng.choice([20, 101])
    elif maybe(rng, 0.5):
        options["target"] = rng.choice([None, 30, 100])
    if maybe(rng, 0.2):
        options["name"] = rng.choice(["Bocce", "八八", "Rook {x} 50%", "n" * 40])
    if maybe(rng, 0.3):
        options["step"] = 5
    if "columns" not in options and maybe(rng, 0.7):
        options.update(rng.choice([{"sum": 0}, {"negative": False}, {"negative": False}, {"sum": 40, "step": 1}]))
    return options


def _hand(rng: Random, sides: int, playing: list[int], options: dict[str, Any]) -> tuple[Entry, list[int]]:
    """Returns an entry and each side's points for it."""
    step = options.get("step", 1)
    low = 0 if options.get("negative") is False else -2
    values = {side: step * rng.randint(low, 8) for side in playing}
    if options.get("sum") is not None:
        values[playing[0]] += options["sum"] - sum(values.values())
        if values[playing[0]] % step:
            return _hand(rng, sides, playing, options)
    entry: Entry = {"points": [values.get(side) for side in range(sides)]}
    points = [values.get(side, 0) for side in range(sides)]
    for column in options.get("columns", []):
        if maybe(rng, 0.6):
            counts = [rng.randint(0, 3) if side in playing else None for side in range(sides)]
            entry.setdefault("columns", {})[column["name"]] = counts
            points = [each + (count or 0) * column["factor"] for each, count in zip(points, counts, strict=True)]
    return entry, points


def claim(rng: Random, document: Document) -> Entry:
    """Only that the match is won can be claimed."""
    return {"type": "won", "side": rng.randrange(len(document["sides"]))}
