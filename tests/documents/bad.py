"""Invalid values for the fields and options of a game: wrong values of every kind, missing and unknown fields."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Field, Game, Kind, Refusal, Setup, but
from scorekeeper.games.engine.field_checks import OF_THE_GAME, entry_problems
from scorekeeper.games.engine.setup import MOST_STEPS
from scorekeeper.games.engine.ways import is_asked_for, way_with

from .pieces import Document, Entry, maybe

Wrong = tuple[str, Entry]
"""The path of a field, and an entry that is wrong there alone."""

NO_NUMBERS: tuple[Any, ...] = (None, "1", 1.0, True, [1])
NO_GROUPS: tuple[Any, ...] = (None, True, 1, "x", [])
NO_LISTS: tuple[Any, ...] = (None, True, 1, "x", {})
UNKNOWN = "unheard_of"
ANYWHERE = ""  # without a field, an entry is one of another way, which lacks fields of its own
ABSENT: dict[str, Any] = {"count": 0, "flag": False, "side": 0, "choice": None, "player": None}


def is_checked_by_the_game(field: Field) -> bool:
    """True if the engine leaves the values of this field to the game."""
    return field["kind"] in OF_THE_GAME or ("own" in field and type(field["own"]).check is Kind.check)


def wrong_entries(setup: Setup, entry: Entry) -> list[Wrong]:
    """Entries that differ from a good one in a single field, which is wrong, missing or unknown."""
    players = len(setup["seats"])
    ways = [way for way in play.game_of(setup).ways_of(setup) if way.get("players", players) == players]
    way = way_with(ways, entry)
    wrong = list(_of_group(setup, way["fields"], entry)) if not way.get("ends") else []
    return [(path if way_with(ways, each) is way else ANYWHERE, each) for path, each in wrong]


def wrong_claims(setup: Setup, claim: Entry) -> list[Wrong]:
    """The same of a claim."""
    declared = next(form for form in play.game_of(setup).claim_fields if form["slug"] == claim["type"])
    return [each for each in _of_group(setup, declared["fields"], claim) if each[0] != "type"]


def _of_group(setup: Setup, fields: list[Field], entry: Entry) -> Iterator[Wrong]:
    seats = len(setup["seats"])
    played = [field for field in fields if "anyway" in field or is_asked_for(field, setup["options"], seats)]
    yield UNKNOWN, entry | {UNKNOWN: 1}
    for field in played:
        name = field["name"]
        if name not in entry:
            if field["kind"] in ABSENT:  # wrong values need no good one to start from
                absent = entry | {name: ABSENT[field["kind"]]}
                yield from ((path, entry | {name: value}) for path, value in _wrong_values(setup, field, absent))
            continue
        if field["required"] and not field.get("left_out") and not _may_go(field, played):
            yield name, {key: value for key, value in entry.items() if key != name}
        for path, value in _wrong_values(setup, field, entry):
            yield path, entry | {name: value}


def _may_go(field: Field, played: list[Field]) -> bool:
    """True if another field may be given in its place: without it, this entry may be one of that field."""
    return "instead_of" in field or any(other.get("instead_of", [""])[0] == field["name"] for other in played)


def _wrong_values(setup: Setup, field: Field, entry: Entry) -> Iterator[tuple[str, Any]]:
    """Yields invalid values for the field of a good entry, each with the path of the expected problem."""
    name, value = field["name"], entry[field["name"]]
    if is_checked_by_the_game(field):
        yield from ((name, wrong) for wrong in (1, True))
        return
    if "fields_from" in field:
        field = but(field, fields=field["fields_from"](setup["options"]))
    if "fields" in field:
        yield from _wrong_inside(setup, field, value)
        return
    for wrong in wrong_values(setup, field, value, entry):
        if not (wrong is None and field.get("nullable")):
            yield name, wrong


def _wrong_inside(setup: Setup, field: Field, value: Any) -> Iterator[tuple[str, Any]]:
    """The same of a field that has fields inside: a group, or a list of groups."""
    name = field["name"]
    if field["kind"] == "group":
        yield from ((name, wrong) for wrong in NO_GROUPS)
        for path, wrong in _of_group(setup, field["fields"], value):
            yield f"{name}.{path}", wrong
        return
    wrong_lists: list[Any] = [*NO_LISTS, [*value, None], [*value, 1]]
    if field["kind"] == "sides":
        wrong_lists += [value[1:], [*value, value[0]]]
    yield from ((name, wrong) for wrong in wrong_lists)
    for at, part in enumerate(value):
        for path, wrong in _of_group(setup, field["fields"], part):
            yield f"{name}.{at}.{path}", [*value[:at], wrong, *value[at + 1 :]]


def wrong_values(setup: Setup, field: Field, value: Any, entry: Entry) -> list[Any]:
    """Values that a field without fields inside cannot have, close to the good one that it has."""
    kind, sides = field["kind"], len(setup["sides"])
    if kind == "shares" or (kind == "count_or_side" and isinstance(value, list)):
        return _wrong_shares(field, value, entry)
    if kind == "count":
        return _wrong_counts(setup, field, value)
    if kind in ("ranks", "amounts"):
        return _wrong_cards(field, value)
    if kind == "choice":
        allowed = [each[0] for each in field["choices"]] + field.get("beside", [])
        return [each for each in (UNKNOWN, None, 77, True, 1.5, [value]) if each not in allowed]
    if kind == "best" or (kind == "best_or_side" and isinstance(value, dict)):
        return _wrong_best(value)
    if kind in ("side", "count_or_side", "best_or_side"):
        whoever = kind != "side"  # None: no side has it
        return [each for each in (sides, -1, True, "0", 0.0, [0], None) if not (whoever and each is None)]
    of_kind: dict[str, list[Any]] = {
        "flag": [1, 0, "yes", None, [True]],
        "player": ["Nobody", "", 0, None, True, [setup["seats"][0]]],
        "tricks": [*NO_LISTS, [sides], [True], ["0"], [-1], [None] * (field.get("most", 0) + 1)],
        "some_sides": [*NO_LISTS, [sides], [0, 0], [True], [None]],
        "calls": list(NO_LISTS),
        "lists": [*NO_LISTS, [[]], [[]] * (sides + 1), [[UNKNOWN], []], [[1], []], [None, []]],
    }
    return of_kind[kind]


def _wrong_shares(field: Field, value: list[Any], entry: Entry) -> list[Any]:
    """Too few or too many numbers, a number that is none, out of bounds, or beyond the total."""
    nought = entry.get(field.get("nought", ""))
    numbers_at = [at for at, each in enumerate(value) if each is not None and at != nought]
    low, high = field.get("min", 0), field.get("max")
    none = {"out", "nought"} & set(field)
    numbers: list[Any] = [each for each in NO_NUMBERS if not (none and each is None)]
    numbers += _beyond(low, high)
    if field.get("total") is not None:
        numbers.append(value[numbers_at[0]] + 1)
    spoilt = [[*value[:at], number, *value[at + 1 :]] for at in numbers_at[:1] for number in numbers]
    return [*([] if field["kind"] == "count_or_side" else NO_LISTS), [], value[1:], [*value, 0], *spoilt]


def _beyond(low: int | None, high: int | None) -> list[int]:
    return ([] if low is None else [low - 1]) + ([] if high is None else [high + 1])


def _wrong_counts(setup: Setup, field: Field, value: Any) -> list[Any]:
    low, high = field.get("min", 0), field.get("max")
    if "max_a_pack" in field:
        high = field["max_a_pack"] * setup["options"]["packs"]
    wrong: list[Any] = [*NO_NUMBERS, *_beyond(low, high)]
    if field.get("step", 1) > 1 and isinstance(value, int):
        wrong.append(value + 1)
    if "classes" in field:
        first, _label, _worth, cards = field["classes"][0]
        too_many = cards * setup["options"]["packs"] + 1
        wrong += [{UNKNOWN: 1}, *({first: each} for each in (-1, too_many, 1.0, "1", None))]
    return wrong


def _wrong_cards(field: Field, value: Entry) -> list[Any]:
    """Cards of a rank that there is not, or more of one than there are."""
    first, cards = field["classes"][0][0], field["classes"][0][3]
    wrong: list[Any] = [*NO_GROUPS, value | {UNKNOWN: 1}]
    if field["kind"] == "amounts":
        return [*wrong, *(value | {first: each} for each in (*NO_NUMBERS, -1, cards + 1))]
    shares: list[int] = value[first]
    rows: list[Any] = [shares[1:], [*shares, 0], [shares[0] + 1, *shares[1:]], [cards + 1, -1, *shares[2:]], cards]
    return [*wrong, *(value | {first: row} for row in rows), {name: value[name] for name in value if name != first}]


def _wrong_best(value: Any) -> list[Any]:
    """The best cards of suits: too few, or one that is none."""
    if isinstance(value, list):
        return [*NO_LISTS, value[1:], ["X", *value[1:]]]
    (cards, *others) = value["best"]
    rows: list[Any] = [{}, [], [cards], [cards[1:], *others], [["X", *cards[1:]], *others]]
    return [{}, {UNKNOWN: value["best"]}, *({"best": row} for row in rows)]


def go_wrong(rng: Random, document: Document) -> bool:
    """Make one field of one hand wrong; False, and nothing done, if there is no hand to do this to."""
    hands = document.get("hands")
    try:
        setup = play.begin(document)
    except Refusal:
        return False
    if not isinstance(hands, list) or not hands:
        return False
    at = rng.randrange(len(hands))
    ways = play.game_of(setup).ways_of(setup)
    if not isinstance(hands[at], dict) or entry_problems(setup, ways, hands[at]):  # it was spoilt before
        return False
    wrong = wrong_entries(setup, hands[at])
    if wrong:
        hands[at] = deepcopy(rng.choice(wrong)[1])
    return bool(wrong)


BAD_LISTS: dict[str, list[Any]] = {
    "increasing": [[], [3, 3], [3, 1], [0, 1], "13", [1, True], [1.0, 3], None, [1, 10**30], {}],
    "thresholds": [50, [50], [[0, "50"]], [[0, 50, 1]], [[0, -1]], [[1500, 75], [0, 50]], [[0, 1], [0, 2]], None, {},
                   [[each, 1] for each in range(MOST_STEPS + 1)]],
}  # fmt: skip


def bad_values(option: dict[str, Any]) -> list[Any]:
    """Values that cannot be chosen for an option."""
    kind = option["kind"]
    wrong: list[Any] = []
    if kind == "whole":
        wrong = [option["low"] - 1, option["high"] + 1, str(option["low"]), float(option["low"]), True, [], None]
    elif kind == "flag":
        wrong = [0, 1, "yes", [], None]
    elif kind == "number":
        most = max(each[0] for each in option["choices"])
        wrong = [most + 1, -1, str(most), float(most), True, None]
    elif kind == "choice":
        wrong = [UNKNOWN, "", 0, True, [option["choices"][0][0]], None]
    elif kind == "text":
        wrong = ["", "   ", "n" * (option["longest"] + 1), 3, "a\nb", [], None]
    elif kind == "factors":
        wrong = _bad_factors(option)
    elif kind == "card":
        wrong = [None, True, 1, "x", []]
    elif kind == "increasing":
        wrong = [*BAD_LISTS[kind], list(range(1, option.get("most", MOST_STEPS) + 2))]
    elif kind == "thresholds":
        wrong = BAD_LISTS[kind]
    return [each for each in wrong if not (each is None and option.get("nullable"))]


def _bad_factors(option: dict[str, Any]) -> list[Any]:
    name, longest = "a", "n" * (option["longest"] + 1)
    factors = [{"name": name, "factor": each} for each in (0, option["low"] - 1, option["high"] + 1, "1", None)]
    named = [{"name": each, "factor": 1} for each in ("", longest, None)]
    many = [{"name": str(each), "factor": 1} for each in range(option["most"] + 1)]
    return [None, {}, [1], [{"name": name}], *([each] for each in (*factors, *named)), [named[0]] * 2,
            [{"name": name, "factor": 1}] * 2, many]  # fmt: skip


def bad_options(game: Game) -> list[dict[str, Any]]:
    """Options, one at a time, that cannot be chosen."""
    wrong = [{option["name"]: value} for option in game.options for value in bad_values(option)]
    return [*wrong, {UNKNOWN: 1}]


def some_bad_option(rng: Random, game: Game, special: list[dict[str, Any]]) -> dict[str, Any]:
    """One of them, or of those that are the game's own."""
    return deepcopy(rng.choice(special if special and maybe(rng, 0.3) else bad_options(game)))
