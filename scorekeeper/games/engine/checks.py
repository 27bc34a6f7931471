"""Refusals, and the checks of an entry's fields that lead to them."""

from typing import Any

from .shapes import Entry, Problem, Setup
from .side_names import called

# More than any score or total could be, and few enough digits to be written on any sheet.
LARGEST = 10**9


def _(message: str) -> str:
    """Mark a text for translation; languages are applied outside this folder."""
    return message


def english(message: str, params: dict[str, Any]) -> str:
    """The plain English text of a message."""
    return message.format(
        **{name: called(value, str) if isinstance(value, str) else value for name, value in params.items()}
    )


def problem(field: "str | None", rule: "str | None", message: str, **params: Any) -> Problem:
    """A reason for refusing something."""
    return {"message": message, "params": params, "field": field, "rule": rule, "hand": None}


MOST_PROBLEMS = 50


class Refusal(Exception):
    """Something was entered that the rules do not allow. `problems` holds every reason, first things first.

    Of very many, which no form can have, the first MOST_PROBLEMS.
    """

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(english(problems[0]["message"], problems[0]["params"]))
        self.problems = problems[:MOST_PROBLEMS]


def refuse(field: "str | None", rule: "str | None", message: str, **params: Any) -> Refusal:
    """A refusal for one single reason."""
    return Refusal([problem(field, rule, message, **params)])


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number of a size that is scored with; `true`, `3.0` and 10³⁰ are not."""
    return type(value) is int and -LARGEST <= value <= LARGEST


class Checks:
    """Collects every problem of one mapping of an entry, field by field.

    Each check returns the value when it is good and None when it is missing or refused, so that checks which depend
    on several fields can tell whether there is anything to judge.
    """

    def __init__(self, mapping: Entry, path: str = "", problems: "list[Problem] | None" = None) -> None:
        self.mapping = mapping
        self.path = path
        self.problems: list[Problem] = [] if problems is None else problems

    def refuse(self, name: str, rule: "str | None", message: str, **params: Any) -> None:
        """Note a problem of one field."""
        self.problems.append(problem(self.path + name, rule, message, **params))

    def only(self, names: "tuple[str, ...]") -> None:
        """Refuse every field that is not among these."""
        for name in sorted(self.mapping):
            if name not in names:
                self.refuse(name, None, _("Unknown field: {unknown}"), unknown=name)

    def has(self, name: str) -> bool:
        """Whether the field was given at all."""
        return name in self.mapping

    def required(self, name: str, rule: "str | None") -> bool:
        """Whether the field was given; refused where it was not."""
        if name not in self.mapping:
            self.refuse(name, rule, _("Fill this in"))
        return name in self.mapping

    def whole(self, name: str, rule: "str | None", low: int = 0, high: "int | None" = None) -> "int | None":
        """A whole number from `low` to `high`."""
        if not self.required(name, rule):
            return None
        value = self.mapping[name]
        return value if self.is_good_number(name, rule, value, low, high) else None

    def is_good_number(self, name: str, rule: "str | None", value: Any, low: int, high: "int | None") -> bool:
        """Whether a value is a whole number within bounds; refused where it is not."""
        most = LARGEST if high is None else high
        if type(value) is not int:
            self.refuse(name, rule, _("This must be a whole number"))
        elif value < low:
            self.refuse(name, rule, _("This must be {low} or more"), low=low)
        elif value > most:
            self.refuse(name, rule, _("This can be {high} at most"), high=most)
        else:
            return True
        return False

    def flag(self, name: str, rule: "str | None" = None) -> bool:
        """A yes or no; no where it was not given."""
        value = self.mapping.get(name, False)
        if type(value) is not bool:
            self.refuse(name, rule, _("This must be yes or no"))
            return False
        return value

    def side(self, name: str, rule: "str | None", sides: int) -> "int | None":
        """The index of a side."""
        if not self.required(name, rule):
            return None
        value = self.mapping[name]
        if not is_whole(value) or not 0 <= value < sides:
            self.refuse(name, rule, _("This must be one of the sides"))
            return None
        return int(value)

    def choice(self, name: str, rule: "str | None", choices: "tuple[Any, ...]") -> Any:
        """One of a few words."""
        if not self.required(name, rule):
            return None
        value = self.mapping[name]
        if not isinstance(value, str) or value not in choices:
            self.refuse(name, rule, _("This must be one of: {choices}"), choices=", ".join(choices))
            return None
        return value

    def player(self, name: str, rule: "str | None", setup: Setup) -> "str | None":
        """The name of one of the match's players."""
        if not self.required(name, rule):
            return None
        value = self.mapping[name]
        if not isinstance(value, str) or value not in setup["seats"]:
            self.refuse(name, rule, _("This must be one of the players"))
            return None
        return value

    def shares(self, name: str, rule: str, sides: int, total: "int | None" = None) -> "list[int] | None":
        """One whole number a side, which together make `total`."""
        if not self.required(name, rule):
            return None
        values = self.mapping[name]
        if not isinstance(values, list) or len(values) != sides:
            self.refuse(name, rule, _("This must be one number for each of the {sides} sides"), sides=sides)
            return None
        good = [
            self.is_good_number(name + "." + str(index), rule, value, 0, None) for index, value in enumerate(values)
        ]
        if False in good:
            return None
        if total is not None and sum(values) != total:
            self.refuse(name, rule, _("These add up to {sum} instead of {total}"), sum=sum(values), total=total)
            return None
        return list(values)

    def inner(self, name: str) -> "Checks | None":
        """Checks for a mapping inside this one; refused where it is something else."""
        value = self.mapping.get(name)
        if not isinstance(value, dict):
            self.refuse(name, None, _("This must be a group of named fields"))
            return None
        return Checks(value, self.path + name + ".", self.problems)
