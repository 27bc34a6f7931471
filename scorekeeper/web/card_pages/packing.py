"""Rules as a short text for an address: JSON, deflated, in base64url. And as the text of a file."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from typing import Any

from scorekeeper import bounded_json
from scorekeeper.bounded_json import BadJson, Bounds
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.web.card_pages import sent
from scorekeeper.web.card_pages.sent import Sent

LONGEST = 60_000  # characters of a card's JSON; the longest of the library has 5,000
LONGEST_PACKED = 7_500  # characters in an address
CARD = Bounds(size=LONGEST, deep=12, values=4_000, members=400, text=1_000)

NO_CARD = N_("This is not a card: {reason}")
BROKEN_LINK = N_("This link has no card. Perhaps a part of it is missing.")


def packed(data: dict[str, Any]) -> str:
    """Returns a JSON object as a text for an address."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return urlsafe_b64encode(deflate.compress(text.encode()) + deflate.flush()).decode().rstrip("=")


def fitting(rules: Sent) -> str:
    """Returns rules as a text for an address; if that is too long, without what links leave out."""
    whole = packed(rules.data)
    return whole if len(whole) <= LONGEST_PACKED else packed(rules.shared.data)


def unpacked(text: str) -> Sent:
    """Returns the rules in an address, checked. Raises Refusal for the field `card`."""
    try:
        if not text.isascii() or len(text) > LONGEST_PACKED:
            raise refuse("card", None, BROKEN_LINK)
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        plain = inflate.decompress(data, LONGEST)  # never more than this in memory
    except (NotBase64, ValueError, zlib.error):
        raise refuse("card", None, BROKEN_LINK) from None
    return checked(plain)


def checked(text: "str | bytes") -> Sent:
    """Returns the rules in a JSON text, if it has any. Raises Refusal."""
    try:
        return sent.read(dict(bounded_json.read(text, CARD)))
    except (BadJson, TypeError, ValueError) as error:
        raise refuse("card", None, NO_CARD, reason=str(error)) from None
