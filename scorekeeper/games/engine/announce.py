"""What is said at the table: before a hand, and when the match is over. The same wherever it is shown."""

from .base import Setup, Table, Words, _
from .match import game_of, next_hand


def before_the_hand(setup: Setup, table: Table) -> Words:
    """What the table must know before the next hand, beyond the dealer; an empty list when there is nothing."""
    if table["status"] != "in_progress":
        return []
    return game_of(setup).announced(setup, table, next_hand(setup, table))


ENDINGS = {
    "target": _("{who} reaches the target"),
    "stopped": _("The players stopped: {who} has the most points"),
}


def how_it_ended(setup: Setup, table: Table) -> Words:
    """Why a match is over, and how many games it is worth if more than one; an empty list while it goes on."""
    if table["status"] == "in_progress":
        return []
    winner = table["winner"]
    if winner is None:
        drawn = game_of(setup).endings.get(str(table["won_by"]) + "_drawn")
        return [[drawn or _("The players stopped: equal points, a draw"), {}]]
    games = table["games"][winner]
    said: Words = [[ending_of(setup, table["won_by"]), {"who": setup["sides"][winner]["name"]}]]
    if games > 1:
        said.append([_("The match counts as {games} games"), {"games": games}])
    return said


ENDINGS_OF_THE_LOWEST = {
    "target": _("The target is reached: {who} has the lowest total"),
    "stopped": _("The players stopped: {who} has the fewest points"),
}


def ending_of(setup: Setup, won_by: "str | None") -> str:
    """What is said of whoever won in that way: a message with the place `{who}`."""
    game, way = game_of(setup), won_by or ""
    usual = ENDINGS_OF_THE_LOWEST if game.is_lowest_best(setup["options"]) else ENDINGS
    return game.endings.get(way) or usual.get(way) or _("{who} wins the match")
