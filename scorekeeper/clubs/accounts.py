"""Accounts: passwords, sessions, roles in clubs, and one-time links for invitations and password resets."""

import re
import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import timedelta

from sqlalchemy import ColumnElement, CursorResult, Delete, Update, and_, delete, func, or_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, joinedload
from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import locale_of
from scorekeeper.ledger.log import tidy
from scorekeeper.ledger.names import skeleton
from scorekeeper.signatures import digest_of
from scorekeeper.store.club_models import Account, Club, Membership, OneTimeLink, SignIn
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import db, now

SHORTEST = 10
LONGEST = 200  # hashing takes time with length
STRENGTH = "scrypt:32768:8:3"  # N, r, p as the OWASP Password Storage Cheat Sheet wants them for 32 MB
GUESSES = 8  # the least log10 of the guesses that zxcvbn estimates for a password
NOBODYS = "nobody$0"  # salt and hash that no password has
LOOKED_AT = 72  # characters that zxcvbn sees; its time grows faster than their number


def check_password(password: str, own_words: Iterable[str] = ()) -> None:
    """Raises Refusal for a password that is too short, too long or easy to guess.

    `own_words` are words that are easy to guess for this account, e.g. its names. Checked offline.
    """
    if len(password) < SHORTEST:
        raise refuse("password", None, N_("Use at least 10 characters; a few words are easy to remember"))
    if len(password) > LONGEST:
        raise refuse("password", None, N_("Use at most 200 characters"))
    if _guesses(password[:LOOKED_AT], own_words) < GUESSES:
        raise refuse("password", None, N_("This password is easy to guess; use a few unrelated words"))


def _guesses(password: str, own_words: Iterable[str]) -> float:
    from zxcvbn import zxcvbn  # here: its word lists are slow to load

    guessable = ["scorekeeper", *(game.slug for game in GAMES), *(word for word in own_words if word)]
    return float(zxcvbn(password, user_inputs=guessable)["guesses_log10"])


def hash_of(password: str) -> str:
    """Returns the salted hash to store for a password."""
    return generate_password_hash(password, STRENGTH)


def password_matches(stored: str | None, password: str) -> bool:
    """True if `stored` is the hash of the password.

    Without a hash the check takes as long as with one, so that log-in names cannot be found out by timing.
    """
    return check_password_hash(stored or f"{STRENGTH}${NOBODYS}", password[: LONGEST + 1]) and stored is not None


def is_outdated(stored: str) -> bool:
    """True if a password hash is weaker than new hashes."""
    return stored.partition("$")[0] != STRENGTH


IDLE = timedelta(days=30)  # an unused session expires after this
LONGEST_SESSION = timedelta(days=180)  # and a used one after this
CONFIRMED = timedelta(minutes=10)  # how long a confirmed password counts
NOTED = timedelta(hours=1)  # how precisely the last use of a session is stored
MOST_SESSIONS = 30  # of an account; one more ends the least recently used


def start_session(account: Account, device: str, network: str) -> str:
    """Starts a session; returns its secret, of which only a digest is stored.

    Deletes expired sessions, and the account's least recently used ones beyond MOST_SESSIONS.
    """
    delete_expired()
    for surplus in sessions_of(account)[MOST_SESSIONS - 1 :]:
        db.session.delete(surplus)
    secret = secrets.token_urlsafe(32)
    db.session.add(SignIn(account_id=account.id, digest=digest_of(secret), device=device[:40], network=network[:40]))
    db.session.flush()
    return secret


def delete_expired() -> None:
    """Deletes expired sessions and one-time links; the caller commits. Also run once an hour."""
    over = or_(SignIn.seen_at < now() - IDLE, SignIn.began_at < now() - LONGEST_SESSION)
    db.session.execute(delete(SignIn).where(over))
    db.session.execute(delete(OneTimeLink).where(OneTimeLink.expires_at < now()))


def find_session(secret: str) -> SignIn | None:
    """Returns the session with this secret and its account; None if it is unknown or expired."""
    query = select(SignIn).where(
        SignIn.digest == digest_of(secret), SignIn.seen_at > now() - IDLE, SignIn.began_at > now() - LONGEST_SESSION
    )
    return db.session.scalar(query.options(joinedload(SignIn.account)))


