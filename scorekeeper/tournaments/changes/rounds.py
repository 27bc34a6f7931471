"""Rounds come and go: the next one is published, the last one taken back, a published one seated anew."""

from typing import Any

from scorekeeper.games.engine.base import _, refuse
from scorekeeper.tournaments.answers import refuse_an_open_round
from scorekeeper.tournaments.changes.checked import Document, checked, round_of, with_round
from scorekeeper.tournaments.changes.results import outcome_of
from scorekeeper.tournaments.document import read

Round = dict[str, Any]  # {"tables": [{"table": number, "sides": [id or ids, id or ids]}, …], "bye": id, ids or None}


def publish(document: Document, proposal: Round) -> Document:
    """The document with this as its next round. Raises Refusal, also while a round is open."""
    refuse_an_open_round(read(document))
    rounds = [*(document.get("rounds") or []), seating_of(proposal)]
    return checked({**document, "rounds": rounds})


def seat_anew(document: Document, proposal: Round) -> Document:
    """The last round seated like this; a table with the same sides keeps its result, also under another number.

    Raises Refusal, also where a table that is changed has a result.
    """
    number, made = len(document.get("rounds") or []), seating_of(proposal)
    before = round_of(document, number)["tables"]
    checked(with_round(document, number, made))
    results = {str(each["sides"]): outcome_of(each) for each in before}
    tables = [{**each, **results.pop(str(each["sides"]), {})} for each in made["tables"]]
    for each in before:
        if results.get(str(each["sides"])):
            raise refuse(None, None, _("Table {table} has a result: clear it first"), table=each["table"])
    return checked(with_round(document, number, {**made, "tables": tables}))


def take_back_round(document: Document) -> Document:
    """The document without its last round (TOU-19). Raises Refusal where there is none."""
    round_of(document, len(document.get("rounds") or []))
    return checked({**document, "rounds": document["rounds"][:-1]})


def seating_of(proposal: Round) -> Round:
    """Who sits where in a round, without what came out; whatever else stands in it is left out. Raises Refusal."""
    tables = proposal.get("tables")
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise refuse("tables", None, _("This must be a list"))
    seated = [{name: each[name] for name in ("table", "sides") if name in each} for each in tables]
    return {"tables": seated, "bye": proposal.get("bye")}
