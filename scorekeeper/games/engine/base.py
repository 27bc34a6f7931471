"""What the games share: the shapes of their results, refusals, and the checks of an entry's fields."""

from typing import Any, Callable, Literal, NotRequired, TypeAlias, TypedDict

Entry: TypeAlias = "dict[str, Any]"
Say: TypeAlias = "Callable[[str, dict[str, Any]], str]"


class Line(TypedDict):
    """One step of a hand's explanation. The lines of a hand and side add up to that side's points."""

    side: int
    rule: str
    message: str
    params: dict[str, Any]
    points: int


class Problem(TypedDict):
    """Why something was refused. `field` is a dotted path such as `sides.0.melds`; `hand` counts from 1."""

    message: str
    params: dict[str, Any]
    field: "str | None"
    rule: "str | None"
    hand: "int | None"


class Side(TypedDict):
    """A side of a match and its players, in the order in which they sit."""

    name: str
    players: list[str]


class Setup(TypedDict):
    """A match as agreed: every option resolved, players in seat order. It never changes once play has begun."""

    format: str
    game: str
    variant: str
    options: dict[str, Any]
    sides: list[Side]
    seats: list[str]
    seat_sides: list[int]
    first_dealer: int
    about: dict[str, str]
    former: NotRequired[list[dict[str, Any]]]  # names that changed in mid-match; kept and read by the ledger only


class Table(TypedDict):
    """The state of a match between two hands: all that scoring the next hand needs to know.

    `dealer` is a seat (None once finished), `dealt` counts each seat's deals, `totals` are points per side.
    """

    hands: int
    totals: list[int]
    dealer: "int | None"
    dealt: list[int]
    status: Literal["in_progress", "finished"]
    winner: "int | None"
    games: list[int]
    won_by: "str | None"


class Outcome(TypedDict):
    """What one hand did. `games` is what a match won by this hand is worth; `next_dealer` is a seat.

    `won_by` is None while the match goes on; a match that ended without a winner has `winner` None.
    """

    points: list[int]
    lines: list[Line]
    won_by: "str | None"
    winner: "int | None"
    games: int
    next_dealer: int


class Verdict(TypedDict):
    """The answer to a claim: whether it holds, the reasons as lines, and what follows from it."""

    upheld: bool
    reasons: list[Line]
    effect: dict[str, Any]


MOST_PROBLEMS = 50


class Refusal(Exception):
    """Something was entered that the rules do not allow. `problems` holds every reason, first things first.

    Of very many, which no form can have, the first MOST_PROBLEMS.
    """

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(english(problems[0]["message"], problems[0]["params"]))
        self.problems = problems[:MOST_PROBLEMS]


class Game:
    """One game: its names and lists, and the functions that check and score a hand.

    `problems(setup, table, entry)` lists what is wrong with an entry. `score(setup, table, entry)` turns an entry
    without problems into an Outcome. `claims` maps a claim's type to its judge.
    """

    def __init__(self, **parts: Any) -> None:
        self.slug: str = parts["slug"]
        self.title: str = parts["title"]
        self.rules: tuple[str, ...] = parts["rules"]
        self.presets: list[dict[str, Any]] = parts["presets"]
        self.options: list[dict[str, Any]] = parts["options"]
        self.shapes: Callable[[str], list[tuple[int, int]]] = parts["shapes"]
        self.ways: list[dict[str, Any]] = parts["ways"]
        self.problems: Callable[[Setup, Table, Entry], list[Problem]] = parts["problems"]
        self.score: Callable[[Setup, Table, Entry], Outcome] = parts["score"]
        self.next_hand: Callable[[Setup, Table], dict[str, Any]] = parts["next_hand"]
        self.claims: dict[str, Callable[[Setup, Table, Entry], Verdict]] = parts["claims"]

    def preset(self, slug: Any) -> "dict[str, Any] | None":
        """The preset of that name; the game's first one when no name is given."""
        for preset in self.presets:
            if slug is None or preset["slug"] == slug:
                return preset
        return None


def _(message: str) -> str:
    """Mark a text for translation; languages are applied outside this folder."""
    return message


def english(message: str, params: dict[str, Any]) -> str:
    """The plain English text of a message."""
    return message.format(**params)


def line(side: int, rule: str, message: str, points: int = 0, **params: Any) -> Line:
    """A line of an explanation."""
    return {"side": side, "rule": rule, "message": message, "params": params, "points": points}


