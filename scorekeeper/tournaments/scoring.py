"""Scores of a table: victory and match points (VP, MP), or tournament points (TP), legs and points; and penalties.

Rules TOU-1 … TOU-6 and TOU-27. VP tables: F.I.Bur. Codice di gara, January 2026, "Le tabelle".

Penalties of that code are given by an arbiter with one tap, and each becomes a ruling (TOU-5). Source: eburraco.com
("Tornei di burraco: il ritardo", "Le irregolarità nel burraco internazionale"): up to five minutes late a warning, more
than five 100 MP, two warnings 1 VP with the MP that go with it. Being more than ten minutes late loses the table
(TOU-6): that is a result, not a ruling. Decision: slow play counts as lateness.
"""

from typing import Any, NamedTuple

from scorekeeper.games.engine.base import N_
from scorekeeper.tournaments.model import Scoring, Table, Two

WHOLE = 20  # VP of a table
WINNERS_VP = range(10, WHOLE)
UPPER = {  # hands of a round → up to which difference the winner gets 10, 11, … 19 VP
    2: (40, 120, 200, 300, 400, 500, 620, 740, 870, 1000),
    3: (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    4: (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
}
GRAIN = 5  # every score that the game can give is a multiple of five
BYE_VP = {2: 14, 3: 14, 4: 12}


class Score(NamedTuple):
    """An entrant's score of one table: VP, MP and 0; or TP, difference of legs and difference of points."""

    main: int
    second: int
    third: int = 0


def vp_table(hands: int) -> tuple[tuple[int | None, int], ...]:
    """Returns the published VP table for rounds of `hands` hands: rows of `(upper difference, winner's VP)`."""
    bounded: list[tuple[int | None, int]] = list(zip(UPPER[hands], WINNERS_VP, strict=True))
    return (*bounded, (None, WHOLE))


def winners_vp(scoring: Scoring, difference: int) -> int:
    """Returns the winner's VP for a difference in points; equal points give each side 10 (TOU-1)."""
    if difference == 0:
        return WHOLE // 2
    return next(vp for upper, vp in scoring.table if upper is None or difference <= upper)


def scale(scoring: Scoring) -> list[tuple[int | None, int, int]]:
    """Returns the scores of a table by its lead in points, or legs if given: rows of `(upper lead, leader's, other's)`.

    Scores are VP, or TP; the last row has no upper lead.
    """
    if scoring.kind == "match":
        return [(0, scoring.draw, scoring.draw), (None, scoring.win, scoring.loss)]
    even = WHOLE // 2
    return [(0, even, even), *((upper, vp, WHOLE - vp) for upper, vp in scoring.table)]


def least_difference(scoring: Scoring, vp: int) -> int:
    """Returns the smallest difference in points, a multiple of five, for which the winner gets `vp` VP.

    Decision: in a custom table without exactly these VP, the smallest difference that gives more.
    """
    below = [upper for upper, winners in scoring.table if winners < vp and upper is not None]
    return ((below[-1] if below else 0) // GRAIN + 1) * GRAIN


def bye_score(scoring: Scoring) -> Score:
    """Returns the score of a bye (TOU-3), and of an entrant whose opponent forfeits (TOU-4)."""
    if scoring.kind == "match":
        return Score(scoring.win, scoring.legs_to_win)
    if scoring.bye is not None:
        return Score(*scoring.bye)
    return _on_time(scoring)


def _on_time(scoring: Scoring) -> Score:
    vp = BYE_VP[scoring.hands]
    return Score(vp, least_difference(scoring, vp))


def side_scores(scoring: Scoring, table: Table) -> tuple[Score, Score]:
    """Returns the scores of both sides of a decided table; it must not be decided by forfeit."""
    if table.late is not None:
        on_time = _on_time(scoring)
        late = Score(WHOLE - on_time.main, -on_time.second)
        return (late, on_time) if table.late in table.sides[0] else (on_time, late)
    if table.vp is not None and table.mp is not None:
        return Score(table.vp[0], table.mp[0]), Score(table.vp[1], table.mp[1])
    if scoring.kind == "vp":
        return _by_points(scoring, table.points)
    return _by_legs(scoring, table)


def _by_points(scoring: Scoring, points: Two | None) -> tuple[Score, Score]:
    difference = lead_in_points(scoring, points)
    vp = winners_vp(scoring, abs(difference))
    first = vp if difference > 0 else WHOLE - vp
    return Score(first, difference), Score(WHOLE - first, -difference)


def _by_legs(scoring: Scoring, table: Table) -> tuple[Score, Score]:
    legs = table.legs or (0, 0)
    lead = difference(scoring, table)
    shares = {0: (scoring.draw, scoring.draw), 1: (scoring.win, scoring.loss), -1: (scoring.loss, scoring.win)}
    mine, other = shares[(lead > 0) - (lead < 0)]
    first = Score(mine, legs[0] - legs[1], lead_in_points(scoring, table.points))
    return first, Score(other, -first.second, -first.third)


def difference(scoring: Scoring, table: Table) -> int:
    """Returns the first side's lead in legs, or in points if no legs are set (TOU-2)."""
    return table.legs[0] - table.legs[1] if table.legs else lead_in_points(scoring, table.points)


def lead_in_points(scoring: Scoring, points: Two | None) -> int:
    """Returns the first side's lead in points, 0 without points: by more, or by fewer if the lowest wins (TOU-27)."""
    one, other = points or (0, 0)
    return other - one if scoring.lowest else one - other


def scores(scoring: Scoring, table: Table) -> dict[int, Score]:
    """Returns the scores of all entrants at a decided table, by id.

    Decision: where single players are paired and one of them did not come, the other three were present (TOU-4).
    """
    if table.forfeit is not None:
        present = bye_score(scoring)
        absent = Score(scoring.loss if scoring.kind == "match" else 0, -present.second)
        return {entrant: absent if entrant == table.forfeit else present for entrant in table.ids}
    both_scores = side_scores(scoring, table)
    return {entrant: score for side, score in zip(table.sides, both_scores, strict=True) for entrant in side}


def winner(scoring: Scoring, table: Table) -> int | None:
    """Returns the winning side (0 or 1), by VP and then MP, or by legs or points (TOU-2); None for a draw."""
    if table.forfeit is not None:
        return 1 if table.forfeit in table.sides[0] else 0
    if scoring.kind == "match":
        return _ahead((difference(scoring, table),), (0,))
    return _ahead(*side_scores(scoring, table))


def _ahead(one: tuple[int, ...], other: tuple[int, ...]) -> int | None:
    """Returns 0 if `one` is greater, 1 if `other` is; None if they are equal."""
    return 0 if one > other else 1 if other > one else None


class Penalty(NamedTuple):
    """A penalty: its code, the reason for the ruling (translated when it is shown), and the points to subtract.

    `mp` is None if the match points follow from the victory points.
    """

    code: str
    reason: str
    vp: int
    mp: int | None


PENALTIES = (
    Penalty("warning", N_("Warning: late or slow"), 0, 0),
    Penalty("late", N_("Over 5 minutes late or slow"), 0, 100),
    Penalty("second-warning", N_("Second warning"), 1, None),
)
WARNING, SECOND_WARNING = PENALTIES[0], PENALTIES[-1]
REASONS = tuple(penalty.reason for penalty in PENALTIES)


def ruling_of(penalty: Penalty, scoring: Scoring) -> dict[str, Any]:
    """Returns the ruling's points and reason. The MP that go with n VP are the least difference for 10 + n VP."""
    mp = least_difference(scoring, WHOLE // 2 + penalty.vp) if penalty.mp is None else penalty.mp
    points = {name: -lost for name, lost in (("vp", penalty.vp), ("mp", mp)) if lost}
    return {**(points or {"vp": 0}), "reason": penalty.reason}


def warnings(document: dict[str, Any]) -> dict[int, int]:
    """Returns how many warnings each entrant has, by id; entrants without any are left out."""
    count: dict[int, int] = {}
    for ruling in document.get("rulings") or ():
        if ruling["reason"] == WARNING.reason:
            count[ruling["entrant"]] = count.get(ruling["entrant"], 0) + 1
    return count
