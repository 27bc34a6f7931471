"""The types of what games receive and return: entries, lines, problems, a match's setup and table."""

from typing import Any, Callable, Literal, NotRequired, TypeAlias, TypedDict

Entry: TypeAlias = "dict[str, Any]"
Say: TypeAlias = "Callable[[str, dict[str, Any]], str]"
Words: TypeAlias = "list[list[Any]]"  # messages with their parameters; translated outside this folder
Status: TypeAlias = Literal["in_progress", "finished", "stopped"]


class Line(TypedDict):
    """One step of a hand's explanation. The lines of a side add up to its points of the hand."""

    side: int
    rule: str
    message: str
    params: dict[str, Any]
    points: int


class Problem(TypedDict):
    """A reason for a refusal. `field` is a dotted path, e.g. `sides.0.melds`; `hand` counts from 1."""

    message: str
    params: dict[str, Any]
    field: "str | None"
    rule: "str | None"
    hand: "int | None"


class Side(TypedDict):
    """A side of a match and its players, in the order of their seats."""

    name: str
    players: list[str]


class Setup(TypedDict):
    """A match as agreed: all options, players in the order of their seats. Play never changes it."""

    format: str
    game: str
    variant: str
    options: dict[str, Any]
    sides: list[Side]
    seats: list[str]
    seat_sides: list[int]
    first_dealer: int
    about: dict[str, str]
    former: NotRequired[list[dict[str, Any]]]  # names changed during the match; only the ledger uses them


class Table(TypedDict):
    """The state of a match between two hands: all that scoring the next hand needs.

    `dealer` is a seat (None once finished), `dealt` counts each seat's deals, `totals` are points per side. `private`
    holds what only the game's own rules use (who is out, who plays with whom).
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
    """The result of one hand. `games`: the worth of a win with this hand; `next_dealer`: a seat.

    `won_by` is None while the match goes on; `winner` is None in a draw. `private` replaces the table's; if it is
    missing, the table keeps its own.
    """

    points: list[int]
    lines: list[Line]
    won_by: "str | None"
    winner: "int | None"
    games: int
    next_dealer: int
    private: NotRequired[dict[str, Any]]


class Verdict(TypedDict):
    """The verdict on a claim: `upheld` or not, the reasons as lines, and its effects."""

    upheld: bool
    reasons: list[Line]
    effect: dict[str, Any]


class LineText(TypedDict):
    """A line of an explanation, its message as a text in the reader's language."""

    side: int
    rule: str
    text: str
    points: int


def said_lines(lines: list[Line], say: Say) -> list[LineText]:
    """Returns the lines of an explanation with their messages as texts in the language of `say`."""
    return [
        {
            "side": explained["side"],
            "rule": explained["rule"],
            "text": say(explained["message"], explained["params"]),
            "points": explained["points"],
        }
        for explained in lines
    ]
