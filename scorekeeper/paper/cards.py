"""Cards that stand on the tables of a club night: a number seen from afar, and a QR code for the phone."""

from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.paper.codes import qr_code


@dataclass(frozen=True, slots=True)
class Card:
    """A table's card; `address` is where its QR code leads, empty where nobody could follow it."""

    number: int
    address: str

    @property
    def typed(self) -> str:
        """The address as somebody types it who has no camera at hand."""
        return self.address.split("://", 1)[-1]

    @property
    def qr(self) -> Markup:
        """The code that opens the table."""
        return qr_code(self.address)


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards of a night, four on a page."""

    club: str
    title: str
    paper: str
    language: str
    cards: tuple[Card, ...]
    logo: str = ""

    @property
    def footer(self) -> str:
        """What stands at the foot of the page."""
        return f"{self.club} · {self.title}"

    @property
    def pages(self) -> list[tuple[Card, ...]]:
        """The cards as they are cut from the pages."""
        return [self.cards[start : start + 4] for start in range(0, len(self.cards), 4)]
