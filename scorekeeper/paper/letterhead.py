"""Whose paper it is: a club's name and logo at the top of a sheet."""

from base64 import b64encode
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Letterhead:
    """`logo` is the address of a picture inside the page itself, or empty; `table` names the table it lies on."""

    club: str
    logo: str = ""
    table: str = ""


def letterhead(club: str, logo: bytes | None = None, table: str = "") -> Letterhead:
    """The head of a club's sheet; `logo` is a PNG as `clubs.logos` stores it."""
    picture = f"data:image/png;base64,{b64encode(logo).decode('ascii')}" if logo else ""
    return Letterhead(club, picture, table)
