"""The truco of a hand: who wins it by its tricks, and its worth by its calls (TAR-5 to TAR-10)."""

from typing import Any

from ..engine.base import Checks, Entry, Line, _, line
from .deal import Deal, calls_of, check_by_and_answer, check_points, last_caller

TRICKS_IN_A_HAND = 3
CALLS = ("truco", "retruco", "vale_cuatro")
WORTHS = [1, 2, 3, 4]  # of a hand without a raise, and of each call (TAR-6)


def settled(tricks: "list[int | None]") -> "tuple[bool, int | None]":
    """Returns True if the tricks settle a hand, and the winning side; None if none or three ties (TAR-5)."""
    for side in (0, 1):
        if tricks.count(side) == 2:
            return True, side
    won = [winner for winner in tricks if winner is not None]
    if None in tricks and won:
        return True, won[0]
    return len(tricks) == TRICKS_IN_A_HAND, None


def check(checks: Checks, deal: Deal) -> None:
    """Refuses a truco with wrong points, tricks, calls or answer."""
    part = checks.inner("truco") if isinstance(checks.mapping["truco"], dict) else None
    if part is not None:
        check_full(part)
        return
    check_points(checks, "truco", [WORTHS] * 2, "TAR-6")
    if checks.mapping["truco"] == [0, 0] and deal["options"]["three_ties"] != "drawn":
        checks.refuse("truco", "TAR-5", _("One side wins the hand"))


def check_full(part: Checks) -> None:
    """Refuses wrong tricks, calls or answers in a truco entered trick by trick and call by call."""
    part.only(("tricks", "calls", "by", "answer", "mazo"))
    calls = calls_of(part, "TAR-7", 0)
    if calls is None:
        return
    if calls != list(CALLS[: len(calls)]):
        part.refuse("calls", "TAR-7", _("The calls are truco, retruco, vale cuatro, in this order"))
        return
    good = True
    if calls:
        good = check_by_and_answer(part, "TAR-7")
    else:
        for name in ("by", "answer"):
            if part.has(name):
                part.refuse(name, "TAR-7", _("Without a call nobody answers"))
    tricks = _tricks(part)
    if tricks is not None and good:
        _check_course(part, tricks, bool(calls) and part.mapping["answer"] == "refuse")


def _tricks(part: Checks) -> "list[int | None] | None":
    if not part.required("tricks", "TAR-5"):
        return None
    tricks = part.mapping["tricks"]
    if not isinstance(tricks, list) or len(tricks) > TRICKS_IN_A_HAND:
        part.refuse("tricks", "TAR-5", _("There can be three tricks at most"))
        return None
    if not all(winner is None or (type(winner) is int and winner in (0, 1)) for winner in tricks):
        part.refuse("tricks", "TAR-5", _("A trick’s winner must be one of the sides, or nobody"))
        return None
    return list(tricks)


def _check_course(part: Checks, tricks: "list[int | None]", refused: bool) -> None:
    """Refuses missing or surplus tricks, and a hand given up after its tricks had settled it."""
    given_up = refused
    if part.has("mazo"):
        part.side("mazo", "TAR-9", 2)
        given_up = True
        if refused:
            part.refuse("mazo", "TAR-9", _("A refused call ends the hand already"))
    is_settled = settled(tricks)[0]
    if given_up and is_settled:
        rule = "TAR-8" if refused else "TAR-9"
        part.refuse("tricks", rule, _("These tricks settle the hand: it cannot have been given up"))
    elif not given_up and not is_settled:
        part.refuse("tricks", "TAR-5", _("The hand is not settled yet: a trick is missing"))
    elif tricks and settled(tricks[:-1])[0]:
        part.refuse("tricks", "TAR-5", _("The hand was settled before the last trick: there is one too many"))


def result_of(deal: Deal, part: Entry, nothing_called: bool) -> "tuple[int | None, int, list[Line]]":
    """Returns the winner of the truco (None if drawn), its points and its lines, for a full entry without problems.

    `nothing_called` is True if no envido or flor was called in this hand (TAR-10).
    """
    calls = part.get("calls", [])
    stake = len(calls) + 1
    if calls and part["answer"] == "refuse":
        winner: int | None = last_caller(len(calls), part["by"])
        points = stake - 1
        return winner, points, [line(winner or 0, "TAR-8", _("The call was refused: {worth}"), points, worth=points)]
    if "mazo" in part:
        return _given_up(deal, part, stake, nothing_called)
    winner = settled(part["tricks"])[1]
    if winner is None and deal["options"]["three_ties"] == "mano":
        winner = deal["mano"]
        return winner, stake, [line(winner, "TAR-5", _("Three ties: the mano wins, {worth}"), stake, worth=stake)]
    if winner is None:
        return None, 0, [line(side, "TAR-5", _("Three ties: nobody scores")) for side in (0, 1)]
    return winner, stake, [line(winner, "TAR-6", _("Wins the hand: {worth}"), stake, worth=stake)]


def _given_up(deal: Deal, part: Entry, stake: int, nothing_called: bool) -> "tuple[int, int, list[Line]]":
    winner = 1 - part["mazo"]
    lines = [line(winner, "TAR-9", _("The other side gives up: {worth}"), stake, worth=stake)]
    if deal["options"]["mazo_envido"] and nothing_called and not part["tricks"] and not part.get("calls"):
        lines.append(line(winner, "TAR-10", _("One more: nothing had been played or called"), 1))
        stake += 1
    return winner, stake, lines


def score(deal: Deal, part: Any, nothing_called: bool) -> "list[Line]":
    """Returns the score lines of a truco without problems."""
    if isinstance(part, dict):
        return result_of(deal, part, nothing_called)[2]
    if part == [0, 0]:
        return [line(side, "TAR-5", _("Three ties: nobody scores")) for side in (0, 1)]
    side = 0 if part[0] else 1
    return [line(side, "TAR-6", _("Truco: {worth}"), part[side], worth=part[side])]
