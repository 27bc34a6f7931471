"""A club's logo: a PNG or JPEG that an owner uploads, checked and re-encoded before it is stored.

What is stored is a small PNG made here, on white, without any metadata of the file: browsers and the PDF writer never
get the file itself.
"""

import hashlib
import io
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.store.club_models import Club, ClubLogo, ClubSitting
from scorekeeper.store.models import db

if TYPE_CHECKING:
    from PIL import Image

LARGEST = 4_000_000  # bytes of a file
MOST_DOTS = 20_000_000  # of a picture: a phone's camera makes 12 million
LONGEST_EDGE = 8_000
BOX = (720, 240)  # pixels of the stored picture at most: 30 × 10 mm on paper at 600 dpi
TOO_MANY_DOTS = _("This picture is too large; make it smaller than 4,000 by 4,000 pixels")
FORMATS = {"PNG": b"\x89PNG\r\n\x1a\n", "JPEG": b"\xff\xd8\xff"}


def set_logo(club: Club, sent: bytes) -> ClubLogo:
    """Make this picture the club's logo. Raises Refusal for anything but a PNG or JPEG of a sensible size."""
    picture = re_encoded(sent)
    remove_logo(club)
    made = ClubLogo(club_id=club.id, picture=picture, digest=hashlib.sha256(picture).hexdigest()[:32])
    db.session.add(made)
    db.session.flush()
    return made


def remove_logo(club: Club) -> None:
    """Remove the club's logo, if it has one."""
    found = logo_of(club)
    if found is not None:
        db.session.delete(found)
        db.session.flush()


def logo_of(club: Club) -> ClubLogo | None:
    """The club's logo."""
    return db.session.get(ClubLogo, club.id)


def club_of_sitting(sitting: int) -> tuple[Club, ClubLogo | None] | None:
    """The club that a sitting belongs to, with its logo; None for a sitting of no club."""
    found = (
        select(Club, ClubLogo)
        .join(ClubSitting, ClubSitting.club_id == Club.id)
        .outerjoin(ClubLogo, ClubLogo.club_id == Club.id)
        .where(ClubSitting.sitting_id == sitting)
    )
    row = db.session.execute(found).first()
    return (row.Club, row.ClubLogo) if row else None


def re_encoded(sent: bytes) -> bytes:
    """The picture as a small PNG on white. Raises Refusal."""
    if len(sent) > LARGEST:
        raise refuse("logo", None, _("This file is too large; choose one of at most 4 MB"))
    if not sent.startswith(tuple(FORMATS.values())):
        raise refuse("logo", None, _("Choose a picture: PNG or JPEG"))
    from PIL import Image

    try:
        return _small(sent)
    except Refusal:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as failure:
        raise refuse("logo", None, TOO_MANY_DOTS) from failure
    except Exception as failure:  # decoders fail in many ways on broken files
        raise refuse("logo", None, _("This picture can’t be read; save it as PNG or JPEG and try again")) from failure


def _small(sent: bytes) -> bytes:
    """The size is read from the header before anything is decoded."""
    from PIL import Image, ImageFile, ImageOps

    ImageFile.LOAD_TRUNCATED_IMAGES = False  # WeasyPrint sets it, for the whole process
    with Image.open(io.BytesIO(sent), formats=list(FORMATS)) as picture:
        width, height = picture.size
        if width * height > MOST_DOTS or max(width, height) > LONGEST_EDGE:
            raise refuse("logo", None, TOO_MANY_DOTS)
        picture.draft("RGB", (2 * BOX[0], 2 * BOX[1]))  # a JPEG is decoded at a size near the wanted one
        turned = ImageOps.exif_transpose(picture)
        turned.thumbnail(BOX, reducing_gap=2.0)
        return _png(_on_white(turned))


def _on_white(picture: "Image.Image") -> "Image.Image":
    """The picture, which may be transparent, on white."""
    from PIL import Image

    seen: Any = picture.convert("RGBA")
    white = Image.new("RGBA", seen.size, "white")
    white.alpha_composite(seen)
    return white.convert("RGB")


def _png(picture: "Image.Image") -> bytes:
    written = io.BytesIO()
    picture.save(written, "PNG", optimize=True)
    return written.getvalue()
