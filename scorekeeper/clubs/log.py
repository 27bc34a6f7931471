"""The log of a club: lines about the club itself, and a search over these and all changes of its matches.

Lines are only ever added.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, false, literal, or_, select, tuple_

from scorekeeper.clubs import results
from scorekeeper.games.engine.base import N_
from scorekeeper.i18n import called
from scorekeeper.ledger.log import LONGEST_ACTOR, marked
from scorekeeper.store.club_models import Club, ClubLogLine, ClubSitting, Result
from scorekeeper.store.models import Change, Match, Sitting, db, now

# The sentence of each kind of line; {names} are keys of `about`.
KINDS = {
    "found": N_("Club created"),
    "renamed": N_("Club renamed: {was} is now {name}"),
    "settings": N_("Club settings changed"),
    "logo": N_("Club logo changed"),
    "invite": N_("Invitation created for {who} as {role}"),
    "reset": N_("Password reset link created for {who}"),
    "end": N_("Unused link revoked: {who}"),
    "calendar_on": N_("Calendar address turned on"),
    "calendar_off": N_("Calendar address turned off"),
    "join": N_("{who} joined as {role}"),
    "role": N_("{who} is now {role}"),
    "leave": N_("{who} left the club"),
    "linked": N_("{who} linked to the player {player}"),
    "unlinked": N_("{who} no longer linked to a player"),
    "arbiter": N_("{who} is now an arbiter"),
    "no_arbiter": N_("{who} is no longer an arbiter"),
    "player": N_("Player added: {who}"),
    "rename": N_("Player renamed: {was} is now {who}"),
    "inactive": N_("{who} is now inactive"),
    "active": N_("{who} is active again"),
    "merge": N_("{other} merged into {who}"),
    "part": N_("{other} separated from {who}"),
    "erase": N_("Personal data erased: the player is now {who}"),
    "import": N_("Matches imported: {count}"),
    "game": N_("Game added: {game}"),
    "no_game": N_("Game removed: {game}"),
    "night": N_("Night created: {day}"),
    "tables": N_("{day}: tables added"),
    "night_edit": N_("{day}: night edited"),
    "night_close": N_("{day}: night closed"),
    "night_open": N_("{day}: night reopened"),
    "night_public": N_("{day}: public page turned on"),
    "night_private": N_("{day}: public page turned off"),
    "night_delete": N_("{day}: night deleted"),
    "tournament": N_("Tournament created: {name}, {day}"),
    "no_tournament": N_("Tournament deleted: {name}, {day}"),
    "players": N_("Players added: {count}"),
    "no_players": N_("List of players taken back: {count}"),
    "filled": N_("Details added from a list: {count}"),
    "details": N_("Details edited: {who}"),
    "delete_player": N_("Player deleted: {who}, without matches"),
    "approving": N_("Results need an arbiter’s approval"),
    "not_approving": N_("Results no longer need approval"),
    "stake": N_("{table}: stake set to {stake} a game"),
    "no_stake": N_("{table}: stake removed"),
    "described": N_("{was} renamed to {table}, place: {place}"),
    "table_links": N_("Links to all tables replaced"),
    "sheet_codes": N_("{table}: codes on printed sheets revoked"),
    "login": N_("{who} logged in: {device}"),
    "failed": N_("Wrong password for {who}"),
    "locked": N_("Too many wrong passwords for {who}: log-in paused"),
    "logout": N_("{who} logged out devices: {count}"),
    "password": N_("{who}: password changed"),
    "address": N_("{who}: e-mail address changed"),
    "passkey": N_("{who} added a passkey"),
    "no_passkey": N_("{who} removed a passkey"),
    "codes": N_("{who} made new recovery codes"),
    "code": N_("{who} used a recovery code"),
    "link": N_("Link to {table} created"),
    "no_link": N_("Link to {table} revoked"),
    "export": N_("Exported: {file}"),
    "standings_on": N_("Address of the standings made"),
    "standings_off": N_("Address of the standings turned off"),
    "webhook": N_("Webhook added: {host}"),
    "webhook_edit": N_("Webhook changed: {host}"),
    "no_webhook": N_("Webhook deleted: {host}"),
    "webhook_failed": N_("Webhook switched off, because messages did not arrive: {host}"),
    "token": N_("Token for a program made: {name}"),
    "no_token": N_("Token for a program revoked: {name}"),
    "restore": N_("Database restored from a backup"),
}
# Kinds about accounts and roles: shown to owners only, who alone see the accounts themselves.
OF_ACCOUNTS = frozenset((
    "found", "invite", "reset", "end", "join", "role", "leave", "linked", "unlinked", "arbiter", "no_arbiter",
))  # fmt: skip
# Kinds shown only on the security page, because they would bury all others.
OF_ACCESS = frozenset((
    "login", "failed", "locked", "logout", "password", "address", "passkey", "no_passkey", "codes", "code", "link",
    "no_link", "export", "restore",
))  # fmt: skip
# Kinds on the security page: log-ins, roles, and imports and exports of the club's data.
OF_SECURITY = OF_ACCOUNTS | OF_ACCESS | {"erase", "import", "webhook", "standings_on", "token", "no_token"}


def note(club: Club, actor: str, kind: str, **about: object) -> None:
    """Adds a line. `actor` is the name of the account or link that made the change. The caller commits."""
    if kind not in KINDS:
        raise ValueError(f"{kind} is no kind of line")
    texts = {name: str(value) for name, value in about.items()}
    db.session.add(ClubLogLine(club_id=club.id, at=now(), actor=actor.strip()[:LONGEST_ACTOR], kind=kind, about=texts))


A_PAGE = 50  # lines
AT_ONCE = 500  # lines of an export
STRETCHES = (4_000, 100_000, None)  # newest changes of all clubs to search for one club's, in steps; None: all
FIRST = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
LARGEST = 2**31 - 1


class LogFilter(NamedTuple):
    """A filter for the log.

    `kind` is a kind of change or of club line, `who` part of a name; days are in the server's time zone.
    """

    since: date | None = None
    until: date | None = None
    match: int | None = None
    who: str = ""
    kind: str = ""
    with_accounts: bool = False  # include lines about accounts and roles

    @property
    def query(self) -> dict[str, str]:
        """Returns the filter as parameters of a query string."""
        parts = {"from": self.since, "to": self.until, "match": self.match, "who": self.who, "kind": self.kind}
        return {name: str(part) for name, part in parts.items() if part}


class Cursor(NamedTuple):
    """The position of a log line, for paging.

    `source` is 0 for club lines, 1 for changes; `first` and `second` are the line's key.
    """

    at: datetime
    source: int
    first: int
    second: int

    @property
    def text(self) -> str:
        """Returns the cursor as text for a URL."""
        return f"{(self.at - FIRST) // MICROSECOND}-{self.source}-{self.first}-{self.second}"


class Line(NamedTuple):
    """A line of the log: a `change` of a `match` at the table named `table`, or an `act`, a line of the club itself."""

    cursor: Cursor
    change: Change | None = None
    match: Match | None = None
    table: str = ""
    act: ClubLogLine | None = None

    @property
    def actor(self) -> str:
        """Returns the actor's name; empty if the link had no label."""
        return self.change.actor if self.change else self.act.actor if self.act else ""

    @property
    def source(self) -> str:
        """Returns the origin of the line: `account` of the club, `link`, or imported `file`."""
        if self.change:
            by_account = self.change.reason is not None or self.change.kind in ("approve", "reopen")
            return "file" if self.change.imported else "account" if by_account else "link"
        return "link" if self.act and self.act.about.get("by") == "link" else "account"

    @property
    def kind(self) -> str:
        """Returns the kind of the change or club line."""
        return self.change.kind if self.change else self.act.kind if self.act else ""

    @property
    def reason(self) -> str:
        """Returns an arbiter's reason for changing an approved match; empty for all other lines."""
        return (self.change.reason or "") if self.change else self.act.about.get("reason", "") if self.act else ""


