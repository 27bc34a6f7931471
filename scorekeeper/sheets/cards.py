"""Cards that stand on the tables of a club night: a number seen from afar, and a QR code for the phone."""

from dataclasses import dataclass

import segno
from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Card:
    """A table's card; `address` is where its QR code leads."""

    number: int
    address: str

    @property
    def qr(self) -> Markup:
        """The code as a drawing of its own size, dark on white."""
        drawn = segno.make(self.address, error="m", micro=False).svg_inline(border=4, omitsize=True, light="#fff")
        return Markup(drawn)  # noqa: S704 (made by segno from an address of ours)


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards of a night, four on a page."""

    club: str
    title: str
    paper: str
    language: str
    cards: tuple[Card, ...]

    @property
    def pages(self) -> list[tuple[Card, ...]]:
        """The cards as they are cut from the pages."""
        return [self.cards[start : start + 4] for start in range(0, len(self.cards), 4)]
