"""Who plays: entering, also late, changing names, substitutes, withdrawing, and taking out again before it begins.

Entrants keep their ids for good. Once a round is drawn nobody is taken out any more: who leaves has withdrawn.
"""

from collections.abc import Collection, Sequence
from typing import Any

from scorekeeper.games.engine.base import _, refuse
from scorekeeper.tournaments.changes.checked import Document, checked
from scorekeeper.tournaments.changes.entry_lines import JOINED, Newcomer, folded, newcomer
from scorekeeper.tournaments.document import MOST

Entrant = dict[str, Any]
OPEN_TO_LATE_ONES = ("draw", "danese")  # the others fix all rounds, groups or the bracket by who is there at first


def next_id(document: Document) -> int:
    """The id that the next entrant gets."""
    ids: list[int] = [each["id"] for each in document["entrants"]]
    return max([0, *ids]) + 1


def next_round(document: Document) -> int:
    """The number of the round that is drawn next."""
    return len(document.get("rounds") or []) + 1


def takes_entries(document: Document) -> bool:
    """Whether anybody can still enter."""
    return next_round(document) == 1 or document["system"]["kind"] in OPEN_TO_LATE_ONES


def enter(document: Document, news: Sequence[Newcomer]) -> Document:
    """The document with these entrants behind the others, with ids from `next_id` on.

    Once rounds are drawn they have entered late: their first round is the next one.
    """
    if not takes_entries(document):
        raise refuse(None, None, _("The first round is drawn: this system takes no more entries"))
    if len(document["entrants"]) + len(news) > MOST:
        raise refuse("entrants", None, _("At most {most} entries are possible"), most=MOST)
    _check_names(document["entrants"], [each.name for each in news])
    first, late = next_id(document), next_round(document)
    made = [_made(first + at, each, late) for at, each in enumerate(news)]
    return _with(document, [*document["entrants"], *made])


def _made(number: int, new: Newcomer, late: int) -> Entrant:
    made: Entrant = {"id": number, "name": new.name, "players": list(new.players)}
    return made | ({"club": new.club} if new.club else {}) | ({"late": late} if late > 1 else {})


def find(document: Document, entrant: int) -> Entrant:
    """The entrant with that id. Raises Refusal."""
    for each in document["entrants"]:
        if each["id"] == entrant:
            return dict(each)
    raise refuse("entrant", None, _("There is no entrant {entrant}"), entrant=entrant)


def rename(document: Document, entrant: int, new: Newcomer) -> Document:
    """The document with other names and another club for the entrant: what was written wrong before."""
    changed = find(document, entrant)
    changed.pop("club", None)
    changed |= {"name": new.name, "players": list(new.players)} | ({"club": new.club} if new.club else {})
    return _changed(document, changed)


def substitute(document: Document, entrant: int, at: int, player: str) -> Document:
    """The document with another player in the place `at` of the entrant, from 0 on; results stay the entrant's.

    An entrant that is called by its players is called by the new ones.
    """
    before = find(document, entrant)
    if not 0 <= at < len(before["players"]):
        raise refuse("at", None, _("Choose who is replaced"))
    players = [player if place == at else each for place, each in enumerate(before["players"])]
    own_name = "" if before["name"] == JOINED.join(before["players"]) else before["name"]
    new = newcomer(players, name=own_name)
    if len(new.players) < len(players):
        raise refuse("player", None, _("Enter a name"))
    return _changed(document, before | {"name": new.name, "players": list(new.players)})


def withdraw(document: Document, entrants: Collection[int]) -> Document:
    """The document in which these are not paired any more, from the next round on."""
    number = next_round(document)
    for each in (find(document, entrant) for entrant in entrants):
        if each.get("out") is None:
            document = _changed(document, each | {"out": max(number, each.get("late") or 1)})
    return document


def bring_back(document: Document, entrant: int) -> Document:
    """The document in which an entrant that withdrew plays again; while no round was drawn without it."""
    before = find(document, entrant)
    out = before.pop("out", None)
    if out is not None and out < next_round(document):
        raise refuse("entrant", None, _("Round {round} was drawn without this entry: add it again"), round=out)
    return _changed(document, before)


def remove(document: Document, entrants: Collection[int]) -> Document:
    """The document without these entrants, as long as no round is drawn."""
    if next_round(document) > 1:
        raise refuse("entrant", None, _("A round is drawn, so entries can’t be deleted: withdraw it instead"))
    for each in entrants:
        find(document, each)
    left = [each for each in document["entrants"] if each["id"] not in entrants]
    gone = [each for each in document.get("rulings") or [] if each["entrant"] in entrants]
    kept = [each for each in document.get("rulings") or [] if each not in gone]
    return _with({**document, "rulings": kept} if gone else document, left)


def _changed(document: Document, entrant: Entrant) -> Document:
    others = [each for each in document["entrants"] if each["id"] != entrant["id"]]
    _check_names(others, [entrant["name"]])
    return _with(document, [entrant if each["id"] == entrant["id"] else each for each in document["entrants"]])


def _check_names(others: list[Entrant], names: list[str]) -> None:
    """Raises Refusal where two of the names, or one of them and that of another entrant, read alike."""
    known = {folded(each["name"]): each["name"] for each in others}
    for name in names:
        if folded(name) in known:
            raise refuse("name", None, _("{name} is already entered"), name=known[folded(name)])
        known[folded(name)] = name


def _with(document: Document, entrants: list[Entrant]) -> Document:
    return checked({**document, "entrants": entrants})


def reorder(document: Document, entrant: int, place: int) -> Document:
    """The document with the entrant at that place of the order of entry, from 1 on; as long as no round is drawn."""
    if next_round(document) > 1:
        raise refuse("place", None, _("A round is drawn, so the order can’t be changed"))
    moved = find(document, entrant)
    others = [each for each in document["entrants"] if each["id"] != entrant]
    if not 1 <= place <= len(others) + 1:
        raise refuse("place", None, _("This can be {high} at most"), high=len(others) + 1)
    return _with(document, [*others[: place - 1], moved, *others[place - 1 :]])
