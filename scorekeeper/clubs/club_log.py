"""The club's own log: invitations, roles, merged players, imports and the like. Lines are only ever added."""

from scorekeeper.games.engine.base import _
from scorekeeper.ledger.log import LONGEST_ACTOR
from scorekeeper.store.club_models import Club, ClubLogLine
from scorekeeper.store.models import db, now

# The sentence of each kind of line; {names} are keys of `about`.
KINDS = {
    "found": _("Club created"),
    "invite": _("Invitation created for {who} as {role}"),
    "reset": _("Password reset link created for {who}"),
    "end": _("Unused link revoked: {who}"),
    "join": _("{who} joined as {role}"),
    "role": _("{who} is now {role}"),
    "leave": _("{who} left the club"),
    "arbiter": _("{who} is now an arbiter"),
    "no_arbiter": _("{who} is no longer an arbiter"),
    "player": _("Player added: {who}"),
    "rename": _("Player renamed: {was} is now {who}"),
    "inactive": _("{who} is now inactive"),
    "active": _("{who} is active again"),
    "merge": _("{other} merged into {who}"),
    "part": _("{other} separated from {who}"),
    "erase": _("Personal data erased: the player is now {who}"),
    "import": _("Matches imported: {count}"),
    "game": _("Game added: {game}"),
    "no_game": _("Game removed: {game}"),
    "night": _("Night created: {day}"),
    "tables": _("{day}: tables added"),
    "night_edit": _("{day}: night edited"),
    "night_close": _("{day}: night closed"),
    "night_open": _("{day}: night reopened"),
    "night_public": _("{day}: public page turned on"),
    "night_private": _("{day}: public page turned off"),
    "night_delete": _("{day}: night deleted"),
    "tournament": _("Tournament created: {name}, {day}"),
    "no_tournament": _("Tournament deleted: {name}, {day}"),
    "players": _("Players added: {count}"),
    "delete_player": _("Player deleted: {who}, without matches"),
    "approving": _("Results need an arbiter’s approval"),
    "not_approving": _("Results no longer need approval"),
    "stake": _("{table}: stake set to {stake} a game"),
    "no_stake": _("{table}: stake removed"),
    "described": _("{was} renamed to {table}, place: {place}"),
    "table_links": _("Links to all tables replaced"),
    "sheet_codes": _("{table}: codes on printed sheets revoked"),
    "login": _("{who} logged in: {device}"),
    "failed": _("Wrong password for {who}"),
    "locked": _("Too many wrong passwords for {who}: log-in paused"),
    "logout": _("{who} logged out devices: {count}"),
    "password": _("{who}: password changed"),
    "address": _("{who}: e-mail address changed"),
    "passkey": _("{who} added a passkey"),
    "no_passkey": _("{who} removed a passkey"),
    "codes": _("{who} made new recovery codes"),
    "code": _("{who} used a recovery code"),
    "link": _("Link to {table} created"),
    "no_link": _("Link to {table} revoked"),
    "export": _("Exported: {file}"),
    "restore": _("Database restored from a backup"),
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
