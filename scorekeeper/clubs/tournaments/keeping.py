"""The log of a tournament: a line for every change of its document. Lines are only ever added."""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import delete, func, inspect, select, update
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Session, object_session
from sqlalchemy.orm.attributes import set_committed_value

from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.ledger.log import LONGEST_ACTOR, tidy
from scorekeeper.store.club_models import Club, Series, SeriesPart, Tournament, TournamentChange, TournamentTable
from scorekeeper.store.database import take_turn, wait_for_turn
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
Detail = dict[str, Any] | Callable[[Document, Document], dict[str, Any]]  # of the document before and after


class Stale(Exception):
    """The sender had not seen the newest document; nothing was written. `changes` are those missed, oldest first.

    Whoever catches this rolls the session back before doing anything that lasts.
    """

    def __init__(self, tournament: Tournament, changes: list[TournamentChange]) -> None:
        super().__init__(f"tournament {tournament.id} stands at version {tournament.version}")
        self.tournament = tournament
        self.changes = changes


class ClaimLost(Exception):
    """Somebody else was quicker; nothing was written."""


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

    `seen` is the version that the sender knew; None: the change is good for whatever stands there now. An older one is
    as good where nothing `touches` it that has happened since. Raises Stale, and Refusal where the document cannot be
    so or the tournament is closed.
    """

    def play() -> TournamentChange:
        check_open(tournament)
        before, after = tournament.document, _bounded(function(tournament.document))
        _claim(tournament, "version", document=after)
        about = detail(before, after) if callable(detail) else detail
        return note(tournament, actor, kind, about, reason)

    _session_of(tournament).flush()
    if _is_good(tournament, seen, touches):
        # A refusal, too, counts only if the tournament still stands as it was loaded.
        with suppress(ClaimLost, Refusal):
            return play()
    lock(tournament)
    if _is_good(tournament, seen, touches):
        return play()
    raise _stale(tournament, seen or 0)


def _is_good(tournament: Tournament, seen: int | None, touches: Callable[[], bool]) -> bool:
    """Whether what its sender knew is still so, as far as it matters."""
    return seen in (None, tournament.version) or not touches()


def _stale(tournament: Tournament, seen: int) -> Stale:
    missed = changes_since(tournament, seen)
    for line in missed:
        _session_of(tournament).expunge(line)  # still there to be shown when the view has rolled back
    return Stale(tournament, missed)


def change_desk(tournament: Tournament, function: Callable[[Desk], Desk]) -> None:
    """Do to the desk what `function` makes of it, as it stands now. The caller commits. Raises Refusal."""

    def play() -> None:
        check_open(tournament)
        _claim(tournament, "desk_version", desk=_bounded(dict(function(desk_of(tournament)))))

    _session_of(tournament).flush()
    with suppress(ClaimLost, Refusal):
        return play()
    lock(tournament)
    return play()


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
    locked(_session_of(tournament), inspect(tournament).identity)  # which it has even where its row is gone


def locked(session: Session, number: Any) -> Tournament:
    """The tournament with this id, locked until the commit and loaded as it now stands. Raises Deleted."""
    take_turn(session)
    try:
        return session.get_one(Tournament, number, populate_existing=True, with_for_update=True)
    except NoResultFound:
        raise Deleted from None


def _claim(tournament: Tournament, counter: str, **new: Any) -> None:
    """Move the tournament on, where it is as it was loaded. Raises ClaimLost."""
    session = _session_of(tournament)
    column, seen = getattr(Tournament, counter), getattr(tournament, counter)
    wait_for_turn(session.connection())
    claim = update(Tournament).where(Tournament.id == tournament.id, column == seen, Tournament.closed_at.is_(None))
    new[counter] = seen + 1
    done = session.execute(claim.values(**new), execution_options={"synchronize_session": False})
    if done.rowcount != 1:  # type: ignore[attr-defined]  # what an UPDATE answers has one
        raise ClaimLost
    for name, value in new.items():
        set_committed_value(tournament, name, value)


def _bounded(document: Document) -> Document:
    if len(json.dumps(document)) > LARGEST:
        raise refuse(None, None, _("This is larger than any tournament can be"))
    return document


def _session_of(tournament: Tournament) -> Session:
    session = object_session(tournament)
    if session is None:
        raise ValueError("the tournament belongs to no session")
    return session


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
