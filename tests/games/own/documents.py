"""Random hands of a game of one's own, and every way to agree on it."""

from random import Random
from typing import Any

from scorekeeper.games.engine.base import Setup, Table
from tests.documents.good import who_plays
from tests.documents.pieces import Entry, maybe

NEVER_CITED = {"OWN-5", "OWN-10"}  # settled without a line: totals, the deal
NAMES = ("melds", "canastas", "Side")  # what columns and sides of its examples are called
BAD_OPTIONS: list[dict[str, Any]] = [{"limit": 50}, {"limit": 50, "best": "low", "target": 60}]
BAD_OPTIONS += 8 * [{"negative": False}, {"sum": 7}]  # good by themselves, but not with many a hand
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([5, -5], None), ["OWN-4"], ([130, 0], None), ([10, 25, 5], (2, 1, "target")), ([10, 3], (1, 1, "last_in")),
    ([10, 8], (None, 0, "last_in")), ([4, 5], (None, 0, "hands_played")),
]  # fmt: skip


def options(rng: Random, *_game: Any) -> dict[str, Any]:
    """Returns the agreed options; empty in a third of the matches."""
    if maybe(rng, 0.3):
        return {}
    agreed: dict[str, Any] = {}
    if maybe(rng, 0.5):
        agreed["columns"] = [{"name": "runs", "factor": 5}, {"name": "50%, clean", "factor": -20}][: rng.randint(0, 2)]
    if maybe(rng, 0.5):
        agreed["best"] = rng.choice(["low", "high"])
    if maybe(rng, 0.4):
        agreed["hands"] = rng.choice([None, 1, 3, 10])
    if agreed.get("best") == "low" and maybe(rng, 0.6):
        agreed["limit"] = rng.choice([20, 101])
    elif maybe(rng, 0.5):
        agreed["target"] = rng.choice([None, 30, 100])
    if maybe(rng, 0.2):
        agreed["name"] = rng.choice(["Bocce", "八八", "Rook {x} 50%", "n" * 40])
    if maybe(rng, 0.3):
        agreed["step"] = 5
    if "columns" not in agreed and maybe(rng, 0.7):
        agreed.update(rng.choice([{"sum": 0}, {"negative": False}, {"negative": False}, {"sum": 40, "step": 1}]))
    return agreed


def entry(rng: Random, setup: Setup, table: Table) -> Entry:
    """Points and counts of those still in."""
    agreed, sides = setup["options"], range(len(setup["sides"]))
    _back, playing = who_plays(rng, setup, table)
    points = {side: agreed["step"] * rng.randint(-2 if agreed["negative"] else 0, 8) for side in playing}
    if agreed["sum"] is not None:
        points[playing[0]] += agreed["sum"] - sum(points.values())
    made: Entry = {"points": [points.get(side) for side in sides]}
    columns = {
        column["name"]: [rng.randint(0, 3) if side in playing else None for side in sides]
        for column in agreed["columns"]
        if maybe(rng, 0.6)
    }
    return made | ({"columns": columns} if columns else {})
