"""Converts the texts of a form to an entry or a claim, and back; lists the claims of a match."""

from typing import Any

from .base import field as declared
from .cards import RANKS
from .cards import READERS as CARD_READERS
from .checks import _, whole
from .declared import ClaimForm, Field
from .game import game_of
from .shapes import Entry, Setup
from .ways import is_played, path_of

CLAIMANT = declared("side", "side", _("Who says so?"), required=True)
WON: ClaimForm = {"slug": "won", "title": _("We have won the match"), "fields": [CLAIMANT]}


def entry_of_claim(claim: Entry) -> Entry:
    """Returns the entry of a hand from a claim that has its fields."""
    return {name: claim[name] for name in claim if name not in ("type", "side")}


def melds_laid_down(rule: str, most: int, jokers: "bool | str") -> Field:
    """Returns the field for the melds of one turn: `most` of them can be entered; `jokers` as in other card fields."""
    return declared("melds", "melds", _("Melds laid down"), rule, required=True, ranks=RANKS, most=most, jokers=jokers)


def claims_of(setup: Setup) -> "list[ClaimForm]":
    """Returns the claims that can be made in this match: the game's own, then that the match is won."""
    options = setup["options"]
    return [claim for claim in game_of(setup).claim_fields if is_played(claim, options)] + [WON]


def recorded_claim(setup: Setup, entry: Entry) -> "tuple[str, dict[str, Any]] | None":
    """Returns the claim that a hand was recorded with, as its slug and fields; None if there was no claim."""
    return game_of(setup).claim_of(entry)


YES = "on"
NO = "off"
NOBODY = "null"


def spread(posted: "list[tuple[str, str]]") -> "dict[str, str]":
    """Returns posted (name, text) pairs as a dict; of several texts with one name, the last counts.

    A control that fills several fields has their names and texts separated by commas; if it is blank it changes none.
    """
    form: dict[str, str] = {}
    for name, text in posted:
        names = name.split(",")
        texts = text.split(",") if len(names) > 1 else [text]
        for index, field_name in enumerate(names):
            value = texts[index].strip() if index < len(texts) else ""
            if value or len(names) == 1 or field_name not in form:
                form[field_name] = value
    return form


def entry_typed(fields: "list[Field]", form: "dict[str, str]", sides: int) -> Entry:
    """Returns the entry typed into a form.

    A single blank share is computed from the total; several are 0 if the others reach it.
    """
    return group(fields, form, "", sides)


def typed_entry(entry: Any, path: str = "") -> "dict[str, str]":
    """Returns an entry, or a part of one, as the texts of a form by dotted path."""
    if isinstance(entry, dict):
        inner = [(path + path_of(str(key)), value) for key, value in entry.items()]
    elif isinstance(entry, list):
        inner = [(path + str(index), value) for index, value in enumerate(entry)]
    else:
        return {path[:-1]: _text_of(entry)}
    texts: dict[str, str] = {}
    for name, value in inner:
        texts.update(typed_entry(value, name + "."))
    return texts


def _text_of(value: Any) -> str:
    """Returns a single value as the text of a form's control."""
    if type(value) is bool:
        return YES if value else NO
    return NOBODY if value is None else str(value)


def group(fields: "list[Field]", form: "dict[str, str]", path: str, sides: int) -> Entry:
    entry: Entry = {}
    for field in fields:
        sharing = len(field.get("parties", ())) or sides
        read = field["own"].read if "own" in field else READERS[field["kind"]]
        value = read(field, form, path + field.get("path", field["name"]), sharing)
        if value is not BLANK:
            entry[field["name"]] = value
    return entry


def is_given(form: "dict[str, str]", path: str) -> bool:
    """True if the field at a path, or a field inside it, has a text."""
    return any(text and (name == path or name.startswith(path + ".")) for name, text in form.items())


# Each reader takes a field, the form's texts by path, the field's path and the number of sides.
# For a blank field it returns BLANK, and the entry does not have the field. Kinds of games' own use some of them.
BLANK: Any = object()


