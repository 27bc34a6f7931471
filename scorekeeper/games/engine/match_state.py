"""What a match page shows, made of a match's setup, table and hands; the same on a server and on a phone."""

from typing import Any, NotRequired, TypedDict

from .announce import before_the_hand, how_it_ended
from .base import Line, Say, Setup, Table, english
from .match import game_of, next_hand, said_lines
from .summary import short


class Row(TypedDict):
    """A recorded hand. `totals` are those after it; a struck hand does not count. `numbers` count from 1."""

    number: int
    dealer: str
    points: list[int]
    totals: list[int]
    entry: dict[str, Any]
    lines: list[Line]
    struck: bool
    corrected: bool
    at: NotRequired[str]


def board(setup: Setup, table: Table, rows: list[Row], say: Say = english) -> dict[str, Any]:
    """The state of a match page: sides, what must be known now, and the hands with their explanations.

    A match stopped without a result has the status `stopped`; `hand` is the number of the next hand.
    """
    dealer = None if table["dealer"] is None else setup["seats"][table["dealer"]]
    return {
        "game": setup["game"],
        "title": say(game_of(setup).title, {}),
        "variant": setup["variant"],
        "options": setup["options"],
        "sides": [_side(setup, table, side) for side in range(len(setup["sides"]))],
        "seats": setup["seats"],
        "hand": max([row["number"] for row in rows] or [0]) + 1,
        "dealer": dealer,
        "status": table["status"],
        "winner": table["winner"],
        "won_by": table["won_by"],
        "next_hand": next_hand(setup, table),
        "now": [say(message, params) for message, params in before_the_hand(setup, table)],
        "ended": [say(message, params) for message, params in how_it_ended(setup, table)],
        "hands": [_row(setup, row, say) for row in rows],
    }


def _side(setup: Setup, table: Table, side: int) -> dict[str, Any]:
    total = table["totals"][side]
    most = max(table["totals"])
    return {
        "index": side,
        "name": setup["sides"][side]["name"],
        "total": total,
        "leads": total == most and table["totals"].count(most) == 1,
        "games": table["games"][side],
        "won": table["winner"] == side,
        "players": [
            {"name": setup["seats"][seat], "seat": seat, "deals": seat == table["dealer"]}
            for seat in range(len(setup["seats"]))
            if setup["seat_sides"][seat] == side
        ],
    }


def _row(setup: Setup, row: Row, say: Say) -> dict[str, Any]:
    return {
        "number": row["number"],
        "dealer": row["dealer"],
        "points": row["points"],
        "totals": row["totals"],
        "short": [say(message, params) for message, params in short(setup, row["entry"])],
        "entry": row["entry"],
        "lines": said_lines(row["lines"], say),
        "struck": row["struck"],
        "corrected": row["corrected"],
        "note": row["entry"].get("note", ""),
        "at": row.get("at", ""),
    }
