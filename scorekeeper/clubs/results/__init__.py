"""Results of a club's finished matches: a row per seat, sums by month and year, ratings.

They are derived from the matches. The ledger announces a changed result in the transaction that changes it; otherwise
only imports (`add_results`) and the roster (`reassign`) write these rows.
"""

from scorekeeper.clubs.results.ratings import START, has_backlog, rate_backlog
from scorekeeper.clubs.results.result_rows import add_results, follow, ids_matching, lock_results, players_of, reassign
from scorekeeper.ledger import writing
from scorekeeper.ledger.names import name_key

__all__ = [
    "START",
    "add_results",
    "follow",
    "follow_matches",
    "has_backlog",
    "ids_matching",
    "lock_results",
    "name_key",
    "players_of",
    "rate_backlog",
    "reassign",
]


def follow_matches() -> None:
    """Subscribes to changed match results of the ledger."""
    writing.listen(follow)
