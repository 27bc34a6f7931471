"""Results of a club's matches: a row per seat, sums by month, year, pair and guest, highlights, ratings.

They are derived from the matches, and from the results that arbiters entered at tournaments. The ledger announces a
changed result in the transaction that changes it, tournaments and nights announce theirs (`follow_tables`); otherwise
only imports (`add_results`) and the roster (`reassign`) write these rows.
"""

from scorekeeper.clubs.results.pairs import count_guests, guest_name
from scorekeeper.clubs.results.ratings import START, has_backlog, rate_backlog
from scorekeeper.clubs.results.recounting import differences
from scorekeeper.clubs.results.result_rows import (
    add_missing_highlights,
    add_results,
    follow,
    follow_tables,
    ids_matching,
    lock_results,
    lock_tables,
    players_of,
    reassign,
    recount,
    rename_seats,
)
from scorekeeper.ledger import writing
from scorekeeper.ledger.names import name_key

__all__ = [
    "START",
    "add_missing_highlights",
    "add_results",
    "count_guests",
    "differences",
    "follow",
    "follow_matches",
    "follow_tables",
    "guest_name",
    "has_backlog",
    "ids_matching",
    "lock_results",
    "lock_tables",
    "name_key",
    "players_of",
    "rate_backlog",
    "reassign",
    "recount",
    "rename_seats",
]


def follow_matches() -> None:
    """Subscribes to changed match results of the ledger."""
    writing.listen(follow)
