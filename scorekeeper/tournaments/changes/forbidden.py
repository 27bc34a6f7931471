"""Changes of the twos of entrants who must not meet (TOU-39), before and between rounds."""

from collections.abc import Collection

from scorekeeper.games.engine.base import N_, Problem, Refusal, problem
from scorekeeper.tournaments.changes.results import Document, checked
from scorekeeper.tournaments.options import FORBIDDEN
from scorekeeper.tournaments.systems import SYSTEMS

Twos = list[list[int]]


def forbidden_of(document: Document) -> Twos:
    """Returns the twos of entrants who must not meet, by id."""
    return document["system"].get(FORBIDDEN.name) or []


def why_fixed(document: Document) -> Problem | None:
    """Returns why the twos cannot change now; None if they can. Groups and brackets are made once, by all of them."""
    is_made = bool(document.get("rounds")) and SYSTEMS[document["system"]["kind"]].knocks_out
    text = N_("Groups and bracket are drawn. To change this, undo all rounds first.")
    return problem(None, FORBIDDEN.rule, text) if is_made else None


def forbid(document: Document, one: int, other: int) -> Document:
    """Adds two entrants who must not meet. Raises Refusal."""
    return _with(document, [*forbidden_of(document), [one, other]])


def allow(document: Document, one: int, other: int) -> Document:
    """Removes two entrants who must not meet. Raises Refusal."""
    return _with(document, [two for two in forbidden_of(document) if set(two) != {one, other}])


def _with(document: Document, twos: Twos) -> Document:
    if why := why_fixed(document):
        raise Refusal([why])
    return checked(_replaced(document, twos), document)


def without_forbidden(document: Document, entrants: Collection[int]) -> Document:
    """Returns the document, not checked, without twos of these entrants."""
    twos = forbidden_of(document)
    left = [two for two in twos if not any(entrant in entrants for entrant in two)]
    return _replaced(document, left) if len(left) < len(twos) else document


def _replaced(document: Document, twos: Twos) -> Document:
    """Returns the document, not checked, with these twos; without the field if there are none."""
    system = {name: value for name, value in document["system"].items() if name != FORBIDDEN.name}
    return {**document, "system": system | ({FORBIDDEN.name: twos} if twos else {})}
