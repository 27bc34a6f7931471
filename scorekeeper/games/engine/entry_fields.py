"""Which of a game's fields and claims mean something in a match, by its options and players."""

from typing import Any


def fields_of(fields: "list[dict[str, Any]]", options: "dict[str, Any]", players: int) -> "list[dict[str, Any]]":
    """The fields that mean something in a match with these options and so many players, groups included."""
    kept = []
    for field in fields:
        if not is_played(field, options) or field.get("players", players) != players:
            continue
        if field["kind"] == "columns":
            field = _with_columns(field, options)
        if field.get("unless_players") == players:
            continue
        if "fields" in field:
            field = dict(field)
            field["fields"] = fields_of(field["fields"], options, players)
        kept.append(field)
    return kept


def is_played(described: "dict[str, Any]", options: "dict[str, Any]") -> bool:
    """Whether a field or a claim means something with these options."""
    if "option" in described and not options.get(described["option"]):
        return False
    if "when" in described and options[described["when"][0]] != described["when"][1]:
        return False
    return not ("unless" in described and options[described["unless"][0]] == described["unless"][1])


def _with_columns(field: "dict[str, Any]", options: "dict[str, Any]") -> "dict[str, Any]":
    """A field that holds a list of shares for each of the columns that an option names, as a group of these."""
    inner = []
    for column in options[field["option"]]:
        one = {
            "name": column["name"],
            "path": path_of(column["name"]),
            "kind": "shares",
            "label": column["name"],
            "rule": field["rule"],
            "required": False,
        }
        if "blank" in field:
            one["blank"] = field["blank"]
        inner.append(one)
    group = dict(field)
    group.update({"kind": "group", "fields": inner})
    return group


def path_of(name: str) -> str:
    """A name as it stands in a form's paths: a comma there would part several fields."""
    return name.replace(",", "\u201a")