def sessions_of(account: Account) -> Sequence[SignIn]:
    """Returns the account's sessions, last used first."""
    query = select(SignIn).where(SignIn.account_id == account.id).order_by(SignIn.seen_at.desc(), SignIn.id.desc())
    return db.session.scalars(query).all()


def end_session(number: int) -> None:
    """Ends the session with this id, if there is one."""
    db.session.execute(delete(SignIn).where(SignIn.id == number))


def end_sessions(account: Account, but: SignIn | None = None) -> None:
    """Ends the account's sessions, except the session `but`."""
    ended = delete(SignIn).where(SignIn.account_id == account.id, SignIn.id != (but.id if but else 0))
    db.session.execute(ended)


def end_all_sessions() -> None:
    """Ends all sessions of all accounts."""
    db.session.execute(delete(SignIn))


def is_confirmed(session: SignIn) -> bool:
    """True if the password or passkey was entered within the last CONFIRMED minutes."""
    return session.confirmed_at > now() - CONFIRMED


ROLES = ("member", "scorer", "owner")  # each includes the permissions of those before it
ROLE_NAMES = {"owner": N_("Owner"), "scorer": N_("Scorer"), "member": N_("Member")}
RESETS = ("reset", "mail")  # links for a new password: made by an owner, or sent to the account's own address


def is_at_least(role: str, minimum: str) -> bool:
    """True if `role` includes the permissions of `minimum`."""
    return ROLES.index(role) >= ROLES.index(minimum)


def has_no_accounts(session: Session) -> bool:
    """True if there is no account yet, so that the first visitor may set up the first club."""
    return session.scalar(select(Account.id).limit(1)) is None


def lock_owners() -> None:
    """Makes other requests that create clubs or change owners wait until this one commits."""
    take_turn(db.session)
    if db.engine.dialect.name == "postgresql":
        db.session.execute(text("LOCK TABLE club IN EXCLUSIVE MODE"))


def create_club(name: str) -> Club:
    """Creates a club. Raises Refusal for a name that is empty or too long."""
    name = tidy_name(name, "club")
    club = Club(slug=free_slug(name), name=name)
    db.session.add(club)
    db.session.flush()
    return club


def tidy_name(text: str, field: str) -> str:
    """Returns a club's name as it is stored. Raises Refusal at `field` if it is empty or too long."""
    name = tidy(text)
    if not 0 < len(name) <= 80:
        raise refuse(field, None, N_("Enter a name of 1 to 80 characters"))
    return name


def free_slug(name: str) -> str:
    """Returns an unused slug for a club's name: ASCII letters, digits and hyphens, numbered if it is taken."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:30].strip("-") or "club"
    used = set(db.session.scalars(select(Club.slug).where(Club.slug.startswith(base, autoescape=True))))
    return next(slug for number in range(1, len(used) + 3) if (slug := _numbered(base, number)) not in used)


def _numbered(base: str, number: int) -> str:
    return base if number == 1 else f"{base}-{number}"


def find_club(slug: str) -> Club | None:
    """Returns the club with this slug, or None."""
    return db.session.scalar(select(Club).where(Club.slug == slug))


def fold_login(login: str) -> str:
    """Returns a log-in name or e-mail address in the form in which it is stored and compared."""
    return unicodedata.normalize("NFKC", login).strip().casefold()


def create_account(login: str, name: str, password: str) -> Account:
    """Creates an account. Raises Refusal for a log-in name that is invalid or taken, and for a weak password."""
    login = fold_login(login)
    if not 2 <= len(login) <= 80 or any(sign.isspace() or not sign.isprintable() for sign in login):
        raise refuse("login", None, N_("Enter 2 to 80 characters without spaces; an e-mail address works too"))
    if find_account(login):
        raise _taken()
    account = Account(login=login, name=tidy(name)[:80] or login)
    set_password(account, password)  # slow, and meanwhile somebody else may choose the same name
    take_turn(db.session)
    try:
        with db.session.begin_nested():
            db.session.add(account)
    except IntegrityError as error:
        raise _taken() from error
    return account


def _taken() -> Refusal:
    return refuse("login", None, N_("This log-in name is taken; choose another"))


def find_account(login: str) -> Account | None:
    """Returns the account with this log-in name, or None."""
    return db.session.scalar(select(Account).where(Account.login == fold_login(login)))


def set_password(account: Account, password: str) -> None:
    """Sets a password; ends all sessions and reset links of the account. Raises Refusal for a weak password."""
    set_password_hash(account, new_password_hash(account, password))


def new_password_hash(account: Account, password: str) -> str:
    """Returns the hash of a new password. Slow, so call it before writing. Raises Refusal for a weak password."""
    check_password(password, (account.login, account.name))
    return hash_of(password)


def set_password_hash(account: Account, hashed: str) -> None:
    """Sets a password by its hash; ends all sessions and reset links of the account."""
    account.password = hashed
    if account.id is not None:
        end_sessions(account)
        end_resets(account)


def end_resets(account: Account) -> None:
    """Revokes all unused reset links of the account."""
    unused = update(OneTimeLink).where(
        OneTimeLink.account_id == account.id, OneTimeLink.purpose.in_(RESETS), OneTimeLink.used_at.is_(None)
    )
    db.session.execute(unused.values(used_at=now()))  # not `expires_at`: no clock makes it usable again


def choose_language(account: Account, language: str) -> None:
    """Sets the account's language; an empty or unknown `language` removes it."""
    account.language = locale_of(language)


