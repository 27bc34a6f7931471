"""Prizes by category: the best ladies, juniors and players over 65, as the organiser marks them, and the best guests.

Marks are entrants’ ids on the desk. Nothing is guessed from names; guests are entrants without a player on the roster.
"""

import re
from collections.abc import Mapping

from scorekeeper.clubs import results
from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.clubs.tournaments.keeping import change_desk
from scorekeeper.games.engine.base import N_, Problem, Refusal, problem
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.fields import Fields

GUESTS = "guests"
TITLES = {
    "ladies": N_("Best ladies"),
    "juniors": N_("Best juniors"),
    "seniors": N_("Best over 65"),
    GUESTS: N_("Best guests"),
}
MARKED = tuple(name for name in TITLES if name != GUESTS)
Categories = dict[str, list[int]]  # entrants by category; for guests an empty list, if they have a prize


def categories_of(tournament: Tournament) -> Categories:
    """Returns the entrants of each category that has a prize, in the order of TITLES."""
    stored = desk_of(tournament)["categories"]
    if GUESTS in stored:
        stored = {**stored, GUESTS: _guests(tournament)}
    return {name: stored[name] for name in TITLES if stored.get(name)}


def _guests(tournament: Tournament) -> list[int]:
    entrants = tournament.document["entrants"]
    names = {name for entrant in entrants for name in entrant["players"]}
    members = results.players_of(db.session, tournament.club_id, names)
    return [
        entrant["id"]
        for entrant in entrants
        if not any(results.name_key(name) in members for name in entrant["players"])
    ]


def set_categories(tournament: Tournament, texts: Mapping[str, str], *, guests: bool) -> None:
    """Stores the marks, texts with entrants' numbers by category. The caller commits. Raises Refusal at the fields."""
    entered = {entrant["id"] for entrant in tournament.document["entrants"]}
    marks, problems = Categories(), list[Problem]()
    for name in MARKED:
        numbers = [int(number) for number in re.findall(r"[0-9]{1,9}", texts.get(name, ""))]
        unknown = next((number for number in numbers if number not in entered), None)
        if unknown is not None:
            problems.append(problem(name, None, N_("There is no entrant {entrant}"), entrant=str(unknown)))
        elif numbers:
            marks[name] = sorted(set(numbers))
    if problems:
        raise Refusal(problems)
    change_desk(tournament, lambda desk: {**desk, "categories": marks | ({GUESTS: []} if guests else {})})


def without(desk: Desk, remaining: set[int]) -> Categories:
    """Returns the marks of a desk for the entrants that remain."""
    return {
        name: [entrant for entrant in ids if entrant in remaining] for name, ids in desk.get("categories", {}).items()
    }


def read_categories(fields: Fields, valid: set[int]) -> Categories:
    """Returns the marks in a file; adds problems to `fields`."""
    fields.only(tuple(TITLES))
    marks = Categories()
    for name in fields.mapping:
        for at, entrant in enumerate(fields.list_of(name)):
            if type(entrant) is not int or entrant not in valid:
                fields.refuse(f"{name}.{at}", None, N_("There is no entrant {entrant}"), entrant=str(entrant)[:20])
            else:
                marks.setdefault(name, []).append(entrant)
        marks.setdefault(name, [])
    return marks
