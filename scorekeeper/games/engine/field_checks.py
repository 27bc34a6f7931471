"""Entries and claims held to the fields that their game declares: names, kinds, bounds, totals, choices.

A game's own checks come after these, see only values of the declared kinds, and say what lies between fields.
"""

from typing import Any, Callable

from .checks import LARGEST, Checks, _, is_whole
from .entries import fields_of
from .shapes import Entry, Problem, Setup

# Checked by the games, which know their packs and calls.
OF_THE_GAME = ("cards", "melds", "card", "trick", "hands", "cards_of_sides", "shares_or_group")


def entry_problems(setup: Setup, way: "dict[str, Any]", entry: Entry) -> list[Problem]:
    """Returns what the fields of a way to enter a hand do not allow; an empty list if each is good by itself."""
    checks = Checks(entry)
    _check_group(checks, setup, way["fields"])
    return checks.problems


def claim_problems(setup: Setup, fields: "list[dict[str, Any]]", claim: Entry) -> list[Problem]:
    """Returns what the fields of a claim do not allow. Fields of other options are left to its judge."""
    names = [field["name"] for field in fields_of(fields, setup["options"], len(setup["seats"]))]
    unplayed = [field["name"] for field in fields if field["name"] not in names]
    beside = ["type"] if "side" in names else ["type", "side"]
    checks = Checks({name: claim[name] for name in claim if name not in beside + unplayed})
    _check_group(checks, setup, fields)
    return checks.problems


def way_with(ways: "list[dict[str, Any]]", entry: Entry) -> "dict[str, Any]":
    """Returns the way with the most fields in common with an entry, whatever its values; the first of several."""
    found, best = ways[0], None
    for way in ways:
        names = [field["name"] for field in way["fields"]]
        needed = [field["name"] for field in way["fields"] if field["required"]]
        common = len([name for name in names if name in entry])
        missing = len([name for name in needed if name not in entry])
        depth = common + _inner_names(way["fields"], entry)
        if common and (best is None or (depth, -missing) > best):
            found, best = way, (depth, -missing)
    return found


def _inner_names(fields: "list[dict[str, Any]]", entry: Entry) -> int:
    """How many of the fields of each side an entry has."""
    count = 0
    for field in fields:
        parts = entry.get(field["name"]) if field["kind"] == "sides" else None
        if isinstance(parts, list):
            names = [inner["name"] for inner in field["fields"]]
            count += len([name for part in parts if isinstance(part, dict) for name in part if name in names])
    return count


def _check_group(checks: Checks, setup: Setup, declared: "list[dict[str, Any]]") -> None:
    fields = fields_of(declared, setup["options"], len(setup["seats"]))
    names = [field["name"] for field in fields]
    for name in sorted([name for name in checks.mapping if name not in names]):
        _refuse_unknown(checks, declared, name)
    for field in fields:
        if checks.has(field["name"]):
            _check_value(checks, setup, field)
        elif field["required"] and field["kind"] not in OF_THE_GAME and "left_out" not in field:
            checks.required(field["name"], field["rule"])


def _refuse_unknown(checks: Checks, declared: "list[dict[str, Any]]", name: str) -> None:
    """A field that the options exclude is refused by its rule, unless it says nothing."""
    for field in declared:
        if field["name"] == name:
            value = checks.mapping[name]
            if field["kind"] in OF_THE_GAME or value is False or value == [] or value == {}:
                return
            checks.refuse(name, field["rule"], _("This is not played here"))
            return
    checks.refuse(name, None, _("Unknown field: {unknown}"), unknown=name)


