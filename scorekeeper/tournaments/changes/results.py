"""Changes of rounds: publishing and undoing rounds, results, rulings, and their effects on the standings."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.games.engine.base import N_, Problem, Refusal, refuse
from scorekeeper.tournaments.api import refuse_an_open_round
from scorekeeper.tournaments.document import FEWEST, read, system_of
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import MOST_ROUNDS
from scorekeeper.tournaments.scoring import winner
from scorekeeper.tournaments.standings import Row, standings
from scorekeeper.tournaments.systems import is_knockout

Document = dict[str, Any]
STAND_IN = "\u2026"
# Allows every number of rounds: rulings on rounds that were undone stay valid.
PLACEHOLDER_SYSTEM: Document = {
    "kind": "danese",
    "rounds": MOST_ROUNDS,
}


def checked(document: Document, before: Document | None = None) -> Document:
    """Returns the document unchanged. Raises Refusal if it is invalid, or if its system seats fewer than `before`."""
    misfits = _misfits(read_incomplete(document))
    if before and misfits and len(misfits) > len(_misfits(read_incomplete(before))):
        raise Refusal(misfits)
    if not document.get("rounds"):
        system_of(document)
    return document


def _misfits(tournament: Tournament) -> list[Problem]:
    """Returns the problems of settings and late entrants that a tournament may have from earlier versions."""
    fields = Fields({})
    tournament.system.check_entrants(fields, tournament.entrants)
    return fields.problems


def read_incomplete(document: Document) -> Tournament:
    """Reads a document that may not be complete enough for its first round. Raises Refusal.

    Before the first round it may have too few entrants, and its system is replaced by PLACEHOLDER_SYSTEM.
    """
    if document.get("rounds"):
        return read(document)
    entrants = document.get("entrants")
    if isinstance(entrants, list) and len(entrants) < FEWEST:
        entrants = entrants + _stand_ins(entrants)
    tournament = read({**document, "entrants": entrants, "system": PLACEHOLDER_SYSTEM})
    return replace(tournament, entrants=tournament.entrants[: len(document["entrants"])])


def _stand_ins(entrants: list[Any]) -> list[Document]:
    """Returns made-up entrants with unused ids that fill a document up to the fewest it must have."""
    used = [entrant.get("id") for entrant in entrants if isinstance(entrant, dict)]
    free = [number for number in range(1, 2 * FEWEST + 1) if number not in used][: FEWEST - len(entrants)]
    return [{"id": number, "name": STAND_IN * number, "players": [STAND_IN]} for number in free]


def round_of(document: Document, number: int) -> Document:
    """Returns round `number` (from 1). Raises Refusal if there is none."""
    rounds: list[Document] = document.get("rounds") or []
    if not 1 <= number <= len(rounds):
        raise refuse("round", None, N_("There is no round {round}"), round=number)
    return rounds[number - 1]


def with_round(document: Document, number: int, new: Document) -> Document:
    """Returns the document with round `number` replaced."""
    rounds = list(document["rounds"])
    rounds[number - 1] = new
    return {**document, "rounds": rounds}


OUTCOME = ("points", "legs", "vp", "mp", "forfeit", "late")


def outcome_of(table: dict[str, Any]) -> dict[str, Any]:
    """Returns the result fields of a table, e.g. `{"points": [1850, 1210]}`; empty without a result."""
    return {name: table[name] for name in OUTCOME if table.get(name) is not None}


def enter_result(document: Document, number: int, table: int, outcome: dict[str, Any]) -> Document:
    """Sets the result of a table of round `number`, replacing an earlier one. Raises Refusal.

    `outcome` has `points`, or `legs` with or without `points`, or `vp` and `mp`, or `forfeit`, or `late`.
    """
    if not outcome_of(outcome):
        raise refuse(None, None, N_("Enter the result"))
    return enter_results(document, number, {table: outcome})


def enter_results(document: Document, number: int, outcomes: Mapping[int, dict[str, Any]]) -> Document:
    """Sets the results of several tables of round `number`, by table number; an empty one clears its table.

    Reads the document once. Raises Refusal, also for clearing a table while a later round has results.
    """
    played = round_of(document, number)
    for table in outcomes:
        table_of(document, number, table)
    tables = [
        {**_without_outcome(row), **outcome_of(outcomes[row["table"]])} if row["table"] in outcomes else row
        for row in played["tables"]
    ]
    after = with_round(document, number, {**played, "tables": tables})
    try:
        tournament = read(after)
    except Refusal as refusal:
        raise _later_round_refusal(refusal, number) if all(outcomes.values()) else refusal from None
    seats_the_next = number < len(tournament.rounds) and is_knockout(tournament, number)
    if seats_the_next and _winners(read(document), number) != _winners(tournament, number):
        raise _next_round_refusal(number + 1)
    return after


def _later_round_refusal(refusal: Refusal, number: int) -> Refusal:
    """Returns the Refusal to raise; if a later round no longer fits, with the advice to undo it first (TOU-17)."""
    group, _dot, rest = (refusal.problems[0]["field"] or "").partition(".")
    later = rest.partition(".")[0]
    is_later = group == "rounds" and later.isdecimal() and int(later) >= number
    return _next_round_refusal(int(later) + 1) if is_later else refusal


def _next_round_refusal(number: int) -> Refusal:
    text = N_("Round {round} could not be paired like this with the new result. Undo round {round} first.")
    return refuse(None, "TOU-17", text, round=number)


def _winners(tournament: Tournament, number: int) -> list[int | None]:
    """Returns the winning side (0 or 1) of every decided table of a knock-out round; None for a draw.

    After a match for third place both entrants are in the next round.
    """
    tables = tournament.rounds[number - 1].tables
    return [winner(tournament.scoring, table) for table in tables if table.is_decided]


def _without_outcome(table: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name not in OUTCOME}


def table_of(document: Document, number: int, table: int) -> dict[str, Any]:
    """Returns a copy of a table of round `number`. Raises Refusal if there is none."""
    for row in round_of(document, number)["tables"]:
        if row["table"] == table:
            return dict(row)
    raise refuse("table", None, N_("There is no table {table} in this round"), table=table)


def add_ruling(document: Document, ruling: dict[str, Any]) -> Document:
    """Adds a ruling: `{"round", "entrant", "reason"}` and `vp`, `mp` or `tp`. Raises Refusal."""
    return checked({**document, "rulings": [*(document.get("rulings") or []), ruling]})


def remove_ruling(document: Document, ruling: dict[str, Any]) -> Document:
    """Removes a ruling; of several equal ones the last. Raises Refusal if there is none."""
    rulings = list(document.get("rulings") or [])
    if ruling not in rulings:
        raise refuse(None, None, N_("This ruling is already removed"))
    rulings.reverse()
    rulings.remove(ruling)
    rulings.reverse()
    return checked({**document, "rulings": rulings})


Round = dict[str, Any]  # {"tables": [{"table": number, "sides": [id or ids, id or ids]}, …], "bye": id, ids or None}


def publish(document: Document, proposal: Round) -> Document:
    """Adds the proposal as the next round. Raises Refusal, also while a round is incomplete."""
    refuse_an_open_round(read(document))
    rounds = [*(document.get("rounds") or []), seating_of(proposal)]
    return checked({**document, "rounds": rounds})


def reseat(document: Document, proposal: Round) -> Document:
    """Replaces the seating of the last round; tables with the same sides keep their results, whatever their number.

    Raises Refusal, also if a table that would change has a result.
    """
    number, seating = len(document.get("rounds") or []), seating_of(proposal)
    before = round_of(document, number)["tables"]
    checked(with_round(document, number, seating))
    results = {str(row["sides"]): outcome_of(row) for row in before}
    tables = [{**row, **results.pop(str(row["sides"]), {})} for row in seating["tables"]]
    for row in before:
        if results.get(str(row["sides"])):
            raise refuse(None, None, N_("Table {table} has a result: clear it first"), table=row["table"])
    return checked(with_round(document, number, {**seating, "tables": tables}))


def undo_round(document: Document) -> Document:
    """Removes the last round (TOU-19). Raises Refusal if there is none."""
    round_of(document, len(document.get("rounds") or []))
    return checked({**document, "rounds": document["rounds"][:-1]})


def seating_of(proposal: Round) -> Round:
    """Returns a round's tables, sides and bye without its results. Raises Refusal."""
    tables = proposal.get("tables")
    if not isinstance(tables, list) or not all(isinstance(row, dict) for row in tables):
        raise refuse("tables", None, N_("This must be a list"))
    seated = [{name: row[name] for name in ("table", "sides") if name in row} for row in tables]
    return {"tables": seated, "bye": proposal.get("bye")}


SUMS = {"vp": ("vp", "mp"), "match": ("tp", "legs", "points")}


class Effect(NamedTuple):
    """A change of an entrant's place or sums: VP and MP, or TP, legs and points, as in the standings."""

    entrant: int
    name: str
    places: tuple[int, int]
    before: tuple[int, ...]
    after: tuple[int, ...]


def effects(before: Tournament, after: Tournament) -> list[Effect]:
    """Returns every entrant whose place or sums differ between two states, in the new order.

    A round with a cleared result does not count until it is complete again.
    """
    was = {row["entrant"]: row for row in standings(before)["standings"]}
    rows = [_effect(was[row["entrant"]], row, after.scoring.kind) for row in standings(after)["standings"]]
    return [row for row in rows if row.places[0] != row.places[1] or row.before != row.after]


def _effect(was: Row, now: Row, kind: str) -> Effect:
    before, after = (tuple(row[name] for name in SUMS[kind]) for row in (was, now))
    return Effect(now["entrant"], now["name"], (was["place"], now["place"]), before, after)
