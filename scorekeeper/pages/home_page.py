"""The first page: games to start, and the sittings that this browser or phone knows, with their newest match."""

from typing import Any, TypedDict

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.pages.agreement import named


class MatchHead(TypedDict):
    """How a match stands, in a line."""

    number: int
    game: str
    setup: Setup
    table: Table
    status: str
    winner: "int | None"


class OwnSitting(TypedDict):
    """A sitting behind a link (`token`). `opened_at` is a date and time, or a text where there is none to format."""

    token: str
    name: str
    place: str
    opened_at: Any
    may_score: bool
    match: "MatchHead | None"


def match_head(number: int, setup: Setup, table: Table, status: str) -> MatchHead:
    """How a match stands, from its table after the last hand."""
    return {
        "number": number,
        "game": setup["game"],
        "setup": setup,
        "table": table,
        "status": status,
        "winner": table["winner"],
    }


def home_page(own: list[OwnSitting], played: list[Setup]) -> "dict[str, Any]":
    """The page: the sittings in the given order, and games that were named in matches `played`, the newest first."""
    return {
        "games": GAMES,
        "named": named(played),
        "own": own,
    }
