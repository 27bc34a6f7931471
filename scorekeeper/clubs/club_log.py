"""The log of a club's own acts: who let whom in, merged players, took matches in. Lines are only ever added."""

from scorekeeper.games.engine.base import _
from scorekeeper.ledger.log import LONGEST_ACTOR
from scorekeeper.store.club_models import Club, ClubAct, ClubSitting
from scorekeeper.store.models import Sitting, db, now

# What each kind of act says; {names} are those of `about`.
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
    "night": _("A night was planned: {day}"),
    "tables": _("{day}: tables were put up"),
    "approving": _("Results are to be approved by an arbiter"),
    "not_approving": _("Results need no approval any more"),
    "stake": _("{table} plays for {stake} a game"),
    "no_stake": _("{table} plays for nothing any more"),
}
# About accounts and roles: for owners, who alone see the accounts themselves.
OF_ACCOUNTS = frozenset(("found", "invite", "reset", "end", "join", "role", "leave", "arbiter", "no_arbiter"))


def note(club: Club, actor: str, kind: str, **about: object) -> None:
    """Add a line. `actor` is the name of whoever did it; the caller commits it with what was done."""
    if kind not in KINDS:
        raise ValueError(f"{kind} is no kind of act")
    said = {name: str(text) for name, text in about.items()}
    db.session.add(ClubAct(club_id=club.id, at=now(), actor=actor.strip()[:LONGEST_ACTOR], kind=kind, about=said))


def club_of(sitting: Sitting) -> Club | None:
    """The club that a sitting belongs to."""
    belongs = db.session.get(ClubSitting, sitting.id)
    return db.session.get(Club, belongs.club_id) if belongs else None