Page = tuple[list[Line], Cursor | None]  # with the cursor of the next page


def filter_of_query(query: Mapping[str, str], kinds: Mapping[str, object], *, with_accounts: bool) -> LogFilter:
    """Returns the filter in a query string; invalid values are ignored."""
    number = query.get("match", "")
    return LogFilter(
        since=_day(query.get("from", "")),
        until=_day(query.get("to", "")),
        match=int(number) or None if number.isdecimal() and int(number[:10]) <= LARGEST and len(number) <= 10 else None,
        who=query.get("who", "").strip()[:80],
        kind=query.get("kind", "") if query.get("kind") in kinds else "",
        with_accounts=with_accounts,
    )


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 1970 < day.year < 2200 else None


def read_cursor(text: str) -> Cursor | None:
    """Returns the cursor written by `Cursor.text`; None for any other text."""
    parts = text.split("-")
    if len(parts) != 4 or not all(part.isdecimal() and len(part) <= 17 for part in parts):
        return None
    at, source, first, second = (int(part) for part in parts)
    if source > 1 or max(first, second) > LARGEST or at > 7_000_000_000_000_000:  # the year 2191
        return None
    return Cursor(FIRST + at * MICROSECOND, source, first, second)


def page(club: Club, log_filter: LogFilter, before: Cursor | None = None, size: int = A_PAGE) -> Page:
    """Returns a page of log lines older than the cursor, and the cursor of the next page (None at the end)."""
    lines = [*_changes(club, log_filter, before, size + 1), *_acts(club, log_filter, before, size + 1)]
    lines.sort(key=lambda line: line.cursor, reverse=True)
    return lines[:size], lines[size - 1].cursor if len(lines) > size else None


