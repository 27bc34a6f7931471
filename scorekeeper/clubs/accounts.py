"""Accounts: their passwords, sessions and roles in clubs, and one-time links that let somebody in."""

import re
import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import cache

from sqlalchemy import ColumnElement, CursorResult, and_, delete, func, or_, select, text, update
from sqlalchemy.orm import joinedload
from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.i18n import known
from scorekeeper.ledger.log import tidy
from scorekeeper.ledger.names import skeleton
from scorekeeper.signatures import digest_of
from scorekeeper.store.club_models import Account, Club, Membership, OneTimeLink, SignIn
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import db, now

SHORTEST = 10
LONGEST = 200  # hashing takes time with length
STRENGTH = "scrypt:32768:8:3"  # N, r, p as the OWASP Password Storage Cheat Sheet wants them for 32 MB
GUESSES = 8  # decimal digits of how many a guesser needs at least, where common words and patterns are tried first
LOOKED_AT = 72  # letters that are searched for patterns; the time for that grows faster than their number


def check(password: str, own_words: Iterable[str] = ()) -> None:
    """Refuse a password that is too short, too long, or one of the first that a guesser would try.

    `own_words` are names that everybody knows of its owner. Nothing is asked of another computer. Raises Refusal.
    """
    if len(password) < SHORTEST:
        raise refuse("password", None, _("Use at least 10 characters; a few words are easy to remember"))
    if len(password) > LONGEST:
        raise refuse("password", None, _("Use at most 200 characters"))
    if _guesses(password[:LOOKED_AT], own_words) < GUESSES:
        raise refuse("password", None, _("This password is easy to guess; use a few unrelated words"))


def _guesses(password: str, own_words: Iterable[str]) -> float:
    from zxcvbn import zxcvbn  # its lists take a while to load: only where somebody chooses a password

    near = ["scorekeeper", *(game.slug for game in GAMES), *(word for word in own_words if word)]
    return float(zxcvbn(password, user_inputs=near)["guesses_log10"])


def hash_of(password: str) -> str:
    """The salted hash to be stored."""
    return generate_password_hash(password, STRENGTH)


def matches(stored: str | None, password: str) -> bool:
    """Whether the password has this hash. Without one it takes as long, so that names cannot be guessed by time."""
    return check_password_hash(stored or _nobodys(STRENGTH), password[: LONGEST + 1]) and stored is not None


def is_outdated(stored: str) -> bool:
    """Whether a hash is weaker than those that are made now."""
    return stored.partition("$")[0] != STRENGTH


@cache
def _nobodys(_strength: str) -> str:
    return hash_of("nobody's password")


IDLE = timedelta(days=30)  # a session that nobody uses ends after this
LONGEST_SESSION = timedelta(days=180)  # and any other one after this
CONFIRMED = timedelta(minutes=10)  # for how long a password counts as just given
NOTED = timedelta(hours=1)  # how exactly it is noted when a session was last used
MOST_SESSIONS = 30  # sessions of an account; a further one ends the one unused for longest


def begin(account: Account, device: str, network: str) -> str:
    """A new session; returns its secret, of which only a digest is stored. Clears sessions that are over, anybody's."""
    db.session.execute(delete(SignIn).where(SignIn.seen_at < now() - IDLE))
    for surplus in sessions_of(account)[MOST_SESSIONS - 1 :]:
        db.session.delete(surplus)
    secret = secrets.token_urlsafe(32)
    db.session.add(SignIn(account_id=account.id, digest=digest_of(secret), device=device[:40], network=network[:40]))
    db.session.flush()
    return secret


def find_session(secret: str) -> SignIn | None:
    """The session of that secret with its account, unless it has ended."""
    found = select(SignIn).where(
        SignIn.digest == digest_of(secret), SignIn.seen_at > now() - IDLE, SignIn.began_at > now() - LONGEST_SESSION
    )
    return db.session.scalar(found.options(joinedload(SignIn.account)))


def sessions_of(account: Account) -> Sequence[SignIn]:
    """The account's sessions, the one used last first."""
    found = select(SignIn).where(SignIn.account_id == account.id).order_by(SignIn.seen_at.desc(), SignIn.id.desc())
    return db.session.scalars(found).all()


def end(number: int) -> None:
    """End a session."""
    db.session.execute(delete(SignIn).where(SignIn.id == number))


def end_all(account: Account, but: SignIn | None = None) -> None:
    """End the account's sessions, except one."""
    ended = delete(SignIn).where(SignIn.account_id == account.id, SignIn.id != (but.id if but else 0))
    db.session.execute(ended)


def end_everybodys() -> None:
    """End all sessions of all accounts."""
    db.session.execute(delete(SignIn))


def is_confirmed(session: SignIn) -> bool:
    """Whether its password or passkey was given a moment ago."""
    return session.confirmed_at > now() - CONFIRMED


ROLES = ("member", "scorer", "owner")  # each may do what those before it may
RESETS = ("reset", "mail")  # links for a new password: made by an owner, or sent to the account's own address


def is_at_least(role: str, wanted: str) -> bool:
    """Whether a role may do what `wanted` may."""
    return ROLES.index(role) >= ROLES.index(wanted)


