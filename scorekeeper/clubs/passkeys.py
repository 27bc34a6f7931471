"""Passkeys of accounts (WebAuthn credentials), and the challenges for them."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete, func, or_, select, update

from scorekeeper.clubs import accounts
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Account, Passkey, RecoveryCode
from scorekeeper.store.models import db, now

NAME = "Scorekeeper"  # shown beside the account by the phone
MOST = 10  # passkeys of an account
LONGEST_ANSWER = 20_000  # characters of JSON
ANSWERED_WITHIN = timedelta(minutes=5)
FIRST = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class Site(NamedTuple):
    """The website of the passkeys: its `host`, and the `origin` in the browsers' responses."""

    host: str
    origin: str


def new_challenge() -> str:
    """Returns a challenge for an authenticator to sign: the time in microseconds, and 256 random bits."""
    return f"{(now() - FIRST) // MICROSECOND}.{secrets.token_urlsafe(32)}"


def _challenge_time(challenge: str) -> datetime | None:
    """Returns the time at which a challenge was made; None if it is malformed, or too far in the past or future."""
    number = challenge.partition(".")[0]
    if not number.isdecimal() or len(number) > 17:
        return None
    made_at = FIRST + int(number) * MICROSECOND
    return made_at if abs(now() - made_at) < ANSWERED_WITHIN else None


def passkeys_of(account: Account) -> Sequence[Passkey]:
    """Returns the account's passkeys, oldest first."""
    return db.session.scalars(select(Passkey).where(Passkey.account_id == account.id).order_by(Passkey.id)).all()


def options_to_add(site: Site, account: Account, challenge: str, handle: str) -> str:
    """Returns the JSON options for the browser to create a passkey; `handle` identifies the account in it."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=site.host,
        rp_name=NAME,
        user_id=handle.encode(),
        user_name=account.login,
        user_display_name=account.name,
        challenge=challenge.encode(),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=passkey.credential) for passkey in passkeys_of(account)],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
    )
    return options_to_json(options)


def options_to_answer(site: Site, challenge: str, account: Account | None = None) -> str:
    """Returns the JSON options for the browser to log in with a passkey.

    With `account` one of its passkeys is requested, else any that the browser has for the site.
    """
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor, UserVerificationRequirement

    passkeys = passkeys_of(account) if account else []
    options = generate_authentication_options(
        rp_id=site.host,
        challenge=challenge.encode(),
        allow_credentials=[PublicKeyCredentialDescriptor(id=passkey.credential) for passkey in passkeys],
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json(options)


def add(site: Site, account: Account, challenge: str, answer: str, name: str) -> Passkey:
    """Verifies and stores a newly created passkey. Raises Refusal for an invalid response or too many passkeys."""
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    if len(passkeys_of(account)) >= MOST:
        raise refuse("name", None, N_("You already have ten passkeys; remove one first"))
    if _challenge_time(challenge) is None or len(answer) > LONGEST_ANSWER:
        raise _rejected()
    try:
        credential = verify_registration_response(
            credential=answer,
            expected_challenge=challenge.encode(),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError) as wrong:
        raise _rejected() from wrong
    if db.session.scalar(select(Passkey.id).where(Passkey.credential == credential.credential_id)):
        raise _rejected()
    passkey = Passkey(
        account_id=account.id,
        credential=credential.credential_id,
        public_key=credential.credential_public_key,
        sign_count=credential.sign_count,
        name=tidy(name)[:40],
    )
    db.session.add(passkey)
    db.session.flush()
    return passkey


def _rejected() -> Refusal:
    """Returns the refusal for an invalid response, which gives no reason."""
    return refuse("passkey", None, N_("That passkey didn’t work; try again"))


def verify_answer(site: Site, challenge: str, answer: str, account: Account | None = None) -> Account:
    """Verifies a browser's response to a challenge; returns the account of the passkey.

    With `account` only its own passkeys are accepted. Raises Refusal for all other responses, including repeated ones.
    The caller commits.
    """
    from webauthn import verify_authentication_response
    from webauthn.helpers import parse_authentication_credential_json
    from webauthn.helpers.exceptions import WebAuthnException

    made_at = _challenge_time(challenge)
    if made_at is None or len(answer) > LONGEST_ANSWER:
        raise _rejected()
    try:
        credential = parse_authentication_credential_json(answer)
        passkey = db.session.scalar(select(Passkey).where(Passkey.credential == credential.raw_id))
        if passkey is None or (account is not None and passkey.account_id != account.id):
            raise _rejected()
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError) as wrong:
        raise _rejected() from wrong
    if not _use(passkey, made_at, verified.new_sign_count):
        raise _rejected()
    return passkey.account


def _use(passkey: Passkey, made_at: datetime, count: int) -> bool:
    """Stores the time and count of a passkey's use. False for a replay: it was used after the challenge was made.

    A use far in the future was stored before the clock was set back. No valid challenge can be that old.
    """
    wrong_clock = Passkey.used_at > now() + 2 * ANSWERED_WITHIN
    unused = or_(Passkey.used_at.is_(None), Passkey.used_at < made_at, wrong_clock)
    used = update(Passkey).where(Passkey.id == passkey.id, unused).values(used_at=now(), sign_count=count)
    return accounts.count_rows(used.execution_options(synchronize_session=False)) == 1


def remove(passkey: Passkey) -> None:
    """Removes a passkey; with the account's last one also its recovery codes and two-step login."""
    account = passkey.account
    db.session.delete(passkey)
    db.session.flush()
    if not db.session.scalar(select(func.count()).select_from(Passkey).where(Passkey.account_id == account.id)):
        remove_all(account)


def remove_all(account: Account) -> None:
    """Removes all passkeys and recovery codes of an account; its password alone is enough again."""
    account.passkey_too = False
    for kind in (Passkey, RecoveryCode):
        db.session.execute(delete(kind).where(kind.account_id == account.id))
