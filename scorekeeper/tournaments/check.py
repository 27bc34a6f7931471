"""Where a pairing made by hand differs from the rule (TOU-20): who meets again, one's own club, a second bye.

A round is compared with what the rule makes of the rounds before it: what it could not avoid either is no difference.
The rule is asked only where there is something that it might have avoided, as pairing every round again takes long.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from scorekeeper.games.engine.base import _
from scorekeeper.tournaments.model import Ids, Round, Tournament
from scorekeeper.tournaments.pairing import Draft, next_number
from scorekeeper.tournaments.systems import is_knockout, members, next_round

Sides = tuple[int, Ids, Ids]
Rule = Callable[[], Draft | None]
MEETING_RULES = {"round_robin": "TOU-15", "groups": "TOU-16", "mitchell": "TOU-14"}


class Difference(NamedTuple):
    """One thing that the rule would not have done. `table` is None for a bye."""

    round: int
    table: int | None
    entrants: list[int]
    kind: str
    rule: str
    message: str
    params: dict[str, Any]


@dataclass
class _History:
    """How often any two have met, and how many byes each has had."""

    meetings: Counter[frozenset[int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)

    def add(self, played: Round) -> None:
        self.meetings.update(frozenset(table.ids) for table in played.tables)
        self.byes.update(played.byes)


def differences(tournament: Tournament, since: int = 1) -> list[Difference]:
    """All of them, round by round; `since` is the first round that is asked about."""
    found: list[Difference] = []
    past = _History()
    for index, played in enumerate(tournament.rounds):
        if index + 1 >= since:
            found += _of_round(tournament.up_to(index), past, played)
        past.add(played)
    return found


def _of_round(before: Tournament, past: _History, played: Round) -> list[Difference]:
    @cache
    def rule() -> Draft | None:
        return next_round(before) if before.complete == len(before.rounds) else None

    made = [(table.number, *table.sides) for table in played.tables]
    return (
        _rematches(before, past, made, rule)
        + _same_clubs(before, made, rule)
        + _second_byes(before, past, played.byes, rule)
    )


def _avoidable(made: list[Sides], rule: Rule | None, is_bad: Callable[[Sides], bool]) -> list[Sides]:
    """The bad tables of a round that was made by hand; none where the rule's own round has as many."""
    bad = [table for table in made if is_bad(table)]
    draft = rule() if bad and rule is not None else None
    allowed = 0 if draft is None else sum(is_bad(table) for table in draft.tables)
    return bad if len(bad) > allowed else []


def _rematches(before: Tournament, past: _History, made: list[Sides], rule: Rule) -> list[Difference]:
    system = before.system
    if system.rematch or system.singles or is_knockout(before, next_number(before)):
        return []
    most = 1 if system.twice else 0
    allowing = None if system.kind in MEETING_RULES else rule  # a programme has no rematches that it could not avoid
    again = _avoidable(made, allowing, lambda table: past.meetings[frozenset(table[1] + table[2])] > most)
    by_rule = MEETING_RULES.get(system.kind, "TOU-11")
    return [_of_table(before, table, "rematch", by_rule, _("They have met before")) for table in again]


def _same_clubs(before: Tournament, made: list[Sides], rule: Rule) -> list[Difference]:
    if next_number(before) > before.system.apart_rounds:
        return []
    club = {entrant.id: entrant.club for entrant in before.entrants}
    same = _avoidable(
        made, rule, lambda table: club[table[1][0]] is not None and club[table[1][0]] == club[table[2][0]]
    )
    return [_of_table(before, table, "same_club", "TOU-12", _("They are from the same club")) for table in same]


def _of_table(before: Tournament, table: Sides, kind: str, rule: str, message: str) -> Difference:
    return Difference(next_number(before), table[0], list(table[1] + table[2]), kind, rule, message, {})


def _second_byes(before: Tournament, past: _History, byes: Ids, rule: Rule) -> list[Difference]:
    """Byes for who has had more than others, in the systems that give them to those with the fewest (TOU-13)."""
    if before.system.kind not in ("draw", "danese"):
        return []
    fewest = min((past.byes[each] for each in members(before)), default=0)
    second = [each for each in byes if past.byes[each] > fewest]
    draft = rule() if second else None
    if draft is None or len(second) <= sum(past.byes[each] > fewest for each in draft.byes):
        return []
    names = before.names
    text = _("{name} already had a bye; others have not")
    number = next_number(before)
    return [Difference(number, None, [each], "second_bye", "TOU-13", text, {"name": names[each]}) for each in second]