def has_no_accounts() -> bool:
    """Whether there is no account yet, so that the first visitor may set up the first club."""
    return db.session.scalar(select(Account.id).limit(1)) is None


def lock_owners() -> None:
    """Lock founding clubs and changing owners until the commit."""
    take_turn(db.session)
    if db.engine.dialect.name == "postgresql":
        db.session.execute(text("LOCK TABLE club IN EXCLUSIVE MODE"))


def found_club(name: str) -> Club:
    """A new club. Raises Refusal for a name that is empty or too long."""
    name = tidy(name)
    if not 0 < len(name) <= 80:
        raise refuse("club", None, _("Enter a name of 1 to 80 characters"))
    club = Club(slug=free_slug(name), name=name)
    db.session.add(club)
    db.session.flush()
    return club


def free_slug(name: str) -> str:
    """A slug from the club's name: ASCII letters and hyphens, numbered where another club has it already."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:30].strip("-") or "club"
    taken = set(db.session.scalars(select(Club.slug).where(Club.slug.startswith(base, autoescape=True))))
    return next(slug for number in range(1, len(taken) + 3) if (slug := _numbered(base, number)) not in taken)


def _numbered(base: str, number: int) -> str:
    return base if number == 1 else f"{base}-{number}"


def find_club(slug: str) -> Club | None:
    """The club with this slug."""
    return db.session.scalar(select(Club).where(Club.slug == slug))


def folded(login: str) -> str:
    """A log-in name or address as it is stored and compared."""
    return unicodedata.normalize("NFKC", login).strip().casefold()


def make_account(login: str, name: str, password: str) -> Account:
    """A new account. Raises Refusal for a log-in name that is taken or impossible, and for a password too weak."""
    login = folded(login)
    if not 2 <= len(login) <= 80 or any(sign.isspace() or not sign.isprintable() for sign in login):
        raise refuse("login", None, _("Enter 2 to 80 characters without spaces; an e-mail address works too"))
    if find_account(login):
        raise refuse("login", None, _("This log-in name is taken; choose another"))
    account = Account(login=login, name=tidy(name)[:80] or login)
    set_password(account, password)
    db.session.add(account)
    db.session.flush()
    return account


def find_account(login: str) -> Account | None:
    """The account with this log-in name."""
    return db.session.scalar(select(Account).where(Account.login == folded(login)))


def set_password(account: Account, password: str) -> None:
    """Set a password, which ends all sessions and links for a new one. Raises Refusal for one that is too weak."""
    keep_password(account, new_hash(account, password))


def new_hash(account: Account, password: str) -> str:
    """The hash of a new password, to be made before anything is written, as it takes a while. Raises Refusal."""
    check(password, (account.login, account.name))
    return hash_of(password)


def keep_password(account: Account, hashed: str) -> None:
    """Set a password by its hash, which ends all sessions and links for a new one."""
    account.password = hashed
    if account.id is not None:
        end_all(account)
        end_resets(account)


def end_resets(account: Account) -> None:
    """End all links with which somebody could set the account a new password."""
    open_ones = update(OneTimeLink).where(
        OneTimeLink.account_id == account.id, OneTimeLink.purpose.in_(RESETS), OneTimeLink.used_at.is_(None)
    )
    db.session.execute(open_ones.values(expires_at=now()))


def choose_language(account: Account, wanted: str) -> None:
    """Set the account's language; an empty or unknown one means none."""
    account.language = known(wanted)


def authenticate(login: str, password: str) -> Account | None:
    """The account with this log-in name and password; None takes as long, so that names cannot be guessed by time.

    A hash that is weaker than new ones is made anew; the caller commits.
    """
    account = find_account(login)
    if not matches(account.password if account else None, password) or account is None:
        return None
    if is_outdated(account.password):
        account.password = hash_of(password)
    return account


def check_own_password(account: Account, password: str, field: str) -> None:
    """Raises Refusal for the form's `field` where this is not the account's password; the caller commits."""
    if authenticate(account.login, password) is None:
        raise refuse(field, None, _("Wrong current password"))


def join(club: Club, account: Account, role: str) -> Membership:
    """Make the account a member; one that is a member already gets the role if it is higher.

    Links for a new password end: the owner who made one must not come into this club by it. Raises Refusal where a
    member has a name that looks like the account's: in the club's log each name is one person.
    """
    found = membership(club, account)
    if found is None:
        _check_name(club, account)
        end_resets(account)
        found = Membership(club=club, account=account, role=role)
        db.session.add(found)
    elif not is_at_least(found.role, role):
        found.role = role
    db.session.flush()
    return found


def _check_name(club: Club, account: Account) -> None:
    own = skeleton(account.name)
    if any(skeleton(member.account.name) == own for member in members(club)):
        raise refuse("name", None, _("Someone in the club already has this name; add an initial or nickname"))


def rename(account: Account, name: str) -> None:
    """Give the account another name."""
    account.name = tidy(name)[:80] or account.name


def membership(club: Club, account: Account) -> Membership | None:
    """The account's membership in the club, if it has one."""
    return db.session.get(Membership, (club.id, account.id))


