"""Checks of a hand of Truco, its stakes, and its winner by tricks (TRU-2 to TRU-5, TRU-13 to TRU-15)."""

from typing import Any

from ..engine.base import Checks, Entry, Setup, Table, _, check_yes
from .fields import TRICKS_IN_A_HAND


def at_match_point(setup: Setup, table: Table) -> list[int]:
    """Returns the name of a hand at match point, e.g. “Hand of 11” (TRU-13, TRU-14)."""
    return [side for side, total in enumerate(table["totals"]) if total >= setup["options"]["match_point"]]


def base_stake(setup: Setup) -> int:
    """Returns the points for a hand without a call (TRU-6)."""
    return int(setup["options"]["stakes"][0])


def plain_stake(setup: Setup, table: Table) -> int:
    """Returns the points for the next hand without calls: the base, or the stake at match point (TRU-13, TRU-15)."""
    if len(at_match_point(setup, table)) == 1:
        return int(setup["options"]["match_point_stake"])
    return base_stake(setup)


def next_hand(setup: Setup, table: Table) -> dict[str, Any]:
    """Returns the possible `stakes` of the next hand, its kind if `special`, and the side that `may_fold`."""
    ready = at_match_point(setup, table)
    special = (None, "eleven", "iron_hand")[len(ready)]
    return {
        "stakes": [plain_stake(setup, table)] if ready else list(setup["options"]["stakes"]),
        "special": special,
        "may_fold": ready[0] if special == "eleven" and setup["options"]["match_point_fold"] else None,
    }


def winner_of_tricks(tricks: "list[int | None]") -> "tuple[bool, int | None, str]":
    """Returns True if the tricks settle the hand, with its winner (None if drawn) and the rule (TRU-2 to TRU-5)."""
    for side in (0, 1):
        if tricks.count(side) == 2:
            return True, side, "TRU-2"
    won = [winner for winner in tricks if winner is not None]
    if tricks and tricks[0] is None and won:
        return True, won[0], "TRU-3"
    if tricks and tricks[0] is not None and None in tricks:
        return True, tricks[0], "TRU-4"
    if len(tricks) == TRICKS_IN_A_HAND:
        return True, None, "TRU-5"
    return False, None, "TRU-2"


def check_fold(checks: Checks, setup: Setup, table: Table) -> None:
    """Checks a hand that a side at match point gives up."""
    check_yes(checks, "fold", "TRU-14")
    if len(at_match_point(setup, table)) == 2:
        checks.refuse("fold", "TRU-15", _("The iron hand cannot be given up"))
    elif not at_match_point(setup, table):
        checks.refuse("fold", "TRU-14", _("Only a side at match point may give up"))


def check_quick(checks: Checks, setup: Setup, table: Table) -> None:
    """Checks a hand entered as its winner and stake."""
    winner = checks.mapping["winner"]
    if winner is not None:
        if checks.required("stake", "TRU-6"):
            _check_stake(checks, setup, table, checks.mapping["stake"], winner)
    elif checks.has("stake"):
        checks.refuse("stake", "TRU-5", _("A drawn hand has no stake"))


def _check_stake(checks: Checks, setup: Setup, table: Table, stake: int, winner: int) -> None:
    before_hand = next_hand(setup, table)
    if stake in before_hand["stakes"]:
        return
    listed = ", ".join([str(worth) for worth in before_hand["stakes"]])
    if before_hand["special"] is None:
        checks.refuse("stake", "TRU-6", _("{stake} is not one of the stakes {listed}"), stake=stake, listed=listed)
    elif before_hand["special"] == "iron_hand":
        checks.refuse("stake", "TRU-15", _("The iron hand is worth {listed}"), listed=listed)
    elif stake != base_stake(setup):
        checks.refuse("stake", "TRU-13", _("A hand at match point is worth {listed}"), listed=listed)
    elif before_hand["may_fold"] is None:
        checks.refuse(
            "stake",
            "TRU-14",
            _("Giving up at match point is not played here, the hand is worth {listed}"),
            listed=listed,
        )
    elif winner == before_hand["may_fold"]:
        checks.refuse("stake", "TRU-14", _("Only the other side scores {stake} at match point"), stake=stake)


def check_full(checks: Checks, setup: Setup, table: Table) -> None:
    """Refuses tricks and a call, if any, that are impossible in a hand entered trick by trick."""
    tricks, call = checks.mapping["tricks"], checks.mapping.get("truco")
    if call is None:
        _check_length(checks, tricks, _tricks_needed(tricks))
        return
    if at_match_point(setup, table):
        special = "TRU-13" if len(at_match_point(setup, table)) == 1 else "TRU-15"
        checks.refuse("truco", special, _("Nobody may call truco at match point"))
    most = len(setup["options"]["stakes"]) - 1
    if call["proposals"] > most:
        checks.refuse("truco.proposals", "TRU-7", _("There can be {most} proposals at most"), most=most)
    else:
        _check_course(checks, setup, tricks, call)


def _check_length(checks: Checks, tricks: "list[int | None]", needed: int) -> None:
    """Refuses fewer tricks than needed to settle the hand, and further tricks."""
    if len(tricks) < needed:
        checks.refuse("tricks", "TRU-2", _("The hand is not settled yet: a trick is missing"))
    elif len(tricks) > needed:
        checks.refuse(
            "tricks",
            "TRU-2",
            _("The hand was settled after trick {needed}: there is one too many"),
            needed=needed,
        )


def _tricks_needed(tricks: "list[int | None]") -> int:
    """Returns how many of the tricks settle the hand (TRU-2 to TRU-5); if they do not, their number + 1."""
    for played in range(len(tricks) + 1):
        if winner_of_tricks(tricks[:played])[0]:
            return played
    return len(tricks) + 1


def _check_course(checks: Checks, setup: Setup, tricks: "list[int | None]", call: Entry) -> None:
    """Refuses tricks that contradict the call: the trick in which it was made, or the answer to it."""
    before_call = call["trick"] - 1
    if len(tricks) < before_call:
        checks.refuse(
            "tricks",
            "TRU-6",
            _("Truco was called in trick {trick}: a trick before it is missing"),
            trick=call["trick"],
        )
    elif winner_of_tricks(tricks[:before_call])[0]:
        checks.refuse("truco.trick", "TRU-6", _("The hand was settled before trick {trick}"), trick=call["trick"])
    elif call["answer"] == "run":
        if len(tricks) > before_call:
            checks.refuse("tricks", "TRU-8", _("When a side runs only the tricks before the call count"))
    elif len(tricks) == before_call:
        checks.refuse("tricks", "TRU-7", _("Truco was accepted: the trick in which it was called is missing"))
    elif setup["options"]["truco_scope"] == "hand":
        _check_length(checks, tricks, _tricks_needed(tricks))
    else:
        _check_length_by_trick(checks, tricks, call)


def _check_length_by_trick(checks: Checks, tricks: "list[int | None]", call: Entry) -> None:
    """Refuses missing or further tricks if the trick of the call decides (TRU-10), or the next (TRU-11)."""
    trick = call["trick"]
    one_more = tricks[trick - 1] is None and not call.get("tied_card_before_call", False) and trick < TRICKS_IN_A_HAND
    needed = trick + 1 if one_more else trick
    rule = "TRU-11" if tricks[trick - 1] is None else "TRU-10"
    if len(tricks) < needed:
        checks.refuse("tricks", rule, _("The trick of the call was tied: one more trick is played"))
    elif len(tricks) > needed:
        checks.refuse(
            "tricks",
            rule,
            _("The hand was settled after trick {needed}: there is one too many"),
            needed=needed,
        )
