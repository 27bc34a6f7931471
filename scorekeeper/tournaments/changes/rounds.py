"""Rounds come and go: the next one is published, the last one taken back, a published one seated anew."""

from typing import Any

from scorekeeper.games.engine.base import _, refuse
from scorekeeper.tournaments.answers import refuse_an_open_round
from scorekeeper.tournaments.changes.checked import Document, checked, round_of, with_round
from scorekeeper.tournaments.document import read

Tables = list[dict[str, Any]]  # each {"table": number, "sides": [id or ids, id or ids]}
Bye = int | list[int] | None


def publish(document: Document, tables: Tables, bye: Bye) -> Document:
    """The document with these tables as its next round. Raises Refusal, also while a round is open."""
    refuse_an_open_round(read(document))
    rounds = [*(document.get("rounds") or []), _round(tables, bye)]
    return checked({**document, "rounds": rounds})


def seat_anew(document: Document, tables: Tables, bye: Bye) -> Document:
    """The last round with these tables in place of its own; a table with the same sides keeps its result.

    Raises Refusal, also where a table that is changed has a result.
    """
    number = len(document.get("rounds") or [])
    kept = {str(each["sides"]): each for each in round_of(document, number)["tables"]}
    made = [{**kept.pop(str(each["sides"]), {}), "table": each["table"], "sides": each["sides"]} for each in tables]
    for each in kept.values():
        if len(each) > len(("table", "sides")):
            raise refuse(None, None, _("Table {table} has a result: clear it first"), table=each["table"])
    return checked(with_round(document, number, {"tables": made, "bye": bye}))


def take_back_round(document: Document) -> Document:
    """The document without its last round (TOU-19). Raises Refusal where there is none."""
    round_of(document, len(document.get("rounds") or []))
    return checked({**document, "rounds": document["rounds"][:-1]})


def _round(tables: Tables, bye: Bye) -> Document:
    return {"tables": [{"table": each["table"], "sides": each["sides"]} for each in tables], "bye": bye}
