"""The options of a pairing system: the kinds of option, and those that several systems have.

An option reads its setting from a tournament document. If it is a field of the settings form, it also writes the
setting from a submitted form and returns the texts that fill the form from a document.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from scorekeeper.games.engine.base import LARGEST, N_, is_whole
from scorekeeper.games.json_types import FLAG, Schema, listed, maybe, one_of, whole
from scorekeeper.tournaments.fields import Fields

Document = Mapping[str, Any]
ALONE, PART, LAST = "alone", "part", "last"  # a system by itself, a part of a mixed system, the last part of one
MOST_ROUNDS = 400


class Form(Protocol):
    """The texts of a form."""

    def text(self, name: str) -> str:
        """Returns a field's text; empty if it is missing."""

    def number(self, name: str) -> int:
        """Returns a field's whole number. Raises Refusal."""


@dataclass(frozen=True)
class Option:
    """A setting: its `name` in the document and the number of its `rule`; with a `label` it is a field of the form."""

    name: str
    label: str
    rule: str
    field: str = ""  # its name in the form, if that differs
    usual: str = ""  # the field's text for a new tournament
    hint: str = ""
    path: tuple[str, ...] = ()  # names of the nested groups in which the document has it
    variants: tuple[str, ...] = ()  # names of the variants that have the field; all if empty
    places: tuple[str, ...] = (ALONE, PART, LAST)  # a system has it there
    needs: str = ""  # the option without which this one is left out
    more: bool = False  # under “More settings” in the form
    fold: str = ""  # the heading of the folded part with the field
    beside: bool = False  # in one row with the next field

    kind: ClassVar[str] = ""  # of the field in the form

    @property
    def input(self) -> str:
        """The name of the field in the form."""
        return self.field or self.name

    @property
    def names(self) -> tuple[str, ...]:
        """The fields of the document."""
        return (self.name,)

    def read(self, fields: Fields) -> dict[str, Any]:
        """Returns the setting as a value by name, the default if the document has none; refuses a wrong one."""
        raise NotImplementedError

    def write(self, form: Form) -> dict[str, Any]:
        """Returns the fields of the document for what is in the form. Raises Refusal."""
        return {} if self.needs and not form.text(self.needs) else self._write(form)

    def _write(self, form: Form) -> dict[str, Any]:
        raise NotImplementedError

    def show(self, document: Document) -> dict[str, str]:
        """Returns the text of the form for a document's setting; nothing without one."""
        value = document.get(self.name)
        return {} if value is None else {self.input: str(value)}

    def keep(self, before: Document, after: Document) -> dict[str, Any]:
        """Returns fields of the document `before` a change of the form that the form does not show, to be kept."""
        return {} if self.label else {name: before[name] for name in self.names if name in before}

    def schemas(self) -> dict[str, Schema]:
        """Returns the JSON Schemas of the fields of the document."""
        return {name: {} for name in self.names}

    @property
    def values(self) -> str:
        """The possible values and the default, as in docs/tournaments.md."""
        return "see the rule"


@dataclass(frozen=True)
class Whole(Option):
    """A whole number from `low` to `high`.

    With no default the document needs it; the form needs it also if the default is 0, unless `may_be_blank`.
    """

    low: int = 1
    high: int = LARGEST
    default: int | None = None
    may_be_blank: bool = False

    kind = "whole"

    def read(self, fields: Fields) -> dict[str, Any]:
        if self.default is None:
            return {self.name: fields.whole_needed(self.name, self.rule, self.low, self.high)}
        return {self.name: fields.whole_or(self.name, self.rule, self.default, self.low, self.high)}

    def _write(self, form: Form) -> dict[str, Any]:
        if not form.text(self.input) and self.may_be_blank:
            return {}
        is_blank = not form.text(self.input) and self.default
        return {self.name: self.default if is_blank else form.number(self.input)}

    def schemas(self) -> dict[str, Schema]:
        schema = whole(self.low, self.high)
        return {self.name: schema if self.default is None else maybe(schema)}

    @property
    def values(self) -> str:
        most = f"{self.low} … {self.high}" if self.high < LARGEST else f"{self.low} or more"
        if self.default is None:
            return f"{most}, needed"
        return f"{most} ({self.default})" if self.default else most


@dataclass(frozen=True)
class Flag(Option):
    """Yes or no."""

    default: bool = False
    always: bool = False  # written even if it is the default

    kind = "flag"

    def read(self, fields: Fields) -> dict[str, Any]:
        return {self.name: fields.flag(self.name, self.rule) if fields.has_value(self.name) else self.default}

    def _write(self, form: Form) -> dict[str, Any]:
        value = bool(form.text(self.input))
        return {self.name: value} if self.always or value != self.default else {}

    def show(self, document: Document) -> dict[str, str]:
        value = document.get(self.name)
        return {} if value is None else {self.input: "1" if value else ""}

    def schemas(self) -> dict[str, Schema]:
        return {self.name: maybe(FLAG)}

    @property
    def values(self) -> str:
        return "true or false (true)" if self.default else "true or false"


