"""The system `groups`: a round robin in small groups, then a knock-out of each group's best (TOU-16, TOU-24)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from scorekeeper.games.engine.base import N_
from scorekeeper.tournaments import schedule, stages
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import FIRST, MOST_ROUNDS, THIRD_PLACE, Whole
from scorekeeper.tournaments.pairing import Draft, next_number
from scorekeeper.tournaments.schedule import Game
from scorekeeper.tournaments.system import Variant
from scorekeeper.tournaments.systems.knockout import Knockout, knockout_rounds

SIZE = Whole("size", N_("Groups: size"), "TOU-16", usual="4", beside=True, low=2, high=MOST_ROUNDS)
QUALIFY = Whole("qualify", N_("Groups: how many qualify"), "TOU-16", usual="2", high=MOST_ROUNDS)
AGAIN = "groups-again"  # the variant with groups of the qualified


class Groups(Knockout):
    """Groups, perhaps groups of the qualified again, then a knock-out."""

    kind = "groups"
    title = N_("Groups, then knock-out")
    blurb = N_("Everybody meets everybody in small groups. The best of each play a knock-out.")
    settings: ClassVar[Mapping[str, Any]] = {"then": {"kind": "knockout"}}
    others = (
        Variant(
            kind,
            AGAIN,
            N_("Groups twice, then knock-out"),
            N_("The best of the groups play in new groups, and the best of these a knock-out."),
            {"then": {"kind": "groups", "then": {"kind": "knockout"}}},
        ),
    )
    options = (
        SIZE,
        QUALIFY,
        replace(SIZE, label=N_("Second groups: size"), field="second_size", path=("then",), variants=(AGAIN,)),
        replace(
            QUALIFY,
            label=N_("Second groups: how many qualify"),
            field="second_qualify",
            path=("then",),
            variants=(AGAIN,),
        ),
        replace(THIRD_PLACE, path=("then",), variants=("groups",)),
        replace(THIRD_PLACE, path=("then", "then"), variants=(AGAIN,)),
    )
    meeting_rule = "TOU-16"
    has_groups = True

    @property
    def name(self) -> str:
        """The name on papers."""
        return self.title if self.then is None else self.others[0].title

    @classmethod
    def read(cls, fields: Fields, entrants: int, at_start: int) -> "Groups":
        """Reads the settings of the groups, and of what follows (TOU-24)."""
        fields.only(("kind", "first", "forbidden", "size", "qualify", "then"))
        return _read(fields, FIRST.read(fields)["first"], entrants)

    def members(self, tournament: Tournament) -> set[int]:
        """Returns the entrants of the next round: in groups all of the stage who take part, then all still in."""
        if not _in_groups(tournament):
            return super().members(tournament)
        number = next_number(tournament)
        return tournament.entrants_in(number).intersection(stages.stage_of(tournament, number).members)

    def is_over(self, tournament: Tournament) -> bool:
        """True if the groups are played, and the knock-out has a winner."""
        return not _in_groups(tournament) and super().is_over(tournament)

    def pair(self, tournament: Tournament) -> Draft:
        """Returns the next round, in groups or of the knock-out."""
        if not _in_groups(tournament):
            return super().pair(tournament)
        stage = stages.stage_of(tournament, next_number(tournament))
        return schedule.pair_by(tournament, stage.rounds, stage.start, self.members(tournament))

    def planned_rounds(self, tournament: Tournament) -> int:
        """Returns the number of rounds in groups and of the knock-out; 0 before the last stage begins."""
        last = stages.stages(tournament)[-1]
        qualified = sum(min(last.system.qualify, len(group)) for group in last.groups)
        return last.end + knockout_rounds(qualified) if stages.are_known(tournament) else 0

    def rounds_needed(self, tournament: Tournament, number: int) -> int:
        """Returns the rounds to complete first: all before a knock-out round; the first stage before later ones."""
        if self.is_knockout(tournament, number):
            return number - 1
        first = stages.stages(tournament)[0]
        return first.end if number > first.end else 0

    def is_knockout(self, tournament: Tournament, number: int) -> bool:
        """True for the rounds after the groups."""
        return stages.are_known(tournament) and number > stages.group_rounds(tournament)

    def games(self, tournament: Tournament) -> list[list[Game]]:
        """Returns the games of the first groups."""
        return schedule.group_games(schedule.groups(tournament))


def _in_groups(tournament: Tournament) -> bool:
    """True if the next round is still played in groups."""
    return len(tournament.rounds) < stages.group_rounds(tournament) or not stages.are_known(tournament)


def _read(fields: Fields, first: str, entrants: int, *, again: bool = True) -> Groups:
    """Reads the settings of groups for this number of entrants; `again` allows groups of the qualified."""
    size = SIZE.read(fields)["size"]
    qualify = fields.whole("qualify", QUALIFY.rule, QUALIFY.low, size)
    groups = -(-entrants // size)
    if qualify is not None and groups * qualify < 2:
        fields.refuse("qualify", "TOU-16", N_("At least two must go on to the knock-out"))
    system = Groups(first=first, size=size, qualify=size if qualify is None else qualify)
    then = fields.group("then")
    kind = None if then is None else then.choice("kind", "TOU-16", ("knockout", "groups") if again else ("knockout",))
    if then is None or kind is None:
        return system
    if kind == "knockout":
        then.only(("kind", "third_place"))
        return replace(system, **THIRD_PLACE.read(then))
    then.only(("kind", "size", "qualify", "then"))
    sizes = [entrants // groups + (index < entrants % groups) for index in range(groups)]
    second = _read(then, first, sum(min(system.qualify, size) for size in sizes), again=False)
    return replace(system, third_place=second.third_place, then=second)
