"""Reads a card: checks all of it, and builds what computes its expressions.

`Card` raises Refusal with the place and the reason; `card_of` returns a card that has been accepted before.
"""

from typing import Any

from ..engine.base import _, refuse
from ..engine.side_names import in_language
from . import shapes
from .formulas import Formula, Formulas
from .parsing import NUMBER, TRUTH, Name, Scope, remainder_by
from .shapes import inside

FORMAT = "scorekeeper-card/1"
MOST_PLAYERS = 12
WIDEST = 999_999  # of bounds, choices and settings
USUAL_MOST = 99_999
KINDS = ("number", "flag", "choice", "side")
OF_A_NUMBER = ("per", "least", "most", "step", "sum")
MOST_SETTINGS, MOST_VALUES, MOST_FIELDS, MOST_COUNTERS = 12, 12, 16, 8
MOST_LINES, MOST_CHECKS, MOST_EXAMPLES = 24, 16, 12
MOST_SQUARES = 12  # of a counter that begins again, as they are drawn
LONGEST_NAME, LONGEST_LABEL, LONGEST_CHECK, LONGEST_ABOUT, LONGEST_SOURCE = 40, 60, 120, 300, 500
ENDS = ("target", "hands", "when", "out", "winner", "tie")

LATER = _('"{name}" is entered later: a bound can only look at what is before it.')
BELOW = _('"{name}" stands further below: a value can only look at those before it.')
POINTS_LATER = _('"{name}" are known later: only lines, checks and what is asked after a hand can look at them.')
BEFORE_THE_MATCH = _('"{name}" is not known before the first hand: only settings and "sides" are.')


class Setting:
    """What tables agree on differently: a number from `least` to `most`, a flag, or one of the `choices`."""

    def __init__(self, about: "dict[str, Any]", name: str, label: Any) -> None:
        self.name = name
        self.label = label
        self.kind: str = about["kind"]
        self.least: int = about.get("least", 0)
        self.most: int = about.get("most", USUAL_MOST)
        self.choices: list[Choice] = []
        self.default: Any = about["default"]

    def takes(self, value: Any) -> bool:
        """True if players may agree on this value."""
        if self.kind == "number":
            return type(value) is int and self.least <= value <= self.most
        if self.kind == "flag":
            return type(value) is bool
        return isinstance(value, str) and value in worths_of(self.choices)


class Choice:
    """One of the choices of a setting or field, with the number that it is worth."""

    def __init__(self, name: str, label: Any, worth: int) -> None:
        self.name = name
        self.label = label
        self.worth = worth


class Entered:
    """A field: what is entered for each side or for the hand."""

    def __init__(self, about: "dict[str, Any]", name: str, label: Any, place: str) -> None:
        self.name = name
        self.label = label
        self.place = place
        self.kind: str = about["kind"]
        self.per_side: bool = about.get("per", "side") == "side"
        self.required: bool = about.get("required", False)
        self.before: bool = about.get("before", False)
        self.step: int = about.get("step", 1)
        self.choices: list[Choice] = []
        self.least: Formula | None = None
        self.most: Formula | None = None
        self.sum: Formula | None = None


class Value:
    """A name for what is computed; `late` if it can only be computed after the hand has been entered."""

    def __init__(self, name: str, label: Any, per_side: bool, worth: Formula, late: bool) -> None:
        self.name = name
        self.label = label  # None if it has none of its own
        self.per_side = per_side
        self.worth = worth
        self.late = late


class Counter:
    """A number that runs through the match, of each side or of the table; one of `squares` begins again after these."""

    def __init__(self, name: str, label: Any, per_side: bool, start: "Formula | None", next: Formula) -> None:
        self.name = name
        self.label = label
        self.per_side = per_side
        self.start = start
        self.next = next
        again = remainder_by(next.text)
        self.squares = again if again is not None and 2 <= again <= MOST_SQUARES else None


class Line:
    """A line of the count: its worth, and when it counts."""

    def __init__(self, rule: str, label: Any, worth: Formula, when: "Formula | None") -> None:
        self.rule = rule
        self.label = label
        self.worth = worth
        self.when = when


class Check:
    """A sentence with which a hand is refused, unless something holds."""

    def __init__(self, rule: str, label: Any, unless: Formula) -> None:
        self.rule = rule
        self.label = label
        self.unless = unless


