"""The club's own log: invitations, roles, merged players, imports and the like. Lines are only ever added."""

from scorekeeper.games.engine.base import _
from scorekeeper.ledger.log import LONGEST_ACTOR
from scorekeeper.store.club_models import Club, ClubLogLine
from scorekeeper.store.models import db, now

# The sentence of each kind of line; {names} are keys of `about`.
KINDS = {
    "found": _("The club was founded"),
    "invite": _("An invitation was made for {who} as {role}"),
    "reset": _("A link for a new password was made for {who}"),
    "end": _("A link that nobody had used was ended: {who}"),
    "join": _("{who} came in as {role}"),
    "role": _("{who} became {role}"),
    "leave": _("{who} left the club"),
    "arbiter": _("{who} became an arbiter"),
    "no_arbiter": _("{who} is no arbiter any more"),
    "player": _("{who} was put on the roster"),
    "rename": _("{was} is now called {who}"),
    "inactive": _("{who} is not active any more"),
    "active": _("{who} is active again"),
    "merge": _("{other} was made one person with {who}"),
    "part": _("{other} was parted from {who}"),
    "erase": _("Somebody was erased, and is called {who} now"),
    "import": _("Matches taken in: {count}"),
    "game": _("{game} was put on the list of games"),
    "no_game": _("{game} was taken off the list of games"),
    "night": _("A night was planned: {day}"),
    "tables": _("{day}: tables were put up"),
    "approving": _("Results are to be approved by an arbiter"),
    "not_approving": _("Results need no approval any more"),
    "stake": _("{table} plays for {stake} a game"),
    "no_stake": _("{table} plays for nothing any more"),
    "described": _("{was} is called {table} now, and its place is {place}"),
    "table_links": _("The links to all tables were ended, and new ones made"),
    "sheet_codes": _("The codes on the printed sheets of {table} were ended"),
}
# Kinds about accounts and roles: shown to owners only, who alone see the accounts themselves.
OF_ACCOUNTS = frozenset(("found", "invite", "reset", "end", "join", "role", "leave", "arbiter", "no_arbiter"))


def note(club: Club, actor: str, kind: str, **about: object) -> None:
    """Add a line. `actor` is the name of whoever did it; the caller commits it with what was done."""
    if kind not in KINDS:
        raise ValueError(f"{kind} is no kind of act")
    texts = {name: str(value) for name, value in about.items()}
    db.session.add(ClubLogLine(club_id=club.id, at=now(), actor=actor.strip()[:LONGEST_ACTOR], kind=kind, about=texts))
