"""Storing a club's tournaments: creating, changing, closing and deleting them, with a log line for every change.

Log lines are only ever added. A tournament is a document and a desk, each with its own version.
"""

import json
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, func, inspect, select
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Session, object_session

from scorekeeper.clubs import results
from scorekeeper.clubs.occasions import Occasion, set_occasion
from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.ledger.log import LONGEST_ACTOR, tidy
from scorekeeper.store.claiming import claim, set_as_stored, take_turns
from scorekeeper.store.club_models import Club, Series, SeriesPart
from scorekeeper.store.database import session_of, take_turn
from scorekeeper.store.models import Match, db, now
from scorekeeper.store.tournament_models import (
    Registration,
    RegistrationForm,
    Tournament,
    TournamentChange,
    TournamentTable,
)
from scorekeeper.tournaments.changes.results import Document, checked

LONGEST_REASON = 200
MOST_TOLD = 50

# The sentence of each kind of line; {names} are keys of `detail`. Pages show the result of a table after it.
KINDS = {
    "made": N_("Tournament created"),
    "agreed": N_("Settings changed"),
    "closed": N_("Tournament closed"),
    "opened": N_("Tournament reopened"),
    "public": N_("Players’ page turned on"),
    "private": N_("Players’ page turned off"),
    "hold": N_("Results from round {round} on held back"),
    "reveal": N_("Results revealed"),
    "embed": N_("Ranking allowed on other sites"),
    "no_embed": N_("Ranking no longer allowed on other sites"),
    "publish": N_("Round {round} published. Tables: {tables}"),
    "seat": N_("Round {round}: pairing changed"),
    "take_back": N_("Round {round} undone. Tables: {tables}, with results: {results}"),
    "result": N_("Round {round}, table {table}: result entered"),
    "correct": N_("Round {round}, table {table}: result corrected"),
    "clear": N_("Round {round}, table {table}: result cleared"),
    "phone": N_("Round {round}, table {table}: result from the table"),
    "time": N_("Round {round}: time called"),
    "rule": N_("Round {round}: ruling on {who}"),
    "unrule": N_("Round {round}: ruling on {who} removed"),
    "enter": N_("Entered: {who}"),
    "rename": N_("Renamed: {was} → {who}"),
    "withdraw": N_("{who} withdrew before round {round}"),
    "return": N_("{who} plays again"),
    "remove": N_("{who} removed from the list"),
    "substitute": N_("{who}: {player} replaces {was}"),
    "substitute_from": N_("{who}: {player} replaces {was} from round {round} on"),
    "substitute_back": N_("{who}: {player} no longer replaces {was} from round {round} on"),
    "order": N_("Order of entry changed"),
    "forbid": N_("{who} and {other} must not meet"),
    "allow": N_("{who} and {other} may meet again"),
    "paid": N_("{who} has paid"),
    "unpaid": N_("{who} has not paid"),
    "import": N_("Tournament imported"),
    "home_on": N_("Entries from home turned on"),
    "home_off": N_("Entries from home turned off"),
    "home": N_("Entry from home: {who}"),
    "home_refuse": N_("Entry from home refused: {who}"),
    "home_refuse_hour": N_("Entries from home of the last hour refused: {count}"),
    "home_out": N_("Entry from home withdrawn: {who}"),
    "home_withdraw": N_("{who} withdrew by private link, from round {round} on"),
    "home_link": N_("New private link: {who}"),
    "home_no_link": N_("Private link stopped: {who}"),
}


def note(tournament: Tournament, actor: str, kind: str, detail: dict[str, Any], reason: str = "") -> TournamentChange:
    """Adds a log line at the tournament's current version. The caller commits it together with the change.

    Raises ValueError for a kind that is not in KINDS.
    """
    if kind not in KINDS:
        raise ValueError(f"unknown kind of change: {kind}")
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
    """Returns the log lines after version `seen`, oldest first; at most the newest MOST_TOLD."""
    query = select(TournamentChange).where(
        TournamentChange.tournament_id == tournament.id, TournamentChange.version > seen
    )
    session = object_session(tournament) or db.session
    return list(session.scalars(query.order_by(TournamentChange.id.desc()).limit(MOST_TOLD)))[::-1]


