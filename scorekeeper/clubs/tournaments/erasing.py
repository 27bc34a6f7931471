"""A person's names taken out of the tournaments of a club: where names stand in a document is known from its shape.

So nothing else of it is touched, whoever is called like a word of the format, and it can be read as before.
"""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.ledger.names import Names
from scorekeeper.store.club_models import Club, Tournament
from scorekeeper.tournaments.changes.checked import Document
from scorekeeper.tournaments.document import LONGEST_REASON
from scorekeeper.tournaments.fields import LONGEST_NAME, LONGEST_PLAYER

Entrant = dict[str, Any]


def players_of(session: Session, club: Club) -> set[str]:
    """Everybody who has entered a tournament of the club."""
    documents = session.scalars(select(Tournament.document).where(Tournament.club_id == club.id))
    return {name for document in documents for each in document["entrants"] for name in each["players"]}


def erase(session: Session, club: Club, names: Names) -> None:
    """Erase the names from all tournaments of the club; pages that are open elsewhere are old from then on."""
    found = select(Tournament).where(Tournament.club_id == club.id).order_by(Tournament.id)
    for tournament in session.scalars(found.with_for_update()).all():
        document = _document(tournament.document, names)
        desk = _desk(tournament.desk, tournament.document, names)
        if document != tournament.document:
            tournament.document, tournament.version = document, tournament.version + 1
        if desk != tournament.desk:
            tournament.desk, tournament.desk_version = desk, tournament.desk_version + 1
    session.flush()


def _document(document: Document, names: Names) -> Document:
    entrants = [_entrant(each, names) for each in document["entrants"]]
    rulings = [
        {**each, "reason": names.text(each["reason"])[:LONGEST_REASON]} for each in document.get("rulings") or []
    ]
    new = {**document, "entrants": _told_apart(entrants)}
    if document.get("name"):
        new["name"] = names.text(document["name"])[:LONGEST_NAME]
    return {**new, "rulings": rulings} if rulings else new


def _entrant(each: Entrant, names: Names) -> Entrant:
    new = {**each, "name": names.name(each["name"])[:LONGEST_NAME]}
    new["players"] = [names.name(player)[:LONGEST_PLAYER] for player in each["players"]]
    return {**new, "club": names.text(each["club"])[:LONGEST_NAME]} if each.get("club") else new


def _told_apart(entrants: list[Entrant]) -> list[Entrant]:
    """No two have the same name, though one person may have entered twice under different ones."""
    taken: set[str] = set()
    for each in entrants:
        if each["name"] in taken:
            behind = f" ({each['id']})"
            each["name"] = each["name"][: LONGEST_NAME - len(behind)] + behind
        taken.add(each["name"])
    return entrants


def _desk(desk: dict[str, Any], document: Document, names: Names) -> dict[str, Any]:
    """The desk without the person's member number, and without the names in what was written on it."""
    new: dict[str, Any] = {
        part: names.text(value) if isinstance(value, str) and part in ("fee", "hall") else value
        for part, value in desk.items()
    }
    for each in document["entrants"]:
        owns = (desk.get("numbers") or {}).get(str(each["id"]))
        if owns:
            players = zip(owns, each["players"], strict=False)
            kept = [own if names.name(player) == player else "" for own, player in players]
            new["numbers"] = {**new["numbers"], str(each["id"]): kept}
    return new
