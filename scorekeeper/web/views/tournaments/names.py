"""Who sits at a table, as pages name them: from the document, also one that has too few entrants to be read."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from scorekeeper.tournaments.changes.results import Document, outcome_of


class Named(NamedTuple):
    """An entrant: its id, which stands before its name everywhere, and its club or nothing."""

    id: int
    name: str
    club: str


class NamedTable(NamedTuple):
    """A table with its two sides, each of one entrant or of partners, and what came out there."""

    number: int
    sides: list[list[Named]]
    outcome: dict[str, Any]


def names_of(document: Document, side: Any) -> list[Named]:
    """The entrants of a side or a bye: an id, a list of ids, or None."""
    return _named(_known(document), side)


def named_sides(document: Document, tables: Iterable[dict[str, Any]]) -> list[NamedTable]:
    """Tables of a document or a proposal."""
    known = _known(document)
    return [
        NamedTable(each["table"], [_named(known, side) for side in each["sides"]], outcome_of(each)) for each in tables
    ]


def _known(document: Document) -> dict[int, Named]:
    return {each["id"]: Named(each["id"], each["name"], each.get("club") or "") for each in document["entrants"]}


def _named(known: dict[int, Named], side: Any) -> list[Named]:
    ids = [] if side is None else side if isinstance(side, list) else [side]
    return [known[each] for each in ids]
