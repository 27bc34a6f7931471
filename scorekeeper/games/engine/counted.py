"""Which entries of a match are hands that count: not the struck ones, and not an entry that only ends the match."""

from typing import Any

from .final_result import FINAL
from .shapes import Table

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
