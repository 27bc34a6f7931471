"""Raising the stake during a hand: a side proposes a higher one; the other accepts, folds, or raises again.

The ladder (a game's `calls`) lists what a hand can be worth: first the stake without any call, then each stake that can
be proposed. A call is not part of the hand's entry; it only shows what the hand should be worth. A call is `{"hand",
"step", "side", "answer"}`: the hand's number, the index on the ladder of the last proposal (from 1), the side that
proposed it, and the other side's answer: `""` if there is none yet, `accept` or `run`.
"""

from typing import Any, TypeAlias

from .checks import _, refuse
from .game import game_of
from .shapes import Setup, Table

ACTS = ("propose", "accept", "run")

Call: TypeAlias = "dict[str, Any]"


def ladder(setup: Setup, table: Table) -> "list[int]":
    """Returns the possible stakes of the next hand, lowest first; an empty list if none can be proposed."""
    if table["status"] != "in_progress" or len(setup["sides"]) != 2:
        return []
    return game_of(setup).calls(setup, table)


def called(setup: Setup, table: Table, hand: int, call: "Call | None", act: str, side: int) -> "Call | None":
    """Returns the new state of the call after an act of a side, one of ACTS; None after `clear`. Raises Refusal."""
    steps = ladder(setup, table)
    current = standing(call, hand)
    if act == "clear":
        return None
    if act not in ACTS or side not in (0, 1) or not steps:
        raise refuse("act", None, _("This cannot be called now"))
    if act == "propose":
        return {"hand": hand, "step": _next_step(current, steps, side), "side": side, "answer": ""}
    if current is None or current["answer"] or current["side"] == side:
        raise refuse("act", None, _("There is nothing for this side to answer"))
    return {"hand": hand, "step": current["step"], "side": current["side"], "answer": act}


def standing(call: "Call | None", hand: int) -> "Call | None":
    """Returns the call if it belongs to this hand, else None."""
    return call if call and call["hand"] == hand and "step" in call else None


def _next_step(current: "Call | None", steps: "list[int]", side: int) -> int:
    """Returns the index on the ladder of the stake that a side may propose now. Raises Refusal."""
    step = current["step"] + 1 if current else 1
    may = current is None or (current["side"] != side and current["answer"] != "run")
    if not may or step >= len(steps):
        raise refuse("act", None, _("This side cannot call more now"))
    return step


def shown(setup: Setup, table: Table, hand: int, call: "Call | None") -> "dict[str, Any] | None":
    """Returns the state of the next hand's calls as pages show it; None if the stake cannot be raised.

    `{"stake", "asked", "next", "by", "answer", "turn", "winner"}`: the stake agreed so far, the proposed stake that
    waits for an answer, the stake that can be called next, the side that proposed last, the answer, the side whose turn
    it is (None: either side), and the side that has won because the other one folded.
    """
    steps = ladder(setup, table)
    if not steps:
        return None
    current = standing(call, hand)
    if current is None or current["step"] >= len(steps):
        return {
            "stake": steps[0],
            "asked": None,
            "next": _at(steps, 1),
            "by": None,
            "answer": "",
            "turn": None,
            "winner": None,
        }
    accepted, ran = current["answer"] == "accept", current["answer"] == "run"
    return {
        "stake": steps[current["step"]] if accepted else steps[current["step"] - 1],
        "asked": None if accepted or ran else steps[current["step"]],
        "next": None if ran else _at(steps, current["step"] + 1),
        "by": current["side"],
        "answer": current["answer"],
        "turn": None if ran else 1 - current["side"],
        "winner": current["side"] if ran else None,
    }


def _at(steps: "list[int]", step: int) -> "int | None":
    return steps[step] if step < len(steps) else None
