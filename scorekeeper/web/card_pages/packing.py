"""A card as a short text for an address: JSON, deflated, in base64url. And as the text of a file."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from typing import Any

from scorekeeper import bounded_json
from scorekeeper.bounded_json import BadJson, Bounds
from scorekeeper.games.card.reading import Card
from scorekeeper.games.engine.base import N_, refuse

LONGEST = 60_000  # characters of a card's JSON; the longest of the library has 5,000
LONGEST_PACKED = 7_500  # characters in an address
CARD = Bounds(size=LONGEST, deep=12, values=4_000, members=400, text=1_000)
NOT_SHARED = ("about", "source", "examples")  # left out of a link, so that its QR code stays small

NO_CARD = N_("This is not a card: {reason}")
BROKEN_LINK = N_("This link has no card. Perhaps a part of it is missing.")


def packed(card: dict[str, Any]) -> str:
    """Returns a card as a text for an address."""
    text = json.dumps(card, separators=(",", ":"), ensure_ascii=False)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return urlsafe_b64encode(deflate.compress(text.encode()) + deflate.flush()).decode().rstrip("=")


def unpacked(text: str) -> dict[str, Any]:
    """Returns the card in an address, checked. Raises Refusal for the field `card`."""
    try:
        if not text.isascii() or len(text) > LONGEST_PACKED:
            raise refuse("card", None, BROKEN_LINK)
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        plain = inflate.decompress(data, LONGEST)  # never more than this in memory
    except (NotBase64, ValueError, zlib.error):
        raise refuse("card", None, BROKEN_LINK) from None
    return checked(plain)


def checked(text: "str | bytes") -> dict[str, Any]:
    """Returns the card in a JSON text, if it is one. Raises Refusal."""
    try:
        card = bounded_json.read(text, CARD)
    except BadJson as error:
        raise refuse("card", None, NO_CARD, reason=str(error)) from None
    Card(card)
    return dict(card)


def shared(card: dict[str, Any]) -> dict[str, Any]:
    """Returns what a link carries of a card."""
    return {name: value for name, value in card.items() if name not in NOT_SHARED}
