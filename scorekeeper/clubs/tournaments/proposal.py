"""The round that is proposed: as the rule pairs it, then as the arbiter changes it by hand, until it is published.

What was changed stands on the desk, so that nobody's change is lost with a page. `{"round", "tables", "bye"}`.
"""

from typing import Any, NamedTuple

from scorekeeper.clubs.tournaments.desk import Round, desk_of
from scorekeeper.clubs.tournaments.keeping import change_desk
from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.store.club_models import Tournament
from scorekeeper.tournaments import answers
from scorekeeper.tournaments.changes.rounds import seating_of
from scorekeeper.tournaments.check import Difference, differences
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.hall import numbers_for


class Plan(NamedTuple):
    """A round that may be published. `differs`: what the rule would not have done; `rematches`: what it cannot avoid.

    `by_hand`: somebody has changed it; `again`: it is published already, and would be seated anew.
    """

    number: int
    round: Round
    differs: list[Difference]
    rematches: list[list[int]]
    by_hand: bool
    again: bool


def next_plan(tournament: Tournament) -> Plan | None:
    """The next round; None where nothing is left to play. Raises Refusal, also while a round is open."""
    number = len(tournament.document.get("rounds") or []) + 1
    kept = _kept(tournament, number)
    if kept is not None:
        try:
            return _judged(tournament, number, kept, again=False)
        except Refusal:
            pass  # somebody has entered or left since: the rule pairs again
    paired = answers.pair(tournament.document)
    if paired["tables"] is None:
        return None
    tables = _in_the_hall(tournament, paired["tables"])
    return Plan(number, {**paired, "tables": tables}, [], paired["rematches"], by_hand=False, again=False)


def _in_the_hall(tournament: Tournament, tables: list[Round]) -> list[Round]:
    """Tables 1, 2, … under the numbers that there are in the hall."""
    numbers = numbers_for(desk_of(tournament)["hall"], max((each["table"] for each in tables), default=0))
    return [{**each, "table": numbers[each["table"] - 1]} for each in tables]


def last_plan(tournament: Tournament) -> Plan:
    """The round that was published last, to be seated anew. Raises Refusal where there is none."""
    number = len(tournament.document.get("rounds") or [])
    if not number:
        raise refuse(None, None, _("No round is published yet"))
    kept = _kept(tournament, number)
    return _judged(tournament, number, kept or seating_of(tournament.document["rounds"][-1]), again=True)


def _kept(tournament: Tournament, number: int) -> Round | None:
    """What stands on the desk for that round."""
    kept = desk_of(tournament)["proposal"]
    return kept if kept is not None and kept.get("round") == number else None


def _judged(tournament: Tournament, number: int, kept: Round, *, again: bool) -> Plan:
    rounds = (tournament.document.get("rounds") or [])[: number - 1]
    found = differences(read({**tournament.document, "rounds": [*rounds, seating_of(kept)]}), since=number)
    return Plan(number, kept, found, [], by_hand="round" in kept, again=again)


def keep(tournament: Tournament, plan: Plan, changed: Round) -> None:
    """Put a changed round on the desk. The caller commits. Raises Refusal where it cannot be."""
    kept = {"round": plan.number, **seating_of(changed)}
    _judged(tournament, plan.number, kept, again=plan.again)
    change_desk(tournament, lambda desk: {**desk, "proposal": kept})


def drop(tournament: Tournament) -> None:
    """Forget what was changed by hand. The caller commits."""
    change_desk(tournament, lambda desk: {**desk, "proposal": None})


def exchanged(proposal: Round, one: int, other: int) -> Round:
    """The round with two entrants in each other's places, of which one may be the bye. Raises Refusal."""
    taken = {one: other, other: one}
    here = {each for table in proposal["tables"] for side in table["sides"] for each in _ids(side)}
    here |= set(_ids(proposal["bye"]))
    for number in (one, other):
        if number not in here:
            raise refuse("one" if number == one else "other", None, _("{number} is not in this round"), number=number)
    tables = [
        {"table": each["table"], "sides": [_with(side, taken) for side in each["sides"]]} for each in proposal["tables"]
    ]
    return {**proposal, "tables": tables, "bye": _with(proposal["bye"], taken)}


def moved(proposal: Round, one: int, other: int) -> Round:
    """The round with two tables in each other's places; a number that is free is taken. Raises Refusal."""
    if all(each["table"] != one for each in proposal["tables"]):
        raise refuse("one", None, _("There is no table {table} in this round"), table=one)
    taken = {one: other, other: one}
    tables = [{**each, "table": taken.get(each["table"], each["table"])} for each in proposal["tables"]]
    return {**proposal, "tables": sorted(tables, key=lambda each: each["table"])}


def _ids(side: Any) -> list[int]:
    """A side or a bye as a list of ids."""
    return [] if side is None else side if isinstance(side, list) else [side]


def _with(side: Any, taken: dict[int, int]) -> Any:
    if isinstance(side, list):
        return [taken.get(each, each) for each in side]
    return taken.get(side, side)
