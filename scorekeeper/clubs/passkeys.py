"""Passkeys: WebAuthn credentials of accounts, made by a phone's or computer's own lock, and challenges for them."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import CursorResult, delete, func, or_, select, update

from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Account, Passkey, RecoveryCode
from scorekeeper.store.models import db, now

NAME = "Scorekeeper"  # what the phone shows beside the account
MOST = 10  # passkeys of an account
LONGEST_ANSWER = 20_000  # letters of JSON
ANSWERED_WITHIN = timedelta(minutes=5)
FIRST = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class Site(NamedTuple):
    """Where passkeys are good: the `host` they belong to, and the `origin` that browsers put into their answers."""

    host: str
    origin: str


def new_challenge() -> str:
    """A text for an authenticator to sign: the moment in microseconds, and 256 random bits."""
    return f"{(now() - FIRST) // MICROSECOND}.{secrets.token_urlsafe(32)}"


def _asked_at(challenge: str) -> datetime | None:
    """When a challenge was made; None for one that is none or too old."""
    number = challenge.partition(".")[0]
    if not number.isdecimal() or len(number) > 17:
        return None
    asked = FIRST + int(number) * MICROSECOND
    return asked if now() - ANSWERED_WITHIN < asked else None


def passkeys_of(account: Account) -> Sequence[Passkey]:
    """The account's passkeys, the oldest first."""
    return db.session.scalars(select(Passkey).where(Passkey.account_id == account.id).order_by(Passkey.id)).all()


def options_to_add(site: Site, account: Account, challenge: str, handle: str) -> str:
    """What the browser needs to make a passkey, as JSON. `handle` is what the passkey calls the account."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    made = generate_registration_options(
        rp_id=site.host,
        rp_name=NAME,
        user_id=handle.encode(),
        user_name=account.login,
        user_display_name=account.name,
        challenge=challenge.encode(),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=known.credential) for known in passkeys_of(account)],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
    )
    return options_to_json(made)


def options_to_answer(site: Site, challenge: str, account: Account | None = None) -> str:
    """What the browser needs to answer with a passkey, as JSON: with one of the account's, else with any it has."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor, UserVerificationRequirement

    known = passkeys_of(account) if account else []
    made = generate_authentication_options(
        rp_id=site.host,
        challenge=challenge.encode(),
        allow_credentials=[PublicKeyCredentialDescriptor(id=each.credential) for each in known],
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json(made)


def add(site: Site, account: Account, challenge: str, answer: str, name: str) -> Passkey:
    """The passkey that a browser has made. Raises Refusal for an answer that is not right."""
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    if len(passkeys_of(account)) >= MOST:
        raise refuse("name", None, _("You already have ten passkeys; remove one first"))
    if _asked_at(challenge) is None or len(answer) > LONGEST_ANSWER:
        raise not_right()
    try:
        made = verify_registration_response(
            credential=answer,
            expected_challenge=challenge.encode(),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError) as wrong:
        raise not_right() from wrong
    if db.session.scalar(select(Passkey.id).where(Passkey.credential == made.credential_id)):
        raise not_right()
    added = Passkey(
        account_id=account.id,
        credential=made.credential_id,
        public_key=made.credential_public_key,
        sign_count=made.sign_count,
        name=tidy(name)[:40],
    )
    db.session.add(added)
    db.session.flush()
    return added


def not_right() -> Refusal:
    """The refusal of an answer; it does not tell why."""
    return refuse("passkey", None, _("That passkey didn’t work; try again"))


def answered(site: Site, challenge: str, answer: str, account: Account | None = None) -> Account:
    """The account whose passkey has answered the challenge: `account`, or anybody's where it is None.

    Raises Refusal for any other answer, and for one that was given before. The caller commits.
    """
    from webauthn import verify_authentication_response
    from webauthn.helpers import parse_authentication_credential_json
    from webauthn.helpers.exceptions import WebAuthnException

    asked = _asked_at(challenge)
    if asked is None or len(answer) > LONGEST_ANSWER:
        raise not_right()
    try:
        given = parse_authentication_credential_json(answer)
        known = db.session.scalar(select(Passkey).where(Passkey.credential == given.raw_id))
        if known is None or (account is not None and known.account_id != account.id):
            raise not_right()
        verified = verify_authentication_response(
            credential=given,
            expected_challenge=challenge.encode(),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError) as wrong:
        raise not_right() from wrong
    if not _use(known, asked, verified.new_sign_count):
        raise not_right()
    return known.account


def _use(known: Passkey, asked: datetime, count: int) -> bool:
    """Note the use. False where the passkey has answered a challenge after this one was made: it is sent once more."""
    unused = or_(Passkey.used_at.is_(None), Passkey.used_at < asked)
    used = update(Passkey).where(Passkey.id == known.id, unused).values(used_at=now(), sign_count=count)
    done = db.session.execute(used.execution_options(synchronize_session=False))
    assert isinstance(done, CursorResult)  # noqa: S101 (for mypy: an UPDATE always answers one)
    return done.rowcount == 1


def remove(known: Passkey) -> None:
    """Remove a passkey; with an account's last one go its recovery codes and the wish to be asked for it."""
    account = known.account
    db.session.delete(known)
    db.session.flush()
    if not db.session.scalar(select(func.count()).select_from(Passkey).where(Passkey.account_id == account.id)):
        remove_all(account)


def remove_all(account: Account) -> None:
    """Remove all passkeys and recovery codes of an account; its password alone lets it in again."""
    account.passkey_too = False
    for kind in (Passkey, RecoveryCode):
        db.session.execute(delete(kind).where(kind.account_id == account.id))
