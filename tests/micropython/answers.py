"""Returns the rules' results as text that shows every difference; runs in CPython and in MicroPython.

A question is JSON: `["score", document]`, `["claim", {"match": …, "claim": …}]` or `["state", document]`. It is written
in the part of Python that MicroPython has, as `scorekeeper/games/` is.
"""

import json
from typing import Any, Callable

from scorekeeper.games import Refusal, claim, score
from scorekeeper.games.engine import play
from scorekeeper.games.engine.match_state import Record, Row, match_state


def answer(question: str) -> str:
    """The result, or all problems, in canonical form."""
    kind, about = json.loads(question)
    try:
        return canonical({"result": ANSWERS[kind](about)})
    except Refusal as refusal:
        return canonical({"problems": refusal.problems})


def _claim(about: Any) -> Any:
    return claim(about["match"], about["claim"])


def _state(document: Any) -> Any:
    """The match page after every hand was recorded, as a phone without a network makes it."""
    setup = play.begin(document)
    table = play.first_table(setup)
    rows: list[Row] = []
    for entry in document.get("hands", []):
        hand = play.score_hand(setup, table, entry)
        table = hand["table"]
        rows.append(
            {
                "number": table["hands"],
                "dealer": hand["dealer"],
                "points": hand["points"],
                "totals": table["totals"],
                "entry": entry,
                "lines": hand["lines"],
                "struck": False,
                "corrected": False,
            }
        )
    record: Record = {
        "version": len(rows) + 1,
        "since": None,
        "first": 1,
        "number": 1,
        "hands": len(rows),
        "status": table["status"],
        "seatings": [],
        "clock": None,
        "agreed": None,
        "rescored": None,
        "locked": None,
        "can": {"undo": None, "redo": None},
        "started": "",
    }
    return match_state(setup, table, rows, record)


ANSWERS: "dict[str, Callable[[Any], Any]]" = {"score": score, "claim": _claim, "state": _state}


def canonical(value: Any) -> str:
    """As JSON, with keys in order and every letter but the plainest as its number; 1 and 1.0 stay two things."""
    if isinstance(value, dict):
        return "{" + ",".join([canonical(key) + ":" + canonical(value[key]) for key in sorted(value)]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([canonical(part) for part in value]) + "]"
    if isinstance(value, str):
        return '"' + "".join([_letter(letter) for letter in value]) + '"'
    if value is None or isinstance(value, (bool, int, float)):
        return {"None": "null", "True": "true", "False": "false"}.get(repr(value), repr(value))
    raise TypeError(repr(value))


def _letter(letter: str) -> str:
    return letter if " " <= letter <= "~" and letter not in '"\\' else f"\\u{ord(letter):x}"