def problem(field: "str | None", rule: "str | None", message: str, **params: Any) -> Problem:
    """A reason for refusing something."""
    return {"message": message, "params": params, "field": field, "rule": rule, "hand": None}


def refuse(field: "str | None", rule: "str | None", message: str, **params: Any) -> Refusal:
    """A refusal for one single reason."""
    return Refusal([problem(field, rule, message, **params)])


# More than any score or total could be, and few enough digits to be written on any sheet.
LARGEST = 10**9


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number of a size that is scored with; `true`, `3.0` and 10³⁰ are not."""
    return type(value) is int and -LARGEST <= value <= LARGEST


def side_of(setup: Setup, player: str) -> int:
    """The side on which a player sits."""
    return setup["seat_sides"][setup["seats"].index(player)]


def points_of_lines(lines: list[Line], sides: int) -> list[int]:
    """Each side's points: the sum of its lines."""
    points = [0] * sides
    for each in lines:
        points[each["side"]] += each["points"]
    return points


def highest(totals: list[int]) -> "int | None":
    """The one side with the most, or None where two or more share the lead."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def winner_at(totals: list[int], target: "int | None") -> "int | None":
    """The side that wins with these totals: the highest, at or above the target. None where two share it."""
    if target is None or max(totals) < target:
        return None
    return highest(totals)


def next_seat(setup: Setup, table: Table) -> int:
    """The seat after the dealer's in the order of play."""
    return ((table["dealer"] or 0) + 1) % len(setup["seats"])


def outcome(setup: Setup, table: Table, lines: list[Line]) -> Outcome:
    """The outcome of a hand that leaves the match open: points from the lines, the deal passed on."""
    return {
        "points": points_of_lines(lines, len(setup["sides"])),
        "lines": lines,
        "won_by": None,
        "winner": None,
        "games": 0,
        "next_dealer": next_seat(setup, table),
    }


def win(result: Outcome, side: "int | None", won_by: str, games: int = 1) -> None:
    """End the match with this hand; `side` is None for a drawn match."""
    result["winner"] = side
    result["won_by"] = won_by
    result["games"] = games


def totals_after(table: Table, points: list[int]) -> list[int]:
    """The totals once these points are added."""
    return [total + more for total, more in zip(table["totals"], points)]


def stopped(setup: Setup, table: Table, rule: str) -> Outcome:
    """The players stop an open match: the highest total wins, equal is a draw."""
    result = outcome(setup, table, [])
    winner = highest(table["totals"])
    win(result, winner, "stopped")
    for side in range(len(setup["sides"])):
        text = (
            _("Stopped by agreement with {total}")
            if winner is not None
            else _("Stopped by agreement, drawn with {total}")
        )
        result["lines"].append(line(side, rule, text, total=table["totals"][side]))
    return result


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
                self.refuse(name, None, _("“{unknown}” is not a field that is known here"), unknown=name)

    def has(self, name: str) -> bool:
        """Whether the field was given at all."""
        return name in self.mapping

    def required(self, name: str, rule: "str | None") -> bool:
        """Whether the field was given; refused where it was not."""
        if name not in self.mapping:
            self.refuse(name, rule, _("This is missing"))
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
            self.refuse(name, rule, _("These add up to {sum}, there are {total}"), sum=sum(values), total=total)
            return None
        return list(values)

    def inner(self, name: str) -> "Checks | None":
        """Checks for a mapping inside this one; refused where it is something else."""
        value = self.mapping.get(name)
        if not isinstance(value, dict):
            self.refuse(name, None, _("This must be a group of named fields"))
            return None
        return Checks(value, self.path + name + ".", self.problems)


def nothing_special(setup: Setup, table: Table) -> dict[str, Any]:
    """The next hand of a game in which nothing special must be known before a deal."""
    return {}


def two_pairs(variant: str) -> "list[tuple[int, int]]":
    """The shape of a game for four, in two partnerships of two."""
    return [(2, 2)]


def field(name: str, kind: str, label: str, rule: "str | None" = None, **more: Any) -> dict[str, Any]:
    """A field of an entry, as forms are built from it."""
    described: dict[str, Any] = {"name": name, "kind": kind, "label": label, "rule": rule, "required": False}
    described.update(more)
    return described


STOP_WAY: dict[str, Any] = {
    "slug": "stop",
    "title": _("Stop the match"),
    "fields": [field("stop", "flag", _("The players stop here"), required=True)],
}
