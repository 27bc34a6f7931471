"""The text in a slip's codes: 20 letters of a QR code of version 1-M in capitals and digits.

    SK  A2B3…(12)  round (2)  table (3)  corner (1; 2 more if the handwriting is above the block)

The seal, 60 bits in base 32, binds the slip to its tournament, round, table and sides. With a key, which belongs to one
tournament, it is an HMAC, which cannot be forged; without one (on the command line) a digest of the tournament's name,
seed and entrants, which differs for other tournaments.

On the blank sheet of a match the round encodes the number of sides and the form of their result (`SheetForm`), and the
seal binds the sheet to its game, with a key also to a club's night; the table is 0 outside a night.
"""

import hashlib
import hmac
import json
import re
from base64 import b32encode
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from scorekeeper.slips.marks import MOST_SIDES, PAIR, POINT_PLACES, rows_of_circles
from scorekeeper.tournaments.model import Table, Tournament

HEAD = "SK"
SEAL = 12  # letters
CODES = 2  # of a block
PURPOSE, SHEET = "slip", "sheet"  # part of the seal, so that a slip's seal never fits a sheet
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SHAPE = re.compile(rf"{HEAD}([A-Z2-7]{{{SEAL}}})([0-9A-Z]{{2}})([0-9A-Z]{{3}})([0-3])")


class Code(NamedTuple):
    """The content of a code. `corner` is its index in the block; `above`: the handwriting is above the block."""

    seal: str
    round: int
    table: int
    corner: int
    above: bool = False


def texts_of(
    tournament: Tournament, number: int, table: Table, key: bytes | None = None, *, above: bool = False
) -> tuple[str, str]:
    """Returns the texts of both codes on the slip of a table in round `number`, in the order of the block's codes.

    `above`: the handwriting is above the block, not to its left.
    """
    return _texts(seal_of(tournament, number, table, key), number, table.number, above=above)


def _texts(seal: str, number: int, table: int, *, above: bool = False) -> tuple[str, str]:
    text = f"{HEAD}{seal}{_base36(number, 2)}{_base36(table, 3)}"
    first = CODES * above
    return f"{text}{first}", f"{text}{first + 1}"


def seal_of(tournament: Tournament, number: int, table: Table, key: bytes | None = None) -> str:
    """Returns the seal of a table's slip. `key` belongs to this tournament only."""
    bound = [PURPOSE, tournament.seed, number, table.number, table.sides, rows_of_circles(tournament.scoring)]
    if key is None:
        entered = [
            [entrant.id, entrant.name, entrant.players] for entrant in tournament.entrants if entrant.late <= number
        ]
        bound += [tournament.name, entered]
    return _seal(bound, key)


def _seal(bound: list[Any], key: bytes | None) -> str:
    """Returns the seal of a value: an HMAC with the key, or a plain digest without one."""
    content = json.dumps(bound, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    digest = hmac.digest(key, content, "sha256") if key else hashlib.sha256(content).digest()
    return b32encode(digest).decode("ascii")[:SEAL]


class SheetForm(NamedTuple):
    """The form of a blank sheet: game, digits of its totals, True if the lowest total wins, number of sides."""

    game: str
    places: int
    lowest: bool
    sides: int = PAIR

    @classmethod
    def of(cls, game: str, number: int) -> "SheetForm":
        """Returns the form of a game's sheet with this number."""
        rest, places = divmod(number, len(DIGITS))
        pairs, lowest = divmod(rest, 2)
        return cls(game, places, bool(lowest), pairs + PAIR)

    @property
    def number(self) -> int:
        """The number in place of a slip's round, which encodes everything but the game."""
        return ((self.sides - PAIR) * 2 + self.lowest) * len(DIGITS) + self.places


def texts_of_sheet(form: SheetForm, table: int = 0, key: bytes | None = None) -> tuple[str, str]:
    """Returns the texts of both codes on a blank sheet. `key` belongs to one club night."""
    seal = _seal([SHEET, form, table], key)
    return _texts(seal, form.number, table)


def form_of_sheet(code: Code, games: Iterable[str], keys: Sequence[bytes | None] = (None,)) -> SheetForm | None:
    """Returns the form of a blank sheet by its code; None if no key seals it for any of these games.

    The key None is for sheets printed outside a club's night.
    """
    forms = [SheetForm.of(game, code.round) for game in games]
    forms = [form for form in forms if 1 <= form.places <= POINT_PLACES and form.sides <= MOST_SIDES]
    sealed = [(form, _seal([SHEET, form, code.table], key)) for form in forms for key in keys]
    return next((form for form, seal in sealed if hmac.compare_digest(seal, code.seal)), None)


def parse(text: str) -> Code | None:
    """Parses the text of a code; None if it is not the code of a slip or sheet."""
    match = SHAPE.fullmatch(text)
    if match is None:
        return None
    above, corner = divmod(int(match[4]), CODES)
    return Code(match[1], int(match[2], 36), int(match[3], 36), corner, bool(above))


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
    """Returns the table with the round and number in a code; None if the tournament does not have it."""
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
