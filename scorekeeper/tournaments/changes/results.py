"""What came out at a table, entered and cleared; what the arbiter rules, and takes away again."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.tournaments.changes.checked import Document, checked, round_of, with_round
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.scoring import winner
from scorekeeper.tournaments.systems import is_knockout

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
        raise _of_a_later_round(refusal, number) if all(outcomes.values()) else refusal from None
    seats_the_next = number < len(found.rounds) and is_knockout(found, number)
    if seats_the_next and _winners(read(document), number) != _winners(found, number):
        raise _paired_otherwise(number + 1)
    return after


def _of_a_later_round(refusal: Refusal, number: int) -> Refusal:
    """The refusal; where somebody else would have to be in a later round (TOU-17), what to do about it."""
    group, _dot, rest = (refusal.problems[0]["field"] or "").partition(".")
    later = rest.partition(".")[0]
    is_later = group == "rounds" and later.isdecimal() and int(later) >= number
    return _paired_otherwise(int(later) + 1) if is_later else refusal


def _paired_otherwise(number: int) -> Refusal:
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


def rule(document: Document, ruling: dict[str, Any]) -> Document:
    """The document with one more ruling: `{"round", "entrant", "reason"}` and `vp`, `mp` or `tp`. Raises Refusal."""
    return checked({**document, "rulings": [*(document.get("rulings") or []), ruling]})


def unrule(document: Document, ruling: dict[str, Any]) -> Document:
    """The document without that ruling, the last of those that are just like it. Raises Refusal where it is gone."""
    rulings = list(document.get("rulings") or [])
    if ruling not in rulings:
        raise refuse(None, None, _("This ruling is already removed"))
    rulings.reverse()
    rulings.remove(ruling)
    rulings.reverse()
    return checked({**document, "rulings": rulings})
