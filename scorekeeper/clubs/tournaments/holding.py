"""Results held back until the organiser reveals them, for example of the last two rounds until the prize-giving.

From a round on, players' page, wall, texts for chats, messages to other services, championships and members without
permission to score see neither results nor a ranking that counts them. The tables themselves are seen, and each table's
own match by those who play it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.clubs.tournaments.keeping import check_open, lock, note
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.model import Tournament as ReadTournament
from scorekeeper.tournaments.options import MOST_ROUNDS


def held_from(desk: Mapping[str, Any]) -> int | None:
    """Returns the round from which on results are held back; None if all are shown."""
    return desk.get("hold")


def is_held(tournament: Tournament, number: int) -> bool:
    """True if the results of round `number` are held back."""
    since = held_from(tournament.desk)
    return since is not None and number >= since


def hold_back(tournament: Tournament, since: int | None, actor: str) -> None:
    """Holds back the results from round `since` on, or with None reveals all, in a closed tournament too.

    Does nothing if it is so already. The caller commits. Raises Refusal.
    """
    lock(tournament)
    if since == held_from(tournament.desk):
        return
    if since is not None:
        check_open(tournament)
        if not 1 <= since <= MOST_ROUNDS:
            raise refuse("since", None, N_("This must be between {low} and {high}"), low=1, high=MOST_ROUNDS)
    tournament.desk = {**tournament.desk, "hold": since}
    tournament.desk_version += 1
    note(tournament, actor, *(("reveal", {}) if since is None else ("hold", {"round": since})))


def shown_document(document: Document, since: int | None) -> Document:
    """Returns the document without the rounds and rulings from round `since` on, for those who may not see them."""
    if since is None:
        return document
    rulings = [ruling for ruling in document.get("rulings") or [] if ruling["round"] < since]
    return {**document, "rounds": (document.get("rounds") or [])[: since - 1], "rulings": rulings}


def ranked(tournament: ReadTournament, since: int | None) -> ReadTournament:
    """Returns the tournament as it was before round `since`, on which a ranking that is shown depends."""
    if since is None:
        return tournament
    before = tournament.held_back(since)
    return replace(before, rounds=before.rounds[: since - 1])
