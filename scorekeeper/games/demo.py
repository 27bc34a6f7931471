"""Generates random hands for demonstration matches.

A game's `server` module may have `demo_hand(setup, table, chance, better)`, `DEMO_OPTIONS` for its matches, and
`DEMO_WEIGHT`: how often it is chosen. Without `demo_hand`, hands are generated from the game's fields.
"""

import random
from typing import Any

from scorekeeper.game_folders import server_part

from .engine.base import Entry, Field, Setup, Table
from .engine.elimination import sides_in
from .engine.game import Game, game_of
from .engine.play import problems
from .engine.ways import fields_of

TRIES = 500  # at finding a hand that the rules allow
USUAL_TARGET = 7
USUAL_WEIGHT = 3
MOST = 9  # for counts without a maximum

Chance = random.Random


def hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns a random hand that favours side `better`. Raises LookupError if none is found."""
    entry: Entry = server_part(game_of(setup).slug, "demo_hand", by_fields)(setup, table, chance, better)
    return entry


def options_of(game: Game) -> dict[str, Any]:
    """Returns the options of a demonstration match, with a target if it would never end without one."""
    endless = "target" in game.presets[0]["options"] and game.presets[0]["options"]["target"] is None
    options: dict[str, Any] = server_part(game.slug, "DEMO_OPTIONS", {"target": USUAL_TARGET} if endless else {})
    return options


def weight_of(game: Game) -> int:
    """Returns how often the game is chosen, relative to the weights of the others."""
    weight: int = server_part(game.slug, "DEMO_WEIGHT", USUAL_WEIGHT)
    return weight


def shared(chance: Chance, better: int, whole: int) -> list[int]:
    """Returns a random split of `whole` between two sides; the better one has more than half, but not all."""
    larger = chance.randint(whole // 2 + 1, whole - 1)
    return [larger, whole - larger] if better == 0 else [whole - larger, larger]


CLOSES = 2 / 3  # how often the better side closes


def one_closes(
    setup: Setup, table: Table, chance: Chance, better: int, held: tuple[int, int], most_of_closer: int = 0
) -> Entry:
    """Returns a random hand that one player closes, more often the better one; others count numbers within `held`."""
    playing = sides_in(setup, table["totals"])
    closed = better if better in playing and chance.random() < CLOSES else chance.choice(playing)
    counts = [chance.randint(*held) if side in playing else None for side in range(len(setup["sides"]))]
    counts[closed] = chance.randint(0, most_of_closer)
    return {"closed": closed, "counts": counts}


def by_fields(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns a random hand, made from the game's fields until the rules allow it. Raises LookupError."""
    ways = [way for way in game_of(setup).ways_of(setup) if not way.get("ends")]
    for _try in range(TRIES):
        way = chance.choice(ways)
        fields = fields_of(way["fields"], setup["options"], len(setup["seats"]))
        entry = _group(fields, setup, chance, better)
        if not problems(setup, table, entry):
            return entry
    raise LookupError(f"No hand of {setup['game']} was found that its rules allow")


def _group(fields: "list[Field]", setup: Setup, chance: Chance, better: int) -> Entry:
    """Returns random values for the required fields, and sometimes for one that may be left out."""
    chosen = [field for field in fields if chance.random() < (0.2 if not field["required"] else _needed(field))]
    entry = {field["name"]: _value(field, setup, chance, better) for field in chosen}
    for field in chosen:
        if "nought" in field:
            entry[field["name"]][entry[field["nought"]]] = 0
    return entry


def _needed(field: Field) -> float:
    """Returns how often a required field is chosen: always, unless the game may do without it."""
    return 0.5 if field.get("left_out") else 1


def _value(field: Field, setup: Setup, chance: Chance, better: int) -> Any:
    kind, sides = field["kind"], len(field.get("parties", setup["sides"]))
    if "one_side" in field:
        points = chance.randint(*field["one_side"])
        return [points, 0] if better == 0 else [0, points]
    if kind == "shares":
        return _shares(field, chance, better, sides)
    if kind == "count":
        least, most = field.get("min") or 0, field.get("max")
        return chance.randrange(least, (MOST if most is None else most) + 1, field.get("step", 1))
    if kind == "player":
        return chance.choice([seat for seat, side in zip(setup["seats"], setup["seat_sides"]) if side == better])
    if kind == "choice":
        return chance.choice(field["choices"])[0]
    if kind == "sides":
        return [_group(field["fields"], setup, chance, better) for _side in range(sides)]
    if kind == "group":
        return _group(field["fields"], setup, chance, better)
    return {"side": better, "flag": True}.get(kind)


def _shares(field: Field, chance: Chance, better: int, sides: int) -> list[int]:
    total = field.get("total") or MOST
    if sides == 2:
        return shared(chance, better, total)
    cuts = sorted(chance.randint(0, total) for _cut in range(sides - 1))
    return [after - before for before, after in zip([0, *cuts], [*cuts, total])]
