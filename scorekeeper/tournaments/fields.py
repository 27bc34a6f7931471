"""Reading the fields of a tournament document: typed checks that collect every problem with its path."""

from typing import Any

from scorekeeper.games.engine.base import Checks, _
from scorekeeper.games.engine.checks import is_printable, trimmed

LARGEST_ID = 2**63 - 1
LONGEST_NAME = 100
LONGEST_PLAYER = 40


class Fields(Checks):
    """The checks of a group of fields, with those that may be left out."""

    def has_value(self, name: str) -> bool:
        """Whether the field holds anything."""
        return self.mapping.get(name) is not None

    def whole_or(self, name: str, rule: str | None, default: int, low: int, high: int) -> int:
        """A whole number; the default where none is given or it is refused."""
        found = self.whole(name, rule, low, high) if self.has_value(name) else None
        return default if found is None else found

    def choice_or(self, name: str, rule: str | None, choices: tuple[str, ...]) -> str:
        """One of a few words; the first where none is given or it is refused."""
        found = self.choice(name, rule, choices) if self.has_value(name) else None
        return choices[0] if found is None else str(found)

    def flag_or_no(self, name: str, rule: str) -> bool:
        """A yes or no; no where it is not given."""
        return self.has_value(name) and self.flag(name, rule)

    def text(self, name: str, longest: int = LONGEST_NAME, rule: str | None = None) -> str:
        """A text of at least one character, without white space around it; refused where it is missing."""
        return self.printable(name, self.mapping[name], longest, rule) if self.required(name, rule) else ""

    def text_or_none(self, name: str) -> str | None:
        """A text, where one is given."""
        return self.text(name) if self.has_value(name) else None

    def printable(self, path: str, value: Any, longest: int, rule: str | None = None) -> str:
        """A value that must be a text that can be printed."""
        if not isinstance(value, str):
            self.refuse(path, rule, _("This must be a text"))
            return ""
        text = trimmed(value)
        if not 1 <= len(text) <= longest:
            self.refuse(path, rule, _("Enter 1 to {longest} characters"), longest=longest)
        elif not is_printable(text):
            self.refuse(path, rule, _("This has characters that cannot be printed"))
        return text

    def group(self, name: str) -> "Fields | None":
        """The fields inside a field; refused where they are missing or no group."""
        found = self.inner(name) if self.required(name, None) else None
        return None if found is None else Fields(found.mapping, found.path, found.problems)

    def list_of(self, name: str, needed: bool = False) -> list[Any]:
        """A list; empty where it is refused or, unless it is needed, left out."""
        if not self.has_value(name) and not (needed and self.required(name, None)):
            return []
        value = self.mapping[name]
        if not isinstance(value, list):
            self.refuse(name, None, _("This must be a list"))
            return []
        return value

    def groups(self, name: str, needed: bool = False) -> "list[Fields]":
        """A list of groups of fields."""
        found = []
        for index, each in enumerate(self.list_of(name, needed)):
            path = f"{name}.{index}"
            if isinstance(each, dict):
                found.append(Fields(each, f"{self.path}{path}.", self.problems))
            else:
                self.refuse(path, None, _("This must be a group of named fields"))
        return found

    def pair_of(self, name: str, rule: str, low: int, high: int) -> tuple[int, int] | None:
        """One whole number for each side; None where they are not given or refused."""
        if not self.has_value(name):
            return None
        values = self.mapping[name]
        if not isinstance(values, list) or len(values) != 2:
            self.refuse(name, rule, _("This must be one number for each of the {sides} sides"), sides=2)
            return None
        good = [self.is_good_number(f"{name}.{side}", rule, value, low, high) for side, value in enumerate(values)]
        return (values[0], values[1]) if all(good) else None
