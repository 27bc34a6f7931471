"""Whom players of a tournament may be on the club's roster, and making them so with a tap."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.clubs.recognising import Known, People
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.entries import Entrant, rename
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import Newcomer, find, read_newcomer
from scorekeeper.tournaments.model import NAME_SEPARATOR


class Question(NamedTuple):
    """A player of an entrant, at place `at`, who may be one of the people in `offers`."""

    entrant: int
    at: int
    name: str
    offers: tuple[Known, ...]


def questions(tournament: Tournament) -> list[Question]:
    """Returns the players who are not on the roster under their name, but may be somebody there."""
    people, numbers = People(tournament.club_id), desk_of(tournament)["numbers"]
    players = [
        (entrant["id"], at, name, number)
        for entrant in tournament.document["entrants"]
        for own in [[*numbers.get(str(entrant["id"]), []), *[""] * len(entrant["players"])]]
        for at, (name, number) in enumerate(zip(entrant["players"], own, strict=False))
    ]
    found = [people.recognise(name, number) for _entrant, _at, name, number in players]
    entered = {each.person.id for each in found if each.person}
    asked = []
    for (entrant, at, name, _number), each in zip(players, found, strict=True):
        offers = [person for person in each.offers if person.id not in entered]
        if each.person:
            offers = [] if people.named(name) else [each.person]
        if offers:
            asked.append(Question(entrant, at, name, tuple(offers)))
    return asked


def identify(tournament: Tournament, entrant: int, was: str, at: int, player: int, actor: str) -> str:
    """Makes the entrant's player at place `at` the roster's player with this id; returns the player's name.

    Raises Refusal like `rename`.
    """
    row = find(tournament.document, entrant)
    person = People(tournament.club_id).by_id.get(player)
    if person is None or not 0 <= at < len(row["players"]):
        raise refuse(None, None, N_("This player is no longer on the roster"))
    numbers = [*desk_of(tournament)["numbers"].get(str(entrant), []), *[""] * len(row["players"])]
    new = as_person(newcomer_of(row, numbers[: len(row["players"])]), at, person)
    rename(tournament, entrant, was, new, actor)
    return person.name


def newcomer_of(entrant: Entrant, numbers: Sequence[str]) -> Newcomer:
    """Returns an entrant as a newcomer with these member numbers."""
    return Newcomer(entrant["name"], tuple(entrant["players"]), entrant.get("club") or "", tuple(numbers))


def as_person(new: Newcomer, at: int, person: Known) -> Newcomer:
    """Returns the newcomer with a person of the roster as the player at place `at`."""
    players = [person.name if place == at else name for place, name in enumerate(new.players)]
    own = [*new.numbers, *[""] * len(players)][: len(players)]
    numbers = [person.number if place == at else number for place, number in enumerate(own)]
    own_name = "" if new.name == NAME_SEPARATOR.join(new.players) else new.name
    return read_newcomer(players, new.club, numbers, own_name)
