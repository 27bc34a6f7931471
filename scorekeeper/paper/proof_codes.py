"""The codes on printed sheets: who scans one sees whether that sheet still agrees with the record, and nothing else.

A code holds a match's number, the version and fingerprint that were printed, and a signature over them made with the
SECRET_KEY. It cannot be guessed and is kept nowhere. A sitting's codes are ended all at once, by counting on in
`Sitting.papers`; sheets printed afterwards carry new ones.
"""

from typing import NamedTuple

from flask import current_app

from scorekeeper.paper.fingerprint import is_fingerprint
from scorekeeper.signatures import is_signed, keys_of, sign
from scorekeeper.store.models import Match, Sitting, db

PURPOSE = "paper"  # of the signature
PARTS = 5
LONGEST_NUMBER = 9


class Proof(NamedTuple):
    """What a printed sheet says of itself; `ended`: its code was ended since."""

    match: Match
    version: int
    fingerprint: str
    ended: bool


def code_of(match: Match, fingerprint: str) -> str:
    """The code for a sheet of the match as it stands now."""
    text = f"{match.id}-{match.version}-{match.sitting.papers}-{fingerprint}"
    return f"{text}-{sign(PURPOSE, text, current_app.config['SECRET_KEY'])}"


def read_code(text: str) -> Proof | None:
    """What a code says; None for one that was never printed here, or was not read whole."""
    parts = text.split("-", PARTS - 1)  # a signature may hold hyphens
    if len(parts) != PARTS or not all(_is_number(part) for part in parts[:3]) or not is_fingerprint(parts[3]):
        return None
    if not is_signed(PURPOSE, "-".join(parts[:4]), parts[4], keys_of(current_app.config)):
        return None
    number, version, papers = (int(part) for part in parts[:3])
    match = db.session.get(Match, number)
    return Proof(match, version, parts[3], ended=papers != match.sitting.papers) if match else None


def end_codes(sitting: Sitting) -> None:
    """End the codes on every sheet of the sitting that was printed so far."""
    sitting.papers = Sitting.papers + 1


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
