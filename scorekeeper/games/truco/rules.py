"""Brazilian Truco: two partnerships, three cards each, a stake that can be raised, first to twelve.

Source: the rules of John McLeod (pagat.com), with the Paulista and Mineiro ways as presets. Not covered: dealing and
redealing, talk and signals, which do not touch the score. Points are whole; a trick's winner is a side, None for a tie.
"""

from typing import Any

from ..engine.base import (
    Checks,
    Entry,
    Game,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    Verdict,
    _,
    line,
    outcome,
    totals_after,
    two_pairs,
    win,
)
from . import claims as truco_claims
from .fields import OPTIONS, PRESETS, TRICKS_IN_A_HAND, WAYS


def at_match_point(setup: Setup, table: Table) -> list[int]:
    """The sides that need one more hand (TRU-13)."""
    return [side for side, total in enumerate(table["totals"]) if total >= setup["options"]["match_point"]]


def base_stake(setup: Setup) -> int:
    """What a hand is worth when nobody calls (TRU-6)."""
    return int(setup["options"]["stakes"][0])


def plain_stake(setup: Setup, table: Table) -> int:
    """What playing the hand is worth when nobody calls: the base, or the match point's stake (TRU-13, TRU-15)."""
    if len(at_match_point(setup, table)) == 1:
        return int(setup["options"]["match_point_stake"])
    return base_stake(setup)


def next_hand(setup: Setup, table: Table) -> dict[str, Any]:
    """What playing the next hand can score, the special hand it is, and who may give it up."""
    ready = at_match_point(setup, table)
    special = (None, "eleven", "iron_hand")[len(ready)]
    return {
        "stakes": [plain_stake(setup, table)] if ready else list(setup["options"]["stakes"]),
        "special": special,
        "may_fold": ready[0] if special == "eleven" and setup["options"]["match_point_fold"] else None,
    }


def winner_of_tricks(tricks: "list[int | None]") -> "tuple[bool, int | None, str]":
    """Whether the tricks so far settle the hand, who won it (None for a draw), and by which rule (TRU-2 to TRU-5)."""
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


def problems(setup: Setup, table: Table, entry: Entry) -> list[Problem]:
    """Everything that is wrong with an entry."""
    checks = Checks(entry)
    if "fold" in entry:
        _check_fold(checks, setup, table)
    elif "tricks" in entry:
        check_full(checks, setup, table)
    else:
        _check_quick(checks, setup, table)
    return checks.problems


def _check_fold(checks: Checks, setup: Setup, table: Table) -> None:
    checks.only(("fold",))
    if checks.mapping["fold"] is not True:
        checks.refuse("fold", "TRU-14", _("This can only be yes"))
    if not setup["options"]["match_point_fold"]:
        checks.refuse("fold", "TRU-14", _("Giving up at match point is not played here"))
    elif len(at_match_point(setup, table)) == 2:
        checks.refuse("fold", "TRU-15", _("The iron hand cannot be given up"))
    elif not at_match_point(setup, table):
        checks.refuse("fold", "TRU-14", _("Only a side at match point may give up"))


def _check_quick(checks: Checks, setup: Setup, table: Table) -> None:
    checks.only(("winner", "stake"))
    if checks.required("winner", "TRU-2") and checks.mapping["winner"] is None:
        if checks.has("stake"):
            checks.refuse("stake", "TRU-5", _("A drawn hand has no stake"))
        return
    winner = checks.side("winner", "TRU-2", 2) if checks.has("winner") else None
    stake = checks.whole("stake", "TRU-6", 1)
    if stake is not None:
        _check_stake(checks, setup, table, stake, winner)


