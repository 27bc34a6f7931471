"""Results that are held back from members who may not score."""

from werkzeug.exceptions import Forbidden

from scorekeeper.clubs.tournaments.holding import held_from
from scorekeeper.games.engine.base import N_
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.loading import Visit


class HeldBack(Forbidden):
    """403: the results are held back."""

    error_text = ErrorText(N_("These results follow later"), N_("The organiser has not revealed them yet."))


def held_for(visit: Visit, tournament: Tournament) -> int | None:
    """Returns the round from which on the member may not see results; None if the member may see all."""
    return None if visit.may_score else held_from(tournament.desk)


def check_revealed(visit: Visit, tournament: Tournament, number: int = 0) -> None:
    """Aborts with 403 if the member may not see the results of round `number`; without one, of any round."""
    since = held_for(visit, tournament)
    if since is not None and (not number or number >= since):
        raise HeldBack
