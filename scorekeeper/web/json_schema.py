"""JSON schemas of what we answer, made of the types that the answers have in the code."""

import types
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

Schema = dict[str, Any]

PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
}


def schema_of(kind: Any) -> Schema:
    """The schema of a type: texts, whole numbers, flags, lists, dicts by text, unions, literals and TypedDicts of them.

    Members that are not in a TypedDict may be there too. Raises TypeError for a type that no answer has.
    """
    if kind in PLAIN:
        return PLAIN[kind]
    if is_typeddict(kind):
        return _object(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is list:
        return {"type": "array", "items": schema_of(inner[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(inner[1])}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema_of(each) for each in inner]}
    if origin is NotRequired:
        return schema_of(inner[0])
    raise TypeError(f"no JSON schema for {kind!r}")


def _object(kind: Any) -> Schema:
    """A TypedDict as an object, with its members and those of its bases."""
    members = {name: schema_of(each) for name, each in get_type_hints(kind).items()}
    return {"type": "object", "required": sorted(kind.__required_keys__), "properties": members}