def _check_stake(checks: Checks, setup: Setup, table: Table, stake: int, winner: "int | None") -> None:
    known = next_hand(setup, table)
    if stake in known["stakes"]:
        return
    listed = ", ".join([str(each) for each in known["stakes"]])
    if known["special"] is None:
        checks.refuse("stake", "TRU-6", _("{stake} is not one of the stakes {listed}"), stake=stake, listed=listed)
    elif known["special"] == "iron_hand":
        checks.refuse("stake", "TRU-15", _("The iron hand is worth {listed}"), listed=listed)
    elif stake != base_stake(setup):
        checks.refuse("stake", "TRU-13", _("A hand at match point is worth {listed}"), listed=listed)
    elif known["may_fold"] is None:
        checks.refuse(
            "stake",
            "TRU-14",
            _("Giving up at match point is not played here, the hand is worth {listed}"),
            listed=listed,
        )
    elif winner == known["may_fold"]:
        checks.refuse("stake", "TRU-14", _("Only the other side scores {stake} at match point"), stake=stake)


def check_full(checks: Checks, setup: Setup, table: Table) -> None:
    """A hand entered trick by trick, with the call if there was one."""
    checks.only(("tricks", "truco"))
    tricks = _check_tricks(checks)
    if not checks.has("truco"):
        if tricks is not None:
            _check_length(checks, tricks, _tricks_needed(tricks))
        return
    if at_match_point(setup, table):
        special = "TRU-13" if len(at_match_point(setup, table)) == 1 else "TRU-15"
        checks.refuse("truco", special, _("Nobody may call truco at match point"))
    call = checks.inner("truco")
    if call is None:
        return
    before = len(checks.problems)
    call.only(("trick", "side", "proposals", "answer", "tied_card_before_call"))
    call.whole("trick", "TRU-6", 1, TRICKS_IN_A_HAND)
    call.side("side", "TRU-6", 2)
    _check_proposals(call, setup)
    call.choice("answer", "TRU-7", ("accept", "run"))
    call.flag("tied_card_before_call", "TRU-11")
    if tricks is not None and len(checks.problems) == before:
        _check_course(checks, setup, tricks, checks.mapping["truco"])


def _check_proposals(call: Checks, setup: Setup) -> None:
    proposals = call.whole("proposals", "TRU-7", 1)
    most = len(setup["options"]["stakes"]) - 1
    if proposals is not None and proposals > most:
        call.refuse("proposals", "TRU-7", _("There can be {most} proposals at most"), most=most)


def _check_tricks(checks: Checks) -> "list[int | None] | None":
    tricks = checks.mapping["tricks"]
    if not isinstance(tricks, list):
        checks.refuse("tricks", "TRU-2", _("This must be a list"))
        return None
    good = [winner is None or (type(winner) is int and winner in (0, 1)) for winner in tricks]
    for index, is_good in enumerate(good):
        if not is_good:
            checks.refuse("tricks." + str(index), "TRU-2", _("A trick's winner must be one of the sides, or nobody"))
    if len(tricks) > TRICKS_IN_A_HAND:
        checks.refuse("tricks", "TRU-2", _("There can be three tricks at most"))
        return None
    return tricks if False not in good else None


def _check_length(checks: Checks, tricks: "list[int | None]", needed: int) -> None:
    """Play stops as soon as the result is settled, not before."""
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
    """After how many tricks TRU-2 to TRU-5 settle the hand; one more than were played where they do not yet."""
    for played in range(len(tricks) + 1):
        if winner_of_tricks(tricks[:played])[0]:
            return played
    return len(tricks) + 1


def _check_course(checks: Checks, setup: Setup, tricks: "list[int | None]", call: Entry) -> None:
    """The tricks must fit the moment of the call and what was answered."""
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
    """The trick of the call decides; after a tie one more is played where cards remain (TRU-10, TRU-11)."""
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