def lines(club: Club, log_filter: LogFilter) -> Iterator[Line]:
    """Yields all lines, reading them in pages to bound memory."""
    before: Cursor | None = None
    while True:
        batch, before = page(club, log_filter, before, AT_ONCE)
        yield from batch
        db.session.expunge_all()
        if before is None:
            return


def _changes(club: Club, log_filter: LogFilter, before: Cursor | None, most: int) -> Iterator[Line]:
    keys = _keys(club, log_filter, before, most)
    # Filtered by match first, because SQLite uses no index for a list of pairs.
    named = and_(
        Change.match_id.in_({match for match, _number in keys}), tuple_(Change.match_id, Change.number).in_(keys)
    )
    query = select(Change, Match, Sitting).join(Match, Match.id == Change.match_id)
    query = query.join(Sitting, Sitting.id == Match.sitting_id).where(named if keys else false())
    for change, match, sitting in db.session.execute(query):
        yield Line(
            Cursor(change.at, 1, change.match_id, change.number), marked(change, match), match, called(sitting.name)
        )


def _keys(club: Club, log_filter: LogFilter, before: Cursor | None, most: int) -> list[tuple[int, int]]:
    """Returns the keys of the newest changes that match, searching first the newest of all clubs, then more, then all.

    Without this, databases sort a large club's whole log for one page. One match has few changes.
    """
    keys: list[tuple[int, int]] = []
    for stretch in (None,) if log_filter.match else STRETCHES:
        rows = db.session.execute(_keys_query(club, log_filter, before, stretch).limit(most))
        keys = [(row.match_id, row.number) for row in rows]
        if len(keys) == most:
            break
    return keys