def clubs_of(account: Account) -> list[Membership]:
    """The account's memberships, the oldest first."""
    found = select(Membership).where(Membership.account_id == account.id).order_by(Membership.since, Membership.club_id)
    return list(db.session.scalars(found))


def members(club: Club) -> list[Membership]:
    """The club's memberships, by the accounts' names."""
    found = select(Membership).join(Account).where(Membership.club_id == club.id).order_by(func.lower(Account.name))
    return list(db.session.scalars(found))


def give_role(member: Membership, role: str) -> None:
    """Change a role. Raises Refusal where the club would be left without an owner."""
    if role not in ROLES:
        raise refuse("role", None, _("Unknown role"))
    if member.role == "owner" and role != "owner":
        _check_other_owner(member)
    member.role = role
    member.arbiter = member.arbiter and role != "member"


def leave(member: Membership) -> None:
    """End a membership; results stay. Raises Refusal for the last owner."""
    if member.role == "owner":
        _check_other_owner(member)
    db.session.delete(member)
    db.session.flush()


def _check_other_owner(member: Membership) -> None:
    lock_owners()
    others = (
        select(func.count())
        .select_from(Membership)
        .where(
            Membership.club_id == member.club_id, Membership.role == "owner", Membership.account_id != member.account_id
        )
    )
    if not db.session.scalar(others):
        raise refuse("role", None, _("A club needs an owner; make someone else an owner first"))


LASTS = {"invite": timedelta(days=14), "reset": timedelta(days=2), "mail": timedelta(hours=1)}
ELSEWHERE = (  # the account of a link belongs to another club than the link's
    select(Membership.club_id)
    .where(Membership.account_id == OneTimeLink.account_id, Membership.club_id != OneTimeLink.club_id)
    .exists()
)
HERE = (
    select(Membership.club_id)
    .where(Membership.account_id == OneTimeLink.account_id, Membership.club_id == OneTimeLink.club_id)
    .exists()
)


def invite(club: Club, role: str, label: str = "") -> tuple[OneTimeLink, str]:
    """An invitation into the club, and its secret, of which only a digest is stored. `label` says whom it is for."""
    if role not in ROLES:
        raise refuse("role", None, _("Unknown role"))
    return _issue(club, "invite", role=role, label=tidy(label)[:80])


def reset(club: Club, account: Account) -> tuple[OneTimeLink, str]:
    """A link that sets a new password, and its secret. Earlier ones for the account end.

    Raises Refusal for an account that is in other clubs too: their owners have not agreed.
    """
    elsewhere = (
        select(func.count())
        .select_from(Membership)
        .where(Membership.account_id == account.id, Membership.club_id != club.id)
    )
    if db.session.scalar(elsewhere):
        raise refuse("account", None, _("This account is also in another club, so its password can’t be reset here"))
    end_resets(account)
    return _issue(club, "reset", account=account, label=account.name)


def by_mail(club: Club, account: Account) -> tuple[OneTimeLink, str]:
    """A link that sets a new password, for a mail to the account's own address; `club` is one that it belongs to.

    Earlier ones for the account end.
    """
    end_resets(account)
    return _issue(club, "mail", account=account, label=account.name)


def _issue(club: Club, purpose: str, **about: object) -> tuple[OneTimeLink, str]:
    secret = secrets.token_urlsafe(24)
    made = OneTimeLink(club=club, purpose=purpose, digest=digest_of(secret), expires_at=now() + LASTS[purpose], **about)
    db.session.add(made)
    db.session.flush()
    return made, secret


def find_link(secret: str, *purposes: str) -> OneTimeLink | None:
    """The link of that secret, if it has one of the purposes and is still good: not used, not ended, not expired."""
    found = select(OneTimeLink).where(OneTimeLink.digest == digest_of(secret), OneTimeLink.purpose.in_(purposes))
    return db.session.scalar(found.where(*_good()))


def _good() -> tuple[ColumnElement[bool], ...]:
    """The conditions for a link to be usable.

    An owner's link for a new password is, as long as its account belongs to that club and to no other one.
    """
    from_owner = OneTimeLink.purpose == "reset"
    return (
        OneTimeLink.used_at.is_(None),
        OneTimeLink.expires_at > now(),
        or_(~from_owner, and_(HERE, ~ELSEWHERE)),
    )


def use(found: OneTimeLink) -> bool:
    """Mark it as used, in one conditional UPDATE. False where it has ended since or another request was first."""
    used = update(OneTimeLink).where(OneTimeLink.id == found.id, *_good()).values(used_at=now())
    done = db.session.execute(used.execution_options(synchronize_session=False))
    assert isinstance(done, CursorResult)  # noqa: S101 (for mypy: an UPDATE always answers one)
    return done.rowcount == 1


def waiting(club: Club) -> list[OneTimeLink]:
    """The unused links made by the club's owners, newest first."""
    found = select(OneTimeLink).where(OneTimeLink.club_id == club.id, OneTimeLink.purpose.in_(("invite", "reset")))
    return list(db.session.scalars(found.where(*_good()).order_by(OneTimeLink.id.desc())))
