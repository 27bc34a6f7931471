"""Reading the fields of a document, and what was agreed: scoring (TOU-1, TOU-2) and system (TOU-10 … TOU-18)."""

from math import gcd
from typing import Any

from scorekeeper.games.engine.base import LARGEST, Checks, _, is_whole
from scorekeeper.games.engine.checks import is_printable, trimmed
from scorekeeper.tournaments.model import Scoring, System
from scorekeeper.tournaments.scoring import UPPER, WHOLE, vp_table

LARGEST_ID = 2**63 - 1
LONGEST_NAME = 100
LONGEST_PLAYER = 40


class Fields(Checks):
    """The checks of a group of fields, with those that may be left out."""

    def given(self, name: str) -> bool:
        """Whether the field holds anything."""
        return self.mapping.get(name) is not None

    def whole_or(self, name: str, rule: str | None, default: int, low: int, high: int) -> int:
        """A whole number; the default where none is given or it is refused."""
        found = self.whole(name, rule, low, high) if self.given(name) else None
        return default if found is None else found

    def choice_or(self, name: str, rule: str | None, choices: tuple[str, ...]) -> str:
        """One of a few words; the first where none is given or it is refused."""
        found = self.choice(name, rule, choices) if self.given(name) else None
        return choices[0] if found is None else str(found)

    def flag_or_no(self, name: str, rule: str) -> bool:
        """A yes or no; no where it is not given."""
        return self.given(name) and self.flag(name, rule)

    def text(self, name: str, longest: int = LONGEST_NAME, rule: str | None = None) -> str:
        """A text of at least one character, without white space around it; refused where it is missing."""
        return self.printed(name, self.mapping[name], longest, rule) if self.required(name, rule) else ""

    def text_or_none(self, name: str) -> str | None:
        """A text, where one is given."""
        return self.text(name) if self.given(name) else None

    def printed(self, path: str, value: Any, longest: int, rule: str | None = None) -> str:
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

    def listed(self, name: str, needed: bool = False) -> list[Any]:
        """A list; empty where it is refused or, unless it is needed, left out."""
        if not self.given(name) and not (needed and self.required(name, None)):
            return []
        value = self.mapping[name]
        if not isinstance(value, list):
            self.refuse(name, None, _("This must be a list"))
            return []
        return value

    def groups(self, name: str, needed: bool = False) -> "list[Fields]":
        """A list of groups of fields."""
        found = []
        for index, each in enumerate(self.listed(name, needed)):
            path = f"{name}.{index}"
            if isinstance(each, dict):
                found.append(Fields(each, f"{self.path}{path}.", self.problems))
            else:
                self.refuse(path, None, _("This must be a group of named fields"))
        return found

    def two(self, name: str, rule: str, low: int, high: int) -> tuple[int, int] | None:
        """One whole number for each side; None where they are not given or refused."""
        if not self.given(name):
            return None
        values = self.mapping[name]
        if not isinstance(values, list) or len(values) != 2:
            self.refuse(name, rule, _("This must be one number for each of the {sides} sides"), sides=2)
            return None
        good = [self.is_good_number(f"{name}.{side}", rule, value, low, high) for side, value in enumerate(values)]
        return (values[0], values[1]) if all(good) else None


MOST_TP = 1000
MOST_LEGS = 99
MOST_ROUNDS = 400
SCORINGS = ("vp", "match")
FIRST = ("lots", "entry", "seeded")
FIELDS = {  # of each system, beside `kind`
    "draw": ("rounds", "first", "rematch", "apart", "apart_rounds", "singles", "partners"),
    "danese": ("rounds", "first", "rematch", "apart", "apart_rounds", "singles", "partners"),
    "mitchell": ("rounds", "first", "step", "apart", "apart_rounds"),
    "round_robin": ("rounds", "first", "twice"),
    "groups": ("first", "size", "qualify", "then"),
    "knockout": ("first", "third_place", "apart", "apart_rounds"),
}
KINDS = tuple(FIELDS)


def scoring(document: Fields) -> Scoring | None:
    """How tables score, or None where that is refused."""
    fields = document.group("scoring")
    kind = None if fields is None else fields.choice("kind", "TOU-1", SCORINGS)
    if fields is None or kind is None:
        return None
    return _vp(fields) if kind == "vp" else _match(fields)


def _vp(fields: Fields) -> Scoring:
    fields.only(("kind", "hands", "table", "bye"))
    hands = fields.whole("hands", "TOU-1", min(UPPER), max(UPPER)) or max(UPPER)
    table = _table(fields) if fields.given("table") else vp_table(hands)
    bye = None
    if fields.given("bye"):
        agreed = fields.group("bye")
        if agreed is not None:
            agreed.only(("vp", "mp"))
            bye = (agreed.whole("vp", "TOU-3", 0, WHOLE) or 0, agreed.whole("mp", "TOU-3", -LARGEST) or 0)
    return Scoring("vp", hands=hands, table=table, bye=bye)


