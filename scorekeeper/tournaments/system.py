"""The base class of the pairing systems, which declare their options and override what differs.

The systems are in `systems/`. A tournament's `system` is an instance with the tournament's settings. The settings in a
document, the fields of the form and the table in docs/tournaments.md are all derived from the options.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from scorekeeper.games.engine.base import N_, Problem, problem
from scorekeeper.games.json_types import TEXT, Schema, group
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.options import ALONE, FIRST, FORBIDDEN, Form, Option

if TYPE_CHECKING:
    from scorekeeper.tournaments.model import Entrant, Tournament
    from scorekeeper.tournaments.pairing import Draft
    from scorekeeper.tournaments.schedule import Game


EVERY_ROUND, CUPS = N_("Everybody plays every round"), N_("Groups and knock-out")  # the two families of systems


class Variant(NamedTuple):
    """A choice in the form: its system's kind, its name, title and description, and its settings.

    The `usual` variants are listed first in their family.
    """

    kind: str
    name: str
    title: str
    blurb: str
    settings: Mapping[str, Any]
    usual: bool = False

    def fits(self, document: Mapping[str, Any]) -> bool:
        """True if a document's system has the settings of this variant."""
        return _has(document, self.settings)


def _has(document: Mapping[str, Any], settings: Mapping[str, Any]) -> bool:
    return all(
        _has(document.get(name) or {}, value) if isinstance(value, Mapping) else document.get(name) == value
        for name, value in settings.items()
    )


