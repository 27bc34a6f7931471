"""A setting: may other sites show a tournament's ranking in a frame? Off until the organiser allows it."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.clubs.tournaments.keeping import lock, note
from scorekeeper.store.tournament_models import Tournament


def may_embed(desk: Mapping[str, Any]) -> bool:
    """True if other sites may show the ranking, as long as the players' page is on."""
    return bool(desk.get("embed"))


def allow_embedding(tournament: Tournament, allowed: bool, actor: str) -> None:
    """Allows or forbids it, in a closed tournament too. Does nothing if it is so already. The caller commits."""
    lock(tournament)
    if allowed == may_embed(tournament.desk):
        return
    tournament.desk = {**tournament.desk, "embed": allowed}
    tournament.desk_version += 1
    note(tournament, actor, "embed" if allowed else "no_embed", {})
