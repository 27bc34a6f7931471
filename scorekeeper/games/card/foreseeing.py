"""Points that are certain before a hand is complete: of a side whose lines look at nothing that is still missing."""

from typing import Any

from ..engine.base import Entry, Refusal, Setup, Table
from ..engine.side_names import PAIR
from .computing import IN, State
from .entering import enter_so_far
from .formulas import Formula
from .playing import state_before
from .reading import Card, Entered, card_of

# In the state of such a hand a name of a side is a dict by side, without the sides that are unknown; an unknown name of
# the hand is missing. Looking at one raises KeyError.
MISSING = (KeyError, Refusal)


def foreseen(setup: Setup, table: Table, entry: Entry) -> "list[int | None]":
    """Returns the points of each side as far as the entry makes them certain, else None. Raises Refusal."""
    card = card_of(setup["options"])
    state = state_before(card, setup, table)
    for field in card.fields:
        _enter(field, state, entry.get(field.name))
    return _certain(card, state)


def foresees(card: Card, state: State, at: int) -> bool:
    """True if a side's number in field `at` makes its points certain, whatever the other sides have.

    `state` has all fields, as far as they are entered.
    """
    field, first = card.fields[at], state[IN][0]
    tried = dict(state)
    for later in card.fields[at + 1 :]:
        if later.required:
            _forget(later, tried)
    if field.sum is None or len(state[IN]) > PAIR:
        tried[field.name] = {first: state[field.name][first]}
    return _certain(card, tried)[first] is not None


def _enter(field: Entered, state: State, value: Any) -> None:
    """Puts a field into the state; what is missing is unknown if the hand needs it, else it counts as left out."""
    needed = field.required or field.sum is not None
    if not field.per_side or field.kind == "side":
        enter_so_far(field, state, value)
        if needed and value is None:
            _forget(field, state)
        return
    given = _filled_in(field, state, value) if isinstance(value, list) and len(value) == state["sides"] else None
    enter_so_far(field, state, given)
    if needed:
        known = [side for side in state[IN] if given is not None and given[side] is not None]
        for name in (field.name, field.name + "."):
            if name in state:
                state[name] = {side: state[name][side] for side in known}


def _filled_in(field: Entered, state: State, values: "list[Any]") -> "list[Any]":
    """Returns the values of all sides, with the only missing one if the sum says it."""
    blank = [side for side in state[IN] if values[side] is None]
    if field.sum is None or len(blank) != 1 or not all(value is None or type(value) is int for value in values):
        return values
    try:
        rest = field.sum.of(state) - sum([value for value in values if value is not None])
    except MISSING:
        return values
    return [rest if side in blank else value for side, value in enumerate(values)]


def _forget(field: Entered, state: State) -> None:
    for name in (field.name, field.name + "."):
        state.pop(name, None)


def _certain(card: Card, state: State) -> "list[int | None]":
    """Adds up the lines for each side, as far as they can be computed."""
    for value in card.values:
        if not value.late:
            continue
        known = _of_each(value.worth, None, state, state[IN] if value.per_side else [0])
        if value.per_side:
            state[value.name] = known
        elif 0 in known:
            state[value.name] = known[0]
    points = dict.fromkeys(state[IN], 0)
    state["points"] = points
    for line in card.lines:
        gained = _of_each(line.worth, line.when, state, list(points))
        for side in list(points):
            if side in gained:
                points[side] += gained[side]
            else:
                del points[side]
    return [points.get(side) if side in state[IN] else 0 for side in range(state["sides"])]


def _of_each(worth: Formula, when: "Formula | None", state: State, sides: "list[int]") -> "dict[int, Any]":
    """Returns the value for each of these sides for which it is known; 0 where `when` does not hold."""
    known: dict[int, Any] = {}
    for side in sides:
        try:
            known[side] = worth.of(state, side) if when is None or when.of(state, side) else 0
        except MISSING:
            continue
    return known
