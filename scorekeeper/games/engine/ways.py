"""Which fields of a game are in use in a match, and in which of its ways a hand was entered.

The fields depend on the options and the number of players; a way, e.g. by points or by cards, is a list of fields.
"""

from typing import Any

from .declared import Field, Way, Where, but
from .shapes import Entry


def fields_of(fields: "list[Field]", options: "dict[str, Any]", players: int) -> "list[Field]":
    """Returns the fields in use in a match with these options and players, including those in groups."""
    in_use = []
    for field in fields:
        if not is_asked_for(field, options, players):
            continue
        if "fields_from" in field:
            field = but(field, fields=field["fields_from"](options))
        if "max_of" in field:
            field = but(field, max=field["max_of"](options, players))
        if "fields" in field:
            field = but(field, fields=fields_of(field["fields"], options, players))
        in_use.append(field)
    return in_use


def is_asked_for(described: Where, options: "dict[str, Any]", players: int) -> bool:
    """True if a field or rule is in use in a match with these options and so many players."""
    if described.get("players", players) != players or described.get("unless_players") == players:
        return False
    return is_played(described, options)


def is_played(described: Where, options: "dict[str, Any]") -> bool:
    """True if a field or claim is in use in a match with these options."""
    if "option" in described and not options.get(described["option"]):
        return False
    if "when" in described and options[described["when"][0]] != described["when"][1]:
        return False
    return not ("unless" in described and options[described["unless"][0]] == described["unless"][1])


def path_of(name: str) -> str:
    """Returns a name with its commas replaced, for a form's paths, in which commas separate fields."""
    return name.replace(",", "\u201a")


def way_with(ways: "list[Way]", entry: Entry) -> Way:
    """Returns the way of entering a hand (e.g. by points or by cards) to which the entry's fields belong.

    First choice is the last way that the entry identifies: by the field named in the way's `mark` or, for a way with a
    single field or only for some hands (`known`), by any field that no other way has. Otherwise it is the way without a
    mark that shares most fields with the entry; if equal, the one that lacks fewest required fields, then the first.
    An entry without any known field belongs to the first way that every hand can be entered in, else to the first way.
    """
    own = [homes[0] for homes in [_ways_with_field(ways, name) for name in entry] if len(homes) == 1]
    for way in ways[::-1]:
        is_special = len(way["fields"]) == 1 or "known" in way
        if any(each is way for each in own) if is_special else way.get("mark") in entry:
            return way
    of_any_hand = [way for way in ways if "known" not in way and not way.get("ends")]
    closest: Way = (of_any_hand or ways)[0]
    best: tuple[int, int] | None = None
    for way in [way for way in ways if "mark" not in way]:
        common = len([field for field in way["fields"] if field["name"] in entry])
        if not common:
            continue
        missing = len([field for field in way["fields"] if field["required"] and field["name"] not in entry])
        fit = (common + _inner_names(way["fields"], entry), -missing)
        if best is None or fit > best:
            closest, best = way, fit
    return closest


def _ways_with_field(ways: "list[Way]", name: str) -> "list[Way]":
    """Returns the ways that have a field of this name."""
    return [way for way in ways if name in [field["name"] for field in way["fields"]]]


def _inner_names(fields: "list[Field]", entry: Entry) -> int:
    """Returns how many values of an entry belong to declared fields inside a `sides` field."""
    count = 0
    for field in fields:
        if field["kind"] == "sides":
            names = [inner["name"] for inner in field["fields"]]
            count += sum([len([name for name in part if name in names]) for part in parts_of(entry, field["name"])])
    return count


def parts_of(entry: Entry, name: str) -> "list[Entry]":
    """Returns the groups in the list of a `sides` field, without any other values."""
    parts = entry.get(name)
    return [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []


def way_of(ways: "list[Way]", entry: Entry) -> Way:
    """Returns the first way to enter a hand that has all fields of this entry, else the first way."""
    for way in ways:
        if has_all(way["fields"], entry):
            return way
    return ways[0]


def has_all(fields: "list[Field]", entry: Entry) -> bool:
    """True if all fields of an entry are among these, apart from its note and time."""
    by_name = {field["name"]: field for field in fields}
    for name, value in entry.items():
        if name in ("note", "at"):
            continue
        if name not in by_name:
            return False
        if by_name[name]["kind"] == "sides" and not all(has_all(by_name[name]["fields"], part) for part in value):
            return False
    return True
