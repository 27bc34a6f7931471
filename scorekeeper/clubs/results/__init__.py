"""What finished matches of a club mean for its players: rows that follow from the match, written where it is written.

The ledger announces whenever a match has ended, or what came of it has changed; nobody else writes these rows.
"""

from scorekeeper.clubs.results.rating import START
from scorekeeper.clubs.results.rating_backlog import owes, settle
from scorekeeper.clubs.results.result_rows import enter, follow, hand_over, players_of, wait_for
from scorekeeper.ledger import announcements
from scorekeeper.ledger.names import name_key

__all__ = [
    "START",
    "enter",
    "follow",
    "follow_matches",
    "hand_over",
    "name_key",
    "owes",
    "players_of",
    "settle",
    "wait_for",
]


def follow_matches() -> None:
    """Have results follow from every match that the ledger announces."""
    announcements.listen(follow)
