"""QR codes on paper: dark on white, drawn as large as the place they stand in."""

from dataclasses import dataclass

import segno
from markupsafe import Markup


def qr_code(address: str) -> Markup:
    """The code of an address as an `<svg>` element without a size of its own."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(border=4, omitsize=True, light="#fff")
    return Markup(drawn)  # noqa: S704 (made by segno from an address of ours)


@dataclass(frozen=True, slots=True)
class Code:
    """A code at the foot of a sheet, and in a few words what it is for, or why there is none: then without address."""

    address: str
    caption: str

    @property
    def qr(self) -> Markup:
        """Its drawing; nothing without an address."""
        return qr_code(self.address) if self.address else Markup()
