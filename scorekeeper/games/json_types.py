"""The parts of which JSON Schemas (draft 2020-12) are made: numbers, objects, lists, alternatives."""

from collections.abc import Iterable, Mapping
from typing import Any

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
NOTHING: Schema = {"type": "null"}
ANYTHING: Schema = {"type": "object"}
MOMENT: Schema = {"type": "string", "description": "A date, or date and time, in ISO 8601."}
NAME: Schema = {"type": "string", "minLength": 1}


def whole(low: int | None = None, high: int | None = None) -> Schema:
    """Returns the schema of a whole number from `low` to `high`; None for no bound."""
    bounds = {"minimum": low, "maximum": high}
    return {"type": "integer", **{name: bound for name, bound in bounds.items() if bound is not None}}


def group(fields: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    """Returns the schema of an object with these fields and no others."""
    needed = sorted(required)
    return {
        "type": "object",
        **({"required": needed} if needed else {}),
        "properties": dict(fields),
        "additionalProperties": False,
    }


def listed(items: Schema, fewest: int | None = None, most: int | None = None) -> Schema:
    """Returns the schema of a list."""
    bounds = {"minItems": fewest, "maxItems": most}
    return {"type": "array", "items": items, **{name: bound for name, bound in bounds.items() if bound}}


def one_of(values: Iterable[Any]) -> Schema:
    """Returns the schema of a fixed set of values."""
    return {"enum": list(dict.fromkeys(values))}


def any_of(schemas: Iterable[Schema]) -> Schema:
    """Returns the schema of values that fit one of the schemas, each different one once."""
    different: list[Schema] = []
    for schema in schemas:
        if schema not in different:
            different.append(schema)
    return different[0] if len(different) == 1 else {"anyOf": different}


def maybe(schema: Schema) -> Schema:
    """Returns the schema of a value or null."""
    return any_of([schema, NOTHING])


def headed(name: str, title: str) -> Schema:
    """Returns the beginning of a document's schema; others refer to it by its `$id`."""
    return {"$schema": DRAFT, "$id": f"urn:scorekeeper:{name}", "title": title}
