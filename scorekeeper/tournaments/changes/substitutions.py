"""Changes of a tournament's substitutes: adding one from a round on, and removing it (TOU-25)."""

from typing import Any

from scorekeeper.games.engine.base import _, refuse
from scorekeeper.tournaments.changes.entries import change_entrant, find, folded, next_round, read_newcomer, rename
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.model import NAME_SEPARATOR, is_still_in
from scorekeeper.tournaments.substitutes import RULE, sitting_in


def first_substitutable(entrant: dict[str, Any]) -> int:
    """Returns the first round for which a substitute is recorded; before it, players are simply replaced."""
    return int(entrant.get("late") or 1) + 1


def substitute(
    document: Document, entrant: int, at: int, player: str, since: int | None = None, number: str = ""
) -> Document:
    """Records `player` as substitute at the entrant's seat `at` from round `since` on, by default the next one.

    Before the entrant's second round nobody has played, and the player is replaced for good. `number` is the
    substitute's member number. Raises Refusal.
    """
    before, last = find(document, entrant), next_round(document)
    first, since = first_substitutable(before), last if since is None else since
    if not 0 <= at < len(before["players"]):
        raise refuse("at", None, _("Choose who is replaced"))
    (name,) = read_newcomer([player]).players
    if last < first:
        return _replace(document, before, at, name)
    if not first <= since <= last:
        raise refuse("since", RULE, _("Choose a round from {first} to {last}"), first=first, last=last)
    _check_is_free(document, name, since)
    row = {"round": since, "out": sitting_in(before, since)[at], "in": name} | ({"number": number} if number else {})
    rows = sorted([*(before.get("substitutes") or ()), row], key=lambda row: row["round"])
    return change_entrant(document, before | {"substitutes": rows})


def _replace(document: Document, before: dict[str, Any], at: int, name: str) -> Document:
    """Replaces a player for good; an entrant named after its players is renamed after the new ones."""
    players = [name if place == at else player for place, player in enumerate(before["players"])]
    own_name = "" if before["name"] == NAME_SEPARATOR.join(before["players"]) else before["name"]
    new = read_newcomer(players, before.get("club") or "", name=own_name)
    return rename(document, before["id"], new)


def _check_is_free(document: Document, name: str, since: int) -> None:
    """Raises Refusal if somebody of this name sits in round `since`; case and extra spaces do not matter."""
    for other in document["entrants"]:
        if is_still_in(other.get("out"), since) and folded(name) in map(folded, sitting_in(other, since)):
            raise refuse("player", RULE, _("{player} is already playing in this tournament"), player=name)


def undo_substitute(document: Document, entrant: int, at: int) -> Document:
    """Removes the substitute at index `at` of the entrant. Raises Refusal if another one has followed at that seat."""
    before = find(document, entrant)
    rows = list(before.pop("substitutes", ()))
    if not 0 <= at < len(rows):
        raise refuse(None, RULE, _("This substitute is already removed"))
    undone = rows.pop(at)
    if any(row["out"] == undone["in"] and row["round"] >= undone["round"] for row in rows):
        raise refuse(None, RULE, _("{player} has a substitute: undo that first"), player=undone["in"])
    return change_entrant(document, before | ({"substitutes": rows} if rows else {}))
