"""What finished matches of a club mean for its players: rows that follow from the match, written where it is written.

The ledger calls `follow` whenever a match has ended, or what came of it has changed; nobody else writes these rows.
"""

from scorekeeper.results.follow import enter, follow, name_key, replay, wait_for
from scorekeeper.results.rating import START

__all__ = ["START", "enter", "follow", "name_key", "replay", "wait_for"]
