"""The settings of a club: name, address, president, start of the season, usual game, how sheets are printed; its logo.

A logo is a PNG or JPEG uploaded by an owner, checked and re-encoded before it is stored: a small PNG on white,
without metadata. Browsers and the PDF writer never get the uploaded file.
"""

import hashlib
import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import select

from scorekeeper.clubs.accounts import tidy_name
from scorekeeper.clubs.nights import read_defaults
from scorekeeper.clubs.roster import LONGEST_NAME
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import LOCALES
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club, ClubLogo, ClubSitting
from scorekeeper.store.models import db

if TYPE_CHECKING:
    from PIL import Image

LONGEST_ADDRESS = 80  # characters, as of a night's place
MONTHS = range(1, 13)


class Settings(NamedTuple):
    """The settings of a club as texts of a form.

    `month` is the number of the month in which the season begins; `preset` is `game/variant`. `preset`, `paper` and
    `language` are empty if the club has no usual one. `circles` is empty if its slips and sheets are printed without.
    """

    name: str
    address: str = ""
    president: str = ""
    month: str = "1"
    preset: str = ""
    paper: str = ""
    language: str = ""
    circles: str = ""


def settings_of(club: Club) -> Settings:
    """Returns the club's current settings."""
    month = str(club.season_month)
    usual = club.usual_preset, club.usual_paper, club.sheet_language, "1" if club.circles else ""
    return Settings(club.name, club.address, club.president, month, *usual)


def change(club: Club, settings: Settings, papers: Iterable[str]) -> None:
    """Changes the settings, but not the slug in the club's URLs. `papers` are the allowed paper sizes.

    Raises Refusal naming the wrong field.
    """
    name, address, president = tidy_name(settings.name, "name"), tidy(settings.address), tidy(settings.president)
    for field, text, longest in (("address", address, LONGEST_ADDRESS), ("president", president, LONGEST_NAME)):
        if len(text) > longest:
            raise refuse(field, None, N_("Enter at most {longest} characters"), longest=longest)
    usual = read_defaults(settings.preset, "", "", "")
    for field, value, choices in (
        ("month", settings.month, [str(month) for month in MONTHS]),
        ("paper", settings.paper, ["", *papers]),
        ("language", settings.language, ["", *LOCALES]),
    ):
        if value not in choices:
            raise refuse(field, None, N_("This must be one of: {choices}"), choices=", ".join(filter(None, choices)))
    club.name, club.address, club.president = name, address, president
    club.season_month = int(settings.month)
    club.usual_preset = usual.preset
    club.usual_paper, club.sheet_language = settings.paper, settings.language
    club.circles = bool(settings.circles)


LARGEST_LOGO = 4_000_000  # bytes of a file
MOST_PIXELS = 16_000_000  # of a picture; a phone's camera makes 12 million
MOST_SCANS = 64  # of a progressive JPEG, which usually has ten; each passes over the whole picture again
SCAN = b"\xff\xda"  # the marker before each; compressed data never contains it
LONGEST_EDGE = 8_000
BOX = (720, 240)  # pixels of the stored picture at most: 30 × 10 mm on paper at 600 dpi
TOO_MANY_PIXELS = N_("This picture is too large; make it smaller than 4,000 by 4,000 pixels")
UNREADABLE = N_("This picture can’t be read; save it as PNG or JPEG and try again")
FORMATS = {"PNG": b"\x89PNG\r\n\x1a\n", "JPEG": b"\xff\xd8\xff"}


def set_logo(club: Club, upload: bytes) -> ClubLogo:
    """Makes the uploaded picture the club's logo. Raises Refusal unless it is a PNG or JPEG of a sensible size."""
    picture = re_encoded(upload)
    remove_logo(club)
    logo = ClubLogo(club_id=club.id, picture=picture, digest=hashlib.sha256(picture).hexdigest()[:32])
    db.session.add(logo)
    db.session.flush()
    return logo


def remove_logo(club: Club) -> None:
    """Removes the club's logo, if it has one."""
    logo = logo_of(club)
    if logo is not None:
        db.session.delete(logo)
        db.session.flush()


def logo_of(club: Club) -> ClubLogo | None:
    """Returns the club's logo, or None."""
    return db.session.get(ClubLogo, club.id)


def club_of_sitting(sitting: int) -> tuple[Club, ClubLogo | None] | None:
    """Returns the club of a sitting with its logo; None if the sitting belongs to no club."""
    query = (
        select(Club, ClubLogo)
        .join(ClubSitting, ClubSitting.club_id == Club.id)
        .outerjoin(ClubLogo, ClubLogo.club_id == Club.id)
        .where(ClubSitting.sitting_id == sitting)
    )
    row = db.session.execute(query).first()
    return (row.Club, row.ClubLogo) if row else None


def re_encoded(upload: bytes) -> bytes:
    """Returns the picture as a small PNG on white. Raises Refusal."""
    if len(upload) > LARGEST_LOGO:
        raise refuse("logo", None, N_("This file is too large; choose one of at most 4 MB"))
    if not upload.startswith(tuple(FORMATS.values())):
        raise refuse("logo", None, N_("Choose a picture: PNG or JPEG"))
    if upload.startswith(FORMATS["JPEG"]) and upload.count(SCAN) > MOST_SCANS:
        raise refuse("logo", None, UNREADABLE)
    from PIL import Image

    try:
        return _small(upload)
    except Refusal:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as failure:
        raise refuse("logo", None, TOO_MANY_PIXELS) from failure
    except Exception as failure:  # decoders fail in many ways on broken files
        raise refuse("logo", None, UNREADABLE) from failure


def _small(upload: bytes) -> bytes:
    """Returns the picture decoded and scaled down; its size is checked in the header before decoding."""
    from PIL import Image, ImageFile, ImageOps

    ImageFile.LOAD_TRUNCATED_IMAGES = False  # WeasyPrint sets it, for the whole process
    with Image.open(io.BytesIO(upload), formats=list(FORMATS)) as picture:
        width, height = picture.size
        if width * height > MOST_PIXELS or max(width, height) > LONGEST_EDGE:
            raise refuse("logo", None, TOO_MANY_PIXELS)
        picture.draft("RGB", (2 * BOX[0], 2 * BOX[1]))  # a JPEG is decoded at a size near the wanted one
        picture.thumbnail((4 * BOX[0], 4 * BOX[0]), Image.Resampling.NEAREST)  # the next steps copy it
        turned = ImageOps.exif_transpose(picture)
        turned.thumbnail(BOX, reducing_gap=2.0)
        return _png(_on_white(turned))


def _on_white(picture: "Image.Image") -> "Image.Image":
    """Returns the picture, which may be transparent, on white."""
    from PIL import Image

    foreground: Any = picture.convert("RGBA")
    white = Image.new("RGBA", foreground.size, "white")
    white.alpha_composite(foreground)
    return white.convert("RGB")


def _png(picture: "Image.Image") -> bytes:
    output = io.BytesIO()
    picture.save(output, "PNG", optimize=True)
    return output.getvalue()
