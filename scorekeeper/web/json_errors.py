"""How scripts are told what is wrong: `{"error": {"message", "hand", "field", "rule"}}`, as on the command line.

`message` is in the visitor's language; `hand` counts from 1, `field` is a path such as `sides.0.melds`, `rule` the
number of a rule; null where there is none. Of several problems `error` is the first, `problems` are all of them.
"""

from typing import Any

from flask import Response, jsonify, request

from scorekeeper.games.engine.base import Problem
from scorekeeper.pages.rule_texts import problem_texts

ONLY_JSON = {"sync"}  # blueprints of which nobody asks for a page


def wants_json() -> bool:
    """Whether a script asks."""
    asked = request.accept_mimetypes.best == "application/json"
    return asked or request.path.endswith(".json") or request.blueprint in ONLY_JSON


def error_answer(text: str, **more: Any) -> Response:
    """What went wrong, where no hand or field is to blame."""
    return jsonify(error={"message": text, "hand": None, "field": None, "rule": None}, **more)


def refusal_answer(problems: list[Problem], **more: Any) -> Response:
    """What is wrong with what was sent: 422."""
    said = problem_texts(problems)
    one = said[0]
    first = {"message": one["text"], "hand": one["hand"], "field": one["field"], "rule": one["rule"]}
    response = jsonify(error=first, problems=said, **more)
    response.status_code = 422
    return response
