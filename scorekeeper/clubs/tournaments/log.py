"""The log of a tournament: a line for every change of its document. Lines are only ever added."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import object_session

from scorekeeper.games.engine.base import _
from scorekeeper.ledger.log import LONGEST_ACTOR, tidy
from scorekeeper.store.club_models import Tournament, TournamentChange
from scorekeeper.store.models import db, now

LONGEST_REASON = 200
MOST_TOLD = 50

# The sentence of each kind of line; {names} are keys of `detail` (what came out is told behind them).
KINDS = {
    "made": _("Tournament created"),
    "agreed": _("Settings changed"),
    "closed": _("Tournament closed"),
    "opened": _("Tournament reopened"),
    "public": _("Players’ page turned on"),
    "private": _("Players’ page turned off"),
    "publish": _("Round {round} published. Tables: {tables}"),
    "seat": _("Round {round}: pairing changed"),
    "take_back": _("Round {round} undone. Tables: {tables}, with results: {results}"),
    "result": _("Round {round}, table {table}: result entered"),
    "correct": _("Round {round}, table {table}: result corrected"),
    "clear": _("Round {round}, table {table}: result cleared"),
    "phone": _("Round {round}, table {table}: result from the table"),
    "time": _("Round {round}: time called"),
    "rule": _("Round {round}: ruling on {who}"),
    "unrule": _("Round {round}: ruling on {who} removed"),
    "enter": _("Entered: {who}"),
    "rename": _("Renamed: {was} → {who}"),
    "withdraw": _("{who} withdrew before round {round}"),
    "return": _("{who} plays again"),
    "remove": _("{who} removed from the list"),
    "substitute": _("{who}: {player} replaces {was}"),
    "order": _("Order of entry changed"),
    "paid": _("{who} has paid"),
    "unpaid": _("{who} has not paid"),
    "import": _("Tournament imported"),
}


def note(tournament: Tournament, actor: str, kind: str, detail: dict[str, Any], reason: str = "") -> TournamentChange:
    """Add a line about the tournament as it stands. The caller commits it with what was done."""
    if kind not in KINDS:
        raise ValueError(f"{kind} is no kind of change")
    line = TournamentChange(
        tournament_id=tournament.id,
        version=tournament.version,
        made_at=now(),
        actor=actor.strip()[:LONGEST_ACTOR],
        kind=kind,
        detail=detail,
        reason=tidy(reason)[:LONGEST_REASON],
    )
    session = object_session(tournament) or db.session
    session.add(line)
    session.flush()
    return line


def changes_since(tournament: Tournament, seen: int) -> list[TournamentChange]:
    """What was changed after that version, oldest first; of many the newest."""
    found = select(TournamentChange).where(
        TournamentChange.tournament_id == tournament.id, TournamentChange.version > seen
    )
    session = object_session(tournament) or db.session
    return list(session.scalars(found.order_by(TournamentChange.id.desc()).limit(MOST_TOLD)))[::-1]


def lines(tournament: Tournament, most: int, before: int | None = None) -> list[TournamentChange]:
    """The newest lines, the newest first; those older than the line with the id `before`, where one is given."""
    found = select(TournamentChange).where(TournamentChange.tournament_id == tournament.id)
    if before is not None:
        found = found.where(TournamentChange.id < before)
    return list(db.session.scalars(found.order_by(TournamentChange.id.desc()).limit(most)))