class Card:
    """A card that has been read.

    Of the end, `target`, `hands`, `when`, `out` and `winner` are None where the card does not have them; with `draws`
    an equal best total at the target is a draw, else another hand is played.
    """

    settings: "list[Setting]"
    values: "list[Value]"
    fields: "list[Entered]"
    counters: "list[Counter]"
    lines: "list[Line]"
    checks: "list[Check]"
    deal: "Formula | None"
    target: "Formula | None"
    hands: "Formula | None"
    when: "Formula | None"
    out: "Formula | None"
    winner: "Formula | None"
    draws: bool

    def __init__(self, card: "dict[str, Any]") -> None:
        optional = (
            "about", "source", "sides", "team", "best", "settings", "values", "counters", "checks", "deal", "end",
            "examples",
        )  # fmt: skip
        about = shapes.group(card, "", ("format", "name", "fields", "points"), optional)
        if about["format"] != FORMAT:
            raise refuse("format", None, _("The format must be {format}"), format=FORMAT)
        self.name = shapes.label(about["name"], "name", LONGEST_NAME)
        self.about = shapes.label(about["about"], "about", LONGEST_ABOUT) if "about" in about else ""
        self.source = shapes.text(about["source"], "source", LONGEST_SOURCE) if "source" in about else ""
        self.sides = shapes.span(about.get("sides", [2, 12]), "sides", 2, 12)
        self.team = shapes.span(about.get("team", [1, 1]), "team", 1, 6)
        if self.sides[0] * self.team[0] > MOST_PLAYERS:
            raise refuse("team", None, _("At most {most} players can play"), most=MOST_PLAYERS)
        self.lowest = shapes.one_of(about.get("best", "high"), "best", ("high", "low")) == "low"
        for at, example in enumerate(shapes.listed(about.get("examples", []), "examples", 0, MOST_EXAMPLES)):
            if not isinstance(example, dict):
                raise refuse(inside("examples", at), None, _("This must be a group of named fields"))
        _Reader(self, about)


