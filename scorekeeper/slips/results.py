"""Turns the rows of a slip into a result with doubts.

Victory points have to follow from the points (TOU-1), legs have to end the match (TOU-2), and the game has to be able
to give the points (TOU-26). If the victory points follow from none of the points that may be meant, the victory points
are in doubt; clear points are not.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.games.engine.base import N_
from scorekeeper.slips.fields import WHY, Doubt, Number, both, doubt, is_marked
from scorekeeper.slips.marks import ABSENT, LEGS, PAIR, POINTS, VP
from scorekeeper.slips.rows import BLANK, Row, RowKey
from scorekeeper.tournaments.check import reasons
from scorekeeper.tournaments.model import Scoring, Table, Tournament, Two
from scorekeeper.tournaments.scoring import WHOLE, side_scores, winner
from scorekeeper.tournaments.systems import is_knockout

Pair = tuple[int | None, int | None]
Numbers = tuple[Number, Number]
UNKNOWN: Pair = (None, None)
GRAIN = "grain"
DOUBTFUL = {
    GRAIN: N_("The game gives no such number of points"),
    "most": N_("More points than so many hands can give"),
    "difference": N_("A larger difference than so many hands can give"),
}


class Result(NamedTuple):
    """The result read from a slip. Pairs are None if they do not count in the tournament; a number in doubt is None."""

    points: Pair | None = None
    vp: Pair | None = None
    legs: Pair | None = None
    absent: int | None = None
    doubts: tuple[Doubt, ...] = ()


class Draft:
    """The numbers of a result while they are checked: a number that is taken back becomes None and leaves a doubt."""

    def __init__(self) -> None:
        self.values: dict[str, list[int | None]] = {}
        self.doubts: list[Doubt] = []

    def read(self, name: str, numbers: Sequence[Number]) -> None:
        """Stores the sides' numbers, with a doubt for each that is None."""
        self.values[name] = [number.value for number in numbers]
        for side, number in enumerate(numbers):
            if number.value is None:
                self.doubts.append(doubt(f"{name}.{side}", number.why))

    def pair(self, name: str) -> Two | None:
        """Returns both numbers; None if one of them is in doubt."""
        one, other = self.values[name]
        return None if one is None or other is None else (one, other)

    def take_back(self, names: Iterable[str], message: str, **params: Any) -> None:
        """Takes back all sides' numbers of these names, with one doubt for each name."""
        for name in names:
            self.doubts = [each for each in self.doubts if each.field not in (f"{name}.0", f"{name}.1")]
            self.values[name] = [None] * len(self.values[name])
            self.doubts.append(doubt(name, message, **params))

    def take_back_one(self, name: str, side: int, message: str, **params: Any) -> None:
        """Takes back one side's number."""
        self.values[name][side] = None
        self.doubts.append(doubt(f"{name}.{side}", message, **params))

    def result(self) -> Result:
        """Returns the result: the numbers that were not taken back, and the doubts."""
        pairs: dict[str, Pair] = {name: (one, other) for name, (one, other) in self.values.items()}
        return Result(pairs.get(POINTS), pairs.get(VP), pairs.get(LEGS), doubts=tuple(self.doubts))


def result_of(rows: Mapping[RowKey, Row], tournament: Tournament, number: int, table: Table) -> Result:
    """Returns the result read from a table's slip of round `number`."""
    absent = [is_marked(rows, ABSENT, side) for side in range(PAIR)]
    if True in absent:
        return _of_absent(rows, tournament, table, absent)
    draft, scoring = Draft(), tournament.scoring
    for side, seen in enumerate(absent):
        if seen is None:
            draft.doubts.append(doubt(f"{ABSENT}.{side}", WHY[rows[f"{ABSENT}.{side}", None, ""].doubt]))
    one, other = (_possible(tournament, table, number) for number in both(rows, POINTS))
    points = one, other
    if scoring.kind == VP:
        draft.read(POINTS, points)
        _agree_on_vp(draft, scoring, points, both(rows, VP))
    elif scoring.best_of > 1:
        _agree_on_legs(draft, scoring, points, both(rows, LEGS))
    else:
        draft.read(POINTS, points)
        refuse_unproved(draft, POINTS, points)
    _refuse_impossible(draft, tournament, table)
    _refuse_draw(draft, tournament, number, table)
    return draft.result()


def _of_absent(rows: Mapping[RowKey, Row], tournament: Tournament, table: Table, absent: list[bool | None]) -> Result:
    """Returns the result of a table at which a side did not play; in doubt if anything else is marked."""
    scoring = tournament.scoring
    counted = [POINTS, *([VP] if scoring.kind == VP else []), *([LEGS] if scoring.best_of > 1 else [])]
    unknown: dict[str, Any] = dict.fromkeys(counted, UNKNOWN)
    if absent != [True, False] and absent != [False, True]:
        return Result(**unknown, doubts=(doubt(ABSENT, N_("Which side did not play?")),))
    side = absent.index(True)
    if any(not row.is_blank for (name, *_place), row in rows.items() if not name.startswith(ABSENT)):
        message = N_("Both “did not play” and a result are marked")
        return Result(**unknown, doubts=(doubt(f"{ABSENT}.{side}", message),))
    if len(table.sides[side]) > 1:
        return Result(doubts=(doubt(f"{ABSENT}.{side}", N_("Which of the two did not play?")),))
    return Result(absent=table.sides[side][0])


