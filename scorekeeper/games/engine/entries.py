"""Entries and claims as forms show them: fields in use in a match, and an entry as typed texts and back."""

from typing import Any

from .base import field as declared
from .cards import RANKS
from .cards import READERS as CARD_READERS
from .checks import _, whole
from .fields_in_use import is_played, path_of
from .game import game_of
from .shapes import Entry, Setup

CLAIMANT = declared("side", "side", _("Who claims"), required=True)
WON: dict[str, Any] = {"slug": "won", "title": _("We have won the match"), "fields": [CLAIMANT]}


def melds_laid_down(rule: str, most: int, jokers: "bool | str") -> "dict[str, Any]":
    """The field for the melds of one turn: `most` of them are offered, `jokers` as for every field of cards."""
    return declared("melds", "melds", _("Melds laid down"), rule, required=True, ranks=RANKS, most=most, jokers=jokers)


def claims_of(setup: Setup) -> list[dict[str, Any]]:
    """The claims that can be made in this match: the game's own, and that it is won."""
    options = setup["options"]
    return [each for each in game_of(setup).claim_fields if is_played(each, options)] + [WON]


def recorded_claim(setup: Setup, entry: Entry) -> "tuple[str, dict[str, Any]] | None":
    """The claim that a hand was recorded with: its slug, and its fields as they were asked; None for any other hand."""
    return game_of(setup).claim_of(entry)


YES = "on"
NOBODY = "null"


def spread(posted: "list[tuple[str, str]]") -> "dict[str, str]":
    """Posted names and texts, controls that fill several fields taken apart. Of a name given twice the last counts."""
    typed: dict[str, str] = {}
    for name, text in posted:
        names = name.split(",")
        texts = text.split(",") if len(names) > 1 else [text]
        for index, each in enumerate(names):
            typed[each] = texts[index].strip() if index < len(texts) else ""
    return typed


def entry_typed(fields: "list[dict[str, Any]]", typed: "dict[str, str]", sides: int) -> Entry:
    """The entry that was typed. Where every side's share but one is given, the last one is what is left."""
    return _group(fields, typed, "", sides)


def typed_entry(entry: Any, path: str = "") -> "dict[str, str]":
    """An entry, or a part of one, as the texts of a form's fields."""
    if isinstance(entry, dict):
        inner = [(path + path_of(str(key)), value) for key, value in entry.items()]
    elif isinstance(entry, list):
        inner = [(path + str(index), value) for index, value in enumerate(entry)]
    elif entry is False:
        return {}
    else:
        return {path[:-1]: YES if entry is True else NOBODY if entry is None else str(entry)}
    typed: dict[str, str] = {}
    for name, value in inner:
        typed.update(typed_entry(value, name + "."))
    return typed


def way_of(ways: "list[dict[str, Any]]", entry: Entry) -> "dict[str, Any]":
    """The way in which an entry was made: the first one that has all of its fields, those of each side included."""
    named = {name: value for name, value in entry.items() if name not in ("note", "at")}
    for way in ways:
        if _has_all(way["fields"], named):
            return way
    return ways[0]


def _has_all(fields: "list[dict[str, Any]]", entry: Entry) -> bool:
    known = {field["name"]: field for field in fields}
    for name, value in entry.items():
        if name not in known:
            return False
        if known[name]["kind"] == "sides" and not all(_has_all(known[name]["fields"], part) for part in value):
            return False
    return True


def _group(fields: "list[dict[str, Any]]", typed: "dict[str, str]", path: str, sides: int) -> Entry:
    entry: Entry = {}
    for field in fields:
        sharing = len(field.get("parties", ())) or sides
        value = _READERS[field["kind"]](field, typed, path + field.get("path", field["name"]), sharing)
        if value is not _BLANK:
            entry[field["name"]] = value
    return entry


def _is_given(typed: "dict[str, str]", path: str) -> bool:
    """Whether anything was typed into a field or into any field inside it."""
    return any(text and (name == path or name.startswith(path + ".")) for name, text in typed.items())


# Each reader takes a field, what was typed, the field's path and the number of sides; a blank field is left out.
_BLANK: Any = object()