def score(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Score an entry without problems."""
    winner, _stake, lines = result_of(setup, table, entry)
    result = outcome(setup, table, lines)
    if winner is not None:
        _win(setup, table, result, winner)
    return result


def result_of(setup: Setup, table: Table, entry: Entry) -> "tuple[int | None, int, list[Line]]":
    """Who won the hand (None for a draw), what for, and why."""
    if entry.get("fold"):
        return _folded(setup, table)
    if "tricks" not in entry:
        return _quick(setup, table, entry)
    call = entry.get("truco")
    if call is None:
        winner, rule = winner_of_tricks(entry["tricks"])[1:]
        return _settled(winner, plain_stake(setup, table), rule, _stake_rule(setup, table))
    if call["answer"] == "run":
        return _ran(setup, call)
    stake = setup["options"]["stakes"][call["proposals"]]
    if setup["options"]["truco_scope"] == "hand":
        winner, rule = winner_of_tricks(entry["tricks"])[1:]
        return _settled(winner, stake, rule, "TRU-12")
    winner, rule = _winner_by_call(entry["tricks"], call)
    return _settled(winner, stake, rule, "TRU-7")


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
        return _settled(None, 0, "TRU-5", "TRU-5")
    stake = entry["stake"]
    known = next_hand(setup, table)
    if known["may_fold"] is not None and stake not in known["stakes"]:
        return _folded(setup, table)
    rule = _stake_rule(setup, table)
    return winner, stake, [line(winner, rule, _("Wins the hand, worth {stake}"), stake, stake=stake)]


def _stake_rule(setup: Setup, table: Table) -> str:
    return ("TRU-6", "TRU-13", "TRU-15")[len(at_match_point(setup, table))]


def _ran(setup: Setup, call: Entry) -> "tuple[int | None, int, list[Line]]":
    """The side that made the last proposal scores the value before it (TRU-8)."""
    proposals = call["proposals"]
    winner = call["side"] if proposals % 2 == 1 else 1 - call["side"]
    stake = setup["options"]["stakes"][proposals - 1]
    proposed = setup["options"]["stakes"][proposals]
    text = _("Proposed {proposed}, the other side runs: {stake}")
    return winner, stake, [line(winner, "TRU-8", text, stake, proposed=proposed, stake=stake)]


def _winner_by_call(tricks: "list[int | None]", call: Entry) -> "tuple[int | None, str]":
    """Who wins a hand that the trick of the call decides (TRU-10, TRU-11)."""
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


def _settled(winner: "int | None", stake: int, rule: str, stake_rule: str) -> "tuple[int | None, int, list[Line]]":
    """The lines of a hand that was played out: how it was won, and what for."""
    if winner is None:
        text = _("The hand is drawn, nobody scores")
        return None, 0, [line(side, rule, text) for side in (0, 1)]
    worth = line(winner, stake_rule, _("The hand is worth {stake}"), stake, stake=stake)
    return winner, stake, [line(winner, rule, WON_TEXTS[rule]), worth]


def _win(setup: Setup, table: Table, result: Outcome, winner: int) -> None:
    """The iron hand or the target ends the match (TRU-15, TRU-16)."""
    total = totals_after(table, result["points"])[winner]
    target = setup["options"]["target"]
    if len(at_match_point(setup, table)) == 2:
        result["lines"].append(line(winner, "TRU-15", _("Wins the iron hand and the match")))
        win(result, winner, "iron_hand")
    elif total >= target:
        result["lines"].append(line(winner, "TRU-16", _("Reaches {target} with {total}"), target=target, total=total))
        win(result, winner, "target")


def judge_hand(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """“We won this hand”, judged on its tricks and calls."""
    return truco_claims.judge_hand(setup, table, claim, check_full, result_of)


GAME = Game(
    slug="truco",
    title=_("Brazilian Truco"),
    rules=tuple("TRU-" + str(number) for number in range(1, 17)),
    presets=PRESETS,
    options=OPTIONS,
    shapes=two_pairs,
    ways=WAYS,
    problems=problems,
    score=score,
    next_hand=next_hand,
    claims={"trick": truco_claims.judge_trick, "hand": judge_hand},
)
