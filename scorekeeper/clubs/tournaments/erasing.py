"""A person's names taken out of tournaments: out of the places of the document, the desk and the log that hold names.

Words of the program's own stay, whoever is called so (there are people called Danese). Results, pairings and standings
stay, as they know entrants by their ids.
"""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.ledger.names import Names
from scorekeeper.store.club_models import Club, Tournament, TournamentChange
from scorekeeper.tournaments.changes.checked import Document
from scorekeeper.tournaments.fields import LONGEST_NAME, LONGEST_PLAYER

BY_FIELDS = frozenset(("tournament.document", "tournament.desk", "tournament_change.detail"))
OUR_OWN = frozenset(("kind", "game", "variant", "format", "scoring", "system", "confirm", "options"))  # members


def players_of(session: Session, club: Club) -> set[str]:
    """The names of everybody who was ever entered, as they stand in the documents."""
    documents = session.scalars(select(Tournament.document).where(Tournament.club_id == club.id))
    return {name for document in documents for each in document["entrants"] for name in each["players"]}


def erase(session: Session, club: Club, names: Names) -> None:
    """Erase the names from all tournaments of the club and their logs; watchers get the new version."""
    for made in session.scalars(select(Tournament).where(Tournament.club_id == club.id)):
        document, desk = _document(made.document, names), _desk(made, names)
        if (document, desk) != (made.document, made.desk):
            made.document, made.desk = document, desk
            made.version, made.desk_version = made.version + 1, made.desk_version + 1
        for line in session.scalars(select(TournamentChange).where(TournamentChange.tournament_id == made.id)):
            line.detail = _values(line.detail, names)
    session.flush()


def _document(document: Document, names: Names) -> Document:
    erased = {**document, "entrants": [_entrant(each, names) for each in document["entrants"]]}
    if document.get("name"):
        erased["name"] = names.text(document["name"])[:LONGEST_NAME].strip()
    if document.get("rulings"):
        erased["rulings"] = [_ruling(each, names) for each in document["rulings"]]
    return {**erased, "entrants": _told_apart(erased["entrants"])}


def _entrant(entrant: Document, names: Names) -> Document:
    players = [names.name(player)[:LONGEST_PLAYER].strip() for player in entrant["players"]]
    club = {"club": names.name(entrant["club"])[:LONGEST_NAME].strip()} if entrant.get("club") else {}
    return {**entrant, "name": names.name(entrant["name"])[:LONGEST_NAME].strip(), "players": players, **club}


def _ruling(ruling: Document, names: Names) -> Document:
    return {**ruling, "reason": names.text(ruling["reason"])[:200].strip()}


def _told_apart(entrants: list[Document]) -> list[Document]:
    """The entrants with a number behind a name that is the same as another one's by now."""
    seen: set[str] = set()
    told = []
    for each in entrants:
        name, number = each["name"], 1
        while name in seen:
            number += 1
            ending = f" ({number})"
            name = each["name"][: LONGEST_NAME - len(ending)] + ending
        seen.add(name)
        told.append({**each, "name": name})
    return told


def _desk(made: Tournament, names: Names) -> dict[str, Any]:
    """The desk without the person's member numbers, too."""
    desk = desk_of(made)
    players = {str(each["id"]): each["players"] for each in made.document["entrants"]}
    numbers = {
        entrant: ["" if names.are_in([name]) else own for name, own in zip(players.get(entrant, []), given, strict=False)]
        for entrant, given in desk["numbers"].items()
    }
    return {**_values({**made.desk}, names), **({"numbers": numbers} if numbers else {})}


def _values(value: Any, names: Names) -> Any:
    """The value with the names erased from every text in it but for what its members are called and hold of our own."""
    if isinstance(value, dict):
        return {name: each if name in OUR_OWN else _values(each, names) for name, each in value.items()}
    if isinstance(value, list):
        return [_values(each, names) for each in value]
    return names.name(value) if isinstance(value, str) else value
