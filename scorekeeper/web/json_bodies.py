"""The JSON bodies of programs: views declare them as JSON Schemas, which are checked here and in `/openapi.json`.

Objects have no other members than those declared, so that a misspelt name is found; null is the same as leaving out a
member that is not required. What a `$ref` describes is checked by the rules.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from werkzeug.exceptions import UnprocessableEntity

from scorekeeper.games.engine.base import N_, Problem, problem
from scorekeeper.games.json_types import FLAG, Schema, group, whole

MOST_PROBLEMS = 20  # named in one answer
LARGEST = 999_999_999
SHOWN = 40  # characters of an unknown name

KEY: Schema = {"type": "string", "description": "Chosen by the sender; the same again gets the first result again."}
SECRET_KEY: Schema = {**KEY, "description": "A random text of 32 characters or more: whoever knows it gets the match."}
SEEN: Schema = {**whole(0, LARGEST), "description": "The version that the sender has seen; for an older one 409."}
HAND: Schema = {"$ref": "#/components/schemas/Hand"}
MATCH: Schema = {"$ref": "#/components/schemas/Match"}
NUMBER = whole(0, LARGEST)
STRIKE_REST: Schema = {**FLAG, "description": "Deletes later hands that are no longer possible."}


def change(*required: str, **members: Schema) -> Schema:
    """Returns the schema of a change of a match: `seen`, `key`, and these members."""
    return group({"seen": SEEN, "key": KEY, **members}, ["seen", *required])


class WrongBody(UnprocessableEntity):
    """422: a JSON body that does not fit the schema which its view declares."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__()
        self.problems = problems


def check_body(body: Any, schema: Schema) -> None:
    """Raises WrongBody with the first problems of a body that does not fit a schema."""
    problems = list(islice(_problems(body, schema, ""), MOST_PROBLEMS))
    if problems:
        raise WrongBody(problems)


def _problems(value: Any, schema: Schema, path: str) -> Iterator[Problem]:
    if "enum" in schema:
        if not isinstance(value, str) or value not in schema["enum"]:
            choices = ", ".join(map(str, schema["enum"]))
            yield problem(path, None, N_("This must be one of: {choices}"), choices=choices)
        return
    if "anyOf" in schema:
        different = [list(_problems(value, each, path)) for each in schema["anyOf"]]
        yield from () if [] in different else different[0]
        return
    kind = "object" if "$ref" in schema else schema.get("type", "")
    if kind in CHECKS:
        yield from CHECKS[kind](value, schema, path)


def _of_text(value: Any, schema: Schema, path: str) -> Iterator[Problem]:
    if not isinstance(value, str):
        yield problem(path, None, N_("This must be a text"))


def _of_whole(value: Any, schema: Schema, path: str) -> Iterator[Problem]:
    low, high = schema.get("minimum", -LARGEST), schema.get("maximum", LARGEST)
    if type(value) is not int:
        yield problem(path, None, N_("This must be a whole number"))
    elif not low <= value <= high:
        yield problem(path, None, N_("This must be between {low} and {high}"), low=low, high=high)


def _of_flag(value: Any, schema: Schema, path: str) -> Iterator[Problem]:
    if not isinstance(value, bool):
        yield problem(path, None, N_("This must be true or false"))


def _of_list(value: Any, schema: Schema, path: str) -> Iterator[Problem]:
    fewest, most = schema.get("minItems", 0), schema.get("maxItems", LARGEST)
    if not isinstance(value, list):
        yield problem(path, None, N_("This must be a list"))
    elif not fewest <= len(value) <= most:
        yield problem(path, None, N_("This must be a list of {least} to {most}"), least=fewest, most=most)
    else:
        for at, item in enumerate(value):
            yield from _problems(item, schema["items"], f"{path}.{at}")


def _of_object(value: Any, schema: Schema, path: str) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield problem(path or None, None, N_("This must be a group of named fields"))
        return
    fields, inside = schema.get("properties"), f"{path}." if path else ""
    if fields is None:
        return
    for name in value:
        if name not in fields:
            yield problem(inside + name[:SHOWN], None, N_("Unknown field: {unknown}"), unknown=name[:SHOWN])
    for name, inner in fields.items():
        if value.get(name) is not None:
            yield from _problems(value[name], inner, inside + name)
        elif name in schema.get("required", ()):
            yield problem(inside + name, None, N_("Fill this in"))


def _of_nothing(value: Any, schema: Schema, path: str) -> Iterator[Problem]:
    if value is not None:
        yield problem(path, None, N_("This must be left out"))


CHECKS: dict[str, Callable[[Any, Schema, str], Iterator[Problem]]] = {
    "string": _of_text,
    "integer": _of_whole,
    "boolean": _of_flag,
    "array": _of_list,
    "object": _of_object,
    "null": _of_nothing,
}