class _Reader:
    """Reads the parts of a card that name each other."""

    def __init__(self, card: Any, about: "dict[str, Any]") -> None:
        self.card = card
        self.formulas = Formulas(card.sides[1])
        self.taken: list[str] = []
        self.first: dict[str, Name] = {"sides": Name(NUMBER, False)}  # known before the first hand
        self.before: dict[str, Name] = {}  # and before each hand
        card.settings = self.each(about, "settings", 0, MOST_SETTINGS, self.setting)
        values = shapes.listed(about.get("values", []), "values", 0, MOST_VALUES)
        fields = shapes.listed(about["fields"], "fields", 1, MOST_FIELDS)
        counters = shapes.listed(about.get("counters", []), "counters", 0, MOST_COUNTERS)
        named = [self.value_head(value, inside("values", at)) for at, value in enumerate(values)]
        card.fields = [self.field(field, inside("fields", at)) for at, field in enumerate(fields)]
        self.before.update(self.first)
        self.before.update({"hand": Name(NUMBER, False), "total": Name(NUMBER, True), "dealer": Name(TRUTH, True)})
        heads = [self.counter_head(counter, inside("counters", at)) for at, counter in enumerate(counters)]
        self.entered = {field.name: _name_of(field) for field in card.fields}
        self.values(values, named)
        for at, field in enumerate(card.fields):
            self.bounds(field, fields[at], at)
        self.all = dict(self.before)
        self.all.update(self.entered)
        self.all.update(_names_of(card.values))
        self.all["points"] = Name(NUMBER, True)
        self.of_hand, self.of_side = Scope(self.all, False, {}), Scope(self.all, True, {})  # after a hand
        self.at_first = Scope(
            self.first, False, {name: BEFORE_THE_MATCH for name in self.all if name not in self.first}
        )
        card.counters = [
            self.counter(counter, inside("counters", at), heads[at]) for at, counter in enumerate(counters)
        ]
        card.lines = self.each(about, "points", 1, MOST_LINES, self.line)
        card.checks = self.each(about, "checks", 0, MOST_CHECKS, self.check)
        card.deal = self.formula(about, "", "deal", self.of_side, TRUTH, "deal")
        self.end(about.get("end", {}))

    def each(self, about: "dict[str, Any]", key: str, least: int, most: int, read: Any) -> "list[Any]":
        members = shapes.listed(about.get(key, []), key, least, most)
        return [read(member, inside(key, at), at) for at, member in enumerate(members)]

    def formula(
        self, about: Any, place: str, key: str, scope: Scope, kind: "str | None", label: Any, rule: "str | None" = None
    ) -> Any:
        """Returns the expression of a part that has this key; None if it has not."""
        return self.formulas.read(about[key], inside(place, key), scope, kind, label, rule) if key in about else None

    def setting(self, about: Any, place: str, at: int) -> Setting:
        kind = _kind_of(about, place, KINDS[:-1])
        extra = {"number": ("least", "most"), "choice": ("choices",)}.get(kind, ())
        shapes.group(about, place, ("name", "label", "kind", "default") + (extra if kind == "choice" else ()), extra)
        for key in ("least", "most"):
            if key in about:
                shapes.whole(about[key], inside(place, key), -WIDEST, WIDEST)
        setting = Setting(about, shapes.name(about["name"], inside(place, "name"), self.taken), _label(about, place))
        setting.choices = _choices(about, place)
        if not setting.takes(setting.default):
            raise refuse(inside(place, "default"), None, _("This value cannot be chosen"))
        self.first[setting.name] = _name_of(setting)
        return setting

    def value_head(self, about: Any, place: str) -> str:
        shapes.group(about, place, ("name", "worth"), ("label", "per"))
        return shapes.name(about["name"], inside(place, "name"), self.taken)

    def field(self, about: Any, place: str) -> Entered:
        kind = _kind_of(about, place, KINDS)
        extra = {"number": OF_A_NUMBER, "flag": ("per",), "choice": ("per", "choices")}.get(kind, ())
        if kind == "number" and about.get("per") == "hand":
            extra = OF_A_NUMBER[:-1]
        required = ("name", "label", "kind") + (("choices",) if kind == "choice" else ())
        shapes.group(about, place, required, extra + ("before", "required"))
        _per_side(about, place, "side")
        for key in ("before", "required"):
            if key in about:
                shapes.flag(about[key], inside(place, key))
        if "step" in about:
            shapes.whole(about["step"], inside(place, "step"), 1, 1_000)
        name = shapes.name(about["name"], inside(place, "name"), self.taken)
        field = Entered(about, name, _label(about, place), place)
        field.choices = _choices(about, place)
        return field

    def values(self, members: "list[Any]", names: "list[str]") -> None:
        """Reads the values in order, each with those before it."""
        self.card.values = []
        known = dict(self.before)
        known.update(self.entered)
        late = list(self.entered)
        for at, about in enumerate(members):
            place, name = inside("values", at), names[at]
            per_side = _per_side(about, place, "hand")
            label = _label(about, place) if "label" in about else None
            later = dict.fromkeys(names[at:], BELOW)
            later["points"] = POINTS_LATER
            worth = self.formula(about, place, "worth", Scope(known, per_side, later), None, label or name)
            is_late = any(used in late for used in worth.used)
            if is_late:
                late.append(name)
            self.card.values.append(Value(name, label, per_side, worth, is_late))
            known[name] = Name(worth.kind, per_side)

    def bounds(self, field: Entered, about: "dict[str, Any]", at: int) -> None:
        """Reads what bounds a field: it may look at what is known before the hand, and at the fields before it."""
        fields, values = self.card.fields, self.card.values
        known = dict(self.before)
        known.update(_names_of([value for value in values if not value.late]))
        known.update({earlier.name: self.entered[earlier.name] for earlier in fields[:at]})
        later = dict.fromkeys([other.name for other in values + fields if other.name not in known], LATER)
        later["points"] = POINTS_LATER
        for key in ("least", "most", "sum"):
            scope = Scope(known, field.per_side and key != "sum", later)
            setattr(field, key, self.formula(about, field.place, key, scope, NUMBER, field.label))

    def counter_head(self, about: Any, place: str) -> bool:
        """Declares a counter; returns True if each side has one."""
        shapes.group(about, place, ("name", "label", "next"), ("per", "start"))
        per_side = _per_side(about, place, "side")
        self.before[shapes.name(about["name"], inside(place, "name"), self.taken)] = Name(NUMBER, per_side)
        return per_side

    def counter(self, about: "dict[str, Any]", place: str, per_side: bool) -> Counter:
        label = _label(about, place)
        start = self.formula(about, place, "start", self.at_first, NUMBER, label)
        scope = self.of_side if per_side else self.of_hand
        return Counter(about["name"], label, per_side, start, self.formula(about, place, "next", scope, NUMBER, label))

    def line(self, about: Any, place: str, at: int) -> Line:
        shapes.group(about, place, ("label", "worth"), ("when",))
        label, rule = _label(about, place), "CARD-" + str(at + 1)
        when = self.formula(about, place, "when", self.of_side, TRUTH, label, rule)
        return Line(rule, label, self.formula(about, place, "worth", self.of_side, NUMBER, label, rule), when)

    def check(self, about: Any, place: str, at: int) -> Check:
        shapes.group(about, place, ("label", "unless"))
        label, rule = _label(about, place, LONGEST_CHECK), "CARD-" + str(len(self.card.lines) + at + 1)
        return Check(rule, label, self.formula(about, place, "unless", self.of_hand, TRUTH, label, rule))

    def end(self, about: Any) -> None:
        shapes.group(about, "end", (), ENDS)
        for key in ENDS[:-1]:
            scope = {"target": self.at_first, "hands": self.at_first, "when": self.of_hand}.get(key, self.of_side)
            kind = NUMBER if key in ("target", "hands") else TRUTH
            setattr(self.card, key, self.formula(about, "end", key, scope, kind, key))
        self.card.draws = shapes.one_of(about.get("tie", "again"), "end.tie", ("again", "draw")) == "draw"