def _keys_query(club: Club, log_filter: LogFilter, before: Cursor | None, stretch: int | None) -> Any:
    lines: Any = Change
    if stretch:
        newest = select(Change.at, Change.match_id, Change.number, Change.kind, Change.actor)
        newest = newest.where(*_of_kind(Change, log_filter.kind))
        lines = _older(newest, Change, log_filter, before).limit(stretch).subquery().c
    query = (
        select(lines.match_id, lines.number)
        .join(Match, Match.id == lines.match_id)
        .join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
        .where(ClubSitting.club_id == club.id)
    )
    if log_filter.match:
        query = query.where(Match.id == log_filter.match)
    query = query.where(*_of_kind(lines, log_filter.kind))
    if log_filter.who:
        is_theirs = _is_of_player(club, log_filter.who)
        played = select(Result.match_id).where(is_theirs)
        if stretch == STRETCHES[0]:  # few lines: look up their matches only, not all matches of the players
            # No EXISTS, for which PostgreSQL would read all of them.
            found = played.where(Result.match_id == lines.match_id).limit(1).scalar_subquery()
            theirs: ColumnElement[bool] = found.is_not(None)
        else:
            theirs = lines.match_id.in_(played.where(Result.club_id == club.id))
        query = query.where(or_(_named(lines.actor, log_filter.who), theirs))
    return _older(query, lines, log_filter, before)


def _of_kind(lines: Any, kind: str) -> Iterator[ColumnElement[bool]]:
    """Yields the conditions for changes of a kind, with the one of the index that has all but recorded hands."""
    if kind:
        yield lines.kind == kind
    if kind not in ("", "record"):
        yield lines.kind != literal("record", literal_execute=True)


def _older(query: Any, lines: Any, log_filter: LogFilter, before: Cursor | None) -> Any:
    """Restricts the query to the wanted days and to changes older than the cursor, newest first."""
    query = query.where(*_between(log_filter, lines))
    if before is not None and before.source:
        query = query.where(tuple_(lines.at, lines.match_id, lines.number) < before[:1] + before[2:])
    elif before is not None:
        query = query.where(lines.at < before.at)
    return query.order_by(lines.at.desc(), lines.match_id.desc(), lines.number.desc())


def _acts(club: Club, log_filter: LogFilter, before: Cursor | None, most: int) -> Iterator[Line]:
    if log_filter.match:
        return
    query = select(ClubLogLine).where(ClubLogLine.club_id == club.id, *_between(log_filter, ClubLogLine))
    hidden = OF_ACCESS if log_filter.with_accounts else OF_ACCESS | OF_ACCOUNTS
    query = query.where(ClubLogLine.kind.not_in(hidden))
    if log_filter.kind:
        query = query.where(ClubLogLine.kind == log_filter.kind)
    if log_filter.who:
        about = (ClubLogLine.about[name].as_string() for name in ("who", "other", "was"))
        query = query.where(
            or_(_named(ClubLogLine.actor, log_filter.who), *(_named(name, log_filter.who) for name in about))
        )
    if before is not None:
        last = LARGEST if before.source else before.first  # club lines come after the changes of the same moment
        later = and_(ClubLogLine.at == before.at, ClubLogLine.id < last)
        query = query.where(or_(ClubLogLine.at < before.at, later))
    for act in db.session.scalars(query.order_by(ClubLogLine.at.desc(), ClubLogLine.id.desc()).limit(most)):
        yield Line(Cursor(act.at, 0, act.id, 0), act=act)


def _between(log_filter: LogFilter, lines: Any) -> Iterator[ColumnElement[bool]]:
    if log_filter.since:
        yield lines.at >= _begin(log_filter.since)
    if log_filter.until:
        yield lines.at < _begin(log_filter.until + timedelta(days=1))


def _begin(day: date) -> datetime:
    """Returns the start of a day in the server's time zone, in which the log is shown."""
    return datetime.combine(day, time()).astimezone()


def _named(column: Any, part: str) -> ColumnElement[bool]:
    condition: ColumnElement[bool] = column.icontains(part, autoescape=True)
    return condition


def _is_of_player(club: Club, part: str) -> ColumnElement[bool]:
    """Returns the SQL condition for results of a player: part of a roster name, or a guest's whole name."""
    key = results.name_key(part)
    ids = results.ids_matching(db.session, club.id, key)
    return or_(Result.player_id.in_(ids), and_(Result.player_id.is_(None), Result.name_key == key))
