"""Codes on printed sheets: scanning one shows whether the sheet still agrees with the stored match."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from flask import current_app

from scorekeeper import ledger
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.signatures import is_signed, keys_of, sign
from scorekeeper.store.models import Match, Sitting, db

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
LENGTH = 10
HALF = LENGTH // 2
RESULT = ("totals", "status", "winner", "games", "won_by")

Counted = tuple[Mapping[str, Any], Sequence[int]]  # a hand that counts: its entry, and each side's points


def fingerprint(setup: Setup, hands: Iterable[Counted], table: Table, *, stopped: bool = False) -> str:
    """Returns the fingerprint of a match, ten letters, from its setup, its counted hands and the totals of `table`.

    Notes, times, place and date do not change it, because they never score. `hands` has no struck hands.
    """
    counted = list(hands)
    entries = [{name: entry[name] for name in entry if name not in play.REMARKS} for entry, _points in counted]
    head = {name: value for name, value in play.document(setup, entries).items() if name != "about"}
    content: dict[str, Any] = {
        "match": head,
        "points": [list(points) for _entry, points in counted],
        "result": {name: table[name] for name in RESULT},  # type: ignore[literal-required]  # names of a Table
    }
    if stopped:
        content["stopped"] = True
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return _in_letters(int.from_bytes(hashlib.sha256(canonical.encode("ascii")).digest()))


def _in_letters(number: int) -> str:
    letters = []
    for _place in range(LENGTH):
        number, rest = divmod(number, len(LETTERS))
        letters.append(LETTERS[rest])
    return "".join(letters)


def spaced(letters: str) -> str:
    """Returns a fingerprint in two halves, as it is printed; empty if it is empty."""
    return f"{letters[:HALF]}-{letters[HALF:]}" if letters else ""


def is_fingerprint(text: str) -> bool:
    """True if the text has the form of a fingerprint."""
    return len(text) == LENGTH and all(letter in LETTERS for letter in text)


PURPOSE = "paper"  # of the signature
PARTS = 5
LONGEST_NUMBER = 9


class Proof(NamedTuple):
    """The content of a sheet's code; `ended` is True if the code was revoked."""

    match: Match
    version: int
    fingerprint: str
    ended: bool


def code_of(match: Match, fingerprint: str) -> str:
    """Returns the code for a sheet of the match in its current version."""
    text = f"{match.id}-{match.version}-{match.sitting.papers}-{fingerprint}"
    return f"{text}-{sign(PURPOSE, text, current_app.config['SECRET_KEY'])}"


def read_code(text: str) -> Proof | None:
    """Parses and verifies a code; None if it is incomplete or was not signed by this server."""
    parts = text.split("-", PARTS - 1)  # a signature may hold hyphens
    if len(parts) != PARTS or not all(_is_number(part) for part in parts[:3]) or not is_fingerprint(parts[3]):
        return None
    if not is_signed(PURPOSE, "-".join(parts[:4]), parts[4], keys_of(current_app.config)):
        return None
    number, version, papers = (int(part) for part in parts[:3])
    match = db.session.get(Match, number)
    return Proof(match, version, parts[3], ended=papers != match.sitting.papers) if match else None


def end_codes(sitting: Sitting) -> None:
    """Revokes the codes on all sheets of the sitting that were printed so far.

    Raises Refusal if one of its matches is approved.
    """
    ledger.check_open(sitting)
    sitting.papers = Sitting.papers + 1


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
