"""The side of the JavaScript module that runs in MicroPython: a question and its answer are JSON."""

import json
from typing import Any, Callable

from scorekeeper import rules
from scorekeeper.games.engine.checks import told

FUNCTIONS: "dict[str, Callable[..., Any]]" = {
    "score": rules.score,
    "claim": rules.claim,
    "problems": rules.problems,
    "next_hand": rules.next_hand,
}


def answer(question: str) -> str:
    """Returns `{"result"}`, or `{"refused", "problems"}` for what the rules do not allow."""
    name, values = json.loads(question)
    try:
        return json.dumps({"result": FUNCTIONS[name](*values)})
    except rules.Refusal as refusal:
        return json.dumps({"refused": str(refusal), "problems": [told(problem) for problem in refusal.problems]})
