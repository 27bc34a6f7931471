"""A finished match as a play for BG Stats, an app that collects results of games.

The page links to the app's address with the play in it; the app asks before it saves anything
(https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/).
"""

from typing import Any

from scorekeeper.games.engine.base import Setup
from scorekeeper.games.engine.checks import minutes_between
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.match_state import HandState, MatchState, PlayerState, SideState

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="  # followed by the play as JSON, percent-encoded
LONGEST = 600  # minutes: a match that took longer was interrupted, so its time is not shown


def minutes_of(counted: "list[HandState]") -> "int | None":
    """Returns the minutes from the first to the last hand; None if they are unknown, 0 or too many."""
    minutes = minutes_between(counted[0]["at"], counted[-1]["at"]) if counted else None
    return minutes if minutes is not None and 0 < minutes <= LONGEST else None


def play_of(setup: Setup, state: MatchState, place: str) -> "dict[str, Any] | None":
    """Returns a finished match as BG Stats reads it; None for any other match, or one without a hand.

    `winner` is always given, because the app for Android fails without it. The player after the first dealer begins.
    """
    counted = [hand for hand in state["hands"] if not hand["struck"]]
    if state["status"] != "finished" or not counted:
        return None
    last, lowest = counted[-1]["at"], game_of(setup).is_lowest_best(setup["options"])
    first_seat = (setup["first_dealer"] + 1) % len(state["seats"])
    places = [(not side["won"], side["total"] if lowest else -side["total"]) for side in state["sides"]]
    play: dict[str, Any] = {
        "sourceName": "Scorekeeper",
        "sourcePlayId": counted[0]["at"][:19] + " " + str(state["number"]),
        "playDate": last[:10] + " " + last[11:19],  # in UTC
        "game": {
            "name": state["title"],
            "sourceGameId": state["game"],
            "highestWins": not lowest,
            "noPoints": False,
        },
        "players": [
            _player(side, player, len([other for other in places if other < places[side["index"]]]), first_seat)
            for side in state["sides"]
            for player in side["players"]
        ],
        "comments": ". ".join(state["ended"]),
    }
    minutes = minutes_of(counted) if state["first"] <= 1 else None
    if minutes is not None:
        play["durationMin"] = minutes
    if place:
        play["location"] = place
    return play


def _player(side: SideState, player: PlayerState, better: int, first_seat: int) -> "dict[str, Any]":
    """Returns a player with the points of the side, which `better` sides are ahead of."""
    return {
        "name": player["name"],
        "sourcePlayerId": player["name"],
        "startPlayer": player["seat"] == first_seat,
        "score": side["total"],
        "rank": better + 1,
        "winner": side["won"],
        "team": side["name"] if len(side["players"]) > 1 else "",
    }
