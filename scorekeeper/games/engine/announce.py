"""What is said at the table: before a hand, and when the match is over. The same wherever it is shown."""

from .base import Setup, Table, Words, _
from .match import game_of, next_hand
from .side_names import PAIR, is_placeholder, name_of_players


def before_the_hand(setup: Setup, table: Table) -> Words:
    """What the table must know before the next hand, beyond the dealer; an empty list when there is nothing."""
    if table["status"] != "in_progress":
        return []
    return game_of(setup).announced(setup, table, next_hand(setup, table))


ENDINGS = {
    "target": _("The target of {target} is reached: {totals}"),
    "stopped": _("The players stopped; the highest total wins: {totals}"),
}


def who_won(setup: Setup, table: Table, is_stopped: bool) -> Words:
    """The winner in a sentence that goes with their number; that there is none; an empty list while the match goes on.

    `is_stopped`: the players stopped a match that has no winner.
    """
    if is_stopped:
        return [[_("Ended without a winner"), {}]]
    if table["status"] == "in_progress":
        return []
    winner = table["winner"]
    if winner is None:
        return [[_("A draw"), {}]]
    return [[_win_of(setup, winner), {"who": setup["sides"][winner]["name"]}]]


def _win_of(setup: Setup, side: int) -> str:
    """One wins, two win; of a name that somebody gave a side nobody knows which it is."""
    own = setup["sides"][side]
    if len(own["players"]) == 1:
        return _("{who} wins")
    if own["name"] == name_of_players(own["players"]):
        return _("{who} win")
    if is_placeholder(own["name"]) and len(setup["sides"]) == PAIR:
        return _("They win") if side else _("We win")
    return _("The match goes to {who}")


def how_it_ended(setup: Setup, table: Table) -> Words:
    """Why a match is over, and how many games it is worth if more than one; an empty list while it goes on."""
    if table["status"] == "in_progress":
        return []
    winner = table["winner"]
    if winner is None:
        drawn = game_of(setup).endings.get(str(table["won_by"]) + "_drawn")
        return [[drawn or _("The players stopped: equal points, a draw"), {}]]
    games = table["games"][winner]
    about = {"totals": _totals_text(table["totals"]), "target": setup["options"].get("target")}
    about["who"] = setup["sides"][winner]["name"]
    said: Words = [[ending_of(setup, table["won_by"]), about]]
    if games > 1:
        said.append([_("The match counts as {games} games"), {"games": games}])
    return said


ENDINGS_OF_THE_LOWEST = {
    "target": _("The target of {target} is reached; the lowest total wins: {totals}"),
    "stopped": _("The players stopped; the lowest total wins: {totals}"),
}


def _totals_text(totals: "list[int]") -> str:
    return " – ".join([str(total).replace("-", "−") for total in totals])


def ending_of(setup: Setup, won_by: "str | None") -> str:
    """How a match was won in that way: a message with the places `{target}`, `{totals}` and `{who}`, the winner."""
    game, way = game_of(setup), won_by or ""
    usual = ENDINGS_OF_THE_LOWEST if game.is_lowest_best(setup["options"]) else ENDINGS
    return game.endings.get(way) or usual.get(way) or _("The match is decided: {totals}")
