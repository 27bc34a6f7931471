"""The expressions of a card, read within the bounds of what all of them together may weigh."""

from typing import Any

from ..engine.base import Refusal, _, refuse
from . import computing
from .computing import NotComputed, Run, State
from .parsing import NUMBER, TOO_MUCH, Parser, Scope, Wrong

LONGEST = 300  # characters of an expression
MOST_LETTERS = 6_000  # of all expressions of a card
MOST_WEIGHT = 2_000
MOST_NUMBER = 999_999_999


class Formula:
    """An expression that has been read: its text, what it computes, its place in the card, the label of its line."""

    def __init__(
        self, text: str, run: Run, kind: str, used: "set[str]", place: str, label: Any, rule: "str | None"
    ) -> None:
        self.text = text
        self.run = run
        self.kind = kind
        self.used = used
        self.place = place
        self.label = label
        self.rule = rule

    def of(self, state: State, side: int = 0) -> Any:
        """Returns the value for a side, or of the hand. Raises Refusal if it cannot be computed."""
        try:
            return self.run(state, side, side)
        except NotComputed as reason:
            raise self.refused(reason.text) from None

    def refused(self, message: str) -> Refusal:
        """Returns the refusal of a hand in which this cannot be computed."""
        return refuse(self.place, self.rule, message, label=self.label)

    def of_each(self, state: State, sides: int) -> "list[Any]":
        """Returns the value for each side that is in, None for the others."""
        values: list[Any] = [None] * sides
        for side in state[computing.IN]:
            values[side] = self.of(state, side)
        return values


class Formulas:
    """Reads the expressions of one card; `sides` is the highest number of sides that may play it."""

    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.weight = 0
        self.letters = 0

    def read(
        self, value: Any, place: str, scope: Scope, kind: "str | None", label: Any, rule: "str | None" = None
    ) -> Formula:
        """Returns an expression of this kind (None: of any). Raises Refusal.

        `label` names it where it cannot be computed, `rule` is the number of its line.
        """
        if kind in (NUMBER, None) and type(value) is int:
            if not -MOST_NUMBER <= value <= MOST_NUMBER:
                raise refuse(place, None, _("This number is too large."))
            self._add(place, self.sides if scope.per_side else 1, 0)
            return Formula(str(value), computing.constant(value), NUMBER, set(), place, label, rule)
        if not isinstance(value, str) or not 1 <= len(value) <= LONGEST:
            text = _("This must be an expression of 1 to {longest} characters, such as 10 * tricks")
            raise refuse(place, None, text, longest=LONGEST)
        try:
            parser = Parser(value, scope, self.sides)
            node = parser.read(kind)
        except Wrong as wrong:
            raise refuse(place, None, wrong.message, **wrong.params) from None
        self._add(place, parser.weight, len(value))
        return Formula(value, node.run, node.kind, parser.used, place, label, rule)

    def _add(self, place: str, weight: int, letters: int) -> None:
        self.weight += weight
        self.letters += letters
        if self.weight > MOST_WEIGHT or self.letters > MOST_LETTERS:
            raise refuse(place, None, TOO_MUCH)