def _agree_on_vp(draft: Draft, scoring: Scoring, points: Numbers, vp: Numbers) -> None:
    """Takes back numbers that nothing confirms, and points that may be others from which the victory points follow.

    If these follow from none, or might with either side's points, they are in doubt, and clear points are not.
    """
    draft.read(VP, vp)
    pair, marked = draft.pair(POINTS), draft.values[VP]
    if pair is None:
        refuse_unproved(draft, POINTS, points)
        _refuse_sum(draft, vp)
        return
    follows = _vp_of(scoring, pair)
    agrees, asked = _fits(follows, marked), []
    for side, number in enumerate(points):
        possible = number.others if agrees else number.others + number.longer
        instead = ((other, pair[1]) if side == 0 else (pair[0], other) for other in possible)
        if any(_fits(_vp_of(scoring, other), marked) for other in instead):
            asked.append(side)
    if agrees or len(asked) == 1:
        for side in asked:
            draft.take_back_one(POINTS, side, points[side].why)
    else:
        text = N_("These points give {one}–{other} VP, not what is marked")
        draft.take_back((VP,), text, one=follows[0], other=follows[1])
        # One question is enough: an empty row is no second one, and the points read are filled in.
        refuse_unproved(
            draft, POINTS, [each._replace(others=()) if each.why == WHY[BLANK] else each for each in points]
        )


def _fits(follows: Two, marked: list[int | None]) -> bool:
    return all(value in (None, right) for value, right in zip(marked, follows, strict=True))


def _vp_of(scoring: Scoring, points: Two) -> Two:
    one, other = side_scores(scoring, Table(1, ((1,), (2,)), points=points))
    return one.main, other.main


def refuse_unproved(draft: Draft, name: str, numbers: Sequence[Number]) -> None:
    """Takes back numbers that have other possible values, because nothing rules those out."""
    for side, number in enumerate(numbers):
        if number.others:
            draft.take_back_one(name, side, number.why)


def _refuse_sum(draft: Draft, vp: Numbers) -> None:
    """Takes back victory points whose sum is not 20: without points only the sum confirms them."""
    pair = draft.pair(VP)
    if pair is None:
        refuse_unproved(draft, VP, vp)
    elif sum(pair) != WHOLE:
        text = N_("{one} and {other} VP are {sum}, not {whole}")
        draft.take_back((VP,), text, one=pair[0], other=pair[1], sum=sum(pair), whole=WHOLE)


def _agree_on_legs(draft: Draft, scoring: Scoring, points: Numbers, legs: Numbers) -> None:
    """Takes back legs that do not end the match; points may be left out on both sides."""
    draft.read(LEGS, legs)
    if not all(number.is_blank for number in points):
        draft.read(POINTS, points)
        refuse_unproved(draft, POINTS, points)
    pair = draft.pair(LEGS)
    if pair is None:
        refuse_unproved(draft, LEGS, legs)
        return
    one, other = legs
    instead = [(mine, pair[1]) for mine in one.others] + [(pair[0], theirs) for theirs in other.others]
    if not _ends(scoring, pair):
        text = N_("These are not the legs of a finished match of {legs}")
        draft.take_back((LEGS,), text, legs=scoring.best_of)
    elif any(_ends(scoring, others) for others in instead):
        draft.take_back((LEGS,), (one if one.others else other).why)


def _ends(scoring: Scoring, legs: Two) -> bool:
    """True if these can be the legs of a finished match (TOU-2)."""
    if scoring.best_of % 2:
        return max(legs) == scoring.legs_to_win > min(legs)
    return sum(legs) <= scoring.best_of


def _refuse_impossible(draft: Draft, tournament: Tournament, table: Table) -> None:
    """Takes back points that the game cannot give, or not in so many hands (TOU-26)."""
    values = draft.values.get(POINTS, [None, None])
    for side, value in enumerate(values):
        if value is not None and GRAIN in _reasons(tournament, table, (value, value)):
            draft.take_back_one(POINTS, side, DOUBTFUL[GRAIN])
    pair = draft.pair(POINTS) if POINTS in draft.values else None
    for why in _reasons(tournament, table, pair) if pair else ():
        draft.take_back((POINTS,), DOUBTFUL[why])


def _possible(tournament: Tournament, table: Table, number: Number) -> Number:
    """Returns the number without other values that the game cannot give."""
    others, longer = (
        tuple(other for other in values if GRAIN not in _reasons(tournament, table, (other, other)))
        for values in (number.others, number.longer)
    )
    return number._replace(others=others, longer=longer)


def _reasons(tournament: Tournament, table: Table, points: Two) -> list[str]:
    return list(reasons(tournament, Table(table.number, table.sides, points=points)))


def _refuse_draw(draft: Draft, tournament: Tournament, number: int, table: Table) -> None:
    """Takes back a draw in a knock-out."""
    name = LEGS if LEGS in draft.values else POINTS
    pair = draft.pair(name)
    if pair is None or not is_knockout(tournament, number):
        return
    decided = replace(table, legs=pair) if name == LEGS else replace(table, points=pair)
    if winner(tournament.scoring, decided) is None:
        draft.take_back((name,), N_("A knock-out has no draws"))
