"""The places of a finished match: the winner, then by the order of going out and by totals."""

from typing import TypedDict

from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.match_state import MatchState


class Place(TypedDict):
    """A side's place, which sides with equal totals share. `out`: the hand with which the side went out for good.

    `out` is 0 if that hand is not among the newest ones of a long match, None if the side did not go out.
    """

    place: int
    side: int
    out: "int | None"


def places_of(state: MatchState) -> "list[Place]":
    """Returns the sides in the order of their places.

    The winner is first, then the sides that stayed in, then those that went out, the latest first; then by total.
    """
    best = 1 if game_of(state).is_lowest_best(state["options"]) else -1  # type: ignore[arg-type]
    gone = _gone(state)

    def rank(side: int) -> "tuple[bool, bool, int, int]":
        return side != state["winner"], side in gone, -gone.get(side, 0), best * state["sides"][side]["total"]

    ranks = sorted([(rank(side), side) for side in range(len(state["sides"]))])
    only = [each for each, _side in ranks]
    return [{"place": only.index(each) + 1, "side": side, "out": gone.get(side)} for each, side in ranks]


def _gone(state: MatchState) -> "dict[int, int]":
    """Returns the hand with which each side went out and did not come back, by side."""
    limit = game_of(state).limit_of(state["options"])  # type: ignore[arg-type]
    gone: dict[int, int] = {}
    if limit is None:
        return gone
    counted = [hand for hand in state["hands"] if hand["counts"]]
    for hand in counted:
        for side, total in enumerate(hand["totals"]):
            if total < limit:
                gone.pop(side, None)
            elif side not in gone:
                gone[side] = 0 if state["first"] > 1 and hand is counted[0] else hand["number"]
    return gone
