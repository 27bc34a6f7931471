"""A document that has just been changed, read whole before it is kept.

Decision: until something is played entrants may still be missing, so what hangs on their number (how many there must
be, whether a Mitchell comes out) is asked when the first round is paired.
"""

from dataclasses import replace
from typing import Any

from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.tournaments import agreed
from scorekeeper.tournaments.document import FEWEST, read
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.model import Tournament

Document = dict[str, Any]
ENOUGH = 802  # entrants: at 401 tables, a prime beyond every number of rounds, each system can be played
STAND_IN = "\u2026"
PLAIN: Document = {"kind": "danese", "rounds": agreed.MOST_ROUNDS}  # rulings on rounds taken back stay good


def checked(document: Document) -> Document:
    """The same document. Raises Refusal where it cannot be."""
    as_it_stands(document)
    if document.get("rounds"):
        return document
    fields = Fields(document)
    agreed.system(fields, ENOUGH)
    if fields.problems:
        raise Refusal(fields.problems)
    return document


def as_it_stands(document: Document) -> Tournament:
    """The tournament of a document. Raises Refusal.

    Before the first round it may have too few entrants, and its system is read as if it were a plain one.
    """
    if document.get("rounds"):
        return read(document)
    entrants = document.get("entrants")
    if isinstance(entrants, list) and len(entrants) < FEWEST:
        entrants = entrants + _stand_ins(entrants)
    found = read({**document, "entrants": entrants, "system": PLAIN})
    return replace(found, entrants=found.entrants[: len(document["entrants"])])


def _stand_ins(entrants: list[Any]) -> list[Document]:
    """Entrants to fill a list up to the fewest that a tournament may have, unlike those that are in it."""
    known = [each.get("id") for each in entrants if isinstance(each, dict)]
    free = [number for number in range(1, 2 * FEWEST + 1) if number not in known][: FEWEST - len(entrants)]
    return [{"id": number, "name": STAND_IN * number, "players": [STAND_IN]} for number in free]


def round_of(document: Document, number: int) -> Document:
    """The round of that number, from 1 on. Raises Refusal where there is none."""
    rounds: list[Document] = document.get("rounds") or []
    if not 1 <= number <= len(rounds):
        raise refuse("round", None, _("There is no round {round}"), round=number)
    return rounds[number - 1]


def with_round(document: Document, number: int, made: Document) -> Document:
    """The document with another round in the place of the one with that number."""
    rounds = list(document["rounds"])
    rounds[number - 1] = made
    return {**document, "rounds": rounds}
