"""Finds the fields that are in use in a match, by its options and number of players."""

from typing import Any


def fields_of(fields: "list[dict[str, Any]]", options: "dict[str, Any]", players: int) -> "list[dict[str, Any]]":
    """Returns the fields in use in a match with these options and players, including those in groups."""
    in_use = []
    for field in fields:
        if not is_asked_for(field, options, players):
            continue
        if field["kind"] == "columns":
            field = with_columns(field, options)
        if "max_of" in field:
            field = dict(field, max=field["max_of"](options, players))
        if "fields" in field:
            field = dict(field)
            field["fields"] = fields_of(field["fields"], options, players)
        in_use.append(field)
    return in_use


def is_asked_for(described: "dict[str, Any]", options: "dict[str, Any]", players: int) -> bool:
    """True if a field or rule is in use in a match with these options and so many players."""
    if described.get("players", players) != players or described.get("unless_players") == players:
        return False
    return is_played(described, options)


def is_played(described: "dict[str, Any]", options: "dict[str, Any]") -> bool:
    """True if a field or claim is in use in a match with these options."""
    if "option" in described and not options.get(described["option"]):
        return False
    if "when" in described and options[described["when"][0]] != described["when"][1]:
        return False
    return not ("unless" in described and options[described["unless"][0]] == described["unless"][1])


def with_columns(field: "dict[str, Any]", options: "dict[str, Any]") -> "dict[str, Any]":
    """Returns a `columns` field as a group with one field of shares for each item of the option's list."""
    inner = []
    for column in options[field["option"]]:
        shares = {
            "name": column["name"],
            "path": path_of(column["name"]),
            "kind": "shares",
            "label": column["name"],
            "rule": field["rule"],
            "required": False,
            "out": True,
        }
        for detail in ("blank", "max", "inner_rule"):
            if detail in field:
                shares[detail] = field[detail]
        inner.append(shares)
    group = dict(field)
    group.update({"kind": "group", "fields": inner})
    return group


def path_of(name: str) -> str:
    """Returns a name with its commas replaced, for a form's paths, in which commas separate fields."""
    return name.replace(",", "\u201a")