def _count(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    """Reads a number, or how many cards of each class were counted if the field has classes."""
    counts = {card_class[0]: whole(form.get(path + "." + card_class[0], "")) for card_class in field.get("classes", [])}
    counts = {name: count for name, count in counts.items() if count is not None}
    number = whole(form.get(path, ""))
    return counts if counts and not form.get(path) else BLANK if number is None else number


def shares(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    texts = [form.get(path + "." + str(side), "") for side in range(sides)]
    values = [None if text == NOBODY else whole(text) for text in texts]
    nought = whole(form.get(field["nought"], "")) if "nought" in field else None
    if type(nought) is int and 0 <= nought < sides and values[nought] is None:
        values[nought] = 0
    numbers = [value for value in values if value is not None]
    if not numbers:
        return BLANK
    if "blank" in field:
        sits = [text == NOBODY and "out" in field for text in texts]
        return [field["blank"] if value is None and not sits[side] else value for side, value in enumerate(values)]
    total = required_sum(field, form)
    left_out = [side for side in range(sides) if values[side] is None]
    if total is not None and all(isinstance(value, int) for value in numbers):
        rest = total - sum([int(value) for value in numbers])
        if field.get("or_all") in numbers:
            rest = 0
        if len(left_out) == 1 or rest == 0:
            for side in left_out:
                values[side] = rest
    return values


def required_sum(field: Field, form: "dict[str, str]") -> "int | None":
    """Returns the required sum of all shares: `total` minus a deduction; None if the field has no `total`.

    `less` is the name of another field, and a dict from the values of that field to the deductions.
    """
    if field.get("total") is None or "less" not in field:
        return field.get("total")
    other, amounts = field["less"]
    return int(field["total"] or 0) - int(amounts.get(form.get(other), 0))


def _ranks(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    ranks: Entry = {}
    for name, _label, _worth, most in field["classes"]:
        share = declared(name, "shares", "", total=most)
        if "less" in field:
            share["less"] = [field["less"][0], {name: field["less"][1].get(name, 0)}]
        values = shares(share, form, path + "." + name, sides)
        if values is not BLANK:
            ranks[name] = values
    return ranks if ranks or field["required"] else BLANK


def _amounts(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    """Reads from a form how many cards of each class one side has."""
    amounts = {name: whole(form.get(path + "." + name, "")) for name, _label, _worth, _most in field["classes"]}
    return {name: amount for name, amount in amounts.items() if amount is not None}


def side(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    text = form.get(path, "")
    return None if text == NOBODY else BLANK if not text else whole(text)


def _flag(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    text = form.get(path, "")
    return {YES: True, NO: False}.get(text, text or BLANK)


def _text(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    return form.get(path) or BLANK


def _choice(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    text = form.get(path, "")
    for value, _label in field["choices"]:
        if text == _text_of(value):
            return value
    return text or BLANK


def _tricks(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    """Reads the winners of the tricks, up to the last one filled in; the game refuses a blank one in between."""
    texts = [form.get(path + "." + str(index), "") for index in range(field["most"])]
    while texts and not texts[-1]:
        texts.pop()
    return [None if text == NOBODY else whole(text) if text else "" for text in texts]


def _rows(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    paths = [path + "." + str(index) for index in range(field["most"])]
    rows = [group(field["fields"], form, row_path + ".", sides) for row_path in paths if is_given(form, row_path)]
    return rows or BLANK


def _sides(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    return [group(field["fields"], form, path + "." + str(side) + ".", sides) for side in range(sides)]


def _nested(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    if not field["required"] and not is_given(form, path):
        return BLANK
    return group(field["fields"], form, path + ".", sides)


def _some_sides(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    """Reads the ticked sides from a form; each check box has the index of its side as its value."""
    ticked = [form.get(path + "." + str(at), "") for at in range(sides)]
    return [whole(text) for text in ticked if text] or BLANK


def _count_or_side(field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
    """Reads a number for each side; if all are blank, only the side that has the most."""
    counted = shares(field, form, path, sides)
    return side(field, form, path, sides) if counted is BLANK else counted


READERS: "dict[str, Any]" = {
    "some_sides": _some_sides,
    "count_or_side": _count_or_side,
    "count": _count,
    "shares": shares,
    "ranks": _ranks,
    "side": side,
    "flag": _flag,
    "player": _text,
    "choice": _choice,
    "tricks": _tricks,
    "rows": _rows,
    "sides": _sides,
    "group": _nested,
    "amounts": _amounts,
}
READERS.update(CARD_READERS)
