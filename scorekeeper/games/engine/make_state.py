"""Makes the state of a match of what follows from its hands (setup, table, rows) and of what only its keeper knows."""

from typing import Any

from .announce import before_the_hand, how_it_ended, who_won
from .base import Say, Setup, Table, english
from .line_texts import said_lines
from .match import game_of, next_hand
from .match_state import HandState, MatchState, Record, Row, SideState
from .needs import aim, goal, reached
from .side_names import in_words, is_named, said
from .summary import short


def match_state(setup: Setup, table: Table, rows: list[Row], record: Record, say: Say = english) -> MatchState:
    """The state of a match, with its texts in the language of `say`; `rows` are the hands to be told."""
    known = next_hand(setup, table) if record["status"] == "in_progress" else {}
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
        "sides": [_side(setup, shown, table, side, known) for side in range(len(setup["sides"]))],
        "seats": shown["seats"],
        "hand": record["hands"] + 1,
        "dealer": None if table["dealer"] is None else shown["seats"][table["dealer"]],
        "status": record["status"],
        "winner": table["winner"],
        "won_by": table["won_by"],
        "next_hand": known,
        "goal": "".join([say(message, params) for message, params in goal(setup)]),
        "now": [say(message, params) for message, params in before_the_hand(setup, table)],
        "result": "".join(
            [say(message, params) for message, params in who_won(setup, table, record["status"] == "stopped")]
        ),
        "ended": [say(message, params) for message, params in how_it_ended(setup, table)],
        "hands": [_hand(setup, row, say) for row in rows],
        "seatings": record["seatings"],
        "clock": record["clock"],
        "agreed": record["agreed"],
        "rescored": record["rescored"],
        "locked": record["locked"],
        "can": record["can"],
    }


def _side(setup: Setup, shown: Setup, table: Table, side: int, known: "dict[str, Any]") -> SideState:
    total, points = table["totals"][side], aim(setup["options"])
    best = game_of(setup).best_of(table["totals"], setup["options"])
    return {
        "index": side,
        "name": shown["sides"][side]["name"],
        "named": is_named(setup["sides"][side]),
        "total": total,
        "to_go": None if points is None else max(points - total, 0),
        "reached": reached(setup, total),
        "leads": total == best and table["totals"].count(best) == 1 and table["winner"] in (None, side),
        "out": side in known.get("out", []),
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
        "best": game_of(setup).best_of(row["totals"], setup["options"]),
        "short": [say(message, params) for message, params in short(setup, row["entry"])],
        "entry": row["entry"],
        "lines": said_lines(row["lines"], say),
        "struck": row["struck"],
        "corrected": row["corrected"],
        "note": row["entry"].get("note", ""),
        "at": row.get("at", ""),
    }
