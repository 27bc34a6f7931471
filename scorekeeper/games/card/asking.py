"""What the form of a hand asks: the card's fields with their bounds in this hand, and who answers when.

Bounds that look at fields before them take these as they are entered so far, what is not entered as left out.
"""

from typing import Any

from ..engine.base import Entry, Refusal, Setup, Table
from ..engine.side_names import PAIR, own_text
from .computing import IN, State
from .entering import enter_so_far
from .fields import asks_last
from .foreseeing import foresees
from .formulas import Formula
from .playing import state_before
from .reading import USUAL_MOST, Card, Entered, card_of


def asked(setup: Setup, table: Table, entry: Entry) -> "dict[str, Any]":
    """Returns the fields of a hand, the order in which sides answer (the dealer last), their turns, and who is out.

    A field is `{"name", "label", "kind", "per_side", "before", "required", "step", "least", "most", "sum", "choices",
    "less", "folded", "alone", "last", "foreseen"}`. `least` and `most` are a number for each side; `less` is how much
    an earlier field takes from the sum: `[name, {text: number}]`.
    """
    card = card_of(setup["options"])
    state = state_before(card, setup, table)
    fields = []
    for at, field in enumerate(card.fields):
        fields.append(_asked(card, state, at))
        enter_so_far(field, state, entry.get(field.name))
    _fold(fields, state["sides"])
    _place(fields)
    _end(card, fields)
    _foresee(card, state, fields)
    playing = state[IN]
    order = order_of(setup, table, playing)
    return {
        "fields": fields,
        "order": order,
        "turns": [order.index(side) if side in playing else 0 for side in range(state["sides"])],
        "styles": _styles(card, fields, state["sides"]),
        "out": [side for side in range(state["sides"]) if side not in playing],
    }


def _styles(card: Card, fields: "list[dict[str, Any]]", sides: int) -> "list[str]":
    """Returns the style sheets, below `static`, that only some cards need."""
    styles = []
    if any(field["step"] == FIVE for field in fields):
        styles.append("css/ends.css")
    if any(field["kind"] in ("choice", "flag") for field in fields):
        styles.append("games/card/choices.css")
    if any(field["before"] for field in fields):
        styles.append("games/card/bids.css")
        if sides == PAIR:
            styles.append("games/card/pairs.css")
    if any(counter.squares for counter in card.counters):
        styles.append("games/card/squares.css")
    return styles


def _place(fields: "list[dict[str, Any]]") -> None:
    """Marks fields that have their kind to themselves, so that what is entered lies over the halves of the score."""
    for field in fields:
        alike = [each for each in fields if (each["kind"], each["before"]) == (field["kind"], field["before"])]
        shown = [each for each in alike if each["per_side"] and not each["folded"]]
        field["alone"] = shown == [field] and field["kind"] in ("number", "side")


MOST_KEYS = 20
FIVE = 5  # the step for which the pad has keys of its own


def _end(card: Card, fields: "list[dict[str, Any]]") -> None:
    """Marks the field whose last key records the hand: a number with a sum, if nothing follows that may be left out.

    Or a yes or no of the hand that is asked last.
    """
    rest = [field for field in fields if not field["before"]]
    for field in fields:
        has_keys = field["sum"] is not None and field["sum"] <= MOST_KEYS and min(field["least"]) >= 0
        field["last"] = field is rest[-1] and has_keys and all(other["required"] for other in rest)
    fields[-1]["last"] = fields[-1]["last"] or asks_last(card)


def _foresee(card: Card, state: State, fields: "list[dict[str, Any]]") -> None:
    """Marks the last number of each side if its keys say what the side gets, whatever the other sides have."""
    rest = [field for field in fields if not field["before"] and not field["folded"]]
    for at, field in enumerate(fields):
        is_number = field is rest[-1] and field["kind"] == "number" and field["per_side"]
        field["foreseen"] = is_number and foresees(card, state, at)


SHOWN, SHOWN_TO_TWO = 4, 6  # fields of a hand that the form does not fold


def _fold(fields: "list[dict[str, Any]]", sides: int) -> None:
    """Folds what is rarely entered, if there is more than the form has room for; rows of two sides are low."""
    rest = [field for field in fields if not field["before"]]
    shown = SHOWN_TO_TWO if sides == PAIR else SHOWN
    for at, field in enumerate(rest):
        is_number = field["kind"] == "number" and any(each["required"] for each in rest)
        field["folded"] = len(rest) > SHOWN and not field["required"] and (at >= shown or is_number)


def order_of(setup: Setup, table: Table, playing: "list[int]") -> "list[int]":
    """Returns the sides that are in, in the order in which they are asked: from the dealer's left, the dealer last."""
    seats, dealer = len(setup["seats"]), table["dealer"] or 0
    order: list[int] = []
    for step in range(1, seats + 1):
        side = setup["seat_sides"][(dealer + step) % seats]
        if side not in order and side in playing and side != setup["seat_sides"][dealer]:
            order.append(side)
    return order + [side for side in playing if side not in order]


def _asked(card: Card, state: State, at: int) -> "dict[str, Any]":
    field = card.fields[at]
    bounds = [_bounds(field, state, side) for side in range(state["sides"])]
    return {
        "name": field.name,
        "label": own_text(field.label),
        "kind": field.kind,
        "per_side": field.per_side,
        "before": field.before,
        "folded": False,
        "required": field.required,
        "step": field.step,
        "least": [least for least, _most in bounds],
        "most": [most for _least, most in bounds],
        "sum": _of_hand(field.sum, state),
        "choices": [[choice.name, own_text(choice.label)] for choice in field.choices],
        "less": _less(card, state, at),
    }


def _bounds(field: Entered, state: State, side: int) -> "tuple[int, int]":
    if side not in state[IN]:
        return 0, 0
    least, most = _number(field.least, state, side), _number(field.most, state, side)
    return (0 if least is None else least), (USUAL_MOST if most is None else most)


def _number(formula: "Formula | None", state: State, side: int) -> "int | None":
    """Returns the number of a formula; None without one, or where it cannot be computed yet."""
    try:
        return None if formula is None else int(formula.of(state, side))
    except Refusal:
        return None


def _of_hand(formula: "Formula | None", state: State) -> "int | None":
    return _number(formula, state, state[IN][0])


def _less(card: Card, state: State, at: int) -> "list[Any] | None":
    """Returns an earlier field on which the sum depends, with what each of its values takes from the sum."""
    formula, usual = card.fields[at].sum, _of_hand(card.fields[at].sum, state)
    if formula is None or usual is None:
        return None
    for earlier in card.fields[:at]:
        if earlier.name not in formula.used or (earlier.per_side and earlier.kind != "side"):
            continue
        amounts: dict[str, int] = {}
        for text, value in _values(earlier, state):
            changed = dict(state)
            enter_so_far(earlier, changed, value)
            amounts[text] = usual - (_of_hand(formula, changed) or 0)
        return [earlier.name, amounts]
    return None


def _values(field: Entered, state: State) -> "list[tuple[str, Any]]":
    """Returns the values of a choice, of a yes or no, or of a side, each with its text in a form."""
    if field.kind == "side":
        return [(str(side), side) for side in state[IN]]
    if field.kind == "flag":
        return [("on", True)]
    return [(choice.name, choice.name) for choice in field.choices]
