"""Reads the entry of a hand into its state: what each field may be, and what is missing to a sum (CAR-19, CAR-20)."""

from typing import Any

from ..engine.base import Entry, Refusal, _, refuse
from .computing import IN, State
from .formulas import Formula
from .reading import USUAL_MOST, WIDEST, Card, Entered, worths_of

BOUNDS = _("{label}: {least} to {most}.")
SUM = _("{label} must add up to {total} ({sum} now).")
NOBODY = _("Say who: {label}.")
IS_OUT = _("This side is out: it has no points")


def enter(card: Card, state: State, entry: Entry) -> None:
    """Adds the fields of an entry to the state, in the card's order. Raises Refusal."""
    names = [field.name for field in card.fields]
    for name in sorted(entry):
        if name not in names:
            raise refuse(name, None, _("Unknown field: {unknown}"), unknown=name)
    for field in card.fields:
        if field.required and field.name not in entry:
            raise refuse(field.name, None, NOBODY if field.kind == "side" else _("Fill this in"), label=field.label)
        _ENTER[field.kind](field, state, entry)
    if not entry:
        raise refuse(names[0], None, _("Fill this in"))


def _numbers(field: Entered, state: State, entry: Entry) -> None:
    if not field.per_side:
        value = entry.get(field.name, 0)
        _check_number(field, field.name, value, *_bounds(field, state, 0))
        state[field.name] = value
        return
    values = _of_sides(field, state, entry, 0)
    blank = [side for side in state[IN] if values[side] is None]
    missing = blank[0] if field.sum is not None and len(blank) == 1 else None
    for side in state[IN]:
        if side != missing:
            _check_side(field, state, values, side)
    if field.sum is not None:
        _add_up(field, state, values, missing)
    state[field.name] = [0 if value is None else value for value in values]


def _check_side(field: Entered, state: State, values: "list[Any]", side: int) -> None:
    _check_number(field, field.name + "." + str(side), values[side], *_bounds(field, state, side))


def _add_up(field: Entered, state: State, values: "list[Any]", missing: "int | None") -> None:
    """Fills in the number of the side where it is missing to the sum, and refuses numbers with another sum."""
    wanted = field.sum.of(state) if field.sum is not None else 0
    reached = sum([values[side] for side in state[IN] if side != missing])
    if missing is not None:
        values[missing] = wanted - reached
        _check_side(field, state, values, missing)
    elif reached != wanted:
        raise refuse(field.name, None, SUM, label=field.label, total=wanted, sum=reached)


def _bounds(field: Entered, state: State, side: int) -> "tuple[int, int]":
    return _bound(field.least, state, side, 0), _bound(field.most, state, side, USUAL_MOST)


def _bound(formula: "Formula | None", state: State, side: int, usual: int) -> int:
    return usual if formula is None else int(formula.of(state, side))


def _check_number(field: Entered, path: str, value: Any, least: int, most: int) -> None:
    if type(value) is not int:
        raise refuse(path, None, _("This must be a whole number"))
    if not max(least, -WIDEST) <= value <= min(most, WIDEST):
        raise refuse(path, None, BOUNDS, label=field.label, least=least, most=most)
    if value % field.step:
        raise refuse(path, None, _("In steps of {step}."), step=field.step)


def _of_sides(field: Entered, state: State, entry: Entry, usual: Any) -> "list[Any]":
    """Returns the value of each side, None for those that are out; if the field was left out the usual one."""
    playing, sides = state[IN], state["sides"]
    if field.name not in entry:
        return [usual if side in playing else None for side in range(sides)]
    values = entry[field.name]
    if not isinstance(values, list) or len(values) != sides:
        text = _("This must be one value for each of the {sides} sides")
        raise refuse(field.name, None, text, sides=sides)
    for side, value in enumerate(values):
        if value is not None and side not in playing:
            raise refuse(field.name + "." + str(side), None, IS_OUT)
    return list(values)


def _flags(field: Entered, state: State, entry: Entry) -> None:
    if not field.per_side:
        state[field.name] = _flag(field.name, entry.get(field.name, False))
        return
    values = _of_sides(field, state, entry, False)
    for side in state[IN]:
        _flag(field.name + "." + str(side), values[side])
    state[field.name] = [value is True for value in values]


def _flag(path: str, value: Any) -> bool:
    if type(value) is not bool:
        raise refuse(path, None, _("This must be yes or no"))
    return value


def _choices(field: Entered, state: State, entry: Entry) -> None:
    worths, usual = worths_of(field.choices), field.choices[0].name
    if field.per_side:
        values = _of_sides(field, state, entry, usual)
        for side in state[IN]:
            _check_choice(field, field.name + "." + str(side), values[side], worths)
        state[field.name] = [worths.get(value, 0) for value in values]
    else:
        values = entry.get(field.name, usual)
        _check_choice(field, field.name, values, worths)
        state[field.name] = worths[values]
    state[field.name + "."] = values


def _check_choice(field: Entered, path: str, value: Any, worths: "dict[str, int]") -> None:
    if not isinstance(value, str) or value not in worths:
        listed = ", ".join([choice.name for choice in field.choices])
        raise refuse(path, None, _("This must be one of: {choices}"), choices=listed)


def _side(field: Entered, state: State, entry: Entry) -> None:
    value = entry.get(field.name)
    if value is None and field.required:
        raise refuse(field.name, None, NOBODY, label=field.label)
    if value is not None and (type(value) is not int or value not in state[IN]):
        raise _no_side(field, state, value)
    state[field.name] = [side == value for side in range(state["sides"])]


def _no_side(field: Entered, state: State, value: Any) -> Refusal:
    is_out = type(value) is int and 0 <= value < state["sides"]
    return refuse(field.name, None, IS_OUT if is_out else _("This must be one of the sides"))


_ENTER: "dict[str, Any]" = {"number": _numbers, "flag": _flags, "choice": _choices, "side": _side}


def enter_so_far(field: Entered, state: State, value: Any) -> None:
    """Puts a field into the state as far as it is entered; what is missing or wrong counts as left out."""
    sides = range(state["sides"])
    if field.kind == "side":
        state[field.name] = [side == value for side in sides]
        return
    values = value if field.per_side and isinstance(value, list) and len(value) == len(sides) else None
    each = [(values[side] if values else None) for side in sides] if field.per_side else [value]
    if field.kind == "choice":
        worths, usual = worths_of(field.choices), field.choices[0].name
        names = [name if isinstance(name, str) and name in worths else usual for name in each]
        state[field.name + "."] = names if field.per_side else names[0]
        known: list[Any] = [worths[name] for name in names]
    elif field.kind == "flag":
        known = [each_value is True for each_value in each]
    else:
        known = [number if type(number) is int else 0 for number in each]
    state[field.name] = known if field.per_side else known[0]
