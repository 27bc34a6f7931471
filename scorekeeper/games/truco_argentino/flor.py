"""The flores of a hand: checks and score, by their points or call by call (TAR-16 to TAR-22)."""

from typing import Any

from ..engine.base import Checks, Entry, Line, _, line
from .cards import check_compared, compared, flor_values
from .deal import (
    FALTA,
    RESTO,
    Deal,
    calls_of,
    check_by_and_answer,
    check_free_calls,
    check_points,
    falta,
    last_caller,
    most_free,
    rest,
    worth,
)

EACH = 3
BOTH_ACCEPTED = 4
CONTRAFLOR = "contraflor"
CONTRAFLOR_ACCEPTED, CONTRAFLOR_REFUSED = 6, 4
TABLE_CALLS: "tuple[list[str], ...]" = ([], [CONTRAFLOR], [RESTO], [CONTRAFLOR, RESTO])


def check(checks: Checks, deal: Deal) -> None:
    """Refuses a flor with wrong points, numbers of flores, calls, answer or values."""
    part = checks.inner("flor") if isinstance(checks.mapping["flor"], dict) else None
    if part is None:
        check_points(checks, "flor", [_possible(deal, side) for side in (0, 1)], "TAR-18")
        return
    part.only(("flors", "by", "calls", "answer", "values", "winner"))
    if not _check_flors(part, deal):
        return
    if 0 in part.mapping["flors"]:
        _check_alone(part, deal)
    elif deal["options"]["flor"] == "table":
        _check_table(part, deal)
    else:
        _check_bids(part, deal)


def _check_flors(part: Checks, deal: Deal) -> bool:
    """Checks each side's number of flores: no more than its players, and not zero on both. True if correct."""
    flors = part.shares("flors", "TAR-18", 2)
    if flors is None:
        return False
    if max(flors) > deal["players"]:
        part.refuse("flors", "TAR-16", _("A side has no more flores than players"))
        return False
    if max(flors) == 0:
        part.refuse("flors", "TAR-18", _("Nobody has a flor"))
        return False
    return True


def _check_alone(part: Checks, deal: Deal) -> None:
    """Refuses calls, and values or a win of the other side, if only one side has a flor (TAR-18)."""
    side = 0 if part.mapping["flors"][0] else 1
    for name in ("by", "calls", "answer"):
        if part.has(name):
            part.refuse(name, "TAR-18", _("With a flor on one side only nothing is called"))
    if part.has("values"):
        values = part.mapping["values"]
        check_compared(part, deal, flor_values(deal["options"]["muestra"]), "TAR-16")
        if isinstance(values, list) and len(values) == 2 and values[1 - side] is not None:
            part.refuse("values", "TAR-18", _("The other side has no flor"))
    elif part.has("winner"):
        part.side("winner", "TAR-18", 2)
    if part.mapping.get("winner") == 1 - side:
        part.refuse("winner", "TAR-18", _("The other side has no flor"))


def _check_table(part: Checks, deal: Deal) -> None:
    calls = calls_of(part, "TAR-20", 0)
    good = check_by_and_answer(part, "TAR-20")
    if calls is None:
        return
    if calls not in TABLE_CALLS:
        part.refuse("calls", "TAR-20", _("These calls cannot follow each other"))
    elif good:
        _check_answer(part, deal, part.mapping["answer"] == "accept")


def _check_bids(part: Checks, deal: Deal) -> None:
    calls = calls_of(part, "TAR-21", 0)
    if calls is None:
        return
    if not calls:
        for name in ("by", "answer"):
            if part.has(name):
                part.refuse(name, "TAR-21", _("Without a bid nobody answers"))
        _check_answer(part, deal, True)
        return
    good = check_by_and_answer(part, "TAR-21")
    check_free_calls(part, deal, calls, (FALTA, RESTO), "TAR-21")
    if good:
        _check_answer(part, deal, part.mapping["answer"] == "accept")


def _check_answer(part: Checks, deal: Deal, accepted: bool) -> None:
    """Refuses accepted flores without a valid comparison, and a comparison of refused ones (TAR-19, TAR-20)."""
    if accepted:
        check_compared(part, deal, flor_values(deal["options"]["muestra"]), "TAR-16")
    elif part.has("values") or part.has("winner"):
        part.refuse("values", "TAR-20", _("Refused flores are not compared"))


