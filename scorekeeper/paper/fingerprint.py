"""A match's fingerprint: ten letters that stand for what was agreed, what was entered and what came of it.

Two sheets with the same fingerprint tell the same match. It stands on paper to be compared and read aloud, so it has
neither vowels, which would make words of it, nor letters that look or are read like another.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Setup, Table

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
LENGTH = 10
HALF = LENGTH // 2
RESULT = ("totals", "status", "winner", "games", "won_by")

Counted = tuple[Mapping[str, Any], Sequence[int]]  # a hand that counts: its entry, and each side's points


def fingerprint(setup: Setup, hands: Iterable[Counted], table: Table, *, stopped: bool = False) -> str:
    """The ten letters of a match as it stands at `table`.

    Notes, moments, place and date leave it as it is: they never score. Struck hands are not among `hands`.
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
    found = []
    for _place in range(LENGTH):
        number, rest = divmod(number, len(LETTERS))
        found.append(LETTERS[rest])
    return "".join(found)


def spaced(letters: str) -> str:
    """A fingerprint as it is printed and read: in two halves; nothing for none."""
    return f"{letters[:HALF]}-{letters[HALF:]}" if letters else ""


def is_fingerprint(text: str) -> bool:
    """Whether a text could be one."""
    return len(text) == LENGTH and all(letter in LETTERS for letter in text)
