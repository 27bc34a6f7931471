"""What finished matches of a club mean for its players: rows that follow from the match, written where it is written.

The ledger calls `follow` whenever a match has ended, or what came of it has changed; nobody else writes these rows.
"""

from scorekeeper.results.follow import enter, follow, hand_over, name_key, players_of, wait_for
from scorekeeper.results.rating import START
from scorekeeper.results.rerating import owes, settle

__all__ = ["START", "enter", "follow", "hand_over", "name_key", "owes", "players_of", "settle", "wait_for"]