@dataclass(frozen=True)
class System:
    """A pairing system with its settings.

    Settings that code outside the system reads are declared here; systems without them have the default. `previous`:
    only entrants who met in the round before may not meet (TOU-21). `flights` is the size of a flight, 0 without
    flights (TOU-23). `parts` are the systems that follow each other, each with its own number of `rounds` (TOU-22).
    `then` are the groups that follow groups, None if the knock-out does (TOU-24). `forbidden` are twos of entrants who
    must not meet (TOU-39); parts and later stages have none of their own.
    """

    rounds: int = 0
    first: str = "lots"
    rematch: bool = False
    previous: bool = False
    flights: int = 0
    carry: bool = True
    apart_rounds: int = 0
    twice: bool = False
    size: int = 0
    qualify: int = 0
    third_place: bool = False
    singles: bool = False
    parts: "tuple[System, ...]" = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    then: "System | None" = None

    kind: ClassVar[str]
    title: ClassVar[str]
    blurb: ClassVar[str]
    family: ClassVar[str] = EVERY_ROUND
    usual: ClassVar[bool] = False  # among the first of its family in the form
    settings: ClassVar[Mapping[str, Any]] = {}  # those that the form takes for granted
    others: ClassVar[tuple[Variant, ...]] = ()  # choices of the form beside the kind itself
    options: ClassVar[tuple[Option, ...]] = ()  # all but FIRST and FORBIDDEN, which every system has
    meeting_rule: ClassVar[str] = "TOU-11"  # says how often two entrants may meet
    is_schedule: ClassVar[bool] = False  # all rounds are known beforehand
    all_meet: ClassVar[bool] = False  # everybody meets everybody, and a bye gives no points
    takes_late_entries: ClassVar[bool] = False  # after the first round is drawn
    evens_out_byes: ClassVar[bool] = False  # the bye goes to one of the entrants with the fewest (TOU-13)
    knocks_out: ClassVar[bool] = False  # there is a knock-out, of all or of the best
    avoids_forbidden: ClassVar[bool] = True  # entrants who must not meet: False where the rounds are fixed (TOU-39)
    has_groups: ClassVar[bool] = False  # there are stages of groups, each with a ranking of its own
    names_tables: ClassVar[bool] = False  # tables may be called after a group, a flight or a final
    opens_mixed: ClassVar[bool] = False  # may be the first part of a mixed system
    follows_in_mixed: ClassVar[bool] = False  # may be a later one
    lines: ClassVar[tuple[str, ...]] = ()  # names of the lines in which entrants sit, each with its own ranking

    def members(self, tournament: "Tournament") -> set[int]:
        """Returns the entrants of the next round, at a table or with a bye; called only if there is a next round."""
        return tournament.entrants_in(len(tournament.rounds) + 1)

    def is_over(self, tournament: "Tournament") -> bool:
        """True if no round is left; called only when all rounds so far are complete, as `pair` is."""
        raise NotImplementedError

    def pair(self, tournament: "Tournament") -> "Draft":
        """Returns the next round."""
        raise NotImplementedError

    def planned_rounds(self, tournament: "Tournament") -> int:
        """Returns the number of rounds of the whole tournament; 0 while it depends on results."""
        return self.rounds

    def rounds_needed(self, tournament: "Tournament", number: int) -> int:
        """Returns the number of rounds that must be complete before the entrants of round `number` are known."""
        return 0

    def is_knockout(self, tournament: "Tournament", number: int) -> bool:
        """True if round `number` (from 1) is a knock-out round, whose losers are out of the tournament."""
        return False

    def uses(self, tournament: "Tournament", later: int, number: int) -> bool:
        """True if results of round `number` determine the pairings or byes of round `later`."""
        return bool(self.singles or tournament.rounds[later - 1].byes)

    def games(self, tournament: "Tournament") -> "list[list[Game]]":
        """Returns the games of all rounds that are known beforehand; none unless the system is a schedule."""
        return []

    def by_line(self, tournament: "Tournament") -> tuple[list[int], ...]:
        """Returns the entrants of each of `lines`."""
        return ()

    def check_entrants(self, fields: Fields, entrants: "Sequence[Entrant]") -> None:
        """Refuses settings that do not suit the entrants, and entrants whom the system cannot seat."""

    def why_closed(self, tournament: "Tournament", number: int) -> Problem | None:
        """Returns why nobody can enter in round `number`, after the first one; None if somebody can."""
        text = N_("The first round is drawn: this system takes no more entries")
        return None if self.takes_late_entries else problem(None, None, text)

    @property
    def name(self) -> str:
        """The name on papers."""
        return self.title

    @classmethod
    def read(cls, fields: Fields, entrants: int, at_start: int) -> "System":
        """Reads the settings; `entrants` is the number of all, `at_start` of those present in round 1."""
        options = [option for option in cls.options if ALONE in option.places]
        fields.only(("kind", *FIRST.names, *FORBIDDEN.names, *(name for option in options for name in option.names)))
        return cls.with_settings(fields, options, at_start, FIRST.read(fields)["first"])

    @classmethod
    def with_settings(cls, fields: Fields, options: Sequence[Option], at_start: int, first: str) -> "System":
        """Reads these options, and checks them together."""
        values: dict[str, Any] = {"first": first}
        for option in options:
            values |= option.read(fields)
        return cls(**values).checked(fields, at_start)

    def checked(self, fields: Fields, at_start: int) -> "System":
        """Refuses options that contradict each other, and fills in what follows from the number of entrants."""
        return self

    @classmethod
    def variants(cls) -> tuple[Variant, ...]:
        """Returns the choices of the form."""
        return (Variant(cls.kind, cls.kind, cls.title, cls.blurb, cls.settings, cls.usual), *cls.others)

    @classmethod
    def inputs(cls, variant: str) -> list[Option]:
        """Returns the options that a variant has in the form, without FIRST."""
        return [
            option
            for option in cls.options
            if option.label and ALONE in option.places and (not option.variants or variant in option.variants)
        ]

    @classmethod
    def write(cls, variant: Variant, form: Form) -> dict[str, Any]:
        """Returns the document's `system` (kind and settings) from a submitted form. Raises Refusal."""
        document = {"kind": cls.kind, **FIRST.write(form), **deepcopy(dict(variant.settings))}
        for option in cls.inputs(variant.name):
            _group(document, option).update(option.write(form))
        return document

    @classmethod
    def show(cls, document: dict[str, Any]) -> dict[str, str] | None:
        """Returns the texts of the form, with the variant as `system`; None if the form cannot show the settings."""
        variant = next((variant for variant in reversed(cls.variants()) if variant.fits(document)), None)
        if variant is None:
            return None
        texts = {"system": variant.name}
        for option in cls.inputs(variant.name):
            texts |= option.show(_group(document, option))
        return texts

    @classmethod
    def keep(cls, before: Mapping[str, Any], after: dict[str, Any]) -> dict[str, Any]:
        """Returns the settings of a changed form with those that the form does not show."""
        return {**after, **{name: value for each in cls.options for name, value in each.keep(before, after).items()}}

    @classmethod
    def input_at(cls, path: Sequence[str], variant: str, form: Form) -> str:
        """Returns the name of the form field for a path in the document's `system`; empty for an empty path."""
        fields = (option.input for option in cls.inputs(variant) if tuple(path) == (*option.path, option.name))
        return next(fields, path[-1] if path else "")

    @classmethod
    def schema(cls, places: Sequence[str] = (ALONE,), every: Sequence[Option] = (FIRST, FORBIDDEN)) -> Schema:
        """Returns the JSON Schema of the settings in a document; `places` are those that the system may have there."""
        described = group({"kind": {"const": cls.kind}}, ["kind"])
        for option in (*every, *(each for each in cls.options if set(places) & set(each.places))):
            fields = described["properties"]
            for name in option.path:
                fields = fields.setdefault(name, group({"kind": TEXT}))["properties"]
            fields |= option.schemas()
        return described

    @property
    def has_one_bye(self) -> bool:
        """True if a round has one bye at most, as a system has that pairs all who are present with each other."""
        return self.evens_out_byes and not (self.singles or self.flights)

    @property
    def opening(self) -> "System":
        """The system of the first round."""
        return self.parts[0] if self.parts else self

    def part(self, number: int) -> "Part":
        """Returns the part to which round `number` (from 1) belongs: the last one for rounds after the end."""
        start = 0
        for system in self.parts[:-1]:
            if number <= start + system.rounds:
                return Part(system, start)
            start += system.rounds
        return Part(self.parts[-1] if self.parts else self, start)


def _group(document: dict[str, Any], option: Option) -> dict[str, Any]:
    """Returns the group of a document that has an option; an empty one if it is missing."""
    for name in option.path:
        document = document.get(name) or {}
    return document


SYSTEMS: dict[str, type[System]] = {}  # by kind, in the order of the form; filled by the package `systems`


def all_variants() -> list[Variant]:
    """Returns the choices of the form, of all systems."""
    return [variant for system in SYSTEMS.values() for variant in system.variants()]


class Part(NamedTuple):
    """A part of a tournament: its system, and the number of rounds before it. Without parts, the whole tournament."""

    system: System
    start: int
