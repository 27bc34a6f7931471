"""How far a match is: the hands that count and those that are left, and what it is played to.

An entry that was struck, or that only ends the match, is not a hand that counts.
"""

from typing import Any

from .checks import _
from .final_result import FINAL
from .game import game_of
from .shapes import Setup, Table

STOP = "stop"


def is_end(entry: Any) -> bool:
    """True if an entry is not a hand, but ends the match."""
    return STOP in entry or FINAL in entry


def counts(struck: bool, entry: Any) -> bool:
    """True if a recorded entry is a hand that counts."""
    return not struck and not is_end(entry)


def hands_played(table: Table) -> int:
    """Returns the number of hands that count."""
    return table["hands"] - (1 if table["won_by"] in ("stopped", FINAL) else 0)


def hands_left(setup: Setup, table: Table) -> "int | None":
    """Returns how many hands of the match are left to play; None if their number is not agreed."""
    game = game_of(setup)
    hands = game.hands_of(setup["options"])
    return None if hands is None else max(hands - game.hands_played(table), 0)


def aim(setup: Setup) -> "int | None":
    """Returns the points that a match is played to: its target, or the limit at which a side is out; else None."""
    points: int | None = setup["options"].get("target")
    return game_of(setup).limit_of(setup["options"]) if points is None else points


def reached(setup: Setup, total: int) -> "int | None":
    """Returns a total as a percentage (0 to 100) of the target or limit; None if the match has neither."""
    points = aim(setup)
    return None if points is None else min(max(100 * total // points, 0), 100)


def goal(setup: Setup) -> "list[tuple[str, dict[str, Any]]]":
    """Returns the target or limit as a message with parameters; an empty list if there is none."""
    options, limit = setup["options"], game_of(setup).limit_of(setup["options"])
    if limit is not None:
        return [(_("out at {points}"), {"points": limit})]
    if options.get("target") is not None:
        lowest = game_of(setup).is_lowest_best(options)
        text = _("lowest total wins, to {points}") if lowest else _("to {points}")
        return [(text, {"points": options["target"]})]
    return []
