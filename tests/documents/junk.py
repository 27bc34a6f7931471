"""Values that fit no field: anywhere in a document they must lead to a refusal and nothing else."""

from copy import deepcopy
from random import Random
from typing import Any

JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 7, 10**9, 10**30, -(10**30), 1.0, 2.5, -0.0, "", " ", "0", "Anna", "Nobody",
    "\x00", "x" * 41, [], {}, [0], [0, 0], [1, 2, 3], [None], [[]], {"": 0}, {"points": 1}, [True, False],
)  # fmt: skip
KEYS = ("", "points", "aces", "winner", "stake", "stop", "truco", "cards", "sides", "honours", "Melds", "tricks ", "id")


def spoil(rng: Random, document: dict[str, Any]) -> None:
    """Change one place of `document`, near the top or deep in a hand, almost always to something invalid."""
    place = rng.choice(_places(document))
    if isinstance(place, dict):
        _spoil_group(rng, place)
    else:
        _spoil_list(rng, place)


def _places(value: Any) -> list[Any]:
    """Every group and non-empty list in `value`, itself first."""
    inside: list[Any] = []
    if isinstance(value, dict):
        inside = list(value.values())
    elif isinstance(value, list):
        inside = value
    found = [value] if isinstance(value, dict) or (isinstance(value, list) and value) else []
    for part in inside:
        found += _places(part)
    return found


def _spoil_group(rng: Random, group: dict[str, Any]) -> None:
    way = rng.random()
    if not group or way < 0.2:
        group[rng.choice(KEYS)] = _junk(rng)
    elif way < 0.4:
        del group[rng.choice(sorted(group))]
    else:
        key = rng.choice(sorted(group))
        group[key] = _other(rng, group[key])


def _spoil_list(rng: Random, values: list[Any]) -> None:
    way = rng.random()
    place = rng.randrange(len(values))
    if way < 0.2:
        values.append(_junk(rng))
    elif way < 0.3:
        values.append(deepcopy(values[place]))
    elif way < 0.5:
        del values[place]
    else:
        values[place] = _other(rng, values[place])


def _junk(rng: Random) -> Any:
    return deepcopy(rng.choice(JUNK))


def _other(rng: Random, value: Any) -> Any:
    """Something else in the place of `value`: its neighbour, its like in another type, or plain junk."""
    if type(value) is int and rng.random() < 0.6:
        return rng.choice([value + 1, value - 1, -value, float(value), str(value), value + 0.5])
    if isinstance(value, str) and rng.random() < 0.3:
        return rng.choice([value.upper(), value + " ", value[:1], [value]])
    return _junk(rng)
