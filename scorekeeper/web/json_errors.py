"""Errors as JSON: `{"error": {"message", "hand", "field", "rule"}}`, as on the command line.

`message` is in the visitor's language; `hand` counts from 1, `field` is a path such as `sides.0.melds`, `rule` the
number of a rule; null where there is none. Of several problems `error` is the first, `problems` are all of them.
"""

from typing import Any

from flask import Response, jsonify, request

from scorekeeper.games.engine.base import Problem
from scorekeeper.pages.rule_texts import problem_texts

ONLY_JSON = {"sync"}  # blueprints without pages


def wants_json() -> bool:
    """Whether the client asks for JSON: by Accept, by a path that ends with .json, or by the blueprint."""
    by_header = request.accept_mimetypes.best == "application/json"
    return by_header or request.path.endswith(".json") or request.blueprint in ONLY_JSON


def error_answer(text: str, **more: Any) -> Response:
    """An error that is about no hand or field."""
    return jsonify(error={"message": text, "hand": None, "field": None, "rule": None}, **more)


def refusal_answer(problems: list[Problem], **more: Any) -> Response:
    """422 with all problems of a refusal."""
    told = problem_texts(problems)
    one = told[0]
    first = {"message": one["text"], "hand": one["hand"], "field": one["field"], "rule": one["rule"]}
    response = jsonify(error=first, problems=told, **more)
    response.status_code = 422
    return response
