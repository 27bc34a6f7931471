"""The text in a slip's codes: 20 letters of a QR code of version 1-M in capitals and digits.

    SK  A2B3…(12)  round (2)  table (3)  corner (1)

The seal, 60 bits in base 32, binds the slip to its tournament, round, table and sides. With a key, which belongs to one
tournament, it is an HMAC, and nobody else can make it; without one (on the command line) a digest of the tournament's
name, seed and entrants, which tells slips of other tournaments apart.
"""

import hashlib
import hmac
import json
import re
from base64 import b32encode
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.slips.marks import rows_of_circles
from scorekeeper.tournaments.model import Table, Tournament

HEAD = "SK"
SEAL = 12  # letters
PURPOSE = "slip"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SHAPE = re.compile(rf"{HEAD}([A-Z2-7]{{{SEAL}}})([0-9A-Z]{{2}})([0-9A-Z]{{3}})([01])")


class Code(NamedTuple):
    """What a code says. `corner` is the index of the code in the block."""

    seal: str
    round: int
    table: int
    corner: int


def texts_of(tournament: Tournament, number: int, table: Table, key: bytes | None = None) -> tuple[str, str]:
    """Returns the texts of both codes on the slip of a table in round `number`, in the order of the block's codes."""
    seal = seal_of(tournament, number, table, key)
    where = f"{_base36(number, 2)}{_base36(table.number, 3)}"
    return f"{HEAD}{seal}{where}0", f"{HEAD}{seal}{where}1"


def seal_of(tournament: Tournament, number: int, table: Table, key: bytes | None = None) -> str:
    """Returns the seal of a table's slip. `key` belongs to this tournament only."""
    bound = [PURPOSE, tournament.seed, number, table.number, table.sides, rows_of_circles(tournament.scoring)]
    if key is None:
        entered = [
            [entrant.id, entrant.name, entrant.players] for entrant in tournament.entrants if entrant.late <= number
        ]
        digest = hashlib.sha256(_bytes([*bound, tournament.name, entered])).digest()
    else:
        digest = hmac.digest(key, _bytes(bound), "sha256")
    return b32encode(digest).decode("ascii")[:SEAL]


def parse(text: str) -> Code | None:
    """Returns what the text of a code says; None if it is not a slip's."""
    read = SHAPE.fullmatch(text)
    return Code(read[1], int(read[2], 36), int(read[3], 36), int(read[4])) if read else None


def is_of(code: Code, tournament: Tournament, keys: Sequence[bytes] = ()) -> bool:
    """True if a code belongs to a table of the tournament as it is now: sealed with one of the keys, or without any.

    All keys are tried and compared in constant time.
    """
    table = table_of(code, tournament)
    if table is None:
        return False
    seals = [seal_of(tournament, code.round, table, key) for key in keys or (None,)]
    return any([hmac.compare_digest(seal, code.seal) for seal in seals])  # noqa: C419


def table_of(code: Code, tournament: Tournament) -> Table | None:
    """Returns the table that a code names; None if the tournament has no such table."""
    if not 1 <= code.round <= len(tournament.rounds):
        return None
    tables = tournament.rounds[code.round - 1].tables
    return next((table for table in tables if table.number == code.table), None)


def _base36(number: int, letters: int) -> str:
    """Returns a whole number in base 36 with leading zeros."""
    text = ""
    for _place in range(letters):
        number, digit = divmod(number, len(DIGITS))
        text = DIGITS[digit] + text
    return text


def _bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii")
