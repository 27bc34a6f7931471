"""Rounds published and taken back, results and rulings entered and cleared, and what that changes of the standings."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.tournaments import settings
from scorekeeper.tournaments.api import refuse_an_open_round
from scorekeeper.tournaments.document import FEWEST, read
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.scoring import winner
from scorekeeper.tournaments.standings import Row, standings
from scorekeeper.tournaments.systems import is_knockout

Document = dict[str, Any]
ANY_SYSTEM_FITS = 802  # entrants: at 401 tables, a prime beyond every number of rounds, each system can be played
STAND_IN = "\u2026"
# Allows every number of rounds: rulings on rounds that were undone stay valid.
PLACEHOLDER_SYSTEM: Document = {
    "kind": "danese",
    "rounds": settings.MOST_ROUNDS,
}


def checked(document: Document) -> Document:
    """The same document. Raises Refusal where it cannot be."""
    read_incomplete(document)
    if document.get("rounds"):
        return document
    fields = Fields(document)
    settings.system(fields, ANY_SYSTEM_FITS)
    if fields.problems:
        raise Refusal(fields.problems)
    return document


def read_incomplete(document: Document) -> Tournament:
    """The tournament of a document. Raises Refusal.

    Before the first round it may have too few entrants, and its system is read as if it were a plain one.
    """
    if document.get("rounds"):
        return read(document)
    entrants = document.get("entrants")
    if isinstance(entrants, list) and len(entrants) < FEWEST:
        entrants = entrants + _stand_ins(entrants)
    found = read({**document, "entrants": entrants, "system": PLACEHOLDER_SYSTEM})
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


OUTCOME = ("points", "legs", "vp", "mp", "forfeit", "late")


def outcome_of(table: dict[str, Any]) -> dict[str, Any]:
    """What came out at a table of a document: `{"points": [1850, 1210]}`, say; empty while nothing has."""
    return {name: table[name] for name in OUTCOME if table.get(name) is not None}


def enter_result(document: Document, number: int, table: int, outcome: dict[str, Any]) -> Document:
    """The document with this outcome, whatever stood there before, at that table of round `number`. Raises Refusal.

    `outcome` holds `points`, or `legs` and perhaps `points`, or `vp` and `mp`, or `forfeit`, or `late`.
    """
    if not outcome_of(outcome):
        raise refuse(None, None, _("Enter the result"))
    return enter_results(document, number, {table: outcome})


def enter_results(document: Document, number: int, outcomes: Mapping[int, dict[str, Any]]) -> Document:
    """The document with these outcomes at tables of round `number`, by their numbers; an empty one opens its table.

    It is read once, however many they are. Raises Refusal, also where a table is opened and a later round has results.
    """
    made = round_of(document, number)
    for table in outcomes:
        table_of(document, number, table)
    tables = [
        {**_without_outcome(each), **outcome_of(outcomes[each["table"]])} if each["table"] in outcomes else each
        for each in made["tables"]
    ]
    after = with_round(document, number, {**made, "tables": tables})
    try:
        found = read(after)
    except Refusal as refusal:
        raise _later_round_refusal(refusal, number) if all(outcomes.values()) else refusal from None
    seats_the_next = number < len(found.rounds) and is_knockout(found, number)
    if seats_the_next and _winners(read(document), number) != _winners(found, number):
        raise _next_round_refusal(number + 1)
    return after


def _later_round_refusal(refusal: Refusal, number: int) -> Refusal:
    """The refusal; where somebody else would have to be in a later round (TOU-17), what to do about it."""
    group, _dot, rest = (refusal.problems[0]["field"] or "").partition(".")
    later = rest.partition(".")[0]
    is_later = group == "rounds" and later.isdecimal() and int(later) >= number
    return _next_round_refusal(int(later) + 1) if is_later else refusal


def _next_round_refusal(number: int) -> Refusal:
    text = _("Round {round} could not be paired like this with the new result. Undo round {round} first.")
    return refuse(None, "TOU-17", text, round=number)


def _winners(tournament: Tournament, number: int) -> list[int | None]:
    """The winning sides of a round in which the losers go out; a match for third place seats both in the next one."""
    tables = tournament.rounds[number - 1].tables
    return [winner(tournament.scoring, each) for each in tables if each.is_decided]


def _without_outcome(table: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name not in OUTCOME}


def table_of(document: Document, number: int, table: int) -> dict[str, Any]:
    """A table of round `number`. Raises Refusal where there is none."""
    for each in round_of(document, number)["tables"]:
        if each["table"] == table:
            return dict(each)
    raise refuse("table", None, _("There is no table {table} in this round"), table=table)


def add_ruling(document: Document, ruling: dict[str, Any]) -> Document:
    """The document with one more ruling: `{"round", "entrant", "reason"}` and `vp`, `mp` or `tp`. Raises Refusal."""
    return checked({**document, "rulings": [*(document.get("rulings") or []), ruling]})


def remove_ruling(document: Document, ruling: dict[str, Any]) -> Document:
    """The document without that ruling, the last of those that are just like it. Raises Refusal where it is gone."""
    rulings = list(document.get("rulings") or [])
    if ruling not in rulings:
        raise refuse(None, None, _("This ruling is already removed"))
    rulings.reverse()
    rulings.remove(ruling)
    rulings.reverse()
    return checked({**document, "rulings": rulings})


Round = dict[str, Any]  # {"tables": [{"table": number, "sides": [id or ids, id or ids]}, …], "bye": id, ids or None}


def publish(document: Document, proposal: Round) -> Document:
    """The document with this as its next round. Raises Refusal, also while a round is open."""
    refuse_an_open_round(read(document))
    rounds = [*(document.get("rounds") or []), seating_of(proposal)]
    return checked({**document, "rounds": rounds})


def reseat(document: Document, proposal: Round) -> Document:
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


def undo_round(document: Document) -> Document:
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


SUMS = {"vp": ("vp", "mp"), "match": ("tp", "legs", "points")}


class Effect(NamedTuple):
    """An entrant whose place or sums change. The sums are those of the standings: VP and MP, or TP, legs and points."""

    entrant: int
    name: str
    places: tuple[int, int]
    before: tuple[int, ...]
    after: tuple[int, ...]


def effects(before: Document, after: Document) -> list[Effect]:
    """Everybody for whom the standings change, by their new places. Raises Refusal where the new document is bad.

    A round whose result is cleared does not count any more until it is complete again.
    """
    old, new = read(before), read(after)
    was = {row["entrant"]: row for row in standings(old)["standings"]}
    found = [_effect(was[row["entrant"]], row, new.scoring.kind) for row in standings(new)["standings"]]
    return [each for each in found if each.places[0] != each.places[1] or each.before != each.after]


def _effect(was: Row, now: Row, kind: str) -> Effect:
    before, after = (tuple(row[name] for name in SUMS[kind]) for row in (was, now))
    return Effect(now["entrant"], now["name"], (was["place"], now["place"]), before, after)