def authenticate(login: str, password: str) -> Account | None:
    """Returns the account with this log-in name and password; None, after the same time, if there is none.

    Replaces an outdated hash; the caller commits.
    """
    account = find_account(login)
    if not password_matches(account.password if account else None, password) or account is None:
        return None
    if is_outdated(account.password):
        account.password = hash_of(password)
    return account


def check_own_password(account: Account, password: str, field: str) -> None:
    """Raises Refusal naming the form's `field` unless this is the account's password. The caller commits."""
    if authenticate(account.login, password) is None:
        raise refuse(field, None, N_("Wrong current password"))


def join(club: Club, account: Account, role: str) -> Membership:
    """Adds the account to the club with this role; an existing member gets the role if it is higher.

    A new member's reset links are revoked, so that their makers cannot get into this club with them. Raises Refusal if
    a member's name looks like the account's: each name in a club's log must mean one person.
    """
    member = membership(club, account)
    if member is None:
        _check_name(club, account)
        end_resets(account)
        member = Membership(club=club, account=account, role=role)
        db.session.add(member)
    elif not is_at_least(member.role, role):
        member.role = role
    db.session.flush()
    return member


def _check_name(club: Club, account: Account) -> None:
    name_key = skeleton(account.name)
    others = [member.account for member in members(club) if member.account_id != account.id]
    if any(skeleton(other.name) == name_key for other in others):
        raise refuse("name", None, N_("Someone in the club already has this name; add an initial or nickname"))


def rename(account: Account, name: str) -> None:
    """Sets the account's name; an empty one changes nothing.

    Raises Refusal if it looks like the name of another member of any of the account's clubs.
    """
    account.name = tidy(name)[:80] or account.name
    for member in clubs_of(account):
        _check_name(member.club, account)


def membership(club: Club, account: Account) -> Membership | None:
    """Returns the account's membership in the club, or None."""
    return db.session.get(Membership, (club.id, account.id))


def clubs_of(account: Account) -> list[Membership]:
    """Returns the account's memberships, oldest first."""
    query = select(Membership).where(Membership.account_id == account.id).order_by(Membership.since, Membership.club_id)
    return list(db.session.scalars(query))


def members(club: Club) -> list[Membership]:
    """Returns the club's memberships, sorted by the accounts' names."""
    query = select(Membership).join(Account).where(Membership.club_id == club.id).order_by(func.lower(Account.name))
    return list(db.session.scalars(query))


def give_role(member: Membership, role: str) -> None:
    """Changes a member's role. Raises Refusal if the club would be left without an owner."""
    if role not in ROLES:
        raise refuse("role", None, N_("Unknown role"))
    if member.role == "owner" and role != "owner":
        _check_other_owner(member)
    member.role = role
    member.arbiter = member.arbiter and role != "member"


def leave(member: Membership) -> None:
    """Ends a membership; results stay. Raises Refusal for the last owner."""
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
        raise refuse("role", None, N_("A club needs an owner; make someone else an owner first"))