def _check_value(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    if field["kind"] in OF_THE_GAME or (checks.mapping[field["name"]] is None and _may_be_none(field)):
        return
    _CHECKS[field["kind"]](checks, setup, field)


def _sharing(setup: Setup, field: "dict[str, Any]") -> int:
    return len(field.get("parties", setup["sides"]))


def _total(field: "dict[str, Any]", checks: Checks) -> "int | None":
    """What the shares add up to: `total`, less what another field (`less`: name, value by value) takes out of play."""
    total = field.get("total")
    if total is None or "less" not in field:
        return None if total is None else int(total)
    name, amounts = field["less"]
    other = checks.mapping.get(name)
    return int(total) - int(amounts.get(other, 0) if isinstance(other, str) else 0)


def _check_shares(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    name, rule = field["name"], field["rule"]
    if "blank" not in field and "nought" not in field and "out" not in field:
        checks.shares(name, rule, _sharing(setup, field), _total(field, checks))
        return
    values, sides = checks.mapping[name], _sharing(setup, field)
    if not isinstance(values, list) or len(values) != sides:
        checks.refuse(name, rule, _("This must be one number for each of the {sides} sides"), sides=sides)
        return
    for at, value in enumerate(values):
        if value is not None:
            checks.is_good_number(name + "." + str(at), rule, value, field.get("min", 0), field.get("max"))


def _check_ranks(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    """The cards of each rank, a number for each side."""
    inner = _by_class(checks, field)
    for name, most in _cards_of_classes(checks, field) if inner is not None else []:
        inner.shares(name, field["rule"], _sharing(setup, field), most)


def _check_amounts(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    """How many cards of each rank one side has; a rank left out is 0."""
    inner = _by_class(checks, field)
    for name, most in _cards_of_classes(checks, field) if inner is not None else []:
        if inner.has(name):
            inner.whole(name, field["rule"], 0, most)


def _by_class(checks: Checks, field: "dict[str, Any]") -> "Checks | None":
    inner = checks.inner(field["name"])
    if inner is not None:
        inner.only(tuple([each[0] for each in field["classes"]]))
    return inner


def _cards_of_classes(checks: Checks, field: "dict[str, Any]") -> "list[tuple[str, int]]":
    """Each class with the number of its cards in play; `less` takes one out of play."""
    other, amounts = field.get("less", [None, {}])
    is_out = checks.mapping.get(other) if other else None
    return [(each[0], each[3] - (amounts.get(each[0], 0) if is_out == each[0] else 0)) for each in field["classes"]]


def _check_count(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    low = field.get("min", 0)
    value = checks.mapping[field["name"]]
    if isinstance(value, dict) and field.get("or_cards"):
        return
    checks.is_good_number(field["name"], field["rule"], value, -LARGEST if low is None else low, field.get("max"))


def _check_points(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    """Points in steps, or the cards of each class."""
    value = checks.mapping[field["name"]]
    inner = checks.inner(field["name"]) if isinstance(value, dict) and "classes" in field else None
    if inner is None:
        _check_count(checks, setup, field)
        return
    inner.only(tuple([each[0] for each in field["classes"]]))
    for each in field["classes"]:
        if inner.has(each[0]):
            inner.whole(each[0], field["rule"], 0)


def _may_be_none(field: "dict[str, Any]") -> bool:
    return bool(field.get("nullable") or field.get("may_be_unset") or "nobody" in field)


def _check_side(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    checks.side(field["name"], field["rule"], len(setup["sides"]))


def _check_flag(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    checks.flag(field["name"], field["rule"])


def _check_player(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    checks.player(field["name"], field["rule"], setup)


def _check_choice(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    choices = [each[0] for each in field["choices"]]
    value = checks.mapping[field["name"]]
    if not any(type(value) is type(each) and value == each for each in choices):
        listed = ", ".join([str(each) for each in choices if each is not None])
        checks.refuse(field["name"], field["rule"], _("This must be one of: {choices}"), choices=listed)


def _check_tricks(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    """The winner of each trick, None for a tie."""
    name, rule, tricks = field["name"], field["rule"], checks.mapping[field["name"]]
    if not isinstance(tricks, list):
        checks.refuse(name, rule, _("This must be a list"))
        return
    for at, winner in enumerate(tricks):
        if winner is not None and not _is_side(setup, winner):
            checks.refuse(name + "." + str(at), rule, _("A trick's winner must be one of the sides, or nobody"))
    if len(tricks) > field["most"]:
        checks.refuse(name, rule, _("There can be {most} tricks at most"), most=field["most"])


def _is_side(setup: Setup, value: Any) -> bool:
    return is_whole(value) and 0 <= value < len(setup["sides"])


def _check_rows(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    rows = checks.mapping[field["name"]]
    if not isinstance(rows, list):
        checks.refuse(field["name"], field["rule"], _("This must be a list"))
        return
    _check_each(checks, setup, field, rows)


def _check_sides(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    parts, sides = checks.mapping[field["name"]], len(setup["sides"])
    if not isinstance(parts, list) or len(parts) != sides:
        text = _("This must be one group of fields for each of the {sides} sides")
        checks.refuse(field["name"], field["rule"], text, sides=sides)
        return
    _check_each(checks, setup, field, parts)


def _check_each(checks: Checks, setup: Setup, field: "dict[str, Any]", parts: "list[Any]") -> None:
    for at, part in enumerate(parts):
        path = field["name"] + "." + str(at)
        if isinstance(part, dict):
            _check_group(Checks(part, checks.path + path + ".", checks.problems), setup, field["fields"])
        else:
            checks.refuse(path, None, _("This must be a group of named fields"))


def _check_nested(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    inner = checks.inner(field["name"])
    if inner is not None:
        _check_group(inner, setup, field["fields"])


def _check_some_sides(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    sides = checks.mapping[field["name"]]
    if not isinstance(sides, list) or not all(_is_side(setup, side) for side in sides):
        checks.refuse(field["name"], field["rule"], _("This must be a list of sides"))


def _check_count_or_side(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    value = checks.mapping[field["name"]]
    if isinstance(value, list):
        _check_shares(checks, setup, field)
    elif value is not None:
        checks.side(field["name"], field["rule"], len(setup["sides"]))


def _check_best(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    _check_best_cards(checks, field, field["name"], checks.mapping[field["name"]])


def _check_best_cards(checks: Checks, field: "dict[str, Any]", path: str, cards: Any) -> None:
    best = [None] + [each[0] for each in field["choices"]]
    if not isinstance(cards, list) or len(cards) != len(field["suits"]) or not all(card in best for card in cards):
        text = _("This must be the best card of each of the four suits, or null")
        checks.refuse(path, field["rule"], text)


def _check_best_or_side(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    if not isinstance(checks.mapping[field["name"]], dict):
        _check_count_or_side(checks, setup, field)
        return
    inner, sides = Checks(checks.mapping[field["name"]], checks.path + field["name"] + ".", checks.problems), None
    inner.only(("best",))
    if not inner.required("best", field["rule"]):
        return
    rows, sides = inner.mapping["best"], len(setup["sides"])
    if not isinstance(rows, list) or len(rows) != sides:
        inner.refuse("best", field["rule"], _("This must be one list for each of the {sides} sides"), sides=sides)
        return
    for side, cards in enumerate(rows):
        _check_best_cards(inner, field, "best." + str(side), cards)


def _check_calls(checks: Checks, setup: Setup, field: "dict[str, Any]") -> None:
    """Words and numbers; which may follow which is the game's own."""
    if not isinstance(checks.mapping[field["name"]], list):
        checks.refuse(field["name"], field["rule"], _("This must be a list"))


_CHECKS: "dict[str, Callable[[Checks, Setup, dict[str, Any]], None]]" = {
    "amounts": _check_amounts,
    "best": _check_best,
    "best_or_side": _check_best_or_side,
    "calls": _check_calls,
    "choice": _check_choice,
    "count": _check_count,
    "count_or_side": _check_count_or_side,
    "flag": _check_flag,
    "group": _check_nested,
    "player": _check_player,
    "points": _check_points,
    "ranks": _check_ranks,
    "rows": _check_rows,
    "shares": _check_shares,
    "side": _check_side,
    "sides": _check_sides,
    "some_sides": _check_some_sides,
    "tricks": _check_tricks,
}