@dataclass(frozen=True)
class Choice(Option):
    """One of a few texts, each with its label; the first is the default."""

    choices: tuple[tuple[str, str], ...] = ()

    kind = "choice"

    def read(self, fields: Fields) -> dict[str, Any]:
        return {self.name: fields.choice_or(self.name, self.rule, tuple(value for value, _label in self.choices))}

    def _write(self, form: Form) -> dict[str, Any]:
        return {self.name: form.text(self.input) or self.choices[0][0]}

    def schemas(self) -> dict[str, Schema]:
        return {self.name: maybe(one_of(value for value, _label in self.choices))}

    @property
    def values(self) -> str:
        return ", ".join(f'`"{value}"`' for value, _label in self.choices)


@dataclass(frozen=True)
class Apart(Flag):
    """Keeps members of one club apart in the first rounds, at most `high` of them (TOU-12).

    Decision: in a bracket and in Mitchell's lines only in the first.
    """

    high: int = MOST_ROUNDS

    @property
    def names(self) -> tuple[str, ...]:
        return ("apart", "apart_rounds")

    def read(self, fields: Fields) -> dict[str, Any]:
        rounds = fields.whole_or("apart_rounds", self.rule, 1, 0, self.high)
        if not fields.has_value("apart"):
            return {}
        fields.choice("apart", self.rule, ("club",))
        return {"apart_rounds": rounds}

    def _write(self, form: Form) -> dict[str, Any]:
        return {"apart": "club", "apart_rounds": 1} if form.text(self.input) else {}

    def keep(self, before: Document, after: Document) -> dict[str, Any]:
        has_both = "apart" in after and "apart_rounds" in before
        return {"apart_rounds": before["apart_rounds"]} if has_both else {}

    def schemas(self) -> dict[str, Schema]:
        return {"apart": maybe(one_of(["club"])), "apart_rounds": maybe(whole(0, self.high))}

    @property
    def values(self) -> str:
        return f'`"club"`, with `apart_rounds` of 0 … {self.high} (1)'


@dataclass(frozen=True)
class Rematch(Flag):
    """Who may meet again: nobody, all, or with `may_be_previous` all but the last opponents (TOU-21).

    The form has no field for it: its variants of a system set it.
    """

    may_be_previous: bool = False

    def read(self, fields: Fields) -> dict[str, Any]:
        if fields.mapping.get(self.name) != "previous":
            return super().read(fields)
        if not self.may_be_previous:
            fields.refuse(self.name, "TOU-21", N_("Only a Danese can avoid just the opponents of the round before"))
        return {"previous": True}

    def keep(self, before: Document, after: Document) -> dict[str, Any]:
        return {}

    def schemas(self) -> dict[str, Schema]:
        return {self.name: one_of([True, False, None, *(["previous"] if self.may_be_previous else [])])}

    @property
    def values(self) -> str:
        return 'true, false or `"previous"`' if self.may_be_previous else super().values


@dataclass(frozen=True)
class Forbidden(Option):
    """Twos of entrants who must not meet, by their ids (TOU-39); `settings.system` checks that the entrants exist.

    The settings form has no field for it: these pairs have a page of their own.
    """

    most: int = 200

    def read(self, fields: Fields) -> dict[str, Any]:
        values, twos = fields.list_of(self.name), list[tuple[int, int]]()
        if len(values) > self.most:
            text = N_("At most {most} pairs can be kept from meeting")
            fields.refuse(self.name, self.rule, text, most=self.most)
        for at, two in enumerate(values[: self.most]):
            field = f"{self.name}.{at}"
            if not _is_two(two):
                fields.refuse(field, self.rule, N_("These must be two different entrants"))
            elif tuple(two) in twos or (two[1], two[0]) in twos:
                fields.refuse(field, self.rule, N_("These two are listed twice"))
            else:
                twos.append((two[0], two[1]))
        return {self.name: tuple(twos)}

    def schemas(self) -> dict[str, Schema]:
        return {self.name: maybe(listed(listed(whole(), 2, 2), most=self.most))}

    @property
    def values(self) -> str:
        return f"up to {self.most} `[id, id]`"


def _is_two(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(is_whole, value)) and value[0] != value[1]


FORBIDDEN = Forbidden("forbidden", "", "TOU-39")
FIRST = Choice(
    "first",
    N_("First round"),
    "TOU-10",
    usual="lots",
    choices=(
        ("lots", N_("By lot")),
        ("entry", N_("Order of entry")),
        ("seeded", N_("Top half against bottom half")),
    ),
)
ROUNDS = Whole("rounds", N_("Rounds"), "TOU-11", usual="5", high=MOST_ROUNDS)
APART = Apart("apart", N_("Keep club mates apart in round 1"), "TOU-12", more=True)
APART_IN_ROUND_1 = Apart("apart", N_("Keep club mates apart in round 1"), "TOU-12", more=True, high=1)
STEP = Whole("step", N_("Mitchell: tables to move"), "TOU-14", usual="1", more=True, default=1)
THIRD_PLACE = Flag("third_place", N_("Knock-out: match for third place"), "TOU-17", always=True)
FLIGHTS = Whole(
    "flights",
    N_("Flights: how many in each"),
    "TOU-23",
    hint=N_(
        "After the Mitchell, the ranking is divided into flights A, B, C …, and each continues on its own. "
        "An even number, 4 or more. Blank: no flights."
    ),
    places=(LAST,),
    more=True,
    low=4,
    default=0,
    may_be_blank=True,
)
CARRY = Flag(
    "carry",
    N_("Earlier rounds count in the flights"),
    "TOU-23",
    usual="1",
    places=(LAST,),
    needs="flights",
    more=True,
    default=True,
)
