"""Codes on printed sheets: whoever scans one sees whether the sheet still agrees with the stored match.

A code holds the match's id, the version and fingerprint that were printed, and a signature over them made with the
SECRET_KEY: it cannot be guessed and is not stored. All codes of a sitting are revoked at once by incrementing
`Sitting.papers`, which is signed too.
"""

from typing import NamedTuple

from flask import current_app

from scorekeeper import ledger
from scorekeeper.paper.fingerprint import is_fingerprint
from scorekeeper.signatures import is_signed, keys_of, sign
from scorekeeper.store.models import Match, Sitting, db

PURPOSE = "paper"  # of the signature
PARTS = 5
LONGEST_NUMBER = 9


class Proof(NamedTuple):
    """What a code says of its sheet; `ended` where the code was revoked since."""

    match: Match
    version: int
    fingerprint: str
    ended: bool


def code_of(match: Match, fingerprint: str) -> str:
    """The code for a sheet of the match in its present state."""
    text = f"{match.id}-{match.version}-{match.sitting.papers}-{fingerprint}"
    return f"{text}-{sign(PURPOSE, text, current_app.config['SECRET_KEY'])}"


def read_code(text: str) -> Proof | None:
    """Parse and verify a code; None for one that is incomplete or was not made here."""
    parts = text.split("-", PARTS - 1)  # a signature may hold hyphens
    if len(parts) != PARTS or not all(_is_number(part) for part in parts[:3]) or not is_fingerprint(parts[3]):
        return None
    if not is_signed(PURPOSE, "-".join(parts[:4]), parts[4], keys_of(current_app.config)):
        return None
    number, version, papers = (int(part) for part in parts[:3])
    match = db.session.get(Match, number)
    return Proof(match, version, parts[3], ended=papers != match.sitting.papers) if match else None


def end_codes(sitting: Sitting) -> None:
    """Revoke the codes on all sheets of the sitting that were printed so far.

    Raises Refusal where a match of it is approved.
    """
    ledger.check_open(sitting)
    sitting.papers = Sitting.papers + 1


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
