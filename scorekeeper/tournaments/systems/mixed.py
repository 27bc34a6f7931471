"""The system `mixed`: a Mitchell, Danese or draw after another (TOU-22), the last one perhaps in flights (TOU-23).

A Mitchell round in which everybody has a bye is played, since the rounds of the parts are agreed (TOU-14).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.games.engine.base import N_, Problem
from scorekeeper.games.json_types import Schema, any_of, group, listed
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.options import (
    APART,
    CARRY,
    FIRST,
    FLIGHTS,
    FORBIDDEN,
    LAST,
    MOST_ROUNDS,
    PART,
    ROUNDS,
    STEP,
    Choice,
    Form,
    Option,
)
from scorekeeper.tournaments.pairing import Draft
from scorekeeper.tournaments.system import SYSTEMS, System, Variant, all_variants
from scorekeeper.tournaments.systems import flights
from scorekeeper.tournaments.systems.mitchell import Mitchell
from scorekeeper.tournaments.systems.neighbours import part_of_next

FEWEST_PARTS, MOST_PARTS = 2, 4
OPENING, USUAL = "mitchell", "danese"  # of the parts
OPENING_ROUNDS = replace(ROUNDS, label=N_("Rounds of Mitchell"), field="mitchell_rounds", usual="3", beside=True)
MORE_PARTS = N_("More parts")
LATER = ("then", "then_2", "then_3")  # the parts after the Mitchell in the form; the last two may be left out
HIDDEN_IN_LATER = ("apart", "apart_rounds", "partners")  # settings of these parts without a field in the form


class Mixed(System):
    """Systems that follow each other, with one ranking of all rounds."""

    kind = "mixed"
    title = N_("Mitchell, then Danese")
    blurb = N_("Some rounds of Mitchell, then neighbours in the ranking meet.")
    usual = True
    options = (Option("parts", "", "TOU-22"),)
    names_tables = True

    @property
    def name(self) -> str:
        """The name on papers."""
        return self.title if [part.kind for part in self.parts] == [OPENING, USUAL] else N_("Mixed system")

    def is_over(self, tournament: Tournament) -> bool:
        """True if the rounds of all parts are played, or too few entrants are left for a table."""
        if len(tournament.rounds) >= self.rounds or len(self.members(tournament)) < 2:
            return True
        return bool(part_of_next(tournament).flights) and flights.is_over(tournament)

    def pair(self, tournament: Tournament) -> Draft:
        """Returns the next round by the rules of its part."""
        return part_of_next(tournament).pair(tournament)

    def why_closed(self, tournament: Tournament, number: int) -> Problem | None:
        """Returns why nobody can enter in round `number`, by the rules of its part."""
        return self.part(number).system.why_closed(tournament, number)

    def check_entrants(self, fields: Fields, entrants: Sequence[Entrant]) -> None:
        """Refuses a Mitchell that does not suit the entrants, and those who come in it and find no place."""
        opening = self.opening
        if isinstance(opening, Mitchell):
            opening.check_entrants(fields, entrants, "system.parts.0.", self.rounds - opening.rounds)

    @classmethod
    def read(cls, fields: Fields, entrants: int, at_start: int) -> "Mixed":
        """Reads the parts. Decision: all together have at most MOST_ROUNDS rounds."""
        fields.only(("kind", "first", "forbidden", "parts"))
        first = FIRST.read(fields)["first"]
        groups = fields.groups("parts", needed=True)
        if fields.has_value("parts") and not FEWEST_PARTS <= len(groups) <= MOST_PARTS:
            text = N_("There must be {fewest} to {most} parts")
            fields.refuse("parts", "TOU-22", text, fewest=FEWEST_PARTS, most=MOST_PARTS)
        parts = tuple(
            _part(group, first, at_start, is_first=group is groups[0], is_last=group is groups[-1]) for group in groups
        )
        rounds = sum(part.rounds for part in parts)
        if rounds > MOST_ROUNDS:
            fields.refuse("parts", "TOU-22", N_("There can be at most {most} rounds"), most=MOST_ROUNDS)
        return cls(rounds=rounds, first=first, parts=parts)

    @classmethod
    def schema(cls, places: Sequence[str] = (), every: Sequence[Option] = (FIRST, FORBIDDEN)) -> Schema:
        """Returns the JSON Schema of the parts."""
        parts = [system.schema((PART, LAST), ()) for system in SYSTEMS.values() if system.opens_mixed]
        fields = {"kind": {"const": cls.kind}, "parts": listed(any_of(parts), FEWEST_PARTS, MOST_PARTS)}
        for option in every:
            fields |= option.schemas()
        return group(fields, ["kind", "parts"])

    @classmethod
    def inputs(cls, variant: str) -> list[Option]:
        """Returns the rounds of Mitchell, each later part with its rounds, and the other settings of parts."""
        choices = tuple((variant.name, variant.title) for variant in _later_variants())
        then = Choice(LATER[0], N_("After the Mitchell"), "TOU-22", usual=USUAL, choices=choices)
        rounds = replace(_rounds_of(LATER[0]), label=N_("Rounds after it"), usual="1")
        inputs: list[Option] = [OPENING_ROUNDS, rounds, then]
        for name in LATER[1:]:
            part = replace(then, name=name, label=N_("After that"), usual="", choices=(("", N_("Nothing")), *choices))
            rounds = replace(_rounds_of(name), label=N_("Rounds of this part"), fold=MORE_PARTS)
            inputs += [replace(part, fold=MORE_PARTS, beside=True), rounds]
        return [*inputs, APART, STEP, FLIGHTS, CARRY]

    @classmethod
    def write(cls, variant: Variant, form: Form) -> dict[str, Any]:
        """Returns the document's `system` (kind and parts) from a submitted form. Raises Refusal."""
        opening = {"kind": OPENING, **OPENING_ROUNDS.write(form), **STEP.write(form), **APART.write(form)}
        later = []
        for name in _used(form):
            choices = _later_variants()
            chosen = next((choice for choice in choices if choice.name == form.text(name)), choices[0])
            later.append({"kind": chosen.kind, **chosen.settings, **_rounds_of(name).write(form)})
        later[-1] |= FLIGHTS.write(form) | CARRY.write(form)
        return {"kind": cls.kind, **FIRST.write(form), "parts": [opening, *later]}

    @classmethod
    def show(cls, document: dict[str, Any]) -> dict[str, str] | None:
        """Returns the texts of the form; None unless the first part is a Mitchell."""
        opening, *later = document["parts"]
        if opening["kind"] != OPENING:
            return None
        texts = {"system": cls.kind} | OPENING_ROUNDS.show(opening) | STEP.show(opening) | APART.show(opening)
        for name, part in zip(LATER, later, strict=False):
            variant = next(each for each in reversed(SYSTEMS[part["kind"]].variants()) if each.fits(part))
            texts |= {name: variant.name} | _rounds_of(name).show(part)
        return texts | FLIGHTS.show(later[-1]) | CARRY.show(later[-1])

    @classmethod
    def keep(cls, before: Mapping[str, Any], after: dict[str, Any]) -> dict[str, Any]:
        """Returns the settings of a changed form with what each part has and the form does not show."""
        (opening, *were), (first, *later) = before["parts"], after["parts"]
        parts = [SYSTEMS[OPENING].keep(opening, first) if opening["kind"] == OPENING else first]
        for part, was in zip(later, [*were, *[{}] * len(later)], strict=False):
            parts.append({name: was[name] for name in HIDDEN_IN_LATER if name in was} | part)
        return {**after, "parts": parts}

    @classmethod
    def input_at(cls, path: Sequence[str], variant: str, form: Form) -> str:
        """Returns the name of the form field for a path in the document's `system`, e.g. `parts`, `1`, `rounds`."""
        if len(path) < 3:
            return path[-1] if path else ""
        at = min(int(path[1]), len(_used(form)))
        opening_and_later = [OPENING_ROUNDS, *map(_rounds_of, _used(form))]
        return opening_and_later[at].input if path[2] == "rounds" else path[2]


def _part(fields: Fields, first: str, at_start: int, *, is_first: bool, is_last: bool) -> System:
    kinds = tuple(kind for kind, system in SYSTEMS.items() if system.opens_mixed)
    system = SYSTEMS[fields.choice("kind", "TOU-22", kinds) or USUAL]
    place = LAST if is_last else PART
    options = [option for option in system.options if place in option.places]
    fields.only(("kind", *(name for option in options for name in option.names)))
    if not system.follows_in_mixed:
        if not is_first:
            fields.refuse("kind", "TOU-22", N_("Only the first part can be a Mitchell"))
        fields.required("rounds", "TOU-22")
    return system.with_settings(fields, options, at_start, first)


def _later_variants() -> list[Variant]:
    """Returns the choices for a later part."""
    return [variant for variant in all_variants() if SYSTEMS[variant.kind].follows_in_mixed]


def _used(form: Form) -> list[str]:
    """Returns the names of the later parts that the form has."""
    return [name for name in LATER if name == LATER[0] or form.text(name)]


def _rounds_of(part: str) -> Option:
    return replace(ROUNDS, field=f"{part}_rounds", usual="")
