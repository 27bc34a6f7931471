"""A whole match: reading its document, playing its hands one by one, scoring it, and judging claims."""

from typing import Any

from .base import (
    Checks,
    Entry,
    Problem,
    Refusal,
    Say,
    Setup,
    Side,
    Table,
    _,
    english,
    problem,
    refuse,
)
from .bounds import is_bounded
from .iso8601 import is_moment
from .judging import TOO_LARGE, judge, over
from .line_texts import said_lines
from .printable import is_printable
from .registry import game_of
from .setup import LONGEST_NAME, begin, unnamed_players

__all__ = [
    "begin",
    "claim",
    "document",
    "first_table",
    "game_of",
    "judge",
    "next_hand",
    "opened",
    "over",
    "play",
    "problems",
    "replay",
    "score",
]

RESULT = "scorekeeper-result/1"
LONGEST_NOTE = 200
REMARKS = ("note", "at")  # what an entry may carry that never scores


def first_table(setup: Setup) -> Table:
    """The table before the first hand."""
    return {
        "hands": 0,
        "totals": [0] * len(setup["sides"]),
        "dealer": setup["first_dealer"],
        "dealt": [0] * len(setup["seats"]),
        "status": "in_progress",
        "winner": None,
        "games": [0] * len(setup["sides"]),
        "won_by": None,
    }


def may_stand(setup: Setup) -> bool:
    """Whether the score of this match may stand when its players stop it, or there is no result then."""
    return not problems(setup, first_table(setup), {"stop": True})


def problems(setup: Setup, table: Table, entry: Any) -> list[Problem]:
    """Everything that keeps an entry from being the next hand; an empty list when it is good."""
    number = table["hands"] + 1
    if table["status"] != "in_progress":
        found = [problem(None, None, _("The match was over before this hand"))]
    elif not isinstance(entry, dict):
        found = [problem(None, None, _("A hand must be a group of named fields"))]
    elif not is_bounded(entry):
        found = [problem(None, None, TOO_LARGE)]
    else:
        played = {name: entry[name] for name in entry if name not in REMARKS}
        found = game_of(setup).problems(setup, table, played) + _remark_problems(entry)
    for each in found:
        each["hand"] = number
    return found


def _remark_problems(entry: Entry) -> list[Problem]:
    checks = Checks(entry)
    note = entry.get("note", "")
    if not isinstance(note, str) or len(note) > LONGEST_NOTE:
        checks.refuse("note", None, _("Use at most {longest} characters for a note"), longest=LONGEST_NOTE)
    elif not is_printable(note.replace("\n", " ").replace("\t", " ")):
        checks.refuse("note", None, _("This note has characters that cannot be printed"))
    if checks.has("at") and (not isinstance(entry["at"], str) or not is_moment(entry["at"])):
        checks.refuse("at", None, _("This must be a date or a moment, such as 2026-11-21T20:15:00Z"))
    return checks.problems


def play(setup: Setup, table: Table, entry: Entry) -> dict[str, Any]:
    """Play one hand: its dealer, points and lines, and the table after it. Raises Refusal with all problems."""
    found = problems(setup, table, entry)
    if found:
        raise Refusal(found)
    played = {name: entry[name] for name in entry if name not in REMARKS}
    result = game_of(setup).score(setup, table, played)
    dealer = table["dealer"] or 0
    over = result["won_by"] is not None
    games = list(table["games"])
    winner = result["winner"]
    if winner is not None:
        games[winner] = result["games"]
    after: Table = {
        "hands": table["hands"] + 1,
        "totals": [total + more for total, more in zip(table["totals"], result["points"])],
        "dealer": None if over else result["next_dealer"],
        "dealt": [count + (1 if seat == dealer else 0) for seat, count in enumerate(table["dealt"])],
        "status": "finished" if over else "in_progress",
        "winner": winner,
        "games": games,
        "won_by": result["won_by"],
    }
    private = result.get("private", table.get("private"))
    if private is not None:
        after["private"] = private
    return {
        "entry": entry,
        "dealer": setup["seats"][dealer],
        "points": result["points"],
        "lines": result["lines"],
        "table": after,
    }


def next_hand(setup: Setup, table: Table) -> dict[str, Any]:
    """What the table must know before the next hand; nothing once the match is over."""
    return game_of(setup).next_hand(setup, table) if table["status"] == "in_progress" else {}


def replay(setup: Setup, entries: "list[Entry]") -> "tuple[list[dict[str, Any]], Table]":
    """Play all hands in order: the played hands, and the table after the last."""
    table = first_table(setup)
    hands = []
    for entry in entries:
        hand = play(setup, table, entry)
        table = hand["table"]
        hands.append(hand)
    return hands, table


def opened(document: Any) -> "tuple[Setup, list[dict[str, Any]], Table]":
    """Read and play a match document."""
    setup = begin(document)
    entries = document.get("hands", [])
    if not isinstance(entries, list):
        raise refuse("hands", None, _("This is not a list of hands"))
    hands, table = replay(setup, entries)
    return setup, hands, table


def document(setup: Setup, entries: "list[Entry]") -> dict[str, Any]:
    """The match document of a match, complete: nothing is left to defaults."""
    written: dict[str, Any] = {
        "format": setup["format"],
        "game": setup["game"],
        "variant": setup["variant"],
        "options": setup["options"],
        "sides": [_written_side(setup, side) for side in setup["sides"]],
        "first_dealer": setup["seats"][setup["first_dealer"]],
        "hands": entries,
    }
    if setup["about"]:
        written["about"] = setup["about"]
    return written


def _written_side(setup: Setup, side: Side) -> Entry:
    """A side as a document has it, without players named after a long name where a reader would name them so too."""
    is_long = max([len(player) for player in side["players"]]) > LONGEST_NAME
    if is_long and len(side["players"]) == unnamed_players(game_of(setup), setup["variant"], len(setup["sides"])):
        return {"name": side["name"]}
    return {"name": side["name"], "players": side["players"]}


def score(document: Any, say: Say = english) -> dict[str, Any]:
    """Score a match document. Raises Refusal with all problems of the head, or of the first hand that has any."""
    setup, hands, table = opened(document)
    return {
        "format": RESULT,
        "hands": [
            {
                "dealer": hand["dealer"],
                "points": hand["points"],
                "totals": hand["table"]["totals"],
                "lines": said_lines(hand["lines"], say),
            }
            for hand in hands
        ],
        "totals": table["totals"],
        "status": table["status"],
        "winner": table["winner"],
        "games": table["games"],
        "won_by": table["won_by"],
        "next_dealer": None if table["dealer"] is None else setup["seats"][table["dealer"]],
        "next_hand": next_hand(setup, table),
    }


def claim(document: Any, claim: Any, say: Say = english) -> dict[str, Any]:
    """Judge a claim on the table as the match's hands leave it. Raises Refusal where there is nothing to judge."""
    setup, _hands, table = opened(document)
    return judge(setup, table, claim, say)