VALID_FOR = {"invite": timedelta(days=14), "reset": timedelta(days=2), "mail": timedelta(hours=1)}


def invite(club: Club, role: str, label: str = "") -> tuple[OneTimeLink, str]:
    """Creates an invitation into the club; returns it and its secret, of which only a digest is stored.

    `label` names the invited person.
    """
    if role not in ROLES:
        raise refuse("role", None, N_("Unknown role"))
    return _issue(club, "invite", role=role, label=tidy(label)[:80])


def reset_link(club: Club, account: Account) -> tuple[OneTimeLink, str]:
    """Creates a reset link on behalf of an owner; returns it and its secret. Revokes earlier reset links.

    Raises Refusal for an account that is in other clubs too, because their owners have not agreed.
    """
    elsewhere = (
        select(func.count())
        .select_from(Membership)
        .where(Membership.account_id == account.id, Membership.club_id != club.id)
    )
    if db.session.scalar(elsewhere):
        raise refuse("account", None, N_("This account is also in another club, so its password can’t be reset here"))
    end_resets(account)
    return _issue(club, "reset", account=account, label=account.name)


def mail_link(club: Club, account: Account) -> tuple[OneTimeLink, str]:
    """Creates a reset link to be mailed to the account's own address; returns it and its secret.

    `club` is one of the account's clubs. Revokes earlier reset links.
    """
    end_resets(account)
    return _issue(club, "mail", account=account, label=account.name)


def _issue(club: Club, purpose: str, **about: object) -> tuple[OneTimeLink, str]:
    secret = secrets.token_urlsafe(24)
    expires_at = now() + VALID_FOR[purpose]
    link = OneTimeLink(club=club, purpose=purpose, digest=digest_of(secret), expires_at=expires_at, **about)
    db.session.add(link)
    db.session.flush()
    return link, secret


def find_link(secret: str, *purposes: str) -> OneTimeLink | None:
    """Returns the link with this secret and one of the purposes; None if it is used, revoked or expired."""
    query = select(OneTimeLink).where(OneTimeLink.digest == digest_of(secret), OneTimeLink.purpose.in_(purposes))
    return db.session.scalar(query.where(*_usable()))


def used_to_join(secret: str, account: Account) -> Membership | None:
    """Returns the account's membership in the club of a used invitation with this secret; None if there is none."""
    used = select(OneTimeLink).where(OneTimeLink.digest == digest_of(secret), OneTimeLink.purpose == "invite")
    link = db.session.scalar(used.where(OneTimeLink.used_at.is_not(None)))
    return membership(link.club, account) if link else None


def _usable() -> tuple[ColumnElement[bool], ...]:
    """Returns the SQL conditions for a usable link.

    An owner's reset link is usable only while its account belongs to the owner's club and no other.
    """
    memberships = select(Membership.club_id).where(Membership.account_id == OneTimeLink.account_id)
    is_member = memberships.where(Membership.club_id == OneTimeLink.club_id).exists()
    is_elsewhere = memberships.where(Membership.club_id != OneTimeLink.club_id).exists()
    return (
        OneTimeLink.used_at.is_(None),
        OneTimeLink.expires_at > now(),
        or_(OneTimeLink.purpose != "reset", and_(is_member, ~is_elsewhere)),
    )


def use_link(link: OneTimeLink) -> bool:
    """Marks a link as used, in one conditional UPDATE. False if it is no longer usable or another request was first."""
    used = update(OneTimeLink).where(OneTimeLink.id == link.id, *_usable()).values(used_at=now())
    return count_rows(used.execution_options(synchronize_session=False)) == 1


def count_rows(statement: Update | Delete) -> int:
    """Executes an UPDATE or DELETE; returns how many rows it matched."""
    result = db.session.execute(statement)
    assert isinstance(result, CursorResult)  # noqa: S101 (for mypy: these statements always return one)
    return result.rowcount


def unused_links(club: Club) -> list[OneTimeLink]:
    """Returns the unused links that the club's owners made, newest first."""
    query = select(OneTimeLink).where(OneTimeLink.club_id == club.id, OneTimeLink.purpose.in_(("invite", "reset")))
    return list(db.session.scalars(query.where(*_usable()).order_by(OneTimeLink.id.desc())))
