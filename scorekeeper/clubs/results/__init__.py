"""Results of a club's finished matches: a row for each seat, sums by month and year, ratings.

They are derived from the matches. The ledger calls `follow` in the transaction that changes a match; nothing else
writes these rows, but for imports (`add_results`) and the roster (`reassign`).
"""

from scorekeeper.clubs.results.rating import START
from scorekeeper.clubs.results.rating_backlog import has_backlog, rate_backlog
from scorekeeper.clubs.results.result_rows import add_results, follow, lock_results, name_key, players_of, reassign

__all__ = [
    "START",
    "add_results",
    "follow",
    "has_backlog",
    "lock_results",
    "name_key",
    "players_of",
    "rate_backlog",
    "reassign",
]