def _table(fields: Fields) -> tuple[tuple[int | None, int], ...]:
    """Bounds and VP rise; the last row is without bound and gives all. Decision: a winner has ten VP at least."""
    rows = fields.mapping["table"] if isinstance(fields.mapping["table"], list) else []
    pairs = [row for row in rows if isinstance(row, list) and len(row) == 2 and is_whole(row[1])]
    uppers = [row[0] for row in pairs[:-1]]
    rising = (
        len(pairs) == len(rows) > 0
        and all(is_whole(upper) and upper >= 0 for upper in uppers)
        and uppers == sorted(set(uppers))
        and [row[1] for row in pairs] == sorted({row[1] for row in pairs})
        and pairs[0][1] >= WHOLE // 2
        and pairs[-1] == [None, WHOLE]
    )
    if not rising:
        fields.refuse(
            "table",
            "TOU-1",
            _("This must be pairs of a difference and the winner's points, both rising, the last one [null, 20]"),
        )
        return ((None, WHOLE),)
    return tuple((row[0], row[1]) for row in pairs)


def _match(fields: Fields) -> Scoring:
    fields.only(("kind", "best_of", "win", "draw", "loss"))
    agreed = Scoring(
        "match",
        best_of=fields.whole_or("best_of", "TOU-2", 1, 1, MOST_LEGS),
        win=fields.whole_or("win", "TOU-2", 3, 0, MOST_TP),
        draw=fields.whole_or("draw", "TOU-2", 1, 0, MOST_TP),
        loss=fields.whole_or("loss", "TOU-2", 0, 0, MOST_TP),
    )
    if not agreed.loss <= agreed.draw <= agreed.win:
        fields.refuse("win", "TOU-2", _("A win must be worth no less than a draw, and a draw no less than a loss"))
    return agreed


def system(document: Fields, entrants: int) -> System | None:
    """Who meets whom, or None where that is refused. `entrants` is how many there are."""
    fields = document.group("system")
    kind = None if fields is None else fields.choice("kind", "TOU-10", KINDS)
    if fields is None or kind is None:
        return None
    fields.only(("kind", *FIELDS[kind]))
    first = fields.choice_or("first", "TOU-10", FIRST)
    if kind in ("draw", "danese"):
        return _neighbours(fields, kind, first)
    if kind == "mitchell":
        return _mitchell(fields, first, -(-entrants // 2))
    if kind == "groups":
        return _groups(fields, first, entrants)
    return System(
        kind,
        rounds=fields.whole_or("rounds", "TOU-15", 0, 1, MOST_ROUNDS) if kind == "round_robin" else 0,
        first=first,
        apart_rounds=_apart_rounds(fields, 1),
        twice=fields.flag_or_no("twice", "TOU-15"),
        third_place=fields.flag_or_no("third_place", "TOU-17"),
    )


def _neighbours(fields: Fields, kind: str, first: str) -> System:
    singles = fields.flag_or_no("singles", "TOU-18")
    if singles and fields.given("apart"):
        fields.refuse("apart", "TOU-12", _("Clubs are kept apart only where pairs or teams are entered"))
    rounds = fields.whole("rounds", "TOU-11", 1, MOST_ROUNDS) or 1
    return System(
        kind,
        rounds=rounds,
        first=first,
        rematch=fields.flag_or_no("rematch", "TOU-11"),
        apart_rounds=_apart_rounds(fields, MOST_ROUNDS),
        singles=singles,
        partners=fields.choice_or("partners", "TOU-18", ("1+4", "1+2", "1+3")),
    )


def _apart_rounds(fields: Fields, most: int) -> int:
    """In how many rounds clubs are kept apart. Decision: in a bracket and in Mitchell's lines in the first one only."""
    rounds = fields.whole_or("apart_rounds", "TOU-12", 1, 0, most)
    if not fields.given("apart"):
        return 0
    fields.choice("apart", "TOU-12", ("club",))
    return rounds


def _mitchell(fields: Fields, first: str, tables: int) -> System:
    """Decision: where no number of rounds is agreed, as many as there are tables."""
    step = fields.whole_or("step", "TOU-14", 1, 1, LARGEST)
    rounds = fields.whole_or("rounds", "TOU-14", max(tables, 1), 1, MOST_ROUNDS)
    if gcd(step, tables) > 1:
        fields.refuse(
            "step",
            "TOU-14",
            _("With {tables} tables, moving on by {step} would bring the same opponents again"),
            tables=tables,
            step=step,
        )
    if rounds > tables:
        fields.refuse("rounds", "TOU-14", _("There can be no more rounds than tables, {tables}"), tables=tables)
    return System("mitchell", rounds=rounds, first=first, step=step, apart_rounds=_apart_rounds(fields, 1))


def _groups(fields: Fields, first: str, entrants: int) -> System:
    size = fields.whole("size", "TOU-16", 2, MOST_ROUNDS) or 2
    qualify = fields.whole("qualify", "TOU-16", 1, size)
    if qualify is not None and -(-entrants // size) * qualify < 2:
        fields.refuse("qualify", "TOU-16", _("At least two must go on to the knock-out"))
    third_place = False
    then = fields.group("then")
    if then is not None:
        then.only(("kind", "third_place"))
        then.choice("kind", "TOU-16", ("knockout",))
        third_place = then.flag_or_no("third_place", "TOU-17")
    return System("groups", first=first, size=size, qualify=qualify or 1, third_place=third_place)