def lines(tournament: Tournament, most: int, before: int | None = None) -> list[TournamentChange]:
    """Returns up to `most` log lines, newest first; with `before` only lines older than the one with this id."""
    query = select(TournamentChange).where(TournamentChange.tournament_id == tournament.id)
    if before is not None:
        query = query.where(TournamentChange.id < before)
    return list(db.session.scalars(query.order_by(TournamentChange.id.desc()).limit(most)))


LARGEST = 2_000_000  # characters of a document; 400 entrants and 40 rounds have less than half of that
MOST = 200  # tournaments in a list
IS_OPEN = Tournament.closed_at.is_(None)
Detail = dict[str, Any] | Callable[[Document, Document], dict[str, Any]]  # called with the document before and after


class Stale(Exception):
    """Raised if the sender's version is outdated; nothing was written. `changes` are the changes since then.

    They are oldest first. The tournament is still locked: code that catches this must roll the session back before
    writing anything.
    """

    def __init__(self, tournament: Tournament, changes: list[TournamentChange]) -> None:
        super().__init__(f"tournament {tournament.id} is at version {tournament.version}")
        self.tournament = tournament
        self.changes = changes


class Deleted(Exception):
    """Raised if the tournament was deleted after it was loaded; nothing was written."""


def make(
    club: Club, document: Document, *, day: str, hour: str = "", place: str = "", desk: Desk, actor: str
) -> Tournament:
    """Creates a tournament, with the first line of its log. `day` is like 2026-11-21, `hour` like 20:45.

    Raises Refusal.
    """
    tournament = add(club, document, Occasion(day, hour, place), desk=desk)
    note(tournament, actor, "made", {})
    return tournament


def add(club: Club, document: Document, occasion: Occasion, *, desk: Desk) -> Tournament:
    """Creates a tournament without a log, for imports. Raises Refusal."""
    document = _checked_size(checked(document))
    tournament = Tournament(club_id=club.id, document=document, desk=dict(desk))
    set_occasion(tournament, occasion)
    db.session.add(tournament)
    db.session.flush()
    return tournament


def latest(club: Club) -> Select[Tournament]:
    """Returns the query for the club's tournaments, latest first."""
    query = select(Tournament).where(Tournament.club_id == club.id)
    return query.order_by(Tournament.day.desc(), Tournament.id.desc())


def tournaments(club: Club, most: int = MOST) -> list[Tournament]:
    """Returns up to `most` tournaments of the club, latest first."""
    return list(db.session.scalars(latest(club).limit(most)))


def change(
    tournament: Tournament,
    seen: int | None,
    function: Callable[[Document], Document],
    *,
    actor: str,
    kind: str,
    detail: Detail,
    reason: str = "",
    touches: Callable[[], bool] = lambda: True,
    first: Callable[[], object] = lambda: None,
) -> TournamentChange:
    """Stores `function(document)` as the document's next version, with a log line. The caller commits.

    `seen` is the version on the sender's page; None accepts any version. An outdated version is accepted if
    `touches()` is False, that is, if the missed changes do not matter. `first` takes locks that have to be taken before
    the tournament's; it is called once the change is computed, and may be called twice. Raises Stale, and Refusal if
    the document would be invalid or the tournament is closed.
    """

    def attempt() -> TournamentChange:
        check_open(tournament)
        before, after = tournament.document, _checked_size(function(tournament.document))
        first()
        _claim(tournament, "version", document=after)
        about = detail(before, after) if callable(detail) else detail
        return note(tournament, actor, kind, about, reason)

    def is_current() -> bool:
        return seen in (None, tournament.version) or not touches()

    def lock_and_check() -> None:
        first()
        lock(tournament)
        if not is_current():
            raise _stale(tournament, seen or 0)

    session_of(tournament).flush()
    return take_turns(attempt, lock_and_check, is_current=is_current())


def _stale(tournament: Tournament, seen: int) -> Stale:
    missed = changes_since(tournament, seen)
    for line in missed:
        session_of(tournament).expunge(line)  # so that it can be shown after the view has rolled back
    return Stale(tournament, missed)


def change_desk(tournament: Tournament, function: Callable[[Desk], Desk]) -> None:
    """Replaces the tournament's desk (its working data) by `function(newest desk)`. The caller commits.

    Raises Refusal if the tournament is closed or the desk is too large.
    """

    def attempt() -> None:
        check_open(tournament)
        _claim(tournament, "desk_version", desk=_checked_size(dict(function(desk_of(tournament)))))

    session_of(tournament).flush()
    take_turns(attempt, lambda: lock(tournament))