def _possible(deal: Deal, side: int) -> "list[int]":
    """Returns the points for flor that a side can get by any possible calls."""
    numbers = range(1, deal["players"] + 1)
    if deal["options"]["flor"] == "table":
        base = [EACH, BOTH_ACCEPTED, deal["options"]["achico"], CONTRAFLOR_ACCEPTED, CONTRAFLOR_REFUSED]
        if deal["options"]["resto"] == "falta":
            base.append(falta(deal, side))
        possible = [points + EACH * (own_flors - 1) for points in base for own_flors in numbers]
        both = []
    else:
        bids = [0, falta(deal, side)] + list(range(2, most_free(deal) + 1))
        possible = [points + EACH * own_flors for points in bids for own_flors in numbers]
        both = bids[1:]
    if deal["options"]["resto"] == "rest":
        both = both + [rest(deal)]
    return possible + [
        points + EACH * (own_flors + others) for points in both for own_flors in numbers for others in numbers
    ]


def score(deal: Deal, part: Any) -> "list[Line]":
    """Returns the score line of a flor without problems, as a list."""
    if not isinstance(part, dict):
        side = 0 if part[0] else 1
        return [line(side, "TAR-18", _("Flor: {worth}"), part[side], worth=part[side])]
    if 0 in part["flors"]:
        side = 0 if part["flors"][0] else 1
        return [_line(side, "TAR-18", _("Flores on one side: {worth}"), EACH * part["flors"][side])]
    if deal["options"]["flor"] == "table":
        return [_score_table(deal, part)]
    return [_score_bids(deal, part)]


def _line(side: int, rule: str, message: str, points: int) -> Line:
    return line(side, rule, message, points, worth=points)


def _resto(deal: Deal, part: Entry, side: int, further: int) -> Line:
    """Returns the line of an accepted contraflor al resto; `further` counts the winner's other flores (TAR-22)."""
    if deal["options"]["resto"] == "falta":
        points = falta(deal, side) + EACH * further
    else:
        points = rest(deal) + EACH * sum(part["flors"])
    return _line(side, "TAR-22", _("Wins the contraflor al resto: {worth}"), points)


def _score_table(deal: Deal, part: Entry) -> Line:
    calls = part.get("calls", [])
    if part["answer"] == "accept":
        side = compared(deal, part)
        if RESTO in calls:
            return _resto(deal, part, side, part["flors"][side] - 1)
        points = CONTRAFLOR_ACCEPTED if calls else BOTH_ACCEPTED
        return _line(
            side, "TAR-20", _("Wins with the higher flor: {worth}"), points + _points_for_other_flores(part, side)
        )
    if not calls:
        side = part["by"]
        points = deal["options"]["achico"] + _points_for_other_flores(part, side)
        return _line(side, "TAR-20", _("Con flor me achico: {worth}"), points)
    side = last_caller(len(calls), 1 - part["by"])
    points = CONTRAFLOR_ACCEPTED if len(calls) == len(TABLE_CALLS[-1]) else CONTRAFLOR_REFUSED
    return _line(side, "TAR-20", _("The call was refused: {worth}"), points + _points_for_other_flores(part, side))


def _points_for_other_flores(part: Entry, side: int) -> int:
    """Returns the points for each flor of a side after its first (TAR-20)."""
    return int(EACH * (part["flors"][side] - 1))


def _score_bids(deal: Deal, part: Entry) -> Line:
    calls = part.get("calls", [])
    if not calls or part["answer"] == "accept":
        side = compared(deal, part)
        if RESTO in calls:
            return _resto(deal, part, side, part["flors"][side])
        points = worth(deal, calls, side) + EACH * part["flors"][side]
        return _line(side, "TAR-21", _("Wins with the higher flor: {worth}"), points)
    side = last_caller(len(calls), part["by"])
    counted = part["flors"][side]
    if len(calls) > 1 and calls[-1] == RESTO:
        counted = sum(part["flors"])
    before = worth(deal, calls[:-1], side) if len(calls) > 1 else 0
    return _line(side, "TAR-21", _("The bid was refused: {worth}"), before + EACH * counted)
