"""Calls of a rising stake, in envido and for Uruguay's flores: which may be made, and what they come to (TAR-14)."""

from typing import Any

from ..engine.base import Checks, _, is_whole
from .deal import Deal, falta, rest

ENVIDO, REAL_ENVIDO, FALTA, RESTO = "envido", "real_envido", "falta_envido", "al_resto"
VALUES = {ENVIDO: 2, REAL_ENVIDO: 3}
LEAST_CALL = 2


def value_of(call: Any) -> int:
    """What a call adds; a falta and a resto are worked out from the totals, they add nothing."""
    return int(call) if type(call) is int else VALUES.get(call, 0)


def sum_of(calls: "list[Any]") -> int:
    """What calls come to without falta and resto."""
    return sum([value_of(call) for call in calls])


def worth(deal: Deal, calls: "list[Any]", winner: int) -> int:
    """What accepted calls are worth to the side that wins them: the sum, or the falta."""
    return falta(deal, winner) if FALTA in calls else sum_of(calls)


def most_free(deal: Deal) -> int:
    """What free calls may add up to: what the leading side needs, or a first envido (TAR-14)."""
    return max(rest(deal), LEAST_CALL)


def check_by_and_answer(part: Checks, rule: str) -> bool:
    """Who made the first call, and the answer to the last; whether both are good."""
    by = part.side("by", rule, 2)
    answer = part.choice("answer", rule, ("accept", "refuse"))
    return by is not None and answer is not None


def check_free(part: Checks, deal: Deal, calls: "list[Any]", last: "tuple[str, ...]", rule: str) -> None:
    """Calls that rise as the sides like: none below the one before, the ones in `last` at the end and once."""
    numbers = [call for call in calls if call not in last]
    ends = [call for call in calls if call in last]
    if calls != numbers + ends or ends != [call for call in last if call in ends]:
        part.refuse("calls", rule, _("A falta and a resto are the last calls"))
        return
    for call in numbers:
        is_named = isinstance(call, str) and call in VALUES
        if not is_named and not (is_whole(call) and call >= LEAST_CALL):
            part.refuse("calls", rule, _("A call is envido, real envido or a whole number from 2"))
            return
    values = [value_of(call) for call in numbers]
    if any(high < low for low, high in zip(values, values[1:])):
        part.refuse("calls", rule, _("No call is worth less than the one it answers"))
    elif sum(values) > rest(deal) and values != [LEAST_CALL]:
        text = _("These calls add up to {sum}, the leading side needs only {rest}")
        part.refuse("calls", rule, text, sum=sum(values), rest=rest(deal))


def list_of(part: Checks, rule: str, at_least: int = 1) -> "list[Any] | None":
    """The calls in their order; None where they are no list."""
    calls = part.mapping.get("calls", [])
    if not isinstance(calls, list) or len(calls) < at_least:
        part.refuse("calls", rule, _("This must be a list of calls"))
        return None
    return list(calls)


def check_points(checks: Checks, name: str, possible: "list[list[int]]", rule: str) -> None:
    """A part given as points: one side at most has some, and a number that some course of calls gives it."""
    points = checks.mapping[name]
    if not isinstance(points, list) or len(points) != 2 or not all(is_whole(each) and each >= 0 for each in points):
        checks.refuse(name, rule, _("This must be one number for each of the {sides} sides"), sides=2)
        return
    if points[0] and points[1]:
        checks.refuse(name, rule, _("Only one side can have points for this"))
        return
    for side in (0, 1):
        if points[side] and points[side] not in possible[side]:
            checks.refuse(name + "." + str(side), rule, _("No calls give {points} points here"), points=points[side])
