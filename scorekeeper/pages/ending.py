"""What is worth telling of a match that is over: by how much it was won, and what was remarkable on the way."""

from typing import Any, TypedDict

from scorekeeper.games.engine.base import Setup
from scorekeeper.games.engine.checks import minutes_between
from scorekeeper.games.engine.match_state import HandState, MatchState
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import ngettext
from scorekeeper.pages.result_page import Series, series_text

LEAST_TO_TELL = 2  # hands
LONGEST = 600  # minutes: a match that was left for longer has no time


class Fact(TypedDict):
    """A figure of a match, and the side that it belongs to (None: no side's)."""

    title: str
    side: "int | None"
    text: str


def ending_of(setup: Setup, state: MatchState, series: "Series | None") -> "dict[str, Any]":
    """The end of a match: `sentence`, empty where nobody won by points, and `facts`.

    `order`: the sides, the winner first; `next_dealer`: of a rematch; `evening`: the matches won by each side and the
    same as a text, None where this is their only match.

    A page that shows the newest hands of a long match only has no facts.
    """
    counted = [hand for hand in state["hands"] if not hand["struck"]]
    whole = state["first"] <= 1 and len(counted) >= LEAST_TO_TELL
    seats = state["seats"]
    text = series_text(series) if series else ""
    return {
        "order": sorted(range(len(state["sides"])), key=lambda side: side != state["winner"]),
        "sentence": _sentence(state, counted if whole else []),
        "facts": _facts(counted) if whole else [],
        "next_dealer": seats[(setup["first_dealer"] + 1) % len(seats)],
        "evening": {"wins": series["wins"], "text": text} if series and text else None,
    }


def _sentence(state: MatchState, counted: "list[HandState]") -> str:
    winner = state["winner"]
    if winner is None or len(state["sides"]) < 2 or not state["sides"][winner]["leads"]:
        return ""  # a claim that failed, for one, is won by who has fewer points
    others = [side["shown"] for side in state["sides"] if side["index"] != winner]
    own = state["sides"][winner]["shown"]
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
    minutes = minutes_between(counted[0]["at"], counted[-1]["at"])
    if minutes is not None and 0 < minutes <= LONGEST:
        facts.append({"title": _("Time"), "side": None, "text": _("%(minutes)s min", minutes=minutes)})
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
