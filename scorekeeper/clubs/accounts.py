"""Clubs, accounts, and the roles of accounts in clubs."""

import re
import unicodedata

from sqlalchemy import func, select, text, update

from scorekeeper.clubs import passwords, sign_ins
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.i18n import known
from scorekeeper.ledger.log import tidy
from scorekeeper.ledger.lookalikes import skeleton
from scorekeeper.store.club_models import Account, Club, Membership, OneTimeLink
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import db, now

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
    passwords.check(password, (account.login, account.name))
    return passwords.hash_of(password)


def keep_password(account: Account, hashed: str) -> None:
    """Set a password by its hash, which ends all sessions and links for a new one."""
    account.password = hashed
    if account.id is not None:
        sign_ins.end_all(account)
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
    if not passwords.matches(account.password if account else None, password) or account is None:
        return None
    if passwords.is_outdated(account.password):
        account.password = passwords.hash_of(password)
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
