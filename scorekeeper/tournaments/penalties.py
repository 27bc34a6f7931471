"""Penalties of the federation's code that an arbiter gives with one tap: each becomes a ruling (TOU-5).

Source: F.I.Bur. Codice di gara, as quoted on eburraco.com ("Tornei di burraco: il ritardo", "Le irregolarità nel
burraco internazionale"): up to five minutes late a warning, more than five 100 MP, two warnings 1 VP with the MP that
go with it. Being more than ten minutes late loses the table (TOU-6): that is a result, not a ruling. Decision: slow
play counts as lateness.
"""

from typing import Any, NamedTuple

from scorekeeper.games.engine.base import _
from scorekeeper.tournaments.model import Scoring
from scorekeeper.tournaments.scoring import WHOLE, least_difference


class Penalty(NamedTuple):
    """A penalty: its code, the reason for the ruling (translated when it is shown), and the points to subtract.

    `mp` is None if the match points follow from the victory points.
    """

    code: str
    reason: str
    vp: int
    mp: int | None


PENALTIES = (
    Penalty("warning", _("Warning: late or slow"), 0, 0),
    Penalty("late", _("Over 5 minutes late or slow"), 0, 100),
    Penalty("second-warning", _("Second warning"), 1, None),
)
WARNING = PENALTIES[0]
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