def sittings_of(tournament: Tournament, number: int | None = None, tables: Collection[int] | None = None) -> list[int]:
    """Returns the ids of the sittings at the tournament's tables; only of round `number`, or only at its `tables`."""
    chosen = [TournamentTable.tournament_id == tournament.id, TournamentTable.ended_at.is_(None)]
    if number is not None:
        chosen.append(TournamentTable.round == number)
    if tables is not None:
        chosen.append(TournamentTable.number.in_(tables))
    return list(db.session.scalars(select(TournamentTable.sitting_id).where(*chosen)))


def change_settings(
    tournament: Tournament, seen: int, fields: Document, desk: Desk, occasion: Occasion, *, actor: str
) -> None:
    """Changes the settings: `fields` of the document, parts of the desk, and the occasion. Raises Refusal and Stale."""
    sittings = sittings_of(tournament)
    results.lock_tables(db.session, tournament.club_id, sittings)
    change(
        tournament,
        seen,
        lambda document: checked({**document, **fields}, document),
        actor=actor,
        kind="agreed",
        detail={},
    )
    change_desk(tournament, lambda stored: {**stored, **desk})
    set_occasion(tournament, occasion)
    db.session.flush()
    results.follow_tables(db.session, tournament.club_id, sittings)


def close(tournament: Tournament, *, closed: bool, actor: str) -> None:
    """Closes the tournament, which makes it read-only, or with `closed=False` reopens it.

    The caller commits. Raises Deleted.
    """
    lock(tournament)
    if (tournament.closed_at is not None) != closed:
        tournament.closed_at = now() if closed else None
        note(tournament, actor, "closed" if closed else "opened", {})


def check_open(tournament: Tournament) -> None:
    """Raises Refusal if the tournament is closed."""
    if tournament.closed_at is not None:
        raise refuse(None, None, N_("This tournament is closed. Reopen it to make changes."))


def lock(tournament: Tournament) -> None:
    """Locks the tournament until the commit, and reloads it. Raises Deleted."""
    locked(session_of(tournament), inspect(tournament).identity)  # known even if the row was deleted


def locked(session: Session, number: Any) -> Tournament:
    """Returns the tournament with this id, reloaded and locked until the commit. Raises Deleted."""
    take_turn(session)
    try:
        return session.get_one(Tournament, number, populate_existing=True, with_for_update=True)
    except NoResultFound:
        raise Deleted from None


def _claim(tournament: Tournament, counter: str, **new: Any) -> None:
    """Stores the next version of the document or the desk. Raises ClaimLost if another request was first."""
    new[counter] = getattr(tournament, counter) + 1
    claim(tournament, counter, new, (IS_OPEN,))
    set_as_stored(tournament, new)


def _checked_size(document: Document) -> Document:
    """Returns the same document or desk. Raises Refusal if it is too large to be stored."""
    if len(json.dumps(document)) > LARGEST:
        raise refuse(None, None, N_("This is larger than any tournament can be"))
    return document


class DeletionEffects(NamedTuple):
    """The effects of deleting a tournament: the number of matches that stay with the club, and championships."""

    matches: int
    series: list[str]


def deletion_effects(tournament: Tournament) -> DeletionEffects:
    """Returns the number of matches at the tournament's tables, and the names of its series."""
    played = select(func.count(Match.id)).join(TournamentTable, TournamentTable.sitting_id == Match.sitting_id)
    matches = db.session.scalar(played.where(TournamentTable.tournament_id == tournament.id)) or 0
    part = select(Series.name).join(SeriesPart, SeriesPart.series_id == Series.id)
    series = db.session.scalars(part.where(SeriesPart.tournament_id == tournament.id).order_by(Series.id))
    return DeletionEffects(matches, list(series))


def delete_tournament(tournament: Tournament) -> None:
    """Deletes a tournament. All its matches, even unfinished ones, stay with the club at the same URLs."""
    sittings = sittings_of(tournament)
    results.lock_tables(db.session, tournament.club_id, sittings)
    lock(tournament)
    for rows in (TournamentTable, TournamentChange, SeriesPart, Registration, RegistrationForm):
        db.session.execute(delete(rows).where(rows.tournament_id == tournament.id))
    db.session.delete(tournament)
    db.session.flush()
    results.follow_tables(db.session, tournament.club_id, sittings)
