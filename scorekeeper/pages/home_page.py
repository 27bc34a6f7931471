"""The first page: games to start, and the sittings that this browser or phone knows, with their newest match."""

from typing import Any, TypedDict

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.needs import reached
from scorekeeper.pages.agreement import named


class MatchHead(TypedDict):
    """How a match stands, in a line. `reached`: how much of the target each side has, in percent, None without one."""

    number: int
    game: str
    setup: Setup
    table: Table
    status: str
    winner: "int | None"
    reached: "list[int | None]"


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
        "reached": [reached(setup, total) for total in table["totals"]],
    }


FINISHED = 3  # evenings whose newest match is over; the others are found among the past evenings


def home_page(own: list[OwnSitting], played: list[Setup], tables: "list[Any] | None" = None) -> "dict[str, Any]":
    """The page: the sittings in the given order, and games that were named in matches `played`, the newest first.

    The games that were played last come first. `tables` may be played at again (see `evenings_page.Table`).
    """
    last = [each["match"]["game"] for each in own if each["match"]]
    usual = [game.slug for game in GAMES]
    return {
        # MicroPython's sort does not keep the order of equals.
        "games": sorted(GAMES, key=lambda game: ((last + usual).index(game.slug), usual.index(game.slug))),
        "named": named(played),
        "own": own,
        "going": [each for each in own if not _is_over(each)],
        "finished": [each for each in own if _is_over(each)][:FINISHED],
        "tables": tables or [],
    }


def _is_over(each: OwnSitting) -> bool:
    return each["match"] is not None and each["match"]["status"] != "in_progress"
