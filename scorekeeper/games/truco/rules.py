"""Rules of Brazilian Truco: two sides, three cards each, a stake that can be raised, first to twelve.

Source: the rules of John McLeod (pagat.com), with Paulista and Mineiro as presets. Not covered: dealing and redealing,
talk and signals, which do not change the score. Points are whole; a trick's winner is a side, None for a tie.
"""

from typing import Any

from ..engine.base import Checks, Entry, Game, Line, Outcome, Problem, Setup, Table, _, line, outcome, totals_after, win
from .checks import (
    at_match_point,
    base_stake,
    check_fold,
    check_full,
    check_quick,
    next_hand,
    plain_stake,
    winner_of_tricks,
)


class Rules(Game):
    def next_hand(self, setup: Setup, table: Table) -> "dict[str, Any]":
        return next_hand(setup, table)

    def calls(self, setup: Setup, table: Table) -> "list[int]":
        """Returns the stakes that may be called in the next hand (TRU-6); none at match point (TRU-13, TRU-15)."""
        return [] if at_match_point(setup, table) else list(setup["options"]["stakes"])

    def problems(self, setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
        checks = Checks(entry)
        if "fold" in entry:
            check_fold(checks, setup, table)
        elif "tricks" in entry:
            check_full(checks, setup, table)
        else:
            check_quick(checks, setup, table)
        return checks.problems

    def score(self, setup: Setup, table: Table, entry: Entry) -> Outcome:
        winner, _stake, lines = result_of(setup, table, entry)
        result = outcome(setup, table, lines)
        if winner is not None:
            _win(setup, table, result, winner)
        return result


def result_of(setup: Setup, table: Table, entry: Entry) -> "tuple[int | None, int, list[Line]]":
    """Returns the winner of the hand (None if drawn), its points, and the lines that explain them."""
    if entry.get("fold"):
        return _folded(setup, table)
    if "tricks" not in entry:
        return _quick(setup, table, entry)
    call = entry.get("truco")
    if call is None:
        winner, rule = winner_of_tricks(entry["tricks"])[1:]
        return _played_out(winner, plain_stake(setup, table), rule, _stake_rule(setup, table))
    if call["answer"] == "run":
        return _refused_proposal(setup, call)
    stake = setup["options"]["stakes"][call["proposals"]]
    if setup["options"]["truco_scope"] == "hand":
        winner, rule = winner_of_tricks(entry["tricks"])[1:]
        return _played_out(winner, stake, rule, "TRU-12")
    winner, rule = _winner_by_call(entry["tricks"], call)
    return _played_out(winner, stake, rule, "TRU-7")


def _folded(setup: Setup, table: Table) -> "tuple[int | None, int, list[Line]]":
    winner = 1 - at_match_point(setup, table)[0]
    stake = base_stake(setup)
    return (
        winner,
        stake,
        [line(winner, "TRU-14", _("The side at match point gives up: {stake}"), stake, stake=stake)],
    )


def _quick(setup: Setup, table: Table, entry: Entry) -> "tuple[int | None, int, list[Line]]":
    winner = entry["winner"]
    if winner is None:
        return _played_out(None, 0, "TRU-5", "TRU-5")
    stake = entry["stake"]
    before_hand = next_hand(setup, table)
    if before_hand["may_fold"] is not None and stake not in before_hand["stakes"]:
        return _folded(setup, table)
    rule = _stake_rule(setup, table)
    return winner, stake, [line(winner, rule, _("Wins the hand, worth {stake}"), stake, stake=stake)]


def _stake_rule(setup: Setup, table: Table) -> str:
    return ("TRU-6", "TRU-13", "TRU-15")[len(at_match_point(setup, table))]


def _refused_proposal(setup: Setup, call: Entry) -> "tuple[int | None, int, list[Line]]":
    """Returns the result of a refused proposal: its side gets the stake before it (TRU-8)."""
    proposals = call["proposals"]
    winner = call["side"] if proposals % 2 == 1 else 1 - call["side"]
    stake = setup["options"]["stakes"][proposals - 1]
    proposed = setup["options"]["stakes"][proposals]
    text = _("Proposed {proposed}, the other side runs: {stake}")
    return winner, stake, [line(winner, "TRU-8", text, stake, proposed=proposed, stake=stake)]


def _winner_by_call(tricks: "list[int | None]", call: Entry) -> "tuple[int | None, str]":
    """Returns the winner of a hand by the trick of the call, and the rule (TRU-10, TRU-11)."""
    decided = tricks[call["trick"] - 1]
    if decided is not None:
        return decided, "TRU-10"
    if call.get("tied_card_before_call", False):
        return 1 - call["side"], "TRU-11"
    return (tricks[call["trick"]] if len(tricks) > call["trick"] else None), "TRU-11"


WON_TEXTS = {
    "TRU-2": _("Wins two tricks"),
    "TRU-3": _("The first trick was tied: wins the first one that was not"),
    "TRU-4": _("A later trick was tied: the winner of the first trick wins"),
    "TRU-10": _("Wins the trick in which truco was called"),
    "TRU-11": _("The trick of the call was tied: wins by the rule for ties"),
}


def _played_out(winner: "int | None", stake: int, rule: str, stake_rule: str) -> "tuple[int | None, int, list[Line]]":
    """Returns winner, points and lines of a hand that was played out."""
    if winner is None:
        text = _("The hand is drawn, nobody scores")
        return None, 0, [line(side, rule, text) for side in (0, 1)]
    worth = line(winner, stake_rule, _("The hand is worth {stake}"), stake, stake=stake)
    return winner, stake, [line(winner, rule, WON_TEXTS[rule]), worth]


def _win(setup: Setup, table: Table, result: Outcome, winner: int) -> None:
    """Ends the match if this hand was the iron hand, or if the target is reached (TRU-15, TRU-16)."""
    total = totals_after(table, result["points"])[winner]
    target = setup["options"]["target"]
    if len(at_match_point(setup, table)) == 2:
        result["lines"].append(line(winner, "TRU-15", _("Wins the iron hand and the match")))
        win(result, winner, "iron_hand")
    elif total >= target:
        result["lines"].append(line(winner, "TRU-16", _("Reaches {target} with {total}"), target=target, total=total))
        win(result, winner, "target")
