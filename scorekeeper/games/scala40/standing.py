"""Who is out, who may come back and at what total: what Scala 40 remembers between two hands (SCA-6 to SCA-9)."""

from ..engine.base import Entry, Setup, Table


def is_out(setup: Setup, total: int) -> bool:
    """Whether a player with this total is out (SCA-6)."""
    return bool(total >= setup["options"]["limit"])


def still_in(setup: Setup, totals: "list[int]") -> "list[int]":
    """The sides that are in with these totals."""
    return [side for side, total in enumerate(totals) if not is_out(setup, total)]


def reentered(setup: Setup, table: Table) -> "list[int]":
    """How often each side has come back."""
    return list(table.get("private", {}).get("reentered", [0] * len(setup["sides"])))


def may_reenter(table: Table) -> "list[int]":
    """The sides that may come back with the next hand (SCA-9)."""
    return list(table.get("private", {}).get("may_reenter", []))


def reentry_total(setup: Setup, table: Table) -> int:
    """The total at which a side comes back: the highest among those who stayed in."""
    return max([table["totals"][side] for side in still_in(setup, table["totals"])])


def players_of(setup: Setup, table: Table, entry: Entry) -> "list[int]":
    """The sides that play a hand: those who are in, and those who come back with it."""
    back = entry.get("reenter", [])
    return sorted(still_in(setup, table["totals"]) + [side for side in may_reenter(table) if side in back])
