"""The shapes of what games receive and return: entries, lines, problems, a match's setup and table."""

from typing import Any, Callable, Literal, NotRequired, TypeAlias, TypedDict

Entry: TypeAlias = "dict[str, Any]"
Say: TypeAlias = "Callable[[str, dict[str, Any]], str]"
Words: TypeAlias = "list[list[Any]]"  # each a message and its parameters: languages are applied outside
Status: TypeAlias = Literal["in_progress", "finished", "stopped"]


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

    `dealer` is a seat (None once finished), `dealt` counts each seat's deals, `totals` are points per side. `private`
    is what a game's own rules need besides (who is out, who plays with whom); nobody else reads it.
    """

    hands: int
    totals: list[int]
    dealer: "int | None"
    dealt: list[int]
    status: Literal["in_progress", "finished"]
    winner: "int | None"
    games: list[int]
    won_by: "str | None"
    private: NotRequired[dict[str, Any]]


class Outcome(TypedDict):
    """What one hand did. `games` is what a match won by this hand is worth; `next_dealer` is a seat.

    `won_by` is None while the match goes on; a match that ended without a winner has `winner` None. `private` replaces
    the table's; left out, the table keeps what it has.
    """

    points: list[int]
    lines: list[Line]
    won_by: "str | None"
    winner: "int | None"
    games: int
    next_dealer: int
    private: NotRequired[dict[str, Any]]


class Verdict(TypedDict):
    """The answer to a claim: whether it holds, the reasons as lines, and what follows from it."""

    upheld: bool
    reasons: list[Line]
    effect: dict[str, Any]


class LineText(TypedDict):
    """A line of an explanation as it is read."""

    side: int
    rule: str
    text: str
    points: int


def said_lines(lines: list[Line], say: Say) -> list[LineText]:
    """Lines with their texts."""
    return [
        {
            "side": each["side"],
            "rule": each["rule"],
            "text": say(each["message"], each["params"]),
            "points": each["points"],
        }
        for each in lines
    ]
