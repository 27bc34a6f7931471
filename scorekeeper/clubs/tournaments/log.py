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
    "made": _("The tournament was made"),
    "agreed": _("What was agreed was changed"),
    "closed": _("The tournament was closed"),
    "opened": _("The tournament was opened again"),
    "public": _("Anybody with the address may follow the tournament"),
    "private": _("Nobody but members may follow the tournament any more"),
    "publish": _("Round {round} was published. Tables: {tables}"),
    "seat": _("Round {round} was seated anew"),
    "take_back": _("Round {round} was taken back. Tables: {tables}, results among them: {results}"),
    "result": _("Round {round}, table {table}: a result was entered"),
    "correct": _("Round {round}, table {table}: the result was corrected"),
    "clear": _("Round {round}, table {table}: the result was cleared"),
    "phone": _("Round {round}, table {table}: the result came from the table"),
    "time": _("Round {round}: time was called"),
    "rule": _("Round {round}: a ruling on {who}"),
    "unrule": _("Round {round}: a ruling on {who} was taken away"),
    "enter": _("Entered: {who}"),
    "rename": _("Player renamed: {was} is now {who}"),
    "withdraw": _("{who} is gone from round {round} on"),
    "return": _("{who} plays again"),
    "remove": _("{who} was taken off the list"),
    "substitute": _("{who}: {player} plays in place of {was}"),
    "order": _("The order of entry was changed"),
    "paid": _("{who} has paid"),
    "unpaid": _("{who} has not paid"),
    "import": _("The tournament was taken in from a document"),
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
