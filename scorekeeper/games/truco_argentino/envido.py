"""The envido of a hand: checks and score, by its points or call by call (TAR-11 to TAR-15)."""

from typing import Any

from ..engine.base import Checks, Line, _, line
from .cards import HIGHEST_WITH_MUESTRA, check_compared, compared, envido_values
from .deal import (
    ENVIDO,
    FALTA,
    REAL_ENVIDO,
    Deal,
    calls_of,
    check_by_and_answer,
    check_free_calls,
    check_points,
    falta,
    last_caller,
    most_free,
    sum_of,
    worth,
)

TABLE_ORDER = (ENVIDO, ENVIDO, REAL_ENVIDO, FALTA)  # any of these, in this order


def check(checks: Checks, deal: Deal) -> None:
    """Refuses an envido with wrong points, calls, answer or values."""
    part = checks.inner("envido") if isinstance(checks.mapping["envido"], dict) else None
    if part is None:
        check_points(checks, "envido", [_possible(deal, side) for side in (0, 1)], _rule(deal))
        return
    part.only(("calls", "by", "answer", "values", "winner"))
    calls = calls_of(part, _rule(deal))
    good = check_by_and_answer(part, _rule(deal))
    if calls is None:
        return
    _check_calls(part, deal, calls)
    if not good:
        return
    if part.mapping["answer"] == "accept":
        check_compared(part, deal, envido_values(deal["options"]["muestra"]), "TAR-11")
        if part.mapping.get("values") == [HIGHEST_WITH_MUESTRA, HIGHEST_WITH_MUESTRA]:
            part.refuse("values", "TAR-11", _("Only one player can have 37"))
    elif part.has("values") or part.has("winner"):
        part.refuse("values", _rule(deal), _("A refused envido is not compared"))


def _rule(deal: Deal) -> str:
    return "TAR-13" if deal["options"]["raises"] == "table" else "TAR-14"


def _check_calls(part: Checks, deal: Deal, calls: "list[Any]") -> None:
    if deal["options"]["raises"] == "free":
        check_free_calls(part, deal, calls, (FALTA,), "TAR-14")
        return
    place = 0
    for call in calls:
        while place < len(TABLE_ORDER) and TABLE_ORDER[place] != call:
            place += 1
        place += 1
    if place > len(TABLE_ORDER):
        part.refuse("calls", "TAR-13", _("These calls cannot follow each other"))


def _possible(deal: Deal, side: int) -> "list[int]":
    """Returns the points for envido that a side can get by any possible calls."""
    if deal["options"]["raises"] == "free":
        return [1] + list(range(2, most_free(deal) + 1)) + [falta(deal, side)]
    return [1, 2, 3, 4, 5, 7, falta(deal, side)]


def score(deal: Deal, part: Any) -> "list[Line]":
    """Returns the score line of an envido without problems."""
    if not isinstance(part, dict):
        side = 0 if part[0] else 1
        return [line(side, _rule(deal), _("Envido: {worth}"), part[side], worth=part[side])]
    calls = part["calls"]
    if part["answer"] == "refuse":
        side = last_caller(len(calls), part["by"])
        points = sum_of(calls[:-1]) or 1
        return [line(side, _rule(deal), _("Envido refused: {worth}"), points, worth=points)]
    side = compared(deal, part)
    points = worth(deal, calls, side)
    if FALTA in calls:
        return [line(side, "TAR-15", _("Wins the falta envido: {worth}"), points, worth=points)]
    return [line(side, _rule(deal), _("Wins the envido: {worth}"), points, worth=points)]
