"""What players announce before they play a hand: the fields of a card with `before`, as far as they are entered."""

from typing import Any

from ..engine.base import Setup, Table, Words, _, refuse
from ..engine.bids import entry_before
from ..engine.figures import figure
from .asking import asked
from .computing import State
from .entering import BOUNDS, enter_so_far
from .playing import state_before
from .reading import Card, Check, card_of

MOST_PIPS = 20
MOST_TRIED = 40  # bids of the last side that are looked at


def bids(setup: Setup, table: Table, typed: "dict[str, str]") -> "dict[str, Any]":
    """Returns the announced fields as `engine.bids` shows them. Raises Refusal if one is not possible."""
    card = card_of(setup["options"])
    entry = entry_before(setup, typed)
    form = asked(setup, table, entry)
    before = [field for field in form["fields"] if field["before"]]
    open_cells = []
    for field in before:
        for path, side in _cells(field, form["order"]):
            if not typed.get(path):
                open_cells.append((field, path, side))
            elif field["kind"] == "number":
                _check_number(field, path, side, typed[path])
    refused = _refused(card, setup, table, typed, open_cells) if len(open_cells) == 1 else {}
    needed = [cell for cell in open_cells if cell[0]["required"]]
    if not open_cells:
        _check(card, setup, table, typed)
    by_side = next((field for field in before if field["kind"] == "number" and field["per_side"]), None)
    turn = next((side for field, _path, side in needed if field is by_side), None)
    numbers = _numbers(by_side, typed, form["order"])
    most = _most(form, by_side)
    words = _words(setup, before, typed)
    if numbers and most is not None:
        words.append(_so_far(sum(numbers), most, turn is None))
    sides = range(len(setup["sides"]))
    return {
        "label": by_side["label"] if by_side else "",
        "cards": [_figure(typed.get(by_side["name"] + "." + str(side), "")) if by_side else "" for side in sides],
        "turn": turn,
        "refused": refused,
        "bid": sum(numbers) if most is not None else None,
        "most": most,
        "words": words,
        "asks": bool(before),
        "complete": not needed,
    }


def _cells(field: "dict[str, Any]", order: "list[int]") -> "list[tuple[str, int]]":
    """Returns the paths of a field's values, each with its side, in the order in which they are asked."""
    if field["per_side"] and field["kind"] != "side":
        return [(field["name"] + "." + str(side), side) for side in order]
    return [(field["name"], 0)]


def _check_number(field: "dict[str, Any]", path: str, side: int, text: str) -> None:
    least, most = field["least"][side], field["most"][side]
    number = _whole(text)
    if number is None or not least <= number <= most:
        raise refuse(path, None, BOUNDS, label=field["label"], least=least, most=most)
    if number % field["step"]:
        raise refuse(path, None, _("In steps of {step}."), step=field["step"])


def _whole(text: str) -> "int | None":
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if 0 < len(digits) < 7 and all(digit in "0123456789" for digit in digits) else None


def _figure(text: str) -> str:
    return figure(int(text)) if _whole(text) is not None else ""


def _checks(card: Card) -> "list[Check]":
    """Returns the checks that look at nothing that is entered later (CAR-22)."""
    later = [field.name for field in card.fields if not field.before]
    later += [value.name for value in card.values if value.late] + ["points"]
    before = [field.name for field in card.fields if field.before]
    return [
        check
        for check in card.checks
        if any(name in before for name in check.unless.used) and not any(name in later for name in check.unless.used)
    ]


def _state(card: Card, setup: Setup, table: Table, typed: "dict[str, str]") -> State:
    state = state_before(card, setup, table)
    entry = entry_before(setup, typed)
    for field in card.fields:
        if field.before:
            enter_so_far(field, state, entry.get(field.name))
    return state


def _broken(card: Card, setup: Setup, table: Table, typed: "dict[str, str]") -> "Check | None":
    """Returns the first check that these bids do not pass."""
    checks = _checks(card)
    state = _state(card, setup, table, typed) if checks else {}
    return next((check for check in checks if not check.unless.of(state)), None)


def _check(card: Card, setup: Setup, table: Table, typed: "dict[str, str]") -> None:
    broken = _broken(card, setup, table, typed)
    if broken is not None:
        raise refuse(None, broken.rule, "{label}", label=broken.label)


def _refused(card: Card, setup: Setup, table: Table, typed: "dict[str, str]", cells: Any) -> "dict[str, Any]":
    """Returns the numbers that the last one may not bid, as texts, with the sentence of the check."""
    field, path, side = cells[0]
    if field["kind"] != "number" or not _checks(card):
        return {}
    refused: dict[str, Any] = {}
    least = field["least"][side]
    for number in range(least, min(field["most"][side], least + MOST_TRIED) + 1, field["step"]):
        tried = dict(typed)
        tried[path] = str(number)
        broken = _broken(card, setup, table, tried)
        if broken is not None:
            refused[str(number)] = broken.label
    return refused


def _numbers(field: "dict[str, Any] | None", typed: "dict[str, str]", order: "list[int]") -> "list[int]":
    texts = [typed.get(field["name"] + "." + str(side), "") for side in order] if field else []
    return [int(text) for text in texts if text]


def _most(form: "dict[str, Any]", bid: "dict[str, Any] | None") -> "int | None":
    """Returns what the numbers of the hand add up to, if bids are numbers of the same kind, and few."""
    sums = [field["sum"] for field in form["fields"] if not field["before"] and field["sum"] is not None]
    is_alike = bid is not None and bid["label"] and len(sums) == 1 and max(bid["most"]) == sums[0]
    return sums[0] if is_alike and sums[0] <= MOST_PIPS else None


def _so_far(bid: int, most: int, is_complete: bool) -> "list[Any]":
    if not is_complete or bid == most:
        return [_("{bid} bid of {most}"), {"bid": bid, "most": most}]
    if bid < most:
        return [_("{bid} bid of {most}: {count} left over"), {"bid": bid, "most": most, "count": most - bid}]
    return [_("{bid} bid of {most}: {count} too many"), {"bid": bid, "most": most, "count": bid - most}]


def _words(setup: Setup, before: "list[dict[str, Any]]", typed: "dict[str, str]") -> Words:
    """Returns what is announced for the hand as a whole, in words."""
    words: Words = []
    for field in before:
        text = typed.get(field["name"], "")
        if not text:
            continue
        value: Any = _figure(text) or "✓"
        if field["kind"] == "side":
            side = _whole(text)
            value = setup["sides"][side]["name"] if side is not None and side < len(setup["sides"]) else ""
        elif field["kind"] == "choice":
            value = next((label for name, label in field["choices"] if name == text), "")
        if value:
            words.append(["{label}: {value}", {"label": field["label"], "value": value}])
    return words
