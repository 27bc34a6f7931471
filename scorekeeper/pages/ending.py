"""What is worth telling of a match that is over: by how much it was won, and what was remarkable on the way."""

from typing import Any, TypedDict

from scorekeeper.games.engine.match_state import HandState, MatchState
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import ngettext

LEAST_TO_TELL = 2  # hands


class Fact(TypedDict):
    """A figure of a match, and the side that it belongs to (None: no side's)."""

    title: str
    side: "int | None"
    text: str


def ending_of(state: MatchState) -> "dict[str, Any]":
    """The end of a match: `sentence`, empty where nobody won, and `facts`.

    A page that shows the newest hands of a long match only has no facts.
    """
    counted = [hand for hand in state["hands"] if not hand["struck"]]
    whole = state["first"] <= 1 and len(counted) >= LEAST_TO_TELL
    return {"sentence": _sentence(state, counted if whole else []), "facts": _facts(counted) if whole else []}


def _sentence(state: MatchState, counted: "list[HandState]") -> str:
    winner = state["winner"]
    if winner is None or len(state["sides"]) < 2:
        return ""
    others = [side["total"] for side in state["sides"] if side["index"] != winner]
    own = state["sides"][winner]["total"]
    margin = min([abs(own - other) for other in others])
    hands = state["hand"] - 1
    text = ngettext("By %(margin)s after one hand.", "By %(margin)s after %(num)s hands.", hands, margin=margin)
    behind = _furthest_behind(winner, counted) if len(state["sides"]) == 2 else ""
    return text + " " + _("They were %(score)s behind.", score=behind) if behind else text


def _furthest_behind(winner: int, counted: "list[HandState]") -> str:
    """The score at which the winner of two sides was furthest behind; empty where that never was."""
    worst, score = 0, ""
    for hand in counted:
        own, other = hand["totals"][winner], hand["totals"][1 - winner]
        if hand["best"] == other and abs(other - own) > worst:
            worst, score = abs(other - own), str(own) + " – " + str(other)
    return score.replace("-", "−")


def _facts(counted: "list[HandState]") -> "list[Fact]":
    facts: list[Fact] = []
    points, side = max([(points, -side) for hand in counted for side, points in enumerate(hand["points"])])
    if points > 0:
        facts.append({"title": _("Biggest hand"), "side": -side, "text": "+" + str(points)})
    length, leader = _longest_lead(counted)
    if length:
        text = ngettext("one hand", "%(num)s hands", length)
        facts.append({"title": _("Longest lead"), "side": leader, "text": text})
    return facts


def _longest_lead(counted: "list[HandState]") -> "tuple[int, int]":
    """For how many hands in a row one side was ahead alone, at the longest, and which; 0 where nobody ever was."""
    longest, leader, run, last = 0, 0, 0, -1
    for hand in counted:
        ahead = [side for side, total in enumerate(hand["totals"]) if total == hand["best"]]
        run = run + 1 if ahead == [last] else 1 if len(ahead) == 1 else 0
        last = ahead[0] if len(ahead) == 1 else -1
        if run > longest:
            longest, leader = run, last
    return longest, leader
