"""Recovery codes: each stands in once for a passkey that is lost.

What is stored is an HMAC with the SECRET_KEY over code and account, so a stolen database opens nothing.
"""

import secrets
from collections.abc import Sequence

from sqlalchemy import CursorResult, delete, func, select

from scorekeeper.signatures import sign
from scorekeeper.store.club_models import Account, RecoveryCode
from scorekeeper.store.models import db

HOW_MANY = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another one
LENGTH = 10  # letters: 49 bits
PURPOSE = "recovery-code"


def make(account: Account, key: str) -> list[str]:
    """New codes in place of the earlier ones, each as two groups of five letters; `key` signs what is stored."""
    db.session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account.id))
    made = ["".join(secrets.choice(LETTERS) for _letter in range(LENGTH)) for _code in range(HOW_MANY)]
    for code in made:
        db.session.add(RecoveryCode(account_id=account.id, digest=_digest(account, code, key)))
    db.session.flush()
    return [f"{code[:5]}-{code[5:]}" for code in made]


def _digest(account: Account, code: str, key: str) -> str:
    return sign(PURPOSE, f"{account.id}:{code}", key)


def use(account: Account, typed: str, keys: Sequence[str]) -> bool:
    """Whether this is one of the account's codes, which is used up then. Case, spaces and hyphens do not matter."""
    code = "".join(typed.split()).replace("-", "").lower()[: LENGTH + 1]
    digests = [_digest(account, code, key) for key in keys]
    spent = delete(RecoveryCode).where(RecoveryCode.account_id == account.id, RecoveryCode.digest.in_(digests))
    done = db.session.execute(spent)
    assert isinstance(done, CursorResult)  # noqa: S101 (for mypy: a DELETE always answers one)
    return done.rowcount > 0


def left(account: Account) -> int:
    """How many codes the account has."""
    found = select(func.count()).select_from(RecoveryCode).where(RecoveryCode.account_id == account.id)
    return db.session.scalar(found) or 0
