"""The state of a match as a JSON document, for its page, its scripts, other phones and JSON clients.

Server and phone both make it with `match_state`. OpenAPI is generated from the types here.
"""

from typing import Any, NotRequired, TypedDict

from .bids import Bids
from .checks import _, english
from .game import game_of
from .play import next_hand
from .progress import aim, counts, goal, hands_left, hands_played, reached
from .shapes import Line, LineText, Say, Setup, Status, Table, said_lines
from .side_names import in_words, is_named, said
from .words import before_the_hand, how_it_ended, short, step_text, who_won


class Row(TypedDict):
    """A recorded hand, numbered from 1. `totals` are the totals after it; a struck hand does not count."""

    number: int
    dealer: str
    points: list[int]
    totals: list[int]
    entry: dict[str, Any]
    lines: list[Line]
    struck: bool
    corrected: bool
    at: NotRequired[str]


class Clock(TypedDict):
    """The length of a match in minutes, and the moment of its end in ISO 8601."""

    minutes: int
    ends: str


class Version(TypedDict):
    """A side's version of a contested hand; no `points` if the rules do not allow it now. `short` is as in Hand."""

    sides: list[int]
    entry: dict[str, Any]
    struck: bool
    points: list[int]
    short: list[str]


class Contested(TypedDict):
    """A contested hand: its `versions`, first as it is recorded, and the sides that have not answered yet (`asked`)."""

    hand: int
    versions: list[Version]
    asked: list[int]


class Agreed(TypedDict):
    """The confirmations: the indexes of the sides that confirmed each hand (by number as text), and the result.

    `next` is each side's oldest hand to confirm that is not contested, `phones` are the sides with a phone of their
    own, `told` are sentences about each hand, and about the result at `result`.
    """

    what: str  # "hands" or "result"
    hands: dict[str, list[int]]
    result: list[int]
    next: dict[str, int]
    contested: list[Contested]
    phones: list[int]
    told: dict[str, list[str]]


class Rescored(TypedDict):
    """Effects of newer rules: `news` has sentences if rescoring is the newest change, `told` sentences by hand."""

    news: list[str]
    told: dict[str, list[str]]


class Locked(TypedDict):
    """An approved result: a sentence with the name of the arbiter."""

    said: str


class Called(TypedDict):
    """The calls of the next hand (`games.engine.calls.shown`), and how often they have changed (`number`)."""

    stake: int
    asked: "int | None"
    next: "int | None"
    by: "int | None"
    answer: str
    turn: "int | None"
    winner: "int | None"
    number: int


class Step(TypedDict):
    """A change that can be undone or redone: its kind in the log, and the number of its hand, if any."""

    kind: str
    hand: "int | None"


class Steps(TypedDict):
    """The next changes to undo and redo; None if there is none."""

    undo: "Step | None"
    redo: "Step | None"


class Can(TypedDict):
    """The labels of the undo and redo keys, e.g. “Undo: hand 3”; empty if there is nothing to undo or redo."""

    undo: str
    redo: str


class Shown(TypedDict):
    """The parts of a match page beside the hands, which only a server changes.

    `started`: the time at which the match was started, in ISO 8601; empty if it was started without a network.
    """

    started: str
    seatings: list[str]
    clock: "Clock | None"
    agreed: "Agreed | None"
    rescored: "Rescored | None"
    locked: "Locked | None"


class Record(Shown):
    """The data stored with a match beside its hands. `number` is the match's number in its sitting.

    `hands` counts all hands, struck ones too. `since`: only hands changed after that version are listed; None for all.
    `first`: hands before it are not listed.
    """

    version: int
    since: "int | None"
    first: int
    number: int
    hands: int
    status: Status
    can: Steps


class PlayerState(TypedDict):
    """A player: the seat in the order of play; `deals` is True for the next dealer."""

    name: str
    seat: int
    deals: bool


class SideState(TypedDict):
    """A side: its points so far (`total`), `leads` if it alone is ahead, and the games it won with this match.

    `shown`: the points as screens show them, in some games at most the target. `out`: the side takes no part in the
    next hand, though the match goes on. `named`: the side has a name of its own; else its players' names or a
    placeholder in the reader's language. `to_go`: points to the target (or to the limit at which the side is out);
    `reached`: how much of it is done, in percent from 0 to 100; both None without target and limit. `counted`:
    what else is counted for it through the match, in words; `squares`: how many of how many squares that fills.
    """

    index: int
    name: str
    named: bool
    total: int
    shown: int
    to_go: "int | None"
    reached: "int | None"
    counted: str
    squares: "list[int] | None"
    leads: bool
    out: bool
    games: int
    won: bool
    players: list[PlayerState]


class HandState(TypedDict):
    """A hand as the page lists it: `short` is the entry in words, `lines` explain the points; `at` in ISO 8601.

    `best` is the best of the totals, `shown` are the totals as screens show them. `counts` is False for a struck hand,
    and for an entry that only ends the match.
    """

    number: int
    dealer: str
    points: list[int]
    totals: list[int]
    shown: list[int]
    best: int
    short: list[str]
    entry: dict[str, Any]
    lines: list[LineText]
    struck: bool
    counts: bool
    corrected: bool
    note: str
    at: str