def _kind_of(about: Any, place: str, kinds: "tuple[str, ...]") -> str:
    """Returns the kind of a setting or field, which decides what else it may have; empty if it is no group."""
    if not isinstance(about, dict):
        return ""
    if "kind" not in about:
        raise refuse(inside(place, "kind"), None, _("Fill this in"))
    return shapes.one_of(about["kind"], inside(place, "kind"), kinds)


def _label(about: "dict[str, Any]", place: str, longest: int = LONGEST_LABEL) -> Any:
    return shapes.label(about["label"], inside(place, "label"), longest)


def _per_side(about: "dict[str, Any]", place: str, usual: str) -> bool:
    """True if each side has one of these."""
    kinds = ("side", "hand") if usual == "side" else ("hand", "side")
    return shapes.one_of(about.get("per", usual), inside(place, "per"), kinds) == "side"


def _choices(about: "dict[str, Any]", place: str) -> "list[Choice]":
    """Returns the choices of a setting or field, if it has some."""
    choices: list[Choice] = []
    place = inside(place, "choices")
    for at, choice in enumerate(shapes.listed(about["choices"], place, 2, 40) if "choices" in about else []):
        where = inside(place, at)
        shapes.group(choice, where, ("name", "label"), ("worth",))
        name = shapes.word(choice["name"], inside(where, "name"))
        if name in worths_of(choices):
            raise refuse(inside(where, "name"), None, shapes.TWICE, name=name)
        worth = shapes.whole(choice.get("worth", at), inside(where, "worth"), -WIDEST, WIDEST)
        choices.append(Choice(name, _label(choice, where), worth))
    return choices


def _name_of(named: "Setting | Entered") -> Name:
    """Returns what the name of a setting or field is in expressions."""
    kind = TRUTH if named.kind in ("flag", "side") else NUMBER
    return Name(kind, isinstance(named, Entered) and named.per_side, [choice.name for choice in named.choices])


def _names_of(values: "list[Value]") -> "dict[str, Name]":
    return {value.name: Name(value.worth.kind, value.per_side) for value in values}


def worths_of(choices: "list[Choice]") -> "dict[str, int]":
    """Returns the number that each choice is worth, by its name."""
    return {choice.name: choice.worth for choice in choices}


MOST_KEPT = 6
_kept: "list[tuple[Any, Card]]" = []  # the cards read last, the newest first


def card_of(options: "dict[str, Any]") -> Card:
    """Returns the card of a match with these options, which has been accepted. Cards read last are kept."""
    card = options["card"]
    for kept, known in _kept:
        if kept is card or kept == card:
            return known
    return keep(card)


def keep(card: "dict[str, Any]") -> Card:
    """Reads a card, and keeps what has been read for the hands that follow. Raises Refusal."""
    new = Card(card)
    _kept[:] = [(card, new)] + _kept[: MOST_KEPT - 1]
    return new


def in_english(card: "dict[str, Any]") -> str:
    """Returns the name of a card that has been accepted, in English if it has that."""
    name: Any = card["name"]
    return in_language(name, "en")
