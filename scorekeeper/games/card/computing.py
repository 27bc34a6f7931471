"""What an expression computes: functions of the state of a hand, a side, and the side one step further out.

The state is a dict: a number or truth for each name of the hand, a list of them for each name of a side; at `IN` are
the sides that were in when the hand began, which aggregates look at. No card's name is in capitals.
"""

from typing import Any, Callable, TypeAlias

from ..engine.base import _

State: TypeAlias = "dict[str, Any]"
Run: TypeAlias = "Callable[[State, int, int], Any]"

IN = "IN"
MOST = 999_999_999
LEAST = -MOST
DIVIDES = _('"{label}" cannot be computed: it divides by 0.')
TOO_LARGE = _('"{label}" becomes too large.')


class NotComputed(Exception):
    """Raised if a number cannot be computed; `text` is a sentence about the `label` of the expression."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def constant(value: "int | bool") -> Run:
    """Returns a function whose result is always this value."""
    return lambda state, side, my: value


def of_hand(name: str) -> Run:
    """Returns the function for a name of the hand."""
    return lambda state, side, my: state[name]


def of_side(name: str) -> Run:
    """Returns the function for a name of a side."""
    return lambda state, side, my: state[name][side]


def of_mine(name: str) -> Run:
    """Returns the function for a name of the side one step further out (`my.`)."""
    return lambda state, side, my: state[name][my]


def is_choice(value: Run, choice: str) -> Run:
    """Returns whether the choice was made; `value` is the function for the name of the choice."""
    return lambda state, side, my: value(state, side, my) == choice


def negative(value: Run) -> Run:
    """Returns the function for a minus sign before a number."""
    return lambda state, side, my: -value(state, side, my)


def opposite(truth: Run) -> Run:
    """Returns the function for `not`."""
    return lambda state, side, my: not truth(state, side, my)


def chosen(asked: Run, yes: Run, no: Run) -> Run:
    """Returns the function for `yes if asked else no`, which computes one end only."""
    return lambda state, side, my: yes(state, side, my) if asked(state, side, my) else no(state, side, my)


def every(truths: "list[Run]") -> Run:
    """Returns the function for truths joined by `and`; what follows a false one is not computed."""

    def run(state: State, side: int, my: int) -> bool:
        for truth in truths:  # noqa: SIM110 (phones nest few calls)
            if not truth(state, side, my):
                return False
        return True

    return run


def either(truths: "list[Run]") -> Run:
    """Returns the function for truths joined by `or`; what follows a true one is not computed."""

    def run(state: State, side: int, my: int) -> bool:
        for truth in truths:  # noqa: SIM110 (the same)
            if truth(state, side, my):
                return True
        return False

    return run


def compared(sign: str, left: Run, right: Run) -> Run:
    """Returns the function for two values with one of the signs == != < <= > >= between them."""
    if sign == "==":
        return lambda state, side, my: left(state, side, my) == right(state, side, my)
    if sign == "!=":
        return lambda state, side, my: left(state, side, my) != right(state, side, my)
    if sign == "<":
        return lambda state, side, my: left(state, side, my) < right(state, side, my)
    if sign == "<=":
        return lambda state, side, my: left(state, side, my) <= right(state, side, my)
    if sign == ">":
        return lambda state, side, my: left(state, side, my) > right(state, side, my)
    return lambda state, side, my: left(state, side, my) >= right(state, side, my)


def reckoned(first: Run, signs: "list[str]", others: "list[Run]") -> Run:
    """Returns the function for numbers with + and -, or with * // and % between them, from left to right."""
    steps = list(zip(signs, others))

    def run(state: State, side: int, my: int) -> int:
        result: int = first(state, side, my)
        for sign, other in steps:
            number = other(state, side, my)
            if sign == "+":
                result += number
            elif sign == "-":
                result -= number
            elif sign == "*":
                result *= number
            elif number == 0:
                raise NotComputed(DIVIDES)
            elif sign == "//":
                result //= number
            else:
                result %= number
            if result > MOST or result < LEAST:
                raise NotComputed(TOO_LARGE)
        return result

    return run


def called(name: str, values: "list[Run]") -> Run:
    """Returns the function for a call of `abs`, `min`, `max` or an aggregate."""
    if name == "abs":
        return lambda state, side, my: abs(values[0](state, side, my))
    if name == "min":
        return lambda state, side, my: min([value(state, side, my) for value in values])
    if name == "max":
        return lambda state, side, my: max([value(state, side, my) for value in values])
    return _aggregates[name](values[0])


def _sum(value: Run) -> Run:
    def run(state: State, side: int, my: int) -> int:
        result = 0
        for each in state[IN]:
            result += value(state, each, side)
            if result > MOST or result < LEAST:
                raise NotComputed(TOO_LARGE)
        return result

    return run


def _any(truth: Run) -> Run:
    return lambda state, side, my: True in [truth(state, each, side) for each in state[IN]]


def _all(truth: Run) -> Run:
    return lambda state, side, my: False not in [truth(state, each, side) for each in state[IN]]


def _count(truth: Run) -> Run:
    return lambda state, side, my: [truth(state, each, side) for each in state[IN]].count(True)


def _least(value: Run) -> Run:
    return lambda state, side, my: min([value(state, each, side) for each in state[IN]])


def _most(value: Run) -> Run:
    return lambda state, side, my: max([value(state, each, side) for each in state[IN]])


_aggregates = {"sum": _sum, "any": _any, "all": _all, "count": _count, "least": _least, "most": _most}
