"""Which of the fields that a game declares are in use in a match."""

from typing import Any


def fields_of(fields: "list[dict[str, Any]]", options: "dict[str, Any]", players: int) -> "list[dict[str, Any]]":
    """The fields that mean something in a match with these options and so many players, groups included."""
    kept = []
    for field in fields:
        if not is_asked_for(field, options, players):
            continue
        if field["kind"] == "columns":
            field = with_columns(field, options)
        if "fields" in field:
            field = dict(field)
            field["fields"] = fields_of(field["fields"], options, players)
        kept.append(field)
    return kept


def is_asked_for(described: "dict[str, Any]", options: "dict[str, Any]", players: int) -> bool:
    """True if a field or a rule means something in a match with these options and so many players."""
    if described.get("players", players) != players or described.get("unless_players") == players:
        return False
    return is_played(described, options)


def is_played(described: "dict[str, Any]", options: "dict[str, Any]") -> bool:
    """Whether a field or a claim means something with these options."""
    if "option" in described and not options.get(described["option"]):
        return False
    if "when" in described and options[described["when"][0]] != described["when"][1]:
        return False
    return not ("unless" in described and options[described["unless"][0]] == described["unless"][1])


def with_columns(field: "dict[str, Any]", options: "dict[str, Any]") -> "dict[str, Any]":
    """Returns a field that holds a list of shares for each of the columns that an option names, as a group of these."""
    inner = []
    for column in options[field["option"]]:
        one = {
            "name": column["name"],
            "path": path_of(column["name"]),
            "kind": "shares",
            "label": column["name"],
            "rule": field["rule"],
            "required": False,
            "out": True,
        }
        for more in ("blank", "max", "inner_rule"):
            if more in field:
                one[more] = field[more]
        inner.append(one)
    group = dict(field)
    group.update({"kind": "group", "fields": inner})
    return group


def path_of(name: str) -> str:
    """A name as it stands in a form's paths: a comma there would part several fields."""
    return name.replace(",", "\u201a")