def _count(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    number = whole(typed.get(path, ""))
    return _BLANK if number is None else number


def _points(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """Points, or cards counted by class where the game has classes."""
    counts = {each[0]: whole(typed.get(path + "." + each[0], "")) for each in field.get("classes", [])}
    counts = {name: count for name, count in counts.items() if count is not None}
    return counts if counts and not typed.get(path) else _count(field, typed, path, sides)


def _shares(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    texts = [typed.get(path + "." + str(side), "") for side in range(sides)]
    values = [None if text == NOBODY else whole(text) for text in texts]
    nought = whole(typed.get(field["nought"], "")) if "nought" in field else None
    if type(nought) is int and 0 <= nought < sides and values[nought] is None:
        values[nought] = 0
    given = [value for value in values if value is not None]
    if not given:
        return _BLANK
    if "blank" in field:
        return [field["blank"] if value is None else value for value in values]
    total = whole_total(field, typed)
    left_out = [side for side in range(sides) if values[side] is None]
    if len(left_out) == 1 and total is not None and all(isinstance(value, int) for value in given):
        values[left_out[0]] = total - sum([int(value) for value in given])
    return values


def whole_total(field: "dict[str, Any]", typed: "dict[str, str]") -> "int | None":
    """What the shares add up to: `total`, less what another field (`less`: name, value by value) takes out of play."""
    if field.get("total") is None or "less" not in field:
        return field.get("total")
    other, amounts = field["less"]
    return int(field["total"]) - int(amounts.get(typed.get(other, ""), 0))


def _ranks(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    ranks: Entry = {}
    for name, _label, _worth, most in field["classes"]:
        one = {"total": most}
        if "less" in field:
            one["less"] = [field["less"][0], {name: field["less"][1].get(name, 0)}]
        values = _shares(one, typed, path + "." + name, sides)
        if values is not _BLANK:
            ranks[name] = values
    return ranks if ranks or field["required"] else _BLANK


def _amounts(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """How many cards of each class one side has."""
    amounts = {name: whole(typed.get(path + "." + name, "")) for name, _label, _worth, _most in field["classes"]}
    return {name: amount for name, amount in amounts.items() if amount is not None}


def _side(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    text = typed.get(path, "")
    return None if text == NOBODY else _BLANK if not text else whole(text)


def _flag(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    return True if typed.get(path) == YES else typed.get(path) or _BLANK


def _text(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    return typed.get(path) or _BLANK


def _choice(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    text = typed.get(path, "")
    for value, _label in field["choices"]:
        if text == (NOBODY if value is None else str(value)):
            return value
    return text or _BLANK


def _tricks(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """The winners of the tricks up to the last one given; one left blank in between is refused by the game."""
    texts = [typed.get(path + "." + str(index), "") for index in range(field["most"])]
    while texts and not texts[-1]:
        texts.pop()
    return [None if text == NOBODY else whole(text) if text else "" for text in texts]


def _rows(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    paths = [path + "." + str(index) for index in range(field["most"])]
    rows = [_group(field["fields"], typed, each + ".", sides) for each in paths if _is_given(typed, each)]
    return rows or _BLANK


def _sides(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    return [_group(field["fields"], typed, path + "." + str(side) + ".", sides) for side in range(sides)]


def _nested(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    if not field["required"] and not _is_given(typed, path):
        return _BLANK
    return _group(field["fields"], typed, path + ".", sides)


def _some_sides(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """The sides that were ticked; a box says which side it stands for."""
    ticked = [typed.get(path + "." + str(at), "") for at in range(sides)]
    return [whole(text) for text in ticked if text] or _BLANK


def _count_or_side(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """What each side has of something, or only who has the most of it."""
    counted = _shares(field, typed, path, sides)
    return _side(field, typed, path, sides) if counted is _BLANK else counted


def _best(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """The best card of each suit, None where there is none."""
    cards = [typed.get(path + "." + str(suit), "") for suit in range(len(field["suits"]))]
    return [None if card == NOBODY else card or None for card in cards] if any(cards) else _BLANK


def _best_or_side(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """Every side's best cards, or only who has the best ones."""
    rows = [_best(field, typed, path + ".best." + str(side), sides) for side in range(sides)]
    if all(row is _BLANK for row in rows):
        return _side(field, typed, path, sides)
    return {"best": [[None] * len(field["suits"]) if row is _BLANK else row for row in rows]}


def _shares_or_group(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """What each side scores for something, or what was played for it, which says more."""
    if any(_is_given(typed, path + "." + inner["name"]) for inner in field["fields"]):
        return _group(field["fields"], typed, path + ".", sides)
    return _shares(field, typed, path, sides)


def _calls(field: "dict[str, Any]", typed: "dict[str, str]", path: str, sides: int) -> Any:
    """Words and numbers in their order."""
    texts = [typed.get(path + "." + str(at), "") for at in range(field["most"])]
    return [whole(text) for text in texts if text] or _BLANK


_READERS: "dict[str, Any]" = {
    "shares_or_group": _shares_or_group,
    "calls": _calls,
    "some_sides": _some_sides,
    "count_or_side": _count_or_side,
    "best": _best,
    "best_or_side": _best_or_side,
    "count": _count,
    "points": _points,
    "shares": _shares,
    "ranks": _ranks,
    "side": _side,
    "flag": _flag,
    "player": _text,
    "choice": _choice,
    "tricks": _tricks,
    "rows": _rows,
    "sides": _sides,
    "group": _nested,
    "amounts": _amounts,
}
_READERS.update(CARD_READERS)
