"""What pages need to know of a tournament’s entries, and a new entrant as typed."""

from scorekeeper.clubs.tournaments import registrations
from scorekeeper.clubs.tournaments.entries import players_of_a_side
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import Newcomer, read_newcomer, takes_entries
from scorekeeper.tournaments.changes.results import Document, read_incomplete
from scorekeeper.tournaments.document import MOST_PLAYERS
from scorekeeper.tournaments.systems import is_over
from scorekeeper.web.forms import PlainForm


def without_partner(document: Document) -> list[int]:
    """Returns the ids of entrants that need a partner; empty if no entrant has all its players."""
    size, entrants = players_of_a_side(document), document["entrants"]
    if not any(len(entrant["players"]) >= size for entrant in entrants):
        return []
    return [entrant["id"] for entrant in entrants if len(entrant["players"]) < size and not entrant.get("out")]


def typed_newcomer(form: PlainForm) -> Newcomer:
    """Parses a new entrant from the fields `player-0`, `number-0`, …, `club` and `name`. Raises Refusal."""
    players = [form.text(f"player-{at}") for at in range(MOST_PLAYERS)]
    numbers = [form.text(f"number-{at}") for at in range(MOST_PLAYERS)]
    try:
        return read_newcomer(players, form.text("club"), numbers, form.text("name"))
    except Refusal as refusal:
        for problem in refusal.problems:  # the form has no field for all players together
            problem["field"] = {"players": "player-0", "numbers": "number-0"}.get(
                problem["field"] or "", problem["field"]
            )
        raise


def has_last_round(document: Document) -> bool:
    """True if a new entrant could not play any more: the last round is published, or the tournament is over."""
    rounds = len(document.get("rounds") or [])
    tournament = read_incomplete(document)
    planned = tournament.system.rounds if tournament.system.takes_late_entries else 0
    return bool(rounds) and (0 < planned <= rounds or (tournament.complete == rounds and is_over(tournament)))


def pending_entries(tournament: Tournament) -> int:
    """Returns how many entries from home can be accepted; 0 in a closed tournament, or with no round left to enter."""
    pending = registrations.count_pending(tournament) if tournament.closed_at is None else 0
    document = tournament.document
    return pending if pending and takes_entries(document) and not has_last_round(document) else 0
