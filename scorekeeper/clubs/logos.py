"""A club's logo: a PNG or JPEG that an owner sends, looked at and drawn anew before it is kept.

What is kept is a small PNG made here, on white, without anything that came along in the file. So a browser and the PDF
writer only ever see a picture of ours.
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
BOX = (720, 240)  # what is kept fits into it: 30 × 10 mm on paper at twice the sharpness of a printer's greys
TOO_MANY_DOTS = _("This picture has too many dots: make it smaller than 4,000 by 4,000")
FORMATS = {"PNG": b"\x89PNG\r\n\x1a\n", "JPEG": b"\xff\xd8\xff"}


def keep_logo(club: Club, sent: bytes) -> ClubLogo:
    """Make this picture the club's logo. Raises Refusal for anything but a PNG or JPEG of a sensible size."""
    picture = drawn_anew(sent)
    drop_logo(club)
    made = ClubLogo(club_id=club.id, picture=picture, digest=hashlib.sha256(picture).hexdigest()[:32])
    db.session.add(made)
    db.session.flush()
    return made


def drop_logo(club: Club) -> None:
    """Have no logo any more."""
    found = logo_of(club)
    if found is not None:
        db.session.delete(found)
        db.session.flush()


def logo_of(club: Club) -> ClubLogo | None:
    """The club's logo."""
    return db.session.get(ClubLogo, club.id)


def club_of_sitting(sitting: int) -> tuple[Club, ClubLogo | None] | None:
    """The club that a sitting belongs to, with its logo; None for a table of nobody's."""
    found = (
        select(Club, ClubLogo)
        .join(ClubSitting, ClubSitting.club_id == Club.id)
        .outerjoin(ClubLogo, ClubLogo.club_id == Club.id)
        .where(ClubSitting.sitting_id == sitting)
    )
    row = db.session.execute(found).first()
    return (row.Club, row.ClubLogo) if row else None


def drawn_anew(sent: bytes) -> bytes:
    """The picture as a small PNG on white. Raises Refusal."""
    if len(sent) > LARGEST:
        raise refuse("logo", None, _("A logo has at most 4 MB"))
    if not sent.startswith(tuple(FORMATS.values())):
        raise refuse("logo", None, _("Choose a picture: PNG or JPEG"))
    from PIL import Image

    try:
        return _small(sent)
    except Refusal:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as failure:
        raise refuse("logo", None, TOO_MANY_DOTS) from failure
    except Exception as failure:  # decoders fail in many ways over what somebody sent
        raise refuse("logo", None, _("This picture cannot be read; save it anew and try again")) from failure


def _small(sent: bytes) -> bytes:
    """Its size is known from the first bytes: nothing large is ever unpacked."""
    from PIL import Image, ImageFile, ImageOps

    ImageFile.LOAD_TRUNCATED_IMAGES = False  # WeasyPrint asks for half pictures, but is only ever given whole ones
    with Image.open(io.BytesIO(sent), formats=list(FORMATS)) as picture:
        width, height = picture.size
        if width * height > MOST_DOTS or max(width, height) > LONGEST_EDGE:
            raise refuse("logo", None, TOO_MANY_DOTS)
        picture.draft("RGB", (2 * BOX[0], 2 * BOX[1]))  # a JPEG is read in a size near the wanted one
        turned = ImageOps.exif_transpose(picture)
        turned.thumbnail(BOX, reducing_gap=2.0)
        return _png(_on_white(turned))


def _on_white(picture: "Image.Image") -> "Image.Image":
    """A picture that may be seen through, laid on white."""
    from PIL import Image

    seen: Any = picture.convert("RGBA")
    white = Image.new("RGBA", seen.size, "white")
    white.alpha_composite(seen)
    return white.convert("RGB")


def _png(picture: "Image.Image") -> bytes:
    written = io.BytesIO()
    picture.save(written, "PNG", optimize=True)
    return written.getvalue()
