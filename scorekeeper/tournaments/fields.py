"""Reads and checks fields of a tournament document by type, and collects every problem with its path."""

from typing import Any

from scorekeeper.games.engine.base import N_, Checks
from scorekeeper.games.engine.checks import is_printable, trimmed

LARGEST_ID = 2**63 - 1
LONGEST_NAME = 100
LONGEST_PLAYER = 40
LONGEST_NUMBER = 20  # of a member number


class Fields(Checks):
    """The engine's checks for a group of fields, extended by optional fields, texts and lists."""

    def has_value(self, name: str) -> bool:
        """True if the field exists and is not null."""
        return self.mapping.get(name) is not None

    def whole_needed(self, name: str, rule: str | None, low: int, high: int) -> int:
        """Returns a whole number from `low` to `high`; `low` if the field is missing or refused."""
        number = self.whole(name, rule, low, high)
        return low if number is None else number

    def whole_or(self, name: str, rule: str | None, default: int, low: int, high: int) -> int:
        """Returns a whole number; `default` if the field is empty or refused."""
        number = self.whole(name, rule, low, high) if self.has_value(name) else None
        return default if number is None else number

    def choice_or(self, name: str, rule: str | None, choices: tuple[str, ...]) -> str:
        """Returns one of `choices`; the first if the field is empty or refused."""
        choice = self.choice(name, rule, choices) if self.has_value(name) else None
        return choices[0] if choice is None else str(choice)

    def flag_or_no(self, name: str, rule: str) -> bool:
        """Returns a boolean; False if the field is empty."""
        return self.has_value(name) and self.flag(name, rule)

    def text(self, name: str, longest: int = LONGEST_NAME, rule: str | None = None) -> str:
        """Returns a trimmed text of 1 to `longest` characters; empty and refused if it is missing."""
        return self.printable(name, self.mapping[name], longest, rule) if self.required(name, rule) else ""

    def text_or_none(self, name: str) -> str | None:
        """Returns a trimmed text; None if the field is empty."""
        return self.text(name) if self.has_value(name) else None

    def printable(self, path: str, value: Any, longest: int, rule: str | None = None) -> str:
        """Returns the value as a trimmed text; refused unless it is a printable text of 1 to `longest` characters."""
        if not isinstance(value, str):
            self.refuse(path, rule, N_("This must be a text"))
            return ""
        text = trimmed(value)
        if not 1 <= len(text) <= longest:
            self.refuse(path, rule, N_("Enter 1 to {longest} characters"), longest=longest)
        elif not is_printable(text):
            self.refuse(path, rule, N_("This has characters that cannot be printed"))
        return text

    def group(self, name: str) -> "Fields | None":
        """Returns the group of fields that a field holds; None and refused if it is missing or not a group."""
        inner = self.inner(name) if self.required(name, None) else None
        return None if inner is None else Fields(inner.mapping, inner.path, inner.problems)

    def list_of(self, name: str, needed: bool = False) -> list[Any]:
        """Returns the field's list; empty if refused or missing. A missing one is refused if `needed`."""
        value = self.mapping.get(name)
        if isinstance(value, list):
            return value
        if value is not None or (needed and self.required(name, None)):
            self.refuse(name, None, N_("This must be a list"))
        return []

    def groups(self, name: str, needed: bool = False) -> "list[Fields]":
        """Returns the groups of fields in the field's list; refuses all other items."""
        result = []
        for index, item in enumerate(self.list_of(name, needed)):
            path = f"{name}.{index}"
            if isinstance(item, dict):
                result.append(Fields(item, f"{self.path}{path}.", self.problems))
            else:
                self.refuse(path, None, N_("This must be a group of named fields"))
        return result

    def pair_of(self, name: str, rule: str, low: int, high: int) -> tuple[int, int] | None:
        """Returns a pair of whole numbers, one per side; None if the field is empty or refused."""
        if not self.has_value(name):
            return None
        values = self.mapping[name]
        if not isinstance(values, list) or len(values) != 2:
            self.refuse(name, rule, N_("This must be one number for each of the {sides} sides"), sides=2)
            return None
        is_good = [self.is_good_number(f"{name}.{side}", rule, value, low, high) for side, value in enumerate(values)]
        return (values[0], values[1]) if all(is_good) else None
