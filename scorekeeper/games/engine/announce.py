"""What is said at the table: before a hand, and when the match is over. The same on a page, a board and a sheet.

Both functions give messages as [message, params]; languages are applied outside.
"""

from typing import Any

from .base import Setup, Table, _
from .match import next_hand


def before_the_hand(setup: Setup, table: Table) -> "list[list[Any]]":
    """What the table must know before the next hand, beyond the dealer; an empty list when there is nothing."""
    known = next_hand(setup, table)
    if setup["game"] != "truco" or not known:
        return []
    worth = known["stakes"][0]
    if known["special"] == "iron_hand":
        return [[_("Iron hand: worth {worth}, played unseen, its winner wins the match"), {"worth": worth}]]
    if known["special"] == "eleven":
        return _match_point(setup, table, worth, known["may_fold"])
    return [[_("The hand is worth {worth}"), {"worth": worth}]]


def _match_point(setup: Setup, table: Table, worth: int, may_fold: "int | None") -> "list[list[Any]]":
    """The hand of eleven, by whatever total the match calls its match point (TRU-13, TRU-14)."""
    point = setup["options"]["match_point"]
    ready = next(side for side, total in enumerate(table["totals"]) if total >= point)
    names = {"who": setup["sides"][ready]["name"], "point": point, "worth": worth}
    said = [[_("Hand of {point} for {who}: worth {worth}, no truco"), names]]
    if may_fold is not None:
        said.append([_("{who} may look at the cards and give up"), names])
    return said


WON_BY = {
    "target": _("{who} reaches the target"),
    "claim": _("{who} claimed the target, and had it"),
    "claim_failed": _("The claim of the other side did not hold: {who} wins"),
    "cappotto": _("Cappotto: {who} took all ten tricks"),
    "cappottone": _("Cappottone: one player of {who} took all ten tricks"),
    "stramazzo": _("Stramazzo: {who} took all the points in cards"),
    "stramazzone": _("Stramazzone: one player of {who} took all the points in cards"),
    "napoletana_decima": _("Napoletana decima: a player of {who} was dealt ten cards of one suit"),
    "iron_hand": _("{who} wins the iron hand"),
    "stopped": _("The players stopped: {who} has the most points"),
}


def how_it_ended(setup: Setup, table: Table) -> "list[list[Any]]":
    """Why a match is over, and how many games it is worth if more than one; an empty list while it goes on."""
    if table["status"] == "in_progress":
        return []
    winner = table["winner"]
    if winner is None:
        return [[_("The players stopped: equal points, a draw"), {}]]
    games = table["games"][winner]
    said: list[list[Any]] = [[WON_BY[table["won_by"] or "target"], {"who": setup["sides"][winner]["name"]}]]
    if games > 1:
        said.append([_("The match counts as {games} games"), {"games": games}])
    return said
