"""What the matches of a tournament's table say came out there, and whether both sides agree with that."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.clubs.approval import confirmed_by
from scorekeeper.games.engine.match import game_of
from scorekeeper.store.models import Match
from scorekeeper.tournaments.model import Scoring

SIDES = (0, 1)


class Told(NamedTuple):
    """`outcome` is as `changes.results.enter_result` takes it, empty where the matches do not say what came out.

    `counted` are the matches that it hangs on; `is_over` says that none of them goes on and no other has to follow,
    `is_early` that one was stopped before its end.
    """

    outcome: dict[str, Any]
    counted: tuple[Match, ...]
    is_over: bool
    is_early: bool


def told_by(scoring: Scoring, matches: Sequence[Match]) -> Told:
    """What a table's matches, in their order, say by the tournament's scoring.

    Decision: what was played beyond the match, or beyond the legs that decide it, counts for nothing.
    """
    if scoring.kind == "match" and scoring.best_of > 1:
        return _legs(scoring, matches)
    if not matches or not _is_over(matches[0]):
        return Told({}, tuple(matches[:1]), is_over=False, is_early=False)
    match = matches[0]
    outcome = _points(match) if scoring.kind == "vp" else _won(match)
    return Told(outcome, (match,), is_over=True, is_early=was_stopped(match) and not _is_played_out(scoring, match))


def _is_over(match: Match) -> bool:
    return match.status != "in_progress" and len(match.setup["sides"]) == len(SIDES)


def was_stopped(match: Match) -> bool:
    """Whether the players or the arbiter ended the match before its rules did."""
    return match.status == "stopped" or match.table["won_by"] == "stopped"


def _is_played_out(scoring: Scoring, match: Match) -> bool:
    """Whether the hands of the round were played before it was stopped, in a game that does not count them itself."""
    hands = match.table["hands"] - (match.table["won_by"] == "stopped")  # to stop an open match is an entry of its own
    return scoring.kind == "vp" and hands >= scoring.hands


def _points(match: Match) -> dict[str, Any]:
    """The totals; below zero where the lowest one wins, as more points win a table (TOU-1, TOU-2)."""
    sign = -1 if game_of(match.setup).is_lowest_best(match.setup["options"]) else 1
    return {"points": [sign * total for total in match.table["totals"]]}


def _won(match: Match) -> dict[str, Any]:
    """Who won a single match: by points where they say so, else as a leg; of a draw only where points are equal."""
    told, winner = _points(match), match.winner if match.winner is not None else _leader(match)
    points = told["points"]
    if winner is None:
        return told if points[0] == points[1] else {}
    if points[winner] > points[1 - winner]:
        return told
    return {"legs": [int(side == winner) for side in SIDES], **told}


def _leader(match: Match) -> int | None:
    """Who leads in a match that was stopped without a winner; nobody in one that ended in a draw."""
    totals = match.table["totals"]
    if match.status != "stopped" or totals[0] == totals[1]:
        return None
    return totals.index(game_of(match.setup).best_of(totals, match.setup["options"]))


def _legs(scoring: Scoring, matches: Sequence[Match]) -> Told:
    """Legs won up to the one that decides; drawn and stopped ones are nobody's."""
    legs, points, counted, early = [0, 0], [0, 0], list[Match](), False
    for match in matches:
        counted.append(match)
        if not _is_over(match):
            break
        early, told = early or match.status == "stopped", _points(match)["points"]
        for side in SIDES:
            legs[side] += match.winner == side
            points[side] += told[side]
        if is_decided(scoring, legs):
            return Told({"legs": legs, "points": points}, tuple(counted), is_over=True, is_early=early)
    return Told({}, tuple(counted), is_over=False, is_early=early)


def is_decided(scoring: Scoring, legs: Sequence[int]) -> bool:
    """Whether no other leg is played: one side has enough of them, or all of an even number are shared."""
    return max(legs) >= scoring.legs_to_win or sum(legs) >= scoring.best_of > 1


def agreeing(match: Match) -> list[int]:
    """The sides that agree with how a match ended; both where an arbiter has approved it."""
    return list(SIDES) if match.locked is not None else confirmed_by(match) or []


def is_confirmed(told: Told, confirm: str) -> bool:
    """Whether both sides agree with all that counts; where nobody was to `confirm` anything, they do."""
    return not confirm or all(len(agreeing(match)) == len(SIDES) for match in told.counted)
