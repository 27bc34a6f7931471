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
    "rename": _("{was} renamed {who}"),
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
    "night_edit": _("{day}: the night was changed"),
    "night_close": _("{day}: the night was closed"),
    "night_open": _("{day}: the night was opened again"),
    "night_public": _("{day}: anybody with the address may follow the night"),
    "night_private": _("{day}: nobody but members may follow the night any more"),
    "night_delete": _("{day}: the night was deleted"),
    "tournament": _("A tournament was made: {name}, {day}"),
    "no_tournament": _("A tournament was deleted: {name}, {day}"),
    "players": _("Put on the roster: {count}"),
    "delete_player": _("{who} was taken off the roster, having played nothing"),
    "approving": _("Results need an arbiter’s approval"),
    "not_approving": _("Results no longer need approval"),
    "stake": _("{table} plays for {stake} a game"),
    "no_stake": _("{table} plays for nothing any more"),
    "described": _("{was} is called {table} now, and its place is {place}"),
    "table_links": _("The links to all tables were ended, and new ones made"),
    "sheet_codes": _("The codes on the printed sheets of {table} were ended"),
    "login": _("{who} logged in: {device}"),
    "failed": _("A wrong password was given for {who}"),
    "locked": _("Too many wrong passwords for {who}: whoever sent them has to wait"),
    "logout": _("{who} ended sessions: {count}"),
    "password": _("{who} has a new password"),
    "address": _("{who} has another address for mails"),
    "passkey": _("{who} added a passkey"),
    "no_passkey": _("{who} removed a passkey"),
    "codes": _("{who} made new recovery codes"),
    "code": _("{who} used a recovery code"),
    "link": _("A link to {table} was made"),
    "no_link": _("A link to {table} was ended"),
    "export": _("{file} was exported"),
    "restore": _("The database was put back from a copy"),
}
# Kinds about accounts and roles: shown to owners only, who alone see the accounts themselves.
OF_ACCOUNTS = frozenset(("found", "invite", "reset", "end", "join", "role", "leave", "arbiter", "no_arbiter"))
# Kinds that stand on the page about security only, as they would bury the others.
OF_ACCESS = frozenset((
    "login", "failed", "locked", "logout", "password", "address", "passkey", "no_passkey", "codes", "code", "link",
    "no_link", "export", "restore",
))  # fmt: skip
# What that page shows: who came in or tried to, and what could be taken out of the club.
OF_SECURITY = OF_ACCOUNTS | OF_ACCESS | {"erase", "import"}


def note(club: Club, actor: str, kind: str, **about: object) -> None:
    """Add a line. `actor` is the name of whoever did it; the caller commits it with what was done."""
    if kind not in KINDS:
        raise ValueError(f"{kind} is no kind of act")
    texts = {name: str(value) for name, value in about.items()}
    db.session.add(ClubLogLine(club_id=club.id, at=now(), actor=actor.strip()[:LONGEST_ACTOR], kind=kind, about=texts))