class MatchState(Shown):
    """The state of a match. `hand` is the next hand's number, `dealer` its dealer, `next_hand` the game's data.

    `played` is the number of hands that count.
    `of_hands`, in a match with a fixed number of hands: the next hand's number among those that count, and that number.

    A match stopped without a result has the status `stopped`. `now` is information for the players before the next
    hand; `result` is a sentence about the winner (empty before the end), `ended` one about how. Hands numbered `hand`
    and higher were deleted; those below `first` are not listed (`?before=`). `goal` is the target or limit in words;
    empty if there is none. `changes` are news in sentences; `conflicts` is True if an unsaved hand must be sent again
    because of them. `called` counts changes without a new version: calls and bids, and the arbiter's call of
    time (`time_called`), or the result that the arbiter entered (`entered`, a sentence); all are missing without any.
    """

    version: int
    since: "int | None"
    first: int
    number: int
    game: str
    title: str
    variant: str
    options: dict[str, Any]
    sides: list[SideState]
    seats: list[str]
    hand: int
    played: int
    of_hands: "list[int] | None"
    dealer: "str | None"
    status: Status
    winner: "int | None"
    won_by: "str | None"
    next_hand: dict[str, Any]
    goal: str
    now: list[str]
    result: str
    ended: list[str]
    hands: list[HandState]
    can: Can
    changes: NotRequired[list[str]]
    conflicts: NotRequired[bool]
    call: "NotRequired[Called | None]"
    bids: "NotRequired[Bids | None]"
    called: NotRequired[int]
    time_called: NotRequired[bool]
    entered: NotRequired[str]


def match_state(setup: Setup, table: Table, rows: list[Row], record: Record, say: Say = english) -> MatchState:
    """Returns the state of a match, with texts in the language of `say`; `rows` are the hands to list."""
    before_hand = next_hand(setup, table) if record["status"] == "in_progress" else {}
    shown = in_words(setup, say)
    return {
        "version": record["version"],
        "since": record["since"],
        "first": record["first"],
        "number": record["number"],
        "game": setup["game"],
        "title": game_of(setup).title_of(setup["options"], say),
        "variant": setup["variant"],
        "options": setup["options"],
        "sides": [_side(setup, shown, table, side, before_hand, say) for side in range(len(setup["sides"]))],
        "seats": shown["seats"],
        "hand": record["hands"] + 1,
        "played": hands_played(table),
        "of_hands": _of_hands(setup, table),
        "dealer": None if table["dealer"] is None else shown["seats"][table["dealer"]],
        "status": record["status"],
        "winner": table["winner"],
        "won_by": table["won_by"],
        "next_hand": before_hand,
        "goal": "".join([say(message, params) for message, params in goal(setup)]),
        "now": [say(message, params) for message, params in before_the_hand(setup, table)],
        "result": "".join(
            [say(message, params) for message, params in who_won(setup, table, record["status"] == "stopped")]
        ),
        "ended": [say(message, params) for message, params in how_it_ended(setup, _as_shown(setup, table))],
        "hands": [_hand(setup, row, say) for row in rows],
        "started": record["started"],
        "seatings": record["seatings"],
        "clock": record["clock"],
        "agreed": record["agreed"],
        "rescored": record["rescored"],
        "locked": record["locked"],
        "can": {"undo": _label(UNDO, record["can"]["undo"], say), "redo": _label(REDO, record["can"]["redo"], say)},
    }


UNDO, REDO = _("Undo: {what}"), _("Redo: {what}")


def _label(label: str, step: "Step | None", say: Say) -> str:
    return "" if step is None else say(label, {"what": step_text(step["kind"], step["hand"], say)})


def _of_hands(setup: Setup, table: Table) -> "list[int] | None":
    """Returns the next hand's number among those that count, and how many there are; None if no number is fixed."""
    left, hands = hands_left(setup, table), game_of(setup).hands_of(setup["options"])
    return [hands - left + 1, hands] if left and hands else None


def _as_shown(setup: Setup, table: Table) -> Table:
    """Returns the table with its totals as screens show them."""
    shown = dict(table)
    shown["totals"] = game_of(setup).shown(table["totals"], setup["options"])
    return shown  # type: ignore[return-value]


def _side(setup: Setup, shown: Setup, table: Table, side: int, before_hand: "dict[str, Any]", say: Say) -> SideState:
    total, points = table["totals"][side], aim(setup)
    best = game_of(setup).best_of(table["totals"], setup["options"])
    return {
        "index": side,
        "name": shown["sides"][side]["name"],
        "named": is_named(setup["sides"][side]),
        "total": total,
        "shown": game_of(setup).shown([total], setup["options"])[0],
        "to_go": None if points is None else max(points - total, 0),
        "reached": reached(setup, total),
        "counted": " · ".join(
            [say(message, params) for message, params in game_of(setup).counted(setup, before_hand, side)]
        ),
        "squares": game_of(setup).squares_counted(setup, before_hand, side),
        "leads": total == best and table["totals"].count(best) == 1 and table["winner"] in (None, side),
        "out": side in before_hand.get("out", []),
        "games": table["games"][side],
        "won": table["winner"] == side,
        "players": [
            {"name": shown["seats"][seat], "seat": seat, "deals": seat == table["dealer"]}
            for seat in range(len(setup["seats"]))
            if setup["seat_sides"][seat] == side
        ],
    }


def _hand(setup: Setup, row: Row, say: Say) -> HandState:
    return {
        "number": row["number"],
        "dealer": said(row["dealer"], say),
        "points": row["points"],
        "totals": row["totals"],
        "shown": game_of(setup).shown(row["totals"], setup["options"]),
        "best": game_of(setup).best_of(row["totals"], setup["options"]),
        "short": [say(message, params) for message, params in short(setup, row["entry"])],
        "entry": row["entry"],
        "lines": said_lines(row["lines"], say),
        "struck": row["struck"],
        "counts": counts(row["struck"], row["entry"]),
        "corrected": row["corrected"],
        "note": row["entry"].get("note", ""),
        "at": row.get("at", ""),
    }
