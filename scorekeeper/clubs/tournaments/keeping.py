"""The log of a tournament: a line for every change of its document. Lines are only ever added."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import delete, func, inspect, select
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Session, object_session

from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.ledger.log import LONGEST_ACTOR, tidy
from scorekeeper.store.claiming import claim, set_as_stored, take_turns
from scorekeeper.store.club_models import Club, Series, SeriesPart, Tournament, TournamentChange, TournamentTable
from scorekeeper.store.database import session_of, take_turn
from scorekeeper.store.models import Match, db, now
from scorekeeper.tournaments.changes.results import Document, checked

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


LARGEST = 2_000_000  # characters of a document; 400 entrants and 40 rounds have less than half of that
LONGEST = 80  # characters of a place
MOST = 200  # tournaments in a list
IS_OPEN = Tournament.closed_at.is_(None)
Detail = dict[str, Any] | Callable[[Document, Document], dict[str, Any]]  # of the document before and after


class Stale(Exception):
    """The sender had not seen the newest document; nothing was written. `changes` are those missed, oldest first.

    Whoever catches this rolls the session back before doing anything that lasts.
    """

    def __init__(self, tournament: Tournament, changes: list[TournamentChange]) -> None:
        super().__init__(f"tournament {tournament.id} stands at version {tournament.version}")
        self.tournament = tournament
        self.changes = changes


class Deleted(Exception):
    """Somebody has deleted the tournament since it was loaded; nothing was written."""


def make(club: Club, document: Document, *, day: str, place: str = "", desk: Desk, actor: str) -> Tournament:
    """A new tournament of the club, as its log says. `day` is written as 2026-11-21. Raises Refusal."""
    made = add(club, document, day=day, place=place, desk=desk)
    note(made, actor, "made", {})
    return made


def add(club: Club, document: Document, *, day: str, place: str, desk: Desk) -> Tournament:
    """A tournament that is new in the club, without a log yet. Raises Refusal."""
    kept = _bounded(checked(document))
    made = Tournament(club_id=club.id, day=_day(day), place=tidy(place)[:LONGEST], document=kept, desk=dict(desk))
    db.session.add(made)
    db.session.flush()
    return made


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise refuse("day", None, _("Choose a day")) from None


def tournaments(club: Club, most: int = MOST) -> list[Tournament]:
    """The club's tournaments, the latest first."""
    found = select(Tournament).where(Tournament.club_id == club.id)
    return list(db.session.scalars(found.order_by(Tournament.day.desc(), Tournament.id.desc()).limit(most)))


def load(club: Club, number: int) -> Tournament | None:
    """A tournament of the club by its id."""
    return db.session.scalar(select(Tournament).where(Tournament.id == number, Tournament.club_id == club.id))


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
) -> TournamentChange:
    """Do to the document what `function` makes of it: its next version, with a line of the log. The caller commits.

    `seen` is the version that the sender knew; None accepts any version. A stale version is accepted if `touches()`
    returns False. Raises Stale, and Refusal if the document would be invalid or the tournament is closed.
    """

    def attempt() -> TournamentChange:
        check_open(tournament)
        before, after = tournament.document, _bounded(function(tournament.document))
        _claim(tournament, "version", document=after)
        about = detail(before, after) if callable(detail) else detail
        return note(tournament, actor, kind, about, reason)

    def is_current() -> bool:
        return seen in (None, tournament.version) or not touches()

    def lock_and_check() -> None:
        lock(tournament)
        if not is_current():
            raise _stale(tournament, seen or 0)

    session_of(tournament).flush()
    return take_turns(attempt, lock_and_check, is_current=is_current())


def _stale(tournament: Tournament, seen: int) -> Stale:
    missed = changes_since(tournament, seen)
    for line in missed:
        session_of(tournament).expunge(line)  # still there to be shown when the view has rolled back
    return Stale(tournament, missed)


def change_desk(tournament: Tournament, function: Callable[[Desk], Desk]) -> None:
    """Do to the desk what `function` makes of it, as it stands now. The caller commits. Raises Refusal."""

    def attempt() -> None:
        check_open(tournament)
        _claim(tournament, "desk_version", desk=_bounded(dict(function(desk_of(tournament)))))

    session_of(tournament).flush()
    take_turns(attempt, lambda: lock(tournament))


def agree(
    tournament: Tournament, seen: int, agreed: Document, desk: Desk, about: tuple[str, str], *, actor: str
) -> None:
    """Change what was agreed: fields of the document and parts of the desk, and `about`, the day and the place.

    Raises Refusal, and Stale.
    """
    day, place = about
    on = _day(day)
    change(tournament, seen, lambda document: checked({**document, **agreed}), actor=actor, kind="agreed", detail={})
    change_desk(tournament, lambda kept: {**kept, **desk})
    tournament.day, tournament.place = on, tidy(place)[:LONGEST]


def close(tournament: Tournament, *, closed: bool, actor: str) -> None:
    """Close the tournament, so that nothing in it changes any more, or open it again. The caller commits."""
    lock(tournament)
    if (tournament.closed_at is not None) != closed:
        tournament.closed_at = now() if closed else None
        note(tournament, actor, "closed" if closed else "opened", {})


def check_open(tournament: Tournament) -> None:
    """Raises Refusal where the tournament is closed."""
    if tournament.closed_at is not None:
        raise refuse(None, None, _("This tournament is closed. Reopen it to make changes."))


def lock(tournament: Tournament) -> None:
    """Lock the tournament until the commit, and load it as it now stands. Raises Deleted."""
    locked(session_of(tournament), inspect(tournament).identity)  # which it has even where its row is gone


def locked(session: Session, number: Any) -> Tournament:
    """The tournament with this id, locked until the commit and loaded as it now stands. Raises Deleted."""
    take_turn(session)
    try:
        return session.get_one(Tournament, number, populate_existing=True, with_for_update=True)
    except NoResultFound:
        raise Deleted from None


def _claim(tournament: Tournament, counter: str, **new: Any) -> None:
    """Store the next version of the document or the desk. Raises ClaimLost."""
    new[counter] = getattr(tournament, counter) + 1
    claim(tournament, counter, new, (IS_OPEN,))
    set_as_stored(tournament, new)


def _bounded(document: Document) -> Document:
    if len(json.dumps(document)) > LARGEST:
        raise refuse(None, None, _("This is larger than any tournament can be"))
    return document


class Stays(NamedTuple):
    """What is told before a tournament is deleted: how many matches stay, and the names of the series it is part of."""

    matches: int
    series: list[str]


def what_stays(tournament: Tournament) -> Stays:
    """The matches that were begun at its tables, and the series that go on without it."""
    played = select(func.count(Match.id)).join(TournamentTable, TournamentTable.sitting_id == Match.sitting_id)
    matches = db.session.scalar(played.where(TournamentTable.tournament_id == tournament.id)) or 0
    part = select(Series.name).join(SeriesPart, SeriesPart.series_id == Series.id)
    series = db.session.scalars(part.where(SeriesPart.tournament_id == tournament.id).order_by(Series.id))
    return Stays(matches, list(series))


def delete_tournament(tournament: Tournament) -> None:
    """Delete it. Its matches stay matches of the club, at the same addresses, also those of tables still in play."""
    lock(tournament)
    for rows in (TournamentTable, TournamentChange, SeriesPart):
        db.session.execute(delete(rows).where(rows.tournament_id == tournament.id))
    db.session.delete(tournament)
    db.session.flush()
