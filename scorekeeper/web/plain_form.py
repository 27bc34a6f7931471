"""A plain form: what was typed in each field, and what is wrong with it in the visitor's language."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass
class PlainForm:
    """`problems` are texts by the name of the field beside which they stand."""

    typed: Mapping[str, str] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """What was typed in a field; empty where nothing was."""
        return self.typed.get(name, "").strip()

    def raw(self, name: str) -> str:
        """The same to the letter: a password's spaces count."""
        return self.typed.get(name, "")
