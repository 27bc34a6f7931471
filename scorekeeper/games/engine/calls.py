"""Calls while a hand is played: a side proposes a higher stake, the other accepts it, runs from it, or proposes more.

What a hand can be worth in turn is the game's `calls`, its ladder: the stake that nobody needs to call, then each
that can be proposed. A call is no part of a hand's entry; it only says what the hand that is entered should be worth.
It is `{"hand", "step", "side", "answer"}`: the number of the hand, the place of the last proposal on the ladder (from
1), who made it, and what came back: `""` so far, `accept` or `run`.
"""

from typing import Any, TypeAlias

from .checks import _, refuse
from .game import game_of
from .shapes import Setup, Table

ACTS = ("propose", "accept", "run", "clear")

Call: TypeAlias = "dict[str, Any]"


def ladder(setup: Setup, table: Table) -> "list[int]":
    """What the next hand can be worth in turn; empty where nothing can be called."""
    if table["status"] != "in_progress" or len(setup["sides"]) != 2:
        return []
    return game_of(setup).calls(setup, table)


def called(setup: Setup, table: Table, hand: int, call: "Call | None", act: str, side: int) -> "Call | None":
    """The call after `side` did something to it; None once it is taken back. Raises Refusal."""
    steps = ladder(setup, table)
    now = standing(call, hand)
    if act == "clear":
        return None
    if act not in ACTS or side not in (0, 1) or not steps:
        raise refuse("act", None, _("This cannot be called now"))
    if act == "propose":
        return {"hand": hand, "step": _next_step(now, steps, side), "side": side, "answer": ""}
    if now is None or now["answer"] or now["side"] == side:
        raise refuse("act", None, _("There is nothing for this side to answer"))
    return {"hand": hand, "step": now["step"], "side": now["side"], "answer": act}


def standing(call: "Call | None", hand: int) -> "Call | None":
    """The call, if it is one of this hand."""
    return call if call and call["hand"] == hand else None


def _next_step(now: "Call | None", steps: "list[int]", side: int) -> int:
    """The proposal that a side may make now: the first one, or the one above what the other side proposed."""
    step = now["step"] + 1 if now else 1
    may = now is None or (now["side"] != side and now["answer"] != "run")
    if not may or step >= len(steps):
        raise refuse("act", None, _("This side cannot call more now"))
    return step


def shown(setup: Setup, table: Table, hand: int, call: "Call | None") -> "dict[str, Any] | None":
    """What every page says of the calls of the next hand; None where nothing can be called.

    `{"stake", "asked", "next", "by", "answer", "turn", "winner"}`: what the hand is worth as agreed so far, what is
    proposed and waits for an answer, what can be called next, who proposed last, what came back, which side may speak
    next (None: either), and who has won because the other side ran.
    """
    steps = ladder(setup, table)
    if not steps:
        return None
    now = standing(call, hand)
    if now is None or now["step"] >= len(steps):
        return {
            "stake": steps[0],
            "asked": None,
            "next": _at(steps, 1),
            "by": None,
            "answer": "",
            "turn": None,
            "winner": None,
        }
    accepted, ran = now["answer"] == "accept", now["answer"] == "run"
    return {
        "stake": steps[now["step"]] if accepted else steps[now["step"] - 1],
        "asked": None if accepted or ran else steps[now["step"]],
        "next": None if ran else _at(steps, now["step"] + 1),
        "by": now["side"],
        "answer": now["answer"],
        "turn": None if ran else 1 - now["side"],
        "winner": now["side"] if ran else None,
    }


def _at(steps: "list[int]", step: int) -> "int | None":
    return steps[step] if step < len(steps) else None
