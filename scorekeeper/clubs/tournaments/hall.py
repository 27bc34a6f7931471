"""The plan of a tournament's hall, as somebody lays it out."""

from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.keeping import change_desk
from scorekeeper.store.club_models import Tournament
from scorekeeper.tournaments.hall import Hall, read_hall, usual


def lay_out(tournament: Tournament, text: str) -> None:
    """Say which tables there are and where they stand; an empty text forgets it. The caller commits. Raises Refusal."""
    hall = read_hall(text)
    change_desk(tournament, lambda desk: {**desk, "hall": hall})


def plan_of(tournament: Tournament) -> Hall:
    """The plan; where nobody has laid one out, rows of the last round's tables, or of as many as who entered needs."""
    return desk_of(tournament)["hall"] or usual(_numbers(tournament))


def _numbers(tournament: Tournament) -> list[int]:
    rounds = tournament.document.get("rounds") or []
    if rounds:
        return [each["table"] for each in rounds[-1]["tables"]]
    at_a_table = 4 if tournament.document["system"].get("singles") else 2
    return list(range(1, max(1, len(tournament.document["entrants"]) // at_a_table) + 1))
