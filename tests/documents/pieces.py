"""Parts of the documents of all games: names, seats, heads, and numbers that add up."""

from itertools import pairwise
from random import Random
from typing import Any

Document = dict[str, Any]
Entry = dict[str, Any]
Shape = tuple[int, int]
"""Sides, players of each."""

PLAYERS = (
    "Anna", "Bruno", "Carla", "Dino", "Elena", "Fabio", "Giulia", "Juma", "Asha", "Neema", "Baraka", "Zawadi",
    "Imani", "João", "Conceição", "花子", "太郎", "さくら", "Владимир", "Ζωή", "O'Neill", "Ann-Marie", "x", "N" * 40,
)  # fmt: skip
SIDES = ("Us", "Them", "North", "South", "東", "西", "Os Invencíveis", "A & B", "<b>", "Sopra", "Sotto", "Lupi")


def maybe(rng: Random, chance: float) -> bool:
    """True in `chance` of the cases."""
    return rng.random() < chance


def shares(rng: Random, total: int, sides: int, step: int = 1) -> list[int]:
    """`total` cut into one share a side, each a multiple of `step`."""
    cuts = sorted(rng.randint(0, total // step) for _ in range(sides - 1))
    edges = [0, *cuts, total // step]
    return [(after - before) * step for before, after in pairwise(edges)]


def how_many(rng: Random) -> int:
    """How many hands to play at most: none, a few, or an evening."""
    return rng.choice([0, 1, 2, 4, 8, 16, 40])


def head(
    rng: Random, game: str, variant: str, options: dict[str, Any], shape: Shape, *, several_shapes: bool = False
) -> Document:
    """Returns a document without hands. Default `variant` and empty `options` are sometimes left out.

    In a game of several shapes only the named players determine the shape.
    """
    document: Document = {"format": "scorekeeper/1", "game": game, "sides": _sides(rng, shape, several_shapes)}
    if variant:
        document["variant"] = variant
    if options or maybe(rng, 0.2):
        document["options"] = options
    if maybe(rng, 0.5):
        document["first_dealer"] = rng.choice(seats(document, shape))
    document["hands"] = []
    return document


def _sides(rng: Random, shape: Shape, several_shapes: bool) -> list[dict[str, Any]]:
    sides, each = shape
    names = rng.sample(SIDES, sides)
    people = iter(rng.sample(PLAYERS, sides * each))
    named = several_shapes or maybe(rng, 0.7)
    made: list[dict[str, Any]] = []
    for name in names:
        players = [next(people) for _ in range(each)]
        if not named:
            made.append({"name": name})
        elif each == 1 and maybe(rng, 0.5):
            made.append({"players": players})
        elif maybe(rng, 0.05):
            made.append({"name": f"  {name} ", "players": [f" {player} " for player in players]})
        else:
            made.append({"name": name, "players": players})
    return made


def teams(document: Document, shape: Shape) -> list[list[str]]:
    """The players' names, side by side."""
    made = []
    for side in document["sides"]:
        name = side.get("name", "").strip()
        invented = [f"{name} {number + 1}" for number in range(shape[1])] if shape[1] > 1 else [name]
        made.append([name.strip() for name in side.get("players", invented)])
    return made


def seats(document: Document, shape: Shape) -> list[str]:
    """The players' names in the order of play: the first of each side, then the second of each, …"""
    return [name for row in zip(*teams(document, shape), strict=True) for name in row]


def noted(rng: Random, entry: Entry) -> Entry:
    """Returns the entry, sometimes with fields that never score."""
    if maybe(rng, 0.03):
        entry["note"] = rng.choice(["", "recounted", "雨", "n" * 200])
    if maybe(rng, 0.03):
        entry["at"] = rng.choice(["2026-11-21T20:15:00+01:00", "2026-11-21T20:15:00Z", "2026-11-21"])
    return entry
